package tokens

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/examples/excel/excel"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// planned is planner mode, as any host has it over MCP.
type planned struct {
	definitions string
	view        *planner.View
}

// NewPlanned returns mode 5.
func NewPlanned(ctx context.Context) (Mode, error) {
	m := planned{view: excel.NewServer(nil).View(planner.Select{All: true})}
	list, err := listedTools(ctx, m.Options()...)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, t := range list {
		schema, err := writeJSON(t.InputSchema)
		if err != nil {
			return nil, err
		}
		line, err := writeJSON(listedTool{t.Name, t.Description, json.RawMessage(schema)})
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	m.definitions = strings.Join(lines, "\n")
	return m, nil
}

// listedTool is a tool as tools/list has it, with what mode 1 shows of one.
type listedTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// Name is 5.
func (p planned) Name() string { return "5" }

// Options put the server into planner mode.
func (p planned) Options() []mcpruntime.Option { return []mcpruntime.Option{mcpruntime.WithPlanner()} }

// Covers is true: tier A has the primitive tools.
func (p planned) Covers(Case) bool { return true }

// Run asks for help about the tools of the case, which the descriptions only
// name, and runs a program a turn.
func (p planned) Run(ctx context.Context, srv *mcpruntime.Server, c Case) (Transcript, error) {
	t := Transcript{Definitions: p.definitions, Goal: c.Goal}
	client, err := srv.Local(ctx)
	if err != nil {
		return t, err
	}
	defer client.Close()
	programs := c.Looked()
	if programs == nil {
		programs = c.ProgramSteps()
	}
	turn, err := say(ctx, client, "run", "help "+strings.Join(toolsOf(programs), " "))
	if err != nil {
		return t, err
	}
	t.Turns = append(t.Turns, turn)
	for _, step := range programs {
		text, err := written(step)
		if err != nil {
			return t, err
		}
		turn, err := say(ctx, client, p.runs(step), text)
		if err == nil {
			err = succeeded(step, turn.Gets)
		}
		if err != nil {
			return t, err
		}
		t.Turns = append(t.Turns, turn)
	}
	return t, nil
}

// runs returns the tool that runs a program.
func (p planned) runs(calls Step) string {
	for _, call := range calls {
		if t := p.view.Tool(call.Tool); t == nil || !t.ReadOnly {
			return "run_changes"
		}
	}
	return "run"
}

// say has a program run by a tool of planner mode.
func say(ctx context.Context, client *mcpruntime.Client, tool, text string) (Turn, error) {
	result, err := client.Session().CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]string{"program": text}})
	if err != nil {
		return Turn{}, fmt.Errorf("%s: %w", text, err)
	}
	var gets []string
	for _, part := range result.Content {
		if text, ok := part.(*mcp.TextContent); ok {
			gets = append(gets, text.Text)
		}
	}
	answer := strings.Join(gets, "\n")
	if result.IsError {
		return Turn{}, fmt.Errorf("%s: %s", text, answer)
	}
	argument, err := writeJSON(text)
	return Turn{fmt.Sprintf(`{"name":%q,"arguments":{"program":%s}}`, tool, argument), answer}, err
}

// toolsOf names the tools of programs, each once.
func toolsOf(programs []Step) []string {
	var names []string
	for _, call := range slices.Concat(programs...) {
		if !slices.Contains(names, call.Tool) {
			names = append(names, call.Tool)
		}
	}
	return names
}

// writeJSON writes compact JSON as models do, with < and & as they are.
func writeJSON(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
