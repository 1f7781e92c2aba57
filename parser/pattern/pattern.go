// Package pattern reads regular expressions in the part of the syntax that
// means the same in RE2, which Go's decoder runs (regexp/syntax), and in
// ECMA-262 with the flag u, which JSON Schema names (Core, section 6.4). What
// has one meaning in two spellings is rewritten; the rest is refused, with a
// word on what to write.
//
// Classes such as \p{L} are in the common part although programs can be of
// different versions of Unicode.
package pattern

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Error says what is wrong with a pattern, and what to write instead.
type Error struct{ Msg, Hint string }

func (e *Error) Error() string { return e.Msg }

// Common returns the pattern in a spelling that both syntaxes read alike, or
// an [*Error].
func Common(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", &Error{"a pattern is UTF-8 text", ""}
	}
	r := &reader{rest: text}
	r.pattern()
	if r.err != nil {
		return "", r.err
	}
	common := r.out.String()
	if _, err := regexp.Compile(common); err != nil {
		var cause *syntax.Error
		if errors.As(err, &cause) {
			return "", &Error{fmt.Sprintf("%s: %s", cause.Code, cause.Expr), ""}
		}
		return "", &Error{err.Error(), ""}
	}
	return common, nil
}

// before says what a quantifier would apply to.
type before int

const (
	nothing   before = iota // the start of an alternative
	atom                    // something that can be repeated
	assertion               // of no width
	repeated                // has its quantifier already
)

type reader struct {
	rest  string
	out   strings.Builder
	prev  before
	depth int
	err   error
}

// fail notes the first error and ends reading.
func (r *reader) fail(hint, msg string, args ...any) {
	if r.err == nil {
		r.err = &Error{fmt.Sprintf(msg, args...), hint}
	}
	r.rest = ""
}

// copy passes n bytes on.
func (r *reader) copy(n int) {
	r.out.WriteString(r.rest[:n])
	r.rest = r.rest[n:]
}

func (r *reader) have(s string) bool { return strings.HasPrefix(r.rest, s) }

func (r *reader) pattern() {
	for r.rest != "" {
		r.token()
	}
	if r.depth > 0 {
		r.fail("close it with )", "a group is not closed")
	}
}

// anyChar is what . means in ECMA-262. RE2 leaves out \n alone.
const anyChar = "[^\\n\\r\u2028\u2029]"

func (r *reader) token() {
	switch c := r.rest[0]; c {
	case '|':
		r.copy(1)
		r.prev = nothing
	case '^', '$':
		r.copy(1)
		r.prev = assertion
	case '(':
		r.group()
	case ')':
		if r.depth--; r.depth < 0 {
			r.fail(`for the character write \)`, "a ) closes no group")
			return
		}
		r.copy(1)
		r.prev = atom
	case '*', '+', '?':
		r.quantifier(1)
	case '{':
		r.braces()
	case ']', '}':
		r.fail(`write \`+string(c), "a bare %c is a mistake in JavaScript", c)
	case '[':
		r.class()
		r.prev = atom
	case '.':
		r.out.WriteString(anyChar)
		r.rest = r.rest[1:]
		r.prev = atom
	case '\\':
		r.prev = atom
		r.escape()
	default:
		_, size := utf8.DecodeRuneInString(r.rest)
		r.copy(size)
		r.prev = atom
	}
}

// group opens a group; there is nothing to capture, so (?: is as good as (.
func (r *reader) group() {
	switch {
	case r.have("(?:"):
		r.copy(3)
	case r.have("(?=") || r.have("(?!") || r.have("(?<=") || r.have("(?<!"):
		r.fail("use two constraints, or check it in the function", "Go has no lookaround such as %s", r.rest[:strings.IndexAny(r.rest, "=!")+1])
	case r.have("(?P<") || r.have("(?<"):
		r.fail("write (?:...)", "a group needs no name")
	case r.have("(?i"):
		r.fail("write both cases, as in [Aa]", "flags such as (?i) are not in JavaScript")
	case r.have("(?"):
		r.fail("write (?:...)", "flags such as %.3s are not in JavaScript", r.rest)
	default:
		r.copy(1)
	}
	r.depth++
	r.prev = nothing
}

// quantifier passes on a quantifier of n bytes, and a ? behind it.
func (r *reader) quantifier(n int) {
	text := r.rest[:n]
	switch r.prev {
	case nothing:
		r.fail(`for the character write \`+text, "%s has nothing to repeat", text)
		return
	case assertion:
		r.fail("leave it out", "%s repeats something of no width", text)
		return
	case repeated:
		r.fail("put what is repeated into (?:...)", "%s follows another quantifier", text)
		return
	}
	r.copy(n)
	if r.have("?") {
		r.copy(1)
	}
	r.prev = repeated
}

var repeats = regexp.MustCompile(`^\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\}`)

func (r *reader) braces() {
	count := repeats.FindString(r.rest)
	if count == "" {
		r.fail(`for the character write \{`, "a { begins no count such as {2} or {2,5}")
		return
	}
	r.quantifier(len(count))
}
