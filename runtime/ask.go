//lint:file-ignore SA1019 sampling, roots and logging are deprecated since 2026-07-28, and part of it and of all revisions before

package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The errors of questions, for [errors.Is].
var (
	ErrDeclined  = errors.New("the user declined")
	ErrDismissed = errors.New("the user made no choice")
)

// Ask asks the user to fill in a form and returns what was filled in. Form is a
// struct of strings, numbers, booleans, enums and lists of enums, which is all
// that forms of MCP have ("Elicitation"). mcpgen finds the types that functions
// of a package ask for and makes forms of them, which are registered with its
// tools; see [AddForm] for others.
//
// Since 2026-07-28 the client is asked between two rounds of the call: Ask ends
// the function, and when the answer is there the function runs again from its
// beginning, with the answers it already has. So what stands before a question
// runs several times; see [Once] for what must not. The question must be the
// same when the function runs again: its place among the questions, its message
// and its form, unless it has a [Key]. On older revisions Ask waits. Nothing of
// this shows in the function:
//
//	answer, err := mcpruntime.Ask[Confirmation](ctx, fmt.Sprintf("Delete %d notes?", n))
//	if err != nil {
//		return err
//	}
//
// The error is an [*Error] that wraps [ErrDeclined] or [ErrDismissed]. Where
// the client cannot be asked, the call ends at once with an error that says so;
// [ClientCan] tells before. Outside of a call, and in goroutines that a function
// starts, asking is an error.
func Ask[Form any](ctx context.Context, message string, opts ...AskOption) (Form, error) {
	q := NewForm[Form](message, opts...)
	err := AskAll(ctx, q)
	return q.Value, err
}

// AskURL asks the user to visit a URL, where something secret or lengthy can be
// done without the client seeing it. It returns nil when the user agreed to;
// what came of the visit only the other end knows.
func AskURL(ctx context.Context, message, url string, opts ...AskOption) error {
	return AskAll(ctx, &urlQuestion{asking: newAsking(opts), message: message, url: url})
}

// AskOption changes a question.
type AskOption func(*asking)

// Key names a question. The answer to a question with a name is found by it,
// wherever the question stands. Two questions of one call that share a name are
// an error: in a loop, the name has to change.
func Key(name string) AskOption { return func(a *asking) { a.key = name } }

// Unasked takes the answer to a question with a [Key] also when the client sends
// it along with the first round of a call, before it was asked. It is for what
// a client may know already, and not for a consent: nobody has seen the question.
// On older revisions, where answers cannot be sent along, it has no effect.
func Unasked() AskOption { return func(a *asking) { a.early = true } }

// asking is what all questions have.
type asking struct {
	key   string
	early bool // an answer may come unasked
}

func newAsking(opts []AskOption) (a asking) {
	for _, opt := range opts {
		opt(&a)
	}
	return a
}

func (a *asking) name() string { return a.key }

func (a *asking) unasked() bool { return a.early && a.key != "" }

// Question is something to ask: [NewForm], [NewSampling], [NewRoots].
type Question interface {
	name() string
	// unasked reports whether an answer counts that comes before the question.
	unasked() bool
	// request returns the question in the SDK's terms.
	request(*dialog) (mcp.InputRequest, error)
	// missing returns what a client must be able to do for it; nil when it is.
	missing(*mcp.ClientCapabilities) *mcp.ClientCapabilities
	// send asks a client of an older revision.
	send(context.Context, *mcp.ServerSession, mcp.InputRequest) (any, error)
	// take takes an answer, as JSON. An error of wrongAnswer says that it is none.
	take(*dialog, []byte) error
}

// wrongAnswer is the error of an answer that does not fit its question.
type wrongAnswer struct{ error }

func (w wrongAnswer) Unwrap() error { return w.error }

var errOutside = Errorf(CodeCannotAsk, "questions can be asked by the function of a call, and not by goroutines that it starts")

// AskAll asks several questions at once. When it returns nil, all have their
// values; it returns the errors of the others, joined.
func AskAll(ctx context.Context, questions ...Question) error {
	d := dialogOf(ctx)
	if d == nil || !d.inside() {
		return errOutside
	}
	if d.suspended() {
		d.suspend(ctx, ending{}) // as it is already
	}
	for _, q := range questions {
		if missing := q.missing(d.can); missing != nil {
			d.suspend(ctx, ending{refused: d.unable(missing)})
		}
		if key := q.name(); key != "" {
			if err := d.use("a question", key); err != nil {
				return err
			}
		}
	}
	if !d.modern() {
		return d.askNow(ctx, questions)
	}
	return d.askLater(ctx, questions)
}

// askLater takes the answers that are known, and ends the function when some
// are not.
func (d *dialog) askLater(ctx context.Context, questions []Question) error {
	var failed []error
	pending, digests := mcp.InputRequestMap{}, map[string]string{}
	for _, q := range questions {
		request, err := q.request(d)
		if err != nil {
			return err
		}
		text, err := json.Marshal(request)
		if err != nil {
			return err
		}
		digest := digestOf(fmt.Sprintf("%T", request), string(text))
		key := d.keyOf(q, digest)
		value := d.known(key, digest)
		if value == nil && q.unasked() {
			value = d.volunteered(key)
		}
		if value != nil {
			err := q.take(d, value)
			if wrong := (wrongAnswer{}); !errors.As(err, &wrong) {
				d.keep(key, digest, value)
				failed = append(failed, err)
				continue
			}
		}
		pending[key], digests[key] = request, digest
	}
	if len(pending) > 0 {
		d.suspend(ctx, ending{pending: pending, asked: digests})
	}
	return errors.Join(failed...)
}

// keyOf names a question without a name by its place and its content.
func (d *dialog) keyOf(q Question, digest string) string {
	if key := q.name(); key != "" {
		return key
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unnamed++
	return strconv.Itoa(d.unnamed) + "-" + digest
}

// askNow asks a client of an older revision, one question after the other, as
// its user answers them.
func (d *dialog) askNow(ctx context.Context, questions []Question) error {
	var failed []error
	for _, q := range questions {
		request, err := q.request(d)
		if err != nil {
			return err
		}
		result, err := d.wait(ctx, q, request)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		value, err := json.Marshal(result)
		if err == nil {
			err = q.take(d, value)
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// wait asks a client of an older revision, and waits for the answer. The time of
// the call does not go by meanwhile.
func (d *dialog) wait(ctx context.Context, q Question, request mcp.InputRequest) (any, error) {
	defer holdClocks(ctx)()
	limit := d.server.limits.AnswerTime
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	result, err := q.send(waiting, d.session, request)
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return nil, Errorf(CodeTimeout, "%s was not answered within %s", subject(request), limit)
	}
	if err != nil {
		return nil, sendError(ctx, request, err)
	}
	return result, nil
}

// What errors call the questions that have no text of their own.
const (
	samplingSubject = "the request to a model"
	rootsSubject    = "the request for folders"
)

// subject names a question in an error.
func subject(request mcp.InputRequest) string {
	switch request := request.(type) {
	case *mcp.ElicitParams:
		return strconv.Quote(request.Message)
	case *mcp.CreateMessageParams:
		return samplingSubject
	}
	return rootsSubject
}

// unable is the error of a call whose client cannot be asked.
func (d *dialog) unable(missing *mcp.ClientCapabilities) error {
	what := "fill in forms (elicitation)"
	switch {
	case missing.Sampling != nil:
		what = "run a model (sampling)"
	case missing.RootsV2 != nil:
		what = "list its folders (roots)"
	case missing.Elicitation != nil && missing.Elicitation.URL != nil:
		what = "show a URL to its user (elicitation)"
	}
	message := d.kind.String() + " " + d.name + " has to ask its client, which does not say that it can " + what
	if !d.modern() {
		return Errorf(CodeCannotAsk, "%s", message)
	}
	// The SDK's type says no more of roots than whether they change.
	data, err := json.Marshal(map[string]any{"requiredCapabilities": required(missing)})
	if err != nil {
		return err
	}
	return &RPCError{Code: mcp.CodeMissingRequiredClientCapabilities, Message: message, Data: data, ours: true}
}

func required(missing *mcp.ClientCapabilities) map[string]any {
	if missing.RootsV2 != nil {
		return map[string]any{"roots": map[string]any{}}
	}
	if missing.Sampling != nil {
		return map[string]any{"sampling": map[string]any{}}
	}
	return map[string]any{"elicitation": missing.Elicitation}
}

// Abilities is what a client says that it can be asked for.
type Abilities struct{ Form, URL, Sample, Roots bool }

// ClientCan returns what the client of a call can be asked for; nothing outside
// of a call.
func ClientCan(ctx context.Context) (can Abilities) {
	if d := dialogOf(ctx); d != nil {
		can.Form = formCapability(d.can) == nil
		can.URL = urlCapability(d.can) == nil
		can.Sample = d.can.Sampling != nil
		can.Roots = d.can.RootsV2 != nil
	}
	return can
}
