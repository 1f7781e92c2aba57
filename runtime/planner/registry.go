package planner

import (
	"fmt"
	"strings"
)

// Entry is one tool of a registry.
type Entry struct {
	Name string
	// Line holds the parameters and the result, see [ParseSignature].
	Line string
	// About is what the tool does, in a sentence without line breaks; "" for nothing.
	About string
}

// String returns the entry as a line of its own, without lists.
func (e Entry) String() string { return e.Name + e.Line + e.sentence() }

func (e Entry) sentence() string {
	if e.About == "" {
		return ""
	}
	return ": " + e.About
}

// Render returns a registry: the header, lists of parameters that recur, and a
// line for each entry in the order given; "" when there are none. Each line
// ends with a line break.
func Render(entries []Entry) string {
	if len(entries) == 0 {
		return ""
	}
	params := make([][]string, len(entries))
	rests := make([]string, len(entries))
	uses := 0
	for i, e := range entries {
		var used int
		params[i], rests[i], used = split(e.Line)
		uses |= used
	}
	shared := shorten(params)
	if len(shared) > 0 {
		uses |= sharing
	}
	var b strings.Builder
	b.WriteString(header(uses) + "\n")
	for i, list := range shared {
		b.WriteString(mark + listName(i) + " " + strings.Join(list, " ") + "\n")
	}
	for i, e := range entries {
		b.WriteString(e.Name + "(" + strings.Join(params[i], " ") + rests[i] + e.sentence() + "\n")
	}
	return b.String()
}

// split returns the parameters of a line as they are written, what stands
// behind them, with the parenthesis, and the parts of the legend that it needs.
func split(line string) (params []string, rest string, uses int) {
	sig, err := ParseSignature(line)
	if err != nil {
		return nil, strings.TrimPrefix(line, "("), 0
	}
	p := &parser{scanner: scanner{text: line}}
	params = p.texts(nil, "(", ")")
	uses = notation(sig.Params) | sig.Result.notation()
	if sig.Result != nil {
		uses |= results
	}
	return params, ")" + p.rest(), uses
}

// texts reads members as they are written; names of lists stand for what lists
// holds.
func (p *parser) texts(lists map[string][]string, begin, end string) []string {
	var out []string
	p.want(begin)
	for n := 0; !p.have(end) && p.err == nil; n++ {
		if n > 0 {
			p.want(" ")
		}
		start := p.at
		if lists != nil && p.have(mark) {
			list, ok := lists[p.word()]
			if !ok {
				p.fail("there is no list of this name")
			}
			out = append(out, list...)
		} else {
			p.member()
			out = append(out, p.text[start:p.at])
		}
		if len(out) > maxMembers {
			p.fail("more than %d parameters", maxMembers)
		}
	}
	return out
}

// ParseRegistry reads what [Render] wrote.
func ParseRegistry(text string) ([]Entry, error) {
	first, rest, _ := strings.Cut(text, "\n")
	if text == "" {
		return nil, nil
	}
	if !strings.HasPrefix(first, title) {
		return nil, fmt.Errorf("line 1: want a header, %q", title)
	}
	var entries []Entry
	lists := map[string][]string{}
	for i, line := range strings.Split(strings.TrimSuffix(rest, "\n"), "\n") {
		p := &parser{scanner: scanner{text: line}}
		if p.have(mark) {
			name := p.word()
			p.text += "\n"
			lists[name] = p.texts(lists, " ", "\n")
		} else {
			entries = append(entries, p.entry(lists))
		}
		if p.err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, p.err)
		}
	}
	return entries, nil
}

func (p *parser) entry(lists map[string][]string) Entry {
	e := Entry{Name: p.word()}
	e.Line = "(" + strings.Join(p.texts(lists, "(", ")"), " ") + ")"
	start := p.at
	p.result()
	e.Line += p.text[start:p.at]
	if p.have(": ") {
		e.About = p.rest()
	} else if p.err == nil && p.at < len(p.text) {
		p.fail("there is more than a signature")
	}
	if _, err := ParseSignature(e.Line); err != nil && p.err == nil {
		p.fail("%v", err)
	}
	return e
}
