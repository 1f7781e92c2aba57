package mcpruntime

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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
		return nil, noAnswer(strconv.Quote(message), "what came cannot be read", err)
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
	return nil, noAnswer(strconv.Quote(message), fmt.Sprintf("the action is %q, and neither accept, decline nor cancel", shorten(result.Action)), nil)
}

// noAnswer is the error of what is no answer to a question of any kind. Its
// cause, which may speak of Go, is not told.
func noAnswer(subject, why string, cause error) error {
	return wrongAnswer{&Error{Code: CodeBadArgument, Message: "no answer to " + subject + ": " + why, cause: cause}}
}

// uncheckedKey is the key of a place for an answer that the SDK is not to check. Its
// own checks know no form but those that it makes, and nothing of what this
// package does about answers that do not fit.
type uncheckedKey struct{}

// elicit asks the user at a client of an older revision.
func elicit(ctx context.Context, session *mcp.ServerSession, request mcp.InputRequest) (any, error) {
	var answer mcp.ElicitResult
	_, err := session.Elicit(context.WithValue(ctx, uncheckedKey{}, &answer), request.(*mcp.ElicitParams))
	return &answer, err
}

// keepUnchecked is a sending middleware that takes the answers of elicit past the SDK.
func keepUnchecked(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		answer, wanted := ctx.Value(uncheckedKey{}).(*mcp.ElicitResult)
		if got, ok := result.(*mcp.ElicitResult); ok && wanted && err == nil {
			*answer = *got
			return &mcp.ElicitResult{Action: got.Action}, nil
		}
		return result, err
	}
}

// sendError says in words why a client of an older revision gave no answer.
func sendError(ctx context.Context, request mcp.InputRequest, err error) error {
	told := (*jsonrpc.Error)(nil)
	switch {
	case ctx.Err() != nil:
		return err
	case errors.As(err, &told):
		return &Error{Code: CodeCannotAsk, Message: "the client does not ask " + subject(request) + ": " + told.Message, cause: err}
	case errors.Is(err, mcp.ErrConnectionClosed):
		return &Error{Code: CodeCannotAsk, Message: "the client is gone, and does not ask " + subject(request), cause: err}
	}
	return noAnswer(subject(request), "what came cannot be read", err)
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

func (q *urlQuestion) request(d *dialog) (mcp.InputRequest, error) {
	return &mcp.ElicitParams{Mode: "url", Message: q.message, URL: q.url, ElicitationID: d.elicitation(q.name())}, nil
}

// elicitation returns the ID of a question: that of nobody else's, and the same
// in all rounds of a call. One without a key is known by its place.
func (d *dialog) elicitation(key string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.begin()
	if key == "" {
		d.visits++
		return hex.EncodeToString(sum(d.chain.ID, "place", strconv.Itoa(d.visits))[:16])
	}
	return hex.EncodeToString(sum(d.chain.ID, "key", key)[:16])
}

func (q *urlQuestion) missing(can *mcp.ClientCapabilities) *mcp.ClientCapabilities {
	return urlCapability(can)
}

func (q *urlQuestion) send(ctx context.Context, session *mcp.ServerSession, request mcp.InputRequest) (any, error) {
	return elicit(ctx, session, request)
}

func (q *urlQuestion) take(_ *dialog, text []byte) error {
	_, err := accepted(text, q.message)
	return err
}
