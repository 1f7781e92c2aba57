// Package tokens counts what models pay for the same work done in different
// ways: 37 cases on real workbooks, each carried out against the server and
// checked by opening the workbook. docs/tokens.md has the rules.
package tokens

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Case is something that a person asks for, and the calls that do it.
type Case struct {
	// ID begins with the tier, A to D.
	ID string
	// Goal is what the person says.
	Goal string
	// Plain are the calls of plain MCP, with the primitive tools. Those of a step
	// do not depend on each other.
	Plain []Step
	// Programs are those of mode 3, with the primitive tools: one for each turn.
	// Without any it is one program of all calls of Plain.
	Programs []Step
	// Workflow are the programs of mode 4, with the tools of the group workflow.
	// Tier A has none.
	Workflow []Step
	// Answer stands in the results of every mode when the goal is a question.
	Answer string
	// Check opens the workbooks and says what is not as it was wanted.
	Check func(f *Folder)
}

// Step is a list of calls.
type Step []Call

// Call is a call of a tool. Arguments is a compact JSON object.
type Call struct {
	Tool      string
	Arguments string
}

// Tier is the first letter of the ID.
func (c Case) Tier() string { return c.ID[:1] }

// Calls returns the plain calls in their order.
func (c Case) Calls() Step { return slices.Concat(c.Plain...) }

// ProgramSteps returns the programs of mode 3.
func (c Case) ProgramSteps() []Step {
	if c.Programs == nil {
		return []Step{c.Calls()}
	}
	return c.Programs
}

// Looked returns the programs of mode 4, after one that looks at the workbook
// where plain MCP begins with a look too: goals of the tiers C and D do not say
// all that the calls need.
func (c Case) Looked() []Step {
	first := c.Plain[0][0]
	if c.Tier() < "C" || first.Tool != "workbook_info" && first.Tool != "read_range" {
		return c.Workflow
	}
	var in struct{ Path string }
	_ = json.Unmarshal([]byte(first.Arguments), &in) // a test sees to it that it is JSON
	look := one("workbook_info", `{"path":%s}`, quote(in.Path))
	return append([]Step{look}, c.Workflow...)
}

// call is a call whose arguments are compact JSON. What stands in values is
// JSON for each %s.
func call(tool, arguments string, values ...string) Call {
	for _, v := range values {
		arguments = strings.Replace(arguments, "%s", v, 1)
	}
	return Call{tool, arguments}
}

// one is a step of a single call.
func one(tool, arguments string, values ...string) Step {
	return Step{call(tool, arguments, values...)}
}

// steps makes a step of each call.
func steps(calls ...Call) []Step {
	var all []Step
	for _, c := range calls {
		all = append(all, Step{c})
	}
	return all
}

// quote writes a value as JSON.
func quote(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%q", err)
	}
	return string(text)
}

// Cases are all cases, in the order of their IDs.
func Cases() []Case { return slices.Concat(tierA, tierB, tierC, tierD) }
