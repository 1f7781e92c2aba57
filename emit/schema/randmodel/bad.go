package randmodel

import (
	"encoding/json"
	"strings"

	"github.com/mcpgen/mcpgen/internal/model"
)

func (s *Sampler) badStruct(n *model.Named, good map[string]any) (any, string, bool) {
	var props []*model.Property
	for _, f := range n.Fields {
		props = append(props, &f.Property)
	}
	return s.badObject(props, good)
}

// badUnion spoils the discriminator of a good object, or the rest.
func (s *Sampler) badUnion(u *model.Union) (any, string, bool) {
	c := pick(s.rand, u.Cases)
	n := s.named(c.Type)
	good := s.object(n, 0).(map[string]any)
	switch s.rand.IntN(4) {
	case 0:
		return good, "missing discriminator", true
	case 1:
		good[u.Discriminator] = pick(s.rand, []any{"no case", nil, json.Number("1"), map[string]any{}})
		return good, "wrong discriminator", true
	case 2:
		return nil, "wrong type", true
	}
	bad, what, ok := s.badStruct(n, good)
	if object, isObject := bad.(map[string]any); isObject {
		object[u.Discriminator] = c.Value
	}
	return bad, what, ok
}

// badObject spoils a good object: a required member is missing, an unknown one
// is there, or the value of a known one is bad.
func (s *Sampler) badObject(props []*model.Property, good map[string]any) (any, string, bool) {
	var required []string
	for _, prop := range props {
		if !prop.Optional {
			required = append(required, prop.Name)
		}
	}
	switch choice := s.rand.IntN(4); {
	case choice == 0 && len(required) > 0:
		name := pick(s.rand, required)
		delete(good, name)
		return good, "missing " + name, true
	case choice == 1 && !s.open:
		good["no such member"] = true
		return good, "unknown member", true
	case len(props) == 0:
		return []any{}, "no object", true
	}
	prop := pick(s.rand, props)
	v, what, ok := s.bad(prop.Type, prop.Rules)
	good[prop.Name] = v
	return good, prop.Name + ": " + what, ok
}

// bad returns a value that t and its rules do not allow; ok is false when
// every value is allowed.
func (s *Sampler) bad(t *model.Type, rules *model.Rules) (v any, what string, ok bool) {
	for t.Kind == model.Ptr {
		t = t.Elem
	}
	if n := s.named(t); n != nil {
		return s.badNamed(n, rules)
	}
	if t.Kind == model.Any || t.Kind == model.Raw || t.Kind == model.Custom {
		return nil, "", false
	}
	if v, ok := outOfRange(t, rules); ok && s.rand.IntN(2) == 0 {
		return v, "out of range", true
	}
	switch t.Kind {
	case model.Handle:
		return pick(s.rand, []any{"R1", "#", "#1", "#R 1", "", nil, json.Number("1")}), "no handle", true
	case model.List:
		if v, what, ok := s.badElement(t.Elem); ok {
			return []any{v}, "element " + what, true
		}
	case model.Array:
		return s.list(t.Elem, int(t.Len)+1, 2), "too long", true
	case model.Map:
		if v, what, ok := s.badElement(t.Elem); ok {
			return map[string]any{"k": v}, "value " + what, true
		}
	}
	return s.wrong(t.Kind), "wrong type", true
}

// badElement is half of the time not ok, so that lists and maps themselves are
// spoilt too, and those that hold themselves end. Null is fine for a pointer.
func (s *Sampler) badElement(t *model.Type) (any, string, bool) {
	if s.rand.IntN(2) == 0 {
		return nil, "", false
	}
	v, what, ok := s.bad(t, nil)
	return v, what, ok && (v != nil || t.Kind != model.Ptr)
}

func (s *Sampler) badNamed(n *model.Named, rules *model.Rules) (any, string, bool) {
	switch {
	case n.Code != nil && n.Code.Schema != "":
		return "", "too short", true
	case n.Struct:
		return s.badStruct(n, s.object(n, 0).(map[string]any))
	case n.Union != nil:
		return s.badUnion(n.Union)
	case len(n.Enum) > 0 && !n.Open && n.Type.Kind == model.String:
		return "no constant", "outside enum", true
	case len(n.Enum) > 0 && !n.Open:
		return json.Number("4611686018427387905"), "outside enum", true
	case n.Rules != nil:
		rules = n.Rules
	}
	return s.bad(n.Type, rules)
}

// wrong returns a value of another JSON type; null is none of any.
func (s *Sampler) wrong(kind model.Kind) any {
	values := []any{"text", json.Number("1.5"), true, []any{}, map[string]any{}}
	if kind != model.Any {
		values = append(values, nil)
	}
	for {
		v := pick(s.rand, values)
		_, text := v.(string)
		_, number := v.(json.Number)
		_, flag := v.(bool)
		_, list := v.([]any)
		_, object := v.(map[string]any)
		right := map[model.Kind]bool{
			model.String: text, model.Bytes: text, model.Time: text, model.Float: number, model.Numeral: number, model.Text: text, model.Bool: flag,
			model.List: list, model.Array: list, model.Map: object,
		}
		if !right[kind] {
			return v
		}
	}
}

// outOfRange returns a value beyond a bound of the type or the rules.
func outOfRange(t *model.Type, r *model.Rules) (any, bool) {
	beyond := map[string]json.Number{"int8": "128", "int16": "-32769", "int32": "2147483648", "uint8": "256", "uint16": "65536", "uint32": "4294967296", "uint64": "-1"}
	if n, ok := beyond[t.Basic]; ok && t.Kind != model.String {
		return n, true
	}
	switch {
	case r == nil:
		return nil, false
	case r.Max != "":
		return json.Number("15.5e1"), true
	case r.Min != "" || r.ExclusiveMin != "":
		return json.Number("0.25"), true
	case r.ExclusiveMax != "":
		return json.Number("1.3"), true
	case r.MultipleOf != "":
		return json.Number("0.26"), true
	case r.Format != "":
		return "2023-02-29", true
	case r.Pattern != "":
		return "bab", true
	case r.MaxLength != nil:
		return strings.Repeat("é", *r.MaxLength+1), true
	case len(r.Enum) > 0 && r.EnumMode != "open":
		return "neither", true
	case r.MinItems != nil:
		return []any{}, true
	}
	return nil, false
}
