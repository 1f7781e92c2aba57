package mcpruntime

import (
	"context"
	"encoding/json"
	"fmt"

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
