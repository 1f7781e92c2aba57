package program

import (
	"strconv"
	"strings"
)

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the JSON Pointer of the value at an offset of an argument.
func (a *Arg) pointer(offset int) string {
	p := pointer{s: scanner{faults: faults{text: a.Value}, most: 1 << 20}, offset: offset}
	p.walk("/" + escapes.Replace(a.Name))
	return p.found
}

// pointer looks for the value at an offset.
type pointer struct {
	s      scanner
	offset int
	found  string
}

// walk passes over the value at hand, whose pointer is at.
func (p *pointer) walk(at string) {
	s := &p.s
	if s.spaces(); s.at == p.offset {
		p.found = at
	}
	open := s.peek()
	if open != '[' && open != '{' {
		s.value()
		return
	}
	s.at++
	for n := 0; ; n++ {
		if s.spaces(); s.peek() == open+2 {
			s.at++
			return
		}
		name := strconv.Itoa(n)
		if open == '{' {
			start := s.at
			s.string()
			name = escapes.Replace(unquote(s.text[start:s.at]))
			s.spaces()
			s.at++ // the colon
		}
		p.walk(at + "/" + name)
		if s.spaces(); s.peek() == ',' {
			s.at++
		}
	}
}

// aboutAny reports whether one of the pointers is at a place, below it, or around
// it.
func aboutAny(place string, pointers []string) bool {
	for _, p := range pointers {
		if p != "" && (isBelow(p, place) || isBelow(place, p)) {
			return true
		}
	}
	return false
}

func isBelow(inner, outer string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && (rest == "" || rest[0] == '/')
}
