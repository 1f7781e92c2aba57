package parser

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
)

// maxNested is how many instances of one generic type can stand in each other.
// A type that holds an instance of itself with a larger argument has no end.
const maxNested = 20

// named converts a defined type, which generated code is to spell as obj.
func (w *walker) named(t *types.Named, obj *types.TypeName, at place) *model.Type {
	if known := w.wellKnown(t); known != nil {
		return known
	}
	if qualified(t.Obj()) == handleType {
		return w.handle(t, at)
	}
	if why, hint := noData(t); why != "" {
		return w.refuse(at, t, why, hint)
	}
	if obj.Pkg() == nil { // error, the only type of the universe that is left
		return w.refuse(at, t, noUnion, "use a string")
	}
	if obj.Pkg() != w.root.pkg.Types {
		at.related = []diag.Related{{Pos: w.declared(obj), Msg: w.spell(t) + " is declared here"}}
	}
	if pkg := obj.Pkg().Path(); pkg == "sync" || pkg == "sync/atomic" {
		return w.refuse(at, t, "has no JSON form", "leave it out, or unexport the field")
	}
	if strings.HasPrefix(obj.Name(), "_Ctype_") {
		return w.refuse(at, t, "is a type of C, which is not the same on every platform", "convert it to a Go type in the function")
	}
	if why := w.unreachable(obj); why != "" {
		w.report(at, diag.Unreachable, at.path+": "+w.spell(t)+" "+why, "declare a type of your own in this package")
		return nil
	}
	var args typeArgs
	if obj == t.Obj() { // an alias of an instance is named without arguments
		var ok bool
		if args, ok = w.typeArgs(t, at); !ok {
			return nil
		}
	}
	id := obj.Pkg().Path() + "." + obj.Name() + args.suffix
	// A type of another package that was refused is reported at every place
	// in the user's package that leads to it.
	again := w.failed[id] && len(at.related) > 0 && w.places[id].pos != at.pos
	if known := w.types.Named(id) != nil; !known && (!w.failed[id] || again) {
		delete(w.failed, id)
		if w.nested[obj] == maxNested {
			return w.refuse(at, t.Origin(), "has instances without end", "let it hold values of the type argument that it has itself")
		}
		w.nested[obj]++
		w.define(id, t, obj, args.types, at)
		w.nested[obj]--
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
		ids = append(ids, m.ID())
	}
	if len(ids) > 0 {
		args.suffix = "[" + strings.Join(ids, ",") + "]"
	}
	return args, true
}

// wellKnown are the types of the standard library whose form the contract knows.
var wellKnown = map[string]model.Kind{
	"time.Time": model.Time, "encoding/json.RawMessage": model.Raw, "encoding/json.Number": model.Numeral, "math/big.Int": model.BigInt,
}

// wellKnown converts a well-known type; nil for all others.
func (w *walker) wellKnown(t *types.Named) *model.Type {
	kind, known := wellKnown[qualified(t.Obj())]
	if !known {
		return nil
	}
	w.imports[t.Obj().Pkg().Path()] = t.Obj().Pkg().Name()
	return &model.Type{Kind: kind}
}

// qualified returns the import path, a dot, and the name of a type.
func qualified(obj *types.TypeName) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}

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
	n := &model.Named{ID: id, Pkg: obj.Pkg().Path(), Name: obj.Name(), Args: args}
	w.types.Define(n)
	w.places[id] = at
	w.imports[n.Pkg] = obj.Pkg().Name()
	d, declared := w.prog.declOf(obj)
	n.Pos = w.position(obj, d)
	if declared {
		w.sweepType(obj, d)
		w.onlyHere(d, w.spell(t), "use a type that is declared without constraints", at)
		doc := describeGroup(d.doc).or(describeGroup(d.comment))
		n.Doc, n.Deprecated = doc.Doc, doc.Deprecated
	}
	if !w.fill(n, t, obj, d, at) {
		w.types.Undefine(id)
		w.failed[id] = true
		return
	}
	if declared {
		w.typeRules(n, d, at)
	}
}

// onlyHere warns of a declaration that other platforms may lack; true when it
// did.
func (w *walker) onlyHere(d decl, what, hint string, at place) bool {
	only := platformOf(d.file)
	if only != "" {
		at.related = nil // a place that may be another one on every machine
		w.report(at, diag.Platform, at.path+": "+what+" is declared in a file that is built only under "+only+", but generated code is the same everywhere", hint)
	}
	return only != ""
}

// fill describes what a named type is defined as; false when it was refused.
func (w *walker) fill(n *model.Named, t *types.Named, obj *types.TypeName, d decl, at place) bool {
	if obj.Pkg() == w.root.pkg.Types && d.node != nil {
		at.from, at.to = d.node.Pos(), d.node.End()
		w.compilerErrors(w.root.typeErrorsIn(at.from, at.to))
	}
	code := ownCodeOf(t)
	if d := w.forms[qualified(t.Obj())]; d != nil {
		d.describe(n, t, code)
		n.Code.Foreign = !w.prog.sameModule(w.root, t.Obj().Pkg())
		return true
	}
	if !code.none() {
		return w.own(n, t, code, at)
	}
	switch under := t.Underlying().(type) {
	case *types.Struct:
		n.Struct = true
		return w.fields(n, t, under, at)
	case *types.Interface:
		if l := w.docs.about(w, "oneof", d.doc, at, n.Pkg); l != nil || !under.Empty() {
			return w.union(n, t, under, l, at)
		}
	case *types.Pointer:
		if endless(t) {
			w.refuse(at, t, "is a pointer to itself", "let it point to a value")
			return false
		}
		if own := ownCodeOf(under.Elem()).first(); own != "" && !isPointer(under.Elem()) {
			w.refuse(at, t, "is a named pointer, through which encoding/json does not find the "+own+" of "+w.spell(under.Elem()), "use *"+w.spell(under.Elem()))
			return false
		}
	}
	at.owner = n.Name + "Item"
	n.Type = w.typ(t.Underlying(), at)
	if n.Type == nil {
		return false
	}
	if n.ID == "time.Duration" {
		n.Doc = "Nanoseconds: 1000000000 is one second."
		return true
	}
	if isScalar(n.Type) && n.Type.Kind != model.Bool {
		w.enum(n, t, at)
	}
	return true
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// endless reports whether a pointer type never leads to a value.
func endless(t types.Type) bool {
	for seen := map[string]bool{}; !seen[key(t)]; {
		seen[key(t)] = true
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			return false
		}
		t = types.Unalias(p.Elem())
	}
	return true
}

// typeRules reads //mcp:field on the declaration of a named type.
func (w *walker) typeRules(n *model.Named, d decl, at place) {
	p := w.docs.about(w, "field", d.doc, at, n.Pkg)
	if p == nil {
		return
	}
	field := p.args.(*directive.Field)
	t := &model.Type{Kind: model.Ref, Ref: n.ID}
	required := directive.Text{Set: field.Required.Set, KeyOffset: field.Required.KeyOffset}
	for key, arg := range map[string]directive.Text{"name": field.Name, "default": field.Default, "required": required, "header": field.Header} {
		if arg.Set {
			w.found = append(w.found, p.finding(arg.KeyOffset, diag.RuleMismatch, key+" is for fields and parameters, not for a type", "")...)
		}
	}
	if field.Desc.Set {
		n.Doc = field.Desc.Value
	}
	rest := field.Rules
	rest.Default.Set, rest.Required, rest.Header = false, directive.Flag{}, directive.Text{}
	rules, found := readRules(w.types, t, &rest, p.at)
	w.found = append(w.found, p.relocate(found)...)
	if rules == nil {
		return
	}
	if n.Rules != nil { // the format of a UUID
		rules.Format = n.Rules.Format
	}
	n.Rules = rules
	if rules.EnumMode != "" {
		n.Open = rules.EnumMode == "open"
	}
}

// unvisited checks the //mcp:field and //mcp:oneof directives of types that no function leads
// to, so that a mistake there is not passed over in silence. Those types may
// otherwise be what they like.
func (a *analysis) unvisited() {
	for _, f := range a.root.files {
		if f.broken {
			continue
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				a.useless(a.docs.inside(fn.Type)) // in structs without a name
				continue
			}
			group, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range group.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					a.unread(spec, a.docs.within(group, spec))
				}
			}
		}
	}
}

// unread reports the directives that do nothing because their field is not on
// the wire.
func (a *analysis) unread(spec *ast.TypeSpec, directives []*placed) {
	obj, ok := a.root.pkg.TypesInfo.Defs[spec.Name].(*types.TypeName)
	if !ok || len(directives) == 0 || a.types.failed[qualified(obj)] {
		return
	}
	if _, visited := a.types.places[qualified(obj)]; !visited && spec.TypeParams == nil {
		w := newWalker(a.prog, a.root, a.docs)
		w.typ(obj.Type(), place{pos: spec.Name.Pos(), path: spec.Name.Name})
		w.discriminators()
		a.found = append(a.found, aboutRules(w.found)...)
		if len(w.failed) > 0 {
			return
		}
	}
	if spec.TypeParams == nil {
		a.useless(directives)
	}
}

// useless reports the directives that nothing has read.
func (a *analysis) useless(directives []*placed) {
	for _, p := range directives {
		if !a.docs.used[p] {
			a.found = append(a.found, p.finding(0, diag.RuleMismatch, "this field is not on the wire, so the directive does nothing", "drop the directive, or export the field"))
		}
	}
}

// aboutRules keeps the findings about what a directive says.
func aboutRules(list diag.List) (kept diag.List) {
	for _, f := range list {
		switch f.Code {
		case diag.BadValue, diag.Contradiction, diag.Repeated, diag.RuleMismatch, diag.BadLiteral, diag.BadUnion:
			kept = append(kept, f)
		}
	}
	return kept
}
