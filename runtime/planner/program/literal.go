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
	case token == "" && s.depth == 0:
		s.spoil(start, "a value is missing", "write JSON, a handle such as #R1, or a reference such as $a")
	case token == "":
		s.fail(start, "a value is missing", "write JSON, a handle such as #R1, or a reference such as $a")
	case foreign(token) != "":
		s.spoil(start, shown(token)+" is no JSON", "write "+foreign(token)+", or "+planner.Quote(token)+" for text")
	case strings.IndexAny(token[:1], "'`") == 0 || strings.HasPrefix(token, "“") || strings.HasPrefix(token, "‘"):
		s.otherQuotes(start)
	case token == "NaN" || strings.HasSuffix(token, "Infinity"):
		s.spoil(start, token+" is no JSON", "JSON numbers are finite")
	case token[0] == '+' && isNumber(token[1:]):
		s.spoil(start, shown(token)+" is no JSON number", "write "+shown(token[1:]))
	case token[0] == '.' && isNumber("0"+token):
		s.spoil(start, shown(token)+" is no JSON number", "write 0"+shown(token))
	default:
		s.unquoted(start, " is no value")
	}
}

// unquoted reports text without quotes, and reads it up to what may be the next
// argument or element.
func (s *scanner) unquoted(start int, problem string) {
	s.token(start)
	for {
		next := s.at
		for next < len(s.text) && (s.text[next] == ' ' || s.text[next] == '\t') {
			next++
		}
		name := run(s.text, next, nameByte)
		if next == s.at || endsAt(s.text, next) || strings.IndexByte(`"[{#$/`, s.text[next]) >= 0 || s.depth == 0 && strings.HasPrefix(s.text[name:], "=") {
			break
		}
		s.at = next
		s.token(next)
	}
	text := shown(s.text[start:s.at])
	first := s.sound()
	if s.spoil(start, text+problem, "text stands in double quotes: "+planner.Quote(text)); first && s.depth == 0 {
		s.flaw = bare
	}
}

// otherQuotes says how a string in quotes of other languages is written.
func (s *scanner) otherQuotes(start int) {
	open := []rune(s.text[start:min(start+4, len(s.text))])[0]
	closing := map[rune]string{'\'': "'", '`': "`", '“': "”", '‘': "’"}[open]
	problem := string(open) + " begins no JSON string"
	begin := start + len(string(open))
	for end := begin; ; end += len(closing) {
		i := strings.IndexAny(s.text[end:], closing+"\n")
		if i < 0 || s.text[end+i] == '\n' {
			s.fail(start, problem, "strings stand in double quotes")
			return
		}
		if end += i; endsAt(s.text, end+len(closing)) || s.depth > 0 && s.text[end+len(closing)] == ':' {
			s.at = end + len(closing)
			s.spoil(start, problem, "write "+planner.Quote(shown(s.text[begin:end])))
			return
		}
	}
}

// handle reads a handle.
func (s *scanner) handle() {
	start := s.at
	s.at = run(s.text, start+1, labelByte)
	switch end := s.at; {
	case end == start+1:
		s.token(start)
		s.spoil(start, "an id is missing behind #", "a handle is written like #R1")
	case s.peek() == '.' || s.peek() == '[':
		s.token(start)
		s.spoil(end, "a handle is passed whole", "only references such as $a.rows have a path")
	case !s.ends():
		s.spoil(end, "this is no handle", "text stands in double quotes: "+planner.Quote(shown(s.token(start))))
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
		s.noPath(start)
	case !s.ends():
		s.fail(s.at, "the reference "+shown(s.text[start:s.at])+" does not end here", `write members with other characters like $a."odd name"`)
	default:
		s.holes = append(s.holes, hole{span: spanOf(start, s.at), nameEnd: int32(nameEnd), path: spanOf(first, len(s.steps))})
	}
}

// noPath says how a path with brackets is written.
func (s *scanner) noPath(start int) {
	at := s.at
	line, _, _ := strings.Cut(s.text[at+1:], "\n")
	inner, _, closed := strings.Cut(line, "]")
	if quoted := strings.ReplaceAll(inner, "'", `"`); closed && (isIndex(inner) || isString(quoted)) {
		s.at = at + len(inner) + 2
		if s.ends() {
			s.spoil(at, "this is no path", "write "+shown(s.text[start:at])+"."+shown(quoted))
			return
		}
	}
	s.fail(at, "this is no path", `elements and members are written like $a.rows.0."odd name"`)
}

func isIndex(text string) bool { return text != "" && run(text, 0, digit) == len(text) }

// isString reports whether a text is a JSON string and nothing else.
func isString(text string) bool {
	if text == "" || text[0] != '"' {
		return false
	}
	s := scanner{faults: faults{text: text}}
	s.string()
	return s.sound() && s.at == len(text)
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
