package program

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// What models write around calls that they know from elsewhere: "let a = f x=1",
// "1. f x=1", "f(x=1)". Such a line is read as the call that it is meant to be,
// so that the fault can say how that is written, and the check goes on.

// misread reads a line without a label and a colon. It is a fault in any case.
func (p *parser) misread(s *Statement, begin int) {
	if p.at = begin; p.isArgument() {
		p.continued()
		return
	}
	p.lose()
	label, at := p.meantLabel(begin)
	held, more, text := len(p.list), p.more, p.text
	if end := strings.IndexByte(text[begin:], '\n'); p.full() && end >= 0 {
		p.text = text[:begin+end] // many lines that are read to the end of the text take long
	}
	p.at, s.Label = min(at, len(p.text)), label
	p.call(s)
	if p.text = text; p.bad {
		p.list, p.more, p.at, p.bad = p.list[:held], more, begin, false
		s.Label, s.Tool = "", ""
		p.fail(begin, "this is no call", `write calls alone, such as a: forecast city="Oslo", and # in front of remarks`)
		return
	}
	p.add(begin, "a call begins with a label and a colon", p.written(s))
}

// isArgument reports whether an argument begins here, and not the name of a
// result and an equals sign, as in other languages.
func (p *parser) isArgument() bool {
	start := p.at
	defer func() { p.at = start }()
	if p.at = run(p.text, start, nameByte); p.at == start {
		return false
	}
	if p.blanks(); p.peek() != '=' {
		return false
	}
	p.at++
	p.blanks()
	value := p.token(p.at)
	return value != "" && (isDigit(value[0]) || strings.IndexByte(`"'#$[{-`, value[0]) >= 0 || value == "true" || value == "false" || value == "null")
}

// continued reports an argument that stands below its call, once for each call.
func (p *parser) continued() {
	if p.bad = len(p.done) > 0 && p.done[len(p.done)-1].broken; p.bad {
		return
	}
	if len(p.done) > 0 {
		p.done[len(p.done)-1].broken = true
	}
	p.fail(p.at, "an argument stands on the line of its call", "write it there, behind the tool and a blank")
}

// meantLabel returns the label that a line seems to have, "" for none, and where
// the tool would begin.
func (p *parser) meantLabel(begin int) (label string, at int) {
	label, at = p.bullet(begin)
	for _, word := range []string{"let ", "const ", "var ", "call ", "Call ", "step ", "Step "} {
		if strings.HasPrefix(p.text[at:], word) {
			at += len(word)
		}
	}
	start := at + len(p.text[at:]) - len(strings.TrimLeft(p.text[at:], `$"'`))
	end := run(p.text, start, labelByte)
	rest := strings.TrimLeft(p.text[end:], "\"' \t")
	behind := strings.TrimLeft(rest, ":=")
	blank := end + len(p.text[end:]) - len(strings.TrimLeft(p.text[end:], " \t"))
	switch {
	case strings.HasPrefix(p.text[start:], "-"): // as no label does
	case end > start && len(behind) < len(rest):
		return p.text[start:end], len(p.text) - len(behind)
	case start == at && end > at && end <= at+2 && blank > end && p.isWord(blank): // no tool has such a name
		return p.text[at:end], blank
	}
	return label, at
}

// bullet passes over what begins an item of a list, which may be a label.
func (p *parser) bullet(at int) (label string, behind int) {
	for _, sign := range []string{"- ", "* ", "+ ", "• "} {
		if strings.HasPrefix(p.text[at:], sign) {
			return "", at + len(sign)
		}
	}
	end := run(p.text, at, labelByte)
	if rest := p.text[end:]; strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ") {
		if label = p.text[at:end]; label != "" && len(label) <= 3 && label[0] != '-' {
			return label, end + 2
		}
	}
	return "", at
}

// isWord reports whether a word begins at an offset that is no name of an
// argument.
func (p *parser) isWord(at int) bool {
	end := run(p.text, at, nameByte)
	return end > at && !strings.HasPrefix(p.text[end:], "=")
}

// maxWritten bounds the calls in hints, in characters.
const maxWritten = 120

// written returns the hint to write a statement as it has been read, or as its
// beginning when it is long or not all well.
func (p *parser) written(s *Statement) string {
	if p.full() {
		return ""
	}
	fixed := *s
	if s.Label == "" {
		fixed.Label = p.freeLabel()
	}
	program := &Program{text: p.text, args: p.args}
	if program.whole(&fixed) {
		if text := p.style.statement(program, &fixed); utf8.RuneCountInString(text) <= maxWritten {
			return "write " + text
		}
	}
	fixed.args = span{}
	return "write " + p.style.statement(program, &fixed) + " …"
}

// freeLabel returns a label that the program does not seem to have.
func (p *parser) freeLabel() string {
	const labels = "abcdefghijklmnopqrstuvwxyz"
	for i := range labels {
		at := (len(p.done) + i) % len(labels)
		if label := labels[at : at+1]; !strings.Contains(p.text, label+":") {
			return label
		}
	}
	return "x" + strconv.Itoa(len(p.done)+1)
}
