package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The time that a user takes to answer is not that of the call, on any revision;
// what the function takes is.
func TestAskTakesNoCallTime(t *testing.T) {
	for name, interceptors := range map[string][]Interceptor{
		"alone":            nil,
		"with interceptor": {func(ctx context.Context, call *Call, next Next) (Result, error) { return next(ctx, call) }},
	} {
		t.Run(name, func(t *testing.T) {
			const limit = 150 * time.Millisecond
			a := newAsker(WithLimits(Limits{CallTime: limit}), WithInterceptors(interceptors...))
			a.add("quick", func(ctx context.Context) error {
				for _, q := range []string{"First?", "Second?"} {
					if _, err := Ask[person](ctx, q); err != nil {
						return err
					}
				}
				if at, ok := ctx.Deadline(); !ok || time.Until(at) > limit || ctx.Err() != nil {
					return fmt.Errorf("deadline %v, %v, %w", time.Until(at), ok, ctx.Err())
				}
				return nil
			})
			ended := make(chan error, 1)
			a.add("slow", func(ctx context.Context) error {
				_, err := Ask[person](ctx, "Who?")
				if err != nil {
					return err
				}
				child, cancel := context.WithTimeout(ctx, time.Minute)
				defer cancel()
				<-child.Done()
				if !errors.Is(ctx.Err(), context.DeadlineExceeded) || !errors.Is(context.Cause(ctx), errCallTime) || !errors.Is(context.Cause(child), errCallTime) {
					err = fmt.Errorf("ended with %w, %w, %w", ctx.Err(), context.Cause(ctx), context.Cause(child))
				}
				ended <- err
				return child.Err()
			})
			withUsers(t, a, canEverything, func(t *testing.T, u *user) {
				u.answer = func(*mcp.ElicitParams) *mcp.ElicitResult {
					time.Sleep(400 * time.Millisecond) // more than the interceptors have
					return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada"}}
				}
				if _, err := u.call(t, "quick"); err != nil {
					t.Errorf("quick: %v", err)
				}
				_, err := u.call(t, "slow")
				if e := (*Error)(nil); !errors.As(err, &e) || e.Code != CodeTimeout || !strings.Contains(e.Message, "did not end within 150ms") {
					t.Errorf("slow: %v", err)
				}
				select {
				case err := <-ended:
					if err != nil {
						t.Error(err)
					}
				case <-time.After(5 * time.Second):
					t.Error("slow has not been answered")
				}
			})
		})
	}
}

// A question of an older revision that nobody answers is an error of the
// question, which the function can live with.
func TestAnswerTime(t *testing.T) {
	a := newAsker(WithLimits(Limits{AnswerTime: 50 * time.Millisecond}))
	asked := make(chan error, 1)
	a.add("patient", func(ctx context.Context) error {
		_, err := Ask[person](ctx, "Who?")
		asked <- err
		return ctx.Err()
	})
	l := newLines(t, a.Server, false)
	if question := l.request("tools/call", `{"name":"patient"}`); !strings.Contains(question, "elicitation/create") {
		t.Fatal(question)
	}
	if err := <-asked; codeOf(err) != CodeTimeout || err.Error() != `"Who?" was not answered within 50ms` {
		t.Error(err)
	}
	for answer := ""; !strings.Contains(answer, `"content":[`); answer = l.next() {
		if strings.Contains(answer, `"isError"`) {
			t.Error(answer)
		}
	}
}

// Whoever ends the context of a call ends its clock.
func TestClockOfCancelledCall(t *testing.T) {
	ctx, end := context.WithCancelCause(context.WithValue(t.Context(), dialogKey{}, &dialog{}))
	outer, cancelOuter := withClock(ctx, time.Minute, errCallTime)
	defer cancelOuter()
	inner, cancelInner := withClock(outer, time.Minute, errCallTime)
	defer cancelInner()
	release := holdClocks(inner)
	if _, ok := inner.Deadline(); ok {
		t.Error("a clock that is held has a deadline")
	}
	release()
	if at, ok := inner.Deadline(); !ok || time.Until(at) > time.Minute {
		t.Error("a clock that is not held has no deadline")
	}
	gone := errors.New("gone")
	end(gone)
	select {
	case <-inner.Done():
	case <-time.After(5 * time.Second):
		t.Fatal("it goes on")
	}
	if !errors.Is(inner.Err(), context.Canceled) || !errors.Is(context.Cause(inner), gone) {
		t.Errorf("%v, %v", inner.Err(), context.Cause(inner))
	}
}
