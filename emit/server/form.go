package server

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/internal/model"
)

// forms declares the forms of the package and what registers them, which every
// function that registers anything calls.
func (s *section) forms() {
	if len(s.pkg.Forms) == 0 {
		return
	}
	names := make([]string, len(s.pkg.Forms))
	srv := s.file.Scope().Local("s")
	jenx.Doc(s.file, s.registerForms+" tells "+srv+" how to ask for what functions of this package ask for.")
	s.file.Func().Id(s.registerForms).Params(jen.Id(srv).Op("*").Add(jenx.Runtime("Server"))).BlockFunc(func(g *jen.Group) {
		for i, f := range s.pkg.Forms {
			n := s.pkg.Named(f.Type.Ref)
			names[i] = s.file.Ident(model.Unexported(s.codecs.Word(n)) + "Form")
			g.Add(jenx.Runtime("RegisterForm")).Call(jen.Id(srv), jen.Op("&").Id(names[i]), jen.Id(s.codecs.Reader(n)))
		}
	})
	s.file.Line()
	for i, f := range s.pkg.Forms {
		n := s.pkg.Named(f.Type.Ref)
		jenx.Doc(s.file, names[i]+" asks for a "+n.Label()+".")
		s.file.Var().Id(names[i]).Op("=").Add(jenx.Runtime("Form")).Values(fields(
			text("Schema", schema.Form(s.pkg, f)),
			text("Legacy", schema.LegacyForm(s.pkg, f)),
			flag("Lists", schema.FormLists(s.pkg, f)),
		)...)
		s.file.Line()
	}
}
