package server

import (
	"cmp"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// plainText reports whether all parameters are the text of variables, of which
// nothing is asked.
func plainText(params []*model.Param) bool {
	return !slices.ContainsFunc(params, func(p *model.Param) bool {
		return p.Type.Kind != model.String || p.Optional || p.Rules != nil
	})
}

// resource declares the definition and the handler of a resource.
func (s *section) resource(r *model.Resource) {
	n := s.names[&r.Func]
	jenx.Doc(s.file, n.definition+" describes "+goName(&r.Func)+".")
	s.file.Var().Id(n.definition).Op("=").Add(jenx.Runtime("Resource")).Values(fields(
		text("URI", r.URI),
		flag("Template", r.Template),
		field{"Vars", s.variables(r)},
		text("Name", r.Name),
		text("Title", r.Title),
		text("Description", r.Doc),
		text("MIME", r.MIME),
		number("Size", r.Size),
		texts("Audience", r.Audience),
		literal("Priority", r.Priority),
		field{"Icons", icons(r.Icons)},
		text("Meta", metaText(r.Meta)),
		field{"Cache", cache(r.Cache)},
	)...)
	s.file.Line()
	s.arguments(&r.Func, r.Func.Params)
	s.resourceHandler(r)
}

// variables spells what the variables of a template are read as; nil where all
// of them are text.
func (s *section) variables(r *model.Resource) *jen.Statement {
	list := s.pkg.URIVariables(r)
	if !slices.ContainsFunc(list, func(v model.URIVariable) bool { return !v.Plain() }) {
		return nil
	}
	return jen.Index().Add(jenx.Runtime("Variable")).ValuesFunc(func(g *jen.Group) {
		for _, v := range list {
			g.Line().Values(inline(text("Name", v.Name), flag("Literal", v.Literal), flag("Optional", v.Optional), flag("List", v.List))...)
		}
		g.Line()
	})
}

// constructors make the runtime's contents of what functions return.
var constructors = map[model.Holding]string{model.HoldsText: "Text", model.HoldsBytes: "Bytes", model.HoldsParts: "Parts"}

// resultWords are the names of results that have none, by constructor.
var resultWords = map[string]string{"Bytes": "data", "Parts": "parts"}

func (s *section) resourceHandler(r *model.Resource) {
	h := s.handler(&r.Func)
	ctx, vars := h.scope.Local("ctx"), h.scope.Local("vars")
	h.declare("calls "+goName(&r.Func)+".", "ResourceHandler", func(f *jen.Statement) *jen.Statement {
		return f.Params(jen.Id(ctx).Qual("context", "Context"), jen.Id(vars).Add(jenx.Runtime("Vars"))).
			Params(jenx.Runtime("Contents"), jen.Error())
	}, func(g *jen.Group) {
		args := h.readVars(g, vars)
		h.fill(g, ctx, func(err jen.Code) *jen.Statement { return jen.Return(jenx.Runtime("Contents").Values(), err) })
		if r.Holds == model.HoldsContents {
			h.returnNative(g, ctx, args)
			return
		}
		h.returnText(g, ctx, args, constructors[r.Holds])
	})
}

// readVars reads the variables of a template and returns what to pass for them.
func (h *handler) readVars(g *jen.Group, vars string) []jen.Code {
	if h.names[h.f].args == "" {
		var args []jen.Code
		for _, p := range h.f.Params {
			args = append(args, jen.Id(vars).Dot("Get").Call(jenx.Str(p.Name)))
		}
		return args
	}
	in := h.scope.Local("in")
	g.Id(in).Op(":=").Id(vars).Dot("Reader").Call()
	args := h.positional(g, in, h.scope.Local("args"), h.f.Params)
	err := func() *jen.Statement { return jen.Id(h.err) }
	g.If(err().Op(":=").Id(in).Dot("Done").Call(), err().Op("!=").Nil()).Block(
		jen.Return(jenx.Runtime("Contents").Values(), err()),
	)
	return args
}

// listing declares the definition and the handler of a function that lists
// resources.
func (s *section) listing(l *model.Listing) {
	n := s.names[&l.Func]
	jenx.Doc(s.file, n.definition+" describes "+goName(&l.Func)+".")
	s.file.Var().Id(n.definition).Op("=").Add(jenx.Runtime("Listing")).Values(fields(
		text("Template", l.Template),
		text("Name", l.Name),
	)...)
	s.file.Line()
	h := s.handler(&l.Func)
	ctx := h.scope.Local("ctx")
	h.declare("calls "+goName(&l.Func)+".", "ListingHandler", func(f *jen.Statement) *jen.Statement {
		return f.Params(jen.Id(ctx).Qual("context", "Context")).Params(jen.Index().Add(jenx.Runtime("Resource")), jen.Error())
	}, func(g *jen.Group) { h.returnNative(g, ctx, nil) })
}

// returnNative returns what the function does, which is what the runtime takes.
func (h *handler) returnNative(g *jen.Group, ctx string, args []jen.Code) {
	if h.f.Error {
		g.Return(h.call(ctx, args...))
		return
	}
	g.Return(h.call(ctx, args...), jen.Nil())
}

// returnText calls the function and returns its only result through a
// constructor of the runtime.
func (h *handler) returnText(g *jen.Group, ctx string, args []jen.Code, constructor string) {
	result := h.resultName(h.f.Results[0])
	if h.f.Results[0].Go == "" {
		result = cmp.Or(resultWords[constructor], "text")
	}
	result = h.scope.Local(result)
	value := jen.Id(result)
	if constructor == "Parts" {
		value.Op("...")
	}
	left, err := []jen.Code{jen.Id(result)}, jen.Nil()
	if h.f.Error {
		left, err = append(left, jen.Id(h.err)), jen.Id(h.err)
	}
	g.List(left...).Op(":=").Add(h.call(ctx, args...))
	g.Return(jenx.Runtime(constructor).Call(value), err)
}
