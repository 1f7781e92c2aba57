//lint:file-ignore SA1019 sampling and roots are deprecated since 2026-07-28, and part of it and of all revisions before

package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// WithSampling lets servers ask the model of the client, as [Sample] does: answer
// has the model go on with the messages of the request, whose Prompt is empty.
// The role of the answer is always the model's. People should see what a server
// asks, and be able to say no (MCP, "Sampling"); an error of answer, which the
// server sees, ends the call that asked.
func WithSampling(answer func(ctx context.Context, request SampleRequest) (Sampled, error)) ClientOption {
	return func(o *clientOptions) { o.sample = answer }
}

// WithRoots tells servers that ask for them, as [Roots] does, the folders that
// the client works in. Without any there are none; without the option nobody can
// ask. The URIs begin with file://.
func WithRoots(roots ...Root) ClientOption {
	return func(o *clientOptions) { o.roots = append([]Root{}, roots...) }
}

// sdkDeprecated says in the SDK's terms that there are a model and folders.
func (o *clientOptions) sdkDeprecated(options *mcp.ClientOptions) {
	if o.sample != nil {
		options.Capabilities.Sampling = &mcp.SamplingCapabilities{}
		options.CreateMessageWithToolsHandler = o.createMessage // which answers with several contents, too
	}
	if o.roots != nil {
		options.Capabilities.RootsV2 = &mcp.RootCapabilities{}
	}
}

func addRoots(client *mcp.Client, roots []Root) {
	for _, r := range roots {
		client.AddRoots(&mcp.Root{URI: r.URI, Name: r.Name})
	}
}

// checkRoots reports roots that are no folders.
func checkRoots(roots []Root) error {
	for _, r := range roots {
		if !strings.HasPrefix(r.URI, "file://") {
			return fmt.Errorf("the root %q does not begin with file://", r.URI)
		}
	}
	return nil
}

// createMessage answers a server that asks the model.
func (o *clientOptions) createMessage(ctx context.Context, req *mcp.CreateMessageWithToolsRequest) (*mcp.CreateMessageWithToolsResult, error) {
	if len(req.Params.Tools) > 0 {
		return nil, invalidParams("the model of this client cannot call tools").wire()
	}
	said, err := o.sample(ctx, sampleRequest(req.Params))
	if err == nil && said.Text == "" && len(said.Content) == 0 {
		err = errors.New("the model has said nothing")
	}
	if err != nil {
		return nil, (&RPCError{Code: rpcInternal, Message: err.Error()}).wire()
	}
	content := said.Content
	if len(content) == 0 {
		content = []mcp.Content{&mcp.TextContent{Text: said.Text}}
	}
	return &mcp.CreateMessageWithToolsResult{Role: mcp.Role(Assistant), Content: content, Model: said.Model, StopReason: said.StopReason}, nil
}

// sampleRequest is what a server asks; a message of several contents is several
// messages.
func sampleRequest(p *mcp.CreateMessageWithToolsParams) SampleRequest {
	r := SampleRequest{System: p.SystemPrompt, MaxTokens: p.MaxTokens, Temperature: p.Temperature, StopSequences: p.StopSequences}
	for _, m := range p.Messages {
		for _, content := range m.Content {
			message := SampleMessage{Assistant: m.Role == mcp.Role(Assistant)}
			if text, ok := content.(*mcp.TextContent); ok {
				message.Text = text.Text
			} else {
				message.Content = content
			}
			r.Messages = append(r.Messages, message)
		}
	}
	if wish := p.ModelPreferences; wish != nil {
		r.Cost, r.Speed, r.Intelligence = wish.CostPriority, wish.SpeedPriority, wish.IntelligencePriority
		for _, hint := range wish.Hints {
			r.Models = append(r.Models, hint.Name)
		}
	}
	return r
}
