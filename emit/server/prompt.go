package server

import (
	"github.com/dave/jennifer/jen"

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
		field{"Args", promptArgs(p.Func.Params)},
	)...)
	s.file.Line()

	h := s.handler(&p.Func)
	ctx, args := h.scope.Local("ctx"), h.scope.Local("args")
	h.declare("calls "+goName(&p.Func)+".", "PromptHandler", func(f *jen.Statement) *jen.Statement {
		return f.Params(jen.Id(ctx).Qual("context", "Context"), jen.Id(args).Add(jenx.Runtime("Args"))).
			Params(jenx.Runtime("Messages"), jen.Error())
	}, func(g *jen.Group) {
		var pass []jen.Code
		for _, param := range p.Func.Params {
			pass = append(pass, h.promptArg(param, args))
		}
		h.returnText(g, ctx, pass, "UserText")
	})
}

func promptArgs(params []*model.Param) *jen.Statement {
	if len(params) == 0 {
		return nil
	}
	return jen.Index().Add(jenx.Runtime("PromptArg")).ValuesFunc(func(g *jen.Group) {
		for _, p := range params {
			g.Line().Values(inline(
				text("Name", p.Name),
				text("Description", p.Doc),
				flag("Required", !p.Optional),
			)...)
		}
		g.Line()
	})
}

// promptArg spells the argument that the prompt's function gets.
func (h *handler) promptArg(p *model.Param, args string) jen.Code {
	get := func(method string, more ...jen.Code) *jen.Statement {
		return jen.Id(args).Dot(method).Call(append([]jen.Code{jenx.Str(p.Name)}, more...)...)
	}
	pointer := p.Type.Kind == model.Ptr
	switch {
	case p.Rules != nil && p.Rules.Default != "":
		value := get("Default", jenx.Str(model.Unquote(p.Rules.Default)))
		if pointer {
			return jen.New(h.fromText(p.Type.Elem, value))
		}
		return h.fromText(p.Type, value)
	case pointer && p.Type.Elem.Kind == model.Ref:
		return jen.Parens(h.file.GoType(p.Type)).Call(get("Optional"))
	case pointer:
		return get("Optional")
	default:
		return h.fromText(p.Type, get("Get"))
	}
}
