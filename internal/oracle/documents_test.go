package oracle

import (
	"slices"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// sampler makes documents from the types in a source.
type sampler struct{ document.Random }

// arguments that the tool takes.
func (s sampler) arguments(t *tool) document.Object { return s.structure(t.members(), 0) }

func (s sampler) structure(members []member, depth int) document.Object {
	o := document.Object{}
	for _, m := range members {
		switch {
		case m.optional && (depth > 3 || s.Chance(40)):
		case m.optional && s.Chance(20):
			o = append(o, document.Entry{Name: m.name, Value: nil})
		default:
			o = append(o, document.Entry{Name: m.name, Value: s.member(m, depth+1)})
		}
	}
	s.Shuffle(len(o), func(i, j int) { o[i], o[j] = o[j], o[i] })
	return o
}

func (s sampler) value(t *typ, use rules, depth int) any {
	switch t.kind {
	case pointer:
		if depth > 3 || s.Chance(25) {
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
		return pick(s.Rand, document.Base64)
	case moment:
		return pick(s.Rand, document.Times)
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
		o := document.Object{}
		for _, name := range s.keys(t.key, depth) {
			o = append(o, document.Entry{Name: name, Value: s.value(t.elem, rules{}, depth+1)})
		}
		return o
	}
	return pick(s.Rand, document.Anything)
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
	values := document.Literals(base)
	if base != "string" && base != "bool" {
		values = append(values, "1.0", "20e-1", "0.7e1", "-0", "1E2")
	}
	for _, i := range s.Perm(len(values)) {
		if r := (reading{}); r.takes(t, use, document.Parse(values[i])) {
			return document.Parse(values[i])
		}
	}
	return document.Parse(values[0])
}
