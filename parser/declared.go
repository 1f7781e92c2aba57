package parser

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
	"github.com/mcpgen/mcpgen/runtime/near"
)

// declaration is one //mcp:type.
type declaration struct {
	*placed
	args   *directive.Type
	schema string   // compact
	wire   []string // the JSON types it allows; nil for all
	used   bool
}

// declarations reads the //mcp:type directives of a package.
func (a *analysis) declarations() {
	for _, f := range a.root.files {
		for _, p := range a.docs.in(f.ast.Doc, "type") {
			if p.Subject != "" { // else reported with the grammar
				a.declaration(&declaration{placed: p, args: p.args.(*directive.Type)})
			}
		}
	}
}

func (a *analysis) declaration(d *declaration) {
	t := a.declaredType(d)
	if t == nil {
		return
	}
	id, name := qualified(t.Obj()), a.types.typePath(t)
	first := a.types.forms[id]
	switch {
	case first != nil:
		a.found = append(a.found, d.finding(d.SubjectOffset, diag.BadType, name+" is declared twice", "keep one of them",
			diag.Related{Pos: first.at(0), Msg: "the first one"}))
		return
	case !d.args.Schema.Set: // reported with the grammar
	default:
		text, wire, err := checkSchema(d.args.Schema.Value)
		if err != nil {
			a.wrongType(d, d.args.Schema.Offset, "the schema of "+name+" cannot be used: "+err.Error(), "write a JSON Schema 2020-12 that stands alone")
		}
		d.schema, d.wire = text, wire
	}
	a.types.forms[id] = d
	a.declaredCode(d, t)
}

func (a *analysis) wrongType(d *declaration, offset int, msg, hint string) {
	a.found = append(a.found, d.finding(offset, diag.BadType, msg, hint))
}

// declaredType finds the type that a declaration names; nil when there is none
// that can have one.
func (a *analysis) declaredType(d *declaration) *types.Named {
	fail := func(msg, hint string) *types.Named {
		a.wrongType(d, d.SubjectOffset, msg, hint)
		return nil
	}
	path, name := splitTypePath(d.Subject)
	pkg := a.root.pkg.Types
	if path != "" && path != a.root.pkg.PkgPath {
		loaded := a.prog.pkgs[path]
		if loaded == nil || loaded.Types == nil {
			return fail("nothing here imports package "+path, "write the import path, a dot and the name of the type")
		}
		pkg = loaded.Types
		a.prog.complete(pkg)
	}
	obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		hint := "write the import path, a dot and the name of the type"
		if meant := near.Name(name, pkg.Scope().Names()); meant != "" {
			hint = "did you mean " + meant + "?"
		}
		return fail("package "+cmp.Or(path, pkg.Path())+" has no type "+name, hint)
	}
	t, ok := types.Unalias(obj.Type()).(*types.Named)
	switch {
	case !ok:
		return fail(d.Subject+" is an alias of a type without a name", "")
	case t.TypeParams().Len() > 0 || t.TypeArgs().Len() > 0:
		return fail(d.Subject+" is generic, and its instances differ", "embed one instance in a struct of your own, which has its code then, and declare that")
	case knownForm(t):
		return fail("the form of "+qualified(t.Obj())+" on the wire is known", "drop the declaration")
	}
	return t
}

// knownForm reports whether the wire form of a type needs no declaration.
func knownForm(t *types.Named) bool {
	_, known := wellKnown[qualified(t.Obj())]
	return known || quotedText[qualified(t.Obj())] || t.Obj().Pkg() == nil
}

// splitTypePath cuts a type's name from its import path, which may have dots.
func splitTypePath(subject string) (path, name string) {
	dot := strings.LastIndexByte(subject, '.')
	if dot < strings.LastIndexByte(subject, '/') {
		return subject, ""
	}
	return subject[:max(dot, 0)], subject[dot+1:]
}

// declaredCode checks that the code of a type and the functions of its
// declaration can do what the schema says.
func (a *analysis) declaredCode(d *declaration, t *types.Named) {
	bytes, err := types.NewSlice(types.Typ[types.Uint8]), errorType
	a.declaredFunc(d.args.Decode, d, "decode", []types.Type{bytes}, []types.Type{t, err})
	a.declaredFunc(d.args.Encode, d, "encode", []types.Type{t}, []types.Type{bytes, err})
	code, name := ownCodeOf(t), a.types.typePath(t)
	text := !d.args.Decode.Set && code.read.name == "UnmarshalText" || !d.args.Encode.Set && code.write.name == "MarshalText"
	switch {
	case types.IsInterface(t) && !(d.args.Decode.Set && d.args.Encode.Set):
		a.wrongType(d, d.SubjectOffset, name+" is an interface, which has no code that makes a value", "give it decode= and encode=")
	case text && len(d.wire) > 0 && !slices.Contains(d.wire, "string"):
		a.wrongType(d, d.args.Schema.Offset, name+" has text code, so it is a string on the wire", "let the schema allow strings, or give it decode= and encode=")
	}
}

// declaredFunc checks a function that a declaration names.
func (a *analysis) declaredFunc(arg directive.Text, d *declaration, key string, params, results []types.Type) {
	if !arg.Set {
		return
	}
	want := "func(" + a.spellAll(params) + ") (" + a.spellAll(results) + ")"
	fn, ok := a.root.pkg.Types.Scope().Lookup(arg.Value).(*types.Func)
	switch {
	case !ok:
		a.wrongType(d, arg.Offset, "there is no function "+arg.Value, fmt.Sprintf("%s= takes a function of this package: %s", key, want))
	case !sameTypes(fn.Signature().Params(), params) || !sameTypes(fn.Signature().Results(), results) || fn.Signature().Variadic() || fn.Signature().TypeParams().Len() > 0:
		a.wrongType(d, arg.Offset, fmt.Sprintf("%s is not a %s", arg.Value, want), "")
	}
}

func (a *analysis) spellAll(list []types.Type) string {
	var names []string
	for _, t := range list {
		names = append(names, strings.ReplaceAll(a.types.spell(t), "[]uint8", "[]byte"))
	}
	return strings.Join(names, ", ")
}

func sameTypes(have *types.Tuple, want []types.Type) bool {
	if have.Len() != len(want) {
		return false
	}
	for i, t := range want {
		if !types.Identical(have.At(i).Type(), t) {
			return false
		}
	}
	return true
}

// describe fills in a type as its declaration says.
func (d *declaration) describe(n *model.Named, t *types.Named, code ownCode) {
	d.used = true
	n.Type = &model.Type{Kind: model.Custom}
	n.Code = &model.Code{
		Read: code.read.name, Write: code.write.name, Decode: d.args.Decode.Value, Encode: d.args.Encode.Value,
		Schema: d.schema, Wire: d.wire, Under: underKind(t.Underlying()),
	}
}

// unusedDeclarations reports the declarations of types that no function leads
// to. Where something is refused already, that is not known.
func (a *analysis) unusedDeclarations() {
	if a.found.HasErrors() || a.types.found.HasErrors() || a.docs.found.HasErrors() {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(a.types.forms)) {
		if d := a.types.forms[id]; !d.used {
			a.wrongType(d, d.SubjectOffset, "no annotated function leads to "+d.Subject, "drop the declaration")
		}
	}
}
