package mcpruntime

import (
	"strconv"

	"github.com/go-faster/jx"
)

// List walks through the elements of a JSON array:
//
//	for l := r.List(0, -1); l.Next(); {
//		v = append(v, r.String())
//	}
//
// Each turn of the loop must read exactly one value.
type List struct {
	r        *Reader
	it       jx.ArrIter
	index    int
	min, max int
}

// List begins an array of min to max elements; a max of -1 is no limit. When
// the next value is no array, that is a violation and the loop does not run.
//
// A reader of results checks the count only when min equals max: that is a Go
// array, and others may have grown.
func (r *Reader) List(minItems, maxItems int) List {
	l := List{r: r, index: -1, min: minItems, max: maxItems}
	if !r.strict && minItems != maxItems {
		l.min, l.max = 0, -1
	}
	if r.fatal != nil || r.d.Next() != jx.Array && !r.begin(jx.Array, l.want()) || !r.enter() {
		l.r = nil
		return l
	}
	it, err := r.d.ArrIter()
	if err != nil {
		r.failSyntax()
		l.r = nil
		return l
	}
	l.it = it
	r.path = append(r.path, step{})
	return l
}

// Index is the index of the element to read now, from 0; below max.
func (l *List) Index() int { return l.index }

// Next goes to the next element. After max elements it skips the rest and
// notes that there are too many.
func (l *List) Next() bool {
	r := l.r
	if r == nil {
		return false
	}
	if r.fatal == nil && l.it.Next() && r.count() {
		l.index++
		if l.max >= 0 && l.index >= l.max {
			l.skipRest()
			return false
		}
		r.path[len(r.path)-1].index = l.index
		return true
	}
	l.end(l.index + 1)
	return false
}

// skipRest consumes the elements from the current one, which is too many.
func (l *List) skipRest() {
	r := l.r
	n := l.index
	for {
		r.skipPlain()
		n++
		if r.fatal != nil || !l.it.Next() || !r.count() {
			break
		}
	}
	l.end(n)
}

// end leaves the list, which had n elements.
func (l *List) end(n int) {
	r := l.r
	l.r = nil
	if r.fatal != nil {
		return
	}
	if l.it.Err() != nil {
		r.failSyntax()
		return
	}
	r.path = r.path[:len(r.path)-1]
	r.leave()
	r.last = lastValue{bad: true}
	if n < l.min || l.max >= 0 && n > l.max {
		r.violate(l.want(), "array of "+strconv.Itoa(n))
	}
}

func (l *List) want() string { return "array" + span(l.min, l.max, "element", "elements") }

// span says how many there may be: " of 1 to 3 elements"; "" for any number.
func span(low, high int, one, many string) string {
	noun := many
	if high == 1 || high < 0 && low == 1 {
		noun = one
	}
	switch {
	case high < 0 && low <= 0:
		return ""
	case high < 0:
		return " of at least " + strconv.Itoa(low) + " " + noun
	case low == high:
		return " of exactly " + strconv.Itoa(low) + " " + noun
	case low <= 0:
		return " of at most " + strconv.Itoa(high) + " " + noun
	default:
		return " of " + strconv.Itoa(low) + " to " + strconv.Itoa(high) + " " + noun
	}
}

// Map walks through the members of a JSON object whose names are data:
//
//	for m := r.Map(); m.Next(); {
//		v[m.Key()] = r.String()
//	}
//
// Each turn of the loop must read exactly one value.
type Map struct {
	r    *Reader
	it   jx.ObjIter
	key  string
	keys keySet
}

// Map begins an object of any names. When the next value is no object, that is
// a violation and the loop does not run. A strict reader takes a name that
// comes twice for a violation; for any other the last one wins.
func (r *Reader) Map() Map {
	m := Map{r: r}
	if !r.begin(jx.Object, "object") || !r.enter() {
		m.r = nil
		return m
	}
	it, err := r.d.ObjIter()
	if err != nil {
		r.failSyntax()
		m.r = nil
		return m
	}
	m.it = it
	r.path = append(r.path, step{index: unreadStep})
	return m
}

// Key is the name of the member to read now.
func (m *Map) Key() string { return m.key }

// Next goes to the next member.
func (m *Map) Next() bool {
	r := m.r
	if r == nil {
		return false
	}
	for r.fatal == nil && m.it.Next() && r.count() {
		m.key = validText(string(m.it.Key()))
		r.at(m.key)
		if !r.strict || m.keys.add(m.key) {
			return true
		}
		r.violate("", "duplicate property")
		r.skipPlain()
	}
	m.end()
	return false
}

func (m *Map) end() {
	r := m.r
	m.r = nil
	if r.fatal != nil {
		return
	}
	if m.it.Err() != nil {
		r.failSyntax()
		return
	}
	r.path = r.path[:len(r.path)-1]
	r.leave()
	r.last = lastValue{bad: true}
}
