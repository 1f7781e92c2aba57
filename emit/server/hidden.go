package server

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// hiddenType spells the type of a parameter that the server fills.
func (s *section) hiddenType(h *model.Hidden) *jen.Statement {
	if h.Provided == nil {
		return s.file.GoType(h.Type)
	}
	name := jen.Qual(h.Provided.Pkg, h.Provided.Name)
	if h.Provided.Pkg == "" {
		name = jen.Id(h.Provided.Name)
	}
	if h.Provided.Pointer {
		return jen.Op("*").Add(name)
	}
	return name
}

// requireProviders has the server not start without the providers that the
// functions of an owner need; who stands in the finding of the one who forgot.
func (s *section) requireProviders(g *jen.Group, srv, owner string) {
	for _, f := range s.pkg.Funcs() {
		if f.Owner != owner {
			continue
		}
		for _, h := range f.Hidden {
			if h.Source == model.Provider {
				g.Add(jenx.Runtime("RequireProvider")).Types(s.hiddenType(h)).
					Call(jen.Id(srv), jenx.Str(h.Name), jenx.Str("the parameter "+h.Go+" of "+goName(f)))
			}
		}
	}
}

// fill makes the values of the hidden parameters; fail returns an error from the
// handler.
func (h *handler) fill(g *jen.Group, ctx string, fail func(err jen.Code) *jen.Statement) {
	for _, p := range h.f.Hidden {
		local := h.scope.Local(p.Go)
		value := jen.Id(local)
		switch p.Source {
		case model.Principal:
			value = jenx.Runtime("Principal").Call(jen.Id(ctx))
			if p.Type.Kind != model.String {
				value = h.file.GoType(p.Type).Call(value)
			}
		case model.Provider:
			g.List(jen.Id(local), jen.Id(h.err)).Op(":=").
				Add(jenx.Runtime("Provided").Types(h.hiddenType(p))).Call(jen.Id(ctx), jenx.Str(p.Name))
			g.If(jen.Id(h.err).Op("!=").Nil()).Block(fail(jen.Id(h.err)))
		case model.MetaKey:
			r := h.scope.Local("meta")
			g.Id(r).Op(":=").Add(jenx.Runtime("MetaReader")).Call(jen.Id(ctx), jenx.Str(p.Name))
			h.codecs.ReadNew(g, h.scope, r, local, h.names[h.f].word+model.Exported(p.Go), p.Type)
			g.If(jen.Id(h.err).Op(":=").Id(r).Dot("Done").Call(), jen.Id(h.err).Op("!=").Nil()).Block(fail(jen.Id(h.err)))
		}
		h.hidden = append(h.hidden, value)
	}
}
