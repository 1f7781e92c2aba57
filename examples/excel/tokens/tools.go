package tokens

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/examples/excel/excel"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// tool is a tool of the server as tools/list has it.
type tool struct {
	Name, Description string
	Input             inputSchema
}

// described is the description without the name of the function in front, which
// nobody writes in a definition, and lines do not have either.
func (t tool) described() string {
	if planner.About(t.Name, t.Description) == planner.FirstSentence(t.Description) {
		return t.Description
	}
	_, rest, _ := strings.Cut(t.Description, " ")
	return rest
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

// workflow selects the tools of the group workflow.
var workflow = planner.Select{Profile: planner.ProfileWorkflow}

// primitive selects the tools that are no workflows, and do not keep what they
// read: no case has data that nobody looks at.
func primitive() planner.Select {
	srv := excel.NewServer(nil)
	others := srv.View(planner.Select{Groups: []string{"workflow", "handles"}})
	var sel planner.Select
	for _, t := range srv.View(planner.Select{All: true}).Tools() {
		if !others.Has(t.Name) {
			sel.Names = append(sel.Names, t.Name)
		}
	}
	return sel
}

// listedTools returns the tools of a server as tools/list has them.
func listedTools(ctx context.Context, opts ...mcpruntime.Option) ([]*mcp.Tool, error) {
	client, err := excel.NewServer(nil, opts...).Local(ctx)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	list, err := client.Session().ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	return list.Tools, nil
}

// primitives returns the primitive tools as tools/list has them.
func primitives(ctx context.Context) ([]tool, error) {
	list, err := listedTools(ctx)
	if err != nil {
		return nil, err
	}
	shown := excel.NewServer(nil).View(primitive())
	var tools []tool
	for _, t := range list {
		if !shown.Has(t.Name) {
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
