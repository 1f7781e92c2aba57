package mcpruntime

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// add adds a tool that takes anything and returns nothing.
func (a *asker) add(name string, run func(ctx context.Context) error) {
	a.AddTool(&Tool{Name: name, Input: `{"type":"object"}`, Output: `{"type":"object"}`}, func(ctx context.Context, in *Reader, out *Writer) error {
		in.Any()
		out.Raw("{}")
		return errors.Join(in.Done(), run(ctx))
	})
}

// A function that does not end when it asks keeps its slot and nothing else: the
// question is put at once.
func TestSuspendedFunctionGoesOn(t *testing.T) {
	for name, intercept := range map[string][]Interceptor{
		"alone":            nil,
		"with interceptor": {func(ctx context.Context, call *Call, next Next) (Result, error) { return next(ctx, call) }},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAsker(WithLimits(Limits{Calls: 2}), WithInterceptors(intercept...))
			release, ended := make(chan struct{}), make(chan string, 10)
			a.add("worker", func(ctx context.Context) error {
				done := make(chan struct{})
				go func() { <-ctx.Done(); close(done) }()
				defer func() { <-done; ended <- "worker" }()
				_, err := Ask[person](ctx, "Who?")
				return err
			})
			a.add("loop", func(ctx context.Context) error {
				defer func() { ended <- "loop" }()
				for {
					func() {
						defer func() { _ = recover() }()
						_, _ = Ask[person](ctx, "Who?")
					}()
				}
			})
			a.add("deaf", func(ctx context.Context) error {
				defer func() { <-release; ended <- "deaf" }()
				_, err := Ask[person](ctx, "Who?")
				return err
			})
			r := newRounds(t, a)
			for range 3 {
				for _, tool := range []string{"worker", "loop"} {
					r.askedAgain(tool, &mcp.CallToolParams{Name: tool})
					if got := <-ended; got != tool {
						t.Errorf("%s ended, want %s", got, tool)
					}
				}
			}
			r.askedAgain("deaf", &mcp.CallToolParams{Name: "deaf"})
			r.askedAgain("deaf", &mcp.CallToolParams{Name: "deaf"})
			if result, err := r.call(&mcp.CallToolParams{Name: "greet"}); err != nil || !result.IsError {
				t.Errorf("a call beside two functions that have not ended: %+v, %v", result, err)
			}
			close(release)
			<-ended
			<-ended
		})
	}
}

// A client that cannot be asked is told so at once, on every revision.
func TestRefusedFunctionGoesOn(t *testing.T) {
	a := newAsker()
	a.add("worker", func(ctx context.Context) error {
		done := make(chan struct{})
		go func() { <-ctx.Done(); close(done) }()
		defer func() { <-done }()
		_, err := Ask[person](ctx, "Who?")
		return err
	})
	withUsers(t, a, mcp.ClientCapabilities{}, func(t *testing.T, u *user) {
		if _, err := u.call(t, "worker"); err == nil || !strings.Contains(err.Error(), "has to ask its client") {
			t.Error(err)
		}
	})
}

// What a function does after its question changes neither the question nor what
// counts as its answer.
func TestSuspendedFunctionChangesNothing(t *testing.T) {
	a := newAsker()
	var done atomic.Int64
	a.add("restless", func(ctx context.Context) (err error) {
		defer func() {
			if recover() == nil {
				return
			}
			if _, err := Once(ctx, "late", func() (int64, error) { return done.Add(1), nil }); !errors.Is(err, ErrSuspended) {
				t.Errorf("done once after the question: %v", err)
			}
			_, _ = Ask[person](ctx, "Another?", Key("who"))
			t.Error("the function asks on")
		}()
		_, err = Ask[person](ctx, "Who?", Key("who"))
		return err
	})
	r := newRounds(t, a)
	first, err := r.call(&mcp.CallToolParams{Name: "restless"})
	if err != nil || len(first.InputRequests) != 1 || first.InputRequests["who"].(*mcp.ElicitParams).Message != "Who?" {
		t.Fatalf("%+v, %v", first, err)
	}
	ada := mcp.InputResponseMap{"who": &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada"}}}
	r.answered("the answer", &mcp.CallToolParams{Name: "restless", RequestState: first.RequestState, InputResponses: ada})
	if n := done.Load(); n != 0 {
		t.Errorf("done %d times", n)
	}
}

// What a goroutine does once is done once, whether it is over before the
// question or not.
func TestOnceInGoroutine(t *testing.T) {
	a := newAsker()
	var done atomic.Int64
	for name, wait := range map[string]bool{"before": true, "beside": false} {
		a.add(name, func(ctx context.Context) error {
			begun, over := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(over)
				_, err := Once(ctx, "charge", func() (int64, error) {
					close(begun)
					time.Sleep(50 * time.Millisecond)
					return done.Add(1), ctx.Err()
				})
				if err != nil {
					t.Error(err)
				}
			}()
			if wait {
				<-over
			}
			select {
			case <-begun:
			case <-over: // it was done in an earlier round
			}
			for _, q := range []string{"First?", "Second?"} {
				if _, err := Ask[person](ctx, q); err != nil {
					return err
				}
			}
			<-over
			return nil
		})
	}
	withUsers(t, a, canEverything, func(t *testing.T, u *user) {
		for _, tool := range []string{"before", "beside"} {
			done.Store(0)
			if _, err := u.call(t, tool); err != nil || done.Load() != 1 {
				t.Errorf("%s: done %d times, %v", tool, done.Load(), err)
			}
		}
	})
}

// A key that comes twice would give one thing the answer to another: an error
// says so, on every revision, and no answer is taken in silence.
func TestKeyTwice(t *testing.T) {
	a := newAsker()
	ask := func(ctx context.Context, message string) error {
		_, err := Ask[person](ctx, message, Key("who"))
		return err
	}
	once := func(ctx context.Context) error {
		_, err := Once(ctx, "who", func() (int, error) { return 1, nil })
		return err
	}
	a.add("loop", func(ctx context.Context) error {
		return errors.Join(ask(ctx, "Who is first?"), ask(ctx, "Who is second?"))
	})
	a.add("same", func(ctx context.Context) error { return errors.Join(ask(ctx, "Who?"), ask(ctx, "Who?")) })
	a.add("at once", func(ctx context.Context) error {
		return AskAll(ctx, NewForm[person]("Who?", Key("who")), NewRoots(Key("who")))
	})
	a.add("twice", func(ctx context.Context) error { return errors.Join(once(ctx), once(ctx)) })
	a.add("different", func(ctx context.Context) error { return errors.Join(once(ctx), ask(ctx, "Who?")) })
	withUsers(t, a, canEverything, func(t *testing.T, u *user) {
		for _, tool := range []string{"loop", "same", "at once", "twice"} {
			_, err := u.call(t, tool)
			if e := (*Error)(nil); !errors.As(err, &e) || e.Code != CodeInternal || !strings.Contains(e.Message, `uses the key "who" of`) || !strings.Contains(e.Message, `fmt.Sprint("who", i)`) {
				t.Errorf("%s: %v", tool, err)
			}
		}
		if _, err := u.call(t, "different"); err != nil {
			t.Errorf("a key of a question and of Once: %v", err)
		}
	})
}

// What was kept as another type, by an older build of a function, is an error.
func TestOnceOfAnotherType(t *testing.T) {
	a := newAsker()
	var older atomic.Bool
	a.add("kept", func(ctx context.Context) error {
		var err error
		if older.Load() {
			_, err = Once(ctx, "k", func() (string, error) { return "text", nil })
		} else {
			_, err = Once(ctx, "k", func() (int, error) { return 1, nil })
		}
		_, asked := Ask[person](ctx, "Who?", Key("who"))
		return errors.Join(err, asked)
	})
	r := newRounds(t, a)
	older.Store(true)
	state := r.first("kept")
	older.Store(false)
	result, err := r.call(&mcp.CallToolParams{Name: "kept", RequestState: state, InputResponses: mcp.InputResponseMap{"who": &mcp.ElicitResult{Action: "decline"}}})
	if err != nil || !result.IsError || !strings.Contains(result.Content[0].(*mcp.TextContent).Text, `what was done once as "k" is of another type`) {
		t.Errorf("%+v, %v", result, err)
	}
}
