package parser

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// completeness tells whether the client can implement an interface: every
// method, those of embedded interfaces included, must be annotated in it.
func (a *analysis) completeness(owner *model.Owner, spec *ast.TypeSpec, annotated map[string]bool) {
	obj := a.root.pkg.TypesInfo.Defs[spec.Name]
	if obj == nil {
		return
	}
	set, ok := obj.Type().Underlying().(*types.Interface)
	if !ok {
		return
	}
	var silent, elsewhere, homes []string
	for m := range set.Methods() {
		switch home := a.home(set, m); {
		case annotated[m.Name()]:
		case home == "":
			silent = append(silent, m.Name())
		default:
			elsewhere, homes = append(elsewhere, m.Name()), appendNew(homes, home)
		}
	}
	owner.Complete = len(silent)+len(elsewhere) == 0 && !a.hides(owner)
	if len(silent) > 0 {
		a.report(spec.Name.Pos(), diag.PartialMethods,
			fmt.Sprintf("the client does not implement %s, which has methods without a directive of its own: %s", owner.Name, strings.Join(silent, ", ")),
			"annotate them in the interface itself, or split it")
	}
	if len(elsewhere) > 0 {
		a.report(spec.Name.Pos(), diag.PartialMethods,
			fmt.Sprintf("the client does not implement %s, because it leaves %s to the client of %s, which is embedded", owner.Name, strings.Join(elsewhere, ", "), strings.Join(homes, ", ")),
			"use both clients, or write the methods with their directives into "+owner.Name)
	}
}

// hides reports whether a method of an owner has a parameter that its client has
// not.
func (a *analysis) hides(owner *model.Owner) bool {
	return slices.ContainsFunc(a.out.Funcs(), func(f *model.Func) bool { return f.Owner == owner.Name && len(f.Hidden) > 0 })
}

// home returns the name of the interface, embedded in set, that offers the
// method m; "" when none in this package does.
func (a *analysis) home(set *types.Interface, m *types.Func) string {
	for t := range set.EmbeddedTypes() {
		named, ok := types.Unalias(t).(*types.Named)
		if !ok {
			continue
		}
		inner, ok := named.Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for own := range inner.ExplicitMethods() {
			if own == m && a.isOffered(own) {
				return named.Obj().Name()
			}
		}
		if home := a.home(inner, m); home != "" {
			return home
		}
	}
	return ""
}

// isOffered reports whether the declaration of an interface method has a
// directive that makes it a tool, a resource or a prompt.
func (a *analysis) isOffered(m *types.Func) (yes bool) {
	for _, f := range a.root.files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && len(field.Names) == 1 && field.Names[0].Pos() == m.Pos() {
				yes = yes || len(a.offers(field.Doc)) > 0
			}
			_, body := n.(*ast.BlockStmt)
			return !body
		})
	}
	return yes
}
