package mcpruntime

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// A tool that is added by hand, without a line, has the one of its schemas.
func TestLinesOfSchemas(t *testing.T) {
	nothing := func(context.Context, *Reader, *Writer) error { return nil }
	for want, tool := range map[string]*Tool{
		`a() -> any`:                        {Input: noArguments},
		`a(city days?:int(1..14)=3) -> any`: {Input: `{"type":"object","properties":{"city":{"type":"string","pattern":"^O"},"days":{"type":"integer","minimum":1,"maximum":14,"default":3}},"required":["city"]}`},
		`a() -> {n:int}`:                    {Input: noArguments, Output: `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`},
		`a() -> num[]`:                      {Input: noArguments, Output: `{"type":"object","properties":{"result":{"type":"array","items":{"type":"number"}}},"required":["result"]}`, Wrapped: true},
		`a() -> {*:any}`:                    {Input: noArguments, Output: `{"type":"object"}`},
		`a() -> #report`:                    {Input: noArguments, Output: `{"type":"object"}`, Handle: "report"},
		`a(x) -> str: Does it.`:             {Input: noArguments, Line: "(x) -> str", Description: "Does it. And more."},
		`a() -> any: Is odd.`:               {Input: `{"type":"object"}`, Output: `{"type":"object","properties":{"x":{}}}`, Wrapped: true, Description: "Is odd."},
		`a() -> any: Is deep.`:              {Input: `{"type":"object","properties":` + strings.Repeat(`{"a":`, 600) + "{}" + strings.Repeat("}", 600) + "}", Description: "Is deep."},
		`a() -> any: Is long.`:              {Input: fmt.Sprintf(`{"type":"object","properties":{"%s":{}}}`, strings.Repeat("x", 1<<20)), Description: "Is long."},
	} {
		s := NewServer("lines", "1")
		tool.Name = "a"
		s.AddTool(tool, nothing)
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
		entries, err := planner.ParseRegistry(s.View(planner.Select{All: true}).String())
		if err != nil || len(entries) != 1 || entries[0].String() != want {
			t.Errorf("got %v, %v, want %s", entries, err, want)
		}
	}
}

// Such a tool takes more than its line says, as its schema lets it.
func TestProgramsWithLinesOfSchemas(t *testing.T) {
	s := NewServer("lines", "1")
	s.AddTool(&Tool{Name: "3d", Hints: ReadOnly, Input: `{"type":"object","properties":{"n":{"type":"integer"}}}`}, func(_ context.Context, in *Reader, out *Writer) error {
		out.Content(TextContent{Text: "got " + string(in.Raw())})
		return in.Done()
	})
	for program, want := range map[string]string{
		`a: "3d" n=1 more=true`: "a: \"got {\\\"n\\\":1,\\\"more\\\":true}\"\n",
		`a: "3d" n="x"`:         "want an integer",
		`help "3d"`:             `"3d"(n?:int) -> any`,
		`find 3d`:               `"3d"(n?:int) -> any`,
	} {
		report, err := s.RunProgram(t.Context(), program, planner.Select{All: true})
		if err != nil {
			report = err.Error()
		}
		if !strings.Contains(report, want) {
			t.Errorf("%s: got %s, want %s", program, report, want)
		}
	}
}

// A line by hand that cannot be read keeps a server of programs from starting.
func TestWrongLines(t *testing.T) {
	for _, opt := range []Option{WithPlanner(), WithView(planner.Select{All: true})} {
		s := NewServer("lines", "1", opt)
		s.AddTool(&Tool{Name: "a", Line: "(x", Input: noArguments}, nil)
		if err := s.Err(); err == nil || !strings.Contains(err.Error(), `the line of tool "a"`) {
			t.Errorf("got %v", err)
		}
	}
}
