package tokens

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/examples/excel/excel"
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

// Whatever calls are made in, one at a time or as programs, with primitive or
// with workflow tools: the workbook is as it was wanted.
func TestCasesDoWhatIsWanted(t *testing.T) {
	for _, c := range Cases() {
		for way, list := range map[string][]Step{"plain": c.Plain, "programs": c.ProgramSteps(), "workflow": c.Workflow} {
			if list == nil {
				continue
			}
			t.Run(c.ID+"/"+way, func(t *testing.T) {
				folder := &Folder{Path: t.TempDir()}
				if err := WriteFixtures(folder.Path); err != nil {
					t.Fatal(err)
				}
				files, err := excel.Open(folder.Path)
				if err != nil {
					t.Fatal(err)
				}
				defer files.Close()
				srv := excel.NewServer(files)
				var results strings.Builder
				for _, call := range slices.Concat(list...) {
					result, err := srv.Call(t.Context(), call.Tool, []byte(call.Arguments))
					if err != nil {
						t.Fatalf("%s %s: %v", call.Tool, call.Arguments, err)
					}
					results.WriteString(result.Text + "\n")
				}
				if !strings.Contains(results.String(), c.Answer) {
					t.Errorf("%q is not in the results:\n%s", c.Answer, &results)
				}
				c.Check(folder)
				for _, fault := range folder.Faults {
					t.Error(fault)
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
