package mcpruntime

import (
	"bytes"
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Result is the outcome of a call that has no error. Which fields are set
// depends on what was called.
type Result struct {
	// Structured is the result of a tool as a JSON object; nil for a tool that
	// returns nothing, or content.
	Structured []byte
	// Text is the result of a tool as a model reads it: the structured result
	// as compact JSON, a wrapped string as it is, or the texts of content.
	Text string
	// Content is what a tool returns that returns content. Beside Structured it
	// stands in the place of Text.
	Content []Content
	// Tool is the result of a tool that makes all of it: Structured and Content are
	// nil then. It must not be changed, but can be replaced.
	Tool *mcp.CallToolResult
	// Contents are those of a resource.
	Contents Contents
	// Resources are those of a listing.
	Resources []Resource
	// Messages are those of a prompt.
	Messages Messages
	// Values are those that complete an argument, also beyond what one answer
	// can hold.
	Values []string
}

// Call calls a tool: it decodes the arguments (a JSON object; nil means none),
// calls the function and encodes its result. The error is that of the tool:
// what the function returned, or an error of this package for bad arguments,
// panics and limits. It is an [*RPCError] for an unknown tool and for arguments
// that are no object, and what [Server.Err] says when that is not nil. A tool
// that the caller's view does not show is unknown; the caller is the principal "".
func (s *Server) Call(ctx context.Context, name string, args []byte) (Result, error) {
	if err := s.start(); err != nil {
		return Result{}, err
	}
	// A tool that calls another one does not lend it its client.
	return s.callTool(context.WithValue(ctx, dialogKey{}, (*dialog)(nil)), name, args, "")
}

// callTool is Call on a server that has been checked.
func (s *Server) callTool(ctx context.Context, name string, args []byte, principal string) (Result, error) {
	s.mu.RLock()
	entry, ok := s.tools[name]
	s.mu.RUnlock()
	view, err := s.callerView(ctx, principal)
	if err != nil {
		return Result{}, err
	}
	if !ok || !view.Has(name) && s.modeTools[name] == nil {
		return Result{}, unknownTool(name)
	}
	args, err = argumentObject(args)
	if err != nil {
		return Result{}, err
	}
	call := &Call{Kind: KindTool, Name: name, Arguments: args, Principal: principal}
	return s.intercept(ctx, call, entry.limit(s), func(ctx context.Context, call *Call) (Result, error) {
		if n, most := len(call.Arguments), s.limits.ArgumentBytes; n > most {
			return Result{}, Errorf(CodeBadArgument, "bad arguments: %d bytes, at most %d are allowed", n, most)
		}
		return s.guard(ctx, call, entry.limit(s), func(ctx context.Context) (Result, error) {
			return s.invoke(ctx, entry, call.Arguments)
		})
	})
}

func unknownTool(name string) *RPCError { return invalidParams("unknown tool %q", shorten(name)) }

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
func (s *Server) invoke(ctx context.Context, entry *registeredTool, args []byte) (result Result, err error) {
	dialogOf(ctx).runs(entry.tool, args)
	in, out := pooledReader(args, s.limits), pooledWriter()
	in.lenient, in.ctx = s.lenient, ctx
	// Not deferred: after a panic the function may have left a goroutine that
	// still holds them.
	if err := entry.handler(ctx, in, out); err != nil {
		in.free()
		out.free()
		return Result{}, err
	}
	if out.err != nil {
		return Result{}, Errorf(CodeInternal, "the result of %s cannot be encoded: %w", entry.tool.Name, out.err)
	}
	if n, most := len(out.buf), s.limits.ResultBytes; n > most {
		return Result{}, Errorf(CodeTooLarge, "the result of %s has %d bytes, at most %d are allowed", entry.tool.Name, n, most)
	}
	if nests(out.buf, partDepth) {
		return Result{}, Errorf(CodeTooLarge, "the result of %s is nested too deep: at most %d levels are allowed", entry.tool.Name, partDepth)
	}
	if result, err = s.madeResult(entry.tool.Name, out.made); err != nil {
		return Result{}, err
	}
	if len(out.buf) > 0 {
		result.Structured = bytes.Clone(out.buf)
		switch {
		case result.Content != nil: // which the text is that of
		case entry.tool.Wrapped:
			result.Text = unwrapped(result.Structured)
		default:
			result.Text = string(result.Structured)
		}
	}
	in.free()
	out.free()
	return result, nil
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
