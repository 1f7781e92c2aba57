package planner

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// writer makes one side of a line: the parameters, or the result.
type writer struct {
	p     *model.Package
	input bool
	// uses counts the references to each struct and recursive type while the
	// names are planned, as if all of them had one; nil when the line is made.
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
	w.names, w.uses, w.begun = w.p.ShortNames(named), nil, map[string]bool{}
	write()
}

// result makes what stands behind the arrow.
func (w *writer) result(r model.Result) *planner.Type {
	if r.Value == nil {
		return w.object(w.p.Members(r))
	}
	t := w.typ(r.Value.Type, nil)
	t.Null = t.Null || r.Wrap && w.p.Members(r)[0].Null
	return t
}

func (w *writer) object(members []model.Member) *planner.Type {
	return &planner.Type{Kind: planner.Object, Members: w.members(members)}
}

func (w *writer) members(members []model.Member) []planner.Member {
	list := make([]planner.Member, len(members))
	for i, m := range members {
		list[i] = w.member(m)
	}
	return list
}

func (w *writer) member(m model.Member) planner.Member {
	out := planner.Member{Name: m.Name, Optional: !m.Required}
	switch {
	case m.Const != "":
		out.Type = &planner.Type{Kind: planner.Enum, Values: []string{planner.Literal(m.Const)}}
		return out
	case m.Quoted:
		out.Type = w.quoted(m)
	default:
		out.Type = w.typ(m.Type, m.Rules)
	}
	out.Type.Null = out.Type.Null || m.Null
	if w.input && m.Rules != nil && m.Rules.Default != "" {
		out.Default = planner.Literal(w.literal(m))
	}
	return out
}

// literal is the default of a member as it travels.
func (w *writer) literal(m model.Member) string {
	if base, _ := w.p.Deref(m.Type); m.Quoted {
		return model.QuotedLiteral(base, m.Rules.Default)
	}
	return m.Rules.Default
}

// quoted makes a scalar that is a string on the wire: a str in the format of
// what it holds, or the only values.
func (w *writer) quoted(m model.Member) *planner.Type {
	base, _ := w.p.Deref(m.Type)
	values, closed := w.enum(m.Type, m.Rules)
	if w.input {
		values, closed = model.QuotedEnum(base, values, closed)
	}
	return withValues(&planner.Type{Kind: planner.Str, Format: string(w.kind(base))}, values, closed)
}

// enum returns the values that a type shows in the line.
func (w *writer) enum(t *model.Type, rules *model.Rules) ([]model.EnumValue, bool) {
	if !w.input {
		return nil, false
	}
	return w.p.EnumOf(t, rules)
}

func (w *writer) typ(t *model.Type, rules *model.Rules) *planner.Type {
	id := w.candidate(t)
	if id == "" || rules != nil && (rules.MinItems != nil || rules.MaxItems != nil) {
		// A recursive list with bounds of its own is written out one level.
		return w.unnamed(t, rules)
	}
	if w.uses != nil {
		w.uses[id]++
	}
	out := &planner.Type{Kind: planner.Named, Name: w.names[id]}
	if !w.begun[id] {
		w.begun[id] = true
		out.Elem = w.unnamed(t, nil)
	}
	return out
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

func (w *writer) unnamed(t *model.Type, rules *model.Rules) *planner.Type {
	base, _ := w.p.Deref(t)
	if code := w.p.CodeOf(t); base.Kind == model.Custom && code != nil {
		return custom(code.Wire)
	}
	eff := w.p.Effective(t, rules)
	if !w.input {
		eff = &model.Rules{}
	}
	values, closed := w.enum(t, rules)
	if len(values) > 0 && closed {
		return withValues(nil, values, true)
	}
	return withValues(w.base(base, eff), values, false)
}

// withValues is t with its usual values, or the only values instead.
func withValues(t *planner.Type, list []model.EnumValue, closed bool) *planner.Type {
	if closed {
		t = &planner.Type{Kind: planner.Enum}
	}
	for _, v := range list {
		t.Values = append(t.Values, planner.Literal(v.Value))
	}
	return t
}

func (w *writer) base(t *model.Type, r *model.Rules) *planner.Type {
	switch t.Kind {
	case model.List:
		return &planner.Type{Kind: planner.List, Elem: w.element(t.Elem), Low: count(r.MinItems), High: count(r.MaxItems)}
	case model.Array:
		list := &planner.Type{Kind: planner.List, Elem: w.element(t.Elem)}
		if w.input {
			list.Low = fmt.Sprint(t.Len)
			list.High = list.Low
		}
		return list
	case model.Handle:
		return &planner.Type{Kind: planner.Handle, Name: w.p.HandleKind(t.Elem)}
	case model.Map:
		return &planner.Type{Kind: planner.Map, Key: w.key(t), Elem: w.element(t.Elem)}
	case model.Ref:
		if n := w.p.Named(t.Ref); n != nil && n.Union != nil {
			return w.union(n.Union)
		} else if n != nil && n.Struct {
			return w.object(w.p.FieldMembers(n, w.input))
		}
		return &planner.Type{Kind: planner.Any}
	}
	return w.scalar(t, r)
}

// element makes the type of what a list or a map holds.
func (w *writer) element(t *model.Type) *planner.Type {
	elem := w.typ(t, nil)
	elem.Null = elem.Null || w.p.Nullable(t, w.input)
	return elem
}

// union makes the objects of which a value is one; a union of one is an object.
func (w *writer) union(u *model.Union) *planner.Type {
	out := &planner.Type{Kind: planner.Union}
	for _, c := range u.Cases {
		out.Cases = append(out.Cases, w.object(w.p.CaseMembers(u, c, w.input)))
	}
	if len(out.Cases) == 1 {
		return out.Cases[0]
	}
	return out
}

// key makes the type of a map's keys; nil when they are any strings.
func (w *writer) key(t *model.Type) *planner.Type {
	keys := w.p.Keys(t)
	if !w.input {
		keys = model.Keys{Base: keys.Base}
	}
	if keys.Closed {
		return withValues(nil, keys.Values, true)
	}
	rules := keys.Rules
	if rules == nil {
		rules = &model.Rules{}
	}
	if key := withValues(w.scalar(keys.Base, rules), keys.Values, false); key.String() != string(planner.Str) {
		return key
	}
	return nil
}

// scalar makes a number with its range and step, a string with its format and
// length, or another value without parts.
func (w *writer) scalar(t *model.Type, r *model.Rules) *planner.Type {
	out := &planner.Type{Kind: w.kind(t)}
	switch t.Kind {
	case model.Int, model.Uint, model.Float, model.Numeral, model.BigInt:
		out.Low, out.High = either(r.Min, ">", r.ExclusiveMin), either(r.Max, "<", r.ExclusiveMax)
		out.Step = r.MultipleOf
	case model.String, model.Text:
		out.Low, out.High = count(r.MinLength), count(r.MaxLength)
		out.Format = string(r.Format)
	}
	return out
}

// kind is the word for a scalar.
func (w *writer) kind(t *model.Type) planner.Kind {
	switch t.Kind {
	case model.String, model.Text:
		return planner.Str
	case model.Float, model.Numeral:
		return planner.Num
	case model.BigInt:
		return planner.Int
	case model.Bool, model.Bytes, model.Time:
		return planner.Kind(t.Kind)
	case model.Int, model.Uint:
		if !w.input {
			return planner.Int
		}
		if t.Bits == 0 || t.Bits == 64 {
			return planner.Kind(t.Kind)
		}
		return planner.Kind(fmt.Sprintf("%s%d", t.Kind, t.Bits))
	}
	return planner.Any
}

// custom is a type whose schema is declared: what that says at its top.
func custom(wire []string) *planner.Type {
	others := slices.DeleteFunc(slices.Clone(wire), func(t string) bool { return t == "null" })
	if len(others) != 1 {
		return &planner.Type{Kind: planner.Any}
	}
	t := wireType(others[0])
	t.Null = len(others) < len(wire)
	return t
}

// wireType is the notation of a type of JSON Schema without its parts.
func wireType(name string) *planner.Type {
	switch name {
	case "string":
		return &planner.Type{Kind: planner.Str}
	case "integer":
		return &planner.Type{Kind: planner.Int}
	case "number":
		return &planner.Type{Kind: planner.Num}
	case "boolean":
		return &planner.Type{Kind: planner.Bool}
	case "array":
		return &planner.Type{Kind: planner.List, Elem: &planner.Type{Kind: planner.Any}}
	case "object":
		return &planner.Type{Kind: planner.Map, Elem: &planner.Type{Kind: planner.Any}}
	}
	return &planner.Type{Kind: planner.Any}
}

// either is a bound, or one that is excluded.
func either(bound, mark, exclusive string) string {
	if exclusive != "" {
		exclusive = mark + exclusive
	}
	return cmp.Or(bound, exclusive)
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}
