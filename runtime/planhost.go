package mcpruntime

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"

	"github.com/go-faster/jx"

	"github.com/mcpgen/mcpgen/runtime/handle"
	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// A result of more than inlineBytes stays on the server, and so do those of more
// than tinyBytes once a program has answered with inlineTotal: a model has to read
// all that, and while its user is asked it travels in the state of the call, which
// has room for [maxState].
const (
	tinyBytes   = 256
	inlineBytes = 2 << 10
	inlineTotal = 48 << 10
)

// maxFound is how many tools find shows.
const maxFound = 8

// programHost makes the calls of a program for one caller.
type programHost struct {
	server    *Server
	dialog    *dialog // nil where there is no client
	principal string
	view      *planner.View
	progress  *programProgress // nil when nobody has asked for it
	inlined   atomic.Int64     // bytes of results that the answer has
	values    *holding         // set when the program runs
}

// tools are what the program can call. When it goes on after a question that is
// whatever there is, lest finished calls be lost because the caller sees less
// now: a call of a tool that is no longer shown fails by itself.
func (h *programHost) tools(readOnlyTools bool) *program.Tools {
	p, view := h.server.plan(), h.view
	if h.dialog.resumed() {
		view = p.registry.All()
	}
	return p.programTools(view, readOnlyTools)
}

// toolsKey is what tools of programs are made of.
type toolsKey struct {
	view     *planner.View
	readOnly bool // the others are refused
}

// maxToolSets is how many sets of tools are kept for the next program.
const maxToolSets = 64

// programTools returns the tools of a view, which are the same for each program:
// reading their lines takes longer than most programs.
func (p *planned) programTools(v *planner.View, readOnlyTools bool) *program.Tools {
	key := toolsKey{v, readOnlyTools}
	p.mu.Lock()
	defer p.mu.Unlock()
	tools := p.tools[key]
	if tools == nil {
		if len(p.tools) >= maxToolSets {
			clear(p.tools)
		}
		tools = newProgramTools(v, readOnlyTools)
		p.tools[key] = tools
	}
	return tools
}

func newProgramTools(v *planner.View, readOnlyTools bool) *program.Tools {
	var list []program.Tool
	for _, t := range v.Tools() {
		tool := program.Tool{Name: t.Name, ReadOnly: t.ReadOnly, Open: t.Open}
		var err error
		if tool.Signature, err = planner.ParseSignature(t.Line); err != nil { // of a line by hand
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
	out, err := h.server.callInner(ctx, h.dialog, inner{key: call.Label, tool: call.Tool, args: call.Args, keep: h.keep, progress: h.progress.of(call.Label)})
	if !errors.Is(err, ErrSuspended) {
		h.progress.ended(ctx, call)
	}
	switch {
	case errors.Is(err, ErrSuspended):
		return program.Outcome{}, program.ErrSuspended
	case err != nil:
		d := describe(KindTool, call.Tool, err)
		return program.Outcome{}, &program.Failure{Code: cmp.Or(d.code, program.CodeError), Message: d.text}
	case out.Failed:
		return program.Outcome{}, &program.Failure{Code: cmp.Or(out.Code, program.CodeError), Message: out.Message, Pointers: out.Pointers}
	}
	if call.Needed && out.Handle != "" {
		_, _ = h.values.hold(ctx, out.Handle) // what is gone already is missed where it is referred to
	}
	h.inlined.Add(int64(len(out.Structured)))
	return program.Outcome{JSON: out.Structured, Handle: out.Handle, Summary: out.Summary, Content: out.Content}, nil
}

// Release implements [program.Keeper].
func (h *programHost) Release(id string) { h.values.release(id) }

// keep makes what the program needs of a result, and has a large one stay on the
// server.
func (h *programHost) keep(ctx context.Context, tool string, result Result) (out innerOutcome, err error) {
	entry := h.server.tool(tool)
	var kept struct{ Handle, Summary string }
	switch {
	case entry == nil:
	case entry.tool.Handle != "" && json.Unmarshal(result.Structured, &kept) == nil:
		return innerOutcome{Handle: strings.TrimPrefix(kept.Handle, "#"), Summary: kept.Summary}, nil
	case entry.tool.Wrapped:
		result.Structured = inWrapper(result.Structured)
	}
	content := contentIn(result)
	if h.dialog != nil { // who will be sent it
		if out.Content, err = keepContent(h.values.keeping(ctx), content); err != nil {
			return failed(err, tool), nil
		}
	}
	if out.Structured = result.Structured; out.Structured == nil {
		out.Structured = contentText(content)
	}
	if n := len(out.Structured); n <= tinyBytes || n <= inlineBytes && h.inlined.Load()+int64(n) <= inlineTotal {
		return out, nil
	}
	held, err := keepJSON(ctx, tool, out.Structured)
	if err != nil {
		return failed(err, tool), nil
	}
	return innerOutcome{Handle: held.Ref[1:], Summary: held.Summary, Content: out.Content}, nil
}

// inWrapper returns the value of a wrapped result, however an interceptor has
// written it and whatever its size; nil for nothing.
func inWrapper(structured []byte) (value []byte) {
	err := jx.DecodeBytes(structured).ObjBytes(func(d *jx.Decoder, name []byte) error {
		raw, err := d.Raw()
		if string(name) == wrapper.Names[0] {
			value = raw
		}
		return err
	})
	if err != nil {
		return nil
	}
	return value
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
	return h.view.Found(query, maxFound), nil
}

// tool returns a tool by its name; nil when there is none.
func (s *Server) tool(name string) *registeredTool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.tools[name]
}
