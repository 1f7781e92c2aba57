package mcpruntime

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-faster/jx"
)

// Union describes an interface whose values are told apart by one member, the
// discriminator, of the objects that they are on the wire.
type Union struct {
	// Discriminator is the name of the member.
	Discriminator string
	// Values are what it can say.
	Values []string
}

// Case tells which case of a union the next value is, and consumes nothing. It
// returns the element of Values, or "" and consumes the value when that is no
// object with such a member, which is a violation.
func (r *Reader) Case(u *Union) string {
	if (r.fatal != nil || r.peek() != '{') && !r.unquote(jx.Object) {
		r.refuse("object")
		return ""
	}
	start := r.pos
	at, found := r.toMember(u.Discriminator)
	if found && r.peek() == '"' {
		text, _ := r.textBytes()
		for _, v := range u.Values {
			if string(text) == v && r.fatal == nil {
				r.pos = start
				return v
			}
		}
	}
	if r.fatal == nil {
		r.noCase(u, start, at)
	}
	return ""
}

// Discriminator consumes the discriminator, which Case has read.
func (r *Reader) Discriminator() { r.skipPlain() }

// noCase notes that the object at start has no known discriminator, and skips
// the object. The value that is none begins at an offset, 0 when there is none.
func (r *Reader) noCase(u *Union, start, at int) {
	quoted := make([]string, len(u.Values))
	for i, v := range u.Values {
		quoted[i] = quote(v)
	}
	got := "nothing"
	if at > 0 {
		r.pos = at
		got = r.describe()
	}
	r.violateMember(u.Discriminator, oneOf(quoted), got)
	r.pos = start
	r.skipPlain()
	r.endQuote()
	r.last = lastValue{bad: true}
}

// toMember goes from the opening brace of an object to the value of the first
// member of a name, and says where that is and whether there is one. What it
// passes is not checked.
func (r *Reader) toMember(name string) (at int, found bool) {
	start := r.pos
	r.pos++
	for more := false; ; more = true {
		key, ok := r.member(more)
		if !ok {
			return 0, false
		}
		if string(key) == name {
			return r.pos, true
		}
		r.hop(start)
	}
}

// hop goes behind the value at hand, which is a member of the object at start.
func (r *Reader) hop(start int) {
	if c := r.peek(); c != '{' && c != '[' {
		r.raw()
		return
	}
	if r.outline == nil || r.pos >= r.outline.end {
		r.outline = r.outlineOf(start)
	}
	if r.outline == nil {
		return
	}
	i, ok := slices.BinarySearchFunc(r.outline.spans, r.pos, func(s bracketed, at int) int { return cmp.Compare(s.start, at) })
	if !ok {
		r.failSyntax()
		return
	}
	r.pos = r.outline.spans[i].end
}

// outline is where the objects and arrays in an object end. It is what keeps
// the search for discriminators linear: unions nest, and the search in each
// passes over all those inside.
type outline struct {
	end   int         // of the object
	spans []bracketed // by start
}

// bracketed is where an object or array begins, and the offset behind it.
type bracketed struct{ start, end int }

// outlineOf looks at the brackets of the object at start; nil when they do not
// match, or are more than a document can have, which ends reading.
func (r *Reader) outlineOf(start int) *outline {
	o, data := new(outline), r.data
	var within []int // indices of the spans that are open
	for i := start; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = endOfText(data, i)
		case '{', '[':
			if len(o.spans) > r.maxItems {
				r.fail(errTooMany)
				return nil
			}
			within = append(within, len(o.spans))
			o.spans = append(o.spans, bracketed{start: i})
		case '}', ']':
			last := len(within) - 1
			o.spans[within[last]].end = i + 1
			if within = within[:last]; last == 0 {
				o.end = i + 1
				return o
			}
		}
	}
	r.failSyntax()
	return nil
}

// endOfText returns the index of the quote that ends the string at i.
func endOfText(data []byte, i int) int {
	for i++; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return i
}

// Foreign sets the error for a value of a union that is of no type the union
// lists.
func (w *Writer) Foreign(union string, v any) {
	w.Fail(fmt.Sprintf("%s holds a %T, which is none of its types", union, v))
}
