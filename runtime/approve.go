package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Approve asks the user whether a tool may run with the arguments it was called
// with. It returns nil after an explicit yes and for nothing else: where the
// client cannot be asked, the call ends. What must not happen unasked begins
// with it; the code of a tool with the argument approve does.
func Approve(ctx context.Context) error {
	d := dialogOf(ctx)
	if d == nil {
		return Errorf(CodeCannotAsk, "this needs the approval of the user, and there is nobody to ask")
	}
	message, err := d.approvalMessage()
	if err != nil {
		return err
	}
	q := &approval{message: message}
	if err := AskAll(ctx, q); err != nil {
		return err
	}
	if !q.yes {
		return Errorf(CodeDeclined, "%w: %s", ErrDeclined, q.message)
	}
	return nil
}

// running is what a call runs after the interceptors, which may have changed
// the arguments.
type running struct {
	tool      *Tool
	arguments []byte
}

// runs notes what the call runs.
func (d *dialog) runs(tool *Tool, arguments []byte) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running = running{tool, arguments}
}

// What cannot be seen cannot be approved: a call with more is refused.
const (
	maxShown    = 100     // arguments that a user is shown
	maxApproval = 8 << 10 // bytes of the question
)

// approvalMessage says what is to be approved: the tool, and its arguments one
// a line.
func (d *dialog) approvalMessage() (string, error) {
	d.mu.Lock()
	r := d.running
	d.mu.Unlock()
	name, arguments := d.name, d.arguments
	if r.tool != nil {
		name, arguments = r.tool.Name, r.arguments
		if r.tool.Title != "" {
			name = r.tool.Title + " (" + name + ")"
		}
	}
	var lines []string
	if len(arguments) > 0 { // resources have none
		var err error
		if lines, err = shownArguments(arguments); err != nil {
			return "", err
		}
	}
	message := "Run " + visible(name) + "?"
	if len(lines) > 0 {
		message = "Run " + visible(name) + " with these arguments?\n\n" + strings.Join(lines, "\n")
	}
	if len(message) > maxApproval {
		return "", errUnshown
	}
	return message, nil
}

var errUnshown = Errorf(CodeCannotAsk, "this needs the approval of the user, who cannot be shown all of it: at most %d arguments and %d bytes", maxShown, maxApproval)

// shownArguments writes the members of an object for a person to read.
func shownArguments(arguments []byte) (lines []string, err error) {
	d := json.NewDecoder(bytes.NewReader(arguments))
	if _, err := d.Token(); err != nil {
		return nil, Errorf(CodeBadArgument, "bad arguments: %w", err)
	}
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err == nil {
			err = d.Decode(&value)
		}
		if err != nil {
			return nil, Errorf(CodeBadArgument, "bad arguments: %w", err)
		}
		var compact bytes.Buffer
		_ = json.Compact(&compact, value)                          // it has just been read
		if len(lines) == maxShown || compact.Len() > maxApproval { // before it gets any longer
			return nil, errUnshown
		}
		lines = append(lines, shownName(fmt.Sprint(name))+": "+visible(compact.String()))
	}
	return lines, nil
}

// shownName writes a name so that it cannot be taken for more than one.
func shownName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.", r)
	}) {
		name = quote(name)
	}
	return visible(name)
}

// visible writes what would not be seen, or would change how the rest is seen,
// as its code.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u{%04X}`, r)
		}
	}
	return b.String()
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
	return elicit(ctx, session, request)
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
