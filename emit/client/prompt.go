package client

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/codec"
	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// prompt declares the method that gets a prompt.
func (c *section) prompt(p *model.Prompt) {
	m := c.method(&p.Func)
	args := m.scope.Local("args")
	m.declare(p.Doc, false, func(g *jen.Group) {
		m.texts(g, args, p.Func.Params, m.params)
		method := "GetPrompt"
		switch p.Func.Results[0].Type.Kind {
		case model.String:
			method = "GetPromptText"
		case model.Native:
			method = "GetPromptMessage"
		}
		g.Return(m.call(method, jen.Id(m.ctx), jenx.Str(p.Name), jen.Id(args)))
	})
}

// completer declares the method that asks for the values of a completer: those
// of the first argument that it completes.
func (c *section) completer(completer *model.Completer) {
	m := c.method(&completer.Func)
	args := m.scope.Local("earlier")
	m.declare(completer.Doc, false, func(g *jen.Group) {
		earlier := jen.Nil()
		if len(completer.Earlier()) > 0 {
			m.texts(g, args, completer.Earlier(), m.params[1:])
			earlier = jen.Id(args)
		}
		to := completer.For[0]
		method, of := "CompletePrompt", to.Prompt
		if to.URI != "" {
			method, of = "CompleteResource", to.URI
		}
		g.Return(m.call(method, jen.Id(m.ctx), jenx.Str(of), jenx.Str(to.Arg), jen.Id(m.params[0]), earlier))
	})
}

// texts declares a map of the arguments that are there, as text.
func (m *method) texts(g *jen.Group, args string, params []*model.Param, locals []string) {
	if slices.ContainsFunc(params, func(p *model.Param) bool { return !codec.Plain(p) }) {
		m.writeTexts(g, args, params, locals)
		return
	}
	g.Id(args).Op(":=").Map(jen.String()).String().ValuesFunc(func(g *jen.Group) {
		for i, param := range params {
			if param.Type.Kind != model.Ptr {
				g.Add(jenx.Str(param.Name)).Op(":").Id(locals[i])
			}
		}
	})
	for i, param := range params {
		if param.Type.Kind != model.Ptr {
			continue
		}
		name := func() *jen.Statement { return jen.Id(locals[i]) }
		g.If(name().Op("!=").Nil()).Block(jen.Id(args).Index(jenx.Str(param.Name)).Op("=").Op("*").Add(name()))
	}
}

// writeTexts makes the map of the JSON of the arguments.
func (m *method) writeTexts(g *jen.Group, args string, params []*model.Param, locals []string) {
	w := m.scope.Local("w")
	vars := make([]codec.Variable, len(params))
	for i, p := range params {
		vars[i] = codec.Variable{Property: &p.Property, Local: locals[i]}
	}
	g.Id(w).Op(":=").Add(jenx.Runtime("NewWriter")).Call()
	m.codecs.WriteObject(g, m.scope, w, vars, true)
	g.List(jen.Id(args), jen.Id(m.err)).Op(":=").Id(w).Dot("Texts").Call()
	m.fail(g)
}
