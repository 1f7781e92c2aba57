package gen

import (
	"github.com/mcpgen/mcpgen/emit/planner"
	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/internal/model"
	runtime "github.com/mcpgen/mcpgen/runtime/planner"
)

// Schemas returns the input and the output schema of a tool as compact JSON;
// output is "" for a tool that returns nothing. The package must be checked.
func Schemas(pkg *model.Package, tool *model.Tool) (input, output string) {
	return schema.Input(pkg, tool), schema.Output(pkg, tool)
}

// Registry returns the planner lines of a checked package, each with its line
// break: what MCPRegistry holds in the generated code.
func Registry(pkg *model.Package) string { return runtime.Render(planner.Lines(pkg)) }
