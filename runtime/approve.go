package mcpruntime

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Approve asks the user whether a tool may run with the arguments it was called
// with. It returns nil after an explicit yes and for nothing else: where the
// client cannot be asked, the call ends. What must not happen unasked begins with
// it.
func Approve(ctx context.Context) error {
	d := dialogOf(ctx)
	if d == nil {
		return Errorf(CodeCannotAsk, "this needs the approval of the user, and there is nobody to ask")
	}
	q := &approval{message: "Run " + d.name + " with " + excerpt(string(d.arguments)) + "?"}
	if err := AskAll(ctx, q); err != nil {
		return err
	}
	if !q.yes {
		return Errorf(CodeDeclined, "%w: %s", ErrDeclined, q.message)
	}
	return nil
}

// maxShown is how many bytes of the arguments the user is shown.
const maxShown = 2000

func excerpt(arguments string) string {
	if len(arguments) <= maxShown {
		return arguments
	}
	return arguments[:maxShown] + "… (" + "shortened)"
}

// approval is a form with one box to tick.
type approval struct {
	asking
	message string
	yes     bool
}

var approvalProps = Props{Names: []string{"approve"}, Required: 1}

const approvalSchema = `{"type":"object","properties":{"approve":{"type":"boolean","title":"Approve","description":"Yes, run it."}},"required":["approve"]}`

func (q *approval) request(*dialog) (mcp.InputRequest, error) {
	return formRequest(q.message, approvalSchema), nil
}

func (q *approval) missing(can *mcp.ClientCapabilities) *mcp.ClientCapabilities {
	return formCapability(can)
}

func (q *approval) send(ctx context.Context, session *mcp.ServerSession, request mcp.InputRequest) (any, error) {
	return session.Elicit(ctx, request.(*mcp.ElicitParams))
}

func (q *approval) take(_ *dialog, text []byte) error {
	content, err := accepted(text, q.message)
	if err != nil {
		return err
	}
	return readForm(content, q.message, func(r *Reader) {
		for o := r.Object(&approvalProps); o.Next(); {
			q.yes = r.Bool()
		}
	})
}
