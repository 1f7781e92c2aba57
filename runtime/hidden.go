package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// calling is what the context of a function knows of its call.
type calling struct {
	server *Server
	call   *Call
}

type callingKey struct{}

func callingOf(ctx context.Context) calling {
	c, _ := ctx.Value(callingKey{}).(calling)
	return c
}

// Principal returns who called the function with this context, see
// [WithPrincipal]; "" outside a call, and where there is one principal only.
func Principal(ctx context.Context) string {
	if c := callingOf(ctx); c.call != nil {
		return c.call.Principal
	}
	return ""
}

// maxExact bounds the integers that _meta carries exactly: the SDK decodes it
// into float64.
const maxExact = 1<<53 - 1

var errInexact = errors.New("a number that _meta cannot carry exactly")

// MetaReader returns a reader of a member of the request's _meta, as generated
// code reads hidden parameters; null when there is none.
func MetaReader(ctx context.Context, key string) *Reader {
	var value any
	if d := dialogOf(ctx); d != nil && d.params != nil {
		value = d.params.GetMeta()[key]
	}
	text, err := json.Marshal(value)
	r := NewReader(text)
	r.subject, r.absent = fmt.Sprintf("_meta %q", key), value == nil
	if err != nil || inexact(value) {
		r.fail(errInexact)
	}
	return r
}

// inexact reports whether a number may not be what was sent, at any depth.
func inexact(value any) bool {
	switch value := value.(type) {
	case float64:
		return math.Abs(value) > maxExact
	case []any:
		return slices.ContainsFunc(value, inexact)
	case map[string]any:
		for _, v := range value {
			if inexact(v) {
				return true
			}
		}
	}
	return false
}

// provider is what [WithProvider] was given.
type provider struct {
	name string
	of   any // func(context.Context) (T, error)
}

// WithProvider gives a value to the parameters of functions that are hidden from
// callers with hidden=NAME: it is called once for each of them in every call, in
// the goroutine of the call, whose context it gets; its error is that of the
// call. T is exactly the type of the parameter. A server whose functions want
// a provider that is not there does not start; see [Server.Err].
func WithProvider[T any](name string, of func(context.Context) (T, error)) Option {
	return func(o *options) { o.providers = append(o.providers, provider{name, of}) }
}

// provide enters the providers by name.
func (s *Server) provide(list []provider) {
	for _, p := range list {
		if _, again := s.providers[p.name]; again {
			s.fault(fmt.Errorf("two providers are called %q", p.name))
		}
		s.providers[p.name] = p.of
	}
}

// RequireProvider reports, by [Server.Err], that the server has no provider of
// that name and type. Generated code calls it, and says who wants it.
func RequireProvider[T any](s *Server, name, who string) {
	at := caller()
	of, ok := s.providers[name].(func(context.Context) (T, error))
	switch given := s.providers[name]; {
	case ok && of != nil:
	case given == nil || ok:
		s.reject("provider", name, at, fmt.Errorf("there is none, and %s wants %T; see mcpruntime.WithProvider", who, of))
	default:
		s.reject("provider", name, at, fmt.Errorf("it is %T, and %s wants %T", given, who, of))
	}
}

// Provided returns the value of a provider for the call with this context.
// Generated code calls it where [RequireProvider] has found one.
func Provided[T any](ctx context.Context, name string) (value T, err error) {
	c := callingOf(ctx)
	if c.server != nil {
		if of, ok := c.server.providers[name].(func(context.Context) (T, error)); ok {
			return of(ctx)
		}
	}
	return value, Errorf(CodeInternal, "no provider %q", name)
}
