package document

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Schema is a schema as mcpgen writes them, read without any part of mcpgen.
type Schema struct {
	root map[string]any
}

// NewSchema reads a schema.
func NewSchema(text string) (*Schema, error) {
	v, err := Read(text)
	if err != nil {
		return nil, err
	}
	root, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the schema is no object: %s", text)
	}
	return &Schema{root}, nil
}

// Nodes counts the values of the schema itself, as JSON.
func (s *Schema) Nodes() int { return Nodes(s.root) }

// node is a schema within the schema. Its keywords are asked for by name; what
// is absent is zero.
type node map[string]any

func (n node) object(key string) node {
	m, _ := n[key].(map[string]any)
	return m
}

func (n node) text(key string) string {
	s, _ := n[key].(string)
	return s
}

func (n node) list(key string) []any {
	l, _ := n[key].([]any)
	return l
}

// count is a number of items or characters; otherwise when it is not given.
func (n node) count(key string, otherwise int) int {
	number, ok := n[key].(json.Number)
	if !ok {
		return otherwise
	}
	i, err := number.Int64()
	if err != nil {
		return otherwise
	}
	return int(i)
}

func (n node) required(name string) bool { return slices.Contains(n.list("required"), any(name)) }

// types are the names under "type", none where every value is allowed.
func (n node) types() []string {
	if t := n.text("type"); t != "" {
		return []string{t}
	}
	var names []string
	for _, t := range n.list("type") {
		if name, ok := t.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

// follow goes through references.
func (s *Schema) follow(n node) node {
	for range 20 {
		name, ok := strings.CutPrefix(n.text("$ref"), "#/$defs/")
		if !ok {
			break
		}
		n = node(s.root).object("$defs").object(name)
	}
	return n
}

// alternatives are the schemas of which one holds.
func (n node) alternatives() []any { return append(n.list("oneOf"), n.list("anyOf")...) }

// branch returns the alternative that a value is meant for: the one whose
// constant members it has, else the first of its kind.
func (s *Schema) branch(n node, v any) node {
	n = s.follow(n)
	var kin node
	for _, a := range n.alternatives() {
		option, _ := a.(map[string]any)
		next := s.branch(option, v)
		switch {
		case next == nil || !next.admits(v):
		case next.chosen(v):
			return next
		case kin == nil:
			kin = next
		}
	}
	if len(n.alternatives()) > 0 {
		return kin
	}
	return n
}

// admits reports whether v has one of the types.
func (n node) admits(v any) bool {
	types := n.types()
	return len(types) == 0 || slices.Contains(types, kindOf(v)) || kindOf(v) == "number" && slices.Contains(types, "integer")
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		return "number"
	case []any:
		return "array"
	}
	return "object"
}

// chosen reports whether an object has the constant members that n asks for,
// one at least.
func (n node) chosen(v any) bool {
	o, _ := v.(Object)
	found := false
	for name := range n.object("properties") {
		constant, ok := n.object("properties").object(name)["const"]
		if !ok {
			continue
		}
		if !slices.ContainsFunc(o, func(e Entry) bool { return e.Name == name && e.Value == constant }) {
			return false
		}
		found = true
	}
	return found
}

// Cleaned is a document without what the schema and encoding/json say nothing
// of or say otherwise: members that are optional and null are left out,
// integers are spelt as encoding/json reads them.
func (s *Schema) Cleaned(v any) any { return s.clean(s.root, v) }

func (s *Schema) clean(at node, v any) any {
	n := s.branch(at, v)
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = s.clean(n.object("items"), e)
		}
		return out
	case Object:
		out := Object{}
		for _, e := range v {
			member, known := n.object("properties")[e.Name].(map[string]any)
			if known && e.Value == nil && !n.required(e.Name) {
				continue
			}
			if !known {
				member = n.object("additionalProperties")
			}
			out = append(out, Entry{e.Name, s.clean(member, e.Value)})
		}
		return out
	case json.Number:
		if slices.Contains(n.types(), "integer") {
			return integer(v)
		}
	}
	return v
}

// integer spells an integer without point and exponent; other numbers stay.
func integer(n json.Number) json.Number {
	x, ok := new(big.Rat).SetString(n.String())
	if !ok || !x.IsInt() || len(x.Num().String()) > 100 {
		return n
	}
	return json.Number(x.Num().String())
}

// Extreme reports whether a number of the document may be out of the range of
// its Go type although the schema takes it: the ranges of floats and of 64-bit
// integers are in no schema.
func Extreme(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, Extreme)
	case Object:
		return slices.ContainsFunc(v, func(e Entry) bool { return Extreme(e.Value) })
	case json.Number:
		f, err := v.Float64()
		return err != nil || f >= 1<<63 || f <= -1<<63
	}
	return false
}
