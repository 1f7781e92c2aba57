package program

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// Program is what a model wants done, in the order it wrote.
type Program struct {
	// Statements are the calls and commands, those with faults among them.
	Statements []Statement

	text    string
	found   faults // by reading it
	args    []arg
	holes   []hole
	steps   []step
	needs   []int32
	limits  Limits
	style   style
	checked bool
}

// Limits bound what is read and made of a program; a zero is the default.
type Limits struct {
	Bytes    int // of a program, 64 KiB
	Calls    int // and commands, 100
	Depth    int // of a value, 100 levels
	ArgBytes int // of the arguments of one call with all references in place, 4 MiB
}

func (l Limits) orDefaults() Limits {
	or := func(value, otherwise int) int {
		if value > 0 {
			return value
		}
		return otherwise
	}
	return Limits{or(l.Bytes, 64<<10), or(l.Calls, 100), or(l.Depth, 100), or(l.ArgBytes, 4<<20)}
}

// Verb says what a [Statement] does.
type Verb uint8

// The verbs.
const (
	Call Verb = iota // calls a tool
	Help             // asks for the lines of tools or groups
	Find             // searches for tools
)

// Statement is one line of a program.
type Statement struct {
	Verb Verb
	// Label and Tool are those of a call.
	Label, Tool string
	// Words are the names behind help, or the query behind find.
	Words []string

	tool   *Tool
	args   span
	needs  span // the statements that it refers to
	at     int  // the offset of the tool or command
	number int  // of the tool, where the notation wants one
	broken bool // there is more to it, which could not be read
}

// ReadOnly reports whether a statement of a checked program changes nothing.
func (s *Statement) ReadOnly() bool { return s.Verb != Call || s.tool != nil && s.tool.ReadOnly }

// span is a part of a list: what is read is kept in few pieces, and without
// pointers, since programs are read often and kept for a moment.
type span struct{ from, to int32 }

func part[T any](list []T, s span) []T { return list[s.from:s.to] }

// arg is one argument of a call, by offsets in the text.
type arg struct {
	at, nameEnd int32
	value       span
	holes       span // in which results or kept values are put
	flaw        flaw
}

// flaw is what keeps an argument from being used.
type flaw uint8

const (
	none    flaw = iota
	spoilt       // the value is not JSON
	bare         // nor meant to be: it is text without quotes
	unnamed      // there is a value alone
)

// hole is a place in a value that a result or a kept value fills.
type hole struct {
	span           // in the text: a reference, or a handle
	nameEnd  int32 // of the label, or the id
	path     span  // the steps into the result
	target   int32 // the statement of the label; -1 when that is unknown
	asHandle bool  // the handle itself is wanted, not the value that it stands for
}

// step is one step into a value, by offsets in the text.
type step struct{ span }

func (p *Program) name(a *arg) string { return nameIn(p.text, spanOf(int(a.at), int(a.nameEnd))) }

// nameIn returns the name that is written in a text, bare or in quotes.
func nameIn(text string, s span) string {
	if name := text[s.from:s.to]; name[0] != '"' {
		return name
	}
	return unquote(text[s.from:s.to])
}

func (p *Program) piece(s span) string { return p.text[s.from:s.to] }

func (p *Program) isHandle(h *hole) bool { return p.text[h.from] == '#' }

// id is that of a handle, or the label of a reference.
func (p *Program) id(h *hole) string { return p.text[h.from+1 : h.nameEnd] }

// member is the name of the member that a step is into.
func (p *Program) member(s step) string { return nameIn(p.text, s.span) }

// index is that of the element that a step is into, if it can be one.
func (p *Program) index(s step) (n int, ok bool) {
	text := p.piece(s.span)
	if run(text, 0, digit) < len(text) {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return math.MaxInt, true
	}
	return n, true
}

// String returns the program in the notation it was written in, one statement
// a line, without comments, idle blanks and what has faults.
func (p *Program) String() string {
	var b strings.Builder
	for i := range p.Statements {
		if !p.whole(&p.Statements[i]) {
			continue
		}
		b.WriteString(p.style.statement(p, &p.Statements[i]))
		b.WriteByte('\n')
	}
	return b.String()
}

// whole reports whether all of a statement could be read.
func (p *Program) whole(s *Statement) bool {
	flawed := func(a arg) bool { return a.flaw != none }
	return !s.broken && (s.Verb != Call || s.Label != "") && !slices.ContainsFunc(part(p.args, s.args), flawed)
}

// style is how programs and their answers are written.
type style interface {
	statement(p *Program, s *Statement) string
	answer(b []byte, p *Program, a *Answer) []byte
}

// lines is the style of the package comment.
type lines struct{}

func (lines) statement(p *Program, s *Statement) string {
	switch s.Verb {
	case Help:
		return strings.TrimSpace("help " + words(s.Words))
	case Find:
		return "find " + query(s.Words[0])
	default:
		return s.Label + ": " + planner.Word(s.Tool) + p.arguments(s)
	}
}

func words(list []string) string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = planner.Word(w)
	}
	return strings.Join(out, " ")
}

// query returns what stands behind find: bare when it is read as it is.
func query(text string) string {
	if text == "" || text[0] == '"' || text != oneLine(text) {
		return planner.Quote(text)
	}
	return text
}

// arguments returns those of a call, a blank before each.
func (p *Program) arguments(s *Statement) string {
	var b strings.Builder
	for _, a := range part(p.args, s.args) {
		b.WriteString(" " + planner.Word(p.name(&a)) + "=")
		compact(&b, p.piece(a.value))
	}
	return b.String()
}

// compact writes a value without the blanks outside its strings.
func compact(b *strings.Builder, value string) {
	inside := false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case inside && c == '\\':
			b.WriteByte(c)
			i++
			b.WriteByte(value[i])
			continue
		case c == '"':
			inside = !inside
		case !inside && isSpace(c):
			continue
		}
		b.WriteByte(value[i])
	}
}
