package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/emit/planner"
	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/internal/tokens"
	runtime "github.com/mcpgen/mcpgen/runtime/planner"
)

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

// overBudget is the finding that the planner lines of all packages take more
// tokens than they may, at the tool that takes most of them.
func overBudget(budget int, pkgs []*model.Package) (diag.List, error) {
	if budget <= 0 {
		return nil, nil
	}
	counter, err := tokens.New()
	if err != nil {
		return nil, err
	}
	report, err := counter.Measure(Tools(pkgs))
	if err != nil || report.All.Sentences <= budget {
		return nil, err
	}
	most := slices.MaxFunc(report.Tools, func(a, b tokens.Cost) int { return a.Sentences - b.Sentences })
	msg := fmt.Sprintf("the planner lines take %d tokens, which is more than the budget of %d", report.All.Sentences, budget)
	hint := fmt.Sprintf("tool %s takes most, %d; mcpgen show --registry --tokens lists all", most.Name, most.Sentences)
	for _, pkg := range pkgs {
		for _, t := range pkg.Tools {
			if t.Name == most.Name {
				return diag.List{diag.New(t.Pos, diag.OverBudget, msg, hint)}, nil
			}
		}
	}
	return nil, nil
}
