package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// existing returns a server of the SDK with a tool, a resource and a prompt.
func existing() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "existing", Version: "7"}, nil)
	server.AddTool(&mcp.Tool{Name: "old", InputSchema: json.RawMessage(noArguments)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "old answer"}}}, nil
	})
	server.AddResource(&mcp.Resource{URI: "old://r", Name: "r"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "old://r", Text: "old text"}}}, nil
	})
	server.AddPrompt(&mcp.Prompt{Name: "oldprompt"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "old words"}}}}, nil
	})
	return server
}

// What is added is served beside what is there.
func TestWrap(t *testing.T) {
	s := Wrap(existing())
	addTool(s, "new", func(_ context.Context, out *Writer) error { out.Raw(`{"id":9007199254740993}`); return nil })
	s.AddResource(&Resource{URI: "new://r", Name: "r"}, func(context.Context, Vars) (Contents, error) { return Text("new text"), nil })
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	h := serve(t, s)
	for _, c := range []*Client{localClient(t, s), dial(t, h.URL), dialLegacy(t, h.URL, "2025-06-18")} {
		if r, err := c.CallTool(t.Context(), "new", NewWriter()); err != nil || r.Any().(map[string]any)["id"] != json.Number("9007199254740993") {
			t.Errorf("new tool: %v", err)
		}
		if r, err := c.CallTool(t.Context(), "old", NewWriter()); err != nil || r.Any().(map[string]any)["result"] != "old answer" {
			t.Errorf("old tool: %v", err)
		}
		for uri, want := range map[string]string{"old://r": "old text", "new://r": "new text"} {
			if text, err := c.ReadText(t.Context(), uri); err != nil || text != want {
				t.Errorf("%s: %q %v", uri, text, err)
			}
		}
		if text, err := c.GetPromptText(t.Context(), "oldprompt", nil); err != nil || text != "old words" {
			t.Errorf("prompt: %q %v", text, err)
		}
		if got := c.Session().InitializeResult().ServerInfo.Name; got != "existing" {
			t.Errorf("the server is called %q", got)
		}
	}
}

// A name that is taken is reported, not replaced.
func TestWrapClash(t *testing.T) {
	s := Wrap(existing())
	addTool(s, "old", nil)
	s.AddResource(&Resource{URI: "old://r", Name: "r"}, nil)
	s.AddPrompt(&Prompt{Name: "oldprompt"}, nil)
	err := s.Err()
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`two tools are called "old":`, `two resources are called "old://r":`, `two prompts are called "oldprompt":`, "added to the server of the SDK", "wrap_test.go"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
	if _, err := s.Local(t.Context()); err == nil || errors.Is(err, ErrDisconnected) {
		t.Errorf("Local: %v", err)
	}
}
