package parser

import (
	"go/types"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// key converts the key type of a map; nil when it has been refused. JSON has
// names for keys: strings, the decimal text of integers, and what a type with
// text code of its own makes.
func (w *walker) key(m *types.Map, at place) *model.Type {
	t := types.Unalias(m.Key())
	under := t.Underlying()
	basic, _ := under.(*types.Basic)
	plain := basic != nil && basic.Info()&(types.IsString|types.IsInteger) != 0
	reads := keyMethod(types.NewPointer(t), "UnmarshalText")
	writes := keyMethod(t, "MarshalText") && !(plain && basic.Info()&types.IsString != 0) // strings are written as they are
	named, ok := t.(*types.Named)
	switch {
	case ok && qualified(named.Obj()) == handleType:
		w.report(at, diag.BadHandle, at.path+": "+w.spell(m)+" has handles for keys", "use a list of structs")
		return nil
	case types.IsInterface(t) || isPointer(t) || !plain && !reads && !writes:
		return w.refuse(at, m, "has keys that are neither strings nor integers nor have text code", "use such keys, or a list of structs")
	case !plain && !writes && keyMethod(types.NewPointer(t), "MarshalText"):
		return w.refuse(at, m, "has keys whose MarshalText has a pointer receiver, which encoding/json does not find in a map", "give it a value receiver")
	case !plain && !(reads && writes):
		return w.refuse(at, m, "has keys with MarshalText or UnmarshalText, but not both", "add the other one")
	case (reads || writes) && ok:
		return w.keyed(named, &model.Keyed{Read: reads, Write: writes, Base: plainKey(under)}, at.sub("[key]"))
	case reads || writes:
		return w.refuse(at, m, "has keys without a name that have text code", "declare a named type")
	}
	key := w.typ(t, at.sub("[key]"))
	if key != nil {
		w.keyRules(key, at)
	}
	return key
}

// keyMethod reports whether encoding/json finds text code in values of type t,
// which have no address.
func keyMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
	f, ok := obj.(*types.Func)
	return ok && isCodec(f.Signature(), name == "UnmarshalText")
}

// plainKey is the kind of a key without its text code; nil when there is none.
func plainKey(under types.Type) *model.Type {
	basic, ok := under.(*types.Basic)
	if !ok {
		return nil
	}
	base, ok := basics[basic.Kind()]
	if !ok || !isInteger(&base) && base.Kind != model.String {
		return nil
	}
	return &base
}

// keyed enters a type of keys with text code. Its values elsewhere may have JSON
// code besides, so that as a key it is a type of its own.
func (w *walker) keyed(t *types.Named, code *model.Keyed, at place) *model.Type {
	obj := t.Obj()
	if why := w.unreachable(obj); why != "" {
		w.report(at, diag.Unreachable, at.path+": "+w.spell(t)+" "+why, "declare a type of your own in this package")
		return nil
	}
	args, ok := w.typeArgs(t, at)
	if !ok {
		return nil
	}
	n := &model.Named{
		ID: qualified(obj) + args.suffix + " key", Pkg: obj.Pkg().Path(), Name: obj.Name(), Args: args.types,
		Type: &model.Type{Kind: model.Text}, Keyed: code, Pos: w.declared(obj),
	}
	w.imports[n.Pkg] = obj.Pkg().Name()
	if w.types.Named(n.ID) == nil {
		w.types.Define(n)
		w.places[n.ID] = at
	}
	return &model.Type{Kind: model.Ref, Ref: n.ID}
}

// keyRules reports rules of an integer type that no pattern says.
func (w *walker) keyRules(key *model.Type, at place) {
	base := w.types.Resolve(key)
	if !isInteger(base) {
		return
	}
	if eff := w.types.Effective(key, nil); hasBounds(eff) {
		w.report(at, diag.RuleMismatch, at.path+": the keys of a map are text, for which the bounds of "+w.types.Named(key.Ref).Name+" say nothing",
			"list the values with enum=, or check the keys in the function")
	}
}

// hasBounds reports whether rules say more of a number than which values it can
// have.
func hasBounds(r *model.Rules) bool {
	return r.Min+r.Max+r.ExclusiveMin+r.ExclusiveMax+r.MultipleOf != ""
}
