package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Interceptors stand around every primitive in their order, on every way in.
func TestInterceptorsSeeEverything(t *testing.T) {
	var mu sync.Mutex
	var log []string
	note := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		log = append(log, fmt.Sprintf(format, args...))
	}
	named := func(name string) Interceptor {
		return func(ctx context.Context, call *Call, next Next) (Result, error) {
			note("%s> %s %s%s%v", name, call, call.URI, call.Arguments, call.Values)
			result, err := next(ctx, call)
			note("%s< %s %v", name, result.Text, err)
			return result, err
		}
	}
	s := newTestServer(WithInterceptors(named("a"), named("b")))
	c := localClient(t, s)
	for _, call := range []func() error{
		func() error { _, err := s.Call(t.Context(), "list", nil); return err },
		func() error { _, err := c.CallTool(t.Context(), "fail", NewWriter()); return err },
		func() error { _, err := c.ReadText(t.Context(), "note://n/a%20b"); return err },
		func() error {
			_, err := c.GetPromptText(t.Context(), "plan", map[string]string{"topic": "x"})
			return err
		},
	} {
		log = append(log, fmt.Sprint("= ", call()))
	}
	want := []string{
		"a> tool list {}map[]", "b> tool list {}map[]", `b< {"result":[]} <nil>`, `a< {"result":[]} <nil>`, "= <nil>",
		"a> tool fail {}map[]", "b> tool fail {}map[]", "b<  the disk is full", "a<  the disk is full", "= the disk is full",
		"a> resource note note://n/a%20bmap[name:a b]", "b> resource note note://n/a%20bmap[name:a b]", "b<  <nil>", "a<  <nil>", "= <nil>",
		"a> prompt plan map[topic:x]", "b> prompt plan map[topic:x]", "b<  <nil>", "a<  <nil>", "= <nil>",
	}
	if !slices.Equal(log, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(log, "\n"), strings.Join(want, "\n"))
	}
}

// An interceptor may refuse a call, change it, and change its result.
func TestInterceptorsChangeThings(t *testing.T) {
	type key struct{}
	s := newTestServer(WithInterceptors(func(ctx context.Context, call *Call, next Next) (Result, error) {
		switch call.Name {
		case "list":
			return Result{}, Errorf("forbidden", "not for you")
		case "echo":
			call.Arguments = []byte(orderJSON)
			result, err := next(context.WithValue(ctx, key{}, "set"), call)
			result.Text = "redacted"
			return result, err
		case "fail":
			_, err := next(ctx, call)
			return Result{Structured: []byte(`{"instead":true}`), Text: "instead of " + err.Error()}, nil
		case "fixed":
			return Result{Contents: Text("other")}, nil
		case "plan":
			return Result{Messages: UserText("other")}, nil
		}
		return next(ctx, call)
	}))
	addTool(s, "context", func(ctx context.Context, _ *Writer) error { return fmt.Errorf("%v", ctx.Value(key{})) })
	if _, err := s.Call(t.Context(), "list", nil); codeOf(err) != "forbidden" {
		t.Errorf("refused: %v", err)
	}
	if result, err := s.Call(t.Context(), "echo", []byte("{}")); err != nil || result.Text != "redacted" || string(result.Structured) != orderJSON {
		t.Errorf("changed: %+v %v", result, err)
	}
	c := localClient(t, s)
	if r, err := c.CallTool(t.Context(), "fail", NewWriter()); err != nil || fmt.Sprint(r.Any()) != "map[instead:true]" {
		t.Errorf("replaced: %v", err)
	}
	if text, err := c.ReadText(t.Context(), "note://fixed"); err != nil || text != "other" {
		t.Errorf("resource: %q %v", text, err)
	}
	if text, err := c.GetPromptText(t.Context(), "plan", nil); err != nil || text != "other" {
		t.Errorf("prompt: %q %v", text, err)
	}
}

// What goes wrong in an interceptor is an answer too.
func TestInterceptorsThatFail(t *testing.T) {
	silenceStderr(t)
	for name, test := range map[string]struct {
		do   Interceptor
		code string
	}{
		"panics": {func(context.Context, *Call, Next) (Result, error) { panic("secret") }, CodeInternal},
		"exits":  {func(context.Context, *Call, Next) (Result, error) { runtime.Goexit(); return Result{}, nil }, CodeInternal},
		"hangs":  {func(ctx context.Context, _ *Call, _ Next) (Result, error) { select {} }, CodeTimeout},
		"rude":   {func(context.Context, *Call, Next) (Result, error) { return Result{}, rude{} }, ""},
	} {
		s := newTestServer(WithInterceptors(test.do), WithLimits(Limits{CallTime: 50 * time.Millisecond}))
		c := localClient(t, s)
		_, err := c.CallTool(t.Context(), "list", NewWriter())
		if e := (*Error)(nil); !errors.As(err, &e) || test.code != "" && e.Code != test.code || strings.Contains(e.Message, "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A Group waits for all, gives the first error, and hands panics on.
func TestGroup(t *testing.T) {
	var g Group
	var mu sync.Mutex
	n := 0
	for range 100 {
		g.Go(func() error { mu.Lock(); defer mu.Unlock(); n++; return nil })
	}
	if err := g.Wait(); err != nil || n != 100 {
		t.Errorf("%d %v", n, err)
	}
	g.Go(func() error { return errors.New("one") })
	if err := g.Wait(); err == nil || err.Error() != "one" {
		t.Errorf("error: %v", err)
	}
	var exits Group
	exits.Go(func() error { runtime.Goexit(); return nil })
	if err := exits.Wait(); err != errNoEnd {
		t.Errorf("Goexit: %v", err)
	}
	defer func() {
		e, ok := recover().(*PanicError)
		if !ok || e.Value != "secret" || !strings.Contains(string(e.Stack), "TestGroup") {
			t.Errorf("recovered %+v", e)
		}
	}()
	var panics Group
	panics.Go(func() error { panic("secret") })
	_ = panics.Wait()
	t.Error("Wait returns")
}
