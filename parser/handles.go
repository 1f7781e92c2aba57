package parser

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
)

// handleType is the type of the runtime whose values stay on the server.
const handleType = runtimePath + ".Handle"

// handle converts a handle of a value.
func (w *walker) handle(t *types.Named, at place) *model.Type {
	value := t.TypeArgs().At(0)
	if _, pointer := types.Unalias(value).(*types.Pointer); pointer {
		w.report(at, diag.BadHandle, at.path+": "+w.spell(t)+" is a handle of a pointer", "write the type that it points to")
		return nil
	}
	elem := w.typ(value, at.sub("[handle]"))
	return over(elem, &model.Type{Kind: model.Handle, Elem: elem})
}

// heldHandles lists the handles in values of a type.
func (w *walker) heldHandles(t *model.Type) (list []*model.Type) {
	seen := map[string]bool{}
	var visit func(t *model.Type)
	visit = func(t *model.Type) {
		switch {
		case t == nil:
		case t.Kind == model.Handle:
			list = append(list, t)
		case t.Kind != model.Ref:
			visit(t.Elem)
		case !seen[t.Ref]:
			seen[t.Ref] = true
			if n := w.types.Named(t.Ref); n != nil {
				for _, part := range n.Parts() {
					visit(part)
				}
			}
		}
	}
	visit(t)
	return list
}

// heldInHandles reports handles of values that have handles in them, and those
// of hidden parameters. It is for when all types are known.
func (a *analysis) heldInHandles() {
	refuse := func(pos token.Position, msg, hint string) {
		a.found = append(a.found, diag.New(pos, diag.BadHandle, msg, hint))
	}
	for _, f := range a.out.Funcs() {
		for _, p := range append(slices.Clone(f.Params), f.Results...) {
			for _, h := range a.types.heldHandles(p.Type) {
				if len(a.types.heldHandles(h.Elem)) > 0 {
					refuse(p.Pos, p.Name+" is a handle of a value with handles in it", "keep the values that they stand for")
				}
			}
		}
		for _, h := range f.Hidden {
			if len(a.types.heldHandles(h.Type)) > 0 {
				refuse(h.Pos, h.Go+" is hidden, and callers alone have handles", "let a provider give the value")
			}
		}
	}
}

// keeps reads output= and kind= into a tool that has all else.
func (s *signature) keeps(t *model.Tool, args *directive.Tool) {
	t.Kind = args.Kind.Value
	results := s.fn.Results
	if args.Output.Set {
		refuse := func(msg, hint string) {
			s.found = append(s.found, s.offer.finding(args.Output.KeyOffset, diag.BadOutput, msg, hint))
		}
		switch {
		case s.owner != nil:
			refuse("the client of "+s.owner.Name+" cannot return what stays on the server", "return a mcpruntime.Handle, which is the same on both sides")
		case len(results) != 1:
			refuse(fmt.Sprintf("a handle stands for one value, and %s returns %d", s.fn.Name, len(results)), "return a struct, or leave output=handle out")
		case results[0].Type.IsContent():
			refuse(s.fn.Name+" returns content, which is no value to keep", "leave output=handle out")
		case results[0].Type.Kind == model.Handle:
			refuse(s.fn.Name+" returns a handle in any case", "leave output=handle out")
		default:
			t.Keep = true
		}
	}
	if args.Kind.Set && !args.Output.Set && t.Handled() == nil {
		s.found = append(s.found, s.offer.finding(args.Kind.KeyOffset, diag.BadOutput, "kind= is what a tool calls its handles, and "+s.fn.Name+" returns none",
			"return a mcpruntime.Handle, or write output=handle"))
	}
}

// noHandles reports results that hold handles, but for a handle that is all of
// one.
func (s *signature) noHandles(entries []*entry) {
	for i, r := range s.fn.Results {
		if r.Type.Kind == model.Handle && len(s.fn.Results) == 1 && s.offer.Name == "tool" {
			continue
		}
		if len(s.types.heldHandles(r.Type)) > 0 {
			s.fail(entries[i].pos, diag.BadHandle, r.Name+" has a handle in it, which is a result by itself alone", "return the mcpruntime.Handle as the only result")
		}
	}
}

// summary reads a function with //mcp:summary.
func (a *analysis) summary(d *ast.FuncDecl) {
	for _, p := range a.docs.in(d.Doc, "summary") {
		fn, ok := a.root.pkg.TypesInfo.Defs[d.Name].(*types.Func)
		if !ok {
			continue // it does not compile, as the compiler says
		}
		s := &model.Summary{Func: d.Name.Name, Pos: p.at(0)}
		value := summarised(fn.Signature())
		if value == nil {
			a.report(d.Name.Pos(), diag.BadSummary, d.Name.Name+" does not summarise a value", "write func(T) string, or a method of T without parameters that returns a string, where T is no pointer")
			continue
		}
		if recv := fn.Signature().Recv(); recv != nil {
			named, _ := types.Unalias(recv.Type()).(*types.Named)
			s.Owner = named.Obj().Name()
		}
		if s.Type = a.types.typ(value, place{pos: d.Name.Pos(), from: d.Type.Pos(), to: d.Type.End(), path: d.Name.Name}); s.Type != nil {
			a.out.Summaries = append(a.out.Summaries, s)
		}
	}
}

// summarised returns the type whose values a function summarises; nil when it is
// no such function.
func summarised(sig *types.Signature) types.Type {
	in := sig.Params()
	if sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.String]) || sig.TypeParams().Len()+sig.RecvTypeParams().Len() > 0 {
		return nil
	}
	var value types.Type
	switch recv := sig.Recv(); {
	case recv != nil && in.Len() == 0:
		value = recv.Type()
	case recv == nil && in.Len() == 1 && !sig.Variadic():
		value = in.At(0).Type()
	default:
		return nil
	}
	if _, pointer := types.Unalias(value).(*types.Pointer); pointer {
		return nil
	}
	return value
}
