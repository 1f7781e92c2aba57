package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type tenant struct{ id string }

// newHidden returns a server whose functions take what callers do not give, as
// generated code does.
func newHidden(opts ...Option) *Server {
	s := NewServer("hidden", "1", opts...)
	RequireProvider[*tenant](s, "tenant", "the parameter t of Who")
	who := func(ctx context.Context) (string, error) {
		of, err := Provided[*tenant](ctx, "tenant")
		if err != nil {
			return "", err
		}
		meta := MetaReader(ctx, "example.com/zone")
		zone := meta.String()
		if err := meta.Done(); err != nil {
			return "", err
		}
		return Principal(ctx) + " of " + of.id + " in " + zone, nil
	}
	addTool(s, "who", func(ctx context.Context, out *Writer) error {
		text, err := who(ctx)
		out.Raw(`{"result":`)
		out.String(text)
		out.Raw("}")
		return err
	})
	s.AddResource(&Resource{URI: "a://who", Name: "who"}, func(ctx context.Context, _ Vars) (Contents, error) {
		text, err := who(ctx)
		return Text(text), err
	})
	s.AddPrompt(&Prompt{Name: "who"}, func(ctx context.Context, _ Args) (Messages, error) {
		text, err := who(ctx)
		return UserText(text), err
	})
	return s
}

func TestHidden(t *testing.T) {
	s := newHidden(
		WithProvider("tenant", func(ctx context.Context) (*tenant, error) {
			if Principal(ctx) == "nobody" {
				return nil, errors.New("nobody is no tenant")
			}
			return &tenant{"acme"}, nil
		}),
		WithPrincipal(func(r *http.Request) (string, error) { return r.Header.Get("X-User"), nil }))
	url := serve(t, s).URL
	for _, version := range []string{newProtocol, lastLegacy} {
		for user, want := range map[string]string{"ada": "ada of acme in eu", "nobody": "nobody is no tenant"} {
			client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: as(user)}},
				&mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = session.Close() })
			meta := func() mcp.Meta { return mcp.Meta{"example.com/zone": "eu"} }
			text := func(s string, err error) string {
				if err != nil {
					return err.Error()
				}
				return s
			}
			tool, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "who", Meta: meta()})
			if err != nil || !strings.Contains(textOf(tool.Content), want) {
				t.Errorf("%s tool: %+v %v", version, tool, err)
			}
			read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "a://who", Meta: meta()})
			if err == nil && read.Contents[0].Text != want || err != nil && !strings.Contains(text("", err), want) {
				t.Errorf("%s resource: %+v %v", version, read, err)
			}
			got, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "who", Meta: meta()})
			if err == nil && textOf([]mcp.Content{got.Messages[0].Content}) != want || err != nil && !strings.Contains(text("", err), want) {
				t.Errorf("%s prompt: %+v %v", version, got, err)
			}
		}
	}
	_, err := s.Call(t.Context(), "who", nil)
	if e := (*Error)(nil); !errors.As(err, &e) || e.Code != CodeBadArgument || e.Message != `_meta "example.com/zone" is missing` {
		t.Errorf("without _meta: %v", err)
	}
	if _, err := s.Call(t.Context(), "who", []byte(`{"tenant":"eve"}`)); err == nil || !strings.Contains(err.Error(), "tenant") {
		t.Errorf("an argument of the name: %v", err)
	}
}

// as is a transport that says who sends.
type as string

func (user as) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-User", string(user))
	return http.DefaultTransport.RoundTrip(r)
}

func TestMetaReader(t *testing.T) {
	s := NewServer("meta", "1")
	var fault error
	addTool(s, "read", func(ctx context.Context, _ *Writer) error {
		r := MetaReader(ctx, "n")
		r.Int64()
		fault = r.Done()
		return nil
	})
	session := localClient(t, s).session
	for value, want := range map[any]string{
		7:                         "",
		float64(9007199254740991): "",
		float64(1 << 53):          `bad _meta "n": (top level): a number that _meta cannot carry exactly`,
		"x":                       `bad _meta "n": (top level): want integer of 64 bits, got string "x"`,
		nil:                       `_meta "n" is missing`,
	} {
		meta := mcp.Meta{}
		if value != nil {
			meta["n"] = value
		}
		if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "read", Meta: meta}); err != nil {
			t.Fatal(err)
		}
		got := ""
		if fault != nil {
			got = fault.Error()
		}
		if got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
}

// A number that was rounded on its way is refused wherever it stands.
func TestMetaReaderIsExact(t *testing.T) {
	for text, want := range map[string]bool{
		`{"id":9007199254740993}`: true, `[1,{"a":[-1e300]}]`: true, `{"id":9007199254740991,"x":[1.5,"9007199254740993",null]}`: false,
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil || inexact(value) != want {
			t.Errorf("%s: want %v, %v", text, want, err)
		}
	}
}

func TestProvidersThatAreMissing(t *testing.T) {
	nothing := func(context.Context) (*tenant, error) { return nil, nil }
	for name, c := range map[string]struct {
		opts []Option
		want string
	}{
		"none":  {nil, `provider "tenant": there is none, and the parameter t of Who wants func(context.Context) (*mcpruntime.tenant, error)`},
		"type":  {[]Option{WithProvider("tenant", func(context.Context) (tenant, error) { return tenant{}, nil })}, `it is func(context.Context) (mcpruntime.tenant, error), and`},
		"nil":   {[]Option{WithProvider[*tenant]("tenant", nil)}, "there is none"},
		"twice": {[]Option{WithProvider("tenant", nothing), WithProvider("tenant", nothing)}, `two providers are called "tenant"`},
	} {
		err := newHidden(c.opts...).Err()
		if err == nil || !strings.Contains(err.Error(), c.want) || name != "twice" && !strings.Contains(err.Error(), "hidden_test.go:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if Principal(t.Context()) != "" {
		t.Error("a principal outside a call")
	}
	if _, err := Provided[int](t.Context(), "x"); err == nil {
		t.Error("a provider outside a call")
	}
}
