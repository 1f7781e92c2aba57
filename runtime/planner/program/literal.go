package program

import (
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// foreign are words of other languages, and what JSON has for them.
func foreign(word string) string {
	switch word {
	case "True", "TRUE", "yes", "on":
		return "true"
	case "False", "FALSE", "no", "off":
		return "false"
	case "None", "NULL", "Null", "nil", "undefined":
		return "null"
	}
	return ""
}

// literal reads true, false or null, and says of anything else what to write.
func (s *scanner) literal() {
	start := s.at
	switch token := s.token(start); {
	case token == "true" || token == "false" || token == "null":
	case token == "":
		s.fail(start, "a value is missing", "write JSON, a handle such as #R1, or a reference such as $a")
	case foreign(token) != "":
		s.fail(start, shown(token)+" is no JSON", "write "+foreign(token)+", or "+planner.Quote(token)+" for text")
	case strings.IndexAny(token[:1], "'`") == 0 || strings.HasPrefix(token, "“") || strings.HasPrefix(token, "‘"):
		s.otherQuotes(start)
	case token == "NaN" || strings.HasSuffix(token, "Infinity"):
		s.fail(start, token+" is no JSON", "JSON numbers are finite")
	case token[0] == '+' || token[0] == '.':
		s.fail(start, shown(token)+" is no JSON number", "numbers begin with a digit or -")
	default:
		s.fail(start, shown(token)+" is no value", "text stands in double quotes: "+planner.Quote(shown(token)))
	}
}

// otherQuotes says how a string in quotes of other languages is written.
func (s *scanner) otherQuotes(start int) {
	open := []rune(s.text[start:min(start+4, len(s.text))])[0]
	closing := map[rune]string{'\'': "'", '`': "`", '“': "”", '‘': "’"}[open]
	rest := s.text[start+len(string(open)):]
	line, _, _ := strings.Cut(rest, "\n")
	hint := "strings stand in double quotes"
	if inner, _, ok := strings.Cut(line, closing); ok && len(inner) <= maxShown {
		hint = "write " + planner.Quote(inner)
	}
	s.fail(start, string(open)+" begins no JSON string", hint)
}

// handle reads a handle.
func (s *scanner) handle() {
	start := s.at
	s.at = run(s.text, start+1, labelByte)
	switch end := s.at; {
	case end == start+1:
		s.fail(start, "an id is missing behind #", "a handle is written like #R1")
	case s.peek() == '.' || s.peek() == '[':
		s.fail(end, "a handle is passed whole", "only references such as $a.rows have a path")
	case !s.ends():
		s.fail(end, "this is no handle", "text stands in double quotes: "+planner.Quote(shown(s.token(start))))
	default:
		s.holes = append(s.holes, hole{span: spanOf(start, end), nameEnd: int32(end)})
	}
}

func spanOf(from, to int) span { return span{int32(from), int32(to)} }

// reference reads a reference to a result.
func (s *scanner) reference() {
	start, first := s.at, len(s.steps)
	s.at = run(s.text, start+1, labelByte)
	nameEnd := s.at
	if nameEnd == start+1 {
		s.fail(start, "a label is missing behind $", "a reference is written like $a or $a.rows.0")
		return
	}
	for s.peek() == '.' && !s.bad {
		s.at++
		s.step()
	}
	switch {
	case s.bad:
	case s.peek() == '[':
		s.fail(s.at, "this is no path", "elements are written like $a.rows.0")
	case !s.ends():
		s.fail(s.at, "the reference "+shown(s.text[start:s.at])+" does not end here", `write members with other characters like $a."odd name"`)
	default:
		s.holes = append(s.holes, hole{span: spanOf(start, s.at), nameEnd: int32(nameEnd), path: spanOf(first, len(s.steps))})
	}
}

// step reads one step of a path.
func (s *scanner) step() {
	start := s.at
	if s.peek() == '"' {
		if s.string(); s.bad {
			return
		}
	} else {
		s.at = run(s.text, start, labelByte)
		if name := s.text[start:s.at]; name == "" || !isLetter(name[0]) && run(name, 0, digit) < len(name) {
			s.fail(start, "a member or an index is missing behind the point", `write $a.rows.0, and members with other characters like $a."odd name"`)
			return
		}
	}
	s.steps = append(s.steps, step{spanOf(start, s.at)})
}
