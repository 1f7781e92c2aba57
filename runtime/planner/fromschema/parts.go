package fromschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

func itoa(i int) string { return fmt.Sprint(i) }

// bound takes a keyword that holds a number; "" when there is none.
func (k *keywords) bound(name string) string {
	if n := k.get(name); n != nil && n.kind == '0' {
		k.read[name] = true
		return n.text
	}
	return ""
}

// end is one end of a range. Of two bounds the excluding one is kept when there
// is no other; the older form, true beside the bound, excludes it.
func (k *keywords) end(bound, exclusive, mark string) string {
	low := k.bound(bound)
	if n := k.get(exclusive); n != nil && n.kind != '0' {
		if k.read[exclusive] = true; n.kind == 't' && low != "" {
			return mark + low
		}
		return low
	}
	if low != "" { // another bound beside it is a leftover
		return low
	}
	if x := k.bound(exclusive); x != "" {
		return mark + x
	}
	return ""
}

func (k *keywords) number(kind planner.Kind) *planner.Type {
	return &planner.Type{
		Kind: kind, Format: k.take("format").string(), Step: k.bound("multipleOf"),
		Low: k.end("minimum", "exclusiveMinimum", ">"), High: k.end("maximum", "exclusiveMaximum", "<"),
	}
}

func (k *keywords) text() *planner.Type {
	if k.get("contentEncoding").string() == "base64" && k.get("minLength") == nil && k.get("maxLength") == nil && k.get("format") == nil {
		k.read["contentEncoding"] = true
		return &planner.Type{Kind: planner.Bytes}
	}
	return &planner.Type{Kind: planner.Str, Format: k.take("format").string(), Low: k.bound("minLength"), High: k.bound("maxLength")}
}

func (k *keywords) list() *planner.Type {
	t := &planner.Type{Kind: planner.List, Low: k.bound("minItems"), High: k.bound("maxItems")}
	if items := k.get("items"); items != nil && items.kind != '[' {
		k.read["items"] = true
		t.Elem = k.c.typ(items, k.path+"/items")
		return t
	}
	t.Elem = &planner.Type{Kind: planner.Any}
	return t
}

// object makes an object with members, or a map when there are none.
func (k *keywords) object() *planner.Type {
	properties, others := k.get("properties"), k.get("additionalProperties")
	if properties != nil && len(properties.members) > 0 || others != nil && others.kind == 'f' {
		if others != nil && others.kind == 'f' {
			k.read["additionalProperties"] = true
		}
		return k.described()
	}
	k.read["properties"] = true
	t := &planner.Type{Kind: planner.Map, Elem: &planner.Type{Kind: planner.Any}}
	if names := k.get("propertyNames"); names != nil {
		k.read["propertyNames"] = true
		if key := k.c.typ(names, k.path+"/propertyNames"); key.Kind != planner.Any && key.String() != string(planner.Str) {
			t.Key = key
		}
	}
	if others != nil {
		k.read["additionalProperties"] = true
		t.Elem = k.c.typ(others, k.path+"/additionalProperties")
	}
	k.missing(nil)
	return t
}

func (k *keywords) described() *planner.Type {
	required := k.get("required").strings()
	t := &planner.Type{Kind: planner.Object, Members: []planner.Member{}}
	if p := k.take("properties"); p != nil {
		for _, p := range p.members {
			path := k.path + "/properties/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(p.name)
			m := planner.Member{Name: p.name, Optional: !slices.Contains(required, p.name), Type: k.c.typ(p.value, path)}
			if d := p.value.get("default"); d != nil {
				m.Default = planner.Literal(d.json())
			}
			t.Members = append(t.Members, m)
		}
	}
	k.missing(t.Members)
	return t
}

// missing takes the names of required members, and reports those that are not
// described.
func (k *keywords) missing(members []planner.Member) {
	for _, name := range k.take("required").strings() {
		if !slices.ContainsFunc(members, func(m planner.Member) bool { return m.Name == name }) {
			k.c.lose(k.path, "required %q, which is not described", name)
		}
	}
}
