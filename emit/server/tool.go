package server

import (
	"cmp"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/codec"
	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// tool declares the definition of a tool, its arguments and its handler.
func (s *section) tool(t *model.Tool) {
	s.definition(t)
	if !t.Struct {
		s.arguments(&t.Func, t.Func.Params)
	}
	s.toolHandler(t)
}

func (s *section) definition(t *model.Tool) {
	n := s.names[&t.Func]
	jenx.Doc(s.file, n.definition+" describes "+goName(&t.Func)+".")
	s.file.Var().Id(n.definition).Op("=").Add(jenx.Runtime("Tool")).Values(fields(
		text("Name", t.Name),
		text("Title", t.Title),
		text("Description", t.Doc),
		text("Line", s.line(t.Name)),
		text("Input", schema.Input(s.pkg, t)),
		text("Output", schema.Output(s.pkg, t)),
		text("Handle", s.handleKind(t)),
		flag("Wrapped", t.Wrap),
		field{"Hints", hints(t.Hints)},
		texts("Groups", t.Groups),
		text("Stage", t.Stage),
		field{"Icons", icons(t.Icons)},
		text("Meta", metaText(t.Meta)),
		field{"Timeout", duration(t.Timeout)},
	)...)
	s.file.Line()
}

// line is that of a tool.
func (s *section) line(name string) string {
	i, _ := slices.BinarySearchFunc(s.lines, name, func(e planner.Entry, name string) int { return cmp.Compare(e.Name, name) })
	return s.lines[i].Line
}

// hints spells the annotations as flags; nil when nothing is said.
func hints(h model.Hints) *jen.Statement {
	var flags *jen.Statement
	for _, hint := range []struct {
		said    *bool
		yes, no string
	}{
		{h.ReadOnly, "ReadOnly", "NotReadOnly"},
		{h.Destructive, "Destructive", "NotDestructive"},
		{h.Idempotent, "Idempotent", "NotIdempotent"},
		{h.OpenWorld, "OpenWorld", "ClosedWorld"},
	} {
		if hint.said == nil {
			continue
		}
		name := hint.no
		if *hint.said {
			name = hint.yes
		}
		if flags == nil {
			flags = jenx.Runtime(name)
		} else {
			flags = flags.Op("|").Add(jenx.Runtime(name))
		}
	}
	return flags
}

// metaText is the _meta object of a tool, members in source order.
func metaText(pairs []model.Meta) string {
	if len(pairs) == 0 {
		return ""
	}
	text := "{"
	for i, p := range pairs {
		if i > 0 {
			text += ","
		}
		text += model.Quote(p.Key) + ":" + model.Quote(p.Value)
	}
	return text + "}"
}

// arguments declares the struct of a positional form and what reads it, for a
// function that needs them.
func (s *section) arguments(f *model.Func, params []*model.Param) {
	n := s.names[f]
	if n.args == "" {
		return
	}
	jenx.Doc(s.file, n.args+" holds the arguments of "+goName(f)+".")
	s.file.Type().Id(n.args).StructFunc(func(g *jen.Group) {
		for _, p := range params {
			g.Id(p.Go).Add(s.file.GoType(p.Type))
		}
	})
	s.file.Line()
	s.codecs.ReadArguments(n.readArgs, n.args, n.word, goName(f), params)
}

// toolHandler declares the function that reads the arguments, calls the user's
// function and writes its result.
func (s *section) toolHandler(t *model.Tool) {
	h := s.handler(&t.Func)
	ctx, in, out := h.scope.Local("ctx"), h.scope.Local("in"), h.scope.Local("out")
	h.declare("calls "+goName(&t.Func)+".", "Handler", func(f *jen.Statement) *jen.Statement {
		return f.Params(
			jen.Id(ctx).Qual("context", "Context"),
			jen.Id(in).Op("*").Add(jenx.Runtime("Reader")),
			jen.Id(out).Op("*").Add(jenx.Runtime("Writer")),
		).Error()
	}, func(g *jen.Group) {
		args := h.readArguments(g, t, in)
		if t.Approve {
			g.If(jen.Id(h.err).Op(":=").Add(jenx.Runtime("Approve")).Call(jen.Id(ctx)), jen.Id(h.err).Op("!=").Nil()).Block(jen.Return(jen.Id(h.err)))
		}
		h.fill(g, ctx, func(err jen.Code) *jen.Statement { return jen.Return(err) })
		h.callTool(g, t, ctx, out, args)
	})
}

// readArguments reads the arguments and returns what to pass for them.
func (h *handler) readArguments(g *jen.Group, t *model.Tool, in string) []jen.Code {
	if t.Open {
		g.Id(in).Dot("Open").Call()
	}
	if t.Lenient != nil && len(t.Func.Params) > 0 {
		g.Id(in).Dot("Lenient").Call(jen.Lit(*t.Lenient))
	}
	var pass []jen.Code
	params := t.Func.Params
	switch {
	case len(params) == 0:
		g.Id(in).Dot("Empty").Call()
	case t.Struct:
		args := h.scope.Local("args")
		named, pointer := h.structParam(params[0].Type)
		g.Id(args).Op(":=").Add(h.codecs.ReadStruct(in, named))
		value := jen.Id(args)
		if pointer {
			value = jen.Op("&").Add(value)
		}
		pass = []jen.Code{value}
	default:
		pass = h.positional(g, in, h.scope.Local("args"), params)
	}
	err := func() *jen.Statement { return jen.Id(h.err) }
	g.If(err().Op(":=").Id(in).Dot("Done").Call(), err().Op("!=").Nil()).Block(jen.Return(err()))
	return pass
}

// positional reads the arguments into a variable of the function's struct and
// returns what to pass for them.
func (h *handler) positional(g *jen.Group, in, args string, params []*model.Param) []jen.Code {
	n := h.names[h.f]
	h.declareArgs(g, args, n.args, params)
	g.Id(n.readArgs).Call(jen.Id(in), jen.Op("&").Id(args))
	var pass []jen.Code
	for _, p := range params {
		value := jen.Id(args).Dot(p.Go)
		if p.Variadic {
			value = value.Op("...")
		}
		pass = append(pass, value)
	}
	return pass
}

// declareArgs declares the arguments' variable, which holds the defaults.
func (h *handler) declareArgs(g *jen.Group, args, typeName string, params []*model.Param) {
	var defaults []field
	for _, p := range params {
		if p.Rules != nil && p.Rules.Default != "" {
			defaults = append(defaults, field{p.Go, h.codecs.Literal(p.Type, p.Rules.Default)})
		}
	}
	if len(defaults) == 0 {
		g.Var().Id(args).Id(typeName)
		return
	}
	g.Id(args).Op(":=").Id(typeName).Values(inline(defaults...)...)
}

// structParam returns the struct of a struct form and whether the function
// takes a pointer to it.
func (h *handler) structParam(t *model.Type) (*model.Named, bool) {
	if t.Kind == model.Ptr {
		return h.pkg.Named(t.Elem.Ref), true
	}
	return h.pkg.Named(t.Ref), false
}

// callTool calls the function and writes what it returns.
func (h *handler) callTool(g *jen.Group, t *model.Tool, ctx, out string, args []jen.Code) {
	results := t.Func.Results
	if len(results) == 0 {
		if t.Func.Error {
			g.Return(h.call(ctx, args...))
			return
		}
		g.Add(h.call(ctx, args...))
		g.Return(jen.Nil())
		return
	}
	vars := make([]codec.Variable, len(results))
	var left []jen.Code
	for i, r := range results {
		vars[i] = codec.Variable{Property: &r.Property, Local: h.scope.Local(h.resultName(r))}
		left = append(left, jen.Id(vars[i].Local))
	}
	if t.Func.Error {
		left = append(left, jen.Id(h.err))
	}
	g.List(left...).Op(":=").Add(h.call(ctx, args...))
	if t.Func.Error {
		g.If(jen.Id(h.err).Op("!=").Nil()).Block(jen.Return(jen.Id(h.err)))
	}
	if value := t.Handled(); value != nil {
		h.keepResult(g, value, ctx, out, vars[0])
		return
	}
	h.writeResult(g, t, out, vars)
	g.Return(jen.Nil())
}

func (h *handler) writeResult(g *jen.Group, t *model.Tool, out string, vars []codec.Variable) {
	if len(vars) > 1 {
		h.codecs.WriteObject(g, h.scope, out, vars, false)
		return
	}
	local, typ := vars[0].Local, vars[0].Type
	if typ.IsContent() {
		h.writeContent(g, out, local, typ)
		return
	}
	if h.pkg.Nullable(typ, false) {
		h.refuseNil(g, local)
	}
	h.codecs.WriteResult(g, h.scope, out, local, typ, t.Wrap)
}

// refuseNil returns an error for a result that is nil.
func (h *handler) refuseNil(g *jen.Group, local string) {
	g.If(jen.Id(local).Op("==").Nil()).Block(
		jen.Return(jenx.Runtime("NilResult").Call(jenx.Str(h.f.Name))),
	)
}

// writeContent hands on a result that is no data.
func (h *handler) writeContent(g *jen.Group, out, local string, t *model.Type) {
	if t.Kind == model.Ptr || t.Basic == "Content" {
		h.refuseNil(g, local)
	}
	if t.Kind == model.Ptr {
		g.Id(out).Dot("Result").Call(jen.Id(local))
		return
	}
	value := jen.Id(local)
	if t.Kind == model.List {
		value.Op("...")
	}
	g.Id(out).Dot("Content").Call(value)
}

// resultName is the name the user gave the result, else that of its type.
func (h *handler) resultName(r *model.Param) string {
	if r.Go != "" && r.Go != "_" {
		return r.Go
	}
	t := r.Type
	if t.IsContent() && t.Kind != model.Ptr {
		return "content"
	}
	if t.Kind == model.Handle {
		return "handle"
	}
	if t.Kind == model.Ptr {
		t = t.Elem
	}
	if t.Kind == model.Ref {
		return cmp.Or(model.Unexported(h.pkg.Named(t.Ref).Name), "result")
	}
	return "result"
}

// goName is how people call the function: Forecast, Store.Find.
func goName(f *model.Func) string {
	if f.Owner == "" {
		return f.Name
	}
	return f.Owner + "." + f.Name
}
