package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// PanicError is the cause of the error of a call that panicked. Callers never
// see it.
type PanicError struct {
	Value any    // what was given to panic
	Stack []byte // the stack of the goroutine
}

// Error names the value.
func (e *PanicError) Error() string { return fmt.Sprint("panic: ", e.Value) }

// guard runs the function of a call, unless too many run already. A function
// that goes on after its call is over keeps its slot until it ends.
func (s *Server) guard(ctx context.Context, call *Call, limit time.Duration, run func(context.Context) (Result, error)) (Result, error) {
	select {
	case s.slots <- struct{}{}:
	default:
		return Result{}, s.busy()
	}
	ctx = context.WithValue(ctx, callingKey{}, calling{s, call})
	return supervise(ctx, limit, call, func(ctx context.Context, stop context.CancelFunc) (Result, error) {
		if !dialogOf(ctx).enter(stop) {
			return Result{}, ErrSuspended
		}
		return run(ctx)
	}, func() { <-s.slots })
}

func (s *Server) busy() error {
	return Errorf(CodeBusy, "the server is busy with %d calls; try again later", s.limits.Calls)
}

// outcome is how a supervised function ended.
type outcome struct {
	result Result
	err    error
	done   bool // it returned
}

// supervise runs a function of users in a goroutine of its own, so that a call
// is always answered: the function may panic, end its goroutine, or go on past
// the deadline, or past stop, which ends its context. Ended is called when it is
// over.
func supervise(ctx context.Context, limit time.Duration, call *Call, run func(ctx context.Context, stop context.CancelFunc) (Result, error), ended func()) (Result, error) {
	ctx, cancel := withClock(ctx, limit, errCallTime)
	over := make(chan outcome, 1)
	go func() {
		o := outcome{err: Errorf(CodeInternal, "%s ended without a result", call)}
		defer func() {
			if !o.done {
				// A panic is answered; runtime.Goexit, for which recover
				// returns nil too, is not stopped by it.
				switch p := recover().(type) {
				case nil, suspension:
				default:
					o.err = panicked(call, p)
				}
			}
			if dialogOf(ctx).suspended() { // whatever the function made of it
				o = outcome{err: ErrSuspended}
			}
			ended()
			over <- o // before cancel, so that whoever sees the context end sees this
			cancel()
		}()
		result, err := run(ctx, cancel)
		if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			err = interrupted(ctx, limit, call) // whether or not the caller is told so before
		}
		o = outcome{result, err, true}
	}()
	select {
	case o := <-over:
		return o.result, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-over:
		return o.result, o.err
	default:
		return Result{}, interrupted(ctx, limit, call)
	}
}

// panicked writes the stack to standard error and returns what is said of it.
func panicked(call *Call, value any) *Error {
	e, ok := value.(*PanicError) // of a Group
	if !ok {
		e = &PanicError{Value: value, Stack: debug.Stack()}
	}
	logger().Error("panic in "+call.String(), "value", fmt.Sprint(e.Value), "stack", string(e.Stack))
	return &Error{Code: CodeInternal, Message: "internal error in " + call.String(), cause: e}
}

var errCallTime = errors.New("call time is over")

// interrupted is the error of a call whose context ended before its function.
func interrupted(ctx context.Context, limit time.Duration, call *Call) error {
	switch cause := context.Cause(ctx); {
	case dialogOf(ctx).suspended():
		return ErrSuspended
	case errors.Is(cause, errCallTime):
		return Errorf(CodeTimeout, "%s did not end within %s", call, limit)
	case errors.Is(cause, errProgramTime):
		return Errorf(CodeTimeout, "%s did not end before the time of the program was over", call)
	case errors.Is(cause, context.DeadlineExceeded):
		return Errorf(CodeTimeout, "%s did not end before the deadline of its caller", call)
	default:
		return Errorf(CodeCancelled, "%s was cancelled by its caller", call)
	}
}
