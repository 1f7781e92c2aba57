package parser

import (
	"go/token"
	"go/types"
	"slices"
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
	// owner is what a type without a name is called here: "ReportRows".
	owner string
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
	types   *model.Package          // the named types so far, and nothing else
	places  map[string]place        // where each named type was met first
	failed  map[string]bool         // named types that have a finding
	nested  map[*types.TypeName]int // instances of a generic type that are being defined
	imports map[string]string       // path to package name
	// hidden lists the embedded pointers to unexported structs of a type.
	hidden map[string][]*types.Var
	// unions are the interfaces with //mcp:oneof.
	unions []*union
	// tagged are the findings about jsonschema tags of other modules.
	tagged map[string]bool
	// forms are the declarations of the types that have //mcp:type, by import path and name.
	forms map[string]*declaration
	// opaque are the types whose form is not known so far.
	opaque []opaqueType
}

func newWalker(prog *program, r *root, docs *directives) *walker {
	return &walker{
		prog: prog, root: r, docs: docs, types: new(model.Package), places: map[string]place{}, failed: map[string]bool{},
		nested:  map[*types.TypeName]int{},
		imports: map[string]string{}, hidden: map[string][]*types.Var{}, tagged: map[string]bool{},
		forms: map[string]*declaration{},
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
	spelt := types.TypeString(t, func(p *types.Package) string {
		if p == w.root.pkg.Types {
			return ""
		}
		return p.Name()
	})
	return strings.ReplaceAll(spelt, "_Ctype_", "C.")
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

// compilerErrors reports what the type checker says, unless declarations are
// missing because a file has a syntax error, which has been reported.
func (w *walker) compilerErrors(errs []typeError) {
	if slices.ContainsFunc(w.root.files, func(f *file) bool { return f.broken }) {
		return
	}
	for _, e := range errs {
		w.found = append(w.found, diag.New(w.prog.fset.Position(e.Pos), diag.TypeError, e.Msg, e.hint, e.related...))
	}
}

// declared returns where an object is declared.
func (w *walker) declared(obj types.Object) token.Position {
	d, _ := w.prog.declOf(obj)
	return w.position(obj, d)
}

// position returns the place of obj, declared as d. Export data has no
// columns, the source has.
func (w *walker) position(obj types.Object, d decl) token.Position {
	if d.node != nil {
		return w.prog.fset.Position(d.name)
	}
	return w.prog.fset.Position(obj.Pos())
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
		return w.refuse(at, t, noUnion, noUnionHint)
	case *types.Struct:
		return w.anonymous(t, at)
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
	if _, ok := target.(*types.Struct); ok {
		at.owner = alias.Obj().Name()
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
	elem := w.typ(t.Elem(), at)
	if elem != nil && w.types.UnionOf(elem) != nil {
		return w.refuse(at, t, "is a pointer to a union", "use the interface itself, which can be nil")
	}
	return over(elem, &model.Type{Kind: model.Ptr, Elem: elem})
}

func (w *walker) slice(t *types.Slice, at place) *model.Type {
	elem := w.typ(t.Elem(), at.sub("[]"))
	if elem == nil {
		return nil
	}
	basic, ok := t.Elem().Underlying().(*types.Basic)
	switch {
	case !ok || basic.Kind() != types.Uint8 || ownCodeOf(t.Elem()).write.name != "": // then encoding/json goes by element
		return &model.Type{Kind: model.List, Elem: elem}
	case elem.Kind == model.Ref:
		return &model.Type{Kind: model.Bytes, Elem: elem}
	}
	return &model.Type{Kind: model.Bytes}
}

func (w *walker) mapType(t *types.Map, at place) *model.Type {
	key := w.key(t, at)
	elem := w.typ(t.Elem(), at.sub("[]"))
	if !w.checkReached(t.Elem(), at.sub("[]")) {
		return nil
	}
	return over(key, over(elem, &model.Type{Kind: model.Map, Key: key, Elem: elem}))
}

// list returns the named types by ID.
func (w *walker) list() []*model.Named {
	list := slices.Clone(w.types.Types)
	slices.SortFunc(list, func(a, b *model.Named) int { return strings.Compare(a.ID, b.ID) })
	return list
}
