package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// connection is a client of the program, which runs as a process of its own.
type connection struct {
	t   *testing.T
	ctx context.Context
	*mcpruntime.Client
}

func connect(t *testing.T, flags ...string) connection {
	ctx := testContext(t)
	client, err := mcpruntime.SpawnCommand(ctx, program(ctx, append([]string{"-root", t.TempDir()}, flags...)...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return connection{t, ctx, client}
}

// call calls a tool, and returns the text of its answer and whether it failed.
func (c connection) call(tool string, arguments map[string]any) (text string, failed bool) {
	c.t.Helper()
	result, err := c.Session().CallTool(c.ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		c.t.Fatal(err)
	}
	for _, part := range result.Content {
		if part, ok := part.(*mcp.TextContent); ok {
			text += part.Text
		}
	}
	return text, result.IsError
}

// says wants a call to be answered with a text.
func (c connection) says(want, tool string, arguments map[string]any) {
	c.t.Helper()
	if got, failed := c.call(tool, arguments); failed || got != want {
		c.t.Errorf("%s says %q, failed: %v; want %q", tool, got, failed, want)
	}
}

// fails wants a call to fail with a message that has a text in it.
func (c connection) fails(want, tool string, arguments map[string]any) {
	c.t.Helper()
	if got, failed := c.call(tool, arguments); !failed || !strings.Contains(got, want) {
		c.t.Errorf("%s says %q, failed: %v; want the error %q", tool, got, failed, want)
	}
}

// many are more rows than one call reads.
func many() [][]any {
	rows := [][]any{{"Number", "Name", "Day"}}
	for i := range 9_999 {
		rows = append(rows, []any{i, fmt.Sprintf("n%d", i), "2026-01-31"})
	}
	return rows
}

type args = map[string]any

// A range that is too large to be read is kept, and written to other files
// without passing through the client, as README.md shows.
func TestHandlesPlain(t *testing.T) {
	c := connect(t)
	c.says("", "create_workbook", args{"path": "big.xlsx", "sheets": []string{"Orders"}})
	c.says("", "create_workbook", args{"path": "copy.xlsx"})
	c.says("", "create_workbook", args{"path": "all.xlsx", "sheets": []string{"Orders"}})
	c.says("A1:C500", "append_rows", args{"path": "all.xlsx", "sheet": "Orders", "rows": many()[:500]})
	for range 2 {
		c.call("append_rows", args{"path": "big.xlsx", "sheet": "Orders", "rows": many()})
	}
	c.fails("more than 50000", "read_range", args{"path": "big.xlsx", "sheet": "Orders"})
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(readme), "```\nkeep_range")
	block, _, closed := strings.Cut("keep_range"+block, "\n```")
	lines := strings.Split(block, "\n")
	if !closed || len(lines) != 6 {
		t.Fatalf("README.md shows %q", lines)
	}
	for i := 0; i < len(lines); i += 2 {
		tool, text, _ := strings.Cut(lines[i], " ")
		var arguments args
		if err := json.Unmarshal([]byte(text), &arguments); err != nil {
			t.Fatalf("%s: %v", lines[i], err)
		}
		c.says(lines[i+1], tool, arguments)
	}
	c.says(`{"path":"all.xlsx","sheet":"Orders","ref":"A20500:C20500","rows":[[9998,"n9998","2026-01-31"]]}`,
		"read_range", args{"path": "all.xlsx", "sheet": "Orders", "ref": "A20500:C20500"})
	if text, err := c.ReadText(c.ctx, "handle://R1"); err != nil || !strings.HasPrefix(text, `{"path":"big.xlsx","sheet":"Orders","ref":"A1:C20000","rows":[["Number",`) {
		t.Errorf("%.80s; %v", text, err)
	}
}

// Values are kept, so text that looks like a formula stays text; what is wrong
// about a handle is said.
func TestHandlesOfText(t *testing.T) {
	c := connect(t)
	c.says("", "create_workbook", args{"path": "c.xlsx"})
	c.says("A1:B2", "import_csv", args{"path": "c.xlsx", "sheet": "Text", "text": "A,B\n=1+1,2"})
	c.says("#R1 Text!A1:B2 of c.xlsx, 2 rows: A, B", "keep_range", args{"path": "c.xlsx", "sheet": "Text"})
	c.says("A1:B2", "write_range", args{"path": "c.xlsx", "sheet": "Sheet1", "at": "A1", "from": "#R1"})
	c.says(`{"result":[]}`, "get_formulas", args{"path": "c.xlsx", "sheet": "Sheet1"})

	c.fails("give either rows, or from", "write_range", args{"path": "c.xlsx", "sheet": "Sheet1", "at": "A1"})
	c.fails("give either rows, or from", "append_rows", args{"path": "c.xlsx", "sheet": "Sheet1", "from": "#R1", "rows": [][]any{{1}}})
	c.fails("there is no handle #R9", "append_rows", args{"path": "c.xlsx", "sheet": "Sheet1", "from": "#R9"})
	c.fails("there is no file none.xlsx", "keep_range", args{"path": "none.xlsx", "sheet": "Sheet1"})
}

// In a program the handle is a result that later calls and later programs refer
// to; what it stands for is in no answer.
func TestHandlesPlanner(t *testing.T) {
	c := connect(t, "-planner")
	run := func(program ...string) args { return args{"program": strings.Join(program, "\n")} }
	rows, err := json.Marshal(many()[:2000])
	if err != nil {
		t.Fatal(err)
	}
	c.says("a: ok\nb: \"A1:C2000\"\nc: #R1 Sheet1!A1:C2000 of a.xlsx, 2000 rows: Number, Name, Day\nd: ok\ne: \"A1:C2000\"\n", "run_changes", run(
		`a: create_workbook path="a.xlsx"`,
		`b: append_rows path="a.xlsx" sheet="Sheet1" rows=`+string(rows),
		`c: keep_range path="a.xlsx" sheet="Sheet1"`,
		`d: create_workbook path="b.xlsx"`,
		`e: write_range path="b.xlsx" sheet="Sheet1" at="A1" from=$c`,
	))
	c.says("a: \"A2001:C4000\"\nb: #R2 path \"b.xlsx\", sheet \"Sheet1\", ref \"A1:C2000\", rows: 2000 rows of 3 values\nc: \"A4001:C6000\"\n", "run_changes", run(
		`a: append_rows path="b.xlsx" sheet="Sheet1" from=#R1`,
		`b: read_range path="b.xlsx" sheet="Sheet1" ref="A1:C2000"`,
		`c: append_rows path="b.xlsx" sheet="Sheet1" rows=$b.rows`,
	))
	c.says(`{"columns":["0","1","2"],"rows":[["Number","Name","Day"]],"total":2000,"next":1}`, "handle", args{"handle": "#R1", "do": "view", "limit": 1})
	c.fails("want a handle of kind range", "run_changes", run(`a: append_rows path="b.xlsx" sheet="Sheet1" from=#R2`))
}
