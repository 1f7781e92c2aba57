package mcpruntime

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-faster/jx"
)

// Bool reads a boolean.
func (r *Reader) Bool() bool {
	if !r.begin(jx.Bool, "boolean") {
		return false
	}
	v, err := r.d.Bool()
	if err != nil {
		r.failSyntax()
		return false
	}
	r.last = lastValue{kind: boolValue}
	if v {
		r.last.bits = 1
	}
	return v
}

// String reads a string. Invalid UTF-8 and lone surrogates become U+FFFD.
func (r *Reader) String() string {
	if !r.begin(jx.String, "string") {
		return ""
	}
	return r.textValue()
}

// StringLen reads a string of minLen to maxLen code points; a maxLen of -1 is
// no limit.
func (r *Reader) StringLen(minLen, maxLen int) string {
	if !r.begin(jx.String, "string") {
		return ""
	}
	s := r.textValue()
	if !r.strict || r.fatal != nil {
		return s
	}
	if n := utf8.RuneCountInString(s); n < minLen || maxLen >= 0 && n > maxLen {
		r.Check(false, "string"+span(minLen, maxLen, "character", "characters"))
		return ""
	}
	return s
}

// StringEnum reads a string that is one of values. It returns the element of
// values, so that a match allocates nothing.
func (r *Reader) StringEnum(values []string) string {
	if !r.begin(jx.String, "string") {
		return ""
	}
	save := r.d
	b, err := r.d.StrBytes()
	if err == nil {
		for _, v := range values {
			if string(b) == v {
				r.last = lastValue{kind: textValue, text: v}
				return v
			}
		}
	}
	r.d = save
	s := r.textValue()
	if r.strict && r.fatal == nil {
		quoted := make([]string, len(values))
		for i, v := range values {
			quoted[i] = quote(v)
		}
		r.Check(false, oneOf(quoted))
		return ""
	}
	return s
}

// textValue consumes a string and keeps it for Check.
func (r *Reader) textValue() string {
	s := r.text()
	r.last = lastValue{kind: textValue, text: s}
	return s
}

// text consumes a string. jx passes invalid UTF-8 through and pairs surrogates
// differently when they are broken; both leave a trace that sends the literal
// to encoding/json, whose reading is the contract.
func (r *Reader) text() string {
	save := r.d
	b, err := r.d.StrBytes()
	if err != nil {
		r.failSyntax()
		return ""
	}
	s := string(b)
	if utf8.ValidString(s) && !strings.Contains(s, "\uFFFD") {
		return s
	}
	raw, err := save.Raw()
	if err != nil {
		r.failSyntax()
		return ""
	}
	var repaired string // not s, which would then be on the heap every time
	if json.Unmarshal(raw, &repaired) != nil {
		r.failSyntax()
	}
	return repaired
}

// validText replaces every invalid byte of s by U+FFFD, as encoding/json does.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
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
	if !r.begin(jx.String, wantBase64) {
		return nil
	}
	s := r.textValue()
	if r.fatal != nil {
		return nil
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || strings.ContainsAny(s, "\r\n") {
		r.last.bad = true
		r.violate(wantBase64, "string "+quote(s))
		return nil
	}
	return b
}

const wantTime = "string with a date and time (RFC 3339, such as 2006-01-02T15:04:05Z)"

// Time reads a string that both RFC 3339 and [time.Time] accept.
func (r *Reader) Time() time.Time {
	if !r.begin(jx.String, wantTime) {
		return time.Time{}
	}
	s := r.textValue()
	if r.fatal != nil {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || !strictRFC3339(s) {
		r.last.bad = true
		r.violate(wantTime, "string "+quote(s))
		return time.Time{}
	}
	return t
}

// strictRFC3339 refuses what time.Parse accepts beyond RFC 3339: an hour of
// one digit, a comma before the fraction, offsets out of range.
func strictRFC3339(s string) bool {
	const shape = "2006-01-02T15:04:05"
	if len(s) <= len(shape) {
		return false
	}
	rest := s[len(shape):]
	if s[13] != ':' || rest[0] == ',' {
		return false
	}
	if strings.HasSuffix(rest, "Z") {
		return true
	}
	zone := rest[len(rest)-5:] // time.Parse has seen the whole form
	return zone[0:2] <= "23" && zone[3:5] <= "59"
}
