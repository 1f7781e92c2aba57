package mcpruntime

import (
	"slices"
	"strings"

	"github.com/go-faster/jx"
)

// MaxProps is how many properties one object can have.
const MaxProps = 256

// Props describes the properties of an object.
type Props struct {
	// Names on the wire, at most [MaxProps].
	Names []string
	// Required has bit i set when Names[i] must be there, for i below 64.
	Required uint64
	// RequiredMore continues Required: bit i%64 of word i/64-1.
	RequiredMore []uint64
}

func (p *Props) required(i int) bool {
	if i < 64 {
		return p.Required>>i&1 != 0
	}
	word := i/64 - 1
	return word < len(p.RequiredMore) && p.RequiredMore[word]>>(i%64)&1 != 0
}

// Object walks through the properties of a JSON object:
//
//	for o := r.Object(&props); o.Next(); {
//		switch o.Name() {
//		case "city":
//			v.City = r.String()
//		}
//	}
//
// Each turn of the loop must read exactly one value.
type Object struct {
	r       *Reader
	props   *Props
	it      jx.ObjIter
	seen    [MaxProps / 64]uint64
	unknown keySet
	current int // index of the property at hand
	expect  int // index of the one that comes next when in order
}

// Object begins an object with the given properties. When the next value is
// no object, that is a violation and the loop does not run.
func (r *Reader) Object(props *Props) Object {
	o := Object{r: r, props: props}
	if !r.begin(jx.Object, "object") || !r.enter() {
		o.r = nil
		return o
	}
	it, err := r.d.ObjIter()
	if err != nil {
		r.failSyntax()
		o.r = nil
		return o
	}
	o.it = it
	r.path = append(r.path, step{index: unreadStep})
	return o
}

// Open lets objects at every depth have unknown properties: they are skipped.
// It is for tools marked open.
func (r *Reader) Open() { r.open = true }

// Empty reads the arguments of a function without parameters: an object
// without properties.
func (r *Reader) Empty() {
	o := r.Object(&noProps)
	o.Next()
}

var noProps Props

// Name is the name of the property to read now.
func (o *Object) Name() string { return o.props.Names[o.current] }

// Next goes to the next property that has to be read. Unknown, duplicate and
// null optional ones are dealt with on the way; at the end the missing ones
// are.
func (o *Object) Next() bool {
	r := o.r
	if r == nil {
		return false
	}
	for r.fatal == nil && o.it.Next() {
		if !r.count() {
			break
		}
		i := o.find(o.it.Key())
		if i < 0 {
			o.skipUnknown(o.it.Key())
			continue
		}
		r.at(o.props.Names[i])
		if o.seen[i/64]>>(i%64)&1 != 0 && r.strict {
			r.violate("", "duplicate property")
			r.skipPlain()
			continue
		}
		o.seen[i/64] |= 1 << (i % 64)
		o.expect = i + 1
		if o.absent(i) {
			continue
		}
		o.current = i
		return true
	}
	o.end()
	return false
}

// absent consumes a null that stands for an absent property.
func (o *Object) absent(i int) bool {
	return (!o.r.strict || !o.props.required(i)) && o.r.Null()
}

// find returns the index of a name, or -1. Names mostly come in order.
func (o *Object) find(key []byte) int {
	names := o.props.Names
	if o.expect < len(names) && string(key) == names[o.expect] {
		return o.expect
	}
	for i, name := range names {
		if string(key) == name {
			return i
		}
	}
	return -1
}

// skipUnknown skips a property that Props does not list.
func (o *Object) skipUnknown(key []byte) {
	r := o.r
	if !r.strict {
		r.skipPlain()
		return
	}
	name := validText(string(key))
	if !o.unknown.add(name) {
		r.at(name)
		r.violate("", "duplicate property")
		r.skipPlain()
		return
	}
	r.at(name)
	if r.open {
		r.skip()
		return
	}
	r.violate("", "unknown property"+suggest(name, o.props.Names))
	r.skipPlain()
}

// end leaves the object, after its closing brace or after a fatal error.
func (o *Object) end() {
	r := o.r
	o.r = nil
	if r.fatal != nil {
		return
	}
	if o.it.Err() != nil {
		r.failSyntax()
		return
	}
	r.path = r.path[:len(r.path)-1]
	r.leave()
	if r.strict {
		o.reportMissing(r)
	}
	r.last = lastValue{bad: true}
}

func (o *Object) reportMissing(r *Reader) {
	for i, name := range o.props.Names {
		if o.seen[i/64]>>(i%64)&1 == 0 && o.props.required(i) {
			r.violateProperty(name, "missing required property")
		}
	}
}

// maxListed bounds how many names an error lists.
const maxListed = 12

// suggest returns what to write instead of an unknown name.
func suggest(name string, names []string) string {
	if best := nearest(name, names); best != "" {
		return ", did you mean " + quote(best) + "?"
	}
	switch {
	case len(names) == 0:
		return "; none is allowed"
	case len(names) > maxListed:
		return ""
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quote(n)
	}
	return "; want one of " + strings.Join(quoted, ", ")
}

// nearest returns the name that was probably meant: one that differs in case
// or separators only, else one an edit or two away; "" when there is none.
func nearest(name string, names []string) string {
	for _, n := range names {
		if strings.EqualFold(plain(n), plain(name)) {
			return n
		}
	}
	best, least := "", 3
	if len(name) < 6 {
		least = 2
	}
	for _, n := range names {
		if len(name) > 64 || len(n) > 64 {
			continue
		}
		if d := distance(name, n); d < least && d < len(n) {
			best, least = n, d
		}
	}
	return best
}

var separators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

func plain(name string) string { return separators.Replace(name) }

// distance is the Levenshtein distance of two names in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		previous := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := previous
			if a[i] != b[j] {
				cost = min(previous, row[j], row[j+1]) + 1
			}
			previous, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// keySet is a set of names: a short list first, a map when it grows, so that
// an object with 50,000 names is not quadratic.
type keySet struct {
	few  []string
	many map[string]struct{}
}

const fewKeys = 16

// add adds a key; it reports false when the key was there.
func (s *keySet) add(key string) bool {
	if s.many == nil {
		if slices.Contains(s.few, key) {
			return false
		}
		if len(s.few) < fewKeys {
			s.few = append(s.few, key)
			return true
		}
		s.many = make(map[string]struct{}, 4*fewKeys)
		for _, k := range s.few {
			s.many[k] = struct{}{}
		}
	}
	if _, ok := s.many[key]; ok {
		return false
	}
	s.many[key] = struct{}{}
	return true
}
