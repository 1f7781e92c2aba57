package program

import (
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/near"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// Notation tells a model how to write programs. It stands in a prompt above the
// lines of the tools, which say how to read them and no more.
const Notation = "Answer with calls, one a line:\na: tool x=\"text\" n=5\n" +
	"Values are JSON, $a or $a.path.0 from calls above, or #R1 kept on the server."

// read reads a statement in the notation of the package comment.
func (lines) read(p *parser) (s Statement) {
	begin := p.at
	s.at = begin
	p.at = run(p.text, begin, nameByte)
	first := p.text[begin:p.at]
	spaced := p.blanks()
	colon := p.peek() == ':' && !strings.HasPrefix(p.text[p.at:], ":=")
	switch {
	case first == "help" && !colon && (spaced || p.atEnd()):
		return p.help(s)
	case first == "find" && !colon && (spaced || p.atEnd()):
		return p.find(s)
	case first == "" || !colon || first[0] == '$':
		p.misread(&s, begin)
		return s
	case run(first, 0, labelByte) < len(first) || first[0] == '-':
		p.add(begin, shown(first)+" is no label", "labels are letters, digits, _ and -")
		p.lose()
	default:
		s.Label = first
	}
	p.at++
	p.noParens(&s, p.call(&s))
	return s
}

// call reads a tool and its arguments, and returns what arguments does.
func (p *parser) call(s *Statement) (paren int) {
	p.blanks()
	if s.at = p.at; p.atEnd() {
		p.fail(p.at, "the tool is missing", "write "+shown(s.Label)+": TOOL name=value")
		return -1
	}
	if s.Tool = p.name("behind the colon stands a tool, as in a: forecast city=\"Oslo\""); p.bad {
		return -1
	}
	return p.arguments(s)
}

// name reads a word or a string.
func (p *parser) name(hint string) string {
	start := p.at
	if p.peek() == '"' {
		if p.string(); !p.sound() {
			p.bad = true
			return ""
		}
		return unquote(p.text[start:p.at])
	}
	if p.at = run(p.text, start, nameByte); p.at == start {
		p.fail(start, "a name is missing", hint)
	}
	return p.text[start:p.at]
}

// maxArgs bounds how many arguments a call has.
const maxArgs = 1000

// arguments reads those of a call, and returns where a parenthesis stands around
// them; -1 when none does.
func (p *parser) arguments(s *Statement) (paren int) {
	first, n := len(p.args), 0
	comma, paren := -1, -1
	apart := p.blanks()
	if p.peek() == '(' {
		paren, apart = p.at, true
		p.at++
		p.blanks()
	}
	for !p.bad && !p.atEnd() && (paren < 0 || p.peek() != ')') {
		switch {
		case p.peek() == ',' && n > 0:
			if apart = true; comma < 0 {
				comma = p.at
			}
			p.at++
			p.blanks()
			continue
		case !apart:
			p.glued()
		case n == maxArgs:
			p.fail(p.at, "more than "+strconv.Itoa(maxArgs)+" arguments", "")
		default:
			p.argument()
		}
		n++
		apart = p.blanks()
	}
	if s.args = spanOf(first, len(p.args)); comma >= 0 && paren < 0 {
		p.add(comma, "arguments are not separated by commas", "write a blank")
	}
	if paren >= 0 && p.peek() == ')' {
		p.at++
	}
	return paren
}

// noParens reports a parenthesis around the arguments of a statement.
func (p *parser) noParens(s *Statement, paren int) {
	if paren >= 0 {
		p.add(paren, "arguments stand without parentheses", p.written(s))
	}
}

// glued reports what follows a value or a tool without a blank.
func (p *parser) glued() {
	switch c := p.peek(); {
	case c == ']' || c == '}' || c == ')':
		p.fail(p.at, string(rune(c))+" closes nothing", "")
	case p.text[p.at-1] == '"':
		p.fail(p.at, "a blank is missing before "+shown(p.token(p.at)), `write \" for a quote in a string`)
	default:
		p.fail(p.at, "a blank is missing before "+shown(p.token(p.at)), "")
	}
}

// argument reads one argument.
func (p *parser) argument() {
	start, first := p.at, len(p.holes)
	if p.flaw = none; p.isValue() && !p.named() {
		p.nameless()
		return
	}
	name := p.name("an argument is written name=value")
	if p.bad {
		return
	}
	a := arg{at: int32(start), nameEnd: int32(p.at)}
	sign := p.at
	problem := p.equals(start, name)
	value := p.at
	if !p.bad {
		p.value()
	}
	if problem != "" && !p.bad {
		p.add(sign, problem, "write "+shown(name)+"="+shown(p.text[value:p.at]))
	}
	if p.bad {
		return
	}
	a.value, a.holes = spanOf(value, p.at), spanOf(first, len(p.holes))
	a.flaw = p.flaw
	p.args = append(p.args, a)
}

// isValue reports whether a value begins here, and maybe a name.
func (p *parser) isValue() bool {
	c, next := p.peek(), ""
	if p.at+1 < len(p.text) {
		next = p.text[p.at+1:]
	}
	word := p.text[p.at:run(p.text, p.at, nameByte)]
	return strings.IndexByte(`#$"'[{`, c) >= 0 || isDigit(c) || c == '-' && next != "" && isDigit(next[0]) ||
		word == "true" || word == "false" || word == "null"
}

// named reports whether the string or word at hand is followed by an equals
// sign.
func (p *parser) named() bool {
	start := p.at
	if p.peek() != '"' {
		return strings.HasPrefix(p.text[run(p.text, start, nameByte):], "=")
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

const noName = " has no name"

// nameless reports a value without a name, and reads it.
func (p *parser) nameless() {
	start, first := p.at, len(p.holes)
	if p.value(); p.bad {
		return
	}
	value := p.text[start:p.at]
	hint := "an argument is written name=value"
	if members := p.asArguments(start); members != "" {
		hint = "write " + members
	} else if p.sound() {
		hint = "write name=" + shown(value)
	}
	if p.sound() {
		p.flaw = unnamed
	}
	p.add(start, shown(value)+noName, hint)
	p.args = append(p.args, arg{at: int32(start), nameEnd: int32(start), value: spanOf(start, p.at), holes: spanOf(first, len(p.holes)), flaw: p.flaw})
}

// asArguments writes the members of an object as arguments, if they are few.
func (p *parser) asArguments(at int) string {
	if p.text[at] != '{' || p.full() || !p.sound() {
		return ""
	}
	var b strings.Builder
	for at = run(p.text, at+1, space); p.text[at] == '"' && b.Len() <= maxShown; {
		end := skipString(p.text, at)
		b.WriteString(" " + planner.Word(unquote(p.text[at:end])) + "=")
		at = behind(p.text, end, ':')
		end = skip(p.text, at)
		compact(&b, p.text[at:end])
		at = behind(p.text, end, ',')
	}
	return shown(strings.TrimSpace(b.String()))
}

// equals reads the equals sign behind a name, and returns what is wrong with it
// when it is clear what is meant.
func (p *parser) equals(at int, name string) (problem string) {
	sign := p.at
	before := p.blanks()
	switch c := p.peek(); {
	case c == ':' && !before:
		problem = "an argument is written with ="
	case c != '=':
		p.fail(at, shown(name)+" has no value", "an argument is written name=value, and text in double quotes")
		return ""
	case before:
		problem = "no blank stands before ="
	}
	if p.at++; p.peek() == '=' {
		p.at++
		problem = "one = is enough"
	}
	end := p.at
	if after := p.blanks(); after && (p.atEnd() || p.named()) {
		p.at = end // a value is missing
	} else if after && problem == "" {
		problem = "no blank stands behind " + p.text[sign:end]
	}
	return problem
}

// help reads the names behind help; none ask for all that there is.
func (p *parser) help(s Statement) Statement {
	s.Verb = Help
	p.blanks()
	for apart := true; !p.atEnd() && !p.bad; apart = p.blanks() {
		if p.peek() == ',' && len(s.Words) > 0 {
			p.at++
			p.blanks()
		} else if !apart {
			p.glued()
			break
		}
		s.Words = append(s.Words, p.name("write help NAME, with names of tools or groups"))
	}
	return s
}

// find reads the query behind find: a string, or the rest of the line.
func (p *parser) find(s Statement) Statement {
	s.Verb = Find
	p.blanks()
	start := p.at
	if p.peek() == '"' {
		if p.string(); p.sound() {
			s.Words = []string{unquote(p.text[start:p.at])}
		}
		p.bad = !p.sound()
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
