package mcpruntime

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/handle"
	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// inlineBytes is how large a result in the answer of a program may be; what is
// larger stays on the server.
const inlineBytes = 2 << 10

// maxFound is how many tools find shows.
const maxFound = 8

// programHost makes the calls of a program for one caller.
type programHost struct {
	server    *Server
	dialog    *dialog // nil where there is no client
	principal string
	view      *planner.View
	values    *holding // set when the program runs
}

// tools are what the program can call.
func (h *programHost) tools(readOnlyTools bool) *program.Tools {
	var list []program.Tool
	for _, t := range h.view.Tools() {
		tool := program.Tool{Name: t.Name, ReadOnly: t.ReadOnly}
		var err error
		if tool.Signature, err = planner.ParseSignature(t.Line); err != nil { // of a tool added by hand
			tool.Signature, tool.Open = &planner.Signature{Result: &planner.Type{Kind: planner.Any}}, true
		}
		if readOnlyTools && !t.ReadOnly {
			tool.Refused = "use " + changesTool + ", which is for tools that change something"
		}
		list = append(list, tool)
	}
	return program.NewTools(list...)
}

// Call implements [program.Host].
func (h *programHost) Call(ctx context.Context, call program.Invocation) (program.Outcome, error) {
	if call.Needed {
		ctx = h.values.keeping(ctx)
	}
	out, err := h.server.callInner(ctx, h.dialog, inner{key: call.Label, tool: call.Tool, args: call.Args, keep: h.keep})
	switch {
	case errors.Is(err, ErrSuspended):
		return program.Outcome{}, program.ErrSuspended
	case err != nil:
		return program.Outcome{}, err
	case out.Failed:
		return program.Outcome{}, &program.Failure{Code: cmp.Or(out.Code, program.CodeError), Message: out.Message}
	}
	if call.Needed && out.Handle != "" {
		_, _ = h.values.hold(ctx, out.Handle) // what is gone already is missed where it is referred to
	}
	return program.Outcome{JSON: out.Structured, Handle: out.Handle, Summary: out.Summary}, nil
}

// Release implements [program.Keeper].
func (h *programHost) Release(id string) { h.values.release(id) }

// keep makes an outcome what the program needs of it, and has a large one stay
// on the server.
func (h *programHost) keep(ctx context.Context, tool string, out innerOutcome) (innerOutcome, error) {
	if out.Failed {
		return out, nil
	}
	entry := h.server.tool(tool)
	var kept struct{ Handle, Summary string }
	switch {
	case entry == nil:
	case entry.tool.Handle != "" && json.Unmarshal(out.Structured, &kept) == nil:
		return innerOutcome{Handle: strings.TrimPrefix(kept.Handle, "#"), Summary: kept.Summary}, nil
	case entry.tool.Wrapped:
		out.Structured = inWrapper(out.Structured)
	}
	if out.Structured == nil && out.Text != "" { // content
		out.Structured, _ = json.Marshal(out.Text)
	}
	out.Text = ""
	if len(out.Structured) <= inlineBytes {
		return out, nil
	}
	held, err := keepJSON(ctx, tool, out.Structured)
	if err != nil {
		return failed(err, tool), nil
	}
	return innerOutcome{Handle: held.Ref[1:], Summary: held.Summary}, nil
}

// inWrapper returns the value of a wrapped result, however an interceptor has
// written it and whatever its size; nil for nothing.
func inWrapper(structured []byte) (value []byte) {
	var members map[string]json.RawMessage
	if json.Unmarshal(structured, &members) != nil {
		return nil
	}
	return members[wrapper.Names[0]]
}

// Value implements [program.Host].
func (h *programHost) Value(ctx context.Context, id string) ([]byte, error) {
	doc, err := h.values.document(ctx, id)
	if e := (*handle.Error)(nil); errors.As(err, &e) {
		return nil, &program.Failure{Code: e.Code, Message: e.Message}
	}
	return doc.JSON, err
}

// Help implements [program.Host].
func (h *programHost) Help(_ context.Context, names []string) (string, error) {
	return h.view.Help(names...)
}

// Find implements [program.Host].
func (h *programHost) Find(_ context.Context, query string) (string, error) {
	var b strings.Builder
	for _, t := range h.view.Search(query, maxFound) {
		b.WriteString(t.String() + "\n")
	}
	if b.Len() == 0 {
		return "nothing", nil
	}
	return b.String(), nil
}

// tool returns a tool by its name; nil when there is none.
func (s *Server) tool(name string) *registeredTool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.tools[name]
}
