package suite

import (
	"context"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Lists changes what a server offers while it serves.
type Lists struct{ Server *mcpruntime.Server }

// AddTool adds a tool, again each time, so that the list of tools changes.
//
//mcp:tool name=test_trigger_tool_change
func (l *Lists) AddTool() string {
	l.Server.RemoveTools(transientTool.Name)
	l.Server.AddTool(&transientTool, func(_ context.Context, in *mcpruntime.Reader, out *mcpruntime.Writer) error {
		in.Empty()
		out.Content(mcpruntime.TextContent{Text: "Still there."})
		return in.Done()
	})
	return "The list of tools has changed."
}

// AddPrompt adds a prompt, again each time, so that the list of prompts changes.
//
//mcp:tool name=test_trigger_prompt_change
func (l *Lists) AddPrompt() string {
	l.Server.RemovePrompts(transientPrompt.Name)
	l.Server.AddPrompt(&transientPrompt, func(context.Context, mcpruntime.Args) (mcpruntime.Messages, error) {
		return mcpruntime.UserText("Still there."), nil
	})
	return "The list of prompts has changed."
}

// What comes while the server runs is not known when it is generated.
var (
	transientTool = mcpruntime.Tool{
		Name: "zz_transient_tool", Description: "Is there since the list of tools has changed.", Input: `{"type":"object"}`,
	}
	transientPrompt = mcpruntime.Prompt{
		Name: "zz_transient_prompt", Description: "Is there since the list of prompts has changed.",
	}
)
