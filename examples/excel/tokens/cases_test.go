package tokens

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// The list is as docs/tokens.md says: so many cases in each tier, with
// different IDs in their order.
func TestCaseList(t *testing.T) {
	count := map[string]int{}
	var ids []string
	for _, c := range Cases() {
		count[c.Tier()]++
		ids = append(ids, c.ID)
		if c.Goal == "" || c.Check == nil || len(c.Plain) == 0 || (c.Tier() == "A") != (c.Workflow == nil) {
			t.Errorf("%s lacks something", c.ID)
		}
		calls := len(c.Calls())
		if c.Tier() == "A" && calls != 1 || c.Tier() == "B" && (calls < 3 || calls > 4) {
			t.Errorf("%s has %d calls", c.ID, calls)
		}
		for _, call := range slices.Concat(slices.Concat(c.Plain...), slices.Concat(c.Programs...), slices.Concat(c.Workflow...)) {
			if !json.Valid([]byte(call.Arguments)) || strings.Contains(call.Arguments, "%s") {
				t.Errorf("%s: %s has the arguments %s", c.ID, call.Tool, call.Arguments)
			}
		}
	}
	if count["A"] != 16 || count["B"] != 8 || count["C"] != 7 || count["D"] != 6 || len(ids) != 37 {
		t.Errorf("%v", count)
	}
	if slices.Sort(slices.Clone(ids)); !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != 37 {
		t.Errorf("the IDs are %v", ids)
	}
}

// listed is a mode that makes the calls of a list, one a turn.
type listed struct {
	plain
	name  string
	calls func(c Case) []Step
}

func (l listed) Name() string { return l.name }

func (l listed) Run(ctx context.Context, srv *mcpruntime.Server, c Case) (Transcript, error) {
	c.Plain = l.calls(c)
	return l.plain.Run(ctx, srv, c)
}

// Whatever calls are made, those of plain MCP or those of the programs, with
// primitive or with workflow tools: the workbook is as it was wanted.
func TestCasesDoWhatIsWanted(t *testing.T) {
	for _, c := range Cases() {
		for _, m := range []listed{
			{name: "plain", calls: func(c Case) []Step { return c.Plain }},
			{name: "programs", calls: Case.ProgramSteps},
			{name: "workflow", calls: func(c Case) []Step { return c.Workflow }},
		} {
			if m.calls(c) == nil {
				continue
			}
			t.Run(c.ID+"/"+m.name, func(t *testing.T) {
				t.Parallel()
				if _, err := Do(t.Context(), m, c); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// The checks can fail: the workbooks that the cases begin with pass none,
// unless the goal is a question.
func TestChecksCanFail(t *testing.T) {
	for _, c := range Cases() {
		if c.Answer != "" && c.Tier() == "A" {
			continue
		}
		folder := &Folder{Path: t.TempDir()}
		if err := WriteFixtures(folder.Path); err != nil {
			t.Fatal(err)
		}
		if c.Check(folder); len(folder.Faults) == 0 {
			t.Errorf("%s passes before anything is done", c.ID)
		}
	}
}

// A transcript that does not do the work, or does not find the answer, does not
// count.
func TestIdleTranscript(t *testing.T) {
	idle := listed{name: "idle", calls: func(Case) []Step { return nil }}
	for _, c := range []Case{Cases()[0], Cases()[1]} {
		if _, err := Do(t.Context(), idle, c); err == nil {
			t.Errorf("%s counts without a call", c.ID)
		}
	}
}
