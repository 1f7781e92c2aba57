package mcpruntime

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asUser sends every request in the name of somebody.
func asUser(name string) func(*mcp.StreamableClientTransport) {
	return func(t *mcp.StreamableClientTransport) {
		t.HTTPClient = &http.Client{Transport: headerTransport{"X-User", name}}
	}
}

type headerTransport struct{ name, value string }

func (h headerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(h.name, h.value)
	return http.DefaultTransport.RoundTrip(r)
}

// A state belongs to the user that it was made for.
func TestStateOfAnotherUser(t *testing.T) {
	a := newAsker(WithStateKey([]byte("a key of at least sixteen bytes")), WithPrincipal(func(r *http.Request) (string, error) { return r.Header.Get("X-User"), nil }))
	yes := mcp.InputResponseMap{"user_name": &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada"}}}
	ada := newRounds(t, a, asUser("ada"))
	state := ada.first("greet")
	with := func() *mcp.CallToolParams {
		return &mcp.CallToolParams{Name: "greet", RequestState: state, InputResponses: yes}
	}
	newRounds(t, a, asUser("bob")).refused("of another user", with())
	newRounds(t, a).refused("of nobody", with())
	ada.answered("of its own", with())
}

// approvals answers every question of a round with a yes.
func approvals(result *mcp.CallToolResult, value any) mcp.InputResponseMap {
	answers := mcp.InputResponseMap{}
	for key := range result.InputRequests {
		answers[key] = &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": value}}
	}
	return answers
}

// Nothing runs without a yes to just this call.
func TestApproveAttacks(t *testing.T) {
	a := newAsker()
	r := newRounds(t, a)
	small := map[string]any{"id": 1}
	asked, err := r.call(&mcp.CallToolParams{Name: "delete", Arguments: small})
	if err != nil || !asked.NeedsInput() {
		t.Fatalf("%v, %v", asked, err)
	}
	yes := approvals(asked, true)
	with := func(arguments any, state string, answers mcp.InputResponseMap) *mcp.CallToolParams {
		return &mcp.CallToolParams{Name: "delete", Arguments: arguments, RequestState: state, InputResponses: answers}
	}
	r.refused("other arguments", with(map[string]any{"id": 2}, asked.RequestState, yes))
	r.refused("a state of another tool", with(small, r.first("greet"), yes))
	r.refused("a state that is none", with(small, "yes", yes))
	r.askedAgain("an answer without a state", with(small, "", yes))
	r.askedAgain("a state without an answer", with(small, asked.RequestState, nil))
	r.askedAgain("a second first round", with(small, "", nil))
	r.askedAgain("a yes that is text", with(small, asked.RequestState, approvals(asked, "true")))
	r.askedAgain("a yes that is a number", with(small, asked.RequestState, approvals(asked, 1)))
	r.askedAgain("a yes to another question", with(small, asked.RequestState, mcp.InputResponseMap{"approve": yes[firstKey(yes)]}))
	if result, err := r.call(with(small, asked.RequestState, approvals(asked, false))); err != nil || !result.IsError {
		t.Errorf("no: %v, %v", result, err)
	}
	if n := a.deleted.Load(); n != 0 {
		t.Fatalf("deleted %d times without a yes", n)
	}
	r.answered("yes", with(map[string]any{"id": 1.0}, asked.RequestState, yes))
	if n := a.deleted.Load(); n != 1 {
		t.Errorf("deleted %d times", n)
	}
}

func firstKey(answers mcp.InputResponseMap) string {
	for key := range answers {
		return key
	}
	return ""
}

// Whatever a function does with the panic that ends it, the question is the
// answer of its call.
func TestAskRecovered(t *testing.T) {
	a := newAsker()
	var later atomic.Int64
	a.AddTool(&Tool{Name: "deaf", Input: `{"type":"object"}`, Output: `{"type":"object"}`}, func(ctx context.Context, in *Reader, out *Writer) error {
		in.Any()
		for range 3 {
			func() {
				defer func() { _ = recover() }()
				_, _ = Ask[person](ctx, "Who?")
			}()
		}
		later.Add(1)
		out.Raw(`{"secret":true}`)
		return nil
	})
	r := newRounds(t, a)
	for _, tool := range []string{"stubborn", "deaf"} {
		result, err := r.call(&mcp.CallToolParams{Name: tool})
		if err != nil || !result.NeedsInput() || result.StructuredContent != nil || len(result.Content) > 0 {
			t.Errorf("%s: %+v, %v", tool, result, err)
		}
		if len(result.InputRequests) != 1 {
			t.Errorf("%s asks %d questions, want the first one", tool, len(result.InputRequests))
		}
	}
}

// A goroutine that outlives its call, and one that asks beside it, get an error
// and hang nothing.
func TestAskLate(t *testing.T) {
	a := newAsker()
	errs, begin := make(chan error, 2), make(chan struct{})
	a.AddTool(&Tool{Name: "late", Input: `{"type":"object"}`, Output: `{"type":"object"}`}, func(ctx context.Context, in *Reader, out *Writer) error {
		in.Any()
		go func() {
			<-begin
			_, err := Ask[person](ctx, "Who?")
			errs <- err
			errs <- Approve(ctx)
		}()
		out.Raw(`{}`)
		return nil
	})
	r := newRounds(t, a)
	r.answered("the call", &mcp.CallToolParams{Name: "late"})
	close(begin)
	for range 2 {
		select {
		case err := <-errs:
			if codeOf(err) != CodeCannotAsk {
				t.Error(err)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("asking hangs")
		}
	}
	result, err := r.call(&mcp.CallToolParams{Name: "aside"})
	if err != nil || !result.IsError {
		t.Errorf("%v, %v", result, err)
	}
}

// Integers are what the user wrote, on every way that an answer can come.
func TestAskExact(t *testing.T) {
	withUsers(t, newAsker(), canEverything, func(t *testing.T, u *user) {
		for id, want := range map[int64]string{9007199254740993: "9007199254740993 0.1", -1 << 63: "-9223372036854775808 0.1", 7: "7 0.1"} {
			u.answer = says(map[string]any{"id": id, "share": 0.1})
			if got, err := u.call(t, "ticket"); got != want || err != nil {
				t.Errorf("%d: %q, %v", id, got, err)
			}
		}
	})
}

// A made up exact content does not stand for another one.
func TestAskExactForged(t *testing.T) {
	withUsers(t, newAsker(), canEverything, func(t *testing.T, u *user) {
		for exact, want := range map[string]string{`{"id":9}`: "7 0.5", `{"id":7,"share":0.50}`: "7 0.5", `[]`: "7 0.5", `{`: "7 0.5"} {
			u.answer = func(*mcp.ElicitParams) *mcp.ElicitResult {
				return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"id": 7, "share": 0.5}, Meta: mcp.Meta{metaExact: exact}}
			}
			if got, err := u.call(t, "ticket"); got != want || err != nil {
				t.Errorf("%s: %q, %v", exact, got, err)
			}
		}
	})
}

// What is approved is what runs, and all of it can be seen.
func TestApprovalMessage(t *testing.T) {
	hook := func(ctx context.Context, call *Call, next Next) (Result, error) {
		if strings.Contains(string(call.Arguments), "old") {
			call.Arguments = []byte(strings.ReplaceAll(string(call.Arguments), "old", "new"))
		}
		return next(ctx, call)
	}
	a := newAsker(WithInterceptors(hook))
	a.tools["delete"].tool.Title = "Delete a note"
	r := newRounds(t, a)
	many := map[string]any{}
	for i := range maxShown + 1 {
		many[fmt.Sprint(i)] = i
	}
	for name, c := range map[string]struct {
		arguments any
		want      string
	}{
		"none":      {nil, "Run Delete a note (delete)?"},
		"some":      {map[string]any{"id": "7", "list": []int{1, 2}}, "Run Delete a note (delete) with these arguments?\n\nid: \"7\"\nlist: [1,2]"},
		"changed":   {map[string]any{"id": "old"}, "id: \"new\""},
		"hidden":    {map[string]any{"id": "a\u202eb\nc"}, `id: "a\u{202E}b\nc"`},
		"invisible": {map[string]any{"id": "a\u3164\ufe0fb"}, `id: "a\u{3164}\u{FE0F}b"`},
		"long":      {map[string]any{"id": strings.Repeat("ä", 4000) + "; rm -rf /", "z": 1}, "ä; rm -rf /\"\nz: 1"},
		"deceptive": {map[string]any{"id: 1\nforce": 2}, `"id: 1\nforce": 2`},
	} {
		result, err := r.call(&mcp.CallToolParams{Name: "delete", Arguments: c.arguments})
		if err != nil || len(result.InputRequests) != 1 {
			t.Fatalf("%s: %v, %v", name, result, err)
		}
		for _, q := range result.InputRequests {
			if message := q.(*mcp.ElicitParams).Message; !strings.HasSuffix(message, c.want) {
				t.Errorf("%s: %s", name, message)
			}
		}
	}
	for name, arguments := range map[string]any{
		"many arguments": many,
		"a long value":   map[string]any{"id": strings.Repeat("x", maxApproval) + "; rm -rf /"},
		"a hidden value": map[string]any{"id": strings.Repeat("\u202e", maxApproval/5)},
		"a long name":    map[string]any{strings.Repeat("x", maxApproval): 1},
		"long in all":    map[string]any{"a": strings.Repeat("x", maxApproval/2), "b": strings.Repeat("x", maxApproval/2)},
	} {
		result, err := r.call(&mcp.CallToolParams{Name: "delete", Arguments: arguments})
		if err != nil || !result.IsError || !strings.Contains(fmt.Sprint(result.Meta), CodeCannotAsk) {
			t.Errorf("%s: %v, %v", name, result, err)
		}
	}
	if n := a.deleted.Load(); n != 0 {
		t.Errorf("deleted %d times", n)
	}
}
