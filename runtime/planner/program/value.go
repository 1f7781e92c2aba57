package program

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// scanner goes through the text of a program. The first fault of a statement
// ends it; where it stands then is where the next is looked for.
type scanner struct {
	faults
	at    int
	depth int
	most  int // levels
	bad   bool
	holes []hole
	steps []step
	names []string // of the members of the objects around
}

func (s *scanner) fail(at int, problem, hint string) {
	if !s.bad {
		s.add(at, problem, hint)
	}
	s.bad = true
}

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
		s.fail(s.at, "a value is missing before "+string(rune(c)), "no comma stands before a closing bracket")
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
	if end == s.at || !strings.HasPrefix(s.text[end:], ":") {
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
	if s.peek() != '"' {
		hint := `such as {"name": 1}`
		if end := run(s.text, s.at, labelByte); end > s.at {
			hint = "write " + planner.Quote(shown(s.text[s.at:end]))
		}
		s.fail(s.at, "the name of a member stands in double quotes", hint)
		return
	}
	start := s.at
	if s.string(); s.bad {
		return
	}
	s.names = append(s.names, unquote(s.text[start:s.at]))
	if s.spaces(); s.peek() != ':' {
		s.fail(s.at, "want : behind the name of a member", "")
		return
	}
	s.at++
	s.spaces()
}

// unique reports names that the object at hand has twice, and forgets them.
func (s *scanner) unique(begin, held int) {
	names := s.names[held:]
	s.names = s.names[:held]
	slices.Sort(names)
	for i := 1; i < len(names); i++ {
		if names[i] == names[i-1] {
			s.fail(begin, "the member "+planner.Quote(shown(names[i]))+" stands twice in this object", "")
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
			if s.escape(); s.bad {
				return
			}
		case c == '\n' || c == '\r':
			s.fail(start, "this string does not end on its line", `write \n for a line break`)
			return
		case c < ' ':
			s.fail(s.at, "a control character stands in a string", fmt.Sprintf(`write \u%04x`, c))
			return
		}
	}
	s.fail(start, "this string does not end", "")
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
		s.fail(at, `want four hexadecimal digits behind \u`, "")
	default:
		s.fail(at, "this escape is not JSON", `write \\ for a backslash`)
	}
}

// ends reports whether a value can end before the byte at hand.
func (s *scanner) ends() bool { return s.at >= len(s.text) || classes[s.text[s.at]]&delimiter != 0 }

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
	token := s.token(start)
	s.fail(start, shown(token)+" is no JSON number", "text stands in double quotes: "+planner.Quote(shown(token)))
}

// token returns the text from an offset to where a value could end.
func (s *scanner) token(start int) string {
	for !s.ends() {
		s.at++
	}
	return s.text[start:s.at]
}
