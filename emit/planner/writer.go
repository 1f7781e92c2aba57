package planner

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/mcpgen/mcpgen/internal/model"
)

// writer appends one side of a line: the parameters, or the result.
type writer struct {
	bytes.Buffer
	p     *model.Package
	input bool
	// uses counts the references to each struct and recursive type while the
	// names are planned, as if all of them had one; nil when the line is written.
	uses map[string]int
	// names holds those of the types to be named, by ID.
	names map[string]string
	// begun holds the types whose definition has begun.
	begun map[string]bool
}

func newWriter(p *model.Package, input bool) *writer {
	return &writer{p: p, input: input, begun: map[string]bool{}}
}

// plan runs write twice: once with every candidate named, to count, and once
// for good.
func (w *writer) plan(write func()) {
	w.uses = map[string]int{}
	write()
	var named []string
	for _, t := range w.p.Types {
		if n := w.uses[t.ID]; n > 1 || n == 1 && t.Recursive {
			named = append(named, t.ID)
		}
	}
	w.Reset()
	w.names, w.uses, w.begun = w.p.ShortNames(named), nil, map[string]bool{}
	write()
}

// result writes what stands behind the arrow.
func (w *writer) result(r model.Result) {
	if r.Value == nil {
		w.object(w.p.Members(r))
		return
	}
	null := false
	if r.Wrap {
		null = w.p.Members(r)[0].Null
	}
	w.typ(r.Value.Type, nil, null)
}

func (w *writer) object(members []model.Member) {
	w.WriteByte('{')
	w.members(members)
	w.WriteByte('}')
}

func (w *writer) members(members []model.Member) {
	for i, m := range members {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.member(m)
	}
}

func (w *writer) member(m model.Member) {
	w.WriteString(name(m.Name))
	if !m.Required {
		w.WriteByte('?')
	}
	start := w.Len()
	w.WriteByte(':')
	switch {
	case m.Const != "":
		w.WriteString(value(m.Const))
		return
	case m.Quoted:
		w.quoted(m)
	default:
		w.typ(m.Type, m.Rules, m.Null)
	}
	if string(w.Bytes()[start:]) == ":str" {
		w.Truncate(start)
	}
	if w.input && m.Rules != nil && m.Rules.Default != "" {
		w.WriteString("=" + value(w.literal(m)))
	}
}

// literal is the default of a member as it travels.
func (w *writer) literal(m model.Member) string {
	if base, _ := w.p.Deref(m.Type); m.Quoted {
		return model.QuotedLiteral(base, m.Rules.Default)
	}
	return m.Rules.Default
}

// quoted writes a scalar that is a string on the wire: a str in the format of
// what it holds, or the only values.
func (w *writer) quoted(m model.Member) {
	base, _ := w.p.Deref(m.Type)
	values, closed := w.enum(m.Type, m.Rules)
	if w.input {
		values, closed = model.QuotedEnum(base, values, closed)
	}
	if !closed {
		w.WriteString("str@" + w.kind(base))
	}
	w.values(values, closed)
	if m.Null { // in results alone, which list no values
		w.WriteByte('?')
	}
}

// typ writes a type, with ? when the value can be null.
func (w *writer) typ(t *model.Type, rules *model.Rules, null bool) {
	if !null {
		w.whole(t, rules)
		return
	}
	w.atom(t, rules)
	w.WriteByte('?')
}

// atom writes a type so that a suffix can follow.
func (w *writer) atom(t *model.Type, rules *model.Rules) {
	values, _ := w.enum(t, rules)
	base, _ := w.p.Deref(t)
	if u := w.p.UnionOf(base); len(values) == 0 && (u == nil || len(u.Cases) == 1 || w.candidate(t) != "") {
		w.whole(t, rules)
		return
	}
	w.WriteByte('(')
	w.whole(t, rules)
	w.WriteByte(')')
}

// enum returns the values that a type shows in the line.
func (w *writer) enum(t *model.Type, rules *model.Rules) ([]model.EnumValue, bool) {
	if !w.input {
		return nil, false
	}
	return w.p.EnumOf(t, rules)
}

func (w *writer) whole(t *model.Type, rules *model.Rules) {
	id := w.candidate(t)
	if id == "" || rules != nil && (rules.MinItems != nil || rules.MaxItems != nil) {
		// A recursive list with bounds of its own is written out one level.
		w.unnamed(t, rules)
		return
	}
	if w.uses != nil {
		w.uses[id]++
	}
	w.WriteString("@" + w.names[id])
	if w.begun[id] {
		return
	}
	w.begun[id] = true
	w.WriteByte('(')
	w.unnamed(t, nil)
	w.WriteByte(')')
}

// candidate returns the ID of the first type on the way of t that has a name
// in this line.
func (w *writer) candidate(t *model.Type) string {
	for _, n := range w.p.Names(t) {
		_, ok := w.names[n.ID]
		if ok || w.uses != nil && (n.Whole() || n.Recursive) {
			return n.ID
		}
	}
	return ""
}

func (w *writer) unnamed(t *model.Type, rules *model.Rules) {
	base, _ := w.p.Deref(t)
	eff := w.p.Effective(t, rules)
	values, closed := w.enum(t, rules)
	if !w.input {
		eff = &model.Rules{}
	}
	if code := w.p.CodeOf(t); base.Kind == model.Custom && code != nil {
		w.WriteString(custom(code.Wire))
		return
	}
	if len(values) == 0 || !closed {
		w.base(base, eff)
	}
	w.values(values, closed)
}

// values writes the only values of a type, or its usual ones.
func (w *writer) values(list []model.EnumValue, closed bool) {
	if len(list) > 0 && !closed {
		w.WriteByte('~')
	}
	for i, v := range list {
		if i > 0 {
			w.WriteByte('|')
		}
		w.WriteString(value(v.Value))
	}
}

func (w *writer) base(t *model.Type, r *model.Rules) {
	switch t.Kind {
	case model.List:
		w.element(t.Elem)
		w.WriteString("[" + span(count(r.MinItems), count(r.MaxItems)) + "]")
	case model.Array:
		w.element(t.Elem)
		if w.input {
			fmt.Fprintf(w, "[%d]", t.Len)
		} else {
			w.WriteString("[]")
		}
	case model.Handle:
		w.WriteString("#" + w.p.HandleKind(t.Elem))
	case model.Map:
		w.WriteString("{*")
		w.key(t)
		w.WriteByte(':')
		w.typ(t.Elem, nil, w.p.Nullable(t.Elem, w.input))
		w.WriteByte('}')
	case model.Ref:
		if n := w.p.Named(t.Ref); n != nil && n.Union != nil {
			w.union(n.Union)
			return
		} else if n != nil && n.Struct {
			w.object(w.p.FieldMembers(n, w.input))
			return
		}
		w.WriteString("any")
	default:
		w.WriteString(w.kind(t) + limits(t.Kind, r))
	}
}

func (w *writer) union(u *model.Union) {
	for i, c := range u.Cases {
		if i > 0 {
			w.WriteByte('|')
		}
		w.object(w.p.CaseMembers(u, c, w.input))
	}
}

// key writes the type of a map's keys, unless they are any strings.
func (w *writer) key(t *model.Type) {
	keys := w.p.Keys(t)
	if !w.input {
		keys = model.Keys{Base: keys.Base}
	}
	start := w.Len()
	if !keys.Closed {
		rules := keys.Rules
		if rules == nil {
			rules = &model.Rules{}
		}
		w.WriteString(w.kind(keys.Base) + limits(keys.Base.Kind, rules))
	}
	w.values(keys.Values, keys.Closed)
	if string(w.Bytes()[start:]) == "str" {
		w.Truncate(start)
	}
}

// element writes what stands before the brackets of a list.
func (w *writer) element(t *model.Type) {
	w.atom(t, nil)
	if w.p.Nullable(t, w.input) {
		w.WriteByte('?')
	}
}

// kind is the word for a scalar.
func (w *writer) kind(t *model.Type) string {
	switch t.Kind {
	case model.String, model.Text:
		return "str"
	case model.Float, model.Numeral:
		return "num"
	case model.BigInt:
		return "int"
	case model.Bool, model.Bytes, model.Time:
		return string(t.Kind)
	case model.Int, model.Uint:
		if !w.input {
			return "int"
		}
		if t.Bits == 0 || t.Bits == 64 {
			return string(t.Kind)
		}
		return fmt.Sprintf("%s%d", t.Kind, t.Bits)
	}
	return "any"
}

// custom is the notation of a type whose schema is declared: what that says at
// its top.
func custom(wire []string) string {
	words := map[string]string{"string": "str", "integer": "int", "number": "num", "boolean": "bool", "array": "any[]", "object": "{*:any}"}
	others := slices.DeleteFunc(slices.Clone(wire), func(t string) bool { return t == "null" })
	if len(others) != 1 {
		return "any"
	}
	if len(others) < len(wire) {
		return words[others[0]] + "?"
	}
	return words[others[0]]
}

// limits is the range and step of a number, or the format and length of a
// string.
func limits(kind model.Kind, r *model.Rules) string {
	text, before := "", ""
	switch kind {
	case model.Int, model.Uint, model.Float, model.Numeral, model.BigInt:
		text = span(either(r.Min, ">", r.ExclusiveMin), either(r.Max, "<", r.ExclusiveMax)) + marked("%", r.MultipleOf)
	case model.String, model.Text:
		text = span(count(r.MinLength), count(r.MaxLength))
		before = marked("@", string(r.Format))
	}
	if text == "" {
		return before
	}
	return before + "(" + text + ")"
}

// either is a bound, or one that is excluded.
func either(bound, mark, exclusive string) string { return cmp.Or(bound, marked(mark, exclusive)) }

// marked puts a mark in front of a text that is not empty.
func marked(mark, text string) string {
	if text == "" {
		return ""
	}
	return mark + text
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// span joins two bounds; equal ones are one number, none are nothing.
func span(low, high string) string {
	if low == high {
		return low
	}
	return low + ".." + high
}
