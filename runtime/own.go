package mcpruntime

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/go-faster/jx"

	"github.com/mcpgen/mcpgen/runtime/decimal"
	"github.com/mcpgen/mcpgen/runtime/format"
)

// What follows reads and writes the types that have JSON or text code of their
// own. Generated code calls theirs, between the two halves that are here:
//
//	if text, ok := r.Text(); ok {
//		r.Fault(v.UnmarshalText(text), "Color")
//	}

// Text reads a string for the text code of a type. It returns false when there
// was none. The text is valid until the next read.
func (r *Reader) Text() (text []byte, ok bool) {
	text = r.textValue("string")
	return text, text != nil
}

// Duration reads a duration in the notation of Go, such as 1h30m.
func (r *Reader) Duration() time.Duration {
	text, ok := r.Text()
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(string(text))
	if err != nil {
		got := r.describeLast()
		r.last.bad = true
		r.violate(format.GoDuration.Noun(), got)
	}
	return d
}

// TextOf is Text for a string that has been read under constraints; it returns
// false when that has failed.
func (r *Reader) TextOf(s string) (text []byte, ok bool) {
	return []byte(s), r.fatal == nil && !r.last.bad
}

// Value reads any value for the JSON code of a type and returns its bytes,
// which are part of the document. With types, the names of JSON Schema's, a
// value of any other is a violation. It returns false when there was no such
// value.
func (r *Reader) Value(types ...string) (raw []byte, ok bool) {
	if r.fatal != nil {
		return nil, false
	}
	next := r.next()
	if next == jx.Invalid {
		r.failSyntax()
		return nil, false
	}
	if !r.isOneOf(next, types) {
		r.refuse(oneOfTypes(types))
		return nil, false
	}
	start := r.pos
	r.skip()
	if r.fatal != nil {
		return nil, false
	}
	r.last = lastValue{kind: rawValue, bits: uint64(start)}
	return r.data[start:r.pos], true
}

// isOneOf reports whether the next value is of one of some types of JSON
// Schema; none are all.
func (r *Reader) isOneOf(next jx.Type, types []string) bool {
	if len(types) == 0 || slices.Contains(types, jsonType(next)) {
		return true
	}
	return next == jx.Number && slices.Contains(types, "integer") && r.atInteger()
}

func jsonType(t jx.Type) string {
	switch t {
	case jx.Null:
		return "null"
	case jx.Bool:
		return "boolean"
	case jx.Number:
		return "number"
	case jx.String:
		return "string"
	case jx.Array:
		return "array"
	}
	return "object"
}

// atInteger reports whether the number at hand has no fraction; it consumes
// nothing.
func (r *Reader) atInteger() bool {
	back := r.pos
	raw := r.raw()
	r.pos = back
	if raw == nil {
		return false
	}
	digits, exponent := decimal.Significand(string(bytes.TrimPrefix(raw, []byte("-"))))
	return digits == "" || exponent >= 0
}

func oneOfTypes(types []string) string {
	if len(types) == 1 {
		return types[0]
	}
	return oneOf(types)
}

// Unmarshal lets encoding/json read a value of a type that has code of its own
// for the other direction alone. See [Reader.Value] for types.
func (r *Reader) Unmarshal(v any, name string, types ...string) {
	if raw, ok := r.Value(types...); ok {
		r.Fault(json.Unmarshal(raw, v), name)
	}
}

// Fault notes that the code of a type, which is called name, refuses the value
// read last.
func (r *Reader) Fault(err error, name string) {
	if err == nil || r.fatal != nil || r.last.bad {
		return
	}
	got := r.describeLast()
	r.last.bad = true
	r.violate(name, got+": "+reason(err))
}

// maxReason bounds how much of a type's own error is repeated.
const maxReason = 200

// reason is an error as part of a line.
func reason(err error) string {
	text := err.Error()
	if len(text) > maxReason {
		text = text[:runeStart(text, maxReason)] + "…"
	}
	return printable(text)
}

// Text appends what MarshalText has returned as a JSON string.
func (w *Writer) Text(text []byte, err error) {
	if err != nil {
		w.Fail(err.Error())
		w.Null()
		return
	}
	w.String(string(text))
}

// Marshaled appends what MarshalJSON has returned, without its blanks.
func (w *Writer) Marshaled(data []byte, err error) {
	if err != nil {
		w.Fail(err.Error())
		w.Null()
		return
	}
	w.compact(data, "what MarshalJSON returns")
}
