package codec

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// caseWord is the part that a case adds to the names of its functions.
func (s *Set) caseWord(n *model.Named, c model.Case) string {
	return s.typeWord(n) + s.typeWord(s.pkg.CaseStruct(c))
}

// declareUnionReader declares the table of a union, the function that tells
// the cases apart, and one for each of them.
func (s *Set) declareUnionReader(name string, n *model.Named) {
	table := s.file.Ident(model.Unexported(s.typeWord(n)) + "Union")
	jenx.Doc(s.file, table+" lists what tells the types of "+n.Name+" apart.")
	s.file.Var().Id(table).Op("=").Add(jenx.Runtime("Union")).Values(
		jen.Id("Discriminator").Op(":").Add(jenx.Str(n.Union.Discriminator)),
		jen.Id("Values").Op(":").Index().String().ValuesFunc(func(g *jen.Group) {
			for _, c := range n.Union.Cases {
				g.Add(jenx.Str(c.Value))
			}
		}),
	)
	s.file.Line()
	readers := make([]string, len(n.Union.Cases))
	for i, c := range n.Union.Cases {
		readers[i] = s.file.Ident("read" + s.caseWord(n, c))
	}
	r := s.file.Scope().Local("r")
	jenx.Doc(s.file, name+" reads a value of type "+n.Name+".")
	s.file.Func().Id(name).Params(jen.Id(r).Op("*").Add(jenx.Runtime("Reader"))).Add(s.file.Named(n)).Block(
		jen.Switch(jen.Id(r).Dot("Case").Call(jen.Op("&").Id(table))).BlockFunc(func(g *jen.Group) {
			for i, c := range n.Union.Cases {
				value := jen.Id(readers[i]).Call(jen.Id(r))
				if c.Pointer() {
					value = jen.New(value)
				}
				g.Case(jenx.Str(c.Value)).Block(jen.Return(value))
			}
		}),
		jen.Return(jen.Nil()),
	)
	s.file.Line()
	for i, c := range n.Union.Cases {
		s.declareCaseReader(readers[i], n, c)
	}
}

func (s *Set) declareCaseReader(name string, n *model.Named, c model.Case) {
	b := s.newBody("r", model.Unexported(s.caseWord(n, c)))
	of := s.pkg.CaseStruct(c)
	tag := member{Property: &model.Property{Name: n.Union.Discriminator}, tag: true}
	subject := of.Name + " as a value of " + n.Name
	b.declareStructReader(name, "reads "+subject+".", "properties of "+subject, of, append([]member{tag}, fieldMembers(of)...))
}

// declareUnionWriter declares the function that appends a value of a union,
// and one for each case.
func (s *Set) declareUnionWriter(name string, n *model.Named) {
	writers := make([]string, len(n.Union.Cases))
	for i, c := range n.Union.Cases {
		writers[i] = s.file.Ident("write" + s.caseWord(n, c))
	}
	b := s.newBody("w", "")
	v := b.scope.Local("v")
	jenx.Doc(s.file, name+" appends a value of type "+n.Name+".")
	s.file.Func().Id(name).Params(
		jen.Id(b.rw).Op("*").Add(jenx.Runtime("Writer")), jen.Id(v).Add(s.file.Named(n)),
	).BlockFunc(func(g *jen.Group) {
		b.enter(g, n)
		g.Switch(jen.Id(v).Op(":=").Id(v).Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			g.Case(jen.Nil()).Block(b.r().Dot("Null").Call())
			for i, c := range n.Union.Cases {
				of := s.file.Named(s.pkg.CaseStruct(c))
				if !c.Pointer() {
					g.Case(of.Clone()).Block(jen.Id(writers[i]).Call(b.r(), jen.Op("&").Id(v)))
				}
				g.Case(jen.Op("*").Add(of)).Block(jen.Id(writers[i]).Call(b.r(), jen.Id(v)))
			}
			g.Default().Block(b.r().Dot("Foreign").Call(jenx.Str(n.Name), jen.Id(v)))
		})
	})
	s.file.Line()
	for i, c := range n.Union.Cases {
		s.declareCaseWriter(writers[i], n, c)
	}
}

func (s *Set) declareCaseWriter(name string, n *model.Named, c model.Case) {
	b := s.newBody("w", "")
	v := b.scope.Local("v")
	of := s.pkg.CaseStruct(c)
	jenx.Doc(s.file, name+" appends "+of.Name+" as a value of "+n.Name+".")
	s.file.Func().Id(name).Params(
		jen.Id(b.rw).Op("*").Add(jenx.Runtime("Writer")), jen.Id(v).Op("*").Add(s.file.Named(of)),
	).BlockFunc(func(g *jen.Group) {
		g.If(jen.Id(v).Op("==").Nil()).Block(
			b.r().Dot("Fail").Call(jenx.Str(n.Name+" holds a nil *"+of.Name)),
			jen.Return(),
		)
		tag := output{name: n.Union.Discriminator, constant: model.Quote(c.Value)}
		b.writeObject(g, v, append([]output{tag}, b.fieldOutputs(of, v)...))
	})
	s.file.Line()
}
