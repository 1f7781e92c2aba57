package mcpruntime

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/runtime/handle"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// The tools of planner mode.
const (
	runTool     = "run"
	changesTool = "run_changes"
	handleTool  = "handle"
)

// maxDescription is how many characters a description has at most: hosts cut
// longer ones, and do not say so.
const maxDescription = 1000

// fewTools is below how many tools plain mode costs a model less.
const fewTools = 10

// WithPlanner serves the tools in planner mode: clients see three tools instead
// of all, and call the others with programs of one call a line. Run takes
// programs of tools that are read-only, run_changes of all, and handle looks into
// the values that stay on the server, so none of the tools can have these names.
// Hosts that ask before a tool changes something go on doing so.
func WithPlanner() Option { return func(o *options) { o.planner = true } }

// planMode adds the tools of planner mode.
func (s *Server) planMode() {
	s.modeTools = map[string]func(*planner.View) string{
		runTool:     func(v *planner.View) string { return described(runDescription, readOnly(v)) },
		changesTool: func(v *planner.View) string { return described(changesDescription, v) },
		handleTool:  func(*planner.View) string { return handleDescription },
	}
	s.serveHandles()
	s.AddTool(&Tool{Name: runTool, Title: "Run a program", Description: runDescription, Input: programInput, Hints: ReadOnly},
		s.programHandler(true))
	s.AddTool(&Tool{Name: changesTool, Title: "Run a program that changes something", Description: changesDescription, Input: programInput, Hints: Destructive},
		s.programHandler(false))
	s.AddTool(&Tool{Name: handleTool, Title: "Look into a value", Description: handleDescription, Input: handleInput, Hints: ReadOnly | ClosedWorld},
		lookIntoHandle)
}

// warnOfFewTools says when planner mode does not pay.
func (s *Server) warnOfFewTools(stderr io.Writer) {
	if n := len(s.plan().view.Tools()); n < fewTools {
		fmt.Fprintf(stderr, "planner mode with %d tools: below %d, plain mode costs a model fewer tokens\n", n, fewTools)
	}
}

const programInput = `{"type":"object","properties":{"program":{"type":"string","description":"one call a line","minLength":1}},"required":["program"],"additionalProperties":false}`

const runDescription = "Runs a program of calls of read-only tools, one call a line, and answers with a line for each:\n" +
	"a: forecast city=\"Oslo\" days=5\nb: chart rows=$a title=\"Next days\"\n" +
	"Values are JSON, $a or $a.path.0 for results of calls above, and #R1 for values that stay on the server. " +
	"On a line by itself, `help` lists what there is, `help NAME…` explains tools and groups, `find WORDS` finds tools."

const changesDescription = "Runs a program as run does, with all tools, also those that change something."

const handleDescription = "Looks into a value kept on the server, such as #R1. Item is the path of a part, such as rows. " +
	"do=summary says what it is, count how many parts or characters, read returns a part (fields of it, offset, limit), view rows of a list " +
	"(columns, filter such as amount>=10, sort, -name for descending, offset, limit), group puts rows together " +
	"(by columns, aggregates such as sum(amount), and as view), drop forgets it."

func readOnly(v *planner.View) *planner.View {
	return v.Select(planner.Select{All: true, ReadOnly: true})
}

// described is what a model reads of a tool that runs programs: the lines of the
// tools when they all fit, else their names, else those of their groups.
func described(text string, v *planner.View) string {
	fits := func(more string) bool {
		return utf8.RuneCountInString(text)+1+utf8.RuneCountInString(more) <= maxDescription
	}
	if atLeast(v) <= maxDescription {
		if lines := strings.TrimSuffix(v.String(), "\n"); fits(lines) {
			return text + "\n" + lines
		}
	}
	var names, groups []string
	for _, t := range v.Tools() {
		names = append(names, planner.Word(t.Name))
	}
	if list := "Tools: " + strings.Join(names, " "); fits(list) {
		return text + "\n" + list
	}
	for _, g := range v.Groups() {
		groups = append(groups, planner.Word(g.Name))
	}
	if list := fmt.Sprintf("%d tools in groups: %s", len(names), strings.Join(groups, " ")); len(groups) > 0 && fits(list) {
		return text + "\n" + list
	}
	return text + fmt.Sprintf("\n%d tools.", len(names))
}

// atLeast is how many characters the lines of a view have at least: it tells
// that many lines are too long without writing them.
func atLeast(v *planner.View) int {
	n := 0
	for _, t := range v.Tools() {
		n += utf8.RuneCountInString(t.Name) + len("()\n") + utf8.RuneCountInString(t.About)
	}
	return n
}

const handleInput = `{"type":"object","properties":{"handle":{"type":"string","pattern":"` + handle.Pattern + `"},` +
	`"do":{"type":"string","enum":["summary","count","read","view","group","drop"],"default":"summary"},"item":{"type":"string"},` +
	`"fields":{"type":"array","items":{"type":"string"}},"columns":{"type":"array","items":{"type":"string"}},"filter":{"type":"string"},` +
	`"sort":{"type":"array","items":{"type":"string"}},"offset":{"type":"integer","minimum":0},"limit":{"type":"integer","minimum":0},` +
	`"by":{"type":"array","items":{"type":"string"}},"aggregates":{"type":"array","items":{"type":"string"}}},"required":["handle"],"additionalProperties":false}`
