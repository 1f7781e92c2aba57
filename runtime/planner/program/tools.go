package program

import (
	"slices"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// Tool is what a program can call.
type Tool struct {
	Name      string
	Signature *planner.Signature
	// ReadOnly is set for a tool that changes nothing.
	ReadOnly bool
	// Open is set for a tool that takes arguments and members that its signature
	// does not name.
	Open bool
	// Refused says why programs cannot call it here and what to do instead, such as
	// "use run_changes"; "" when they can.
	Refused string

	number int // from 1, in the order given
	params side
	result *side // nil for a tool that returns nothing that a reference can be about
}

// Tools are the tools of a program, in an order.
type Tools struct {
	list   []*Tool
	byName map[string]*Tool
}

// NewTools returns a set of tools; of several with one name, the first.
func NewTools(list ...Tool) *Tools {
	tools := &Tools{byName: make(map[string]*Tool, len(list))}
	for _, t := range list {
		if tools.byName[t.Name] != nil {
			continue
		}
		t.number = len(tools.list) + 1
		t.params = newSide(&planner.Type{Kind: planner.Object, Members: t.Signature.Params})
		if r := t.Signature.Result; r != nil && r.Kind != planner.Content {
			result := newSide(r)
			t.result = &result
		}
		tools.list = append(tools.list, &t)
		tools.byName[t.Name] = &t
	}
	return tools
}

func (t *Tools) names() []string {
	names := make([]string, len(t.list))
	for i, tool := range t.list {
		names[i] = tool.Name
	}
	return names
}

// side is the parameters or the result of a tool, with the types that are named
// in it.
type side struct {
	typ   *planner.Type
	named map[string]*planner.Type
}

func newSide(t *planner.Type) side {
	s := side{typ: t}
	s.collect(t)
	return s
}

// collect notes the definitions in a type.
func (s *side) collect(t *planner.Type) {
	if t == nil {
		return
	}
	if t.Kind == planner.Named && t.Elem != nil {
		if s.named == nil {
			s.named = map[string]*planner.Type{}
		}
		s.named[t.Name] = t.Elem
	}
	s.collect(t.Elem)
	s.collect(t.Key)
	for i := range t.Members {
		s.collect(t.Members[i].Type)
	}
	for _, c := range t.Cases {
		s.collect(c)
	}
}

// anything is what nothing is known of.
var anything = &planner.Type{Kind: planner.Any}

// resolve returns the type that a name stands for, and whether null is a value
// of either.
func (s side) resolve(t *planner.Type) (*planner.Type, bool) {
	null := t.Null
	for range 10 { // a name that stands for itself stands for nothing
		if t.Kind == planner.Union && !tagged(t) {
			break
		}
		if t.Kind != planner.Named {
			return t, null || t.Kind == planner.Any
		}
		next := t.Elem
		if next == nil {
			next = s.named[t.Name]
		}
		if next == nil {
			break
		}
		t = next
		null = null || t.Null
	}
	return anything, true
}

// tagged reports whether the first members of objects tell the cases of a union
// apart. Other unions are left to the tools.
func tagged(t *planner.Type) bool {
	for _, c := range t.Cases {
		if c.Kind != planner.Object || len(c.Members) == 0 || c.Members[0].Type.Kind != planner.Enum {
			return false
		}
	}
	return true
}

// find returns the index of the member of an object with a name, or -1. It looks
// at the one expected next first.
func find(t *planner.Type, name string, next int) int {
	if next < len(t.Members) && t.Members[next].Name == name {
		return next
	}
	return slices.IndexFunc(t.Members, func(m planner.Member) bool { return m.Name == name })
}

// member returns the member of an object with a name, or nil.
func member(t *planner.Type, name string) *planner.Member {
	if i := find(t, name, 0); i >= 0 {
		return &t.Members[i]
	}
	return nil
}

func memberNames(t *planner.Type) []string {
	names := make([]string, len(t.Members))
	for i := range t.Members {
		names[i] = t.Members[i].Name
	}
	return names
}

// marks are the indexes that have been seen.
type marks struct {
	first uint64
	more  []bool
}

func newMarks(n int) marks {
	if n > 64 {
		return marks{more: make([]bool, n)}
	}
	return marks{}
}

func (m *marks) set(i int) {
	if m.more != nil {
		m.more[i] = true
	} else {
		m.first |= 1 << i
	}
}

func (m *marks) has(i int) bool {
	if m.more != nil {
		return m.more[i]
	}
	return m.first>>i&1 == 1
}
