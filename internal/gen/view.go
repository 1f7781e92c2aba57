package gen

import (
	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/internal/model"
)

// Schemas returns the input and the output schema of a tool as compact JSON;
// output is "" for a tool that returns nothing. The package must be checked.
func Schemas(pkg *model.Package, tool *model.Tool) (input, output string) {
	return schema.Input(pkg, tool), schema.Output(pkg, tool)
}
