// Package parser reads Go packages and turns their annotated functions into
// contracts. It is the only package that sees go/ast, go/types and
// golang.org/x/tools.
package parser

import (
	"cmp"
	"context"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
)

// Result is what one run has read.
type Result struct {
	// Packages holds the contracts of the roots that have directives which
	// yield code, by import path. When Findings has errors they are
	// incomplete: what has an error is left out.
	Packages []*model.Package
	// Roots are all packages that were read, by import path.
	Roots []Root
	// Orphans are the absolute paths of our output files in directories where
	// no directive calls for one, sorted.
	Orphans []string
	// Findings holds everything there is to say, sorted.
	Findings diag.List
}

// Root is a package that was asked for.
type Root struct {
	// Path is the import path, Dir the absolute directory.
	Path, Dir string
	// Old are the absolute paths of our output files that exist in Dir.
	Old []string
}

// Parse reads the packages that cfg names. Mistakes in the user's source are
// findings, all of them in one run; the error is for a go command that cannot
// be run and for the end of ctx.
func Parse(ctx context.Context, cfg Config) (*Result, error) {
	prog, found, err := load(ctx, cfg)
	if err != nil {
		return nil, err
	}
	result := &Result{Orphans: slices.Clone(prog.orphans), Findings: found}
	for _, r := range prog.roots {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		result.Roots = append(result.Roots, Root{Path: r.pkg.PkgPath, Dir: r.dir, Old: r.old})
		docs := sweep(prog, r)
		result.Findings = append(result.Findings, docs.found...)
		if !docs.generates {
			if !r.broken { // else a directive may be lost in what cannot be read
				result.Orphans = append(result.Orphans, r.old...)
			}
			result.Findings = append(result.Findings, unregistered(prog, r)...)
			if len(docs.byGroup) == 0 {
				continue
			}
		}
		a := &analysis{prog: prog, root: r, docs: docs, types: newWalker(prog, r, docs), out: newPackage(r)}
		a.run(ctx, cfg)
		result.Findings = append(result.Findings, a.found...)
		result.Findings = append(result.Findings, a.types.found...)
		if docs.generates {
			result.Packages = append(result.Packages, a.out)
		}
	}
	slices.Sort(result.Orphans)
	result.Findings = result.Findings.Sorted()
	return result, nil
}

func newPackage(r *root) *model.Package {
	return &model.Package{Path: r.pkg.PkgPath, Name: r.pkg.Name, Dir: r.dir}
}

// analysis turns one root into a contract.
type analysis struct {
	prog  *program
	root  *root
	docs  *directives
	types *walker
	found diag.List
	out   *model.Package
}

func (a *analysis) report(pos token.Pos, code diag.Code, msg, hint string, related ...diag.Related) {
	a.found = append(a.found, diag.New(a.prog.fset.Position(pos), code, msg, hint, related...))
}

func (a *analysis) run(ctx context.Context, cfg Config) {
	a.packageDocs()
	a.server()
	a.declarations()
	for _, f := range a.root.files {
		if f.broken {
			continue
		}
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				a.funcDecl(f, d)
				a.summary(d)
			case *ast.GenDecl:
				a.interfaces(f, d)
			}
		}
	}
	a.asked()
	a.unvisited()
	a.unusedDeclarations()
	a.forms(ctx, cfg)
	a.types.recursion()
	a.types.discriminators()
	a.hiddenInputs()
	a.heldInHandles()
	a.out.Types = a.types.list()
	for _, t := range a.out.Tools {
		t.Headers = a.out.HeadersOf(t)
	}
	a.imports()
	a.scope()
}

// packageDocs takes the package comment: the first one, by file name, that
// says anything.
func (a *analysis) packageDocs() {
	for _, f := range a.root.files {
		if doc := describeGroup(f.ast.Doc); a.out.Doc == "" {
			a.out.Doc = doc.First
		}
	}
}

// server reads //mcp:server, which stands in one file of the package.
func (a *analysis) server() {
	var first *placed
	for _, f := range a.root.files {
		for _, p := range a.docs.in(f.ast.Doc, "server") {
			if first != nil {
				a.found = append(a.found, p.finding(0, diag.DuplicateServer, "the package has two //mcp:server directives", "keep one of them",
					diag.Related{Pos: first.at(0), Msg: "the first one"}))
				continue
			}
			first = p
			args := p.args.(*directive.Server)
			a.out.Server = &model.Server{
				Name: cmp.Or(args.Name.Value, serverName(a.out)), Version: args.Version.Value, Title: args.Title.Value,
				Instructions: args.Instructions.Value, Prefix: args.Prefix.Value, Lenient: args.Lenient.Ptr(),
				Icons: icons(args.Icon), Cache: cache(args.TTL, args.Cache), Pos: p.at(0),
			}
			for _, g := range args.Group {
				a.out.Server.Groups = append(a.out.Server.Groups, model.Group{Name: g.Key, Doc: g.Value, Pos: p.at(g.KeyOffset)})
			}
		}
	}
}

// serverName is the default name: the package's, or for a command the last
// element of its path that is no version.
func serverName(p *model.Package) string {
	if p.Name != "main" {
		return p.Name
	}
	dir, base := path.Split(p.Path)
	if major.MatchString(base) && dir != "" {
		return path.Base(dir)
	}
	return base
}

var major = regexp.MustCompile(`^v\d+$`)

// imports lists the packages whose names generated code may need.
func (a *analysis) imports() {
	for _, f := range a.out.Funcs() {
		if f.Context {
			a.types.imports["context"] = "context"
		}
	}
	delete(a.types.imports, a.out.Path)
	for _, path := range slices.Sorted(maps.Keys(a.types.imports)) {
		a.out.Imports = append(a.out.Imports, model.Import{Path: path, Name: a.types.imports[path]})
	}
}

// scope lists the user's package-level identifiers.
func (a *analysis) scope() {
	for _, f := range a.root.files {
		a.out.Scope = append(a.out.Scope, identifiers(a.prog.fset, f.ast)...)
	}
	slices.SortStableFunc(a.out.Scope, func(x, y model.Ident) int { return cmp.Compare(x.Name, y.Name) })
}

// hiddenInputs reports embedded pointers to unexported structs in arguments:
// encoding/json writes them but does not read them.
func (a *analysis) hiddenInputs() {
	seen := map[string]bool{}
	var visit func(t *model.Type)
	visit = func(t *model.Type) {
		for _, id := range refs(t) {
			if n := a.types.types.Named(id); n != nil && !seen[id] {
				seen[id] = true
				for _, v := range a.types.hidden[id] {
					a.report(v.Pos(), diag.EmbeddedPtr, n.Label()+" embeds a pointer to the unexported struct "+v.Name()+", so encoding/json cannot read it",
						"embed the struct by value, or export its type")
				}
				for _, part := range n.Parts() {
					visit(part)
				}
			}
		}
	}
	for _, t := range a.out.Tools {
		for _, p := range t.Func.Params {
			visit(p.Type)
		}
	}
	for _, f := range a.out.Forms {
		visit(f.Type)
	}
	for _, f := range a.out.Funcs() {
		for _, h := range f.Hidden {
			if h.Type != nil {
				visit(h.Type)
			}
		}
	}
}

// refs lists the named types that a type mentions.
func refs(t *model.Type) (ids []string) {
	if t.Kind == model.Handle { // whose value stays where it is
		return nil
	}
	if t.Kind == model.Ref {
		ids = append(ids, t.Ref)
	}
	for _, part := range []*model.Type{t.Key, t.Elem} {
		if part != nil {
			ids = append(ids, refs(part)...)
		}
	}
	return ids
}

// recursion marks the types of which a value can hold another.
func (w *walker) recursion() {
	for _, n := range w.list() {
		n.Recursive = w.leadsBack(n)
	}
}

// leadsBack reports whether n is reachable from itself.
func (w *walker) leadsBack(n *model.Named) bool {
	seen := map[string]bool{}
	var visit func(m *model.Named) bool
	visit = func(m *model.Named) bool {
		if m == nil {
			return false
		}
		for _, part := range m.Parts() {
			for _, id := range refs(part) {
				if id == n.ID {
					return true
				}
				if !seen[id] {
					seen[id] = true
					if visit(w.types.Named(id)) {
						return true
					}
				}
			}
		}
		return false
	}
	return visit(n)
}
