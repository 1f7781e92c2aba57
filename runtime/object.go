package mcpruntime

import (
	"slices"
	"strings"

	"github.com/go-faster/jx"

	"github.com/mcpgen/mcpgen/runtime/near"
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
	// Escaped is set when a name has a quote, a backslash or a control
	// character, so that it does not stand in a document as it is.
	Escaped bool
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
	r     *Reader
	props *Props
	seen  uint64 // bit i: of Names[i], for the first 64
	rest  *rest  // nil while nothing needs it
	due   int    // index of the property that comes next when in order
	more  bool   // a member has been read
}

// rest is what few objects need to remember.
type rest struct {
	seen    [MaxProps/64 - 1]uint64 // continues that of the object
	unknown keySet
}

// Object begins an object with the given properties. When the next value is
// no object, that is a violation and the loop does not run. The Object is r's,
// and is used again when it has ended: as the variable of a loop it would be
// copied in every turn.
func (r *Reader) Object(props *Props) *Object {
	if !r.beginMembers() {
		return &noObject
	}
	if r.inside == len(r.objects) {
		r.objects = append(r.objects, new(Object))
	}
	o := r.objects[r.inside]
	r.inside++
	*o = Object{r: r, props: props}
	return o
}

// noObject has no properties to read; it never changes.
var noObject Object

// beginMembers consumes the opening brace of an object; false when there is no
// object, or nesting or bad syntax ends reading.
func (r *Reader) beginMembers() bool {
	if (r.fatal != nil || r.peek() != '{') && !r.unquote(jx.Object) {
		r.refuse("object")
		return false
	}
	if !r.enter() {
		return false
	}
	r.pos++
	if r.ended() {
		r.failSyntax()
		return false
	}
	r.path = append(r.path, unread)
	return true
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
func (o *Object) Name() string { return o.props.Names[o.due-1] }

// Next goes to the next property that has to be read. Unknown, duplicate and
// null optional ones are dealt with on the way; at the end the missing ones
// are.
func (o *Object) Next() bool {
	r := o.r
	if r == nil {
		return false
	}
	for r.fatal == nil {
		i := o.due
		if i >= len(o.props.Names) || o.props.Escaped || !r.dueMember(o.more, o.props.Names[i]) {
			name, ok := r.member(o.more)
			if !ok {
				break
			}
			i = o.find(name)
		}
		if !r.count() {
			break
		}
		o.more = true
		if i < 0 {
			o.skipUnknown()
			continue
		}
		r.at()
		if !o.add(i) && r.strict {
			r.violate("", "duplicate property")
			r.skipPlain()
			continue
		}
		o.due = i + 1
		if !o.absent(i) {
			return true
		}
	}
	o.end()
	return false
}

// absent consumes a null that stands for an absent property. The value begins
// at the next byte.
func (o *Object) absent(i int) bool {
	r := o.r
	return r.data[r.pos] == 'n' && (!r.strict || !o.props.required(i)) && r.Null()
}

// find returns the index of a name, or -1. It begins with those that come next
// in order.
func (o *Object) find(key []byte) int {
	names := o.props.Names
	for i := o.due; i < len(names); i++ {
		if string(key) == names[i] {
			return i
		}
	}
	for i := range o.due {
		if string(key) == names[i] {
			return i
		}
	}
	return -1
}

// add notes that property i is there, and reports whether that is new.
func (o *Object) add(i int) bool {
	seen := &o.seen
	if i >= 64 {
		seen = &o.remember().seen[i/64-1]
	}
	bit := uint64(1) << (i % 64)
	added := *seen&bit == 0
	*seen |= bit
	return added
}

// remember returns what the object does not hold itself.
func (o *Object) remember() *rest {
	if o.rest == nil {
		o.rest = new(rest)
	}
	return o.rest
}

// has reports whether property i has been there.
func (o *Object) has(i int) bool {
	switch {
	case i < 64:
		return o.seen>>i&1 != 0
	case o.rest == nil:
		return false
	}
	return o.rest.seen[i/64-1]>>(i%64)&1 != 0
}

// skipUnknown skips a property that Props does not list.
func (o *Object) skipUnknown() {
	r := o.r
	if !r.strict {
		r.skipPlain()
		return
	}
	name := r.textAt(r.nameAt)
	if !o.remember().unknown.add(name) {
		r.at()
		r.violate("", "duplicate property")
		r.skipPlain()
		return
	}
	r.at()
	if r.open {
		r.skip()
		return
	}
	meant := ""
	if len(r.violations) < maxViolations { // looking for it takes long, and others are not reported
		meant = suggest(name, o.props.Names)
	}
	r.violate("", "unknown property"+meant)
	r.skipPlain()
}

// end leaves the object, after its closing brace or after a fatal error.
func (o *Object) end() {
	r := o.r
	o.r = nil
	if r.fatal == nil {
		r.inside--
		r.path = r.path[:len(r.path)-1]
		r.leave()
		if r.strict {
			o.reportMissing(r)
		}
		r.last = lastValue{bad: true}
	}
	o.rest = nil // what a caller has sent may be large
}

func (o *Object) reportMissing(r *Reader) {
	if o.props.Required&^o.seen == 0 && o.props.RequiredMore == nil {
		return
	}
	for i, name := range o.props.Names {
		if !o.has(i) && o.props.required(i) {
			r.missing(name)
		}
	}
}

// maxListed bounds how many names an error lists.
const maxListed = 12

// suggest returns what to write instead of an unknown name.
func suggest(name string, names []string) string {
	if best := near.Name(name, names); best != "" {
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
