package program

import (
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// fill checks the reference or the handle at hand.
func (c *checker) fill(t *planner.Type) {
	h := &c.p.holes[c.hole]
	c.hole++
	c.at = int(h.to)
	base, _ := c.tool.params.resolve(t)
	h.asHandle = base.Kind == planner.Handle
	if c.p.isHandle(h) {
		c.handle(h, base)
		return
	}
	at, text := int(h.from), c.p.piece(h.span)
	if h.target < 0 {
		return // reported
	}
	from := c.p.Statements[h.target].tool
	switch {
	case from == nil: // reported
	case from.result == nil && from.Signature.Result != nil:
		c.add(at, shown(from.Name)+" returns content, which cannot be referred to", "")
	case from.result == nil:
		c.add(at, shown(from.Name)+" returns nothing that could be referred to", "")
	default:
		got, problem, hint := c.walk(from.result, part(c.p.steps, h.path))
		if problem != "" {
			c.add(at, shown(text)+": "+problem, hint)
			return
		}
		m := matcher{from: *from.result, to: c.tool.params, open: c.tool.Open}
		if problem := m.match(got, t, ""); problem != "" {
			c.add(at, c.what()+": "+problem+" (from "+shown(text)+")", "")
		}
	}
}

// handle checks a handle by its kind. Where no handle is wanted, the value
// stands in for it, which the tool judges.
func (c *checker) handle(h *hole, want *planner.Type) {
	if c.kinds == nil {
		return
	}
	id, at := c.p.id(h), int(h.from)
	kind, ok := c.kinds(id)
	switch {
	case !ok && c.fits(want, planner.Quote("#"+id)):
		c.add(at, "there is no handle #"+shown(id), "for text, write "+planner.Quote("#"+shown(id)))
	case !ok:
		c.add(at, "there is no handle #"+shown(id), "it may have expired: make the call again that gave it")
	case h.asHandle && kind != want.Name:
		c.add(at, c.what()+": want a handle of kind "+want.Name+", got one of kind "+kind, "")
	}
}

// walk follows a path into the type of a result.
func (c *checker) walk(s *side, path []step) (t *planner.Type, problem, hint string) {
	t = s.typ
	for _, step := range path {
		base, _ := s.resolve(t)
		name := c.p.member(step)
		switch base.Kind {
		case planner.Any, planner.Handle:
			return anything, "", "" // the value tells
		case planner.Map:
			t = base.Elem
		case planner.List:
			if _, ok := c.p.index(step); !ok {
				return nil, "a list has no member " + shown(name), "elements are written like $a.rows.0"
			}
			t = base.Elem
		case planner.Object:
			m := member(base, name)
			if m == nil {
				return nil, "there is no member " + shown(name), c.meant(name, base, "members")
			}
			t = m.Type
		case planner.Union:
			if t = unionMember(base, name); t == nil {
				return nil, "there is no member " + shown(name), ""
			}
		default:
			return nil, describe(*s, base) + " has no parts, such as " + shown(name), ""
		}
	}
	return t, "", ""
}

// unionMember returns the type of a member of one case of a union, anything when
// several have it, and nil when none has.
func unionMember(u *planner.Type, name string) (t *planner.Type) {
	for _, c := range u.Cases {
		switch m := member(c, name); {
		case m != nil && t != nil:
			return anything
		case m != nil:
			t = m.Type
		}
	}
	return t
}

// matcher compares the type of a result with that of a parameter.
type matcher struct {
	from, to side
	open     bool
	seen     map[[2]*planner.Type]bool
}

// match says why no value of one type is one of the other; "" when some may be.
// At is the way to them from the reference.
func (m *matcher) match(from, to *planner.Type, at string) string {
	a, _ := m.from.resolve(from)
	b, _ := m.to.resolve(to)
	pair := [2]*planner.Type{a, b}
	if m.seen[pair] {
		return ""
	}
	if from.Kind == planner.Named {
		if m.seen == nil {
			m.seen = map[[2]*planner.Type]bool{}
		}
		m.seen[pair] = true
	}
	switch {
	case a.Kind == planner.Any || b.Kind == planner.Any:
		return ""
	case b.Kind == planner.Handle:
		if a.Kind == planner.Handle && a.Name == b.Name {
			return ""
		}
	case a.Kind == planner.Handle: // its value is passed
		return ""
	case a.Kind == planner.List && b.Kind == planner.List:
		return m.match(a.Elem, b.Elem, at+".0")
	case isObject(a) && isObject(b):
		return m.objects(a, b, at)
	case shape(a)&shape(b) != 0:
		return ""
	}
	want := "want " + describe(m.to, b) + ", got " + describe(m.from, a)
	if at != "" {
		want += " at " + strings.TrimPrefix(at, ".")
	}
	return want
}

func isObject(t *planner.Type) bool {
	return t.Kind == planner.Object || t.Kind == planner.Map || t.Kind == planner.Union
}

// objects compares objects, maps and unions.
func (m *matcher) objects(a, b *planner.Type, at string) (problem string) {
	switch {
	case a.Kind == planner.Union:
		for _, c := range a.Cases {
			if problem = m.objects(c, b, at); problem == "" {
				return ""
			}
		}
		return problem
	case b.Kind == planner.Union:
		for _, c := range b.Cases {
			if problem = m.objects(a, c, at); problem == "" {
				return ""
			}
		}
		return problem
	case a.Kind == planner.Map && b.Kind == planner.Map || a.Kind == planner.Map:
		return "" // it may be empty, or have what is wanted
	case b.Kind == planner.Map:
		for _, from := range a.Members {
			if problem = m.match(from.Type, b.Elem, at+"."+from.Name); problem != "" && !from.Optional {
				return problem
			}
		}
		return ""
	}
	return m.members(a, b, at)
}

// members compares objects of known members.
func (m *matcher) members(a, b *planner.Type, at string) string {
	for i := range b.Members {
		to := &b.Members[i]
		from := member(a, to.Name)
		switch {
		case from == nil && !to.Optional:
			return "the member " + to.Name + " is wanted, which the result has not" + in(at)
		case from == nil || from.Optional:
		default:
			if problem := m.match(from.Type, to.Type, at+"."+to.Name); problem != "" {
				return problem
			}
		}
	}
	for i := range a.Members {
		if from := &a.Members[i]; !from.Optional && !m.open && member(b, from.Name) == nil {
			return "the member " + from.Name + " of the result is unknown" + in(at)
		}
	}
	return ""
}

func in(at string) string {
	if at == "" {
		return ""
	}
	return " in " + strings.TrimPrefix(at, ".")
}

// jsonTypes is a set of the types of JSON.
type jsonTypes uint8

const (
	texts jsonTypes = 1 << iota
	numbers
	booleans
	lists
	objects
)

// shape returns the types of JSON that a type's values have; numbers are one,
// since a whole one is an integer.
func shape(t *planner.Type) (s jsonTypes) {
	switch t.Kind {
	case planner.Str, planner.Bytes, planner.Time:
		return texts
	case planner.Bool:
		return booleans
	case planner.List:
		return lists
	case planner.Enum:
		for _, v := range t.Values {
			switch {
			case v[0] == '"':
				s |= texts
			case v[0] == 't' || v[0] == 'f':
				s |= booleans
			case v[0] != 'n':
				s |= numbers
			}
		}
		return s
	case planner.Map, planner.Object, planner.Union:
		return objects
	}
	return numbers
}
