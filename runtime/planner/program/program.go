package program

import (
	"strings"
)

// Program is what a model wants done, in the order it wrote.
type Program struct {
	// Statements are the calls and commands.
	Statements []Statement

	text    string
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
	// Label and Tool are those of a call, and Args what it passes.
	Label, Tool string
	Args        []Arg
	// Words are the names behind help, or the query behind find.
	Words []string

	at     int // the offset of the tool or command
	number int // of the tool, where the notation wants one
	tool   *Tool
	needs  []int // the statements that it refers to
}

// ReadOnly reports whether a statement of a checked program changes nothing.
func (s *Statement) ReadOnly() bool { return s.Verb != Call || s.tool != nil && s.tool.ReadOnly }

// Arg is one argument of a call.
type Arg struct {
	Name string
	// Value is JSON in which references and handles may stand for values.
	Value string

	at, valueAt int
	holes       []hole
}

// hole is a place in a value that a result or a kept value fills.
type hole struct {
	start, end int    // in the value
	handle     string // the id of a handle, or
	label      string // the call that a reference is about,
	path       []step // and the way into its result

	target   int  // the statement of the label
	asHandle bool // the handle itself is wanted, not the value that it stands for
}

// step is one step into a value.
type step struct {
	name   string
	quoted bool // it is a member, even when it looks like an index
	end    int  // in the value
}

// String returns the program in the notation it was written in, one statement
// a line, without comments and idle blanks.
func (p *Program) String() string {
	var b strings.Builder
	for i := range p.Statements {
		b.WriteString(p.style.statement(&p.Statements[i]))
		b.WriteByte('\n')
	}
	return b.String()
}

// style is how programs and their answers are written.
type style interface {
	statement(s *Statement) string
	answer(b []byte, a *Answer) []byte
}

// lines is the style of the package comment.
type lines struct{}

func (lines) statement(s *Statement) string {
	switch s.Verb {
	case Help:
		return "help " + words(s.Words)
	case Find:
		return "find " + query(s.Words[0])
	default:
		return s.Label + ": " + word(s.Tool) + args(s)
	}
}

func words(list []string) string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = word(w)
	}
	return strings.Join(out, " ")
}

// query returns what stands behind find: bare when it is read as it is.
func query(text string) string {
	if text == "" || text[0] == '"' || text != oneLine(text) {
		return quote(text)
	}
	return text
}

// args returns the arguments of a call, a blank before each.
func args(s *Statement) string {
	var b strings.Builder
	for i := range s.Args {
		b.WriteString(" " + word(s.Args[i].Name) + "=")
		compact(&b, s.Args[i].Value)
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
