//lint:file-ignore SA1019 sampling, roots and logging are deprecated since 2026-07-28, and part of it and of all revisions before

package mcpruntime

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Sample has the client's model go on with a conversation. Clients may change
// what is asked, and show it to their users (MCP, "Sampling").
//
//	said, err := mcpruntime.Sample(ctx, mcpruntime.SampleRequest{Prompt: "Summarise: " + text, MaxTokens: 200})
func Sample(ctx context.Context, request SampleRequest, opts ...AskOption) (*Sampled, error) {
	q := NewSampling(request, opts...)
	err := AskAll(ctx, q)
	return &q.Value, err
}

// SampleRequest is what the client's model is asked.
type SampleRequest struct {
	// System is the system prompt.
	System string
	// Messages are the conversation so far; Prompt is the last message, of the
	// user, when it is not empty.
	Messages []SampleMessage
	Prompt   string
	// MaxTokens is how long the answer may get; 0 stands for 1000.
	MaxTokens int64
	// Temperature is left to the client when it is 0.
	Temperature   float64
	StopSequences []string
	// Models are names, or parts of names, of models to prefer.
	Models []string
	// Cost, Speed and Intelligence say from 0 to 1 how much each matters; 0 says
	// nothing.
	Cost, Speed, Intelligence float64
}

// SampleMessage is one message of a conversation.
type SampleMessage struct {
	// Assistant: the model has said it, and not the user.
	Assistant bool
	Text      string
	// Content stands for Text when it is not nil: an image, or sound.
	Content mcp.Content
}

// defaultTokens is how long an answer may get when nobody says.
const defaultTokens = 1000

// wire is the request in the SDK's terms.
func (r SampleRequest) wire() *mcp.CreateMessageParams {
	messages := r.Messages
	if r.Prompt != "" {
		messages = append(messages[:len(messages):len(messages)], SampleMessage{Text: r.Prompt})
	}
	p := &mcp.CreateMessageParams{
		SystemPrompt: r.System, MaxTokens: r.MaxTokens, Temperature: r.Temperature, StopSequences: r.StopSequences,
		Messages: []*mcp.SamplingMessage{},
	}
	if p.MaxTokens == 0 {
		p.MaxTokens = defaultTokens
	}
	for _, m := range messages {
		message := &mcp.SamplingMessage{Role: "user", Content: m.Content}
		if m.Assistant {
			message.Role = "assistant"
		}
		if m.Content == nil {
			message.Content = &mcp.TextContent{Text: m.Text}
		}
		p.Messages = append(p.Messages, message)
	}
	if len(r.Models) > 0 || r.Cost != 0 || r.Speed != 0 || r.Intelligence != 0 {
		p.ModelPreferences = &mcp.ModelPreferences{CostPriority: r.Cost, SpeedPriority: r.Speed, IntelligencePriority: r.Intelligence}
		for _, name := range r.Models {
			p.ModelPreferences.Hints = append(p.ModelPreferences.Hints, &mcp.ModelHint{Name: name})
		}
	}
	return p
}

// Sampling is a question to the client's model; see [Sample].
type Sampling struct {
	asking
	question SampleRequest

	// Value is what the model said, once [AskAll] has returned nil.
	Value Sampled
}

// Sampled is what a model said.
type Sampled struct {
	// Text is all text of the content.
	Text       string
	Content    []mcp.Content
	Model      string
	StopReason string
}

// NewSampling returns a question to the client's model to ask with [AskAll].
func NewSampling(request SampleRequest, opts ...AskOption) *Sampling {
	return &Sampling{asking: newAsking(opts), question: request}
}

func (q *Sampling) request(*dialog) (mcp.InputRequest, error) { return q.question.wire(), nil }

func (q *Sampling) missing(can *mcp.ClientCapabilities) *mcp.ClientCapabilities {
	if can.Sampling == nil {
		return &mcp.ClientCapabilities{Sampling: &mcp.SamplingCapabilities{}}
	}
	return nil
}

func (q *Sampling) send(ctx context.Context, session *mcp.ServerSession, request mcp.InputRequest) (any, error) {
	p := request.(*mcp.CreateMessageParams)
	// The SDK's CreateMessage refuses answers of several contents.
	return session.CreateMessageWithTools(ctx, &mcp.CreateMessageWithToolsParams{
		MaxTokens: p.MaxTokens, Messages: severalContents(p.Messages), ModelPreferences: p.ModelPreferences,
		StopSequences: p.StopSequences, SystemPrompt: p.SystemPrompt, Temperature: p.Temperature,
	})
}

func severalContents(messages []*mcp.SamplingMessage) []*mcp.SamplingMessageV2 {
	list := make([]*mcp.SamplingMessageV2, len(messages))
	for i, m := range messages {
		list[i] = &mcp.SamplingMessageV2{Role: m.Role, Content: []mcp.Content{m.Content}}
	}
	return list
}

func (q *Sampling) take(_ *dialog, text []byte) error {
	var result mcp.CreateMessageWithToolsResult // which reads a single content too
	if err := json.Unmarshal(text, &result); err != nil {
		return noAnswer(samplingSubject, "what came cannot be read", err)
	}
	if len(result.Content) == 0 {
		return noAnswer(samplingSubject, "it has no content", nil)
	}
	var said []string
	for _, c := range result.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			said = append(said, t.Text)
		}
	}
	q.Value = Sampled{strings.Join(said, "\n"), result.Content, result.Model, result.StopReason}
	return nil
}

// Roots asks the client for the folders that it works in.
func Roots(ctx context.Context, opts ...AskOption) ([]Root, error) {
	q := NewRoots(opts...)
	err := AskAll(ctx, q)
	return q.Value, err
}

// Root is a folder that a client works in.
type Root struct {
	// URI begins with file://.
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// RootsQuestion asks for the client's folders; see [Roots].
type RootsQuestion struct {
	asking

	// Value is the folders, once [AskAll] has returned nil.
	Value []Root
}

// NewRoots returns the question for the client's folders to ask with [AskAll].
func NewRoots(opts ...AskOption) *RootsQuestion { return &RootsQuestion{asking: newAsking(opts)} }

func (q *RootsQuestion) request(*dialog) (mcp.InputRequest, error) {
	return &mcp.ListRootsParams{}, nil
}

func (q *RootsQuestion) missing(can *mcp.ClientCapabilities) *mcp.ClientCapabilities {
	if can.RootsV2 == nil {
		return &mcp.ClientCapabilities{RootsV2: &mcp.RootCapabilities{}}
	}
	return nil
}

func (q *RootsQuestion) send(ctx context.Context, session *mcp.ServerSession, request mcp.InputRequest) (any, error) {
	return session.ListRoots(ctx, request.(*mcp.ListRootsParams))
}

func (q *RootsQuestion) take(_ *dialog, text []byte) error {
	var result struct {
		Roots *[]Root `json:"roots"`
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return noAnswer(rootsSubject, "what came cannot be read", err)
	}
	if result.Roots == nil {
		return noAnswer(rootsSubject, "it has no roots", nil)
	}
	q.Value = *result.Roots
	return nil
}
