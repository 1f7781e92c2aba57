package mcpruntime

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// Result is the outcome of a tool call.
type Result struct {
	// Structured is the result as a JSON object; nil for an error and for a
	// tool that returns nothing.
	Structured []byte
	// Text is what a model reads: the structured result as compact JSON, a
	// wrapped string as it is, or the message of the error.
	Text string
	// Err is the tool's error: what the function returned, or an error of
	// this package for bad arguments, panics and limits.
	Err error

	code string // of Err
}

// Call calls a tool: it decodes the arguments (a JSON object; nil means none),
// calls the function and encodes its result. What the tool cannot do is in
// Result.Err; the error is an [*RPCError] for an unknown tool and for arguments
// that are no object, or what [Server.Err] says.
func (s *Server) Call(ctx context.Context, name string, args []byte) (Result, error) {
	if err := s.Err(); err != nil {
		return Result{}, err
	}
	return s.call(ctx, name, args)
}

// call is Call on a server that has been checked.
func (s *Server) call(ctx context.Context, name string, args []byte) (Result, error) {
	s.mu.RLock()
	entry, ok := s.tools[name]
	s.mu.RUnlock()
	if !ok {
		return Result{}, invalidParams("unknown tool %q", shorten(name))
	}
	args, err := argumentObject(args)
	if err != nil {
		return Result{}, err
	}
	if len(args) > s.limits.ArgumentBytes {
		return failed(describe(Errorf(CodeBadArgument, "bad arguments: %d bytes, at most %d are allowed", len(args), s.limits.ArgumentBytes))), nil
	}
	var result Result
	if f := s.guard(ctx, "tool "+name, func(ctx context.Context) error {
		return s.invoke(ctx, entry, args, &result)
	}); f != nil {
		return failed(f), nil
	}
	return result, nil
}

// argumentObject returns arguments that begin an object; absent ones and null
// are an empty one.
func argumentObject(args []byte) ([]byte, error) {
	args = bytes.TrimSpace(args)
	if len(args) == 0 || string(args) == "null" {
		return []byte("{}"), nil
	}
	if args[0] != '{' {
		return nil, invalidParams("arguments must be an object")
	}
	return args, nil
}

// invoke decodes, calls and encodes in the goroutine of the call.
func (s *Server) invoke(ctx context.Context, entry *registeredTool, args []byte, result *Result) error {
	in, out := pooledReader(args, s.limits), pooledWriter()
	// Not deferred: after a panic the function may have left a goroutine that
	// still holds them.
	if err := entry.handler(ctx, in, out); err != nil {
		in.free()
		out.free()
		return err
	}
	if out.err != nil {
		return Errorf(CodeInternal, "the result of %s cannot be encoded: %w", entry.tool.Name, out.err)
	}
	if len(out.buf) > 0 {
		result.Structured = bytes.Clone(out.buf)
		result.Text = string(result.Structured)
		if entry.tool.Wrapped {
			result.Text = unwrapped(result.Structured)
		}
	}
	in.free()
	out.free()
	return nil
}

// unwrapped returns the text of a wrapped result: the bare string where it is
// one, else the whole.
func unwrapped(structured []byte) string {
	if !bytes.HasPrefix(structured, []byte(`{"result":"`)) {
		return string(structured)
	}
	r := NewResultReader(structured)
	var text string
	for o := r.Object(&wrapper); o.Next(); {
		text = r.String()
	}
	return text
}

var wrapper = Props{Names: []string{"result"}, Required: 1}

// failed is the result of a call that ended with an error.
func failed(f *failure) Result { return Result{Text: f.text, Err: f.err, code: f.code} }

// failure is an error and what it says about itself.
type failure struct {
	err        error
	text, code string
}

// describe asks an error what it says. The methods of a user's error may
// panic, so it is called where that is recovered.
func describe(err error) *failure {
	if err == nil {
		return nil
	}
	return &failure{err: err, text: err.Error(), code: codeOf(err)}
}

// outcome is how a guarded function ended.
type outcome struct {
	failure *failure
	done    bool // it returned
}

// guard runs a user's function in a goroutine of its own, so that a call is
// always answered: the function may panic, end its goroutine, or go on past
// the deadline. The last keeps its slot until it is over.
func (s *Server) guard(ctx context.Context, what string, run func(context.Context) error) *failure {
	select {
	case s.slots <- struct{}{}:
	default:
		return describe(Errorf(CodeBusy, "the server is busy with %d calls; try again later", s.limits.Calls))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.limits.CallTime, errCallTime)
	ended := make(chan outcome, 1)
	go func() {
		o := outcome{failure: describe(Errorf(CodeInternal, "%s ended without a result", what))}
		defer func() {
			if !o.done {
				// A panic is answered; runtime.Goexit, for which recover
				// returns nil too, is not stopped by it.
				if p := recover(); p != nil {
					logger().Error("panic in "+what, "value", fmt.Sprint(p), "stack", string(debug.Stack()))
					o.failure = describe(Errorf(CodeInternal, "internal error in %s", what))
				}
			}
			<-s.slots
			ended <- o // before cancel, so that whoever sees the context end sees this
			cancel()
		}()
		o = outcome{failure: describe(run(ctx)), done: true}
	}()
	select {
	case o := <-ended:
		return o.failure
	case <-ctx.Done():
	}
	select {
	case o := <-ended:
		return o.failure
	default:
		return describe(s.interrupted(ctx, what))
	}
}

var errCallTime = errors.New("call time is over")

// interrupted is the answer to a call whose context ended before its function.
func (s *Server) interrupted(ctx context.Context, what string) error {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errCallTime):
		return Errorf(CodeTimeout, "%s did not end within %s", what, s.limits.CallTime)
	case errors.Is(cause, context.DeadlineExceeded):
		return Errorf(CodeTimeout, "%s did not end before the deadline of its caller", what)
	default:
		return Errorf(CodeCancelled, "%s was cancelled by its caller", what)
	}
}
