package program

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// scanner goes through the text of a program. A fault that leaves open what the
// rest of a statement is ends it; where it stands then is where the next is
// looked for.
type scanner struct {
	faults
	at     int
	depth  int
	most   int  // levels
	bad    bool // the statement cannot be read on
	failed int  // the offset of the fault that has made it so
	flaw   flaw // of the argument at hand
	holes  []hole
	steps  []step
	names  []string // of the members of the objects around
}

// fail reports a fault behind which nothing of the statement can be read.
func (s *scanner) fail(at int, problem, hint string) {
	if !s.bad {
		s.add(at, problem, hint)
		s.bad, s.failed = true, at
	}
}

// spoil reports the first fault of an argument, behind which it is known how to
// read on.
func (s *scanner) spoil(at int, problem, hint string) {
	if s.sound() {
		s.add(at, problem, hint)
		s.flaw = spoilt
	}
}

// sound reports whether nothing is wrong with what has been read.
func (s *scanner) sound() bool { return !s.bad && s.flaw == none }

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// spaces passes over blanks and newlines.
func (s *scanner) spaces() {
	for s.at < len(s.text) && isSpace(s.text[s.at]) {
		s.at++
	}
}

// value reads one value.
func (s *scanner) value() {
	switch c := s.peek(); {
	case c == '"':
		s.string()
	case c == '-' || isDigit(c):
		s.number()
	case c == '{' || c == '[':
		s.bracket(c)
	case c == '$':
		s.reference()
	case c == '#':
		s.handle()
	default:
		s.literal()
	}
}

// bracket reads a list or an object.
func (s *scanner) bracket(open byte) {
	begin, held := s.at, len(s.names)
	if s.depth++; s.depth > s.most {
		s.fail(begin, fmt.Sprintf("more than %d levels of brackets", s.most), "")
		return
	}
	end := open + 2 // ']' and '}' in ASCII
	s.at++
	for first := true; ; first = false {
		s.spaces()
		if first && s.peek() == end {
			break
		}
		if open == '{' {
			s.memberName(begin)
		}
		if !s.bad {
			s.element(begin, end)
		}
		if s.bad {
			return
		}
		if s.spaces(); s.peek() != ',' {
			break
		}
		s.at++
	}
	if s.peek() != end {
		s.unclosed(begin, end)
		return
	}
	s.at++
	s.depth--
	s.unique(begin, held)
}

// element reads a value between brackets.
func (s *scanner) element(begin int, end byte) {
	if c := s.peek(); c == end || c == ',' {
		s.spoil(s.at, "a value is missing before "+string(rune(c)), "no comma stands before a closing bracket")
		return
	}
	if s.peek() == 0 || s.startsCall() {
		s.unclosed(begin, end)
		return
	}
	s.value()
}

// startsCall reports whether a line begins here with a label and a colon.
func (s *scanner) startsCall() bool {
	end := run(s.text, s.at, labelByte)
	if end == s.at || !strings.HasPrefix(strings.TrimLeft(s.text[end:], " \t"), ":") {
		return false
	}
	line := strings.LastIndexByte(s.text[:s.at], '\n') + 1
	return line > 0 && run(s.text, line, space) == s.at
}

func (s *scanner) unclosed(begin int, end byte) {
	line, column := position(s.text, begin)
	s.fail(s.at, fmt.Sprintf("the bracket opened in line %d, column %d, is not closed here", line, column), "write , or "+string(rune(end)))
}

// memberName reads the name of a member and the colon.
func (s *scanner) memberName(begin int) {
	if s.peek() == 0 {
		s.unclosed(begin, '}')
		return
	}
	if s.quotedName(); s.bad {
		return
	}
	if s.spaces(); s.peek() != ':' {
		s.fail(s.at, "want : behind the name of a member", "")
		return
	}
	s.at++
	s.spaces()
}

// quotedName reads the name of a member, and says when its quotes are missing or
// of another language.
func (s *scanner) quotedName() {
	start := s.at
	end := run(s.text, start, labelByte)
	switch {
	case s.peek() == '"':
		if s.string(); s.sound() {
			s.names = append(s.names, unquote(s.text[start:s.at]))
		}
	case s.peek() == '\'':
		s.otherQuotes(start)
	case end > start:
		s.at = end
		s.spoil(start, "the name of a member stands in double quotes", "write "+planner.Quote(shown(s.text[start:end])))
	default:
		s.fail(start, "the name of a member stands in double quotes", `such as {"name": 1}`)
	}
}

// unique reports names that the object at hand has twice, and forgets them.
func (s *scanner) unique(begin, held int) {
	names := s.names[held:]
	s.names = s.names[:held]
	slices.Sort(names)
	for i := 1; i < len(names); i++ {
		if names[i] == names[i-1] {
			s.spoil(begin, "the member "+planner.Quote(shown(names[i]))+" stands twice in this object", "")
			return
		}
	}
}

// string reads a JSON string.
func (s *scanner) string() {
	start := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return
		case c == '\\':
			s.escape()
		case c == '\n' || c == '\r':
			s.broken(start)
			return
		case c < ' ':
			s.spoil(s.at, "a control character stands in a string", fmt.Sprintf(`write \u%04x`, c))
		}
	}
	s.fail(start, "this string does not end", `write " at its end`)
}

// broken reports a string that goes on behind the line, and reads it to its end
// when it seems to have one: the next quote, unless that begins a string.
func (s *scanner) broken(start int) {
	const problem, hint = "this string does not end on its line", `write \n for a line break`
	i := s.at
	for i < len(s.text) && s.text[i] != '"' {
		if s.text[i] == '\\' {
			i++
		}
		i++
	}
	if i >= len(s.text) || !endsAt(s.text, i+1) || strings.IndexByte("=:,[{", s.text[i-1]) >= 0 {
		s.fail(start, problem, hint)
		return
	}
	s.spoil(start, problem, hint)
	s.at = i + 1
}

// escape reads what stands behind a backslash, but for its last byte.
func (s *scanner) escape() {
	at := s.at
	s.at++
	switch s.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return
	case 'u':
		if hex := s.text[s.at+1 : min(s.at+5, len(s.text))]; len(hex) == 4 && strings.Trim(hex, "0123456789abcdefABCDEF") == "" {
			s.at += 4
			return
		}
		s.spoil(at, `want four hexadecimal digits behind \u`, "")
	default:
		s.spoil(at, "this escape is not JSON", `write \\ for a backslash`)
	}
	s.at = at // what stands there may end the string
}

// ends reports whether a value can end before the byte at hand.
func (s *scanner) ends() bool { return endsAt(s.text, s.at) }

func endsAt(text string, at int) bool { return at >= len(text) || classes[text[at]]&delimiter != 0 }

// number reads a JSON number.
func (s *scanner) number() {
	start := s.at
	if s.text[s.at] == '-' {
		s.at++
	}
	whole := s.at
	s.at = run(s.text, s.at, digit)
	ok := s.at > whole && (s.text[whole] != '0' || s.at == whole+1)
	if ok && s.peek() == '.' {
		digits := s.at + 1
		s.at = run(s.text, digits, digit)
		ok = s.at > digits
	}
	if c := s.peek(); ok && (c == 'e' || c == 'E') {
		if s.at++; s.peek() == '+' || s.peek() == '-' {
			s.at++
		}
		digits := s.at
		s.at = run(s.text, digits, digit)
		ok = s.at > digits
	}
	if ok && s.ends() {
		return
	}
	s.unquoted(start, " is no JSON number")
}

// token returns the text from an offset to where a value could end.
func (s *scanner) token(start int) string {
	for !s.ends() {
		s.at++
	}
	return s.text[start:s.at]
}
