package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/internal/house"
)

var update = flag.Bool("update", false, "rewrite docs/errors.md")

// mishap is one way for a call to go wrong, and a row of docs/errors.md.
type mishap struct {
	what   string
	method string // tools/call unless said otherwise
	params string // of the request; none calls the tool "t"
	limits Limits
	run    func(ctx context.Context, in *Reader, out *Writer) error
	// cancel ends the call from the caller's side.
	cancel bool
	// line is sent instead of a request.
	line string
}

var mishaps = []mishap{
	{what: "an argument is missing, unknown, or not of its type", params: `{"name":"t","arguments":{"n":"5"}}`},
	{what: "the function returns an error", run: fails(errors.New("the disk is full"))},
	{what: "the function returns an error of `Errorf`", run: fails(Errorf("quota_exceeded", "no space for %d bytes", 5))},
	{what: "the same, wrapped by other errors", run: fails(fmt.Errorf("saving: %w", Errorf("quota_exceeded", "no space")))},
	{what: "the function returns a nil pointer", run: fails(NilResult("Get"))},
	{what: "a handle does not exist, or not for the caller", params: `{"name":"t","arguments":{"h":"#R9"}}`},
	{what: "a handle is of another kind", params: `{"name":"t","arguments":{"h":"#R1"}}`},
	{what: "the function panics", run: func(context.Context, *Reader, *Writer) error { panic("secret") }},
	{what: "a goroutine of a `Group` panics", run: func(context.Context, *Reader, *Writer) error {
		var g Group
		g.Go(func() error { panic("secret") })
		return g.Wait()
	}},
	{what: "the function calls `runtime.Goexit`", run: func(context.Context, *Reader, *Writer) error { runtime.Goexit(); return nil }},
	{what: "the function asks its client, which cannot be asked", run: func(ctx context.Context, _ *Reader, _ *Writer) error {
		return AskURL(ctx, "Sign in.", "https://example.com/sign-in")
	}},
	{what: "the result has a NaN or an infinity", run: func(_ context.Context, _ *Reader, out *Writer) error {
		out.Raw(`{"v":`)
		out.Float64(math.Inf(1))
		out.Raw("}")
		return nil
	}},
	{what: "the result has a string that is not UTF-8", run: func(_ context.Context, _ *Reader, out *Writer) error {
		out.Raw(`{"v":`)
		out.String("a\xffb")
		out.Raw("}")
		return nil
	}},
	{what: "the call takes too long (`Limits.CallTime`)", limits: Limits{CallTime: 20 * time.Millisecond}, run: waits},
	{what: "the caller cancels, or goes away", cancel: true, run: waits},
	{what: "too many calls run (`Limits.Calls`)", limits: Limits{Calls: 1}, params: `{"name":"second"}`},
	{what: "the arguments are too large (`Limits.ArgumentBytes`)", limits: Limits{ArgumentBytes: 20}, params: `{"name":"t","arguments":{"n":10000000000000000000000}}`},
	{what: "the arguments nest too deep (`Limits.Depth`)", limits: Limits{Depth: 5}, params: `{"name":"t","arguments":{"any":[[[[[[1]]]]]]}}`},
	{what: "the arguments have too many values (`Limits.Items`)", limits: Limits{Items: 5}, params: `{"name":"t","arguments":{"any":[1,2,3,4,5,6]}}`},
	{what: "the arguments are no object", params: `{"name":"t","arguments":[]}`},
	{what: "there is no such tool", params: `{"name":"x"}`},
	{what: "a resource returns `Errorf(CodeNotFound, …)`", method: "resources/read", params: `{"uri":"r://gone"}`},
	{what: "a resource returns another error", method: "resources/read", params: `{"uri":"r://broken"}`},
	{what: "there is no such resource", method: "resources/read", params: `{"uri":"x://y"}`},
	{what: "a prompt lacks an argument", method: "prompts/get", params: `{"name":"p"}`},
	{what: "an argument of a prompt is malformed", method: "prompts/get", params: `{"name":"p","arguments":{"topic":"x","days":"5x"}}`},
	{what: "there is no such prompt", method: "prompts/get", params: `{"name":"x"}`},
	{what: "there is no such method", method: "tools/nope", params: `{"x":1}`},
	{what: "the message is no JSON", line: `{"jsonrpc":`},
	{what: "the message is no request", line: `{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}`},
	{what: "the message nests too deep", line: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`},
	{what: "the message is too large (`Limits.MessageBytes`)", limits: Limits{MessageBytes: 1000}, line: `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 1000) + `"}`},
}

func fails(err error) func(context.Context, *Reader, *Writer) error {
	return func(context.Context, *Reader, *Writer) error { return err }
}

func waits(ctx context.Context, _ *Reader, _ *Writer) error {
	<-ctx.Done()
	time.Sleep(50 * time.Millisecond) // it does not hurry
	return ctx.Err()
}

// server returns a server on which the mishap happens, and what its
// interceptor sees of it.
func (m mishap) server(t *testing.T) (*Server, <-chan string) {
	seen := make(chan string, 1)
	s := NewServer("test", "1", WithLimits(m.limits), WithInterceptors(func(ctx context.Context, call *Call, next Next) (Result, error) {
		result, err := next(ctx, call)
		if call.Name != "first" {
			seen <- describeForDoc(err)
		}
		return result, err
	}))
	props := Props{Names: []string{"n", "any", "h"}}
	text := HandleKind[string]{Name: "note", Write: func(w *Writer, v *string) { w.String(*v) }}
	s.AddTool(&Tool{Name: "t", Input: `{"type":"object"}`, Output: `{"type":"object"}`}, func(ctx context.Context, in *Reader, out *Writer) error {
		_ = KeepHandle(ctx, NewWriter(), &text, NewHandle("a note"))
		for o := in.Object(&props); o.Next(); {
			switch o.Name() {
			case "n":
				in.Int()
			case "h":
				ReadHandle[int](in, "range")
			default:
				in.Any()
			}
		}
		if err := in.Done(); err != nil {
			return err
		}
		return m.run(ctx, in, out)
	})
	started, release := make(chan struct{}), make(chan struct{})
	addTool(s, "first", func(context.Context, *Writer) error { close(started); <-release; return nil })
	addTool(s, "second", func(context.Context, *Writer) error { return nil })
	if m.params == `{"name":"second"}` {
		go func() { _, _ = s.Call(context.WithoutCancel(t.Context()), "first", nil) }()
		<-started
		t.Cleanup(func() { close(release) })
	}
	s.AddResource(&Resource{URI: "r://{id}", Template: true, Name: "r"}, func(_ context.Context, vars Vars) (Contents, error) {
		if vars.Get("id") == "gone" {
			return Contents{}, Errorf(CodeNotFound, "no such note")
		}
		return Contents{}, errors.New("the disk is full")
	})
	s.AddPrompt(&Prompt{Name: "p", Args: []PromptArg{{Name: "topic", Required: true}, {Name: "days"}}}, func(_ context.Context, args Args) (Messages, error) {
		in := args.Reader()
		for o := in.Object(&Props{Names: []string{"topic", "days"}}); o.Next(); {
			switch o.Name() {
			case "topic":
				_ = in.String()
			case "days":
				in.IntIn(1, 14)
			}
		}
		return nil, in.Done()
	})
	return s, seen
}

// describeForDoc names the type of an error, as errors.As finds it, and what it
// says.
func describeForDoc(err error) string {
	var code *Error
	var document *DocumentError
	var rpc *RPCError
	var panics *PanicError
	switch {
	case err == nil:
		return "the result"
	case errors.As(err, &panics):
		return "`*Error`, `" + CodeInternal + "`, which wraps the `*PanicError`"
	case errors.As(err, &code):
		return "`*Error`, `" + code.Code + "`"
	case errors.As(err, &document):
		return "`*DocumentError`"
	case errors.As(err, &rpc):
		return fmt.Sprintf("`*RPCError`, %d", rpc.Code)
	default:
		return "the error itself"
	}
}

// intercepted is what the interceptor has seen; of a cancelled call it sees that
// after the caller.
func (m mishap) intercepted(seen <-chan string) string {
	if m.cancel {
		return <-seen
	}
	select {
	case what := <-seen:
		return what
	default:
		return "nothing"
	}
}

// answer sends the request over stdio and returns what the caller sees.
func (m mishap) answer(t *testing.T, s *Server) string {
	if m.cancel {
		c := localClient(t, s)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := c.CallTool(ctx, "t", NewWriter())
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", m.what, err)
		}
		return "nothing: it no longer listens"
	}
	line := m.line + "\n"
	if m.line == "" {
		method, params := m.method, m.params
		if method == "" {
			method = "tools/call"
		}
		if params == "" {
			params = `{"name":"t"}`
		}
		line = request(1, method, params, true)
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), opened(s), nil, strings.NewReader(line), &stdout, &stderr); code != 0 {
		t.Fatalf("%s: exit %d: %s", m.what, code, &stderr)
	}
	return seenByCaller(t, stdout.String())
}

// seenByCaller describes an answer.
func seenByCaller(t *testing.T, answer string) string {
	var a struct {
		Result *struct {
			IsError bool
			Content []struct{ Text string }
			Meta    map[string]any  `json:"_meta"`
			Value   json.RawMessage `json:"structuredContent"`
		}
		Error *struct {
			Code    int
			Message string
			Data    json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(answer), &a); err != nil {
		t.Fatalf("%v in %q", err, answer)
	}
	switch {
	case a.Error != nil && a.Error.Data != nil:
		return fmt.Sprintf("JSON-RPC error %d: `%s`, data `%s`", a.Error.Code, a.Error.Message, a.Error.Data)
	case a.Error != nil:
		return fmt.Sprintf("JSON-RPC error %d: `%s`", a.Error.Code, a.Error.Message)
	case !a.Result.IsError:
		return fmt.Sprintf("a result: `%s`", a.Result.Value)
	}
	text := "tool error: `" + strings.ReplaceAll(a.Result.Content[0].Text, "\n", " ") + "`"
	if e, ok := a.Result.Meta[metaError].(map[string]any); ok {
		text += fmt.Sprintf(", code `%s`", e["code"])
	}
	return text
}

const errorsHeader = `# What goes wrong, and who sees what

A *tool error* is a result with ` + "`isError`" + ` and a text that a model can act on; its code stands in
` + "`_meta[\"io.github.mcpgen/error\"]`" + `. Resources and prompts have no such results: there the same is a JSON-RPC error, with the code in its
data. The typed client makes an ` + "`*Error`" + ` of both, with code and message, and an ` + "`*RPCError`" + ` of any other JSON-RPC error.

What an interceptor sees is the error that ` + "`next`" + ` returns, found with ` + "`errors.As`" + `. *Nothing* means that the call does not get
as far as the interceptors. A panic is written to standard error with its stack; callers see neither.

A panic in a goroutine that a function starts with a plain ` + "`go`" + ` ends the process, as in every Go program; start it with a
` + "`Group`" + `.

`

// The table of docs/errors.md is what happens.
func TestErrorsDoc(t *testing.T) {
	silenceStderr(t)
	var rows [][]string
	for _, m := range mishaps {
		s, seen := m.server(t)
		answer := m.answer(t, s)
		rows = append(rows, []string{m.what, answer, m.intercepted(seen)})
	}
	table := house.Table([]string{"what goes wrong", "what the caller sees", "what an interceptor sees"}, rows)
	house.Page(t, "docs/errors.md", errorsHeader+table, *update)
}
