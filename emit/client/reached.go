package client

import "github.com/mcpgen/mcpgen/internal/model"

// unseen holds the IDs of the types that hidden parameters alone lead to, which
// are the server's.
func unseen(pkg *model.Package) map[string]bool {
	hidden, seen := map[string]bool{}, map[string]bool{}
	for _, f := range pkg.Funcs() {
		for _, h := range f.Hidden {
			reach(pkg, h.Type, hidden)
		}
		for _, p := range f.Params {
			reach(pkg, p.Type, seen)
		}
		for _, p := range f.Results {
			reach(pkg, p.Type, seen)
		}
	}
	for id := range seen {
		delete(hidden, id)
	}
	return hidden
}

// reach enters the IDs of the types that a type leads to.
func reach(pkg *model.Package, t *model.Type, ids map[string]bool) {
	if t == nil {
		return
	}
	reach(pkg, t.Key, ids)
	reach(pkg, t.Elem, ids)
	if t.Kind != model.Ref || ids[t.Ref] {
		return
	}
	ids[t.Ref] = true
	n := pkg.Named(t.Ref)
	for _, part := range append(n.Parts(), n.Args...) {
		reach(pkg, part, ids)
	}
}
