package mcpruntime

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
)

// maxViolations bounds how many faults of one document are reported.
const maxViolations = 8

// Violation is one way in which a JSON document differs from what is wanted.
type Violation struct {
	// Pointer is the place, a JSON Pointer (RFC 6901); "" is the document.
	Pointer string
	// Want says what is allowed there, such as "integer from 1 to 14". It is
	// empty when Got says everything: an unknown, duplicate or missing
	// property.
	Want string
	// Got says what was found: the type and, for short values, the literal.
	Got string
}

// String returns the violation as one line without a line break.
func (v Violation) String() string {
	where := printable(v.Pointer)
	if where == "" {
		where = "(top level)"
	}
	if v.Want == "" {
		return where + ": " + v.Got
	}
	return where + ": want " + v.Want + ", got " + v.Got
}

// maxPlace bounds how much of a pointer is printed: names come from the caller.
const maxPlace = 200

// printable returns a pointer as text for people: cut in the middle where it
// is long, with escapes for what would break the line or cannot be seen.
func printable(pointer string) string {
	if len(pointer) > maxPlace {
		pointer = strings.ToValidUTF8(pointer[:maxPlace/2], "") + "…" + strings.ToValidUTF8(pointer[len(pointer)-maxPlace/2:], "")
	}
	if strings.IndexFunc(pointer, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return pointer
	}
	quoted := strconv.Quote(pointer)
	return quoted[1 : len(quoted)-1]
}

// DocumentError is the error of [Reader.Done]: everything that is wrong with
// one document, at most eight violations.
type DocumentError struct {
	Violations []Violation
	// More is set when there were more violations than are listed.
	More bool

	what string // the document
	code string // when it is not that of bad arguments
}

// badArguments is the document that the arguments of a call are.
const badArguments = "bad arguments"

// faultyArguments returns the places in the arguments of a call that an error is
// about; none when it is about something else.
func faultyArguments(err error) (pointers []string) {
	var e *DocumentError
	if !errors.As(err, &e) || e.what != badArguments {
		return nil
	}
	for _, v := range e.Violations {
		pointers = append(pointers, v.Pointer)
	}
	return pointers
}

// Error lists the violations, one a line.
func (e *DocumentError) Error() string {
	var b strings.Builder
	b.WriteString(e.what)
	separator := ": "
	if len(e.Violations) > 1 {
		separator = "\n- "
	}
	if len(e.Violations) == 1 {
		b.WriteString(separator)
		b.WriteString(e.Violations[0].String())
	} else {
		b.WriteByte(':')
		for _, v := range e.Violations {
			b.WriteString(separator)
			b.WriteString(v.String())
		}
	}
	if e.More {
		b.WriteString("\n- and more")
	}
	return b.String()
}
