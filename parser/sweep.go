package parser

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/parser/directive"
)

// placed is a directive that stands where it may.
type placed struct {
	fset    *token.FileSet
	comment *ast.Comment
	directive.Directive
	// args is the struct of the directive's definition: *directive.Tool, ...
	args any
}

// at returns the position of an offset in the directive.
func (p *placed) at(offset int) token.Position {
	return p.fset.Position(p.comment.Pos() + token.Pos(offset))
}

func (p *placed) finding(offset int, code diag.Code, msg, hint string, related ...diag.Related) diag.Finding {
	return diag.New(p.at(offset), code, msg, hint, related...)
}

// directives holds the directives of a root by the doc comment they stand in.
type directives struct {
	fset    *token.FileSet
	byGroup map[*ast.CommentGroup][]*placed
	found   diag.List
	used    map[*placed]bool // //mcp:field directives that a type has read
	// generates: there is a directive, if only a misplaced one, that asks for
	// code.
	generates bool
}

// sweep reads every comment of a root's files. A directive that stands in the
// doc comment of a declaration of the right kind is kept; every other one is
// reported.
func sweep(prog *program, r *root) *directives {
	d := &directives{fset: prog.fset, byGroup: map[*ast.CommentGroup][]*placed{}, used: map[*placed]bool{}}
	for _, f := range r.files {
		if f.broken {
			continue // the syntax error comes first: declarations may be missing
		}
		sites := sitesOf(f.ast)
		for _, group := range f.ast.Comments {
			for _, c := range group.List {
				d.read(f.ast, sites, group, c)
			}
		}
	}
	return d
}

func (d *directives) read(f *ast.File, sites map[*ast.CommentGroup]site, group *ast.CommentGroup, c *ast.Comment) {
	if directive.LooksLike(c.Text) && !inBody(f, c.Pos()) {
		d.report(c, 0, diag.LooksLike, "this comment looks like a directive but is none", "write "+directive.Prefix+"NAME on a line of its own, with a colon and without spaces before the name")
	}
	if !directive.Is(c.Text) {
		return
	}
	p := &placed{fset: d.fset, comment: c}
	var problems []directive.Problem
	p.Directive, problems = directive.Parse(c.Text)
	def, unknown := directive.Lookup(p.Name)
	d.problems(c, problems)
	d.problems(c, unknown)
	if len(unknown) > 0 {
		return
	}
	d.generates = d.generates || !slices.Contains([]string{"field", "param", "oneof", "type"}, p.Name)
	p.args = def.New()
	d.problems(c, directive.Decode(p.Directive, p.args))
	where, documented := sites[group]
	if !documented {
		d.misplaced(c, def, reason(f, d.fset, c, def))
		return
	}
	if !slices.Contains(where.allows, p.Name) {
		d.misplaced(c, def, where.why)
		return
	}
	if p.repeats(d.byGroup[group]) {
		d.report(c, 0, diag.Repeated, directive.Prefix+headOf(p.Directive)+" stands twice", "keep one of them")
		return
	}
	if len(problems) == 0 {
		d.problems(c, p.Mute())
	}
	d.byGroup[group] = append(d.byGroup[group], p)
}

func headOf(d directive.Directive) string {
	if d.Subject == "" {
		return d.Name
	}
	return d.Name + " " + d.Subject
}

func (p *placed) repeats(others []*placed) bool {
	return slices.ContainsFunc(others, func(o *placed) bool {
		return o.Name == p.Name && o.Subject == p.Subject && (p.Name != "complete" || o.String() == p.String())
	})
}

func (d *directives) problems(c *ast.Comment, problems []directive.Problem) {
	for _, p := range problems {
		d.report(c, p.Offset, p.Code, p.Msg, p.Hint)
	}
}

func (d *directives) report(c *ast.Comment, offset int, code diag.Code, msg, hint string) {
	d.found = append(d.found, diag.New(d.fset.Position(c.Pos()+token.Pos(offset)), code, msg, hint))
}

func (d *directives) misplaced(c *ast.Comment, def directive.Definition, why string) {
	d.report(c, 0, diag.Misplaced, directive.Prefix+def.Name+" belongs to "+def.On+", "+why,
		"put it into the doc comment of the declaration, directly above it")
}

// in returns the directives of one name in a doc comment.
func (d *directives) in(group *ast.CommentGroup, name string) []*placed {
	var out []*placed
	for _, p := range d.byGroup[group] {
		if p.Name == name {
			out = append(out, p)
		}
	}
	return out
}

// aboutType returns the directives in a doc comment that say what a type, or a
// field, is on the wire.
func (d *directives) aboutType(doc *ast.CommentGroup) []*placed {
	return append(d.in(doc, "field"), d.in(doc, "oneof")...)
}

// within returns those directives in a type declaration.
func (d *directives) within(group *ast.GenDecl, spec *ast.TypeSpec) (list []*placed) {
	if !group.Lparen.IsValid() {
		list = d.aboutType(group.Doc)
	}
	return append(list, d.inside(spec)...)
}

// inside returns the //mcp:field directives in a declaration.
func (d *directives) inside(node ast.Node) (list []*placed) {
	ast.Inspect(node, func(n ast.Node) bool {
		if doc, ok := n.(*ast.CommentGroup); ok {
			list = append(list, d.aboutType(doc)...)
		}
		return true
	})
	return list
}

// site is a doc comment that may hold directives.
type site struct {
	// why ends the sentence about a directive that may not stand here.
	why    string
	allows []string
}

const behind = "and this one stands behind a declaration"

var onFuncs = []string{"tool", "resource", "prompt", "complete", "param"}

// sitesOf finds the comments that belong to declarations.
func sitesOf(f *ast.File) map[*ast.CommentGroup]site {
	s := sites{f.Doc: {"not to the package clause", []string{"server", "type"}}}
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			s[decl.Doc] = site{"not to a function", append([]string{"summary"}, onFuncs...)}
			s.structs(decl.Type)
		case *ast.GenDecl:
			s.general(decl)
		}
	}
	delete(s, nil)
	return s
}

type sites map[*ast.CommentGroup]site

func (s sites) general(decl *ast.GenDecl) {
	why := map[token.Token]string{token.IMPORT: "not to an import", token.CONST: "not to a constant", token.VAR: "not to a variable"}[decl.Tok]
	if decl.Lparen.IsValid() {
		s[decl.Doc] = site{why: "not to a group of declarations"}
	}
	for _, spec := range decl.Specs {
		doc, comment := specComments(spec)
		s[comment] = site{why: behind}
		where := site{why: why}
		if t, ok := spec.(*ast.TypeSpec); ok {
			where = s.typeSpec(t)
		}
		s[doc] = where
		if !decl.Lparen.IsValid() {
			s[decl.Doc] = where
		}
	}
}

func specComments(spec ast.Spec) (doc, comment *ast.CommentGroup) {
	switch spec := spec.(type) {
	case *ast.ImportSpec:
		return spec.Doc, spec.Comment
	case *ast.ValueSpec:
		return spec.Doc, spec.Comment
	case *ast.TypeSpec:
		return spec.Doc, spec.Comment
	}
	return nil, nil
}

// structs adds the fields of all struct types in a type.
func (s sites) structs(in ast.Node) {
	ast.Inspect(in, func(n ast.Node) bool {
		if st, ok := n.(*ast.StructType); ok {
			s.fields(st.Fields, func(*ast.Field) site { return site{"not to a struct field", []string{"field"}} })
		}
		return true
	})
}

// typeSpec adds the fields and methods in a type and returns the site of the
// type itself.
func (s sites) typeSpec(spec *ast.TypeSpec) site {
	s.structs(spec.Type)
	methods, ok := ast.Unparen(spec.Type).(*ast.InterfaceType)
	switch {
	case ok:
		s.fields(methods.Methods, func(f *ast.Field) site {
			if len(f.Names) == 0 {
				return site{why: "not to an embedded interface"}
			}
			return site{"not to an interface method", onFuncs}
		})
		if spec.TypeParams != nil {
			return site{why: "not to a generic interface"}
		}
		return site{"not to an interface", []string{"oneof"}}
	case spec.Assign.IsValid():
		return site{why: "not to an alias"}
	}
	return site{"not to a type", []string{"field"}}
}

func (s sites) fields(list *ast.FieldList, of func(*ast.Field) site) {
	for _, f := range list.List {
		s[f.Doc] = of(f)
		s[f.Comment] = site{why: behind}
	}
}

// reason says why a comment is nobody's doc comment.
func reason(f *ast.File, fset *token.FileSet, c *ast.Comment, def directive.Definition) string {
	if def.Name == "server" || def.Name == "type" {
		if c.Pos() > f.Package {
			return "and this one does not stand above it"
		}
		return gap(fset, c, f.Package)
	}
	if sameLine(fset, f.Name.End(), c.Pos()) {
		return "and this one stands behind the package clause"
	}
	for _, decl := range f.Decls {
		if decl.Pos() > c.Pos() {
			return gap(fset, c, decl.Pos())
		}
		if decl.End() <= c.Pos() {
			if sameLine(fset, decl.End(), c.Pos()) {
				return behind
			}
			continue
		}
		if fn, ok := decl.(*ast.FuncDecl); ok {
			if fn.Body != nil && c.Pos() > fn.Body.Lbrace {
				return "and this one stands inside a function"
			}
			return "and this one stands within a signature"
		}
		return gap(fset, c, nextField(decl, c.Pos()))
	}
	return gap(fset, c, token.NoPos)
}

func sameLine(fset *token.FileSet, a, b token.Pos) bool {
	return fset.PositionFor(a, false).Line == fset.PositionFor(b, false).Line
}

// gap says what separates a comment from the declaration below it.
func gap(fset *token.FileSet, c *ast.Comment, next token.Pos) string {
	from, to := fset.Position(c.Pos()).Line, fset.Position(next).Line
	switch {
	case !next.IsValid():
		return "and nothing follows this one"
	case to == from+1:
		return fmt.Sprintf("and this one is not in the doc comment of the declaration in line %d", to)
	}
	return fmt.Sprintf("and a blank line separates this one from the declaration in line %d", to)
}

// nextField returns where the first field or spec of a declaration begins that
// stands behind p.
func nextField(decl ast.Decl, p token.Pos) (next token.Pos) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Field, ast.Spec:
			if n.Pos() > p && (!next.IsValid() || n.Pos() < next) {
				next = n.Pos()
			}
		}
		return true
	})
	return next
}

func inBody(f *ast.File, p token.Pos) bool {
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Body != nil && fn.Body.Pos() < p && p < fn.Body.End()
	})
}

// located is a directive on a field or type, wherever that is declared.
type located struct {
	*placed
	// away is the place in the user's package that leads to a declaration in
	// another one; nil when the declaration is in the user's package.
	away *place
	// noun is what it is, in a sentence: directive, or tag.
	noun string
	// tag is where the jsonschema tag of the field begins, when that has
	// arguments: those have negative offsets (see inTag).
	tag *placed
	// foreign holds what has been said of tags in other modules, which the user
	// cannot mend; nil for all else.
	foreign map[string]bool
}

// at returns the position of an offset in the directive or in the tag.
func (l *located) at(offset int) token.Position {
	if offset < 0 {
		return l.tag.at(inTag(offset))
	}
	return l.placed.at(offset)
}

// about returns the directive of one name in the doc comment of a field or
// type; nil when there is none. Directives in other packages are read here,
// those of the root by the sweep.
func (d *directives) about(w *walker, name string, group *ast.CommentGroup, at place, pkg string) *located {
	if group == nil {
		return nil
	}
	if pkg == w.root.pkg.PkgPath {
		for _, p := range d.in(group, name) {
			d.used[p] = true
			return &located{placed: p, noun: "directive"}
		}
		return nil
	}
	for _, c := range group.List {
		if parsed, problems := directive.Parse(c.Text); directive.Is(c.Text) && parsed.Name == name {
			def, _ := directive.Lookup(name)
			l := &located{placed: &placed{fset: d.fset, comment: c, Directive: parsed, args: def.New()}, away: &at, noun: "directive"}
			if len(problems) == 0 {
				problems = parsed.Mute()
			}
			for _, p := range append(problems, directive.Decode(parsed, l.args)...) {
				w.found = append(w.found, l.finding(p.Offset, p.Code, p.Msg, p.Hint)...)
			}
			return l
		}
	}
	return nil
}

// finding reports a place in the directive.
func (l *located) finding(offset int, code diag.Code, msg, hint string, related ...diag.Related) diag.List {
	return l.relocate(diag.List{diag.New(l.at(offset), code, msg, hint, related...)})
}

// relocate moves findings about a declaration in another package to the place
// in the user's package that leads there. Each about a tag in another module
// becomes a warning, once.
func (l *located) relocate(found diag.List) diag.List {
	if l.away == nil {
		return found
	}
	var moved diag.List
	for _, one := range found {
		if l.foreign != nil {
			if what := one.Pos.String() + one.Msg; !l.foreign[what] {
				l.foreign[what] = true
				moved = append(moved, diag.New(l.fset.Position(l.away.pos), diag.ForeignTags, l.away.path+": the jsonschema tag is not kept: "+one.Msg,
					"declare a type of your own with //mcp:field where it matters"))
			}
			continue
		}
		moved = append(moved, diag.New(l.fset.Position(l.away.pos), one.Code, l.away.path+": "+one.Msg, one.Hint,
			diag.Related{Pos: one.Pos, Msg: "the " + l.noun + " stands here"}))
	}
	return moved
}
