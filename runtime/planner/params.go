package planner

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Param is a parameter of a tool, or a part of one.
type Param struct {
	// Name leads to it from the arguments: "city", "filter.kind", "items[].sku",
	// "labels.*" for the values of a map.
	Name string
	// About is what lines do not say of it, on one line: its description, its
	// pattern, and that no two elements are equal.
	About string
}

// Params returns the parameters and their parts as the input schema has them, in
// its order; what it cannot read of a schema it leaves out.
func (t *Tool) Params() []Param {
	var root property
	if json.Unmarshal([]byte(t.Input), &root) != nil {
		return nil
	}
	w := paramWalk{defs: root.Defs, seen: map[string]bool{}}
	w.parts("", &root, 0)
	return w.list
}

// property is what is read of a schema.
type property struct {
	Description string
	Pattern     string
	Unique      bool                 `json:"uniqueItems"`
	Ref         string               `json:"$ref"`
	Defs        map[string]*property `json:"$defs"`
	Properties  properties
	Items       json.RawMessage // a schema or a boolean, as the next
	Others      json.RawMessage `json:"additionalProperties"`
	OneOf       []*property
	AnyOf       []*property
}

// properties keeps the order of an object's members.
type properties []struct {
	name  string
	value *property
}

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (p *properties) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		*p = append(*p, struct {
			name  string
			value *property
		}{name.(string), schemaOf(raw)})
	}
	return nil
}

// schemaOf reads a schema; one that is a boolean, or that cannot be read, says
// nothing.
func schemaOf(raw json.RawMessage) *property {
	p := new(property)
	if !bytes.HasPrefix(raw, []byte("{")) || json.Unmarshal(raw, p) != nil {
		return new(property)
	}
	return p
}

// defs is where definitions stand in a schema.
const defs = "#/$defs/"

// maxParts bounds how deep parts of parameters are looked for.
const maxParts = 16

type paramWalk struct {
	defs map[string]*property
	seen map[string]bool // definitions whose parts have been listed
	list []Param
}

// parts lists what a schema at a path consists of.
func (w *paramWalk) parts(path string, p *property, depth int) {
	if p == nil || depth > maxParts {
		return
	}
	if name, ok := strings.CutPrefix(p.Ref, defs); ok && !w.seen[name] {
		w.seen[name] = true
		w.parts(path, w.defs[name], depth+1)
	}
	for _, member := range p.Properties {
		name := member.name
		if path != "" {
			name = path + "." + name
		}
		w.add(Param{name, w.about(member.value)})
		w.parts(name, member.value, depth+1)
	}
	w.inside(path+"[]", p.Items, depth)
	w.inside(path+".*", p.Others, depth)
	for _, c := range append(p.OneOf, p.AnyOf...) {
		w.parts(path, c, depth+1)
	}
}

// inside lists an element, when something is said of it, and its parts.
func (w *paramWalk) inside(path string, raw json.RawMessage, depth int) {
	if raw == nil {
		return
	}
	p := schemaOf(raw)
	if about := w.about(p); about != "" {
		w.add(Param{path, about})
	}
	w.parts(path, p, depth+1)
}

// add lists a parameter, unless another case of a union has said the same.
func (w *paramWalk) add(p Param) {
	if !slices.Contains(w.list, p) {
		w.list = append(w.list, p)
	}
}

// printable keeps a pattern on its line.
func printable(pattern string) string {
	if strings.ContainsFunc(pattern, func(c rune) bool { return !unicode.IsPrint(c) }) {
		return strconv.QuoteToASCII(pattern)
	}
	return pattern
}

// about is what is said of a schema where it stands, or of its definition.
func (w *paramWalk) about(p *property) string {
	if definition := w.defs[strings.TrimPrefix(p.Ref, defs)]; definition != nil && p.about() == "" {
		return definition.about()
	}
	return p.about()
}

func (p *property) about() string {
	var said []string
	if p.Description != "" {
		said = append(said, oneLine(p.Description))
	}
	if p.Pattern != "" {
		said = append(said, "(pattern "+printable(p.Pattern)+")")
	}
	if p.Unique {
		said = append(said, "(no two equal)")
	}
	return strings.Join(said, " ")
}
