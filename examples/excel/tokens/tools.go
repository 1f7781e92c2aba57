package tokens

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/mcpgen/mcpgen/examples/excel/excel"
)

// tool is a tool of the server as tools/list has it.
type tool struct {
	Name, Description string
	Input             inputSchema
}

// inputSchema is what counts of a schema of arguments.
type inputSchema struct {
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required"`
}

type property struct {
	Type        string    `json:"type"`
	Description string    `json:"description"`
	Enum        []string  `json:"enum"`
	Items       *property `json:"items"`
}

// workflows are the tools of the group workflow.
var workflows = []string{
	"add_column", "add_totals", "build_dashboard", "check_column", "clean_sheet",
	"compare_sheets", "import_csv", "new_period", "style_sheet", "summarize",
}

// primitives returns the tools that are no workflows.
func primitives(ctx context.Context) ([]tool, error) {
	client, err := excel.NewServer(nil).Local(ctx)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	list, err := client.Session().ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	var tools []tool
	for _, t := range list.Tools {
		if slices.Contains(workflows, t.Name) {
			continue
		}
		schema, err := json.Marshal(t.InputSchema)
		if err != nil {
			return nil, err
		}
		one := tool{Name: t.Name, Description: t.Description}
		if err := json.Unmarshal(schema, &one.Input); err != nil {
			return nil, err
		}
		tools = append(tools, one)
	}
	return tools, nil
}
