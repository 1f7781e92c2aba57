package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/oauth2"
)

// asked connects clients with options to a in every way there is.
func asked(t *testing.T, a *asker, opts []ClientOption, test func(t *testing.T, c *Client)) {
	t.Helper()
	url := serve(t, a.Server).URL
	for name, connected := range map[string]func() (*Client, error){
		"2026 http": func() (*Client, error) { return Dial(t.Context(), url, opts...) },
		"2025 http": func() (*Client, error) {
			o := collectClient(opts)
			return connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, MaxRetries: 1}, o.sdk(), &mcp.ClientSessionOptions{ProtocolVersion: lastLegacy}, o.roots...)
		},
		"local": func() (*Client, error) { return a.Local(t.Context(), opts...) },
	} {
		t.Run(name, func(t *testing.T) {
			c, err := connected()
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = c.Close() }()
			test(t, c)
		})
	}
}

// A call that asks and asks ends, and the connection does not.
func TestTooManyRounds(t *testing.T) {
	a := newAsker()
	addTool(a.Server, "insists", func(ctx context.Context, _ *Writer) error {
		for i := range 12 {
			if err := AskURL(ctx, fmt.Sprint("Visit ", i), "https://example.com"); err != nil {
				return err
			}
		}
		return nil
	})
	visit := WithURLs(func(context.Context, string, string) error { return nil })
	asked(t, a, []ClientOption{visit}, func(t *testing.T, c *Client) {
		_, err := c.CallTool(t.Context(), "insists", NewWriter())
		if err != nil && (!errors.Is(err, ErrTooManyRounds) || errors.Is(err, ErrDisconnected)) {
			t.Error(err)
		}
		if strings.HasPrefix(t.Name(), "TestTooManyRounds/2025") && err != nil || !strings.HasPrefix(t.Name(), "TestTooManyRounds/2025") && err == nil {
			t.Errorf("%s: %v", t.Name(), err)
		}
	})
}

func TestWithForms(t *testing.T) {
	fill := func(content string, err error) []ClientOption {
		return []ClientOption{WithForms(func(_ context.Context, message string, schema []byte) ([]byte, error) {
			if message != "Who are you?" || !strings.Contains(string(schema), `"maxLength":40`) {
				t.Errorf("asked %q with %s", message, schema)
			}
			return []byte(content), err
		})}
	}
	for _, c := range []struct {
		content    string
		err        error
		text, code string
	}{
		{content: `{"name":"Ada","age":36}`, text: "hello Ada, 36"},
		{err: ErrDeclined, code: CodeDeclined},
		{err: ErrDismissed, code: CodeDismissed},
	} {
		asked(t, newAsker(), fill(c.content, c.err), func(t *testing.T, client *Client) {
			if text, code, err := client.greet(t); text != c.text || code != c.code {
				t.Errorf("%s %v: %q %q %v", c.content, c.err, text, code, err)
			}
		})
	}
	for _, opts := range [][]ClientOption{
		fill("[]", nil), fill(`{"name":7}`, nil), fill("", errors.New("the screen is off")),
	} {
		asked(t, newAsker(), opts, func(t *testing.T, client *Client) {
			if text, _, err := client.greet(t); err == nil {
				t.Errorf("answered %q", text)
			}
		})
	}
	asked(t, newAsker(), nil, func(t *testing.T, client *Client) {
		if _, _, err := client.greet(t); err == nil || !strings.Contains(err.Error(), "elicitation") {
			t.Error(err)
		}
	})
}

// greet calls the tool and returns its text, or the code of its error.
func (c *Client) greet(t *testing.T) (text, code string, err error) {
	t.Helper()
	r, err := c.CallTool(t.Context(), "greet", NewWriter())
	if err != nil {
		return "", codeOf(err), err
	}
	for o := r.Object(&wrapper); o.Next(); {
		text = r.String()
	}
	return text, "", r.Done()
}

// Numbers in an answer arrive as they are written.
func TestFormContentIsExact(t *testing.T) {
	content, err := formContent([]byte(`{"id":9007199254740993}`))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(content); err != nil || string(text) != `{"id":9007199254740993}` {
		t.Errorf("%s, %v", text, err)
	}
	if content, err = formContent(nil); err != nil || content == nil || len(content) > 0 {
		t.Error(content, err)
	}
}

func TestWithURLs(t *testing.T) {
	for _, answer := range []error{nil, ErrDeclined} {
		visit := WithURLs(func(_ context.Context, message, url string) error {
			if message != "Sign in." || url != "https://example.com/sign-in" {
				t.Errorf("asked %q, %q", message, url)
			}
			return answer
		})
		asked(t, newAsker(), []ClientOption{visit}, func(t *testing.T, client *Client) {
			if _, err := client.CallTool(t.Context(), "visit", NewWriter()); (err == nil) != (answer == nil) {
				t.Error(err)
			}
			if _, _, err := client.greet(t); err == nil || !strings.Contains(err.Error(), "fill in forms") {
				t.Errorf("a client without forms is asked: %v", err)
			}
		})
	}
}

// signIn is a handler that has a token once it was asked for one.
type signIn struct{ asked atomic.Int64 }

func (s *signIn) TokenSource(context.Context) (oauth2.TokenSource, error) {
	if s.asked.Load() == 0 {
		return nil, nil
	}
	return oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "secret"}), nil
}

func (s *signIn) Authorize(_ context.Context, _ *http.Request, resp *http.Response) error {
	s.asked.Add(1)
	return resp.Body.Close()
}

func TestWithOAuth(t *testing.T) {
	handler := newTestServer().Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	var s signIn
	c := dial(t, server.URL, WithOAuth(&s))
	if _, err := c.CallTool(t.Context(), "wrapped", NewWriter()); err != nil || s.asked.Load() != 1 {
		t.Errorf("%v, signed in %d times", err, s.asked.Load())
	}
	if _, err := Dial(t.Context(), server.URL); err == nil {
		t.Error("served without a token")
	}
	for _, opt := range []ClientOption{WithOAuth(&s), WithHTTPClient(http.DefaultClient)} {
		if _, err := newTestServer().Local(t.Context(), opt); !errors.Is(err, errNotHTTP) {
			t.Errorf("an option of HTTP for a connection without: %v", err)
		}
	}
}

// What a client knows already may come unasked where the function says so, with
// the first round only, and is checked like any answer.
func TestUnasked(t *testing.T) {
	a := newAsker()
	addTool(a.Server, "known", func(ctx context.Context, _ *Writer) error {
		_, err := Ask[person](ctx, "Who are you?", Key("user_name"), Unasked())
		return err
	})
	r := newRounds(t, a)
	call := func(state string, name any) *mcp.CallToolParams {
		return &mcp.CallToolParams{Name: "known", RequestState: state, InputResponses: mcp.InputResponseMap{
			"user_name": &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": name}},
			"more":      &mcp.ElicitResult{Action: "accept"},
		}}
	}
	r.answered("with the first round", call("", "Ada"))
	r.askedAgain("with the first round, of another type", call("", 7))
	r.answered("when asked", call(r.first("known"), "Ada"))
	r.refused("with a state that is none", call("state", "Ada"))
}
