package mcpruntime

import (
	"context"
	"errors"
	"sync"
	"time"
)

// clock is a context that ends after a time, which does not go by while a client
// of an older revision is asked. The SDK's and the standard library's contexts
// cannot be told to wait.
type clock struct {
	context.Context // ends with the cause over when the time is
	over            error
	end             context.CancelCauseFunc
	done            chan struct{}
	outer           *clock // that of the interceptors around a function

	mu    sync.Mutex
	timer *time.Timer
	at    time.Time     // when the time is over
	left  time.Duration // while it is held
	held  int
}

type clockKey struct{}

// withClock is [context.WithTimeoutCause] for a call.
func withClock(ctx context.Context, limit time.Duration, over error) (context.Context, context.CancelFunc) {
	if d := dialogOf(ctx); d == nil || d.modern() { // questions end the call
		return context.WithTimeoutCause(ctx, limit, over)
	}
	c := &clock{over: over, at: time.Now().Add(limit), done: make(chan struct{})}
	c.outer, _ = ctx.Value(clockKey{}).(*clock)
	c.Context, c.end = context.WithCancelCause(ctx)
	context.AfterFunc(c.Context, func() { close(c.done) })
	c.timer = time.AfterFunc(limit, func() { c.end(over) })
	ctx, cancel := context.WithCancel(c)
	return context.WithValue(ctx, clockKey{}, c), func() {
		cancel()
		c.timer.Stop()
		c.end(nil)
	}
}

// Done implements [context.Context]. It is not the channel of the context within,
// by which the children of that would take its error and not the one of Err.
func (c *clock) Done() <-chan struct{} { return c.done }

// AfterFunc is what children use instead of a goroutine each that waits for Done.
func (c *clock) AfterFunc(f func()) (stop func() bool) { return context.AfterFunc(c.Context, f) }

// Err implements [context.Context].
func (c *clock) Err() error {
	if err := c.Context.Err(); err == nil || !errors.Is(context.Cause(c.Context), c.over) {
		return err
	}
	return context.DeadlineExceeded
}

// Deadline implements [context.Context].
func (c *clock) Deadline() (time.Time, bool) {
	at, ok := c.Context.Deadline()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held > 0 || ok && at.Before(c.at) {
		return at, ok
	}
	return c.at, true
}

// holdClocks stops the clocks of a call until release is called.
func holdClocks(ctx context.Context) (release func()) {
	innermost, _ := ctx.Value(clockKey{}).(*clock)
	for c := innermost; c != nil; c = c.outer {
		c.hold()
	}
	return func() {
		for c := innermost; c != nil; c = c.outer {
			c.release()
		}
	}
}

func (c *clock) hold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held++; c.held == 1 {
		c.timer.Stop()
		c.left = time.Until(c.at)
	}
}

func (c *clock) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held--; c.held == 0 {
		c.at = time.Now().Add(c.left)
		c.timer.Reset(c.left)
	}
}
