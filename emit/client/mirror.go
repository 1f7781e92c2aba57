package client

import (
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit"
	"github.com/mcpgen/mcpgen/emit/internal/codec"
	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

type emitter struct {
	dir, name string
	beside    []model.Ident
}

// New returns the emitter of a client package in dir that does not import the
// package it calls: it holds copies of the types in the signatures. Its name
// is name; beside are the package-level identifiers of the other files in dir,
// none of which [Names] lists.
func New(dir, name string, beside []model.Ident) emit.Emitter {
	return emitter{dir, name, beside}
}

// Names lists the exported identifiers that the client of a package declares,
// each with the declaration of the user's that it is there for.
func Names(pkg *model.Package) []model.Ident {
	var names []model.Ident
	for _, owner := range pkg.OwnerNames() {
		for _, name := range []string{model.ClientName(owner), model.NewClientName(owner)} {
			names = append(names, model.Ident{Name: name, Pos: firstOf(pkg, owner)})
		}
	}
	for _, t := range mirror(pkg, "").types {
		names = append(names, model.Ident{Name: t.Name, Pos: t.Pos})
		for _, v := range t.values {
			names = append(names, model.Ident{Name: v.Name, Pos: t.Pos})
		}
	}
	return names
}

// firstOf is the first function that a client calls.
func firstOf(pkg *model.Package, owner string) token.Position {
	for _, f := range pkg.Funcs() {
		if f.Owner == owner {
			return f.Pos
		}
	}
	return token.Position{}
}

func (emitter) Name() string { return "client" }

func (e emitter) Emit(pkg *model.Package) ([]emit.File, error) {
	if len(pkg.Funcs()) == 0 {
		return nil, nil
	}
	m := mirror(pkg, e.name)
	m.pkg.Scope = append(m.pkg.Scope, e.beside...)
	f := jenx.NewFile(m.pkg)
	codecs := codec.New(f)
	handshake(f)
	Declare(f, codecs, pkg.Name)
	for _, n := range m.types {
		declareType(f, n)
	}
	codecs.Declare()
	src, err := f.Source()
	if err != nil {
		return nil, err
	}
	return []emit.File{{Path: filepath.Join(e.dir, model.ClientFile), Content: src}}, nil
}

// handshake declares what does not compile with a runtime that does not serve
// this code.
func handshake(f *jenx.File) {
	jenx.Doc(f, "If a line does not compile, the runtime has changed since mcpgen ran.")
	f.Const().DefsFunc(func(g *jen.Group) { jenx.Handshake(g, emit.Generation) })
	f.Line()
}

// PackageName is a legal and importable package name for a directory.
func PackageName(dir string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, filepath.Base(dir))
	// A program cannot be imported, nor can a package be called init.
	if !token.IsIdentifier(name) || name == "main" || name == "init" {
		name = "client" + name
	}
	return name
}

// mirrored is a contract whose types are declared in the client package.
type mirrored struct {
	of    *model.Package
	pkg   *model.Package
	types []mirroredType
	taken map[string]bool
}

// mirroredType is a copy of a type with the constants to declare beside it.
type mirroredType struct {
	*model.Named
	values []model.EnumValue
	alias  bool // the copy is the type that it is made of, methods and all
}

// mirror returns a copy of the contract for a package that shares nothing with
// the original: exported flat types, no receivers, no constraints, which are
// the server's to enforce.
func mirror(pkg *model.Package, name string) *mirrored {
	m := &mirrored{
		of:    pkg,
		pkg:   &model.Package{Path: pkg.Path + " client", Name: name},
		taken: map[string]bool{},
	}
	for _, owner := range pkg.OwnerNames() {
		m.taken[model.ClientName(owner)], m.taken[model.NewClientName(owner)] = true, true
	}
	names, skip := pkg.GoNames(typeIDs(pkg)), unseen(pkg)
	m.pkg.Imports = pkg.Imports // for the types of other modules that are shared
	for _, n := range pkg.Types {
		if skip[n.ID] {
			continue
		}
		if isShared(n) {
			m.pkg.Types = append(m.pkg.Types, n)
			continue
		}
		m.addType(n, goTypeName(names[n.ID]))
	}
	m.addConstants()
	for _, o := range pkg.Owners {
		m.pkg.Owners = append(m.pkg.Owners, &model.Owner{Name: o.Name, Doc: o.Doc})
	}
	for _, t := range pkg.Tools {
		tool := *t
		tool.Func = plainFunc(t.Func)
		m.pkg.Tools = append(m.pkg.Tools, &tool)
	}
	for _, r := range pkg.Resources {
		resource := *r
		resource.Func = plainFunc(r.Func)
		m.pkg.Resources = append(m.pkg.Resources, &resource)
	}
	for _, l := range pkg.Listings {
		listing := *l
		listing.Func = plainFunc(l.Func)
		m.pkg.Listings = append(m.pkg.Listings, &listing)
	}
	for _, p := range pkg.Prompts {
		prompt := *p
		prompt.Func = plainFunc(p.Func)
		m.pkg.Prompts = append(m.pkg.Prompts, &prompt)
	}
	for _, c := range pkg.Completers {
		completer := *c
		completer.Func = plainFunc(c.Func)
		m.pkg.Completers = append(m.pkg.Completers, &completer)
	}
	return m
}

func typeIDs(pkg *model.Package) []string {
	ids := make([]string, len(pkg.Types))
	for i, n := range pkg.Types {
		ids[i] = n.ID
	}
	return ids
}

// goTypeName makes an exported Go identifier of a short type name.
func goTypeName(short string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(short, func(r rune) bool { return r == '_' || r == '.' || r == '-' }) {
		b.WriteString(model.Exported(part))
	}
	return b.String()
}

func (m *mirrored) addType(n *model.Named, want string) {
	c := *n
	c.Pkg, c.Args, c.Rules, c.Place, c.Go = m.pkg.Path, nil, nil, "", nil
	c.Name = m.ident(want)
	c.Fields = flatFields(m.of, n.Fields)
	c.Enum, c.Via = nil, ""
	if n.Code != nil {
		c.Type, c.Code = withoutCode(n), nil
	}
	if n.Keyed != nil { // a copy has no code, only text
		c.Keyed, c.Type = nil, &model.Type{Kind: model.String, Basic: "string"}
		if base := n.Keyed.Base; !n.Keyed.Read && !n.Keyed.Write {
			c.Type = base
		}
	}
	m.pkg.Types = append(m.pkg.Types, &c)
	m.types = append(m.types, mirroredType{Named: &c, values: n.Enum, alias: n.Via != "" || c.Type != nil && c.Type.Kind == model.Raw})
}

// isShared reports whether the client can use a type as it is: one of another
// module that reads and writes itself.
func isShared(n *model.Named) bool {
	return n.Code != nil && n.Code.Foreign && n.Code.Decode == "" && n.Code.Encode == ""
}

// withoutCode is a type whose code stays on the server: its text is a string,
// its JSON stays as it is.
func withoutCode(n *model.Named) *model.Type {
	if n.Type.Kind == model.Text {
		return &model.Type{Kind: model.String, Basic: "string"}
	}
	return &model.Type{Kind: model.Raw}
}

// addConstants names the constants of all types: as in the source, with the
// type in front where that is taken.
func (m *mirrored) addConstants() {
	for i := range m.types {
		t := &m.types[i]
		values := make([]model.EnumValue, len(t.values))
		for j, v := range t.values {
			want := model.Exported(v.Name)
			if m.taken[want] {
				want = t.Name + want
			}
			values[j] = v
			values[j].Name = m.ident(want)
		}
		t.values = values
	}
}

// ident reserves a package-level identifier.
func (m *mirrored) ident(want string) string {
	name := model.Unique(want, func(n string) bool { return m.taken[n] })
	m.taken[name] = true
	m.pkg.Scope = append(m.pkg.Scope, model.Ident{Name: name})
	return name
}

// flatFields gives every JSON member a field of its own in one flat struct.
func flatFields(pkg *model.Package, fields []*model.Field) []*model.Field {
	taken := map[string]bool{}
	var flat []*model.Field
	for _, f := range fields {
		c := *f
		c.Rules, c.Kept = nil, pkg.MeansDefault(f)
		mayBeAbsent(pkg, &c)
		if f.Zero != nil && f.Omit == model.OmitZero {
			c.Zero = plainZero(pkg, f.Type)
		} else {
			c.Zero = nil
		}
		name := model.Unique(model.Exported(f.Path[len(f.Path)-1].Name), func(n string) bool { return taken[n] })
		taken[name] = true
		c.Path = []model.Step{{Name: name}}
		flat = append(flat, &c)
	}
	return flat
}

// mayBeAbsent lets the copy of a field say that it is not there, which in the
// original is a nil pointer to the struct that it comes from.
func mayBeAbsent(pkg *model.Package, f *model.Field) {
	if !slices.ContainsFunc(f.Path, func(s model.Step) bool { return s.Embedded != nil }) {
		return
	}
	switch pkg.GoKind(f.Type) {
	case model.Ptr, model.List, model.Map, model.Bytes, model.Raw, model.Any:
	default:
		if f.Omit != model.OmitNever && !f.Kept {
			return // its zero value says it
		}
		if pkg.UnionOf(f.Type) == nil {
			f.Type = &model.Type{Kind: model.Ptr, Elem: f.Type}
		}
	}
	f.Omit, f.Kept = model.OmitEmpty, false
}

// plainFunc is the function without the rules of its parameters.
func plainFunc(f model.Func) model.Func {
	plain := func(params []*model.Param) []*model.Param {
		var list []*model.Param
		for _, p := range params {
			c := *p
			c.Rules = nil
			list = append(list, &c)
		}
		return list
	}
	f.Params, f.Results = plain(f.Params), plain(f.Results)
	return f
}

// declareType declares the copy of a type and its constants.
func declareType(f *jenx.File, t mirroredType) {
	doc := t.Doc
	if doc == "" {
		doc = t.Name + " is a copy of the server's type."
	}
	jenx.Doc(f, doc)
	if t.Union != nil {
		declareUnion(f, t)
		return
	}
	if !t.Struct {
		decl := f.Type().Id(t.Name)
		if t.alias {
			decl.Op("=")
		}
		decl.Add(f.GoType(t.Type))
		f.Line()
		declareConstants(f, t)
		return
	}
	f.Type().Id(t.Name).StructFunc(func(g *jen.Group) {
		for _, field := range t.Fields {
			if field.Doc != "" {
				jenx.Doc(g, field.Doc)
			}
			g.Id(field.Path[0].Name).Add(f.GoType(field.Type)).Tag(map[string]string{"json": tag(field)})
		}
	})
	f.Line()
}

// tag is the json tag under which encoding/json writes the field alike.
func tag(f *model.Field) string {
	tag := f.Name
	switch f.Omit {
	case model.OmitEmpty:
		tag += ",omitempty"
	case model.OmitZero:
		tag += ",omitzero"
	}
	if f.Quoted {
		tag += ",string"
	}
	if tag == "-" {
		return "-,"
	}
	return tag
}

func declareConstants(f *jenx.File, t mirroredType) {
	if len(t.values) == 0 {
		return
	}
	jenx.Doc(f, "The values of "+t.Name+".")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, v := range t.values {
			if v.Doc != "" {
				jenx.Doc(g, v.Doc)
			}
			value := jenx.Text(v.Value)
			if strings.HasPrefix(v.Value, `"`) {
				value = jenx.Str(model.Unquote(v.Value))
			}
			g.Id(v.Name).Id(t.Name).Op("=").Add(value)
		}
	})
	f.Line()
}
