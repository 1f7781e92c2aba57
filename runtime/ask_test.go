//lint:file-ignore SA1019 sampling, roots and logging are deprecated since 2026-07-28, and part of it and of all revisions before

package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// person is a form of the tests.
type person struct {
	Name string
	Age  int
}

var personProps = Props{Names: []string{"name", "age"}, Required: 1}

func readPerson(r *Reader) (v person) {
	for o := r.Object(&personProps); o.Next(); {
		switch o.Name() {
		case "name":
			v.Name = r.StringLen(1, 40)
		case "age":
			v.Age = r.IntIn(0, 150)
		}
	}
	return v
}

const personSchema = `{"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":40},"age":{"type":"integer","minimum":0,"maximum":150}},"required":["name"]}`

// ticket is a form with numbers that a float64 does not hold.
type ticket struct {
	ID    int64
	Share float64
}

var ticketProps = Props{Names: []string{"id", "share"}, Required: 1}

func readTicket(r *Reader) (v ticket) {
	for o := r.Object(&ticketProps); o.Next(); {
		switch o.Name() {
		case "id":
			v.ID = r.Int64()
		case "share":
			v.Share = r.Float64()
		}
	}
	return v
}

const ticketSchema = `{"type":"object","properties":{"id":{"type":"integer"},"share":{"type":"number"}},"required":["id"]}`

// asker is a server whose tools ask, and what they have done.
type asker struct {
	*Server
	runs, once, deleted atomic.Int64
}

func newAsker(opts ...Option) *asker {
	a := &asker{Server: NewServer("asker", "1", opts...)}
	AddForm(a.Server, personSchema, readPerson)
	answer := func(out *Writer, text string) error {
		out.Raw(`{"result":`)
		out.String(text)
		out.Raw("}")
		return nil
	}
	tool := func(name string, run func(ctx context.Context) (string, error)) {
		a.AddTool(&Tool{Name: name, Input: `{"type":"object"}`, Output: `{"type":"object"}`, Wrapped: true}, func(ctx context.Context, in *Reader, out *Writer) error {
			in.Any()
			if err := in.Done(); err != nil {
				return err
			}
			a.runs.Add(1)
			text, err := run(ctx)
			if err != nil {
				return err
			}
			return answer(out, text)
		})
	}
	tool("greet", func(ctx context.Context) (string, error) {
		p, err := Ask[person](ctx, "Who are you?", Key("user_name"))
		return fmt.Sprintf("hello %s, %d", p.Name, p.Age), err
	})
	tool("two", func(ctx context.Context) (string, error) {
		first, err := Ask[person](ctx, "First?")
		if err != nil {
			return "", err
		}
		n, err := Once(ctx, "count", func() (int64, error) { return a.once.Add(1), nil })
		if err != nil {
			return "", err
		}
		second, err := Ask[person](ctx, "Second, after "+first.Name+"?")
		return fmt.Sprintf("%s and %s, %d", first.Name, second.Name, n), err
	})
	tool("all", func(ctx context.Context) (string, error) {
		p, m, roots := NewForm[person]("Who?"), NewSampling(sampling("Greet.")), NewRoots()
		if err := AskAll(ctx, p, m, roots); err != nil {
			return "", err
		}
		return fmt.Sprintf("%s: %s in %d", p.Value.Name, m.Value.Text, len(roots.Value)), nil
	})
	AddForm(a.Server, ticketSchema, readTicket)
	tool("ticket", func(ctx context.Context) (string, error) {
		v, err := Ask[ticket](ctx, "Which?")
		return fmt.Sprint(v.ID, " ", v.Share), err
	})
	tool("delete", func(ctx context.Context) (string, error) {
		if err := Approve(ctx); err != nil {
			return "", err
		}
		a.deleted.Add(1)
		return "deleted", nil
	})
	tool("stubborn", func(ctx context.Context) (text string, err error) {
		defer func() {
			if p := recover(); p != nil {
				text, err = "recovered", nil
			}
		}()
		p, err := Ask[person](ctx, "Who?")
		return "it is " + p.Name, err
	})
	tool("aside", func(ctx context.Context) (string, error) {
		failed := make(chan error)
		go func() { _, err := Ask[person](ctx, "Who?"); failed <- err }()
		return "", <-failed
	})
	tool("visit", func(ctx context.Context) (string, error) {
		return "visited", AskURL(ctx, "Sign in.", "https://example.com/sign-in")
	})
	tool("sample", func(ctx context.Context) (string, error) {
		m, err := Sample(ctx, sampling("Capital of France?"))
		return m.Text, err
	})
	tool("unknown form", func(ctx context.Context) (string, error) {
		_, err := Ask[struct{ A int }](ctx, "What?")
		return "", err
	})
	a.AddPrompt(&Prompt{Name: "ask"}, func(ctx context.Context, _ Args) (Messages, error) {
		p, err := Ask[person](ctx, "Who?")
		return UserText("for " + p.Name), err
	})
	a.AddResource(&Resource{URI: "ask://me", Name: "ask"}, func(ctx context.Context, _ Vars) (Contents, error) {
		p, err := Ask[person](ctx, "Who?")
		return Text("about " + p.Name), err
	})
	return a
}

func sampling(text string) SampleRequest {
	return SampleRequest{MaxTokens: 100, Prompt: text, Messages: []SampleMessage{{Text: "Be short."}, {Text: "Yes.", Assistant: true}}, Models: []string{"small"}}
}

// user is a client with somebody to answer.
type user struct {
	*Client
	asked  atomic.Int64
	answer func(*mcp.ElicitParams) *mcp.ElicitResult
}

func says(content map[string]any) func(*mcp.ElicitParams) *mcp.ElicitResult {
	return func(*mcp.ElicitParams) *mcp.ElicitResult {
		return &mcp.ElicitResult{Action: "accept", Content: content}
	}
}

func (u *user) options(can *mcp.ClientCapabilities) *mcp.ClientOptions {
	o := &mcp.ClientOptions{Capabilities: can}
	if can.Elicitation != nil {
		o.ElicitationHandler = func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			u.asked.Add(1)
			return u.answer(req.Params), nil
		}
	}
	if can.Sampling != nil {
		o.CreateMessageHandler = func(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			return &mcp.CreateMessageResult{Role: "assistant", Model: "test-model", Content: &mcp.TextContent{Text: "Paris"}}, nil
		}
	}
	return o
}

var canEverything = mcp.ClientCapabilities{
	Elicitation: &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{}},
	Sampling:    &mcp.SamplingCapabilities{}, RootsV2: &mcp.RootCapabilities{},
}

// withUsers lets users of both generations and on both transports call.
func withUsers(t *testing.T, a *asker, can mcp.ClientCapabilities, test func(t *testing.T, u *user)) {
	t.Helper()
	for _, version := range []string{newProtocol, lastLegacy} {
		for _, transport := range []string{"http", "memory"} {
			t.Run(version+" "+transport, func(t *testing.T) {
				a.runs.Store(0)
				u := &user{answer: says(map[string]any{"name": "Ada", "age": 36})}
				client := mcp.NewClient(&mcp.Implementation{Name: "user", Version: "1"}, u.options(&can))
				client.AddRoots(&mcp.Root{URI: "file:///home", Name: "home"})
				here, there := mcp.NewInMemoryTransports()
				var to mcp.Transport = there
				if transport == "http" {
					to = &mcp.StreamableClientTransport{Endpoint: serve(t, a.Server).URL, MaxRetries: 1}
				} else if _, err := a.mcp.Connect(t.Context(), served(here), nil); err != nil {
					t.Fatal(err)
				}
				session, err := client.Connect(t.Context(), to, &mcp.ClientSessionOptions{ProtocolVersion: version})
				if err != nil {
					t.Fatal(err)
				}
				u.Client = &Client{session: session, end: func() {}, died: func() error { return nil }}
				u.closed, u.close = context.WithCancel(context.Background())
				t.Cleanup(func() { _ = u.Close() })
				test(t, u)
			})
		}
	}
}

func (u *user) call(t *testing.T, tool string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	args := NewWriter()
	args.Raw("{}")
	r, err := u.CallTool(ctx, tool, args)
	if err != nil {
		return "", err
	}
	text := ""
	for o := r.Object(&wrapper); o.Next(); {
		text = r.String()
	}
	return text, r.Done()
}

func TestAsk(t *testing.T) {
	a := newAsker()
	withUsers(t, a, canEverything, func(t *testing.T, u *user) {
		for tool, want := range map[string]string{
			"greet": "hello Ada, 36", "all": "Ada: Paris in 1", "visit": "visited", "sample": "Paris", "stubborn": "it is Ada",
		} {
			if got, err := u.call(t, tool); got != want || err != nil {
				t.Errorf("%s: %q, %v; want %q", tool, got, err, want)
			}
		}
		p, err := u.Session().GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "ask"})
		if err != nil || len(p.Messages) != 1 || p.Messages[0].Content.(*mcp.TextContent).Text != "for Ada" {
			t.Errorf("prompt: %v, %v", p, err)
		}
		res, err := u.Session().ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "ask://me"})
		if err != nil || len(res.Contents) != 1 || res.Contents[0].Text != "about Ada" {
			t.Errorf("resource: %v, %v", res, err)
		}
	})
}

// What was done once before a question is not done again after it.
func TestAskTwice(t *testing.T) {
	a := newAsker()
	withUsers(t, a, canEverything, func(t *testing.T, u *user) {
		a.once.Store(0)
		u.answer = func(p *mcp.ElicitParams) *mcp.ElicitResult {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": strings.Fields(p.Message)[0]}}
		}
		got, err := u.call(t, "two")
		if got != "First? and Second,, 1" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		want := int64(1)
		if strings.HasPrefix(t.Name(), "TestAskTwice/"+newProtocol) {
			want = 3
		}
		if n := a.runs.Load(); n != want {
			t.Errorf("the function ran %d times, want %d", n, want)
		}
	})
}

func TestAskDeclined(t *testing.T) {
	withUsers(t, newAsker(), canEverything, func(t *testing.T, u *user) {
		for action, code := range map[string]string{"decline": CodeDeclined, "cancel": CodeDismissed} {
			u.answer = func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: action} }
			_, err := u.call(t, "greet")
			if e := (*Error)(nil); !errors.As(err, &e) || e.Code != code || !strings.Contains(e.Message, "Who are you?") {
				t.Errorf("%s: %v", action, err)
			}
		}
	})
}

// A client that says nothing of what it can be asked for is told so at once.
func TestAskUnable(t *testing.T) {
	a := newAsker()
	withUsers(t, a, mcp.ClientCapabilities{}, func(t *testing.T, u *user) {
		for tool, capability := range map[string]string{
			"greet": `"elicitation":{"form":{}}`, "visit": `"elicitation":{"url":{}}`, "sample": `"sampling":{}`, "delete": `"elicitation":{"form":{}}`, "stubborn": `"elicitation"`,
		} {
			_, err := u.call(t, tool)
			if strings.Contains(t.Name(), newProtocol) {
				e := (*RPCError)(nil)
				if !errors.As(err, &e) || e.Code != mcp.CodeMissingRequiredClientCapabilities || !strings.Contains(string(e.Data), `"requiredCapabilities":{`+capability) {
					t.Errorf("%s: %v", tool, err)
				}
			} else if e := (*Error)(nil); !errors.As(err, &e) || e.Code != CodeCannotAsk {
				t.Errorf("%s: %v", tool, err)
			}
		}
		if a.deleted.Load() != 0 {
			t.Error("deleted without approval")
		}
	})
}

func TestApprove(t *testing.T) {
	a := newAsker()
	withUsers(t, a, canEverything, func(t *testing.T, u *user) {
		a.deleted.Store(0)
		for name, answer := range map[string]func(*mcp.ElicitParams) *mcp.ElicitResult{
			"no":           says(map[string]any{"approve": false}),
			"declined":     func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: "decline"} },
			"dismissed":    func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: "cancel"} },
			"another type": says(map[string]any{"approve": "yes"}),
			"nothing":      says(nil), "more": says(map[string]any{"approve": true, "really": true}),
		} {
			u.answer = answer
			if _, err := u.call(t, "delete"); err == nil || a.deleted.Load() != 0 {
				t.Errorf("%s: ran, %v", name, err)
			}
		}
		u.answer = says(map[string]any{"approve": true})
		if got, err := u.call(t, "delete"); got != "deleted" || err != nil || a.deleted.Load() != 1 {
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestAskMisuse(t *testing.T) {
	a := newAsker()
	withUsers(t, a, canEverything, func(t *testing.T, u *user) {
		for tool, want := range map[string]string{"aside": "goroutines that it starts", "unknown form": "AddForm"} {
			if _, err := u.call(t, tool); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", tool, err)
			}
		}
	})
	for _, tool := range []string{"greet", "delete"} {
		if _, err := a.Call(t.Context(), tool, nil); codeOf(err) != CodeCannotAsk {
			t.Errorf("%s in this process: %v", tool, err)
		}
	}
	if _, err := Ask[person](t.Context(), "Who?"); codeOf(err) != CodeCannotAsk {
		t.Error(err)
	}
}

// The ID of a URL question is that of one question to one user, in all rounds.
func TestElicitationID(t *testing.T) {
	a := newAsker()
	a.add("visits", func(ctx context.Context) error {
		for range 2 {
			if err := AskURL(ctx, "Sign in.", "https://example.com/sign-in"); err != nil {
				return err
			}
		}
		if err := AskURL(ctx, "Sign in.", "https://example.com/sign-in", Key("last")); err != nil {
			return err
		}
		_, err := Ask[person](ctx, "Who?")
		return err
	})
	everyone := map[string]bool{}
	withUsers(t, a, canEverything, func(t *testing.T, u *user) {
		ids := map[string]bool{}
		u.answer = func(p *mcp.ElicitParams) *mcp.ElicitResult {
			if p.Mode == "url" {
				ids[p.ElicitationID], everyone[p.ElicitationID] = true, true
			}
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada"}}
		}
		for i := range 2 {
			if _, err := u.call(t, "visits"); err != nil || len(ids) != 3*(i+1) {
				t.Errorf("%d IDs, %v", len(ids), err)
			}
		}
	})
	if len(everyone) != 4*6 {
		t.Errorf("%d IDs for 24 questions", len(everyone))
	}
	r := newRounds(t, a)
	first, err := r.call(&mcp.CallToolParams{Name: "visits"})
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.call(&mcp.CallToolParams{Name: "visits", RequestState: first.RequestState})
	if err != nil {
		t.Fatal(err)
	}
	for key, question := range first.InputRequests {
		if same, ok := again.InputRequests[key].(*mcp.ElicitParams); !ok || same.ElicitationID != question.(*mcp.ElicitParams).ElicitationID {
			t.Errorf("%+v is asked again as %+v", question, same)
		}
	}
}

// raw calls a tool as a client does that keeps the rounds apart.
type rounds struct {
	t       *testing.T
	session *mcp.ClientSession
}

func newRounds(t *testing.T, a *asker, opts ...func(*mcp.StreamableClientTransport)) rounds {
	t.Helper()
	o := (&user{}).options(&canEverything)
	o.MultiRoundTrip = &mcp.MultiRoundTripOptions{Disabled: true}
	transport := &mcp.StreamableClientTransport{Endpoint: serve(t, a.Server).URL, MaxRetries: 1}
	for _, opt := range opts {
		opt(transport)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "raw", Version: "1"}, o).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return rounds{t, session}
}

func (r rounds) call(params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), 10*time.Second)
	defer cancel()
	if params.Arguments == nil {
		params.Arguments = map[string]any{}
	}
	return r.session.CallTool(ctx, params)
}

// first makes the first round of a tool and returns the state.
func (r rounds) first(tool string) string {
	r.t.Helper()
	result, err := r.call(&mcp.CallToolParams{Name: tool})
	if err != nil || !result.NeedsInput() || result.RequestState == "" {
		r.t.Fatalf("%v, %v", result, err)
	}
	return result.RequestState
}

func (r rounds) refused(what string, params *mcp.CallToolParams) {
	r.t.Helper()
	result, err := r.call(params)
	if e := (*jsonrpc.Error)(nil); !errors.As(err, &e) || e.Code != rpcInvalidParams {
		r.t.Errorf("%s: %v, %v", what, result, err)
	}
}

func (r rounds) askedAgain(what string, params *mcp.CallToolParams) {
	r.t.Helper()
	if result, err := r.call(params); err != nil || !result.NeedsInput() {
		r.t.Errorf("%s: %v, %v", what, result, err)
	}
}

func (r rounds) answered(what string, params *mcp.CallToolParams) {
	r.t.Helper()
	if result, err := r.call(params); err != nil || result.NeedsInput() || result.IsError {
		r.t.Errorf("%s: %v, %v", what, result, err)
	}
}

func TestStateAttacks(t *testing.T) {
	key := []byte("a key of at least sixteen bytes")
	a := newAsker(WithStateKey(key), WithPrincipal(func(r *http.Request) (string, error) { return r.Header.Get("X-User"), nil }))
	r := newRounds(t, a)
	accept := mcp.InputResponseMap{"user_name": &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada"}}}
	state := r.first("greet")
	with := func(state string, responses mcp.InputResponseMap) *mcp.CallToolParams {
		return &mcp.CallToolParams{Name: "greet", RequestState: state, InputResponses: responses}
	}
	r.refused("tampered at the end", with(state+"-TAMPERED", accept))
	r.refused("cut", with(state[:len(state)-2], accept))
	r.refused("made up", with("state", accept))
	r.refused("enormous", with(strings.Repeat("A", maxState+4), accept))
	for i := range len(state) {
		flipped := []byte(state)
		flipped[i] ^= 1
		if i%16 == 0 && string(flipped) != state {
			r.refused(fmt.Sprint("changed at ", i), with(string(flipped), accept))
		}
	}
	r.refused("of another tool", &mcp.CallToolParams{Name: "stubborn", RequestState: state, InputResponses: accept})
	r.refused("of other arguments", &mcp.CallToolParams{Name: "greet", Arguments: map[string]any{"x": 1}, RequestState: state, InputResponses: accept})
	newRounds(t, newAsker(WithStateKey([]byte("another key of many bytes")))).refused("of a server with another key", with(state, accept))
	newRounds(t, newAsker()).refused("of a server with a random key", with(state, accept))
	newRounds(t, newAsker(WithStateKey(key), WithLimits(Limits{AnswerTime: time.Nanosecond}))).refused("expired",
		with(newRounds(t, newAsker(WithStateKey(key), WithLimits(Limits{AnswerTime: time.Nanosecond}))).first("greet"), accept))

	r.askedAgain("an answer that nobody asked for", with("", accept))
	r.askedAgain("another key", with(state, mcp.InputResponseMap{"wrong": accept["user_name"]}))
	r.askedAgain("no answer", with(state, nil))
	r.askedAgain("another kind of answer", with(state, mcp.InputResponseMap{"user_name": &mcp.ListRootsResult{}}))
	r.askedAgain("a value that does not fit", with(state, mcp.InputResponseMap{"user_name": &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": 7}}}))
	r.askedAgain("a made up action", with(state, mcp.InputResponseMap{"user_name": &mcp.ElicitResult{Action: "agree"}}))
	r.answered("the answer", with(state, accept))
	r.answered("the answer, and more", with(state, mcp.InputResponseMap{"user_name": accept["user_name"], "more": accept["user_name"]}))
	r.answered("twice", with(state, accept))
	newRounds(t, newAsker(WithStateKey([]byte("a newer key of sixteen"), key))).answered("at a replica that has a newer key", with(state, accept))
}
