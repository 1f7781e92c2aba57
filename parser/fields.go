package parser

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
	"github.com/mcpgen/mcpgen/parser/tag"
)

// member is one field that encoding/json considers for an object.
type member struct {
	name   string // on the wire
	tagged bool   // the name comes from the tag
	opts   []string
	index  []int
	vars   []*types.Var // the selector; the field itself last
	tag    reflect.StructTag
}

func (m *member) field() *types.Var { return m.vars[len(m.vars)-1] }

func (m *member) has(opt string) bool { return slices.Contains(m.opts, opt) }

// members lists the fields of a struct as encoding/json sees them, in the
// order in which it writes them. Clashes are the groups of fields of one name
// that cancel each other out, stray those whose fields are members in their place
// although they have a jsonschema tag. The rules are those documented for
// encoding/json.Marshal: breadth first through embedded structs, the
// shallowest field of a name wins, then the tagged one.
func members(st *types.Struct, self types.Type) (kept []member, clashes [][]member, stray []member) {
	s := fieldScan{visited: map[string]bool{}, current: []level{{st: st, typ: self}}, times: map[string]int{key(self): 1}}
	for len(s.current) > 0 {
		s.level()
	}
	slices.SortStableFunc(s.found, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(len(a.index), len(b.index)), compareBool(b.tagged, a.tagged), slices.Compare(a.index, b.index))
	})
	for rest := s.found; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].name == rest[0].name {
			n++
		}
		equal := 1
		for equal < n && len(rest[equal].index) == len(rest[0].index) && rest[equal].tagged == rest[0].tagged {
			equal++
		}
		if equal == 1 {
			kept = append(kept, rest[0])
		} else {
			clashes = append(clashes, rest[:equal])
		}
		rest = rest[n:]
	}
	slices.SortFunc(kept, func(a, b member) int { return slices.Compare(a.index, b.index) })
	return kept, clashes, s.stray
}

func compareBool(a, b bool) int {
	if a == b {
		return 0
	}
	if a {
		return 1
	}
	return -1
}

// level is a struct to look into, and the way there.
type level struct {
	st    *types.Struct
	typ   types.Type
	index []int
	vars  []*types.Var
}

type fieldScan struct {
	current, next []level
	// times counts how often each type occurs on the current level: what is
	// embedded twice cancels itself out.
	times, nextTimes map[string]int
	visited          map[string]bool
	found            []member
	stray            []member // embedded, with a jsonschema tag for nobody
}

// key identifies a type; instances of one generic type may be several objects.
func key(t types.Type) string { return types.TypeString(t, nil) }

func (s *fieldScan) level() {
	s.next, s.nextTimes = nil, map[string]int{}
	for _, l := range s.current {
		if k := key(l.typ); !s.visited[k] {
			s.visited[k] = true
			for i := range l.st.NumFields() {
				s.field(l, i)
			}
		}
	}
	s.current, s.times = s.next, s.nextTimes
}

func (s *fieldScan) field(l level, i int) {
	v := l.st.Field(i)
	target := types.Unalias(v.Type())
	if p, ok := target.(*types.Pointer); ok {
		target = types.Unalias(p.Elem())
	}
	inner, isStruct := target.Underlying().(*types.Struct)
	if !v.Exported() && !(v.Embedded() && isStruct) {
		return
	}
	tags := reflect.StructTag(l.st.Tag(i))
	if tags.Get("json") == "-" {
		return
	}
	name, rest, _ := strings.Cut(tags.Get("json"), ",")
	if !validName(name) {
		name = ""
	}
	m := member{
		name: cmp.Or(name, v.Name()), tagged: name != "", opts: strings.Split(rest, ","),
		index: append(slices.Clone(l.index), i), vars: append(slices.Clone(l.vars), v),
		tag: tags,
	}
	if name != "" || !v.Embedded() || !isStruct {
		s.found = append(s.found, m)
		if s.times[key(l.typ)] > 1 {
			s.found = append(s.found, m)
		}
		return
	}
	if tag.In(tags) {
		s.stray = append(s.stray, m)
	}
	s.nextTimes[key(target)]++
	if s.nextTimes[key(target)] == 1 {
		s.next = append(s.next, level{inner, target, m.index, m.vars})
	}
}

// validName reports whether encoding/json takes a name from a tag.
func validName(name string) bool {
	for _, r := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return name != ""
}

// fields fills in the members of a struct; false when one was refused.
func (w *walker) fields(n *model.Named, t types.Type, st *types.Struct, at place) bool {
	kept, clashes, stray := members(st, t)
	for _, c := range clashes {
		w.clash(c, at)
	}
	w.strayTags(stray, at)
	w.silent(t, st, kept, at)
	ok := true
	for _, m := range kept {
		f := w.member(n, t, m, at)
		ok = ok && f != nil
		n.Fields = append(n.Fields, f)
	}
	return ok
}

// silent warns of values of which nothing is on the wire.
func (w *walker) silent(t types.Type, st *types.Struct, kept []member, at place) {
	if len(kept) == 0 && hides(st) {
		hint := "use a type with exported fields"
		if first := st.Field(0); first.Pkg().Path() == "time" && first.Name() == "wall" {
			hint = "use time.Time itself, whose methods a type defined as time.Time does not have"
		}
		w.report(at, diag.HiddenData, at.path+": every "+w.spell(t)+" is {} in JSON, because all its fields are unexported", hint)
	}
}

// hides reports whether all fields of a struct are unexported and some of them
// hold data. An exported field that a tag leaves out was left out on purpose.
func hides(st *types.Struct) bool {
	hidden := false
	for v := range st.Fields() {
		if v.Exported() {
			return false
		}
		hidden = hidden || v.Name() != "_" && holdsData(v.Type())
	}
	return hidden
}

// holdsData reports whether a type has more than one value: markers such as an
// embedded struct without fields have one.
func holdsData(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for v := range t.Fields() {
			if holdsData(v.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return t.Len() > 0 && holdsData(t.Elem())
	}
	return true
}

// clash warns of fields that encoding/json drops.
func (w *walker) clash(group []member, at place) {
	first, second := group[0].field(), group[1].field()
	d, _ := w.prog.declOf(second.Origin())
	where, what := w.placeOf(second, d, at), fmt.Sprintf("fields %s and %s", dotted(group[0]), dotted(group[1]))
	if first == second {
		what = fmt.Sprintf("field %s, embedded twice,", first.Name())
	}
	where.related = []diag.Related{{Pos: w.declared(first.Origin()), Msg: "the first one"}}
	w.report(where, diag.FieldConflict, fmt.Sprintf("%s: %s have the JSON name %q and cancel each other out", at.path, what, group[0].name),
		"rename one, or leave one out with the tag json:\"-\"")
}

// dotted is a member's selector.
func dotted(m member) string {
	var names []string
	for _, v := range m.vars {
		names = append(names, v.Name())
	}
	return strings.Join(names, ".")
}

// placeOf is the place of a field: the field itself when the user's package
// declares it, else the place that led to its struct.
func (w *walker) placeOf(v *types.Var, d decl, at place) place {
	if v.Pkg() != w.root.pkg.Types {
		at.related = []diag.Related{{Pos: w.position(v, d), Msg: v.Name() + " is declared here"}}
		return at
	}
	at.pos, at.from, at.to, at.related = v.Pos(), token.NoPos, token.NoPos, nil
	if f, ok := d.node.(*ast.Field); ok {
		at.from, at.to = f.Type.Pos(), f.Type.End()
	}
	return at
}

// member describes one member of the struct n; nil when it was refused.
func (w *walker) member(n *model.Named, t types.Type, m member, outer place) *model.Field {
	v := m.field()
	d, _ := w.prog.declOf(v.Origin())
	at := w.placeOf(v, d, outer).sub("." + dotted(m))
	at.owner = n.Label() + model.Exported(v.Name())
	f := &model.Field{}
	f.Name, f.Pos = m.name, w.position(v, d)
	doc := describeGroup(d.doc).or(describeGroup(d.comment))
	f.Doc, f.Deprecated = doc.Doc, doc.Deprecated
	if f.Path = w.path(n, t, m, at); f.Path == nil {
		return nil
	}
	if f.Type = w.typ(v.Type(), at); f.Type == nil {
		return nil
	}
	_, pointer := v.Type().Underlying().(*types.Pointer)
	f.Optional = pointer || m.has("omitempty") || m.has("omitzero")
	if !w.options(f, m, v, at) {
		return nil
	}
	w.fieldRules(f, d, m, at)
	f.Optional = optional(f.Optional || f.MayBeAbsent(), f.Rules)
	return f
}

// path returns the selector of a member; nil when generated code cannot write
// it.
func (w *walker) path(n *model.Named, t types.Type, m member, at place) (path []model.Step) {
	foreign := false
	for i, v := range m.vars {
		step := model.Step{Name: v.Name()}
		hidden := v.Pkg() != w.root.pkg.Types && !v.Exported()
		foreign = foreign || hidden
		if p, ok := v.Type().Underlying().(*types.Pointer); ok && i < len(m.vars)-1 {
			if hidden {
				w.report(at, diag.Unreachable, at.path+": "+v.Name()+" is an unexported embedded pointer in another package", "")
				return nil
			}
			embedded := at
			embedded.path = strings.TrimSuffix(at.path, "."+dotted(member{vars: m.vars[i+1:]}))
			if step.Embedded = w.typ(p.Elem(), embedded); step.Embedded == nil {
				return nil
			}
			if !v.Exported() {
				w.hidden[n.ID] = append(w.hidden[n.ID], v)
			}
		}
		if !hidden {
			path = append(path, step)
		}
	}
	if foreign && !promotes(t, m) {
		w.report(at, diag.Unreachable, at.path+": the field is hidden behind an unexported one in another package", "")
		return nil
	}
	return path
}

// promotes reports whether t.F, without the embedded fields in between, means
// the member in Go too. JSON has other rules: they go by the JSON name.
func promotes(t types.Type, m member) bool {
	v := m.field()
	obj, index, _ := types.LookupFieldOrMethod(t, true, v.Pkg(), v.Name())
	return v.Exported() && obj == types.Object(v) && slices.Equal(index, m.index)
}

// options applies the options of a json tag; false when one is refused.
func (w *walker) options(f *model.Field, m member, v *types.Var, at place) bool {
	if m.name == "-" {
		w.report(at, diag.SuspiciousDash, at.path+": the tag names the field \"-\"", "to leave the field out, write json:\"-\"")
	}
	f.Quoted = m.has("string") && w.quotes(f.Type)
	if m.has("string") && !f.Quoted && quotedKind(v.Type()) {
		w.report(at, diag.Unsupported, at.path+": the tag option string on "+w.spell(v.Type())+", which has code of its own, is not read as it is written", "drop the option")
		return false
	}
	switch {
	case m.has("omitempty") && canBeEmpty(v.Type().Underlying()):
		f.Omit = model.OmitEmpty
		if m.has("omitzero") && isZeroer(v.Type()) { // else what is zero is empty
			f.Zero = &model.Zero{Method: true}
		}
	case m.has("omitzero"):
		f.Omit, f.Zero = model.OmitZero, w.zero(v.Type(), f.Type)
	}
	return true
}

// quotes reports whether the tag option string means a field of type t: a
// scalar, or one pointer to one.
func (w *walker) quotes(t *model.Type) bool {
	if t.Kind == model.Ptr {
		t = t.Elem
	}
	base := w.types.Resolve(t)
	return isScalar(base) && base.Kind != model.Numeral
}

// quotedKind reports whether encoding/json heeds the tag option string for a
// type, which goes by its kind alone.
func quotedKind(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) != 0
}

// canBeEmpty reports whether omitempty ever leaves out a value: false, 0, nil
// and what has length zero, but no struct and no array with elements.
func canBeEmpty(under types.Type) bool {
	switch u := under.(type) {
	case *types.Struct:
		return false
	case *types.Array:
		return u.Len() == 0
	}
	return true
}

// fieldRules reads //mcp:field on a struct field, and its jsonschema tags.
func (w *walker) fieldRules(f *model.Field, d decl, m member, at place) {
	p := w.joined(w.docs.about(w, "field", d.doc, at, m.field().Pkg().Path()), w.tagField(f, d, m, at))
	if p == nil {
		w.quotedRules(f, at)
		return
	}
	args := p.args.(*directive.Field)
	if name := args.Name; name.Set && name.Value != f.Name {
		w.found = append(w.found, p.finding(name.Offset, diag.BadValue, fmt.Sprintf("encoding/json calls this field %q", f.Name),
			"rename it with the json tag, so that Go and the wire agree")...)
	}
	if args.Desc.Set {
		f.Doc = args.Desc.Value
	}
	f.Type = w.asText(f.Type, &args.Rules)
	rules, found := readRules(w.types, f.Type, &args.Rules, p.at)
	if f.Quoted && rules != nil && rules.Header != "" && !args.Min.Set && !args.Max.Set {
		rules.Min, rules.Max = "", "" // what is text is carried exactly
	}
	w.found = append(w.found, p.relocate(found)...)
	if p.foreign == nil || len(found) == 0 { // else what is left may contradict itself
		f.Rules = rules
	}
	w.quotedRules(f, at)
}

// quotedRules reports rules that hold for a scalar and not for the string that
// the tag option string makes of it.
func (w *walker) quotedRules(f *model.Field, at place) {
	if !f.Quoted {
		return
	}
	eff := w.types.Effective(f.Type, f.Rules)
	if hasBounds(eff) || eff.MinLength != nil || eff.MaxLength != nil || eff.Pattern != "" || eff.Format != "" {
		w.report(at, diag.RuleMismatch, at.path+": the tag option string makes text of the value, for which its bounds say nothing",
			"drop the option, or list the values with enum=")
	}
}
