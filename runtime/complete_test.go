package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// newCompleter is a server with something to complete.
func newCompleter(opts ...Option) *Server {
	s := NewServer("completer", "1", opts...)
	none := func(context.Context, Args) (Messages, error) { return nil, nil }
	s.AddPrompt(&Prompt{Name: "plan", Args: []PromptArg{{Name: "city"}, {Name: "street"}, {Name: "unit"}, {Name: "free"}, {Name: "bad"}, {Name: "level"}}}, none)
	s.AddResource(&Resource{URI: "map://{city}", Template: true, Name: "map"}, func(context.Context, Vars) (Contents, error) { return Text(""), nil })
	s.CompletePrompt("plan", "unit", Values("Celsius", "celsius", "kelvin"))
	s.CompletePrompt("plan", "city", func(_ context.Context, prefix string, _ Args) (list []string, _ error) {
		for i := range 150 {
			list = append(list, fmt.Sprint(prefix, i))
		}
		return list, nil
	})
	s.CompletePrompt("plan", "street", func(_ context.Context, prefix string, earlier Args) ([]string, error) {
		if !earlier.Has("city") {
			return nil, nil
		}
		return []string{prefix + " " + earlier.Get("city")}, nil
	})
	s.CompletePrompt("plan", "bad", func(ctx context.Context, prefix string, _ Args) ([]string, error) {
		switch prefix {
		case "panic":
			panic("secret")
		case "ask":
			_, err := Ask[person](ctx, "Who?")
			return nil, err
		case "wait":
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, Errorf("not_ready", "no index yet")
	})
	var levels []string
	for i := range 150 {
		levels = append(levels, fmt.Sprint("L", i), fmt.Sprint("M", i))
	}
	s.CompletePrompt("plan", "level", Values(levels...))
	s.CompleteResource("map://{city}", "city", Values("Oslo", "Osaka"))
	return s
}

func complete(t *testing.T, c *Client, ref mcp.CompleteReference, arg, prefix string, earlier map[string]string) (mcp.CompletionResultDetails, error) {
	t.Helper()
	params := &mcp.CompleteParams{Ref: &ref, Argument: mcp.CompleteParamsArgument{Name: arg, Value: prefix}}
	if earlier != nil {
		params.Context = &mcp.CompleteContext{Arguments: earlier}
	}
	result, err := c.session.Complete(t.Context(), params)
	if err != nil {
		return mcp.CompletionResultDetails{}, c.rebuild(t.Context(), err)
	}
	return result.Completion, nil
}

var ofPlan = mcp.CompleteReference{Type: "ref/prompt", Name: "plan"}

func TestComplete(t *testing.T) {
	withUsers(t, &asker{Server: newCompleter()}, canEverything, func(t *testing.T, u *user) {
		if caps := u.session.InitializeResult().Capabilities; caps.Completions == nil || caps.Prompts == nil {
			t.Errorf("capabilities: %+v", caps)
		}
		ofMap := mcp.CompleteReference{Type: "ref/resource", URI: "map://{city}"}
		for _, test := range []struct {
			ref         mcp.CompleteReference
			arg, prefix string
			earlier     map[string]string
			want        string
		}{
			{ofPlan, "unit", "", nil, "Celsius celsius kelvin"},
			{ofPlan, "unit", "CEL", nil, "Celsius celsius"},
			{ofPlan, "unit", "x", nil, ""},
			{ofPlan, "free", "x", nil, ""},
			{ofPlan, "street", "a", nil, ""},
			{ofPlan, "street", "a", map[string]string{"city": "Oslo", "other": "x"}, "a Oslo"},
			{ofMap, "city", "o", nil, "Oslo Osaka"},
		} {
			got, err := complete(t, u.Client, test.ref, test.arg, test.prefix, test.earlier)
			if text := strings.Join(got.Values, " "); text != test.want || err != nil || got.Values == nil || got.HasMore {
				t.Errorf("%s %q: %+v, %v; want %s", test.arg, test.prefix, got, err, test.want)
			}
		}
		got, err := complete(t, u.Client, ofPlan, "city", "x", nil)
		if err != nil || len(got.Values) != 100 || got.Total != 150 || !got.HasMore || got.Values[0] != "x0" || got.Values[99] != "x99" {
			t.Errorf("150 values: %d of %d, more %t, %v", len(got.Values), got.Total, got.HasMore, err)
		}
		// What does not begin with the prefix does not count.
		got, err = complete(t, u.Client, ofPlan, "level", "m", nil)
		if err != nil || len(got.Values) != 100 || got.Total != 150 || !got.HasMore || got.Values[0] != "M0" || got.Values[99] != "M99" {
			t.Errorf("150 of 300 values: %d of %d, more %t, %v", len(got.Values), got.Total, got.HasMore, err)
		}
	})
}

func TestCompleteFaults(t *testing.T) {
	withUsers(t, &asker{Server: newCompleter(WithLimits(Limits{CallTime: 100 * time.Millisecond}))}, canEverything, func(t *testing.T, u *user) {
		for _, test := range []struct {
			ref         mcp.CompleteReference
			arg, prefix string
			want        string
		}{
			{ofPlan, "cit", "", `-32602 prompt "plan" has no argument "cit", did you mean "city"?`},
			{mcp.CompleteReference{Type: "ref/prompt", Name: "nothing"}, "city", "", `-32602 unknown prompt "nothing"`},
			{mcp.CompleteReference{Type: "ref/prompt"}, "city", "", `-32602 unknown prompt ""`},
			{mcp.CompleteReference{Type: "ref/resource", URI: "map://oslo"}, "city", "", `-32602 unknown resource "map://oslo"`},
			{mcp.CompleteReference{Type: "ref/resource", URI: "map"}, "city", "", `-32602 unknown resource "map"`},
			{ofPlan, "bad", "", `not_ready no index yet`},
			{ofPlan, "bad", "panic", `internal internal error in completion plan`},
			{ofPlan, "bad", "ask", `cannot_ask questions can be asked by the function of a call, and not by goroutines that it starts`},
			{ofPlan, "bad", "wait", `timeout completion plan did not end within 100ms`},
		} {
			_, err := complete(t, u.Client, test.ref, test.arg, test.prefix, nil)
			got := fmt.Sprint(err)
			if e := (*RPCError)(nil); errors.As(err, &e) {
				got = fmt.Sprint(e.Code, " ", e.Message)
			} else if e := (*Error)(nil); errors.As(err, &e) {
				got = e.Code + " " + e.Message
			}
			if got != test.want {
				t.Errorf("%v %s %q: %s; want %s", test.ref, test.arg, test.prefix, got, test.want)
			}
		}
	})
}

// A server with nothing to complete does not say that it can.
func TestNothingToComplete(t *testing.T) {
	s := NewServer("plain", "1")
	s.AddPrompt(&Prompt{Name: "plan", Args: []PromptArg{{Name: "city"}}}, func(context.Context, Args) (Messages, error) { return nil, nil })
	withUsers(t, &asker{Server: s}, canEverything, func(t *testing.T, u *user) {
		if caps := u.session.InitializeResult().Capabilities; caps.Completions != nil {
			t.Errorf("capabilities: %+v", caps)
		}
	})
}

// What the SDK's server completes by itself, it still does.
func TestCompleteWrapped(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "old", Version: "1"}, &mcp.ServerOptions{
		CompletionHandler: func(_ context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{"old " + req.Params.Ref.Name}}}, nil
		},
	})
	s := Wrap(server)
	s.AddPrompt(&Prompt{Name: "plan", Args: []PromptArg{{Name: "unit"}}}, func(context.Context, Args) (Messages, error) { return nil, nil })
	s.CompletePrompt("plan", "unit", Values("kelvin"))
	withUsers(t, &asker{Server: s}, canEverything, func(t *testing.T, u *user) {
		for name, want := range map[string]string{"plan": "kelvin", "other": "old other"} {
			got, err := u.CompletePrompt(t.Context(), name, "unit", "", nil)
			if err != nil || !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
	})
}

// Interceptors see completions, and what is found beyond one answer.
func TestCompleteIntercepted(t *testing.T) {
	var seen []string
	s := newCompleter(WithInterceptors(func(ctx context.Context, call *Call, next Next) (Result, error) {
		result, err := next(ctx, call)
		seen = append(seen, fmt.Sprint(call, " ", call.Argument, " ", call.Prefix, " ", call.URI, " ", len(result.Values)))
		if call.Prefix == "other" {
			result.Values = []string{"changed"}
		}
		return result, err
	}))
	client, err := s.Local(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	if _, err := client.CompletePrompt(t.Context(), "plan", "city", "x", nil); err != nil {
		t.Error(err)
	}
	if got, err := client.CompleteResource(t.Context(), "map://{city}", "city", "other", nil); err != nil || !slices.Equal(got, []string{"changed"}) {
		t.Errorf("%q, %v", got, err)
	}
	want := []string{"completion plan city x  150", "completion map city other map://{city} 0"}
	if !slices.Equal(seen, want) {
		t.Errorf("seen %q, want %q", seen, want)
	}
}

func TestTwoCompleters(t *testing.T) {
	s := newCompleter()
	s.CompletePrompt("plan", "unit", Values("rankine"))
	if err := s.Err(); err == nil || !strings.Contains(err.Error(), `two completers are called "unit of prompt plan"`) {
		t.Errorf("%v", err)
	}
}
