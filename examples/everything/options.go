package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/mcpgen/mcpgen/examples/everything/tour"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/mcpgen/mcpgen/runtime/handle"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// options are those of servers; what the directive of the tour says of the
// server is not among them.
func options() []mcpruntime.Option {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	return []mcpruntime.Option{
		mcpruntime.WithAllowedHosts("localhost", "127.0.0.1", "::1"),
		mcpruntime.WithLimits(mcpruntime.Limits{CallTime: time.Minute}),
		mcpruntime.WithPageSize(500),
		mcpruntime.WithHeartbeat(10 * time.Second),
		mcpruntime.WithOnceStore(mcpruntime.NewOnceStore(time.Hour)),
		mcpruntime.WithStateKey(stateKey()),
		mcpruntime.WithPrincipal(visitor),
		mcpruntime.WithInterceptors(slow(log)),
		mcpruntime.WithClose(func() error { log.Debug("closed"); return nil }),
		mcpruntime.WithHandleStore(handle.NewMemory(handle.DefaultLimits())),
		mcpruntime.WithText(mcpruntime.TextFull), // what the conformance suite reads
		mcpruntime.WithProfile("night", planner.Select{Groups: []string{"planning"}}),
		mcpruntime.WithView(planner.Select{All: true}),
		mcpruntime.WithViewOf(visible),
		tour.WithDesk(new(tour.Desk)),
	}
}

// stateKey seals what clients carry between the rounds of a call. Replicas
// share one; this server is alone, and forgets it when it ends.
func stateKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	return key
}

// visitor is who calls: whom the proxy in front of the server says. Without one
// everybody is the same.
func visitor(r *http.Request) (string, error) { return r.Header.Get("X-Visitor"), nil }

// visible is what a visitor sees. Here that is everything, for each of them.
func visible(context.Context, string) planner.Select { return planner.Select{All: true} }

// slow notes calls that take long.
func slow(log *slog.Logger) mcpruntime.Interceptor {
	return func(ctx context.Context, call *mcpruntime.Call, next mcpruntime.Next) (mcpruntime.Result, error) {
		begun := time.Now()
		result, err := next(ctx, call)
		if spent := time.Since(begun); spent > 10*time.Second {
			log.Warn("slow", "call", call.String(), "time", spent)
		}
		return result, err
	}
}
