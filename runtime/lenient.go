package mcpruntime

import (
	"bytes"
	"encoding/json"

	"github.com/go-faster/jx"
)

// quotation is what a reader goes back to after a value that came in a string.
type quotation struct {
	data    []byte // the document; nil while no such value is read
	pos     int    // behind the string
	steps   int    // of the path to the string; those below are in its text
	outline *outline
}

// WithLenient lets the arguments of all tools that say nothing else, by
// lenient=false, come as [Reader.Lenient] describes.
func WithLenient() Option { return func(o *options) { o.lenient = true } }

// Lenient says whether a number, a boolean, an array or an object may also come
// as a string that holds its JSON, as some models send it: "5" for 5. Where a
// string is wanted nothing changes, and what comes out of a string is read as
// it stands: nothing inside it is taken out of a string again. Generated code
// calls it for tools that are marked lenient or lenient=false.
func (r *Reader) Lenient(on bool) { r.lenient = on }

// unquote goes into the string at hand when its text is the JSON of the wanted
// type, and reports whether it has; requote goes back. Else it consumes
// nothing.
func (r *Reader) unquote(want jx.Type) bool {
	if !r.lenient || r.around.data != nil || r.fatal != nil || r.peek() != '"' {
		return false
	}
	start := r.pos
	text, ok := r.textBytes()
	if !ok {
		return false
	}
	around := quotation{data: r.data, pos: r.pos, steps: len(r.path), outline: r.outline}
	r.data, r.pos = text, 0
	if r.next() != want || !json.Valid(text) {
		r.data, r.pos = around.data, start
		return false
	}
	r.outline = nil
	if want == jx.Array || want == jx.Object {
		r.data = bytes.Clone(text) // strings inside may overwrite it
	}
	r.around = around
	return true
}

// requote goes back behind the string that unquote has gone into.
func (r *Reader) requote() {
	r.data, r.pos, r.outline = r.around.data, r.around.pos, r.around.outline
	r.around = quotation{}
}

// endQuote goes back behind the string when the object or array that came in it
// has ended.
func (r *Reader) endQuote() {
	if r.around.data != nil && len(r.path) == r.around.steps {
		r.requote()
	}
}

// nameOf returns the name of a step of the path.
func (r *Reader) nameOf(i int) string {
	if r.around.data == nil || i >= r.around.steps {
		return r.textAt(r.path[i].offset())
	}
	inside := r.data
	r.data = r.around.data
	name := r.textAt(r.path[i].offset())
	r.data = inside
	return name
}
