// Package server emits the one Go file of a package: the registration of its
// tools, resources and prompts, the decoders and encoders they need, and the
// typed client of the same package.
package server

import (
	"path/filepath"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit"
	"github.com/mcpgen/mcpgen/emit/client"
	"github.com/mcpgen/mcpgen/emit/internal/codec"
	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	emitplanner "github.com/mcpgen/mcpgen/emit/planner"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

type emitter struct{}

// New returns the emitter of mcp_gen.go.
func New() emit.Emitter { return emitter{} }

func (emitter) Name() string { return "server" }

func (emitter) Emit(pkg *model.Package) ([]emit.File, error) {
	if pkg.Empty() {
		return nil, nil
	}
	s := newSection(pkg)
	s.declare()
	src, err := s.file.Source()
	if err != nil {
		return nil, err
	}
	return []emit.File{{Path: filepath.Join(pkg.Dir, model.OutputFile), Content: src}}, nil
}

// section is the file under construction.
type section struct {
	file   *jenx.File
	pkg    *model.Package
	codecs *codec.Set
	names  map[*model.Func]names
	// lines holds those of the tools, sorted by name.
	lines []planner.Entry
	// registerForms is the function that registers the forms; "" for none.
	registerForms string
	// kinds are the variables of the kinds of handles, by the ID of the values'
	// type; later declares them.
	kinds map[string]string
	later []func()
}

// names are the identifiers of one function's declarations.
type names struct {
	word       string // "forecast", "storeFind": the others are built on it
	definition string // variable: forecastTool
	handler    string // callForecast
	args       string // forecastArgs: the struct of a positional form; empty where none is needed
	readArgs   string // readForecastArgs
}

func newSection(pkg *model.Package) *section {
	f := jenx.NewFile(pkg)
	s := &section{
		file: f, pkg: pkg, codecs: codec.New(f), names: map[*model.Func]names{}, kinds: map[string]string{},
		lines: emitplanner.Lines(pkg),
	}
	for _, t := range pkg.Tools {
		s.nameFunc(&t.Func, "Tool", "call", "")
	}
	for _, r := range pkg.Resources {
		s.nameFunc(&r.Func, "Resource", "read", "Resource")
	}
	for _, l := range pkg.Listings {
		s.nameFunc(&l.Func, "Listing", "list", "Listing")
	}
	for _, p := range pkg.Prompts {
		s.nameFunc(&p.Func, "Prompt", "get", "Prompt")
	}
	if len(pkg.Forms) > 0 {
		s.registerForms = s.file.Ident("registerForms")
	}
	for _, c := range pkg.Completers {
		s.nameFunc(&c.Func, "", "complete", "")
	}
	return s
}

func (s *section) nameFunc(f *model.Func, kind, verb, suffix string) {
	full := model.Exported(f.Name)
	if f.Owner != "" {
		full = model.Exported(f.Owner) + full
	}
	n := names{word: model.Unexported(full)}
	if kind != "" { // completers have no definition
		n.definition = s.file.Ident(n.word + kind)
	}
	n.handler = s.file.Ident(verb + full + suffix)
	if needsReading(kind, f.Params) {
		n.args = s.file.Ident(n.word + "Args")
		n.readArgs = s.file.Ident("read" + full + "Args")
	}
	s.names[f] = n
}

// needsReading reports whether the parameters of a function are read into a
// struct of its own.
func needsReading(kind string, params []*model.Param) bool {
	switch kind {
	case "Tool":
		return len(params) > 0
	case "Resource":
		return !plainText(params)
	}
	return !allPlain(params)
}

func (s *section) declare() {
	s.handshake()
	s.registry()
	s.newServer()
	for _, owner := range s.pkg.OwnerNames() {
		s.register(owner)
	}
	s.forms()
	for _, t := range s.pkg.Tools {
		s.tool(t)
	}
	s.handleKinds()
	for _, r := range s.pkg.Resources {
		s.resource(r)
	}
	for _, l := range s.pkg.Listings {
		s.listing(l)
	}
	for _, p := range s.pkg.Prompts {
		s.prompt(p)
	}
	for _, c := range s.pkg.Completers {
		s.completer(c)
	}
	if s.pkg.Name != "main" {
		client.Declare(s.file, s.codecs, s.pkg.Name)
	}
	s.codecs.Declare()
}

// handshake stops the build when the functions or the runtime have changed.
func (s *section) handshake() {
	jenx.Doc(s.file, "If a line does not compile, the function or the runtime has changed since mcpgen ran: run it again.")
	s.file.Var().DefsFunc(func(g *jen.Group) {
		for _, f := range s.pkg.Funcs() {
			g.Id("_").Add(s.funcType(f)).Op("=").Add(s.funcValue(f))
		}
		g.Line()
		jenx.Handshake(g, emit.Generation)
	})
	s.file.Line()
}

// funcType spells the type of a function, or of a method expression.
func (s *section) funcType(f *model.Func) *jen.Statement {
	typ := jen.Func().ParamsFunc(func(g *jen.Group) {
		if f.Owner != "" {
			g.Add(s.ownerType(f.Owner))
		}
		if f.Context {
			g.Qual("context", "Context")
		}
		var params []jen.Code
		for _, p := range f.Params {
			typ := s.file.GoType(p.Type)
			if p.Variadic {
				typ = jen.Op("...").Add(s.file.GoType(p.Type.Elem))
			}
			params = append(params, typ)
		}
		for _, h := range f.Hidden {
			params = slices.Insert(params, h.Index, jen.Code(s.hiddenType(h)))
		}
		for _, p := range params {
			g.Add(p)
		}
	})
	var results []jen.Code
	for _, r := range f.Results {
		results = append(results, s.file.GoType(r.Type))
	}
	if f.Error {
		results = append(results, jen.Error())
	}
	if len(results) == 1 {
		return typ.Add(results[0])
	}
	return typ.Params(results...)
}

func (s *section) funcValue(f *model.Func) *jen.Statement {
	if f.Owner == "" {
		return jen.Id(f.Name)
	}
	owner := s.ownerType(f.Owner)
	if s.pkg.Owner(f.Owner).Pointer {
		owner = jen.Parens(owner)
	}
	return owner.Dot(f.Name)
}

func (s *section) ownerType(name string) *jen.Statement {
	if s.pkg.Owner(name).Pointer {
		return jen.Op("*").Id(name)
	}
	return jen.Id(name)
}

// registry declares the tools' lines, for planners that are given them as text.
func (s *section) registry() {
	jenx.Doc(s.file, model.RegistryName+" lists the tools of this package for planners, one line each.")
	s.file.Const().Id(model.RegistryName).Op("=").Add(jenx.Lines(planner.Render(s.lines)))
	s.file.Line()
}
