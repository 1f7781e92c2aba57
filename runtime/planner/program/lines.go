package program

import (
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/near"
)

// Notation tells a model how to write programs. It stands in a prompt above the
// lines of the tools, which say how to read them and no more.
const Notation = "Answer with calls, one a line:\na: tool x=\"text\" n=5\n" +
	"Values are JSON, results of calls above such as $a or $a.path.0, or what stays on the server such as #R1."

// read reads a statement in the notation of the package comment.
func (lines) read(p *parser) (s Statement) {
	s.at = p.at
	first := p.name("a statement begins with a label and a colon, such as a: forecast city=\"Oslo\"")
	switch {
	case p.bad:
		return s
	case p.text[s.at] == '"':
		p.fail(s.at, shown(p.text[s.at:p.at])+" is no label", "labels are letters, digits, _ and -, without quotes")
		return s
	case first == "help" && p.peek() != ':':
		return p.help(s)
	case first == "find" && p.peek() != ':':
		return p.find(s)
	}
	if p.label(s.at, first); p.bad {
		return s
	}
	s.Label = first
	p.blanks()
	s.at = p.at
	if p.atEnd() {
		p.fail(p.at, "the tool is missing", "write "+first+": TOOL name=value")
		return s
	}
	if s.Tool = p.name("the tool is missing"); !p.bad {
		p.arguments(&s)
	}
	return s
}

// name reads a word or a string.
func (p *parser) name(hint string) string {
	start := p.at
	if p.peek() == '"' {
		if p.string(); p.bad {
			return ""
		}
		return unquote(p.text[start:p.at])
	}
	if p.at = run(p.text, start, nameByte); p.at == start {
		p.fail(start, "a name is missing", hint)
	}
	return p.text[start:p.at]
}

// label judges the word at the beginning of a statement, and reads the colon.
func (p *parser) label(at int, word string) {
	call := strings.HasPrefix(p.text[p.at:], "(")
	switch {
	case call || p.peek() != ':':
		p.fail(at, "a call begins with a label and a colon", "write a: "+shown(word)+" name=value")
	case run(word, 0, labelByte) != len(word) || word[0] == '-':
		p.fail(at, shown(word)+" is no label", "labels are letters, digits, _ and -")
	default:
		p.at++
	}
}

// maxArgs bounds how many arguments a call has.
const maxArgs = 1000

// arguments reads those of a call.
func (p *parser) arguments(s *Statement) {
	if p.peek() == '(' {
		p.fail(p.at, "arguments stand without parentheses", "write "+shown(s.Tool)+" name=value name=value")
		return
	}
	first := len(p.args)
	for spaced := p.blanks(); !p.atEnd(); spaced = p.blanks() {
		if !spaced {
			p.glued()
			return
		}
		if len(p.args)-first == maxArgs {
			p.fail(p.at, "more than "+strconv.Itoa(maxArgs)+" arguments", "")
		}
		if !p.bad {
			p.argument()
		}
		if p.bad {
			return
		}
	}
	s.args = spanOf(first, len(p.args))
}

// glued reports what follows a value or a tool without a blank.
func (p *parser) glued() {
	switch p.peek() {
	case ',':
		p.fail(p.at, "arguments are not separated by commas", "write a blank")
	case ']', '}', ')':
		p.fail(p.at, string(rune(p.peek()))+" closes nothing", "")
	default:
		p.fail(p.at, "a blank is missing before "+shown(p.token(p.at)), "")
	}
}

func (p *parser) argument() {
	start := p.at
	switch p.peek() {
	case '#', '$', '"', '[', '{':
		if p.peek() != '"' && p.peek() != '$' || !p.named() {
			p.fail(start, shown(p.token(start))+" has no name", "write name="+shown(p.text[start:p.at]))
			return
		}
	}
	name := p.name("an argument is written name=value")
	if p.bad {
		return
	}
	a := arg{at: int32(start), nameEnd: int32(p.at)}
	if p.peek() != '=' {
		p.noEquals(start, name)
		return
	}
	p.at++
	if p.peek() == '=' {
		p.fail(p.at, "one = is enough", "")
		return
	}
	value, first := p.at, len(p.holes)
	if p.value(); p.bad {
		return
	}
	a.value, a.holes = spanOf(value, p.at), spanOf(first, len(p.holes))
	p.args = append(p.args, a)
}

// named reports whether the string or word at hand is followed by an equals
// sign.
func (p *parser) named() bool {
	start := p.at
	defer func() { p.at = start }()
	if p.peek() == '$' {
		p.at = run(p.text, start, nameByte)
		return p.peek() == '='
	}
	for i := start + 1; i < len(p.text) && p.text[i] != '\n'; i++ {
		switch p.text[i] {
		case '\\':
			i++
		case '"':
			return i+1 < len(p.text) && p.text[i+1] == '='
		}
	}
	return false
}

// noEquals reports a name without a value.
func (p *parser) noEquals(at int, name string) {
	rest := p.text[p.at:]
	blank := strings.TrimLeft(rest, " \t")
	switch {
	case strings.HasPrefix(rest, ":"):
		p.fail(p.at, "an argument is written with =", "write "+shown(name)+"=value")
	case strings.HasPrefix(blank, "="):
		p.fail(p.at, "no blank stands before =", "write "+shown(name)+"=value")
	default:
		p.fail(at, shown(name)+" has no value", "an argument is written name=value, and text in double quotes")
	}
}

// help reads the names behind help; none ask for all that there is.
func (p *parser) help(s Statement) Statement {
	s.Verb = Help
	for p.blanks(); !p.atEnd() && !p.bad; p.blanks() {
		s.Words = append(s.Words, p.name("write help NAME, with names of tools or groups"))
		if p.peek() == ',' {
			p.at++
		}
	}
	return s
}

// find reads the query behind find: a string, or the rest of the line.
func (p *parser) find(s Statement) Statement {
	s.Verb = Find
	p.blanks()
	start := p.at
	if p.peek() == '"' {
		if p.string(); !p.bad {
			s.Words = []string{unquote(p.text[start:p.at])}
		}
		return s
	}
	if p.at = len(p.text); strings.IndexByte(p.text[start:], '\n') >= 0 {
		p.at = start + strings.IndexByte(p.text[start:], '\n')
	}
	if s.Words = []string{oneLine(p.text[start:p.at])}; s.Words[0] == "" {
		p.fail(start, "the query is missing", "write find QUERY, in words")
	}
	return s
}

// maxListed bounds how many names a hint lists.
const maxListed = 12

// meant returns a hint for an unknown name: what is near, or all that there is.
func meant(name string, names []string, what string) string {
	if best := near.Name(name, names); best != "" {
		return "did you mean " + best + "?"
	}
	if len(names) == 0 || len(names) > maxListed {
		return ""
	}
	return what + ": " + strings.Join(names, ", ")
}
