package client

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/codec"
	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// tool declares the method that calls a tool.
func (c *section) tool(t *model.Tool) {
	m := c.method(&t.Func)
	m.keeps = t.Handled()
	args := m.scope.Local("args")
	word := model.Unexported(m.typeName) + model.Exported(m.methods[m.f])
	out := c.Pkg.Output(t)
	vars := m.resultVars(t)
	props := ""
	if out.Wrap || len(vars) > 1 {
		props = c.codecs.Props(word, "results of "+m.methods[m.f], vars)
	}
	m.declare(t.Doc, t.Deprecated, func(g *jen.Group) {
		g.Id(args).Op(":=").Add(jenx.Runtime("NewWriter")).Call()
		m.writeArguments(g, t, args)
		arguments := append([]jen.Code{jen.Id(m.ctx), jenx.Str(t.Name), jen.Id(args)}, headers(t.Headers)...)
		if out.Handle != nil {
			g.Return(jenx.Runtime("HandleOf").Types(m.GoType(out.Handle)).Call(m.call("CallTool", arguments...)))
			return
		}
		if out.Content {
			g.Return(m.callContent(t.Func.Results[0].Type, arguments))
			return
		}
		call := m.call("CallTool", arguments...)
		if out.None() {
			g.List(jen.Id("_"), jen.Id(m.err)).Op(":=").Add(call)
			g.Return(jen.Id(m.err))
			return
		}
		reader := m.scope.Local("r")
		g.List(jen.Id(reader), jen.Id(m.err)).Op(":=").Add(call)
		m.fail(g)
		if props != "" {
			c.codecs.ReadObject(g, m.scope, reader, props, word, vars)
		} else {
			c.codecs.ReadValue(g, m.scope, reader, m.results[0], word, t.Func.Results[0].Type)
		}
		g.Return(m.values(jen.Id(reader).Dot("Done").Call())...)
	})
}

// callContent spells the call of a tool whose result is no data.
func (m *method) callContent(result *model.Type, arguments []jen.Code) *jen.Statement {
	name := "CallToolContent"
	switch result.Kind {
	case model.Ptr:
		name = "CallToolResult"
	case model.List:
		name = "CallToolContents"
	}
	call := m.call(name, arguments...)
	if result.Kind == model.Native && result.Basic != "Content" {
		return jenx.Runtime("ContentAs").Types(m.GoType(result)).Call(call)
	}
	return call
}

// headers spells which arguments travel as HTTP headers, too.
func headers(list []model.Header) []jen.Code {
	var args []jen.Code
	for _, h := range list {
		path := jen.Index().String().ValuesFunc(func(g *jen.Group) {
			for _, name := range h.Path {
				g.Add(jenx.Str(name))
			}
		})
		args = append(args, jenx.Runtime("ParamHeader").Values(jen.Id("Name").Op(":").Add(jenx.Str(h.Name)), jen.Id("Path").Op(":").Add(path)))
	}
	return args
}

// resultVars are the results as properties of the object that carries them.
func (m *method) resultVars(t *model.Tool) []codec.Variable {
	vars := make([]codec.Variable, len(t.Func.Results))
	for i, r := range t.Func.Results {
		property := r.Property
		if len(t.Func.Results) == 1 {
			property.Name = model.WrapName
		}
		vars[i] = codec.Variable{Property: &property, Local: m.results[i]}
	}
	return vars
}

func (m *method) writeArguments(g *jen.Group, t *model.Tool, args string) {
	params := t.Func.Params
	if t.Struct {
		typ, address := params[0].Type, jen.Op("&").Id(m.params[0])
		if typ.Kind == model.Ptr {
			typ, address = typ.Elem, jen.Id(m.params[0])
			g.If(jen.Id(m.params[0]).Op("==").Nil()).Block(
				jen.Id(m.params[0]).Op("=").New(m.GoType(typ)),
			)
		}
		m.codecs.WriteStruct(g, args, address, m.Pkg.Named(typ.Ref))
		return
	}
	m.writeParams(g, args)
}

// writeParams writes an object of the parameters, without those that are absent.
func (m *method) writeParams(g *jen.Group, args string) {
	vars := make([]codec.Variable, len(m.f.Params))
	for i, p := range m.f.Params {
		vars[i] = codec.Variable{Property: &p.Property, Local: m.params[i], Variadic: p.Variadic}
	}
	m.codecs.WriteObject(g, m.scope, args, vars, true)
}

// call spells a call over the connection.
func (m *method) call(callee string, args ...jen.Code) *jen.Statement {
	return jen.Id(m.recv).Dot(m.field).Dot(callee).Call(args...)
}

func paragraphs(text string) []string { return strings.Split(text, "\n\n") }

func isDeprecation(paragraph string) bool { return strings.HasPrefix(paragraph, "Deprecated: ") }
