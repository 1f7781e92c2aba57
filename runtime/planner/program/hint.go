package program

import (
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// wrong reports the value at an offset, which is not what is wanted.
func (c *checker) wrong(at int, want *planner.Type) {
	literal := c.text[at:skip(c.text, at)]
	c.add(at, c.what()+": want "+c.describe(want)+", got "+shown(oneLine(literal)), c.instead(want, literal))
}

// instead returns the hint to write a literal otherwise so that it is what is
// wanted; "" when that takes more than quotes or brackets.
func (c *checker) instead(want *planner.Type, literal string) string {
	if c.full() || len(literal) > maxShown {
		return ""
	}
	switch {
	case literal[0] == '"':
		if inner := unquote(literal); c.stands(inner) || c.fitsWord(want, inner) {
			return "write " + inner + " without quotes"
		} else if want.Kind == planner.Handle && c.isKept(inner) {
			return "write #" + inner
		}
	case c.fitsWord(anything, literal) && c.fits(want, planner.Quote(literal)):
		return "write " + planner.Quote(literal)
	}
	if want.Kind == planner.List && literal[0] != '{' && literal[0] != '[' && c.fits(want.Elem, literal) {
		return "write [" + literal + "]"
	}
	return ""
}

// fitsWord reports whether a text is a number, true or false, and fits.
func (c *checker) fitsWord(want *planner.Type, text string) bool {
	return (text == "true" || text == "false" || isNumber(text)) && c.fits(want, text)
}

// isKept reports whether there is a handle of an id.
func (c *checker) isKept(id string) bool {
	if c.kinds == nil {
		return false
	}
	_, ok := c.kinds(id)
	return ok
}

// stands reports whether a text is a handle that there may be, or a reference to
// a call above.
func (c *checker) stands(text string) bool {
	id, isHandle := strings.CutPrefix(text, "#")
	if isHandle && id != "" && run(id, 0, labelByte) == len(id) {
		return true
	}
	label, _, _ := strings.Cut(strings.TrimPrefix(text, "$"), ".")
	return strings.HasPrefix(text, "$") && !strings.ContainsAny(text, " \t\n") && c.isLabel(label)
}

// isLabel reports whether a call above the value at hand has a label.
func (c *checker) isLabel(label string) bool {
	return slices.ContainsFunc(c.p.Statements, func(s Statement) bool {
		return s.Verb == Call && s.Label == label && label != "" && s.at < int(c.arg.at)
	})
}

// flawed mends the hint of text without quotes where no text is wanted.
func (c *checker) flawed(t *planner.Type) {
	text := c.p.piece(c.arg.value)
	want, _ := c.tool.params.resolve(t)
	if c.arg.flaw != bare || c.fits(want, planner.Quote(text)) {
		return
	}
	hint := "want " + c.describe(want)
	if c.stands("$" + text) {
		hint = "write $" + shown(text)
	} else if want.Kind == planner.Handle && run(text, 0, labelByte) == len(text) {
		hint = "write #" + shown(text)
	}
	c.mend(int(c.arg.value.from), "", hint)
}

// mend gives the fault of the text at an offset, which ends so, another hint.
func (c *checker) mend(at int, problem, hint string) {
	for i := range c.faults.list {
		if f := &c.faults.list[i]; f.at == at && strings.HasSuffix(f.problem, problem) {
			f.hint = hint
			return
		}
	}
}

// name takes a value without a name for that of a parameter, as calls in other
// languages have them, or an object for the arguments themselves.
func (c *checker) name(a *arg, m *planner.Member, s *Statement) {
	c.arg, c.param, c.at, c.hole = a, m.Name, int(a.value.from), int(a.holes.from)
	want, _ := c.tool.params.resolve(m.Type)
	if c.peek() == '{' && !isObject(want) && want.Kind != planner.Any {
		s.broken = true // as far as is known
		return
	}
	if a.flaw != unnamed {
		c.mend(int(a.at), noName, "write "+planner.Word(m.Name)+"=VALUE")
		return
	}
	c.mend(int(a.at), noName, "write "+planner.Word(m.Name)+"="+shown(c.p.piece(a.value)))
	c.value(m.Type, m.Optional)
}
