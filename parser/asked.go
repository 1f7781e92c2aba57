package parser

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// byHand is what to do about a form that cannot be generated.
const byHand = "give the form by hand, with mcpruntime.AddForm in this package"

// asked finds the types that functions of the package ask for, and makes forms
// of them, but for those whose form is given by hand.
func (a *analysis) asked() {
	given := formsByHand(a.prog, a.root)
	met := map[string]bool{}
	for _, f := range a.root.files {
		if f.broken {
			continue
		}
		for _, ask := range f.asks {
			if t := a.askedType(ask); t != nil && !given[key(t)] && !met[key(t)] {
				met[key(t)] = true
				a.form(ask, t)
			}
		}
	}
	if len(a.out.Forms) > 0 && len(a.out.Funcs()) == 0 && !a.found.HasErrors() {
		a.found = append(a.found, unregistered(a.prog, a.root)...)
		a.out.Forms = nil
	}
}

// unregistered warns of a package that asks for forms and offers nothing, so
// that it has no function that could register them.
func unregistered(prog *program, r *root) (found diag.List) {
	given := formsByHand(prog, r)
	for _, f := range r.files {
		for _, ask := range f.asks {
			t, err := typeOf(prog, r, ask.form)
			if ask.fn != "AddForm" && err == nil && !isOpen(t) && !given[key(t)] {
				return append(found, diag.New(prog.fset.Position(ask.pos), diag.UnknownForm,
					"the package asks for "+types.TypeString(t, types.RelativeTo(r.pkg.Types))+" and offers no function, so nothing registers its forms",
					"ask in the package of an annotated function, or "+byHand))
			}
		}
	}
	return nil
}

// formsByHand lists the types that the package gives to AddForm.
func formsByHand(prog *program, r *root) map[string]bool {
	given := map[string]bool{}
	for _, f := range r.files {
		for _, ask := range f.asks {
			if ask.fn != "AddForm" {
				continue
			}
			t, err := typeOf(prog, r, ask.form)
			if ask.form == nil {
				t, err = resultOf(prog, r, ask.read)
			}
			if err == nil && t != nil {
				given[key(t)] = true
			}
		}
	}
	return given
}

// typeOf resolves a type expression that stood in a body. The error is that of
// the type checker; nil without a type is for what is none.
func typeOf(prog *program, r *root, e ast.Expr) (types.Type, error) {
	v, err := check(prog, r, e)
	if err != nil || !v.IsType() {
		return nil, err
	}
	return v.Type, nil
}

// resultOf returns the result type of a function of the package; nil when that
// is not to be seen, as for a variable of a function.
func resultOf(prog *program, r *root, e ast.Expr) (types.Type, error) {
	if fn, ok := e.(*ast.FuncLit); ok { // of which the body is not looked into
		e = fn.Type
	}
	v, err := check(prog, r, e)
	if err != nil {
		return nil, err
	}
	sig, ok := v.Type.(*types.Signature)
	if !ok || sig.Results().Len() != 1 {
		return nil, nil
	}
	return sig.Results().At(0).Type(), nil
}

func check(prog *program, r *root, e ast.Expr) (types.TypeAndValue, error) {
	if e == nil {
		return types.TypeAndValue{}, nil
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	err := types.CheckExpr(prog.fset, r.pkg.Types, e.Pos(), e, info)
	return info.Types[e], err
}

// askedType returns the type that a question is about; nil for what is no
// question and for what has a finding.
func (a *analysis) askedType(ask ask) types.Type {
	if ask.fn == "AddForm" {
		return nil
	}
	if ask.local {
		a.report(ask.pos, diag.BadForm, ask.fn+" asks for a type that a function declares, which generated code cannot name", "declare it at package level")
		return nil
	}
	t, err := typeOf(a.prog, a.root, ask.form)
	switch {
	case err != nil && !a.root.broken:
		msg := err.Error()
		if e, ok := err.(types.Error); ok {
			msg = e.Msg
		}
		a.report(ask.pos, diag.TypeError, msg, "")
	case t != nil && isOpen(t):
		a.report(ask.pos, diag.UnknownForm, ask.fn+" asks for whatever its caller says, so its forms are not known here",
			"name the types that it is called with: var _ = mcpruntime.Ask[T]")
		return nil
	}
	return t
}

// isOpen reports whether a type is, or is an instance made with, a type
// parameter.
func isOpen(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if isOpen(arg) {
				return true
			}
		}
	}
	return false
}

// form makes a form of a type that is asked for.
func (a *analysis) form(ask ask, t types.Type) {
	name := a.types.spell(t)
	at := place{pos: ask.pos, from: ask.form.Pos(), to: ask.form.End(), path: name, owner: "Form"}
	if _, ok := t.Underlying().(*types.Struct); !ok {
		a.report(ask.pos, diag.BadForm, name+" is no struct, and only a struct can be a form", "ask for a struct, whose fields are what is filled in")
		return
	}
	typ := a.types.typ(t, at)
	if typ == nil {
		return
	}
	n := a.types.types.Named(typ.Ref)
	if typ.Kind != model.Ref || n == nil || !n.Struct {
		a.report(ask.pos, diag.BadForm, name+" has JSON or text code of its own, so it is no form", "ask for a struct without such code, or "+byHand)
		return
	}
	fit := true
	for _, f := range n.Fields {
		if why, hint := a.types.types.FormFault(f); why != "" {
			fit = false
			a.badField(ask.pos, n, f, why, hint)
		}
	}
	if fit {
		a.out.Forms = append(a.out.Forms, &model.Form{Type: typ, Pos: a.prog.fset.Position(ask.pos)})
	}
}

// badField reports a field at its place when that is in the package, else at
// the question.
func (a *analysis) badField(pos token.Pos, n *model.Named, f *model.Field, why, hint string) {
	asked := a.prog.fset.Position(pos)
	msg := n.Label() + "." + f.Path[len(f.Path)-1].Name + " cannot be asked for: " + why
	if n.Pkg != a.root.pkg.PkgPath {
		a.found = append(a.found, diag.New(asked, diag.BadForm, msg, hint, diag.Related{Pos: f.Pos, Msg: "declared here"}))
		return
	}
	a.found = append(a.found, diag.New(f.Pos, diag.BadForm, msg, hint, diag.Related{Pos: asked, Msg: "asked for here"}))
}
