package fromschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// converter turns the schemas of one document into types.
type converter struct {
	root   *node
	losses []Loss
	types  int
	level  int
	// names holds those of what references point to, uses how often they stand.
	names map[*node]string
	uses  map[string]int
}

func (c *converter) lose(path, format string, args ...any) {
	if len(c.losses) < maxTypes {
		c.losses = append(c.losses, Loss{path, fmt.Sprintf(format, args...)})
	}
}

// whole makes the type of the document.
func (c *converter) whole(path string) *planner.Type {
	t := c.typ(c.root, path)
	c.settle(t)
	return t
}

// params makes the parameters of a tool.
func (c *converter) params(path string) []planner.Member {
	t := c.whole(path)
	switch {
	case t.Kind == planner.Named && t.Elem != nil && t.Elem.Kind == planner.Object:
		c.lose(path, "the arguments as a whole are used again as a value")
		return t.Elem.Members
	case t.Kind == planner.Object:
		return t.Members
	case len(c.losses) == 0 && t.Kind == planner.Any, c.root.kind != '{': // nothing is said of them, or all has been
	case t.Kind != planner.Map || c.root.get("additionalProperties") != nil:
		c.lose(path, "arguments that are not a list of properties")
	}
	return []planner.Member{}
}

// settle writes out definitions that are used only once, inner ones first.
func (c *converter) settle(t *planner.Type) {
	if t == nil {
		return
	}
	c.settle(t.Elem)
	c.settle(t.Key)
	for _, m := range t.Members {
		c.settle(m.Type)
	}
	for _, each := range t.Cases {
		c.settle(each)
	}
	if t.Kind == planner.Named && t.Elem != nil && c.uses[t.Name] == 1 {
		null := t.Null
		*t = *t.Elem
		t.Null = t.Null || null
	}
}

func (c *converter) typ(s *node, path string) *planner.Type {
	c.types++
	c.level++
	defer func() { c.level-- }()
	switch {
	case c.types > maxTypes:
		c.lose(path, "more than %d types", maxTypes)
	case c.level > maxLevels:
		c.lose(path, "more than %d levels", maxLevels)
	case s.kind == 't':
	case s.kind == 'f':
		c.lose(path, "a schema that lets nothing through")
	case s.kind != '{':
		c.lose(path, "something that is no schema")
	default:
		return c.schema(s, path)
	}
	return &planner.Type{Kind: planner.Any}
}

func (c *converter) schema(s *node, path string) *planner.Type {
	if s.get("$ref") != nil {
		return c.reference(s, path)
	}
	k := &keywords{node: s, path: path, c: c, read: map[string]bool{}}
	t := k.typ()
	k.leftovers()
	return t
}

// reference makes the type of what a $ref points to, and names it.
func (c *converter) reference(s *node, path string) *planner.Type {
	for _, m := range s.members {
		if m.name != "$ref" && !isRemark(m.name) {
			c.lose(path, "%s beside $ref", m.name)
		}
	}
	target, ref := s, ""
	for seen := map[*node]bool{}; target.get("$ref") != nil; {
		if seen[target] {
			c.lose(path, "$ref that ends nowhere")
			return &planner.Type{Kind: planner.Any}
		}
		seen[target] = true
		ref = target.get("$ref").string()
		if target = c.resolve(ref); target == nil || target.kind != '{' {
			c.lose(path, "$ref to %q, which is not a schema of the same document", ref)
			return &planner.Type{Kind: planner.Any}
		}
	}
	name, again := c.names[target]
	if !again {
		name = c.freeName(ref)
		c.names[target] = name
	}
	c.uses[name]++
	t := &planner.Type{Kind: planner.Named, Name: name}
	if !again {
		t.Elem = c.typ(target, path)
	}
	return t
}

// resolve follows a JSON pointer; nil when it points nowhere.
func (c *converter) resolve(ref string) *node {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok || pointer != "" && pointer[0] != '/' {
		return nil
	}
	n := c.root
	for _, step := range strings.Split(pointer, "/")[1:] {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		if n = n.get(step); n == nil {
			return nil
		}
	}
	return n
}

// freeName returns the last word of a reference, with a number when it is taken.
func (c *converter) freeName(ref string) string {
	base := ref[strings.LastIndexByte(ref, '/')+1:]
	if !planner.IsName(base) {
		base = "T"
	}
	if c.names == nil {
		c.names, c.uses = map[*node]string{}, map[string]int{}
	}
	name := base
	for i := 2; c.uses[name] > 0; i++ {
		name = fmt.Sprint(base, i)
	}
	return name
}

// remarks are keywords that say nothing about values.
var remarks = []string{
	"$anchor", "$comment", "$defs", "$id", "$schema", "$vocabulary", "default", "definitions", "deprecated",
	"description", "example", "examples", "readOnly", "title", "writeOnly",
}

func isRemark(keyword string) bool {
	return slices.Contains(remarks, keyword) || strings.HasPrefix(keyword, "x-")
}
