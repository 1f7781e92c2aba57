package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// accepted returns what a user filled in, an object, or the error of one who
// did not.
func accepted(text []byte, message string) ([]byte, error) {
	var result struct {
		Action  string          `json:"action"`
		Content json.RawMessage `json:"content"`
		Meta    struct {
			Exact string `json:"io.github.mcpgen/exact"` // metaExact
		} `json:"_meta"`
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return nil, wrongAnswer{err}
	}
	switch result.Action {
	case "accept":
		if exact := []byte(result.Meta.Exact); roundsTo(exact, result.Content) {
			return exact, nil
		}
		return argumentObject(result.Content)
	case "decline":
		return nil, Errorf(CodeDeclined, "%w: %s", ErrDeclined, message)
	case "cancel":
		return nil, Errorf(CodeDismissed, "%w: %s", ErrDismissed, message)
	}
	return nil, wrongAnswer{fmt.Errorf("the action %q is none", shorten(result.Action))}
}

// formCapability returns what a client lacks for a form. One that says nothing
// of its modes has forms (MCP, "Elicitation", capabilities).
func formCapability(can *mcp.ClientCapabilities) *mcp.ClientCapabilities {
	if e := can.Elicitation; e == nil || e.Form == nil && e.URL != nil {
		return &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}}}
	}
	return nil
}

func urlCapability(can *mcp.ClientCapabilities) *mcp.ClientCapabilities {
	if can.Elicitation == nil || can.Elicitation.URL == nil {
		return &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{URL: &mcp.URLElicitationCapabilities{}}}
	}
	return nil
}

// urlQuestion is a URL to visit; see [AskURL].
type urlQuestion struct {
	asking
	message, url string
}

func (q *urlQuestion) request(*dialog) (mcp.InputRequest, error) {
	return &mcp.ElicitParams{Mode: "url", Message: q.message, URL: q.url, ElicitationID: digestOf(q.message, q.url)}, nil
}

func (q *urlQuestion) missing(can *mcp.ClientCapabilities) *mcp.ClientCapabilities {
	return urlCapability(can)
}

func (q *urlQuestion) send(ctx context.Context, session *mcp.ServerSession, request mcp.InputRequest) (any, error) {
	return session.Elicit(ctx, request.(*mcp.ElicitParams))
}

func (q *urlQuestion) take(_ *dialog, text []byte) error {
	_, err := accepted(text, q.message)
	return err
}

// Sampling is a question to the client's model; see [Sample].
type Sampling struct {
	asking
	params *mcp.CreateMessageParams

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
func NewSampling(params *mcp.CreateMessageParams, opts ...AskOption) *Sampling {
	return &Sampling{asking: newAsking(opts), params: params}
}

func (q *Sampling) request(*dialog) (mcp.InputRequest, error) {
	if q.params == nil {
		return nil, Errorf(CodeInternal, "sampling without parameters")
	}
	return q.params, nil
}

func (q *Sampling) missing(can *mcp.ClientCapabilities) *mcp.ClientCapabilities {
	if can.Sampling == nil {
		return &mcp.ClientCapabilities{Sampling: &mcp.SamplingCapabilities{}}
	}
	return nil
}

func (q *Sampling) send(ctx context.Context, session *mcp.ServerSession, request mcp.InputRequest) (any, error) {
	return session.CreateMessage(ctx, request.(*mcp.CreateMessageParams))
}

func (q *Sampling) take(_ *dialog, text []byte) error {
	var result mcp.CreateMessageWithToolsResult // which reads a single content too
	if err := json.Unmarshal(text, &result); err != nil {
		return wrongAnswer{err}
	}
	if len(result.Content) == 0 {
		return wrongAnswer{errors.New("a message without content")}
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

// RootsQuestion asks for the client's folders; see [Roots].
type RootsQuestion struct {
	asking

	// Value is the folders, once [AskAll] has returned nil.
	Value []*mcp.Root
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
		Roots *[]*mcp.Root `json:"roots"`
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return wrongAnswer{err}
	}
	if result.Roots == nil {
		return wrongAnswer{errors.New("no roots")}
	}
	q.Value = *result.Roots
	return nil
}
