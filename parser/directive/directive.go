// Package directive reads //mcp: comments: the grammar of their arguments, and
// one documented Go struct per directive that says which arguments there are.
// docs/directives.md is made from those structs.
//
// A directive is one comment line, without a space after the slashes:
//
//	//mcp:tool readonly group=weather title="Weather forecast"
//
// After the name come arguments, separated by spaces or tabs. An argument is a
// flag (`readonly`, `readonly=false`) or a pair in one of the forms `key=value`,
// `key="quoted value"` and `"key=quoted value"`. Quoted strings are Go strings,
// with double quotes or backquotes. A bare value ends at the next space; it may
// hold quotes in pairs, so the JSON list in `example=["a","b"]` needs none
// around it. A bare word is always a flag, never a name.
package directive

import (
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// Prefix is what every directive begins with.
const Prefix = "//mcp:"

// Directive is one parsed comment. All offsets are in bytes from the start of
// the comment, so that comment.Pos()+offset is the place in the file.
type Directive struct {
	// Name of the directive: "tool". It always stands right after Prefix.
	Name string
	// Subject is the first word of a directive that is about something it
	// names (//mcp:param NAME); empty for all others.
	Subject       string
	SubjectOffset int
	Args          []Arg
}

// Arg is one argument as written.
type Arg struct {
	Key       string
	KeyOffset int
	// Value is unquoted. HasValue tells a flag (readonly) from a pair.
	Value    string
	HasValue bool
	// ValueOffset is where the value begins, its quote included; for a flag
	// it equals KeyOffset.
	ValueOffset int
}

// Problem is a mistake in one directive.
type Problem struct {
	// Offset in bytes from the start of the comment.
	Offset int
	Code   diag.Code
	Msg    string // lower case, no full stop
	Hint   string // what to write instead; may be empty
}

// Is reports whether a comment, slashes included, is a directive of mcpgen.
func Is(text string) bool {
	rest, ok := strings.CutPrefix(text, Prefix)
	return ok && rest != "" && !isSpace(rest[0])
}

// Parse reads one comment, slashes included. It knows the grammar only; which
// directives and arguments exist is for [Lookup] and [Decode] to say. Parse
// reads on after a mistake where it can, so the directive holds every argument
// that was understood.
func Parse(text string) (Directive, []Problem) {
	if !Is(text) {
		return Directive{}, []Problem{{Code: diag.Malformed, Msg: "not a directive", Hint: "a directive begins with " + Prefix + "NAME"}}
	}
	l := lexer{text: text, pos: len(Prefix)}
	l.name = l.until(isSpace)
	d := Directive{Name: l.name}
	l.skipSpace()
	if def, ok := definition(d.Name); ok && def.Subject != "" {
		d.Subject, d.SubjectOffset = l.subject(d.Name, def.Subject)
	}
	for l.skipSpace(); l.pos < len(l.text); l.skipSpace() {
		if arg, ok := l.arg(); ok {
			d.Args = append(d.Args, arg)
		}
	}
	return d, l.problems
}

// Mute returns the problem of a directive that is there to say more about a
// declaration and says nothing.
func (d Directive) Mute() []Problem {
	if len(d.Args) > 0 || d.Name != "param" && d.Name != "field" {
		return nil
	}
	head := d.String()
	return []Problem{{len(Prefix), diag.BadValue, head + " says nothing", "add an argument, such as " + head + ` desc="..."`}}
}

// String prints the directive in its plainest form. Parsing what it prints
// gives the directive again, but for the offsets.
func (d Directive) String() string {
	var b strings.Builder
	b.WriteString(Prefix + d.Name)
	if d.Subject != "" {
		b.WriteString(" " + d.Subject)
	}
	for _, a := range d.Args {
		switch {
		case !keyForm.MatchString(a.Key):
			b.WriteString(" " + strconv.Quote(a.Key+"="+a.Value))
		case a.HasValue:
			b.WriteString(" " + a.Key + "=" + quoteIfNeeded(a.Value))
		default:
			b.WriteString(" " + a.Key)
		}
	}
	return b.String()
}

func quoteIfNeeded(value string) string {
	if bare(value) == "" && strings.IndexFunc(value, func(r rune) bool { return !strconv.IsPrint(r) || r == ' ' }) < 0 {
		return value
	}
	return strconv.Quote(value)
}
