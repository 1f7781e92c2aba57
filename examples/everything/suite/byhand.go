package suite

import (
	"context"
	"encoding/json"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// AddByHand adds what annotations do not say. The README says why for each.
func AddByHand(srv *mcpruntime.Server) {
	mcpruntime.AddForm[Choices](srv, choices, nil) // generated code reads it
	srv.AddTool(&conditional, func(_ context.Context, in *mcpruntime.Reader, _ *mcpruntime.Writer) error {
		in.Any()
		return in.Done()
	})
	srv.MCP().AddTool(&mcp.Tool{
		Name: "test_reconnection", Description: "Closes the stream of its call, and answers on the one that takes its place.",
		InputSchema: json.RawMessage(`{"type":"object"}`),
	}, reconnect)
}

// reconnect ends the stream of events of its call, as a server does that wants
// no connection open for long, and answers when the client has come back.
func reconnect(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.Extra != nil && req.Extra.CloseSSEStream != nil {
		req.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
	}
	time.Sleep(2 * step)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "The result on the second stream."}}}, nil
}

// conditional has a schema that holds what no Go type means.
var conditional = mcpruntime.Tool{
	Name: "json_schema_2020_12_tool", Description: "Has a schema with rules across its properties.", Input: conditions,
}

const conditions = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
	`"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},` +
	`"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},` +
	`"phone":{"type":"string"},"email":{"type":"string"}},` +
	`"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],` +
	`"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},` +
	`"then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false}`

// choices is the form of Choices with the names of legacyEnum in the keyword of
// 2025-06-18, which later revisions have besides titles.
const choices = `{"type":"object","properties":{` +
	`"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},` +
	`"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},` +
	`"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},` +
	`"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},` +
	`"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]}}}}`
