package mcpruntime

import (
	"bytes"
	"encoding/base64"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-faster/jx"
)

// Bool reads a boolean.
func (r *Reader) Bool() bool {
	if r.fatal != nil {
		return false
	}
	switch r.peek() {
	case 't':
		r.last = lastValue{kind: boolValue, bits: 1}
		return r.word("true")
	case 'f':
		r.last = lastValue{kind: boolValue}
		r.word("false")
	default:
		if r.unquote(jx.Bool) {
			defer r.requote()
			return r.Bool()
		}
		r.refuse("boolean")
	}
	return false
}

// String reads a string. Invalid UTF-8 and lone surrogates become U+FFFD.
func (r *Reader) String() string {
	return r.keep(r.textValue("string"))
}

// StringLen reads a string of minLen to maxLen code points; a maxLen of -1 is
// no limit.
func (r *Reader) StringLen(minLen, maxLen int) string {
	text := r.textValue("string")
	if text != nil && r.strict && !inLength(text, minLen, maxLen) {
		r.Check(false, "string"+span(minLen, maxLen, "character", "characters"))
		return ""
	}
	return r.keep(text)
}

// inLength reports whether text has minLen to maxLen code points.
func inLength(text []byte, minLen, maxLen int) bool {
	n := len(text)
	if n >= minLen*utf8.UTFMax && n <= maxLen {
		return true // however they are spread
	}
	n = utf8.RuneCount(text)
	return n >= minLen && (maxLen < 0 || n <= maxLen)
}

// StringEnum reads a string that is one of values. It returns the element of
// values, so that a match allocates nothing.
func (r *Reader) StringEnum(values []string) string {
	text := r.textValue("string")
	if text == nil {
		return ""
	}
	for _, v := range values {
		if string(text) == v {
			return v
		}
	}
	if r.strict {
		r.Check(false, oneOfTexts(values))
		return ""
	}
	return r.keep(text)
}

// textValue reads a string, keeps it for Check and returns what textBytes
// does; nil when the next value is none, which is a violation.
func (r *Reader) textValue(want string) []byte {
	if r.fatal != nil || r.peek() != '"' {
		r.refuse(want)
		return nil
	}
	r.last = lastValue{kind: textValue, bits: uint64(r.pos)}
	text, _ := r.textBytes()
	return text
}

// text consumes the string at hand.
func (r *Reader) text() string {
	text, _ := r.textBytes()
	return string(text)
}

func oneOfTexts(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = quote(v)
	}
	return oneOf(quoted)
}

// oneOf joins literals to the Want of an enum.
func oneOf(literals []string) string {
	more := ""
	if len(literals) > 4*maxListed {
		literals, more = literals[:4*maxListed], ", …"
	}
	return "one of " + strings.Join(literals, ", ") + more
}

const wantBase64 = "string of base64 (RFC 4648, with padding, on one line)"

// Bytes reads a string of standard base64 with padding, without line breaks.
// An empty string yields an empty slice, not nil.
func (r *Reader) Bytes() []byte {
	text := r.textValue(wantBase64)
	if text == nil {
		return nil
	}
	b, err := base64.StdEncoding.AppendDecode([]byte{}, text)
	if err != nil || bytes.ContainsAny(text, "\r\n") {
		r.last.bad = true
		r.violate(wantBase64, "string "+quote(string(text)))
		return nil
	}
	return b
}

const wantTime = "string with a date and time (RFC 3339, such as 2006-01-02T15:04:05Z)"

// Time reads a string that both RFC 3339 and [time.Time] accept.
func (r *Reader) Time() time.Time {
	text := r.textValue(wantTime)
	if text == nil {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, string(text))
	if err != nil || !strictRFC3339(text) {
		r.last.bad = true
		r.violate(wantTime, "string "+quote(string(text)))
		return time.Time{}
	}
	return t
}

// strictRFC3339 refuses what time.Parse accepts beyond RFC 3339: an hour of
// one digit, a comma before the fraction, offsets out of range.
func strictRFC3339(s []byte) bool {
	const shape = "2006-01-02T15:04:05"
	if len(s) <= len(shape) {
		return false
	}
	rest := s[len(shape):]
	if s[13] != ':' || rest[0] == ',' {
		return false
	}
	if rest[len(rest)-1] == 'Z' {
		return true
	}
	zone := rest[len(rest)-5:] // time.Parse has seen the whole form
	return string(zone[0:2]) <= "23" && string(zone[3:5]) <= "59"
}
