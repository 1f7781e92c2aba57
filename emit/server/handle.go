package server

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/codec"
	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// handleKind is what a tool calls the handles that it answers with; "" for none.
func (s *section) handleKind(t *model.Tool) string {
	if value := t.Handled(); value != nil {
		return s.pkg.HandleKind(value)
	}
	return ""
}

// keepResult answers with a handle of the result.
func (h *handler) keepResult(g *jen.Group, value *model.Type, ctx, out string, result codec.Variable) {
	local := jen.Id(result.Local)
	if result.Type.Kind != model.Handle {
		if result.Type.Kind == model.Ptr {
			h.refuseNil(g, result.Local)
			local = jen.Op("*").Add(local)
		}
		local = jenx.Runtime("NewHandle").Call(local)
	}
	g.Return(jenx.Runtime("KeepHandle").Call(jen.Id(ctx), jen.Id(out), jen.Op("&").Id(h.kindVar(value)), local))
}

// kindVar is the variable that says how values of a type are kept, which is
// declared with its first use.
func (s *section) kindVar(value *model.Type) string {
	id := value.ID()
	if name, ok := s.kinds[id]; ok {
		return name
	}
	kind := s.pkg.HandleKind(value)
	word := model.Camel(kind)
	name := s.file.Ident(word + "Handles")
	s.kinds[id] = name
	s.later = append(s.later, func() {
		entries := []field{text("Name", kind), {"Write", jen.Id(s.codecs.Writer(value, word))}}
		if f := s.pkg.SummaryOf(value); f != nil {
			summary := jen.Id(f.Func)
			if f.Owner != "" {
				summary = jen.Id(f.Owner).Dot(f.Func)
			}
			entries = append(entries, field{"Summary", summary})
		}
		jenx.Doc(s.file, name+" says how values of kind "+kind+" are kept.")
		s.file.Var().Id(name).Op("=").Add(jenx.Runtime("HandleKind")).Types(s.file.GoType(value)).Values(inline(entries...)...)
		s.file.Line()
	})
	return name
}

// handleKinds declares what the tools have used.
func (s *section) handleKinds() {
	for _, declare := range s.later {
		declare()
	}
}
