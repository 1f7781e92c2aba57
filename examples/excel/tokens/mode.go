package tokens

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/mcpgen/mcpgen/examples/excel/excel"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Mode is a way to have a model do the work.
type Mode interface {
	// Name is what docs/tokens.md calls it.
	Name() string
	// Covers reports whether there are calls for a case.
	Covers(c Case) bool
	// Options are those of the server.
	Options() []mcpruntime.Option
	// Run carries out the calls of a case, and returns what was said.
	Run(ctx context.Context, srv *mcpruntime.Server, c Case) (Transcript, error)
}

// Transcript is what a model reads and writes over a case.
type Transcript struct {
	Definitions string
	Goal        string
	Turns       []Turn
}

// Turn is what a model wrote, and what came back.
type Turn struct{ Says, Gets string }

// task begins every prompt.
const task = "You work on Excel workbooks for a person. Use the tools."

// prompts returns the prompt of every turn, that of the answer included.
func (t Transcript) prompts() []string {
	text := strings.Join([]string{task, t.Definitions, t.Goal}, "\n")
	all := []string{text}
	for _, turn := range t.Turns {
		text += "\n" + turn.Says + "\n" + turn.Gets
		all = append(all, text)
	}
	return all
}

// Do carries out a case in a fresh folder, and fails unless the workbooks are
// as they were wanted.
func Do(ctx context.Context, m Mode, c Case) (Transcript, error) {
	folder, err := os.MkdirTemp("", "tokens")
	if err != nil {
		return Transcript{}, err
	}
	defer os.RemoveAll(folder)
	if err := WriteFixtures(folder); err != nil {
		return Transcript{}, err
	}
	files, err := excel.Open(folder)
	if err != nil {
		return Transcript{}, err
	}
	defer files.Close()
	t, err := m.Run(ctx, excel.NewServer(files, m.Options()...), c)
	if err != nil {
		return t, fmt.Errorf("%s, mode %s: %w", c.ID, m.Name(), err)
	}
	return t, c.judge(m, t, &Folder{Path: folder})
}

// judge opens the workbooks, and looks for the answer of a question.
func (c Case) judge(m Mode, t Transcript, f *Folder) error {
	c.Check(f)
	var results strings.Builder
	for _, turn := range t.Turns {
		results.WriteString(turn.Gets + "\n")
	}
	if !strings.Contains(results.String(), c.Answer) {
		f.fault("%q is in no result", c.Answer)
	}
	if len(f.Faults) > 0 {
		return fmt.Errorf("%s, mode %s: %s", c.ID, m.Name(), strings.Join(f.Faults, "; "))
	}
	return nil
}

// Modes are all modes, in the order of docs/tokens.md.
func Modes(ctx context.Context) ([]Mode, error) {
	one, err := NewPlain(ctx, false)
	if err != nil {
		return nil, err
	}
	side, err := NewPlain(ctx, true)
	if err != nil {
		return nil, err
	}
	over, err := NewPlanned(ctx)
	return []Mode{
		one, side, NewLines(true), NewPrograms(true), NewWorkflow(true), NewLooked(), over,
		NewLines(false), NewPrograms(false), NewWorkflow(false),
	}, err
}
