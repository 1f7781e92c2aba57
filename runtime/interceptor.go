package mcpruntime

import (
	"context"
	"strconv"
	"time"

	"github.com/go-faster/jx"
)

// Kind says what a call is about.
type Kind uint8

// The kinds of calls.
const (
	KindTool Kind = iota
	KindResource
	KindPrompt
	KindListing    // of the resources of a template
	KindCompletion // of an argument of a prompt, or of a variable of a resource's template
)

var kindNames = [...]string{"tool", "resource", "prompt", "listing", "completion"}

// String returns "tool", "resource", "prompt", "listing" or "completion".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

// Call is a call as interceptors see it: of a tool, a resource or a prompt that
// exists, of a listing of resources, or for values of an argument.
type Call struct {
	Kind Kind
	// Name is the name of the tool, the resource, the prompt or the listing.
	Name string
	// URI is the URI that was asked for; of a listing and of a completion the
	// template.
	URI string
	// Arguments is what the tool was called with, a JSON object that nobody has
	// checked yet.
	Arguments []byte
	// Values are the arguments of a prompt, or the variables in the URI of a
	// resource; for a completion, those that have values. They must not be changed.
	Values map[string]string
	// Argument is what is completed, and Prefix what has been typed of it; only
	// of a completion.
	Argument, Prefix string
	// Principal is who calls; see [WithPrincipal].
	Principal string
}

// String names what is called, such as "tool forecast".
func (c *Call) String() string { return c.Kind.String() + " " + c.Name }

// Next goes on with a call: to the next interceptor, in the end to the function.
type Next func(ctx context.Context, call *Call) (Result, error)

// Interceptor stands around every call. It may look at the call, refuse it with
// an error (such as one of [Errorf]), go on with other arguments or another
// context, and look at the result and the error or replace them. The error is
// the real one: what the function returned, a [*DocumentError] for bad
// arguments, an [*Error] for limits and for a panic, which wraps the
// [*PanicError].
//
// Interceptors run in the goroutine of the call, at most four times
// [Limits.Calls] at a time. A panic in one fails the call, not the server.
type Interceptor func(ctx context.Context, call *Call, next Next) (Result, error)

// WithInterceptors adds interceptors; the first is the outermost.
func WithInterceptors(interceptors ...Interceptor) Option {
	return func(o *options) { o.interceptors = append(o.interceptors, interceptors...) }
}

// intercept runs a call through the interceptors to its function, which may
// take as long as limit.
func (s *Server) intercept(ctx context.Context, call *Call, limit time.Duration, function Next) (Result, error) {
	if len(s.interceptors) == 0 {
		return function(ctx, call)
	}
	select {
	case s.chains <- struct{}{}:
	default:
		return Result{}, s.busy()
	}
	// The function has an end of its own; interceptors get as long again.
	return supervise(ctx, 2*limit, call, func(ctx context.Context, _ context.CancelFunc) (Result, error) {
		result, err := s.chain(0, function)(ctx, call)
		if err == nil {
			err = result.check(call.Name)
		}
		return result, err
	}, func() { <-s.chains })
}

// check reports what no result can be: an interceptor may have replaced it.
func (r Result) check(name string) error {
	d := jx.DecodeBytes(r.Structured)
	if r.Structured != nil && (d.Next() != jx.Object || d.Validate() != nil) {
		return Errorf(CodeInternal, "the result of %s is no JSON object", name)
	}
	_, err := r.checkContent(name)
	return err
}

// chain returns the interceptors from the i-th on as one.
func (s *Server) chain(i int, function Next) Next {
	if i == len(s.interceptors) {
		return function
	}
	return func(ctx context.Context, call *Call) (Result, error) {
		return s.interceptors[i](ctx, call, s.chain(i+1, function))
	}
}
