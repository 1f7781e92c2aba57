package planner

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Literal returns a JSON value in the one form that a [Signature] holds it in:
// compact, members by name, strings with the escapes that one line needs,
// numbers as they stand. Text that is no JSON comes back unchanged.
func Literal(text string) string {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return text
	}
	return encode(v)
}

// Quote returns the JSON string of a text, without line breaks of any kind.
func Quote(s string) string {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return encode(s)
		}
	}
	return `"` + s + `"`
}

// Word returns a name as it stands in lines and in programs: in quotes, unless
// it needs none.
func Word(name string) string {
	if IsName(name) {
		return name
	}
	return Quote(name)
}

// encode returns JSON without line breaks of any kind, also that one which the
// encoder leaves in strings.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // it has been decoded, or is a string
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\u0085", `\u0085`)
}

// spelling is how a value is written in a line: a string that is a word and
// means nothing else stands bare.
func spelling(literal string) string {
	if n := len(literal); n > 2 && literal[0] == '"' {
		if word := literal[1 : n-1]; IsName(word) && !reserved(word) {
			return word
		}
	}
	if one := Literal(literal); one != literal {
		return spelling(one)
	}
	return literal
}

// isBound reports whether s is a number, or nothing, behind a mark or without.
func isBound(s, mark string) bool {
	s = strings.TrimPrefix(s, mark)
	return s == "" || strings.IndexByte("-0123456789", s[0]) >= 0 && !strings.ContainsAny(s, " \t\r\n") && json.Valid([]byte(s))
}

// reserved reports whether a word means something where a value stands.
func reserved(word string) bool {
	return word == "true" || word == "false" || word == "null" || Kind(word).IsScalar()
}

// IsName reports whether s needs no quotes where names stand: an ASCII letter, _ or
// $, then those, digits, and . / -.
func IsName(s string) bool {
	if s == "" || !isLetter(s[0]) {
		return false
	}
	for i := range len(s) {
		if !isWordByte(s[i]) {
			return false
		}
	}
	return true
}
