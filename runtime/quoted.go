package mcpruntime

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// The readers below are for scalars under the tag option string, which makes a
// JSON string of them. They take each value in the one spelling that
// encoding/json writes; floats in all of JSON. With values, the text must be
// one of them.

// QuotedInt reads a string that holds an integer.
func QuotedInt[T Integer](r *Reader, values ...string) T {
	want := "string of an " + wantInteger[T]()
	v, ok := canonicalInt[T](r.quotedText(want, values))
	r.quotedDone(ok, want)
	return v
}

// QuotedBool reads "true" or "false".
func (r *Reader) QuotedBool() bool {
	const want = `"true" or "false"`
	text := r.quotedText(want, nil)
	r.quotedDone(text == "true" || text == "false", want)
	return text == "true"
}

// QuotedFloat64 reads a string that holds a number.
func (r *Reader) QuotedFloat64(values ...string) float64 { return r.quotedFloat(64, values) }

// QuotedFloat32 reads a string that holds a number for a float32.
func (r *Reader) QuotedFloat32(values ...string) float32 { return float32(r.quotedFloat(32, values)) }

func (r *Reader) quotedFloat(bits int, values []string) float64 {
	want := "string of a " + wantFloat(bits, math.Inf(-1), math.Inf(1))
	text := r.quotedText(want, values)
	if !isNumber(text) {
		r.quotedDone(false, want)
		return 0
	}
	v, err := strconv.ParseFloat(text, bits)
	r.quotedDone(err == nil, want)
	return v
}

// QuotedString reads a string that holds a JSON string.
func (r *Reader) QuotedString(values ...string) string {
	const want = "string that holds a JSON string, quotes and all"
	text := r.quotedText(want, values)
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		r.quotedDone(false, want)
		return ""
	}
	var v string
	r.quotedDone(json.Unmarshal([]byte(text), &v) == nil, want)
	return v
}

// quotedText reads a string that, with values, is one of them. It is "" when
// there is none, which is a violation.
func (r *Reader) quotedText(want string, values []string) string {
	text := string(r.textValue(want))
	if r.strict && len(values) > 0 && !slices.Contains(values, text) {
		r.Check(false, oneOfTexts(values))
	}
	return text
}

// quotedDone notes a violation unless the text read last was right, or has one
// already.
func (r *Reader) quotedDone(ok bool, want string) {
	if ok || r.fatal != nil || r.last.bad {
		return
	}
	got := r.describeLast()
	r.last.bad = true
	r.violate(want, got)
}

// canonicalInt reads an integer in its one decimal spelling.
func canonicalInt[T Integer](text string) (v T, ok bool) {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || digits[0]-'0' > 9 || digits[0] == '0' && text != "0" {
		return 0, false
	}
	bits := 8 * int(unsafe.Sizeof(v))
	if isSigned[T]() {
		n, err := strconv.ParseInt(text, 10, bits)
		return T(n), err == nil
	}
	n, err := strconv.ParseUint(text, 10, bits)
	return T(n), err == nil
}

func isSigned[T Integer]() bool { return ^T(0) < 0 }

func wantInteger[T Integer]() string {
	bits := 8 * uint(unsafe.Sizeof(T(0)))
	if isSigned[T]() {
		return wantInt(math.MinInt64>>(64-bits), math.MaxInt64>>(64-bits))
	}
	return wantUint(0, math.MaxUint64>>(64-bits))
}

// isNumber reports whether text is a JSON number and nothing else.
func isNumber(text string) bool {
	return text != "" && startsNumber(text[0]) && text[len(text)-1]-'0' <= 9 && json.Valid([]byte(text))
}

// QuotedString appends a string that holds the JSON string of s. That has the
// escapes of HTML, as with [json.Marshal], where they make a difference.
func (w *Writer) QuotedString(s string) {
	start := len(w.buf)
	w.buf = appendString(w.buf, s)
	var inner bytes.Buffer
	json.HTMLEscape(&inner, w.buf[start:])
	w.buf = appendString(w.buf[:start], inner.String())
}
