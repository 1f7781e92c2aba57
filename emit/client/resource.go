package client

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// readers are the methods of the runtime's client that read resources.
var readers = map[model.Holding]string{
	model.HoldsText: "ReadText", model.HoldsBytes: "ReadBlob", model.HoldsContents: "ReadContents", model.HoldsParts: "ReadParts",
}

// resource declares the method that reads a resource.
func (c *section) resource(r *model.Resource) {
	m := c.method(&r.Func)
	m.declare(r.Doc, false, func(g *jen.Group) {
		g.Return(m.call(readers[r.Holds], jen.Id(m.ctx), m.target(g, r)))
	})
}

// target is the URI to read: expanded with the parameters as they are where
// all of them are text, and else with an object of them.
func (m *method) target(g *jen.Group, r *model.Resource) jen.Code {
	if len(r.Func.Params) == 0 {
		return jenx.Str(r.URI)
	}
	if !slices.ContainsFunc(r.Func.Params, func(p *model.Param) bool { return p.Type.Kind != model.String || p.Optional }) {
		args := []jen.Code{jenx.Str(r.URI)}
		for i, p := range r.Func.Params {
			args = append(args, jenx.Str(p.Name), jen.Id(m.params[i]))
		}
		return jenx.Runtime("ExpandURI").Call(args...)
	}
	args, uri := m.scope.Local("args"), m.scope.Local("uri")
	g.Id(args).Op(":=").Add(jenx.Runtime("NewWriter")).Call()
	m.writeParams(g, args)
	g.List(jen.Id(uri), jen.Id(m.err)).Op(":=").Add(jenx.Runtime("ExpandArguments")).Call(jenx.Str(r.URI), jen.Id(args))
	m.fail(g)
	return jen.Id(uri)
}

// listing declares the method that lists the resources of a template.
func (c *section) listing(l *model.Listing) {
	m := c.method(&l.Func)
	m.declare(l.Doc, false, func(g *jen.Group) {
		g.Return(m.call("ListInstances", jen.Id(m.ctx), jenx.Str(l.Template)))
	})
}
