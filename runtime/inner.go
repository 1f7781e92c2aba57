package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// inner is a call that another call makes while it runs. It has the client of
// the outer one: what it asks, the outer call asks, and once it has ended it
// does not run again when the outer call does.
type inner struct {
	key  string // unique in the outer call, and the same whenever that runs
	tool string
	args []byte // JSON
	// keep says what is kept of a result.
	keep     func(ctx context.Context, tool string, result Result) (innerOutcome, error)
	progress reporter // may be nil
}

// innerOutcome is how an inner call ended, as the chain of the outer call has it.
type innerOutcome struct {
	Structured json.RawMessage `json:"s,omitempty"`
	Handle     string          `json:"h,omitempty"` // what the server keeps instead
	Summary    string          `json:"y,omitempty"`
	Content    string          `json:"b,omitempty"` // where content is kept that is no text
	Failed     bool            `json:"f,omitempty"`
	Code       string          `json:"c,omitempty"`
	Message    string          `json:"m,omitempty"`
	Pointers   []string        `json:"p,omitempty"` // the arguments that a failure is about
}

// encode returns an outcome as JSON, in which the result is as it was written:
// a model reads it.
func (o innerOutcome) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(o)
	return b.Bytes(), err
}

// callInner makes an inner call. [ErrSuspended] says that it waits for the
// client, and that the outer call must end with [dialog.suspendAll].
func (s *Server) callInner(ctx context.Context, d *dialog, in inner) (innerOutcome, error) {
	if d == nil {
		return s.outcome(context.WithValue(ctx, dialogKey{}, (*dialog)(nil)), in, "")
	}
	key := in.key + "-" + digestOf(in.tool, string(canonical(in.args)))
	text, ok := d.done(key)
	if !ok {
		var err error
		text, err = d.once(ctx, key, func() ([]byte, error) {
			outcome, err := s.innerRound(ctx, d, key, in)
			if err != nil {
				return nil, err
			}
			return outcome.encode()
		})
		if err != nil {
			return innerOutcome{}, err
		}
	}
	var outcome innerOutcome
	err := json.Unmarshal(text, &outcome)
	return outcome, err
}

// innerRound runs the function once, with the answers that it already has.
func (s *Server) innerRound(ctx context.Context, d *dialog, key string, in inner) (innerOutcome, error) {
	sub := d.child(key, in)
	outcome, err := s.outcome(context.WithValue(ctx, dialogKey{}, sub), in, d.principal)
	if !sub.suspended() {
		d.end(key)
		sub.forget(ctx)
		return outcome, err
	}
	if refused := sub.ending.refused; refused != nil { // the client cannot be asked, which is no more than an error here
		return failed(refused, in.tool), nil
	}
	d.adopt(key, sub)
	return innerOutcome{}, ErrSuspended
}

// outcome calls the tool. Its errors are outcomes.
func (s *Server) outcome(ctx context.Context, in inner, principal string) (innerOutcome, error) {
	result, err := s.callTool(ctx, in.tool, in.args, principal)
	switch {
	case errors.Is(err, ErrSuspended):
		return innerOutcome{}, nil // the dialog says so
	case err != nil && ctx.Err() != nil:
		return innerOutcome{}, err // which another round may do better
	case err != nil:
		return failed(err, in.tool), nil
	}
	return in.keep(ctx, in.tool, result)
}

func failed(err error, tool string) innerOutcome {
	d := describe(KindTool, tool, err)
	return innerOutcome{Failed: true, Code: d.code, Message: shortenTo(d.text, inlineBytes), Pointers: d.pointers}
}

// child is the dialog of an inner call.
func (d *dialog) child(key string, in inner) *dialog {
	d.mu.Lock()
	defer d.mu.Unlock()
	sub := &dialog{server: d.server, round: d.round, chain: d.chain.Inner[key].clone()}
	sub.kind, sub.name, sub.arguments = KindTool, in.tool, in.args
	sub.progress = in.progress
	sub.responses = mcp.InputResponseMap{}
	for name, response := range d.responses {
		if name, ok := strings.CutPrefix(name, key+"/"); ok {
			sub.responses[name] = response
		}
	}
	return sub
}

// clone is a chain that can change by itself.
func (c chain) clone() chain {
	c.Asked, c.Answers, c.Once = maps.Clone(c.Asked), maps.Clone(c.Answers), maps.Clone(c.Once)
	return c
}

// adopt makes the questions of an inner call those of the outer one.
func (d *dialog) adopt(key string, sub *dialog) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.chain.Inner == nil {
		d.chain.Inner = map[string]chain{}
	}
	sub.chain.Asked = sub.ending.asked
	d.chain.Inner[key] = sub.chain
	if d.adopted == nil {
		d.adopted = mcp.InputRequestMap{}
	}
	for name, request := range sub.ending.pending {
		d.adopted[key+"/"+name] = request
	}
}

// end forgets the questions of an inner call that has ended.
func (d *dialog) end(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.chain.Inner, key)
}

// suspendAll ends the outer call with the questions of its inner ones. It is
// for the goroutine of the outer call, when no inner one runs.
func (d *dialog) suspendAll(ctx context.Context) {
	d.suspend(ctx, ending{pending: d.adopted})
}
