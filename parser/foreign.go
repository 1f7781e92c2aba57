package parser

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// sources are the declarations of one package, for what types do not hold:
// comments, tags' positions and the order of constants. Files are parsed when
// they are first needed.
type sources struct {
	names []string // absolute
	files map[string]*index
}

// decl is where an object is declared.
type decl struct {
	file *file
	// node is an *ast.TypeSpec, *ast.ValueSpec, *ast.FuncDecl or *ast.Field.
	node ast.Node
	name token.Pos // of the identifier, in program.fset
	// doc and comment are the comments above it and behind it; the comment of
	// a parenthesised group belongs to none of its members.
	doc, comment *ast.CommentGroup
}

// index lists the declarations of one file.
type index struct {
	top    map[string]decl   // package-level names
	fields map[string][]decl // struct fields
}

// graph fills the maps over everything that was loaded.
func (p *program) graph(roots []*packages.Package) {
	p.pkgs = map[string]*packages.Package{}
	p.view = map[string]*types.Package{}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		p.pkgs[pkg.PkgPath] = pkg
		if pkg.Types != nil {
			p.view[pkg.PkgPath] = pkg.Types
		}
	})
}

// complete fills the scope of a package that no root imports itself: its scope
// has only what the export data of others mentions, and lacks constants. The
// package stays the same object. Without export data it stays as it is.
func (p *program) complete(pkg *types.Package) {
	loaded := p.pkgs[pkg.Path()]
	if pkg.Complete() || loaded == nil || loaded.ExportFile == "" {
		return
	}
	f, err := os.Open(loaded.ExportFile)
	if err != nil {
		return
	}
	defer f.Close()
	//lint:ignore SA1019 up to Go 1.27 the go command answers with archives, which Read alone cannot open
	if r, err := gcexportdata.NewReader(f); err == nil {
		_, _ = gcexportdata.Read(r, p.fset, p.view, pkg.Path()) // what is incomplete stays so
	}
}

// sameModule reports whether pkg belongs to the module of r, whatever a
// go.work lists beside it.
func (p *program) sameModule(r *root, pkg *types.Package) bool {
	if pkg.Path() == r.pkg.PkgPath {
		return true
	}
	other := p.pkgs[pkg.Path()]
	return other != nil && other.Module != nil && r.pkg.Module != nil && other.Module.Path == r.pkg.Module.Path
}

// importName returns the name in the package clause of an imported package;
// "" when the package is not part of the load.
func (p *program) importName(path string) string {
	if pkg := p.pkgs[path]; pkg != nil {
		return pkg.Name
	}
	return ""
}

// declOf finds the declaration of a package-level object or a struct field, in
// any package of the load. It fails where there is no source.
func (p *program) declOf(obj types.Object) (decl, bool) {
	if obj.Pkg() == nil {
		return decl{}, false
	}
	src := p.sourcesOf(obj.Pkg().Path())
	posn := p.fset.Position(obj.Pos())
	if obj.Parent() != nil && obj.Parent() == obj.Pkg().Scope() {
		return src.find(p.fset, posn, func(ix *index) (decl, bool) {
			d, ok := ix.top[obj.Name()]
			return d, ok
		})
	}
	return src.find(p.fset, posn, func(ix *index) (decl, bool) {
		return ix.field(p.fset, obj, posn)
	})
}

// field finds a struct field. Export data has the line of a field but not its
// column, so two fields of one name on one line cannot be told apart there.
func (ix *index) field(fset *token.FileSet, obj types.Object, posn token.Position) (decl, bool) {
	var found []decl
	for _, d := range ix.fields[obj.Name()] {
		at := fset.Position(d.name)
		switch {
		case d.name == obj.Pos():
			return d, true
		case at.Line == posn.Line && filepath.Base(at.Filename) == filepath.Base(posn.Filename):
			found = append(found, d)
		}
	}
	if len(found) != 1 {
		return decl{}, false
	}
	return found[0], true
}

// constants lists the package-level constants of a type, exported or not, in
// source order: by file name, then as they stand in the file. Unexported ones
// of a package that is loaded from export data are not known.
func (p *program) constants(t *types.Named) []*types.Const {
	pkg := t.Obj().Pkg()
	p.complete(pkg)
	var consts []*types.Const
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) {
			consts = append(consts, c)
		}
	}
	sortBySource(p, consts)
	return consts
}

// sortBySource sorts objects of one package by file name, then as they stand
// in the file.
func sortBySource[T interface {
	comparable
	types.Object
}](p *program, objects []T) {
	place := make(map[T]token.Position, len(objects))
	for _, o := range objects {
		place[o] = p.fset.Position(o.Pos())
		if d, ok := p.declOf(o); ok {
			place[o] = p.fset.PositionFor(d.name, false)
		}
	}
	slices.SortStableFunc(objects, func(a, b T) int {
		x, y := place[a], place[b]
		return cmp.Or(
			cmp.Compare(filepath.Base(x.Filename), filepath.Base(y.Filename)),
			cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
	})
}

// sourcesOf returns the declarations of a package, empty when it has no source.
func (p *program) sourcesOf(path string) *sources {
	if src := p.foreign[path]; src != nil {
		return src
	}
	src := &sources{files: map[string]*index{}}
	if pkg := p.pkgs[path]; pkg != nil {
		src.names = pkg.GoFiles
	}
	for _, r := range p.roots {
		if r.pkg.PkgPath == path {
			src.names = nil
			for _, f := range r.files {
				src.names = append(src.names, f.name)
				src.files[f.name] = newIndex(f)
			}
		}
	}
	p.foreign[path] = src
	return src
}

// find looks into the file that has the base name of posn first: directories
// differ ("$GOROOT/src", -trimpath). The other files come next, since a //line
// directive can give a file any name.
func (s *sources) find(fset *token.FileSet, posn token.Position, get func(*index) (decl, bool)) (decl, bool) {
	base := filepath.Base(filepath.FromSlash(posn.Filename))
	for _, likely := range []bool{true, false} {
		for _, name := range s.names {
			if (filepath.Base(name) == base) != likely {
				continue
			}
			if d, ok := get(s.index(fset, name)); ok {
				return d, true
			}
		}
	}
	return decl{}, false
}

func (s *sources) index(fset *token.FileSet, name string) *index {
	if ix := s.files[name]; ix != nil {
		return ix
	}
	f := &file{name: name}
	src, err := os.ReadFile(name)
	if err == nil {
		f.src = src
		f.ast, _ = parser.ParseFile(fset, name, src, parseMode) // what can be read is good enough
	}
	s.files[name] = newIndex(f)
	return s.files[name]
}

func newIndex(f *file) *index {
	ix := &index{top: map[string]decl{}, fields: map[string][]decl{}}
	if f.ast == nil {
		return ix
	}
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				ix.top[d.Name.Name] = decl{file: f, node: d, name: d.Name.Pos(), doc: d.Doc}
			}
			ix.structs(f, d.Type)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				ix.add(f, d, spec)
			}
		}
	}
	return ix
}

func (ix *index) add(f *file, group *ast.GenDecl, spec ast.Spec) {
	lone := group.Doc
	if group.Lparen.IsValid() {
		lone = nil
	}
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		ix.top[spec.Name.Name] = decl{f, spec, spec.Name.Pos(), cmp.Or(spec.Doc, lone), spec.Comment}
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			ix.top[name.Name] = decl{f, spec, name.Pos(), cmp.Or(spec.Doc, lone), spec.Comment}
		}
	}
	ix.structs(f, spec)
}

// structs adds the fields of all struct types in a declaration.
func (ix *index) structs(f *file, in ast.Node) {
	ast.Inspect(in, func(n ast.Node) bool {
		if st, ok := n.(*ast.StructType); ok {
			ix.addFields(f, st)
		}
		_, body := n.(*ast.BlockStmt)
		return !body
	})
}

func (ix *index) addFields(f *file, st *ast.StructType) {
	end := st.Fields.Opening
	for _, field := range st.Fields.List {
		names := field.Names
		if len(names) == 0 {
			if id := embeddedName(field.Type); id != nil {
				names = []*ast.Ident{id}
			}
		}
		doc, comment := cmp.Or(field.Doc, f.before(field, end)), f.behind(field)
		for _, id := range names {
			ix.fields[id.Name] = append(ix.fields[id.Name], decl{f, field, id.Pos(), doc, comment})
		}
		if end = field.End(); field.Comment != nil {
			end = field.Comment.End()
		}
	}
}

// before returns the comment on the line of a field in front of it, if it
// begins behind what ends at from. The parser leaves it to nobody.
func (f *file) before(field *ast.Field, from token.Pos) *ast.CommentGroup {
	i := f.commentAt(field.Pos())
	if i == 0 || f.ast.Comments[i-1].Pos() < from {
		return nil
	}
	group := f.ast.Comments[i-1]
	lo, hi := int(group.End()-f.ast.FileStart), int(field.Pos()-f.ast.FileStart)
	if lo < 0 || hi > len(f.src) || lo > hi || bytes.IndexByte(f.src[lo:hi], '\n') >= 0 {
		return nil
	}
	return group
}

// commentAt returns the index of the first comment at or behind a position.
func (f *file) commentAt(pos token.Pos) int {
	i, _ := slices.BinarySearchFunc(f.ast.Comments, pos, func(g *ast.CommentGroup, p token.Pos) int { return int(g.Pos() - p) })
	return i
}

// behind returns the comments of a field that stand behind its last name: before
// or after the type, which the parser leaves to nobody, and at the end of the
// line.
func (f *file) behind(field *ast.Field) *ast.CommentGroup {
	from := field.Pos()
	if n := len(field.Names); n > 0 {
		from = field.Names[n-1].End()
	}
	var inner []*ast.Comment
	for _, group := range f.ast.Comments[f.commentAt(from):] {
		if group.Pos() >= field.End() {
			break
		}
		if group.End() <= field.Type.Pos() || group.Pos() >= field.Type.End() {
			inner = append(inner, group.List...)
		}
	}
	if len(inner) == 0 {
		return field.Comment
	}
	if field.Comment != nil {
		inner = append(inner, field.Comment.List...)
	}
	return &ast.CommentGroup{List: inner}
}

// embeddedName returns the identifier that names an embedded field.
func embeddedName(expr ast.Expr) *ast.Ident {
	switch x := expr.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	case *ast.StarExpr:
		return embeddedName(x.X)
	case *ast.IndexExpr:
		return embeddedName(x.X)
	case *ast.IndexListExpr:
		return embeddedName(x.X)
	case *ast.ParenExpr:
		return embeddedName(x.X)
	}
	return nil
}
