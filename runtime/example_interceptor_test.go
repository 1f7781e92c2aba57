package mcpruntime_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Logging: every call with its outcome, and the stack of a panic.
func ExampleWithInterceptors_logging() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	logging := func(ctx context.Context, call *mcpruntime.Call, next mcpruntime.Next) (mcpruntime.Result, error) {
		result, err := next(ctx, call)
		attributes := []any{"kind", call.Kind, "name", call.Name, "principal", call.Principal}
		if err != nil {
			log.WarnContext(ctx, "call failed", append(attributes, "error", err)...)
		} else {
			log.InfoContext(ctx, "call", append(attributes, "bytes", len(result.Structured))...)
		}
		return result, err
	}
	srv := mcpruntime.NewServer("greeter", "1.0.0", mcpruntime.WithInterceptors(logging))
	srv.AddTool(&greetTool, callGreet)
	_, _ = srv.Call(context.Background(), "greet", []byte(`{"name":"Ada"}`))
	_, _ = srv.Call(context.Background(), "greet", []byte(`{"name":"nobody"}`))
	// Output:
	// level=INFO msg=call kind=tool name=greet principal="" bytes=24
	// level=WARN msg="call failed" kind=tool name=greet principal="" error="there is nobody to greet"
}

// Timing: how long calls take, by name, for whatever collects figures.
func ExampleWithInterceptors_timing() {
	observe := func(name string, took time.Duration, failed bool) {
		fmt.Println(name, took < time.Minute, failed)
	}
	timing := func(ctx context.Context, call *mcpruntime.Call, next mcpruntime.Next) (mcpruntime.Result, error) {
		start := time.Now()
		result, err := next(ctx, call)
		observe(call.String(), time.Since(start), err != nil)
		return result, err
	}
	srv := mcpruntime.NewServer("greeter", "1.0.0", mcpruntime.WithInterceptors(timing))
	srv.AddTool(&greetTool, callGreet)
	_, _ = srv.Call(context.Background(), "greet", []byte(`{"name":"Ada"}`))
	// Output: tool greet true false
}

// Authorisation: who may call what.
func ExampleWithInterceptors_authorisation() {
	allowed := map[string]bool{"ada greet": true}
	authorise := func(ctx context.Context, call *mcpruntime.Call, next mcpruntime.Next) (mcpruntime.Result, error) {
		if !allowed[call.Principal+" "+call.Name] {
			return mcpruntime.Result{}, mcpruntime.Errorf("forbidden", "%q may not call %s", call.Principal, call.Name)
		}
		return next(ctx, call)
	}
	// Over HTTP the principal is what WithPrincipal says; here there is none.
	srv := mcpruntime.NewServer("greeter", "1.0.0", mcpruntime.WithInterceptors(authorise))
	srv.AddTool(&greetTool, callGreet)
	_, err := srv.Call(context.Background(), "greet", []byte(`{"name":"Ada"}`))
	if e := (*mcpruntime.Error)(nil); errors.As(err, &e) {
		fmt.Println(e.Code+":", e.Message)
	}
	// Output: forbidden: "" may not call greet
}
