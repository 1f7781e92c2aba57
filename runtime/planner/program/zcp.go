package program

import (
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// ParseZCP reads a program in the style of ZCP: each call names its tool by
// number, too, and has the number of its line among the calls for a label.
//
//	CALL @3 forecast city="Oslo" days=5
//	CALL @1 chart rows=$1 title="Next days"
//	HELP forecast
//	FIND charts
//
// Values, references, comments and limits are those of [Parse]. The answers are
//
//	RET 1 #R1 summary="5 days, -2 to 4 celsius"
//	RET 2 ok {"url":"..."}
//	ERR 3 bad_argument message="user: want string, got integer" from=$2.owner.id
//	ERR 4 not_run message="3 failed"
func ParseZCP(text string, limits Limits) (*Program, error) { return parse(text, limits, zcp{}) }

// zcp is the style of [ParseZCP].
type zcp struct{}

const beginZCP = "a line begins with CALL, HELP or FIND, such as CALL @3 forecast city=\"Oslo\""

// read reads a statement.
func (zcp) read(p *parser) (s Statement) {
	s.at = p.at
	switch verb := p.name(beginZCP); {
	case p.bad:
		p.lose()
	case verb == "HELP":
		return p.help(s)
	case verb == "FIND":
		return p.find(s)
	case verb != "CALL":
		p.fail(s.at, shown(verb)+" is no statement", beginZCP)
		p.lose()
	default:
		p.callZCP(&s)
	}
	return s
}

// callZCP reads what stands behind CALL.
func (p *parser) callZCP(s *Statement) {
	if p.calls++; p.lost < 0 { // else it may be another
		s.Label = strconv.Itoa(p.calls)
	}
	p.blanks()
	at := p.at
	if p.peek() != '@' {
		p.fail(at, "the number of the tool is missing", "write CALL @NUMBER TOOL name=value")
		return
	}
	p.at = run(p.text, at+1, digit)
	number, err := strconv.Atoi(p.text[at+1 : p.at])
	if err != nil || number < 1 {
		p.fail(at, "this is no number of a tool", "write it as in the list of tools, such as @3")
		return
	}
	s.number = number
	if !p.blanks() {
		p.fail(p.at, "a blank is missing before the tool", "write CALL @"+strconv.Itoa(number)+" TOOL name=value")
		return
	}
	s.at = p.at
	if s.Tool = p.name("write CALL @" + strconv.Itoa(number) + " TOOL name=value"); !p.bad {
		p.noParens(s, p.arguments(s))
	}
}

// statement writes a statement.
func (zcp) statement(p *Program, s *Statement) string {
	switch s.Verb {
	case Help:
		return strings.TrimSpace("HELP " + words(s.Words))
	case Find:
		return "FIND " + query(s.Words[0])
	}
	return "CALL @" + strconv.Itoa(s.number) + " " + planner.Word(s.Tool) + p.arguments(s)
}

// answer writes an answer; see [ParseZCP].
func (z zcp) answer(b []byte, p *Program, a *Answer) []byte {
	s := a.Statement
	label := s.Label
	if s.Verb != Call {
		label = z.statement(p, s)
	}
	switch o := &a.Outcome; {
	case a.NotRun != "":
		return append(b, "ERR "+label+" not_run message="+planner.Quote(strings.ReplaceAll(oneLine(a.NotRun), "$", ""))...)
	case a.Failure != nil:
		b = append(b, "ERR "+label+" "+planner.Word(a.Failure.Code)+" message="+planner.Quote(oneLine(a.Failure.Message))...)
		if len(a.from) > 0 {
			b = append(b, " from="+strings.Join(a.from, ",")...)
		}
		return b
	case s.Verb != Call:
		return append(b, strings.TrimRight(a.Text, "\n")...)
	case o.Handle != "":
		b = append(b, "RET "+label+" #"+o.Handle...)
		if o.Summary != "" {
			b = append(b, " summary="+planner.Quote(oneLine(o.Summary))...)
		}
		return b
	default:
		b = append(b, "RET "+label+" ok"...)
		if o.JSON == nil {
			return b
		}
		return jsonLine(append(b, ' '), o.JSON)
	}
}
