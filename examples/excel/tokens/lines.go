package tokens

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/examples/excel/excel"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// native is a host in the process of the server, with lines in its prompt.
type native struct {
	name        string
	shows       planner.Select
	definitions string
	programs    func(c Case) []Step
}

// NewLines returns mode 2: lines of the primitive tools, and one call a turn. The
// calls are those of the programs, whose results are small enough to be read.
func NewLines(sentences bool) Mode {
	return newNative("2", primitive(), sentences, func(c Case) []Step { return steps(slices.Concat(c.ProgramSteps()...)...) })
}

// NewPrograms returns mode 3: lines of the primitive tools, and a program a turn.
func NewPrograms(sentences bool) Mode {
	return newNative("3", primitive(), sentences, Case.ProgramSteps)
}

// NewWorkflow returns mode 4: lines of the group workflow, and a program a turn.
func NewWorkflow(sentences bool) Mode {
	return newNative("4", workflow, sentences, func(c Case) []Step { return c.Workflow })
}

// NewLooked returns mode 4i: mode 4 with workbook_info, so that nothing is known
// of a workbook that neither goal nor result says.
func NewLooked() Mode {
	shows := workflow
	shows.Names = []string{"workbook_info"}
	return newNative("4i", shows, true, Case.Looked)
}

// newNative returns a mode with lines in the prompt. Without sentences they are
// signatures alone, and the name of the mode ends with an s.
func newNative(name string, shows planner.Select, sentences bool, programs func(c Case) []Step) Mode {
	view := excel.NewServer(nil).View(shows)
	lines := view.String()
	if !sentences {
		name += "s"
		lines = view.Signatures()
	}
	return native{name, shows, program.Notation + "\n" + strings.TrimSuffix(lines, "\n"), programs}
}

// Name is as in docs/tokens.md.
func (n native) Name() string { return n.name }

// Options are none.
func (n native) Options() []mcpruntime.Option { return nil }

// Covers reports whether there are programs for the case.
func (n native) Covers(c Case) bool { return n.programs(c) != nil }

// Run runs a program a turn.
func (n native) Run(ctx context.Context, srv *mcpruntime.Server, c Case) (Transcript, error) {
	t := Transcript{Definitions: n.definitions, Goal: c.Goal}
	for _, step := range n.programs(c) {
		text, err := written(step)
		if err != nil {
			return t, err
		}
		report, err := srv.RunProgram(ctx, text, n.shows)
		if err == nil {
			err = succeeded(step, report)
		}
		if err != nil {
			return t, fmt.Errorf("%s: %w", text, err)
		}
		t.Turns = append(t.Turns, Turn{text, strings.TrimSuffix(report, "\n")})
	}
	return t, nil
}

// written writes calls as a model does: one a line, with the labels a, b, c.
func written(calls Step) (string, error) {
	var lines []string
	for i, call := range calls {
		arguments, err := assignments(call.Arguments)
		if err != nil {
			return "", fmt.Errorf("%s %s: %w", call.Tool, call.Arguments, err)
		}
		lines = append(lines, fmt.Sprintf("%c: %s%s", 'a'+i, call.Tool, arguments))
	}
	return strings.Join(lines, "\n"), nil
}

// assignments writes a JSON object as the arguments of a line, in its order.
func assignments(object string) (string, error) {
	d := json.NewDecoder(strings.NewReader(object))
	if _, err := d.Token(); err != nil {
		return "", err
	}
	var b bytes.Buffer
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return "", err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, " %v=%s", name, value)
	}
	return b.String(), nil
}

// succeeded wants a line for each call that says what came of it: no mode has
// calls that fail, and no model knows what stays on the server.
func succeeded(calls Step, report string) error {
	lines := strings.Split(strings.TrimSuffix(report, "\n"), "\n")
	if len(lines) != len(calls) {
		return fmt.Errorf("%d lines about %d calls: %s", len(lines), len(calls), report)
	}
	for _, line := range lines {
		_, said, _ := strings.Cut(line, ": ")
		if said == "" || strings.HasPrefix(said, "! ") || strings.HasPrefix(said, "- ") || said[0] == '#' {
			return fmt.Errorf("a result that cannot be read: %s", line)
		}
	}
	return nil
}
