package mcpruntime

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/go-faster/jx"
)

// lastValue is the scalar read last, kept for [Reader.Check]: its value, or
// for a text the position of its literal.
type lastValue struct {
	bits uint64
	kind valueKind
	bad  bool
}

type valueKind uint8

const (
	noValue valueKind = iota
	textValue
	intValue
	uintValue
	floatValue
	boolValue
	rawValue // of any type: bits is where it begins
)

// describeLast says what the value read last was, as a violation's Got does.
func (r *Reader) describeLast() string {
	switch v := r.last; v.kind {
	case textValue:
		return "string " + quote(r.textAt(int(v.bits)))
	case intValue:
		return "number " + strconv.FormatInt(int64(v.bits), 10)
	case uintValue:
		return "number " + strconv.FormatUint(v.bits, 10)
	case floatValue:
		return "number " + strconv.FormatFloat(math.Float64frombits(v.bits), 'g', -1, 64)
	case boolValue:
		return "boolean " + strconv.FormatBool(v.bits != 0)
	case rawValue:
		return r.describeAt(int(v.bits))
	default:
		return "another value"
	}
}

// describeAt says what the value at an offset is, which has been read before.
func (r *Reader) describeAt(offset int) string {
	back := r.pos
	r.pos = offset
	got := r.describe()
	r.pos = back
	return got
}

// maxQuoted bounds how many bytes of a value an error repeats.
const maxQuoted = 60

// quote returns s as a JSON string, cut when it is long.
func quote(s string) string {
	cut := len(s) > maxQuoted
	if cut {
		s = s[:runeStart(s, maxQuoted)]
	}
	q := string(appendString(nil, s))
	if cut {
		return q[:len(q)-1] + "…\""
	}
	return q
}

// runeStart returns the start of the rune that covers byte i of s.
func runeStart(s string, i int) int {
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// describe consumes the next value and says what it is.
func (r *Reader) describe() string {
	switch r.next() {
	case jx.Null:
		r.skipPlain()
		return "null"
	case jx.Bool:
		return "boolean " + r.rawText()
	case jx.Number:
		return "number " + shorten(r.rawText())
	case jx.String:
		return "string " + quote(r.text())
	case jx.Array:
		r.skipPlain()
		return "array"
	case jx.Object:
		r.skipPlain()
		return "object"
	default:
		r.failSyntax()
		return ""
	}
}

// shorten cuts a long number, name or line, between characters.
func shorten(s string) string { return shortenTo(s, maxQuoted) }

// shortenTo returns a text, or its beginning when it has more than so many bytes.
func shortenTo(s string, most int) string {
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// rawText consumes the next value and returns its bytes.
func (r *Reader) rawText() string { return string(r.raw()) }

// skipPlain consumes the next value; duplicates inside do not matter, because
// the value is wrong anyway or its sender is trusted.
func (r *Reader) skipPlain() { r.raw() }
