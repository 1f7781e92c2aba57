package planner

import (
	"fmt"
	"strings"
)

// Header is the first line of a registry; it explains the notation.
const Header = `# tool(parameters) -> result ; what it does. x? optional, x=V default V, no type: str, num number, ` +
	`int(1..9) range, int(>0..<9) without its ends, int(%5) multiples, str(1..9) length, str@email format, a|b one of, int~1|2 usual values, T[] list, T[3] of 3, T[1..9] of 1 to 9, ` +
	`{a b:int} object, {*:T} map, T? or null, @N(T) calls T @N`

// Entry is one tool of a registry.
type Entry struct {
	Name string
	// Line holds the parameters and the result, see [ParseSignature].
	Line string
	// About is what the tool does, in a sentence without line breaks; "" for nothing.
	About string
}

// Render returns a registry: the header, and a line for each entry in the order
// given; "" when there are none. Each line ends with a line break.
func Render(entries []Entry) string {
	if len(entries) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(Header + "\n")
	for _, e := range entries {
		b.WriteString(e.String() + "\n")
	}
	return b.String()
}

// ParseRegistry reads what [Render] wrote.
func ParseRegistry(text string) ([]Entry, error) {
	rest, ok := strings.CutPrefix(text, Header+"\n")
	if !ok {
		return nil, fmt.Errorf("line 1: want the header %q", Header)
	}
	var entries []Entry
	for i, line := range strings.Split(strings.TrimSuffix(rest, "\n"), "\n") {
		open := strings.IndexByte(line, '(')
		if open <= 0 {
			return nil, fmt.Errorf("line %d: want a name and parameters", i+2)
		}
		p := &parser{scanner: scanner{text: line, at: open}}
		p.signature()
		e := Entry{Name: line[:open], Line: line[open:p.at]}
		if p.have(" ; ") {
			e.About = p.rest()
		} else if p.at < len(line) {
			p.fail("there is more than a signature")
		}
		if p.err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, p.err)
		}
		entries = append(entries, e)
	}
	return entries, nil
}
