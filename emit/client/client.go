// Package client emits typed clients: inside the package that declares the
// functions, where it shares the types, or as a package of its own that does
// not import the server's.
package client

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/codec"
	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// Declare adds the typed clients of the package called server to a file: one
// for its functions, one for each type whose methods are annotated.
func Declare(f *jenx.File, codecs *codec.Set, server string) {
	for _, owner := range f.Pkg.OwnerNames() {
		c := &section{File: f, codecs: codecs, server: server, owner: owner, typeName: model.ClientName(owner)}
		c.declare()
	}
}

// section is the client of one owner under construction.
type section struct {
	*jenx.File
	codecs   *codec.Set
	server   string // package name
	owner    string
	typeName string
	field    string // the connection
	methods  map[*model.Func]string
}

func (c *section) declare() {
	c.nameMethods()
	c.declareType()
	for _, t := range c.Pkg.Tools {
		if t.Func.Owner == c.owner {
			c.tool(t)
		}
	}
	for _, r := range c.Pkg.Resources {
		if r.Func.Owner == c.owner {
			c.resource(r)
		}
	}
	for _, l := range c.Pkg.Listings {
		if l.Func.Owner == c.owner {
			c.listing(l)
		}
	}
	for _, p := range c.Pkg.Prompts {
		if p.Func.Owner == c.owner {
			c.prompt(p)
		}
	}
	for _, completer := range c.Pkg.Completers {
		if completer.Func.Owner == c.owner {
			c.completer(completer)
		}
	}
}

// interfaceOf returns the annotated interface that the client stands for.
func (c *section) interfaceOf() *model.Owner {
	if o := c.Pkg.Owner(c.owner); o != nil && o.Interface {
		return o
	}
	return nil
}

// nameMethods gives each function a method: its own name, exported. Functions
// that are exported already keep theirs, the others take the next free one.
// The methods of an interface keep their names in any case.
func (c *section) nameMethods() {
	c.methods = map[*model.Func]string{}
	taken := map[string]bool{}
	var later []*model.Func
	for _, f := range c.Pkg.Funcs() {
		switch {
		case f.Owner != c.owner:
		case c.interfaceOf() != nil || model.Exported(f.Name) == f.Name:
			c.methods[f], taken[f.Name] = f.Name, true
		default:
			later = append(later, f)
		}
	}
	for _, f := range later {
		name := model.Unique(model.Exported(f.Name), func(n string) bool { return taken[n] })
		c.methods[f], taken[name] = name, true
	}
	c.field = model.Unique("client", func(n string) bool { return taken[n] })
}

func (c *section) declareType() {
	what := "the tools, resources and prompts of package " + c.server
	if c.owner != "" {
		what = "the tools, resources and prompts that are methods of " + c.owner
	}
	jenx.Doc(c, c.typeName+" calls "+what+" on a server. It is safe for concurrent use.")
	c.Type().Id(c.typeName).Struct(jen.Id(c.field).Op("*").Add(jenx.Runtime("Client")))
	c.Line()
	if o := c.interfaceOf(); o != nil && o.Complete {
		c.Var().Id("_").Id(o.Name).Op("=").Parens(jen.Op("*").Id(c.typeName)).Parens(jen.Nil())
		c.Line()
	}
	name := model.NewClientName(c.owner)
	conn := c.Scope().Local("client")
	jenx.Doc(c, name+" returns a typed client over a connection to a server.")
	c.Func().Id(name).Params(jen.Id(conn).Op("*").Add(jenx.Runtime("Client"))).Op("*").Id(c.typeName).Block(
		jen.Return(jen.Op("&").Id(c.typeName).Values(jen.Id(c.field).Op(":").Id(conn))),
	)
	c.Line()
}

// method is a method of the client under construction.
type method struct {
	*section
	f         *model.Func
	scope     *jenx.Scope
	recv, ctx string
	params    []string
	results   []string
	err       string
	keeps     *model.Type // of the value that stays on the server; nil for none
}

// method names the locals of the method for a function: the parameters keep
// their names where the body does not need what they would hide.
func (c *section) method(f *model.Func) *method {
	m := &method{section: c, f: f, scope: c.Scope()}
	for _, p := range f.Params {
		m.params = append(m.params, m.scope.Param(p.Go))
	}
	m.recv, m.ctx, m.err = m.scope.Local("c"), m.scope.Local("ctx"), m.scope.Local("err")
	for _, r := range f.Results {
		name := r.Go
		if name == "" || name == "_" {
			name = "result"
		}
		m.results = append(m.results, m.scope.Local(name))
	}
	return m
}

// declare writes the method. Its signature is the function's, with a context
// in front and an error behind where the function has none; the methods of an
// interface keep theirs.
func (m *method) declare(doc string, deprecated bool, body func(*jen.Group)) {
	jenx.Doc(m, m.doc(doc, deprecated))
	exact := m.interfaceOf() != nil
	m.Func().Params(jen.Id(m.recv).Op("*").Id(m.typeName)).Id(m.methods[m.f]).
		ParamsFunc(func(g *jen.Group) {
			if m.f.Context || !exact {
				g.Id(m.ctx).Qual("context", "Context")
			}
			for i, p := range m.f.Params {
				if p.Variadic {
					g.Id(m.params[i]).Op("...").Add(m.GoType(p.Type.Elem))
				} else {
					g.Id(m.params[i]).Add(m.GoType(p.Type))
				}
			}
		}).
		ParamsFunc(func(g *jen.Group) {
			for i, r := range m.f.Results {
				g.Id(m.results[i]).Add(m.GoType(m.resultType(r)))
			}
			if len(m.f.Results) > 0 {
				g.Id(m.err).Error()
			} else {
				g.Error()
			}
		}).
		BlockFunc(func(g *jen.Group) {
			if exact && !m.f.Context {
				g.Id(m.ctx).Op(":=").Qual("context", "Background").Call()
			}
			body(g)
		})
	m.Line()
}

// resultType is what the method returns for a result of the function: a handle
// where the value stays on the server.
func (m *method) resultType(r *model.Param) *model.Type {
	if m.keeps != nil {
		return &model.Type{Kind: model.Handle, Elem: m.keeps}
	}
	return r.Type
}

// doc is the comment of the method: what the function's says, or that it is
// the one that calls it.
func (m *method) doc(doc string, deprecated bool) string {
	name := m.methods[m.f]
	switch {
	case doc == "":
		doc = name + " calls " + m.f.Name + "."
	case name != m.f.Name:
		doc = name + " calls " + m.f.Name + ": " + doc
	}
	if deprecated && !slices.ContainsFunc(paragraphs(doc), isDeprecation) {
		doc += "\n\nDeprecated: see the description."
	}
	return doc
}

// fail returns err with the results as they are.
func (m *method) fail(g *jen.Group) {
	g.If(jen.Id(m.err).Op("!=").Nil()).Block(jen.Return(m.values(jen.Id(m.err))...))
}

func (m *method) values(last jen.Code) []jen.Code {
	var list []jen.Code
	for _, name := range m.results {
		list = append(list, jen.Id(name))
	}
	return append(list, last)
}
