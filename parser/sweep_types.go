package parser

import (
	"go/ast"
	"go/token"
	"go/types"
)

// sweepType reads the comments about a type of another package of the module
// as sweep reads those of a root: what looks like a directive there and is none,
// or stands in the wrong place, is reported and not left out in silence.
func (w *walker) sweepType(obj *types.TypeName, d decl) {
	if obj.Pkg() == w.root.pkg.Types || !w.prog.sameModule(w.root, obj.Pkg()) {
		return
	}
	from, to := around(d.file.ast, d.node)
	found := &directives{fset: w.prog.fset, byGroup: map[*ast.CommentGroup][]*placed{}}
	places := sitesOf(d.file.ast)
	for _, group := range d.file.ast.Comments {
		if group.Pos() < from || group.Pos() >= to {
			continue
		}
		for _, c := range group.List {
			found.read(d.file.ast, places, group, c)
		}
	}
	w.found = append(w.found, found.found...)
}

// around returns where the comments about a declaration can stand: from the end
// of the declaration before it to the begin of the one after it.
func around(f *ast.File, node ast.Node) (from, to token.Pos) {
	from, to = f.Name.End(), f.FileEnd
	for _, decl := range f.Decls {
		starts := decl.Pos()
		if group, ok := decl.(*ast.GenDecl); ok && group.Doc != nil {
			starts = group.Doc.Pos()
		} else if fn, ok := decl.(*ast.FuncDecl); ok && fn.Doc != nil {
			starts = fn.Doc.Pos()
		}
		switch {
		case decl.End() <= node.Pos():
			from = max(from, decl.End())
		case starts >= node.End():
			to = min(to, starts)
		}
	}
	return from, to
}
