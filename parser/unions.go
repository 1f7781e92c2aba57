package parser

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
	"github.com/mcpgen/mcpgen/runtime/near"
)

// What a finding says of an interface that nothing makes a union.
const (
	noUnion     = "is an interface with methods, and nothing says which types its values have"
	noUnionHint = "use a concrete type or any, or an interface of your own with //mcp:oneof above it"
)

// union is an interface type that //mcp:oneof is about.
type union struct {
	*walker
	*located
	args  *directive.OneOf
	named *model.Named
	obj   *types.TypeName
	set   *types.Interface
	at    place
	ok    bool // no finding so far
}

// union reads //mcp:oneof on an interface type, nil when there is none; false
// when the type is refused.
func (w *walker) union(n *model.Named, t *types.Named, set *types.Interface, l *located, at place) bool {
	if l == nil {
		w.refuse(at, t, noUnion, noUnionHint)
		return false
	}
	u := &union{walker: w, located: l, args: l.args.(*directive.OneOf), named: n, obj: t.Obj(), set: set, at: at, ok: true}
	n.Union = &model.Union{Discriminator: cmp.Or(u.args.Discriminator.Value, "type")}
	switch {
	case !set.IsMethodSet():
		u.fail(0, n.Name+" is a constraint, and there are no values of it", "declare an interface of methods only")
	case set.NumMethods() == 0:
		u.fail(0, "every type implements "+n.Name, "give it a method that the structs of the union have, such as is"+model.Exported(n.Name)+"()")
	case !utf8.ValidString(n.Union.Discriminator):
		u.fail(u.args.Discriminator.Offset, "the discriminator is not UTF-8 text, so JSON cannot hold it", "")
	default:
		w.prog.complete(t.Obj().Pkg())
		u.cases()
	}
	w.unions = append(w.unions, u)
	return u.ok
}

func (u *union) fail(offset int, msg, hint string, related ...diag.Related) {
	u.ok = false
	u.walker.found = append(u.walker.found, u.finding(offset, diag.BadUnion, msg, hint, related...)...)
}

// cases enters the types listed, or else all that implement the interface.
func (u *union) cases() {
	for _, pair := range u.args.Cases {
		if obj := u.listed(pair); obj != nil {
			u.add(pair.Key, obj, pair.KeyOffset)
		}
	}
	if len(u.args.Cases) > 0 {
		return
	}
	all := u.implementations()
	for _, obj := range all {
		u.add(model.Snake(obj.Name()), obj, 0)
	}
	if len(all) == 0 {
		u.fail(0, "no type of the package implements "+u.named.Name, "declare structs with its methods, or drop the directive")
	}
}

// listed finds the type of a pair; nil when there is a finding.
func (u *union) listed(pair directive.Pair) *types.TypeName {
	obj, ok := u.obj.Pkg().Scope().Lookup(pair.Value).(*types.TypeName)
	if !ok {
		var names []string
		for _, other := range u.implementations() {
			names = append(names, other.Name())
		}
		msg := "package " + u.obj.Pkg().Name() + " has no type " + pair.Value
		if meant := near.Name(pair.Value, names); meant != "" {
			msg += ", did you mean " + meant + "?"
		}
		u.fail(pair.Offset, msg, "the value comes first, then the type: circle=Circle")
		return nil
	}
	if !u.implements(obj.Type()) && !u.implements(types.NewPointer(obj.Type())) {
		method, _ := types.MissingMethod(types.NewPointer(obj.Type()), u.set, true)
		u.fail(pair.Offset, fmt.Sprintf("%s does not implement %s: it lacks the method %s", obj.Name(), u.named.Name, method.Name()),
			"add the method, or leave the type out", diag.Related{Pos: u.declared(obj), Msg: obj.Name() + " is declared here"})
		return nil
	}
	return obj
}

func (u *union) implements(t types.Type) bool { return types.Implements(t, u.set) }

// implementations lists the types of the package, but for interfaces, that
// have the methods or whose pointers have them, in the order of the source.
func (u *union) implementations() []*types.TypeName {
	var list []*types.TypeName
	scope := u.obj.Pkg().Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if ok && !obj.IsAlias() && !types.IsInterface(obj.Type()) && (u.implements(obj.Type()) || u.implements(types.NewPointer(obj.Type()))) {
			list = append(list, obj)
		}
	}
	sortBySource(u.prog, list)
	return list
}

// add enters a type that implements the interface as a case.
func (u *union) add(value string, obj *types.TypeName, offset int) {
	here := diag.Related{Pos: u.declared(obj), Msg: obj.Name() + " is declared here"}
	named, _ := types.Unalias(obj.Type()).(*types.Named)
	switch {
	case named == nil || named.TypeParams().Len() > 0:
		u.fail(offset, obj.Name()+" is generic, and a union holds plain structs", "declare a struct for each case", here)
		return
	case !utf8.ValidString(value):
		u.fail(offset, strconv.Quote(value)+" is not UTF-8 text, so JSON cannot hold it", "")
		return
	}
	t := u.typ(named, u.at.sub(".("+obj.Name()+")"))
	if t == nil {
		u.ok = false
		return
	}
	if n := u.types.Named(t.Ref); n == nil || !n.Struct {
		u.fail(offset, obj.Name()+" is no struct, and a union holds structs alone", "wrap it in a struct with one field", here)
		return
	}
	for _, c := range u.named.Union.Cases {
		switch {
		case u.types.CaseStruct(c).ID == t.Ref:
			u.fail(offset, fmt.Sprintf("%s stands for %q already", obj.Name(), c.Value), "keep one of the two", here)
			return
		case c.Value == value:
			u.fail(offset, fmt.Sprintf("the value %q means %s already", value, u.types.CaseStruct(c).Name), "list the types with values of their own: VALUE="+obj.Name(), here)
			return
		}
	}
	if !u.implements(named) {
		t = &model.Type{Kind: model.Ptr, Elem: t}
	}
	u.named.Union.Cases = append(u.named.Union.Cases, model.Case{Value: value, Type: t})
}

// discriminators reports structs with a member that is called like the
// discriminator. It waits until all structs are complete, since a struct can
// hold a union that it is a case of.
func (w *walker) discriminators() {
	for _, u := range w.unions {
		if !u.ok || w.failed[u.named.ID] {
			continue
		}
		tag := u.named.Union.Discriminator
		for _, c := range u.named.Union.Cases {
			n := w.types.CaseStruct(c)
			i := -1
			if n != nil {
				i = slices.IndexFunc(n.Fields, func(f *model.Field) bool { return f.Name == tag })
			}
			if i >= 0 {
				u.fail(u.args.Discriminator.KeyOffset, fmt.Sprintf("%s has a member %q of its own, and so is the discriminator called", n.Name, tag),
					"write another one with discriminator=NAME, or rename the field", diag.Related{Pos: n.Fields[i].Pos, Msg: "the field"})
			}
		}
	}
}
