package server

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/codec"
	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// prompt declares the definition and the handler of a prompt.
func (s *section) prompt(p *model.Prompt) {
	n := s.names[&p.Func]
	jenx.Doc(s.file, n.definition+" describes "+goName(&p.Func)+".")
	s.file.Var().Id(n.definition).Op("=").Add(jenx.Runtime("Prompt")).Values(fields(
		text("Name", p.Name),
		text("Title", p.Title),
		text("Description", p.Doc),
		field{"Args", s.promptArgs(p.Func.Params)},
		field{"Icons", icons(p.Icons)},
		text("Meta", metaText(p.Meta)),
	)...)
	s.file.Line()
	s.arguments(&p.Func, p.Func.Params)

	h := s.handler(&p.Func)
	ctx := h.scope.Local("ctx")
	t := h.texts(p.Func.Params)
	h.declare("calls "+goName(&p.Func)+".", "PromptHandler", func(f *jen.Statement) *jen.Statement {
		return f.Params(jen.Id(ctx).Qual("context", "Context"), jen.Id(t.args).Add(jenx.Runtime("Args"))).
			Params(jenx.Runtime("Messages"), jen.Error())
	}, func(g *jen.Group) {
		pass := t.read(g)
		h.fill(g, ctx, func(err jen.Code) *jen.Statement { return jen.Return(jen.Nil(), err) })
		h.returnMessages(g, ctx, pass)
	})
}

func (s *section) promptArgs(params []*model.Param) *jen.Statement {
	if len(params) == 0 {
		return nil
	}
	return jen.Index().Add(jenx.Runtime("PromptArg")).ValuesFunc(func(g *jen.Group) {
		for _, p := range params {
			title := ""
			if p.Rules != nil {
				title = p.Rules.Title
			}
			g.Line().Values(inline(
				text("Name", p.Name),
				text("Title", title),
				text("Description", s.pkg.TextForm(&p.Property)),
				flag("Required", !p.Optional),
			)...)
		}
		g.Line()
	})
}

// returnMessages calls the function and returns what it yields as messages.
func (h *handler) returnMessages(g *jen.Group, ctx string, args []jen.Code) {
	result := h.f.Results[0]
	switch {
	case result.Type.Kind == model.String:
		h.returnText(g, ctx, args, "UserText")
	case result.Type.Kind == model.Native:
		message, left, err := h.scope.Local("message"), []jen.Code(nil), jen.Nil()
		if left = append(left, jen.Id(message)); h.f.Error {
			left, err = append(left, jen.Id(h.err)), jen.Id(h.err)
		}
		g.List(left...).Op(":=").Add(h.call(ctx, args...))
		g.Return(jenx.Runtime("Messages").Values(jen.Id(message)), err)
	case h.f.Error:
		g.Return(h.call(ctx, args...))
	default:
		g.Return(h.call(ctx, args...), jen.Nil())
	}
}

// textArgs are arguments that are text on the wire under construction: plain ones
// are taken as they are, others are read into the struct of the function.
type textArgs struct {
	*handler
	params []*model.Param
	args   string // name of the mcpruntime.Args
	typed  string // name of the struct; empty when all are plain
}

func (h *handler) texts(params []*model.Param) *textArgs {
	t := &textArgs{handler: h, params: params}
	if h.names[h.f].args != "" {
		t.typed, t.args = h.scope.Local("args"), h.scope.Local("texts")
		return t
	}
	t.args = h.scope.Local("args")
	return t
}

// read reads the arguments and returns what to pass for them; on a fault it
// returns from the function.
func (t *textArgs) read(g *jen.Group) []jen.Code {
	var pass []jen.Code
	if t.typed == "" {
		for _, p := range t.params {
			pass = append(pass, plainArg(p, t.args))
		}
		return pass
	}
	in := t.scope.Local("in")
	g.Id(in).Op(":=").Id(t.args).Dot("Reader").Call()
	pass = t.positional(g, in, t.typed, t.params)
	err := func() *jen.Statement { return jen.Id(t.err) }
	g.If(err().Op(":=").Id(in).Dot("Done").Call(), err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), err()))
	return pass
}

// allPlain reports whether none of the arguments need reading.
func allPlain(params []*model.Param) bool {
	return !slices.ContainsFunc(params, func(p *model.Param) bool { return !codec.Plain(p) })
}

// plainArg spells the argument that the function gets: a string, or a pointer to
// one that is nil when it is absent.
func plainArg(p *model.Param, args string) jen.Code {
	name := jenx.Str(p.Name)
	pointer := p.Type.Kind == model.Ptr
	if p.Rules != nil && p.Rules.Default != "" {
		value := jen.Id(args).Dot("Default").Call(name, jenx.Str(model.Unquote(p.Rules.Default)))
		if pointer {
			return jen.New(value)
		}
		return value
	}
	if pointer {
		return jen.Id(args).Dot("Optional").Call(name)
	}
	return jen.Id(args).Dot("Get").Call(name)
}
