package gen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/emit/planner"
	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/internal/tokens"
	runtime "github.com/mcpgen/mcpgen/runtime/planner"
)

// Schemas returns the input and the output schema of a tool as compact JSON;
// output is "" for a tool that returns nothing. The package must be checked.
func Schemas(pkg *model.Package, tool *model.Tool) (input, output string) {
	return schema.Input(pkg, tool), schema.Output(pkg, tool)
}

// Tools returns the tools of checked packages by name, as planners and as hosts
// see them.
func Tools(pkgs []*model.Package) []tokens.Tool {
	var tools []tokens.Tool
	for _, pkg := range pkgs {
		lines := planner.Lines(pkg)
		for _, t := range pkg.Tools {
			i := slices.IndexFunc(lines, func(e runtime.Entry) bool { return e.Name == t.Name })
			tools = append(tools, tokens.Tool{Entry: lines[i], JSON: definition(pkg, t, true), Prompt: definition(pkg, t, false)})
		}
	}
	slices.SortStableFunc(tools, func(a, b tokens.Tool) int { return strings.Compare(a.Name, b.Name) })
	return tools
}

// definition is a tool in a result of tools/list, or the part that a model gets.
func definition(pkg *model.Package, t *model.Tool, whole bool) string {
	input, output := Schemas(pkg, t)
	text := `{"name":` + model.Quote(t.Name)
	add := func(name, json string) { text += "," + model.Quote(name) + ":" + json }
	if whole && t.Title != "" {
		add("title", model.Quote(t.Title))
	}
	if t.Doc != "" {
		add("description", model.Quote(t.Doc))
	}
	add("inputSchema", input)
	if whole && output != "" {
		add("outputSchema", output)
	}
	if hints := annotations(t.Hints); whole && hints != "" {
		add("annotations", "{"+hints+"}")
	}
	return text + "}"
}

func annotations(h model.Hints) string {
	var list []string
	for _, hint := range []struct {
		name string
		said *bool
	}{
		{"destructiveHint", h.Destructive}, {"idempotentHint", h.Idempotent}, {"openWorldHint", h.OpenWorld}, {"readOnlyHint", h.ReadOnly},
	} {
		if hint.said != nil {
			list = append(list, model.Quote(hint.name)+":"+strconv.FormatBool(*hint.said))
		}
	}
	return strings.Join(list, ",")
}

// Registry returns the planner lines of a checked package, each with its line
// break: what MCPRegistry holds in the generated code.
func Registry(pkg *model.Package) string { return runtime.Render(planner.Lines(pkg)) }
