package oracle

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
)

// sampler makes documents.
type sampler struct{ *rand.Rand }

func (s sampler) chance(percent int) bool { return s.IntN(100) < percent }

// arguments that the tool takes.
func (s sampler) arguments(t *tool) object { return s.structure(t.members(), 0) }

func (s sampler) structure(members []member, depth int) object {
	o := object{}
	for _, m := range members {
		switch {
		case m.optional && (depth > 3 || s.chance(40)):
		case m.optional && s.chance(20):
			o = append(o, entry{m.name, nil})
		default:
			o = append(o, entry{m.name, s.member(m, depth+1)})
		}
	}
	s.Shuffle(len(o), func(i, j int) { o[i], o[j] = o[j], o[i] })
	return o
}

func (s sampler) value(t *typ, use rules, depth int) any {
	switch t.kind {
	case pointer:
		if depth > 3 || s.chance(25) {
			return nil
		}
		return s.value(t.elem, use, depth)
	case named:
		if t.def.isStruct() {
			return s.structure(t.def.members(), depth)
		}
		if t.scalarBase() == nil {
			return s.value(t.def.under, t.def.rules, depth)
		}
		return s.scalar(t, use)
	case scalar:
		return s.scalar(t, use)
	case ownKind:
		return s.ownValue(t, use)
	case union:
		return s.union(t.def.union, depth)
	case text:
		return pick(s.Rand, []string{"", "AQID", "/+8="})
	case moment:
		return pick(s.Rand, []string{"2026-07-28T12:00:00Z", "0001-01-01T00:00:00Z", "1999-12-31T23:59:59.5+01:30", "2024-02-29T00:00:00-00:00"})
	case slice, array:
		list := []any{}
		for range s.length(t, use, depth) {
			v := s.value(t.elem, rules{}, depth+1)
			for tries := 0; use.unique && repeats(append(slices.Clone(list), v)) && tries < 20; tries++ {
				v = s.value(t.elem, rules{}, depth+1)
			}
			if list = append(list, v); use.unique && repeats(list) {
				list = list[:len(list)-1]
			}
		}
		return list
	case mapping:
		o := object{}
		for _, name := range s.keys(t.key, depth) {
			o = append(o, entry{name, s.value(t.elem, rules{}, depth+1)})
		}
		return o
	}
	return pick(s.Rand, anything)
}

func (s sampler) length(t *typ, use rules, depth int) int {
	if t.kind == array {
		return t.len
	}
	low, high := 0, 3
	if use.minItems != nil {
		low, high = *use.minItems, *use.minItems+2
	}
	if use.maxItems != nil {
		high = *use.maxItems
	}
	if depth > 3 {
		return low
	}
	return low + s.IntN(high-low+1)
}

// member is a value for a member that is not null at its outermost pointer.
func (s sampler) member(m member, depth int) any {
	if m.quoted() {
		return s.quoted(m)
	}
	t := m.typ
	for t.isPointer() {
		if t.kind == named {
			t = t.def.base()
		} else {
			t = t.elem
		}
	}
	return s.value(t, m.rules, depth)
}

// scalar tries values until one keeps the rules.
func (s sampler) scalar(t *typ, use rules) any {
	base := t.scalarBase().basic
	values := literalsOf(base)
	if base != "string" && base != "bool" {
		values = append(values, "1.0", "20e-1", "0.7e1", "-0", "1E2")
	}
	for _, i := range s.Perm(len(values)) {
		if r := (reading{}); r.takes(t, use, parse(values[i])) {
			return parse(values[i])
		}
	}
	return parse(values[0])
}

// anything are values for a member of any shape.
var anything = []any{
	nil, true, "text", "", json.Number("1e400"), json.Number("1.50"), []any{}, []any{nil, json.Number("1")},
	object{}, object{{"k", nil}, {"<", []any{object{{"x", "y"}}}}},
}

// odd are what replaces a good value.
var odd = append([]any{
	false, "2026-07-28T12:00:00Z", "2026-02-30T12:00:00Z", "2026-07-28", "AQID", "AQI", "red", "celsius", "RED", "ääääääääääää", "1", "a\rb", "a\u2028b", "07", "-0", "255", "256", "-128", "-129", "1e5", "-0.50", "\"a\"", "\"\\u003c\"", "\"\\ud800\"", "\"\\x\"", " 1",
	json.Number("0"), json.Number("-1"), json.Number("1"), json.Number("1.0"), json.Number("1.5"), json.Number("300"), json.Number("65536"),
	json.Number("-129"), json.Number("1e2"), json.Number("4294967296"), json.Number("9223372036854775808"), json.Number("18446744073709551616"),
	json.Number("-9223372036854775809"), json.Number("0.1000000000000000001"), json.Number("0.1"), json.Number("1e-400"), json.Number("3.5e38"),
	json.Number("16777217"), json.Number("9007199254740993.0"), json.Number("100.00000000000000001"), json.Number("-0.0"),
	[]any{nil}, []any{"a"}, []any{json.Number("1"), json.Number("2"), json.Number("3"), json.Number("4")}, []any{object{}},
	object{{"id", json.Number("1")}}, object{{"k", object{}}}, object{{"k", object{{"k", nil}}}},
}, anything...)

// spoil changes one node of a document, or what hangs on it.
func (s sampler) spoil(v any) any {
	at := s.IntN(nodes(v))
	return s.change(v, &at)
}

func nodes(v any) int {
	n := 1
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			n += nodes(e)
		}
	case object:
		for _, e := range v {
			n += nodes(e.value)
		}
	}
	return n
}

// change copies v with node number at changed, counted in document order.
func (s sampler) change(v any, at *int) any {
	here := *at == 0
	*at--
	switch v := v.(type) {
	case []any:
		if here && s.chance(70) {
			return s.changeList(slices.Clone(v))
		}
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = s.change(e, at)
		}
		if !here {
			return out
		}
	case object:
		if here && s.chance(85) {
			return s.changeObject(slices.Clone(v))
		}
		out := make(object, len(v))
		for i, e := range v {
			out[i] = entry{e.name, s.change(e.value, at)}
		}
		if !here {
			return out
		}
	}
	if here {
		return s.instead(v)
	}
	return v
}

// instead replaces a scalar, often by one of its kind that may be right or next
// to it: bounds are picked from the same lists.
func (s sampler) instead(v any) any {
	kind := ""
	switch v.(type) {
	case json.Number:
		kind = "float64"
	case string:
		kind = "string"
	}
	if kind == "" || s.chance(35) {
		return pick(s.Rand, odd)
	}
	return parse(pick(s.Rand, literalsOf(kind)))
}

func (s sampler) changeList(list []any) any {
	if len(list) == 0 || s.chance(30) {
		return append(list, pick(s.Rand, odd))
	}
	i := s.IntN(len(list))
	if s.chance(30) {
		return slices.Delete(list, i, i+1)
	}
	return slices.Insert(list, i, list[i])
}

func (s sampler) changeObject(o object) any {
	if len(o) == 0 || s.chance(25) {
		return append(o, entry{pick(s.Rand, wireNames), pick(s.Rand, odd)})
	}
	i := s.IntN(len(o))
	switch s.IntN(5) {
	case 0:
		return slices.Delete(o, i, i+1)
	case 1:
		return append(o, entry{o[i].name, pick(s.Rand, []any{o[i].value, pick(s.Rand, odd)})})
	case 2:
		o[i].name = pick(s.Rand, []func(string) string{strings.ToUpper, strings.ToLower, strings.TrimSpace})(o[i].name)
	case 3:
		o[i].value = nil
	default:
		o[i].value = pick(s.Rand, odd)
	}
	return o
}

// garble changes bytes of a document until it is no JSON any more.
func (s sampler) garble(doc string) string {
	for b := []byte(doc); ; {
		if len(bytes.TrimSpace(b)) == 0 {
			b = []byte(doc) // no arguments at all are an empty object
		}
		i := s.IntN(len(b))
		switch s.IntN(3) {
		case 0:
			b = b[:i]
		case 1:
			b[i] = pick(s.Rand, []byte("{}[]\",:0e\\\x00\xff "))
		default:
			b = slices.Insert(b, i, pick(s.Rand, []byte("{}[]\",:-e.tn")))
		}
		if !json.Valid(b) && len(bytes.TrimSpace(b)) > 0 {
			return string(b)
		}
	}
}

// encode writes a document; spaced ones have blanks between all tokens.
func encode(v any, spaced bool) string {
	var b strings.Builder
	blank := ""
	if spaced {
		blank = " \n"
	}
	var write func(v any)
	write = func(v any) {
		b.WriteString(blank)
		switch v := v.(type) {
		case []any:
			b.WriteString("[")
			for i, e := range v {
				if i > 0 {
					b.WriteString("," + blank)
				}
				write(e)
			}
			b.WriteString(blank + "]")
		case object:
			b.WriteString("{")
			for i, e := range v {
				if i > 0 {
					b.WriteString("," + blank)
				}
				write(e.name)
				b.WriteString(blank + ":")
				write(e.value)
			}
			b.WriteString(blank + "}")
		default:
			text, err := json.Marshal(v)
			if err != nil {
				text = []byte(err.Error())
			}
			b.Write(text)
		}
	}
	write(v)
	b.WriteString(blank)
	return b.String()
}

// plain is a document as the validator takes it.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = plain(e)
		}
		return list
	case object:
		m := map[string]any{}
		for _, e := range v {
			m[e.name] = plain(e.value)
		}
		return m
	}
	return v
}
