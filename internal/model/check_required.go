package model

import (
	"fmt"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// checkRequired reports fields of results that are required and left out when
// they are empty: arguments can hold to both, a result cannot.
func checkRequired(p *Package) diag.List {
	w := outputWalk{p: p, seen: map[string]bool{}}
	for _, t := range p.Tools {
		for _, r := range t.Func.Results {
			w.visit(r.Type)
		}
	}
	return w.found
}

// outputWalk goes through the types of results, each once.
type outputWalk struct {
	p     *Package
	seen  map[string]bool
	found diag.List
}

func (w *outputWalk) visit(t *Type) {
	for t != nil {
		if n := w.p.ref(t); n != nil {
			w.named(n)
			return
		}
		t = t.Elem
	}
}

func (w *outputWalk) named(n *Named) {
	if w.seen[n.ID] {
		return
	}
	w.seen[n.ID] = true
	for _, f := range n.Fields {
		if f.Rules != nil && f.Rules.Required && f.Omit != OmitNever {
			w.found = append(w.found, diag.New(f.Pos, diag.Contradiction,
				fmt.Sprintf("%s.%s is required, and a result leaves it out when it is empty", n.Label(), f.Path[len(f.Path)-1].Name),
				"drop omitempty or omitzero, or use one type for arguments and one for results"))
		}
	}
	for _, part := range n.Parts() {
		w.visit(part)
	}
}
