package parser

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// place is where a user meets a type: a parameter, a result or a field of his
// package. Findings about anything below stand there.
type place struct {
	pos token.Pos
	// from and to enclose the type's expression, where the compiler's errors lie.
	from, to token.Pos
	// path leads from the parameter to the type: "in.Rows[].C".
	path string
	// related is where the trouble is declared when that is another package.
	related []diag.Related
}

func (p place) sub(step string) place {
	p.path += step
	return p
}

// walker turns types into the contract's types. Every named type is visited
// once, so what is wrong with it is reported once, at the first place.
type walker struct {
	prog *program
	root *root
	docs *directives

	found   diag.List
	types   typeSet
	places  map[string]place  // where each named type was met first
	failed  map[string]bool   // named types that have a finding
	imports map[string]string // path to package name
	// hidden lists the embedded pointers to unexported structs of a type.
	hidden map[string][]*types.Var
}

func newWalker(prog *program, r *root, docs *directives) *walker {
	return &walker{
		prog: prog, root: r, docs: docs, types: typeSet{}, places: map[string]place{}, failed: map[string]bool{},
		imports: map[string]string{}, hidden: map[string][]*types.Var{},
	}
}

func (w *walker) report(at place, code diag.Code, msg, hint string) {
	w.found = append(w.found, diag.New(w.prog.fset.Position(at.pos), code, msg, hint, at.related...))
}

// refuse reports a type and returns nil, the type that is none.
func (w *walker) refuse(at place, t types.Type, why, hint string) *model.Type {
	spelt := w.spell(t)
	if strings.Contains(spelt, types.Typ[types.Invalid].String()) {
		return w.invalid(at)
	}
	w.report(at, diag.Unsupported, at.path+": "+spelt+" "+why, hint)
	return nil
}

// spell writes a type as the user would.
func (w *walker) spell(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == w.root.pkg.Types {
			return ""
		}
		return p.Name()
	})
}

// invalid reports a type that does not compile, in the compiler's words.
func (w *walker) invalid(at place) *model.Type {
	switch errs := w.root.typeErrorsIn(at.from, at.to); {
	case len(errs) > 0:
		w.compilerErrors(errs)
	case !w.root.broken: // else a finding of the loader says what is wrong
		w.report(at, diag.TypeError, at.path+": the type does not compile", "go build says why")
	}
	return nil
}

func (w *walker) compilerErrors(errs []typeError) {
	for _, e := range errs {
		w.found = append(w.found, diag.New(w.prog.fset.Position(e.Pos), diag.TypeError, e.Msg, "", e.related...))
	}
}

// typeErrorsIn returns all type errors from a position to another in its file.
func (r *root) typeErrorsIn(from, to token.Pos) (errs []typeError) {
	for {
		e, ok := r.typeErrorIn(from, to)
		if !ok {
			return errs
		}
		errs = append(errs, e)
		from = e.Pos + 1
	}
}

// typ converts a type; nil when it has been refused.
func (w *walker) typ(t types.Type, at place) *model.Type {
	if alias, ok := t.(*types.Alias); ok {
		return w.alias(alias, at)
	}
	switch t := t.(type) {
	case *types.Basic:
		return w.basic(t, at)
	case *types.Named:
		return w.named(t, t.Obj(), at)
	case *types.Pointer:
		return w.pointer(t, at)
	case *types.Slice:
		return w.slice(t, at)
	case *types.Array:
		elem := w.typ(t.Elem(), at.sub("[]"))
		return over(elem, &model.Type{Kind: model.Array, Len: t.Len(), Elem: elem})
	case *types.Map:
		return w.mapType(t, at)
	case *types.Interface:
		if t.Empty() {
			return &model.Type{Kind: model.Any}
		}
		return w.refuse(at, t, "is an interface with methods, which is not supported yet", "use a concrete type, or any")
	case *types.Struct:
		return w.refuse(at, t, "has no name, which is not supported yet", "declare a named struct type")
	case *types.Chan, *types.Signature:
		return w.refuse(at, t, "has no JSON form", "leave it out, or pass data")
	}
	return w.refuse(at, t, "is not supported", "")
}

// over returns outer unless the type it is made of was refused.
func over(elem, outer *model.Type) *model.Type {
	if elem == nil {
		return nil
	}
	return outer
}

// alias converts what an alias stands for. A type that generated code cannot
// name by its own name can still be named by an exported alias.
func (w *walker) alias(alias *types.Alias, at place) *model.Type {
	target := types.Unalias(alias)
	named, ok := target.(*types.Named)
	if ok && alias.TypeArgs().Len() == 0 && w.unreachable(named.Obj()) != "" && w.unreachable(alias.Obj()) == "" {
		return w.named(named, alias.Obj(), at)
	}
	return w.typ(target, at)
}

// basics gives the kind and width of every basic type that has a JSON form.
var basics = map[types.BasicKind]model.Type{
	types.Bool:    {Kind: model.Bool, Basic: "bool"},
	types.Int:     {Kind: model.Int, Basic: "int", Bits: 64},
	types.Int8:    {Kind: model.Int, Basic: "int8", Bits: 8},
	types.Int16:   {Kind: model.Int, Basic: "int16", Bits: 16},
	types.Int32:   {Kind: model.Int, Basic: "int32", Bits: 32},
	types.Int64:   {Kind: model.Int, Basic: "int64", Bits: 64},
	types.Uint:    {Kind: model.Uint, Basic: "uint", Bits: 64},
	types.Uint8:   {Kind: model.Uint, Basic: "uint8", Bits: 8},
	types.Uint16:  {Kind: model.Uint, Basic: "uint16", Bits: 16},
	types.Uint32:  {Kind: model.Uint, Basic: "uint32", Bits: 32},
	types.Uint64:  {Kind: model.Uint, Basic: "uint64", Bits: 64},
	types.Uintptr: {Kind: model.Uint, Basic: "uintptr", Bits: 64},
	types.Float32: {Kind: model.Float, Basic: "float32", Bits: 32},
	types.Float64: {Kind: model.Float, Basic: "float64", Bits: 64},
	types.String:  {Kind: model.String, Basic: "string"},
}

func (w *walker) basic(t *types.Basic, at place) *model.Type {
	if t.Kind() == types.Invalid {
		return w.invalid(at)
	}
	if m, ok := basics[t.Kind()]; ok {
		return &m
	}
	return w.refuse(at, t, "has no JSON form", "leave it out, or pass its parts as numbers or text")
}

func (w *walker) pointer(t *types.Pointer, at place) *model.Type {
	if _, twice := t.Elem().Underlying().(*types.Pointer); twice {
		return w.refuse(at, t, "is a pointer to a pointer, which is not supported yet", "use one pointer")
	}
	elem := w.typ(t.Elem(), at)
	return over(elem, &model.Type{Kind: model.Ptr, Elem: elem})
}

func (w *walker) slice(t *types.Slice, at place) *model.Type {
	elem := w.typ(t.Elem(), at.sub("[]"))
	if elem == nil {
		return nil
	}
	basic, ok := t.Elem().Underlying().(*types.Basic)
	switch {
	case !ok || basic.Kind() != types.Uint8:
		return &model.Type{Kind: model.List, Elem: elem}
	case elem.Kind == model.Ref:
		return &model.Type{Kind: model.Bytes, Elem: elem}
	}
	return &model.Type{Kind: model.Bytes}
}

func (w *walker) mapType(t *types.Map, at place) *model.Type {
	if basic, ok := t.Key().Underlying().(*types.Basic); !ok || basic.Kind() != types.String {
		return w.refuse(at, t, "has keys that are no strings, which is not supported yet", "use string keys, or a list of structs")
	}
	key := w.typ(t.Key(), at.sub("[key]"))
	elem := w.typ(t.Elem(), at.sub("[]"))
	return over(key, over(elem, &model.Type{Kind: model.Map, Key: key, Elem: elem}))
}

// named converts a defined type, which generated code is to spell as obj.
func (w *walker) named(t *types.Named, obj *types.TypeName, at place) *model.Type {
	if known := w.wellKnown(t, at); known != nil {
		return known
	}
	if obj.Pkg() == nil { // error, the only type of the universe that is left
		return w.refuse(at, t, "is an interface with methods, which is not supported yet", "use a string")
	}
	if obj.Pkg() != w.root.pkg.Types {
		at.related = []diag.Related{{Pos: w.prog.fset.Position(obj.Pos()), Msg: w.spell(t) + " is declared here"}}
	}
	if isNumberOfJSON(t.Obj()) {
		return w.refuse(at, t, "is not supported yet", "use float64, int64 or json.RawMessage")
	}
	if why := w.unreachable(obj); why != "" {
		w.report(at, diag.Unreachable, at.path+": "+w.spell(t)+" "+why, "declare a type of your own in this package")
		return nil
	}
	args, ok := w.typeArgs(t, at)
	if !ok {
		return nil
	}
	id := obj.Pkg().Path() + "." + obj.Name() + args.suffix
	if _, known := w.types[id]; !known && !w.failed[id] {
		w.define(id, t, obj, args.types, at)
	}
	if w.failed[id] {
		return nil
	}
	return &model.Type{Kind: model.Ref, Ref: id}
}

// typeArgs are the arguments of an instance; the suffix of its ID is made of
// them.
type typeArgs struct {
	types  []*model.Type
	suffix string
}

func (w *walker) typeArgs(t *types.Named, at place) (args typeArgs, ok bool) {
	var ids []string
	for arg := range t.TypeArgs().Types() {
		m := w.typ(arg, at.sub("[type argument]"))
		if m == nil {
			return args, false
		}
		args.types = append(args.types, m)
		ids = append(ids, typeID(m))
	}
	if len(ids) > 0 {
		args.suffix = "[" + strings.Join(ids, ",") + "]"
	}
	return args, true
}

// typeID spells a type with import paths, whatever aliases it came through.
func typeID(t *model.Type) string {
	switch t.Kind {
	case model.Time:
		return "time.Time"
	case model.Raw:
		return "encoding/json.RawMessage"
	case model.Any:
		return "any"
	case model.Bytes:
		if t.Elem != nil {
			return "[]" + typeID(t.Elem)
		}
		return "[]uint8"
	case model.List:
		return "[]" + typeID(t.Elem)
	case model.Array:
		return "[" + strconv.FormatInt(t.Len, 10) + "]" + typeID(t.Elem)
	case model.Map:
		return "map[" + typeID(t.Key) + "]" + typeID(t.Elem)
	case model.Ptr:
		return "*" + typeID(t.Elem)
	case model.Ref:
		return t.Ref
	}
	return t.Basic
}

// wellKnown converts the types of the standard library whose JSON code the
// contract knows; nil for all others.
func (w *walker) wellKnown(t *types.Named, at place) *model.Type {
	switch qualified(t.Obj()) {
	case "time.Time":
		w.imports["time"] = t.Obj().Pkg().Name()
		return &model.Type{Kind: model.Time}
	case "encoding/json.RawMessage":
		w.imports["encoding/json"] = t.Obj().Pkg().Name()
		return &model.Type{Kind: model.Raw}
	}
	return nil
}

// qualified returns the import path, a dot, and the name of a type.
func qualified(obj *types.TypeName) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}

func isNumberOfJSON(obj *types.TypeName) bool { return qualified(obj) == "encoding/json.Number" }

// unreachable says why generated code in the root package cannot name a type;
// "" when it can.
func (w *walker) unreachable(obj *types.TypeName) string {
	pkg := obj.Pkg()
	switch {
	case pkg == nil || pkg == w.root.pkg.Types:
		return ""
	case !obj.Exported():
		return "is unexported in package " + pkg.Path()
	case pkg.Name() == "main":
		return "is declared in a main package, which cannot be imported"
	case !importable(pkg.Path(), w.root.pkg.PkgPath):
		return "is declared in package " + pkg.Path() + ", which cannot be imported here"
	}
	return ""
}

// importable applies the go command's rule for internal and vendored packages.
func importable(path, from string) bool {
	elems := strings.Split(path, "/")
	if slices.Contains(elems, "vendor") {
		return false
	}
	for i := len(elems) - 1; i >= 0; i-- {
		if elems[i] == "internal" {
			parent := strings.Join(elems[:i], "/")
			return parent != "" && (from == parent || strings.HasPrefix(from, parent+"/"))
		}
	}
	return true
}

// define enters a named type and then fills it, so that it can refer to itself.
func (w *walker) define(id string, t *types.Named, obj *types.TypeName, args []*model.Type, at place) {
	before := len(w.found)
	n := &model.Named{ID: id, Pkg: obj.Pkg().Path(), Name: obj.Name(), Args: args}
	w.types[id] = n
	w.places[id] = at
	w.imports[n.Pkg] = obj.Pkg().Name()
	d, declared := w.prog.declOf(obj)
	n.Pos = w.prog.fset.Position(obj.Pos())
	if declared {
		n.Pos = w.prog.fset.Position(d.name)
		doc := describeGroup(d.doc).or(describeGroup(d.comment))
		n.Doc, n.Deprecated = doc.Doc, doc.Deprecated
	}
	if !w.fill(n, t, obj, d, at) || diag.List(w.found[before:]).HasErrors() {
		delete(w.types, id)
		w.failed[id] = true
		return
	}
	if declared {
		w.typeRules(n, d, at)
	}
}

// fill describes what a named type is defined as; false when it was refused.
func (w *walker) fill(n *model.Named, t *types.Named, obj *types.TypeName, d decl, at place) bool {
	if obj.Pkg() == w.root.pkg.Types && d.node != nil {
		at.from, at.to = d.node.Pos(), d.node.End()
		w.compilerErrors(w.root.typeErrorsIn(at.from, at.to))
	}
	if own := ownCode(t); own != "" {
		w.report(at, diag.OwnCode, at.path+": "+w.spell(t)+" has its own JSON or text code: "+own,
			"use a plain type in the signature and convert inside the function")
		return false
	}
	switch under := t.Underlying().(type) {
	case *types.Struct:
		n.Struct = true
		return w.fields(n, t, under, at)
	case *types.Interface:
		if !under.Empty() {
			w.refuse(at, t, "is an interface with methods, which is not supported yet", "use a concrete type, or any")
			return false
		}
	case *types.Pointer:
		w.refuse(at, t, "is a named pointer type, which is not supported yet", "use a pointer to a named type")
		return false
	}
	n.Type = w.typ(t.Underlying(), at)
	if n.Type == nil {
		return false
	}
	if n.ID == "time.Duration" {
		n.Doc = "Nanoseconds: 1000000000 is one second."
		return true
	}
	if isScalar(n.Type) && n.Type.Kind != model.Bool {
		w.enum(n, t.Obj(), at)
	}
	return true
}

// ownCode names the method by which a type, or a pointer to it, takes its JSON
// form into its own hands; "" when there is none. Promoted methods count.
func ownCode(t types.Type) string {
	for _, name := range []string{"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText"} {
		f := method(t, name)
		if f == nil || !isCodec(f.Signature(), strings.HasPrefix(name, "Un")) {
			continue
		}
		recv := f.Signature().Recv().Type()
		if p, ok := recv.(*types.Pointer); ok {
			recv = p.Elem()
		}
		if !types.Identical(recv, t) {
			return fmt.Sprintf("%s, promoted from %s", name, types.TypeString(recv, (*types.Package).Name))
		}
		return name
	}
	return ""
}

// method finds a method of t or *t.
func method(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	f, _ := obj.(*types.Func)
	return f
}

var errorType = types.Universe.Lookup("error").Type()

// isCodec reports whether a signature is func([]byte) error, for reading, or
// func() ([]byte, error).
func isCodec(sig *types.Signature, reads bool) bool {
	in, out := sig.Params(), sig.Results()
	if reads {
		return in.Len() == 1 && out.Len() == 1 && isBytes(in.At(0).Type()) && types.Identical(out.At(0).Type(), errorType)
	}
	return in.Len() == 0 && out.Len() == 2 && isBytes(out.At(0).Type()) && types.Identical(out.At(1).Type(), errorType)
}

func isBytes(t types.Type) bool {
	return types.Identical(t, types.NewSlice(types.Typ[types.Uint8]))
}

// typeRules reads //mcp:field on the declaration of a named type.
func (w *walker) typeRules(n *model.Named, d decl, at place) {
	p := w.docs.field(w, d.doc, at, n.Pkg)
	if p == nil {
		return
	}
	field := p.args
	t := &model.Type{Kind: model.Ref, Ref: n.ID}
	for _, bad := range []struct {
		key string
		set bool
		pos int
	}{{"name", field.Name.Set, field.Name.KeyOffset}, {"default", field.Default.Set, field.Default.KeyOffset}} {
		if bad.set {
			w.found = append(w.found, p.finding(bad.pos, diag.RuleMismatch, bad.key+" is for fields and parameters, not for a type", "")...)
		}
	}
	if field.Desc.Set {
		n.Doc = field.Desc.Value
	}
	rest := field.Rules
	rest.Default.Set = false
	rules, found := readRules(w.types, t, &rest, p.at)
	w.found = append(w.found, p.relocate(found)...)
	n.Rules = rules
	if rules != nil && rules.EnumMode != "" {
		n.Open = rules.EnumMode == "open"
	}
}

// list returns the named types by ID.
func (w *walker) list() (list []*model.Named) {
	for _, n := range w.types {
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b *model.Named) int { return strings.Compare(a.ID, b.ID) })
	return list
}
