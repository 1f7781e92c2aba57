package suite

import (
	"context"
	"encoding/json"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// AddByHand adds what annotations do not reach. The README says why for each.
func AddByHand(srv *mcpruntime.Server) {
	srv.MCP().AddReceivingMiddleware(completeAndSubscribe)
	addForms(srv)
	addContentTools(srv.MCP())
	addPrompts(srv.MCP())
	addSchemaTools(srv)
	srv.MCP().AddTool(plainTool("test_reconnection", "Closes the stream of its call, and answers on the one that takes its place."), reconnect)
	srv.MCP().AddTool(plainTool("test_trigger_tool_change", "Adds a tool, again each time, so that the list of tools changes."), func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		srv.MCP().AddTool(plainTool("zz_transient_tool", "Is there since the list of tools has changed."), answer(text("Still there.")))
		return content(text("The list of tools has changed.")), nil
	})
	srv.MCP().AddTool(plainTool("test_trigger_prompt_change", "Adds a prompt, again each time, so that the list of prompts changes."), func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		srv.MCP().AddPrompt(&mcp.Prompt{Name: "zz_transient_prompt", Description: "Is there since the list of prompts has changed."}, messages(text("Still there.")))
		return content(text("The list of prompts has changed.")), nil
	})
}

func plainTool(name, description string) *mcp.Tool {
	return &mcp.Tool{Name: name, Description: description, InputSchema: json.RawMessage(`{"type":"object"}`)}
}

func text(s string) mcp.Content { return &mcp.TextContent{Text: s} }

func image() mcp.Content { return &mcp.ImageContent{Data: dot, MIMEType: "image/png"} }

func embedded(uri, mime, s string) mcp.Content {
	return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: mime, Text: s}}
}

func content(parts ...mcp.Content) *mcp.CallToolResult { return &mcp.CallToolResult{Content: parts} }

func answer(parts ...mcp.Content) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return content(parts...), nil
	}
}

func addContentTools(server *mcp.Server) {
	server.AddTool(plainTool("test_image_content", "Returns an image."), answer(image()))
	server.AddTool(plainTool("test_audio_content", "Returns a recording."), answer(&mcp.AudioContent{Data: silence, MIMEType: "audio/wav"}))
	server.AddTool(plainTool("test_embedded_resource", "Returns a resource."),
		answer(embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")))
	server.AddTool(plainTool("test_multiple_content_types", "Returns a text, an image and a resource."),
		answer(text("Multiple content types test:"), image(), embedded("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`)))
}

func messages(parts ...mcp.Content) mcp.PromptHandler {
	return func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		result := &mcp.GetPromptResult{}
		for _, part := range parts {
			result.Messages = append(result.Messages, &mcp.PromptMessage{Role: "user", Content: part})
		}
		return result, nil
	}
}

func addPrompts(server *mcp.Server) {
	server.AddPrompt(&mcp.Prompt{Name: "test_prompt_with_image", Description: "Shows an image."}, messages(image(), text("Please analyze the image above.")))
	server.AddPrompt(&mcp.Prompt{
		Name: "test_prompt_with_embedded_resource", Description: "Shows a resource.",
		Arguments: []*mcp.PromptArgument{{Name: "resourceUri", Description: "the URI of the resource", Required: true}},
	}, func(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return messages(embedded(req.Params.Arguments["resourceUri"], "text/plain", "Embedded resource content for testing."),
			text("Please process the embedded resource above."))(ctx, req)
	})
}

// completeAndSubscribe answers requests for completions and subscriptions, and
// says so. Nothing ever happens to the resource that is watched.
func completeAndSubscribe(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch method {
		case "completion/complete":
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{"testValue1", "testValue2"}}}, nil
		case "resources/subscribe", "resources/unsubscribe":
			return &struct{ mcp.ResultBase }{}, nil
		}
		result, err := next(ctx, method, req)
		switch result := result.(type) {
		case *mcp.InitializeResult:
			declare(result.Capabilities)
		case *mcp.DiscoverResult:
			declare(result.Capabilities)
		}
		return result, err
	}
}

func declare(can *mcp.ServerCapabilities) {
	can.Completions = &mcp.CompletionCapabilities{}
	can.Resources.Subscribe = true
}

// reconnect ends the stream of events of its call, as a server does that wants
// no connection open for long, and answers when the client has come back.
func reconnect(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.Extra != nil && req.Extra.CloseSSEStream != nil {
		req.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
	}
	time.Sleep(2 * step)
	return content(text("The result on the second stream.")), nil
}

// addSchemaTools adds tools whose schemas hold what no Go type means.
func addSchemaTools(srv *mcpruntime.Server) {
	for name, tool := range map[string]mcpruntime.Tool{
		"json_schema_2020_12_tool": {Description: "Has a schema with rules across its properties.", Input: conditions},
		"test_x_mcp_header":        {Description: "Has an argument that is repeated in a header of HTTP.", Input: region},
	} {
		tool.Name = name
		srv.AddTool(&tool, func(_ context.Context, in *mcpruntime.Reader, out *mcpruntime.Writer) error {
			in.Any()
			return in.Done()
		})
	}
}

const region = `{"type":"object","properties":{` +
	`"region":{"type":"string","description":"repeated in Mcp-Param-Region","x-mcp-header":"Region"},` +
	`"level":{"type":"integer","description":"not repeated"}}}`

const conditions = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
	`"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},` +
	`"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},` +
	`"phone":{"type":"string"},"email":{"type":"string"}},` +
	`"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],` +
	`"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},` +
	`"then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false}`
