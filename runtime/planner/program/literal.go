package program

import "strings"

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
		s.fail(start, shown(token)+" is no JSON", "write "+foreign(token)+", or "+quote(token)+" for text")
	case strings.IndexAny(token[:1], "'`") == 0 || strings.HasPrefix(token, "“") || strings.HasPrefix(token, "‘"):
		s.otherQuotes(start)
	case token == "NaN" || strings.HasSuffix(token, "Infinity"):
		s.fail(start, token+" is no JSON", "JSON numbers are finite")
	case token[0] == '+' || token[0] == '.':
		s.fail(start, shown(token)+" is no JSON number", "numbers begin with a digit or -")
	default:
		s.fail(start, shown(token)+" is no value", "text stands in double quotes: "+quote(shown(token)))
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
		hint = "write " + quote(inner)
	}
	s.fail(start, string(open)+" begins no JSON string", hint)
}

// handle reads a handle.
func (s *scanner) handle() {
	start := s.at
	s.at = run(s.text, start+1, isLabelByte)
	id := s.text[start+1 : s.at]
	switch {
	case id == "":
		s.fail(start, "an id is missing behind #", "a handle is written like #R1")
	case s.peek() == '.' || s.peek() == '[':
		s.fail(s.at, "a handle is passed whole", "only references such as $a.rows have a path")
	case !s.ends():
		s.fail(s.at, "this is no handle", "text stands in double quotes: "+quote(shown(s.token(start))))
	default:
		s.holes = append(s.holes, hole{start: start - s.start, end: s.at - s.start, handle: id})
	}
}

// reference reads a reference to a result.
func (s *scanner) reference() {
	start := s.at
	s.at = run(s.text, start+1, isLabelByte)
	h := hole{start: start - s.start, label: s.text[start+1 : s.at]}
	if h.label == "" {
		s.fail(start, "a label is missing behind $", "a reference is written like $a or $a.rows.0")
		return
	}
	for s.peek() == '.' && !s.bad {
		s.at++
		h.path = append(h.path, s.step())
	}
	switch {
	case s.bad:
	case s.peek() == '[':
		s.fail(s.at, "this is no path", "elements are written like $a.rows.0")
	case !s.ends():
		s.fail(s.at, "the reference "+shown(s.text[start:s.at])+" does not end here", `write members with other characters like $a."odd name"`)
	default:
		h.end = s.at - s.start
		s.holes = append(s.holes, h)
	}
}

// step reads one step of a path.
func (s *scanner) step() step {
	start := s.at
	if s.peek() == '"' {
		if s.string(); s.bad {
			return step{}
		}
		return step{unquote(s.text[start:s.at]), true, s.at - s.start}
	}
	s.at = run(s.text, start, isLabelByte)
	name := s.text[start:s.at]
	if name == "" || !isLetter(name[0]) && run(name, 0, isDigit) < len(name) {
		s.fail(start, "a member or an index is missing behind the point", `write $a.rows.0, and members with other characters like $a."odd name"`)
	}
	return step{name: name, end: s.at - s.start}
}
