package program

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Parse reads a program. The error is an [Errors]; the program then holds what
// could be read, and [Program.Check] says what is wrong with that, too.
func Parse(text string, limits Limits) (*Program, error) { return parse(text, limits, lines{}) }

// reader is a style that can read its statements.
type reader interface {
	style
	read(p *parser) Statement
}

// parser reads the statements of a program.
type parser struct {
	scanner
	style reader
	args  []arg
	done  []Statement
	needs []int32
	calls int // that were begun
	// lost is the first statement at which a label may be missing, since that of a
	// line above could not be read; -1 when none is.
	lost int
}

// maxReserved bounds what is reserved for arguments and references, whatever
// the text looks like.
const maxReserved = 256

func parse(text string, limits Limits, style reader) (*Program, error) {
	limits = limits.orDefaults()
	p := &parser{scanner: scanner{faults: faults{text: text, limit: maxErrors}, most: limits.Depth}, style: style, lost: -1}
	switch {
	case len(text) > limits.Bytes:
		p.text = ""
		p.add(0, fmt.Sprintf("the program has more than %d bytes", limits.Bytes), "keep large values behind handles, and write several programs")
	case !utf8.ValidString(text):
		at := 0
		for r, size := utf8.DecodeRuneInString(text); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRuneInString(text[at:]) {
			at += size
		}
		p.add(at, "the text is no UTF-8", "")
	default:
		p.done = make([]Statement, 0, min(limits.Calls, 1+strings.Count(text, "\n")))
		p.args = make([]arg, 0, min(maxReserved, strings.Count(text, "=")))
		p.holes = make([]hole, 0, min(maxReserved, strings.Count(text, "$")))
		p.steps = make([]step, 0, cap(p.holes))
		p.needs = make([]int32, 0, cap(p.holes))
		p.statements(limits.Calls)
		p.labels()
	}
	return &Program{Statements: p.done, text: p.text, args: p.args, holes: p.holes, steps: p.steps, needs: p.needs,
		limits: limits, style: style, found: p.faults}, p.err()
}

func (p *parser) statements(most int) {
	for p.next() {
		if len(p.done) == most {
			p.add(p.at, fmt.Sprintf("more than %d calls", most), "write several programs")
			return
		}
		start := p.at
		p.bad, p.flaw, p.depth, p.names = false, none, 0, p.names[:0]
		s := p.style.read(p)
		if !p.bad {
			p.endLine()
		}
		if s.broken = p.bad; p.bad {
			p.recover(start)
		}
		if !s.broken || s.Verb == Call && s.Tool != "" {
			p.done = append(p.done, s)
		}
	}
	if len(p.done) == 0 && len(p.list) == 0 {
		p.add(0, "the program is empty", `write a call, such as a: forecast city="Oslo"`)
	}
}

// lose notes that the label of the statement at hand could not be read.
func (p *parser) lose() {
	if p.lost < 0 {
		p.lost = len(p.done)
	}
}

// next goes to the next statement, past blank lines, comments and fences.
func (p *parser) next() bool {
	for {
		p.spaces()
		rest := p.text[p.at:]
		line, _, _ := strings.Cut(rest, "\n")
		switch {
		case rest == "":
			return false
		case rest[0] == '#', strings.HasPrefix(rest, "//"), isFence(line):
			p.at += len(line)
		default:
			return true
		}
	}
}

// isFence reports whether a line begins or ends a block of code.
func isFence(line string) bool {
	info, ok := strings.CutPrefix(strings.TrimRight(line, " \t\r"), "```")
	return ok && run(info, 0, nameByte) == len(info)
}

// recover goes to the line behind a fault, or to the one that the fault begins
// when a bracket above it was left open.
func (p *parser) recover(start int) {
	fault := max(p.failed, start)
	line := strings.LastIndexByte(p.text[:fault], '\n') + 1
	if line > start && run(p.text, line, space) == fault {
		p.at = fault
		return
	}
	if end := strings.IndexByte(p.text[max(fault, p.at):], '\n'); end >= 0 {
		p.at = max(fault, p.at) + end
		return
	}
	p.at = len(p.text)
}

// blanks passes over blanks within a line and reports whether there were any.
func (p *parser) blanks() bool {
	start := p.at
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
	return p.at > start
}

// atEnd reports whether the statement ends here, but for blanks and a comment.
func (p *parser) atEnd() bool {
	rest := p.text[p.at:]
	if rest == "" || rest[0] == '\n' || rest[0] == ';' || rest == "\r" || strings.HasPrefix(rest, "\r\n") || strings.HasPrefix(rest, "//") {
		return true
	}
	return rest[0] == '#' && (len(rest) == 1 || isSpace(rest[1]))
}

// endLine wants the end of the line, and passes over a comment.
func (p *parser) endLine() {
	p.blanks()
	if p.peek() == ';' {
		p.add(p.at, "; ends no call", "write one call a line")
		p.at++
		return
	}
	if !p.atEnd() {
		p.fail(p.at, shown(p.token(p.at))+" is more than a statement", "")
		return
	}
	if end := strings.IndexByte(p.text[p.at:], '\n'); end >= 0 {
		p.at += end
		return
	}
	p.at = len(p.text)
}

// few is how many labels are looked for one after the other; for more a map is
// made.
const few = 16

// labels ties references to the statements that they are about.
func (p *parser) labels() {
	var index map[string]int
	if len(p.done) > few {
		index = make(map[string]int, len(p.done))
	}
	for i := range p.done {
		s := &p.done[i]
		if s.Verb != Call {
			continue
		}
		first := len(p.needs)
		for _, a := range part(p.args, s.args) {
			p.targets(i, a.holes, index, first)
		}
		s.needs = spanOf(first, len(p.needs))
		if s.Label == "" {
			continue
		}
		if before := p.above(i, s.Label, index); before >= 0 {
			line, _ := position(p.text, p.done[before].at)
			p.add(s.at, fmt.Sprintf("the label %s is taken by line %d", shown(s.Label), line), "every call has a label of its own")
		} else if index != nil {
			index[s.Label] = i
		}
	}
}

// above returns the call above statement i that has a label, or -1.
func (p *parser) above(i int, label string, index map[string]int) int {
	if target, ok := index[label]; ok {
		return target
	}
	if index != nil {
		return -1
	}
	for j := range i {
		if p.done[j].Label == label && p.done[j].Verb == Call {
			return j
		}
	}
	return -1
}

// targets ties the references among holes of statement i, and notes what it
// needs.
func (p *parser) targets(i int, holes span, index map[string]int, first int) {
	for k := holes.from; k < holes.to; k++ {
		h := &p.holes[k]
		if p.text[h.from] == '#' {
			continue
		}
		target := p.above(i, p.text[h.from+1:h.nameEnd], index)
		if h.target = int32(target); target < 0 {
			p.noLabel(i, int(h.from), p.text[h.from+1:h.nameEnd])
			continue
		}
		if !slices.Contains(p.needs[first:], h.target) {
			p.needs = append(p.needs, h.target)
		}
	}
}

// noLabel reports a reference to no call above.
func (p *parser) noLabel(i, at int, label string) {
	if p.lost >= 0 && p.lost <= i {
		return // it may be that of the line which could not be read
	}
	if p.full() {
		p.add(at, "", "")
		return
	}
	above := make([]string, 0, i)
	for j := range p.done {
		if p.done[j].Verb != Call {
			continue
		}
		if j >= i && p.done[j].Label == label {
			p.add(at, "$"+shown(label)+" stands before the call that it refers to", "a reference is to a call above")
			return
		}
		if j < i && p.done[j].Label != "" {
			above = append(above, p.done[j].Label)
		}
	}
	hint := meant(label, above, "labels above")
	if hint != "" {
		p.add(at, "no call above has the label "+shown(label), hint)
		return
	}
	p.add(at, "no call above has the label "+shown(label), `text that begins with $ stands in double quotes`)
}
