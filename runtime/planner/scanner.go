package planner

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The limits of what is read: bytes of a line and of all lines of a registry,
// with what lists stand for in their place, and levels of a type.
const (
	maxLine     = 1 << 20
	maxRegistry = 64 << 20
	maxDepth    = 500
)

// SyntaxError says where a text is not as its grammar wants it.
type SyntaxError struct {
	Offset int // in bytes
	Reason string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at byte %d", e.Reason, e.Offset) }

// scanner reads words and values. After the first error it reads nothing more.
type scanner struct {
	text  string
	at    int
	depth int
	err   *SyntaxError
}

func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = &SyntaxError{s.at, fmt.Sprintf(format, args...)}
	}
}

func (s *scanner) rest() string {
	if s.err != nil {
		return ""
	}
	return s.text[s.at:]
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.err != nil || s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

func (s *scanner) have(prefix string) bool {
	if !strings.HasPrefix(s.rest(), prefix) {
		return false
	}
	s.at += len(prefix)
	return true
}

func (s *scanner) want(prefix string) {
	if !s.have(prefix) {
		s.fail("want %q", prefix)
	}
}

// until returns the text before the first of the marks, and passes over it.
func (s *scanner) until(marks string) string {
	i := strings.IndexAny(s.rest(), marks)
	if i < 0 {
		s.fail("want one of %q", marks)
		return ""
	}
	text := s.rest()[:i]
	s.at += i
	return text
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$'
}

func isWordByte(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '.' || c == '/' || c == '-'
}

func (s *scanner) word() string {
	rest := s.rest()
	if rest == "" || !isLetter(rest[0]) {
		s.fail("want a name")
		return ""
	}
	end := 1
	for end < len(rest) && isWordByte(rest[end]) {
		end++
	}
	s.at += end
	return rest[:end]
}

// json returns the next JSON value, as [Literal] writes it.
func (s *scanner) json() string {
	if c := s.peek(); c == ' ' || c == '\t' || c == '\r' || c == '\n' { // which a decoder passes over
		s.fail("want a JSON value")
		return ""
	}
	d := json.NewDecoder(strings.NewReader(s.rest()))
	var raw json.RawMessage
	if d.Decode(&raw) != nil {
		s.fail("want a JSON value")
		return ""
	}
	s.at += int(d.InputOffset())
	return Literal(string(raw))
}

// name returns the next name: a word, or a JSON string.
func (s *scanner) name() string {
	if s.peek() == '"' {
		return s.string()
	}
	return s.word()
}

// string returns the next JSON string, decoded.
func (s *scanner) string() string {
	var text string
	if s.peek() != '"' || json.Unmarshal([]byte(s.json()), &text) != nil {
		s.fail("want a string")
	}
	return text
}

// value returns the next value as JSON: a word is the string that it spells.
func (s *scanner) value() string {
	if !isLetter(s.peek()) {
		return s.json()
	}
	switch word := s.word(); word {
	case "true", "false", "null":
		return word
	default:
		return `"` + word + `"`
	}
}
