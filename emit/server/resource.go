package server

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// resource declares the definition and the handler of a resource.
func (s *section) resource(r *model.Resource) {
	n := s.names[&r.Func]
	jenx.Doc(s.file, n.definition+" describes "+goName(&r.Func)+".")
	s.file.Var().Id(n.definition).Op("=").Add(jenx.Runtime("Resource")).Values(fields(
		text("URI", r.URI),
		flag("Template", r.Template),
		text("Name", r.Name),
		text("Title", r.Title),
		text("Description", r.Doc),
		text("MIME", r.MIME),
		field{"Icons", icons(r.Icons)},
		text("Meta", metaText(r.Meta)),
		field{"Cache", cache(r.Cache)},
	)...)
	s.file.Line()

	h := s.handler(&r.Func)
	ctx, vars := h.scope.Local("ctx"), h.scope.Local("vars")
	h.declare("calls "+goName(&r.Func)+".", "ResourceHandler", func(f *jen.Statement) *jen.Statement {
		return f.Params(jen.Id(ctx).Qual("context", "Context"), jen.Id(vars).Add(jenx.Runtime("Vars"))).
			Params(jenx.Runtime("Contents"), jen.Error())
	}, func(g *jen.Group) {
		h.fill(g, ctx, func(err jen.Code) *jen.Statement { return jen.Return(jenx.Runtime("Contents").Values(), err) })
		var args []jen.Code
		for _, p := range r.Func.Params {
			args = append(args, jen.Id(vars).Dot("Get").Call(jenx.Str(p.Name)))
		}
		content := "Text"
		if r.Binary {
			content = "Blob"
		}
		h.returnText(g, ctx, args, content)
	})
}

// returnText calls the function and returns its only result through a
// constructor of the runtime.
func (h *handler) returnText(g *jen.Group, ctx string, args []jen.Code, constructor string) {
	result := h.resultName(h.f.Results[0])
	if h.f.Results[0].Go == "" {
		result = "text"
		if constructor == "Blob" {
			result = "data"
		}
	}
	result = h.scope.Local(result)
	left, err := []jen.Code{jen.Id(result)}, jen.Nil()
	if h.f.Error {
		left, err = append(left, jen.Id(h.err)), jen.Id(h.err)
	}
	g.List(left...).Op(":=").Add(h.call(ctx, args...))
	g.Return(jenx.Runtime(constructor).Call(jen.Id(result)), err)
}
