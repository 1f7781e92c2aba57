package mcpruntime

import (
	"slices"
	"strconv"
	"unsafe"

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
	index    int
	start    int // where it begins
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
	if (r.fatal != nil || r.peek() != '[') && !r.unquote(jx.Array) {
		r.refuse(l.want())
		return List{}
	}
	if !r.enter() {
		return List{}
	}
	r.pos++
	l.start = r.pos
	if r.ended() {
		r.failSyntax()
		return List{}
	}
	r.path = append(r.path, 0)
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
	if r.fatal == nil && r.element(l.index >= 0) && r.count() {
		l.index++
		if l.max >= 0 && l.index >= l.max {
			l.skipRest()
			return false
		}
		r.path[len(r.path)-1] = step(l.index)
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
		if r.fatal != nil || !r.element(true) || !r.count() {
			break
		}
	}
	l.end(n)
}

// Room returns s with room for one more element, and for some of those that
// will follow when it has to grow: what is left of the document tells how many
// there can be.
func Room[S ~[]E, E any](l *List, s S) S {
	if len(s) < cap(s) {
		return s
	}
	var e E
	return slices.Grow(s, l.room(int(unsafe.Sizeof(e))))
}

// room guesses how many elements of size bytes are to come, the current one
// included. It is at most a few times as many as there were, so that a short
// list in front of a long text does not cost more than it is worth.
func (l *List) room(size int) int {
	const firstBytes, firstMost, factor = 512, 8, 7
	done, r := l.index, l.r
	if done == 0 {
		return min(max(1, firstBytes/max(1, size)), firstMost)
	}
	guess := 1 + (len(r.data)-r.pos)*done/(r.pos-l.start)
	return max(done, min(guess, factor*done))
}

// end leaves the list, which had n elements.
func (l *List) end(n int) {
	r := l.r
	l.r = nil
	if r.fatal != nil {
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
	key  string
	keys keySet
	more bool // a member has been read
	bad  bool // the name of the member at hand is none
}

// Map begins an object of any names. When the next value is no object, that is
// a violation and the loop does not run. A strict reader takes a name that
// comes twice for a violation; for any other the last one wins.
func (r *Reader) Map() Map {
	if !r.beginMembers() {
		return Map{}
	}
	m := Map{r: r, keys: keySet{few: r.names}}
	r.names = nil // until end: a map inside this one has names of its own
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
	for r.fatal == nil {
		name, ok := r.member(m.more)
		if !ok || !r.count() {
			break
		}
		m.more, m.bad = true, false
		m.key = r.keep(name)
		r.at()
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
	clear(m.keys.few)
	r.names = m.keys.few[:0]
	r.path = r.path[:len(r.path)-1]
	r.leave()
	r.last = lastValue{bad: true}
}
