package mcpruntime

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Completer lists values for an argument of a prompt, or for a variable of a
// resource's template, in the order in which they are to be offered. Prefix is
// what has been typed so far; earlier are the arguments that have values.
type Completer func(ctx context.Context, prefix string, earlier Args) ([]string, error)

// Values returns a completer of fixed values: those that begin with the prefix,
// in upper or lower case, in the order given.
func Values(values ...string) Completer {
	return func(_ context.Context, prefix string, _ Args) ([]string, error) {
		prefix = strings.ToLower(prefix)
		return slices.DeleteFunc(slices.Clone(values), func(v string) bool {
			return !strings.HasPrefix(strings.ToLower(v), prefix)
		}), nil
	}
}

// completion is what a completer is for.
type completion struct {
	kind Kind   // KindPrompt or KindResource
	of   string // the name of the prompt, or the template
	arg  string
}

func (c completion) String() string { return c.arg + " of " + c.kind.String() + " " + c.of }

// forgetCompleters takes out those of a prompt or a template that goes.
func (s *Server) forgetCompleters(kind Kind, of string) {
	for c := range s.completer {
		if c.kind == kind && c.of == of {
			delete(s.completer, c)
			delete(s.claims, "completer "+c.String())
		}
	}
}

// CompletePrompt adds the completer of an argument of a prompt. Generated code
// calls it. A second one for the same argument is reported by [Server.Err].
func (s *Server) CompletePrompt(prompt, arg string, complete Completer) {
	s.addCompleter(completion{KindPrompt, prompt, arg}, complete, caller())
}

// CompleteResource adds the completer of a variable of a resource's template.
// Generated code calls it. A second one for the same variable is reported by
// [Server.Err].
func (s *Server) CompleteResource(template, variable string, complete Completer) {
	s.addCompleter(completion{KindResource, template, variable}, complete, caller())
}

func (s *Server) addCompleter(c completion, complete Completer, at site) {
	if !s.claim("completer", c.String(), at) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.completer[c] = complete
}

// serveCompletions is a receiving middleware that completes what s has, and
// leaves everything else to the SDK's server. It also tells clients that
// something can be completed, which the SDK knows of its own handler alone.
func (s *Server) serveCompletions(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		request, ok := req.(*mcp.CompleteRequest)
		if ok && request.Params.Ref != nil {
			return s.complete(ctx, request, func() (mcp.Result, error) { return next(ctx, method, req) })
		}
		result, err := next(ctx, method, req)
		if err != nil || !s.completes() {
			return result, err
		}
		switch r := result.(type) {
		case *mcp.InitializeResult:
			r.Capabilities.Completions = &mcp.CompletionCapabilities{}
		case *mcp.DiscoverResult:
			r.Capabilities.Completions = &mcp.CompletionCapabilities{}
		}
		return result, nil
	}
}

func (s *Server) completes() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.completer) > 0
}

// maxCompletions is how many values an answer has at most (MCP, "Completion").
const maxCompletions = 100

// complete answers a request for values; elsewhere asks the SDK's server about
// what s does not have.
func (s *Server) complete(ctx context.Context, req *mcp.CompleteRequest, elsewhere func() (mcp.Result, error)) (mcp.Result, error) {
	p := req.Params
	c := completion{KindPrompt, p.Ref.Name, p.Argument.Name}
	if p.Ref.Type == "ref/resource" {
		c.kind, c.of = KindResource, p.Ref.URI
	}
	name, args, ok := s.completable(c)
	switch {
	case !ok:
		result, err := elsewhere()
		if wire := (*jsonrpc.Error)(nil); errors.As(err, &wire) && wire.Code == rpcMethodNotFound && s.completes() {
			err = invalidParams("unknown %s %q", c.kind, shorten(c.of)).wire()
		}
		return result, err
	case !slices.Contains(args, c.arg):
		return nil, invalidParams("%s %q has no argument %q%s", c.kind, c.of, shorten(c.arg), suggest(c.arg, args)).wire()
	}
	call := &Call{Kind: KindCompletion, Name: name, URI: p.Ref.URI, Argument: c.arg, Prefix: p.Argument.Value, Principal: principal(req.Extra)}
	if p.Context != nil {
		call.Values = p.Context.Arguments
	}
	result, err := s.valuesFor(ctx, call, c)
	if err != nil {
		return nil, protocolError(KindCompletion, name, err, "")
	}
	values, total := result.Values, len(result.Values)
	values = append([]string{}, values[:min(total, maxCompletions)]...)
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: values, Total: total, HasMore: total > len(values)}}, nil
}

// completable returns the name of what has the argument that is to be completed
// and all its arguments; false when s does not have it.
func (s *Server) completable(c completion) (name string, args []string, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if c.kind == KindResource {
		for _, entry := range s.templates {
			if entry.resource.URI == c.of {
				for _, v := range entry.vars {
					args = append(args, v.Name)
				}
				return entry.resource.Name, args, true
			}
		}
		return "", nil, false
	}
	entry := s.prompts[c.of]
	if entry == nil {
		return "", nil, false
	}
	for _, arg := range entry.prompt.Args {
		args = append(args, arg.Name)
	}
	return c.of, args, true
}

// valuesFor runs the completer; without one there are no values.
func (s *Server) valuesFor(ctx context.Context, call *Call, c completion) (Result, error) {
	return s.intercept(ctx, call, s.limits.CallTime, func(ctx context.Context, call *Call) (Result, error) {
		s.mu.RLock()
		complete := s.completer[c]
		s.mu.RUnlock()
		if complete == nil {
			return Result{}, nil
		}
		return s.guard(ctx, call, s.limits.CallTime, func(ctx context.Context) (Result, error) {
			values, err := complete(ctx, call.Prefix, Args{values: call.Values, some: true})
			return Result{Values: values}, err
		})
	})
}
