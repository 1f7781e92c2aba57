package planner

import (
	"cmp"
	"fmt"
	"strings"
)

// Entry is one tool of a registry.
type Entry struct {
	Name string
	// Line holds the parameters and the result, see [ParseSignature]; "" is "()".
	Line string
	// About is what the tool does, in a sentence; "" for nothing. Line breaks in it
	// are written as blanks.
	About string
}

// noParameters is the line of a tool that takes nothing and returns nothing.
const noParameters = "()"

// String returns the entry as a line of its own, without lists.
func (e Entry) String() string {
	return Word(e.Name) + cmp.Or(unbroken(e.Line), noParameters) + e.sentence()
}

func (e Entry) sentence() string {
	if about := unbroken(e.About); about != "" {
		return ": " + about
	}
	return ""
}

// breaks are what ends a line, for one reader or another.
const breaks = "\n\v\f\r\u0085\u2028\u2029"

// unbroken returns a text on one line.
func unbroken(text string) string {
	if strings.ContainsAny(text, breaks) {
		return oneLine(text)
	}
	return text
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
		b.WriteString(Word(e.Name) + "(" + strings.Join(params[i], " ") + rests[i] + e.sentence() + "\n")
	}
	return b.String()
}

// split returns the parameters of a line as they are written, what stands
// behind them, with the parenthesis, and the parts of the legend that it needs.
// A line that cannot be read stays as it is.
func split(line string) (params []string, rest string, uses int) {
	line = cmp.Or(line, noParameters)
	sig, err := ParseSignature(line)
	if err != nil {
		return nil, strings.TrimPrefix(unbroken(line), "("), 0
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
// holds. With that in their place, no line is longer than it may be.
func (p *parser) texts(lists map[string][]string, begin, end string) []string {
	var out []string
	size := 0
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
			for _, text := range list {
				size += len(text) + 1
			}
		} else {
			p.member()
			out = append(out, p.text[start:p.at])
			size += p.at - start + 1
		}
		if size > maxLine {
			p.fail("the line is too long")
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
	lists, size := map[string][]string{}, 0
	for i, line := range strings.Split(strings.TrimSuffix(rest, "\n"), "\n") {
		p := &parser{scanner: scanner{text: line}}
		if p.have(mark) {
			name := p.word()
			p.text += "\n"
			lists[name] = p.texts(lists, " ", "\n")
		} else {
			entries = append(entries, p.entry(lists))
			size += len(entries[len(entries)-1].Line)
		}
		if size > maxRegistry {
			p.fail("the lines so far are more than %d bytes", maxRegistry)
		}
		if p.err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, p.err)
		}
	}
	return entries, nil
}

func (p *parser) entry(lists map[string][]string) Entry {
	e := Entry{Name: p.name()}
	e.Line = "(" + strings.Join(p.texts(lists, "(", ")"), " ") + ")"
	start := p.at
	p.result()
	e.Line += p.text[start:p.at]
	if p.have(": ") {
		e.About = p.about()
	} else if p.err == nil && p.at < len(p.text) {
		p.fail("there is more than a signature")
	}
	if _, err := ParseSignature(e.Line); err != nil && p.err == nil {
		p.fail("%v", err)
	}
	return e
}

// about reads the sentence at the end of a line.
func (p *parser) about() string {
	text := p.rest()
	if i := strings.IndexAny(text, breaks); i >= 0 {
		p.at += i
		p.fail("a line break in the sentence")
	}
	return text
}
