package uri

import (
	"cmp"
	"strings"
)

// openness is how much a template leaves open.
type openness struct {
	fixed  int // characters that stand in every URI of the template
	wide   int // variables that can hold what separates others: slashes, several values
	absent int // variables that can be absent
	vars   int
}

// count adds an expression that is bound.
func (o *openness) count(e *bound) {
	o.vars += len(e.vars)
	for j, v := range e.vars {
		if e.operator == '+' || e.operator == '#' || v.Explode {
			o.wide++
		}
		switch {
		case e.kinds[j].absent():
			o.absent++
		case e.operator == ';':
			o.fixed += len(";") + len(v.Name)
		case e.named():
			o.fixed += len("?=") + len(v.Name)
		case j == 0:
			o.fixed += len(e.first())
		default:
			o.fixed += len(",")
		}
	}
}

// Compare returns a number below 0 when m leaves less open than other, and so is
// meant where both match a URI. A template all of whose URIs another one matches
// too comes before that: the shortest of them is no shorter than the other's, so
// that the characters that always stand there decide first. Of two that leave
// the same open the one whose first expression comes later is in front; and so
// that the order is one in any case, the text decides in the end.
func (m *Matcher) Compare(other *Matcher) int {
	return cmp.Or(
		cmp.Compare(other.open.fixed, m.open.fixed),
		cmp.Compare(m.open.wide, other.open.wide),
		cmp.Compare(m.open.absent, other.open.absent),
		cmp.Compare(m.open.vars, other.open.vars),
		cmp.Compare(strings.IndexByte(other.text, '{'), strings.IndexByte(m.text, '{')),
		cmp.Compare(m.text, other.text),
	)
}
