package model

import (
	"fmt"
	"go/token"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// kindUse is where a kind of handles was met first.
type kindUse struct {
	kind string
	id   string // of the type of the values
	pos  token.Position
}

// checkHandles reports kinds that do not tell types apart, and summaries of what
// no tool keeps.
func checkHandles(p *Package) diag.List {
	return append(checkKinds(p), checkSummaries(p)...)
}

func checkKinds(p *Package) diag.List {
	var list diag.List
	types, kinds := map[string]kindUse{}, map[string]kindUse{}
	for _, t := range p.Tools {
		made := t.Handled()
		if made == nil {
			continue
		}
		use := kindUse{t.Kind, made.ID(), t.Pos}
		if before, met := types[use.id]; t.Kind != "" && met && before.kind != t.Kind {
			list = append(list, diag.New(t.Pos, diag.BadKind,
				fmt.Sprintf("handles of one type are called %q and %q", before.kind, t.Kind), "write the same kind= for both", first(before.pos)))
		} else if t.Kind != "" && !met {
			types[use.id] = use
		}
		use.kind = p.HandleKind(made)
		if before, met := kinds[use.kind]; met && before.id != use.id {
			list = append(list, diag.New(t.Pos, diag.BadKind,
				fmt.Sprintf("handles of two types are called %q", use.kind), "tell them apart with kind=", first(before.pos)))
		} else if !met {
			kinds[use.kind] = use
		}
	}
	return list
}

func checkSummaries(p *Package) diag.List {
	var list diag.List
	seen, kept := map[string]token.Position{}, map[string]bool{}
	for _, t := range p.Tools {
		if made := t.Handled(); made != nil {
			kept[made.ID()] = true
		}
	}
	for _, s := range p.Summaries {
		id := s.Type.ID()
		pos, again := seen[id]
		switch {
		case again:
			list = append(list, diag.New(s.Pos, diag.BadSummary, s.Func+" is the second summary of its type", "keep one of them", first(pos)))
		case !kept[id]:
			list = append(list, diag.New(s.Pos, diag.BadSummary, "no tool answers with handles of what "+s.Func+" summarises", "write output=handle, or return a mcpruntime.Handle"))
		default:
			seen[id] = s.Pos
		}
	}
	return list
}
