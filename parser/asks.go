package parser

import (
	"go/ast"
	"go/token"
	"strconv"
)

// runtimePath is the import path of the package whose functions ask users.
const runtimePath = "github.com/mcpgen/mcpgen/runtime"

// ask is a mention of a generic function of the runtime that is about a form:
// mcpruntime.Ask[T]. Which forms a package needs is in its bodies alone.
type ask struct {
	fn  string // Ask, NewForm or AddForm
	pos token.Pos
	// form is the type argument; nil when AddForm is left to infer it.
	form ast.Expr
	// read is the function of AddForm, which returns a value of the form.
	read ast.Expr
	// local: form names a type that a function declares.
	local bool
}

// asksIn lists the mentions of forms in a file, in source order.
func asksIn(tree *ast.File) (asks []ask) {
	name := runtimeName(tree)
	if name == "" {
		return nil
	}
	for _, d := range tree.Decls {
		local := localTypes(d)
		ast.Inspect(d, func(n ast.Node) bool {
			a, ok := askOf(n, name)
			if ok {
				id, named := a.form.(*ast.Ident)
				a.local = named && local[id.Name]
				asks = append(asks, a)
			}
			return true
		})
	}
	return asks
}

// runtimeName is what a file calls the runtime; "" when it does not import it,
// and "." when its names stand alone.
func runtimeName(tree *ast.File) string {
	for _, spec := range tree.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || path != runtimePath {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return "mcpruntime"
	}
	return ""
}

// localTypes lists the types that the body of a function declares.
func localTypes(d ast.Decl) map[string]bool {
	fn, ok := d.(*ast.FuncDecl)
	if !ok || fn.Body == nil {
		return nil
	}
	names := map[string]bool{}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			names[spec.Name.Name] = true
		}
		return true
	})
	return names
}

// askOf reads Ask[T] and NewForm[T], and the calls of AddForm that say how
// answers are read.
func askOf(n ast.Node, runtime string) (ask, bool) {
	switch n := n.(type) {
	case *ast.IndexExpr:
		if fn := runtimeFunc(n.X, runtime); fn == "Ask" || fn == "NewForm" {
			return ask{fn: fn, pos: n.Index.Pos(), form: ast.Unparen(n.Index)}, true
		}
	case *ast.CallExpr:
		if len(n.Args) != 3 || isNil(n.Args[2]) {
			return ask{}, false
		}
		fn, form := ast.Unparen(n.Fun), ast.Expr(nil)
		if index, ok := fn.(*ast.IndexExpr); ok {
			fn, form = index.X, ast.Unparen(index.Index)
		}
		if runtimeFunc(fn, runtime) == "AddForm" {
			return ask{fn: "AddForm", pos: n.Pos(), form: form, read: ast.Unparen(n.Args[2])}, true
		}
	}
	return ask{}, false
}

func isNil(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "nil"
}

// runtimeFunc returns the name of the function of the runtime that an
// expression names, when it is about a form; "" for all others.
func runtimeFunc(e ast.Expr, runtime string) string {
	id, _ := ast.Unparen(e).(*ast.Ident)
	if runtime != "." {
		id = nil
		if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
			if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == runtime {
				id = sel.Sel
			}
		}
	}
	if id == nil {
		return ""
	}
	switch id.Name {
	case "Ask", "NewForm", "AddForm":
		return id.Name
	}
	return ""
}
