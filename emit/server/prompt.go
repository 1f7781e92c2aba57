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
		field{"Icons", icons(p.Icons)},
		text("Meta", metaText(p.Meta)),
	)...)
	s.file.Line()

	h := s.handler(&p.Func)
	ctx, args := h.scope.Local("ctx"), h.scope.Local("args")
	h.declare("calls "+goName(&p.Func)+".", "PromptHandler", func(f *jen.Statement) *jen.Statement {
		return f.Params(jen.Id(ctx).Qual("context", "Context"), jen.Id(args).Add(jenx.Runtime("Args"))).
			Params(jenx.Runtime("Messages"), jen.Error())
	}, func(g *jen.Group) {
		h.fill(g, ctx, func(err jen.Code) *jen.Statement { return jen.Return(jenx.Runtime("Messages").Values(), err) })
		var pass []jen.Code
		for _, param := range p.Func.Params {
			pass = append(pass, promptArg(param, args))
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

// promptArg spells the argument that the prompt's function gets: a string, or
// a pointer to one that is nil when it is absent.
func promptArg(p *model.Param, args string) jen.Code {
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
