package program

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// Kinds tells the kind of a handle, and whether there is such a handle.
type Kinds func(id string) (kind string, ok bool)

// Check judges a program by the signatures of its tools: whatever is certain to
// be wrong is an [Errors], before anything has run, together with what [Parse]
// has found. What depends on results is left to the run, and patterns and the
// like to the tools. Without kinds, every handle is taken for one that fits.
// Check must come before [Program.Run].
func (p *Program) Check(tools *Tools, kinds Kinds) error {
	c := &checker{p: p, tools: tools, kinds: kinds, faults: p.found}
	c.faults.list = slices.Clone(c.faults.list)
	for i := range p.Statements {
		if s := &p.Statements[i]; s.Verb == Call {
			c.call(s)
		}
	}
	err := c.err()
	p.checked = err == nil
	return err
}

var errUnchecked = errors.New("the program has not been checked")

// checker goes through the arguments of a program.
type checker struct {
	faults
	p     *Program
	tools *Tools
	kinds Kinds

	tool  *Tool
	arg   *arg
	param string  // that it is for
	at    int     // in the text
	hole  int     // the next one of the program
	path  []place // the way to the value at hand
}

// place is a member, or an element of a list.
type place struct {
	name  string
	index int
}

// what is the way to the value at hand.
func (c *checker) what() string {
	text := shown(c.param)
	for _, p := range c.path {
		text += "."
		if p.name != "" {
			text += shown(p.name)
		} else {
			text += strconv.Itoa(p.index)
		}
	}
	return text
}

func (c *checker) call(s *Statement) {
	t := c.tools.byName[s.Tool]
	if t == nil {
		c.unknownTool(s)
		return
	}
	if s.number != 0 && s.number != t.number {
		c.add(s.at, fmt.Sprintf("%s is not tool @%d", shown(s.Tool), s.number), fmt.Sprintf("write @%d %s", t.number, t.Name))
	}
	if t.Refused != "" {
		c.add(s.at, shown(s.Tool)+" cannot be called here", t.Refused)
	}
	s.tool, c.tool = t, t
	params := t.params.typ
	seen := newMarks(len(params.Members))
	next := 0
	var loose []*arg // without names
	for i := s.args.from; i < s.args.to; i++ {
		a := &c.p.args[i]
		c.arg, c.at, c.hole = a, int(a.value.from), int(a.holes.from)
		if a.at == a.nameEnd {
			loose = append(loose, a)
			continue
		}
		name := c.p.name(a)
		c.param = name
		at := find(params, name, next)
		switch {
		case at >= 0 && seen.has(at) || at < 0 && t.Open && c.twice(s, i, name):
			c.add(int(a.at), "the argument "+shown(name)+" stands twice", "")
		case at >= 0:
			m := &params.Members[at]
			seen.set(at)
			if next = at + 1; a.flaw == none {
				c.value(m.Type, m.Optional)
			} else {
				c.flawed(m.Type)
			}
		case a.flaw != none && t.Open:
		case t.Open:
			c.value(anything, true)
		default:
			c.add(int(a.at), shown(t.Name)+" has no parameter "+shown(name), c.meant(name, params, "parameters"))
		}
	}
	for i := range params.Members {
		switch m := &params.Members[i]; {
		case seen.has(i):
		case len(loose) > 0:
			c.name(loose[0], m, s)
			loose = loose[1:]
		case !m.Optional && !s.broken:
			c.add(s.at, shown(t.Name)+" wants "+shown(m.Name), "write "+planner.Word(m.Name)+"=…, "+c.describe(m.Type))
		}
	}
	for _, a := range loose {
		hint := shown(t.Name) + " takes no more"
		if t.Open {
			hint = "write NAME=VALUE"
		}
		c.mend(int(a.at), noName, hint)
	}
}

// meant returns a hint for an unknown member.
func (c *checker) meant(name string, t *planner.Type, what string) string {
	if c.full() { // looking for it takes long
		return ""
	}
	return meant(name, memberNames(t), what)
}

// twice reports whether an argument stands before another of its name, for tools
// that take names which are in no signature.
func (c *checker) twice(s *Statement, i int32, name string) bool {
	for j := s.args.from; j < i; j++ {
		if a := &c.p.args[j]; a.at < a.nameEnd && c.p.name(a) == name {
			return true
		}
	}
	return false
}

func (c *checker) unknownTool(s *Statement) {
	if s.Tool == "help" || s.Tool == "find" {
		c.add(s.at, s.Tool+" has no label", "write "+s.Tool+" and words alone on the line")
		return
	}
	hint := ""
	if !c.full() { // looking for it takes long
		hint = cmp.Or(meant(s.Tool, c.tools.names(), "tools"), "write find QUERY to look for one")
	}
	c.add(s.at, "there is no tool "+shown(s.Tool), hint)
}

func (c *checker) peek() byte {
	for isSpace(c.text[c.at]) { // values end before the text of the program does
		c.at++
	}
	return c.text[c.at]
}

// next returns the text of the string, number or word at hand, and passes over
// it.
func (c *checker) next() string {
	start := c.at
	if c.at == int(c.arg.value.from) && c.text[c.at] != '{' && c.text[c.at] != '[' {
		c.at = int(c.arg.value.to)
		return c.text[start:c.at]
	}
	c.at = skip(c.text, start)
	return c.text[start:c.at]
}

// value checks the value at hand; null stands for nothing where that is
// allowed.
func (c *checker) value(t *planner.Type, optional bool) {
	first := c.peek()
	if first == '$' || first == '#' {
		c.fill(t)
		return
	}
	at := c.at
	base, null := c.tool.params.resolve(t)
	switch {
	case first == 'n':
		if c.next(); !null && !optional && !allows(base, "null") {
			c.wrong(at, base)
		}
	case first == '[' && (base.Kind == planner.List || base.Kind == planner.Any):
		c.list(base)
	case first == '{' && (base.Kind == planner.Map || base.Kind == planner.Any):
		c.mapping(base)
	case first == '{' && base.Kind == planner.Object:
		c.object(base)
	case first == '{' && base.Kind == planner.Union:
		c.union(base)
	case first == '{' || first == '[':
		c.wrong(at, base)
		c.value(anything, true)
	default:
		if literal := c.next(); !c.fits(base, literal) {
			c.wrong(at, base)
		}
	}
}

// list checks a list of a type, or of anything.
func (c *checker) list(t *planner.Type) {
	elem := anything
	if t.Kind == planner.List {
		elem = t.Elem
	}
	at, n := c.at, 0
	c.path = append(c.path, place{})
	for c.open(); c.peek() != ']'; c.comma() {
		c.path[len(c.path)-1].index = n
		c.value(elem, false)
		n++
	}
	c.at++
	c.path = c.path[:len(c.path)-1]
	if t.Kind == planner.List && !within(t, n) {
		c.wrong(at, t)
	}
}

// mapping checks a map, or an object of anything.
func (c *checker) mapping(t *planner.Type) {
	elem := anything
	if t.Kind == planner.Map {
		elem = t.Elem
	}
	for c.open(); c.peek() != '}'; c.comma() {
		at := c.at
		name := c.memberName()
		if t.Key != nil && !c.fitsKey(t.Key, name) {
			c.add(at, c.what()+": want "+c.describe(t.Key)+" as a name, got "+shown(planner.Quote(name)), "")
		}
		c.within(name, elem, false)
	}
	c.at++
}

// within checks the value of a member.
func (c *checker) within(name string, t *planner.Type, optional bool) {
	c.path = append(c.path, place{name: name})
	c.value(t, optional)
	c.path = c.path[:len(c.path)-1]
}

func (c *checker) open() { c.at++ }

func (c *checker) comma() {
	if c.peek() == ',' {
		c.at++
	}
}

// memberName reads a name and its colon.
func (c *checker) memberName() string {
	name := unquote(c.next())
	c.peek()
	c.at++
	return name
}

// object checks an object of known members.
func (c *checker) object(t *planner.Type) {
	at, next := c.at, 0
	seen := newMarks(len(t.Members))
	for c.open(); c.peek() != '}'; c.comma() {
		nameAt := c.at
		name := c.memberName()
		i := find(t, name, next)
		if i < 0 {
			if !c.tool.Open {
				c.add(nameAt, c.what()+" has no member "+shown(name), c.meant(name, t, "members"))
			}
			c.within(name, anything, true)
			continue
		}
		next = i + 1
		seen.set(i)
		c.within(name, t.Members[i].Type, t.Members[i].Optional)
	}
	c.at++
	for i, m := range t.Members {
		if !seen.has(i) && !m.Optional {
			c.add(at, c.what()+" wants the member "+shown(m.Name), "write "+planner.Quote(m.Name)+": "+c.describe(m.Type))
		}
	}
}

// union finds the case that an object is by its first member in the signature,
// wherever that stands in the object.
func (c *checker) union(t *planner.Type) {
	at := c.at
	name, values := discriminator(t)
	literal, found := c.lookFor(name)
	c.at = at
	for _, u := range t.Cases {
		if found && len(u.Members) > 0 && c.fits(u.Members[0].Type, literal) {
			c.object(u)
			return
		}
	}
	switch {
	case !found:
		c.add(at, c.what()+" wants the member "+name, "write "+planner.Quote(name)+": "+values)
	case literal[0] != '$': // else the result tells
		c.add(at, c.what()+"."+name+": want "+values+", got "+shown(literal), "")
	}
	c.value(anything, true)
}

// discriminator returns the name of the member that tells the cases of a union
// apart, and its values.
func discriminator(t *planner.Type) (name, values string) {
	all := &planner.Type{Kind: planner.Enum}
	for _, u := range t.Cases {
		if len(u.Members) > 0 {
			name = u.Members[0].Name
			all.Values = append(all.Values, u.Members[0].Type.Values...)
		}
	}
	return name, list(all.Values)
}

// lookFor returns the value of a member of the object at hand, and passes over
// the object.
func (c *checker) lookFor(name string) (literal string, found bool) {
	for c.open(); c.peek() != '}'; c.comma() {
		isIt := c.memberName() == name
		c.peek()
		if value := c.next(); isIt && !found {
			literal, found = value, true
		}
	}
	c.at++
	return literal, found
}
