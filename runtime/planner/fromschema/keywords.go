package fromschema

import (
	"slices"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// keywords is one schema without $ref. What was not read at its end is lost.
type keywords struct {
	*node
	path string
	c    *converter
	read map[string]bool
}

func (k *keywords) take(name string) *node {
	k.read[name] = true
	return k.get(name)
}

// leftovers reports the keywords that no rule has read.
func (k *keywords) leftovers() {
	for _, m := range k.members {
		if !k.read[m.name] && !isRemark(m.name) {
			k.c.lose(k.path, "%s", m.name)
		}
	}
}

func (k *keywords) typ() *planner.Type {
	types, null := k.types()
	t := k.base(types)
	t.Null = t.Null || null
	return t
}

// types returns what type says, and whether null is among it.
func (k *keywords) types() (types []string, null bool) {
	n := k.take("type")
	if n == nil {
		return nil, k.get("nullable") != nil && k.take("nullable").kind == 't'
	}
	types = n.strings()
	if n.kind == '"' {
		types = []string{n.text}
	}
	null = slices.Contains(types, "null") || k.get("nullable") != nil && k.take("nullable").kind == 't'
	return slices.DeleteFunc(types, func(t string) bool { return t == "null" }), null
}

func (k *keywords) base(types []string) *planner.Type {
	if v := k.get("const"); v != nil {
		k.read["const"] = true
		return k.enum([]*node{v})
	}
	if v := k.get("enum"); v != nil {
		k.read["enum"] = true
		return k.enum(v.items)
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		if list := k.get(keyword); list != nil && list.kind == '[' && k.bare(keyword) && (keyword != "allOf" || len(list.items) == 1) {
			k.read[keyword] = true
			return k.union(list.items, types, keyword)
		}
	}
	if len(types) == 0 {
		types = k.guess()
	}
	cases := make([]*planner.Type, len(types))
	for i, name := range types {
		cases[i] = k.one(name)
	}
	return join(cases)
}

// bare reports whether a schema says nothing beside a keyword but its type.
func (k *keywords) bare(keyword string) bool {
	return !slices.ContainsFunc(k.members, func(m member) bool {
		return m.name != keyword && m.name != "type" && m.name != "nullable" && !isRemark(m.name)
	})
}

// guess is what a schema without a type is about.
func (k *keywords) guess() []string {
	switch {
	case k.get("properties") != nil || k.get("additionalProperties") != nil:
		return []string{"object"}
	case k.get("items") != nil:
		return []string{"array"}
	}
	return nil
}

func (k *keywords) enum(values []*node) *planner.Type {
	t := &planner.Type{Kind: planner.Enum}
	seen := map[string]bool{}
	for _, v := range values {
		switch literal := planner.Literal(v.json()); {
		case v.kind == 'n':
			t.Null = true
		case v.kind == '{' || v.kind == '[':
			k.c.lose(k.path, "values that are objects or lists")
			return &planner.Type{Kind: planner.Any}
		case !seen[literal]:
			seen[literal] = true
			t.Values = append(t.Values, literal)
		}
	}
	if len(t.Values) == 0 {
		k.c.lose(k.path, "an enum without values")
		return &planner.Type{Kind: planner.Any}
	}
	return t
}

func (k *keywords) union(list []*node, types []string, keyword string) *planner.Type {
	var cases []*planner.Type
	null := false
	for i, s := range list {
		if s.get("type").string() == "null" {
			null = true
			continue
		}
		if len(types) > 0 && s.kind == '{' && s.get("type") == nil && s.get("$ref") == nil {
			s = &node{kind: '{', members: append([]member{{"type", k.get("type")}}, s.members...)}
		}
		cases = append(cases, k.c.typ(s, k.path+"/"+keyword+"/"+itoa(i)))
	}
	t := join(cases)
	t.Null = t.Null || null
	return t
}

// join makes one type of several: enums become one, equal ones are one.
func join(cases []*planner.Type) *planner.Type {
	var list []*planner.Type
	var enum *planner.Type
	seen, values := map[string]bool{}, map[string]bool{}
	for _, t := range cases {
		if t.Kind == planner.Enum && enum != nil {
			enum.Null = enum.Null || t.Null
			for _, v := range t.Values {
				if !values[v] {
					values[v] = true
					enum.Values = append(enum.Values, v)
				}
			}
			continue
		}
		if text := t.String(); t.Kind == planner.Named || !seen[text] {
			seen[text] = true
			list = append(list, t)
		}
		if t.Kind == planner.Enum {
			enum = t
			for _, v := range t.Values {
				values[v] = true
			}
		}
	}
	switch len(list) {
	case 0:
		return &planner.Type{Kind: planner.Any}
	case 1:
		return list[0]
	}
	return &planner.Type{Kind: planner.Union, Cases: list}
}

// one makes the type for a value of the keyword type.
func (k *keywords) one(name string) *planner.Type {
	switch name {
	case "string":
		return k.text()
	case "integer":
		return k.number(planner.Int)
	case "number":
		return k.number(planner.Num)
	case "boolean":
		return &planner.Type{Kind: planner.Bool}
	case "array":
		return k.list()
	case "object":
		return k.object()
	}
	k.c.lose(k.path, "type %q", name)
	return &planner.Type{Kind: planner.Any}
}
