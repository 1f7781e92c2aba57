package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// listener is a client of one generation that hears of lists that change.
type listener struct {
	session *mcp.ClientSession
	changed chan string
}

// withListeners connects listeners of both generations over both transports.
func withListeners(t *testing.T, fill func() *Server, test func(t *testing.T, s *Server, l *listener)) {
	t.Helper()
	for _, version := range []string{newProtocol, lastLegacy} {
		for _, transport := range []string{"http", "memory"} {
			t.Run(version+" "+transport, func(t *testing.T) {
				s := fill() // what serves is drained at the end
				l := &listener{changed: make(chan string, 100)}
				client := mcp.NewClient(&mcp.Implementation{Name: "listener", Version: "1"}, &mcp.ClientOptions{
					ToolListChangedHandler:     func(context.Context, *mcp.ToolListChangedRequest) { l.changed <- "tools" },
					PromptListChangedHandler:   func(context.Context, *mcp.PromptListChangedRequest) { l.changed <- "prompts" },
					ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { l.changed <- "resources" },
				})
				here, there := mcp.NewInMemoryTransports()
				var to mcp.Transport = there
				if transport == "http" {
					to = &mcp.StreamableClientTransport{Endpoint: serve(t, s).URL, MaxRetries: 1}
				} else if _, err := s.mcp.Connect(t.Context(), here, nil); err != nil {
					t.Fatal(err)
				}
				session, err := client.Connect(t.Context(), to, &mcp.ClientSessionOptions{ProtocolVersion: version})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = session.Close() })
				l.session = session
				l.wait(t, s)
				test(t, s, l)
			})
		}
	}
}

// wait returns when the listener hears: the stream of a session opens after it.
func (l *listener) wait(t *testing.T, s *Server) {
	t.Helper()
	for range 100 {
		addTool(s, "probe", func(context.Context, *Writer) error { return nil })
		s.RemoveTools("probe")
		select {
		case <-l.changed:
			time.Sleep(50 * time.Millisecond) // the SDK gathers changes for 10
			for len(l.changed) > 0 {
				<-l.changed
			}
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatal("nothing is heard")
}

func (l *listener) expect(t *testing.T, want string) {
	t.Helper()
	deadline := time.After(5 * time.Second)
	for {
		select {
		case got := <-l.changed:
			if got == want {
				return
			}
		case <-deadline:
			t.Fatalf("no word of changed %s", want)
		}
	}
}

func (l *listener) names(t *testing.T) (names []string) {
	t.Helper()
	for tool, err := range l.session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
	}
	return names
}

func TestListsChange(t *testing.T) {
	nothing := func(context.Context, *Writer) error { return nil }
	text := func(context.Context, Vars) (Contents, error) { return Text("x"), nil }
	fill := func() *Server {
		s := NewServer("test", "1")
		addTool(s, "b", nothing)
		addTool(s, "a", nothing)
		s.AddResource(&Resource{URI: "a://x", Name: "x"}, text)
		s.AddPrompt(&Prompt{Name: "p"}, func(context.Context, Args) (Messages, error) { return UserText("p"), nil })
		return s
	}
	withListeners(t, fill, func(t *testing.T, s *Server, l *listener) {
		if got := l.names(t); !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("tools %v", got)
		}
		addTool(s, "c", nothing)
		l.expect(t, "tools")
		if got := l.names(t); !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("tools %v", got)
		}
		s.RemoveTools("c", "none")
		l.expect(t, "tools")
		if got := l.names(t); !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("tools %v", got)
		}
		if _, err := s.Call(t.Context(), "c", nil); err == nil {
			t.Error("a tool that is gone is called")
		}
		s.AddResource(&Resource{URI: "a://{v}/y", Template: true, Name: "y"}, text)
		l.expect(t, "resources")
		if r, err := l.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "a://1/y"}); err != nil || r.Contents[0].Text != "x" {
			t.Errorf("a resource that was added: %v", err)
		}
		s.RemoveResources("a://{v}/y")
		l.expect(t, "resources")
		if _, err := l.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "a://1/y"}); err == nil {
			t.Error("a resource that is gone is read")
		}
		s.AddPrompt(&Prompt{Name: "q"}, func(context.Context, Args) (Messages, error) { return UserText("q"), nil })
		l.expect(t, "prompts")
		s.RemovePrompts("q")
		l.expect(t, "prompts")
		if _, err := l.session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "q"}); err == nil {
			t.Error("a prompt that is gone is there")
		}
		addTool(s, "c", nothing)
		if err := s.Err(); err != nil {
			t.Errorf("what was removed can be added again: %v", err)
		}
	})
}

func TestPagesAndCacheHints(t *testing.T) {
	want := []string{"tool0", "tool1", "tool2", "tool3", "tool4"}
	fill := func() *Server {
		s := NewServer("test", "1", WithPageSize(2), WithCache(Cache{TTL: 90 * time.Second, Scope: CachePrivate}))
		for _, name := range want {
			addTool(s, name, func(context.Context, *Writer) error { return nil })
		}
		s.AddResource(&Resource{URI: "a://x", Name: "x", Cache: Cache{TTL: time.Minute, Scope: CachePublic}}, func(context.Context, Vars) (Contents, error) {
			return Text("x"), nil
		})
		return s
	}
	withListeners(t, fill, func(t *testing.T, _ *Server, l *listener) {
		if got := l.names(t); !slices.Equal(got, want) {
			t.Errorf("all pages: %v", got)
		}
		page, err := l.session.ListTools(t.Context(), &mcp.ListToolsParams{})
		if err != nil || len(page.Tools) != 2 || page.NextCursor == "" {
			t.Fatalf("a page: %+v %v", page, err)
		}
		if page.TTLMs != 90_000 || page.CacheScope != CachePrivate {
			t.Errorf("the list may be kept for %d ms, %s", page.TTLMs, page.CacheScope)
		}
		for _, cursor := range []string{"x", "%", strings.Repeat("A", 1000)} {
			_, err := l.session.ListTools(t.Context(), &mcp.ListToolsParams{Cursor: cursor})
			if e := (*jsonrpc.Error)(nil); !errors.As(err, &e) || e.Code != rpcInvalidParams {
				t.Errorf("cursor %.9s: %v", cursor, err)
			}
		}
		read, err := l.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "a://x"})
		if err != nil || read.TTLMs != 60_000 || read.CacheScope != CachePublic {
			t.Errorf("the contents: %+v %v", read, err)
		}
	})
}

// What is said of the lists of one kind goes before what is said of all.
func TestCacheOfAKind(t *testing.T) {
	fill := func() *Server {
		s := NewServer("test", "1", WithCache(Cache{TTL: time.Minute, Scope: CachePrivate}, KindTool, KindResource), WithCache(Cache{TTL: time.Second}))
		addTool(s, "t", func(context.Context, *Writer) error { return nil })
		s.AddPrompt(&Prompt{Name: "p"}, func(context.Context, Args) (Messages, error) { return UserText("p"), nil })
		s.AddResource(&Resource{URI: "a://x", Name: "x"}, func(context.Context, Vars) (Contents, error) { return Text("x"), nil })
		return s
	}
	withListeners(t, fill, func(t *testing.T, _ *Server, l *listener) {
		tools, toolErr := l.session.ListTools(t.Context(), nil)
		prompts, promptErr := l.session.ListPrompts(t.Context(), nil)
		resources, resourceErr := l.session.ListResources(t.Context(), nil)
		templates, templateErr := l.session.ListResourceTemplates(t.Context(), nil)
		if err := errors.Join(toolErr, promptErr, resourceErr, templateErr); err != nil {
			t.Fatal(err)
		}
		for what, got := range map[string]mcp.Cacheable{"tools": tools.Cacheable, "resources": resources.Cacheable, "templates": templates.Cacheable} {
			if got.TTLMs != 60_000 || got.CacheScope != CachePrivate {
				t.Errorf("%s: %+v", what, got)
			}
		}
		if got := prompts.Cacheable; got.TTLMs != 1000 || got.CacheScope != CachePublic {
			t.Errorf("prompts: %+v", got)
		}
	})
}

func TestIconsAndMeta(t *testing.T) {
	icon := Icon{Source: "https://example.com/a.png", MIME: "image/png", Sizes: []string{"48x48"}, Theme: "dark"}
	s := NewServer("test", "1", WithIcons(icon))
	s.AddTool(&Tool{Name: "a", Input: noArguments, Icons: []Icon{icon}, Hints: NotReadOnly | NotDestructive | NotIdempotent | ClosedWorld},
		func(context.Context, *Reader, *Writer) error { return nil })
	s.AddPrompt(&Prompt{Name: "p", Icons: []Icon{icon}, Meta: `{"k":"v"}`}, nil)
	s.AddResource(&Resource{URI: "a://x", Name: "x", Icons: []Icon{icon}, Meta: `{"k":"v"}`}, nil)
	s.AddResource(&Resource{URI: "a://{v}", Template: true, Name: "y", Icons: []Icon{icon}, Meta: `{"k":"v"}`}, nil)
	session := localClient(t, s).session
	const wire = `"icons":[{"src":"https://example.com/a.png","mimeType":"image/png","sizes":["48x48"],"theme":"dark"}]`
	has := func(what string, v any, err error, parts ...string) {
		t.Helper()
		text, _ := json.Marshal(v)
		for _, part := range append(parts, wire) {
			if err != nil || !strings.Contains(string(text), part) {
				t.Errorf("%s: %s lacks %s (%v)", what, text, part, err)
			}
		}
	}
	tools, err := session.ListTools(t.Context(), nil)
	has("tools", tools, err, `"destructiveHint":false`, `"idempotentHint":false`, `"openWorldHint":false`, `"readOnlyHint":false`)
	prompts, err := session.ListPrompts(t.Context(), nil)
	has("prompts", prompts, err, `"_meta":{"k":"v"}`)
	resources, err := session.ListResources(t.Context(), nil)
	has("resources", resources, err, `"_meta":{"k":"v"}`)
	templates, err := session.ListResourceTemplates(t.Context(), nil)
	has("templates", templates, err, `"_meta":{"k":"v"}`)
	discovered, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), connectTo(t, s), nil)
	has("server", discovered.InitializeResult(), err)
}

// connectTo serves s over a pair of transports and returns the client's.
func connectTo(t *testing.T, s *Server) mcp.Transport {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.mcp.Connect(t.Context(), here, nil); err != nil {
		t.Fatal(err)
	}
	return there
}

func TestBadMetaOfDefinitions(t *testing.T) {
	s := NewServer("test", "1")
	s.AddPrompt(&Prompt{Name: "p", Meta: "{"}, nil)
	s.AddResource(&Resource{URI: "a://x", Name: "x", Meta: "[]"}, nil)
	if err := s.Err(); err == nil || !strings.Contains(err.Error(), `prompt "p"`) || !strings.Contains(err.Error(), `resource "a://x"`) {
		t.Errorf("got %v", err)
	}
}

// A tool's own timeout replaces that of the server, in both directions.
func TestToolTimeout(t *testing.T) {
	s := NewServer("test", "1", WithLimits(Limits{CallTime: 50 * time.Millisecond}), WithInterceptors(
		func(ctx context.Context, call *Call, next Next) (Result, error) { return next(ctx, call) }))
	release := make(chan struct{})
	defer close(release)
	add := func(name string, timeout time.Duration, run func(ctx context.Context) error) {
		s.AddTool(&Tool{Name: name, Input: noArguments, Timeout: timeout}, func(ctx context.Context, in *Reader, _ *Writer) error {
			in.Empty()
			return errors.Join(in.Done(), run(ctx))
		})
	}
	ended := make(chan error, 1)
	add("deaf", 30*time.Millisecond, func(context.Context) error { <-release; return nil })
	add("heeds", 30*time.Millisecond, func(ctx context.Context) error { <-ctx.Done(); ended <- context.Cause(ctx); return ctx.Err() })
	add("slow", 10*time.Second, func(ctx context.Context) error {
		if at, ok := ctx.Deadline(); !ok || time.Until(at) < 5*time.Second {
			return errors.New("the deadline is that of the server")
		}
		time.Sleep(150 * time.Millisecond)
		return nil
	})
	for _, name := range []string{"deaf", "heeds"} {
		_, err := s.Call(t.Context(), name, nil)
		if e := (*Error)(nil); !errors.As(err, &e) || e.Code != CodeTimeout || e.Message != "tool "+name+" did not end within 30ms" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := <-ended; !errors.Is(err, errCallTime) {
		t.Errorf("the context ended with %v", err)
	}
	if _, err := s.Call(t.Context(), "slow", nil); err != nil {
		t.Errorf("slow: %v", err)
	}
}
