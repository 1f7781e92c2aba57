package tokens

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

var update = flag.Bool("update", false, "write what was measured to docs/tokens.md")

// The table in docs/tokens.md is what make tokens measures.
func TestTable(t *testing.T) {
	modes, err := Modes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	report, names, err := MeasureAll(t.Context(), modes)
	if err != nil {
		t.Fatal(err)
	}
	want := report.Table(names)
	page := filepath.Join("..", "..", "..", "docs", "tokens.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, old, found := strings.Cut(string(text), tableHead)
	if !found {
		t.Fatal("docs/tokens.md has no table")
	}
	old, after, _ := strings.Cut(tableHead+old, "\n\n")
	if old+"\n" == want {
		return
	}
	if !*update {
		t.Fatalf("docs/tokens.md is not what is measured; go test ./tokens -run TestTable -update writes it:\n%s", want)
	}
	if err := os.WriteFile(page, []byte(before+want+"\n"+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The lines in a prompt are those of the tools that programs may call, and say
// how many there are: 25, or the group workflow.
func TestLines(t *testing.T) {
	for _, want := range []struct {
		mode  Mode
		tools int
	}{{NewLines(true), 25}, {NewPrograms(false), 25}, {NewWorkflow(true), 10}, {NewLooked(), 11}} {
		_, lines, _ := strings.Cut(want.mode.(native).definitions, program.Notation+"\n")
		entries, err := planner.ParseRegistry(lines)
		if err != nil || len(entries) != want.tools {
			t.Errorf("mode %s has %d lines, want %d; %v", want.mode.Name(), len(entries), want.tools, err)
		}
		for _, e := range entries {
			if (e.About != "") != !strings.HasSuffix(want.mode.Name(), "s") {
				t.Errorf("mode %s: %s", want.mode.Name(), e)
			}
		}
	}
}

// A turn is a program as the server reads it.
func TestProgram(t *testing.T) {
	text, err := written(Step{
		call("write_range", `{"path":"a.xlsx","at":"A1","rows":[["=A2<3",null],[1.50,true]]}`),
		call("list_workbooks", `{}`),
	})
	want := "a: write_range path=\"a.xlsx\" at=\"A1\" rows=[[\"=A2<3\",null],[1.50,true]]\nb: list_workbooks"
	if err != nil || text != want {
		t.Errorf("%v\n%s\nwant\n%s", err, text, want)
	}
}

// What failed, was not run or stays on the server does not count as done.
func TestSucceeded(t *testing.T) {
	two := Step{{Tool: "x"}, {Tool: "y"}}
	if err := succeeded(two, "a: ok\nb: {\"n\":1}\n"); err != nil {
		t.Error(err)
	}
	for _, report := range []string{"", "a: ok\n", "a: ok\nb: ! not_found no\n", "a: ok\nb: - not run: a\n", "a: ok\nb: #R1 120 rows\n"} {
		if succeeded(two, report) == nil {
			t.Errorf("counts: %q", report)
		}
	}
}

// Where plain MCP has to look at a workbook of an open goal, mode 4i does too.
func TestLooked(t *testing.T) {
	for _, c := range Cases() {
		steps := c.Looked()
		looks := len(steps) > 0 && steps[0][0].Tool == "workbook_info"
		want := c.Tier() >= "C" && c.Plain[0][0].Tool != "create_workbook"
		if looks != want {
			t.Errorf("%s looks: %v, want %v", c.ID, looks, want)
		}
	}
}
