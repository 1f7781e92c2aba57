package mcpruntime

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// addGrouped adds tools of two groups and one without.
func addGrouped(s *Server) *Server {
	for _, t := range []*Tool{
		{Name: "read", Groups: []string{"notes"}, Hints: ReadOnly, Description: "Read reads."},
		{Name: "write", Groups: []string{"notes"}, Stage: "edit"},
		{Name: "tidy", Groups: []string{planner.ProfileWorkflow}},
		{Name: "secret"},
	} {
		t.Line, t.Input = "()", noArguments
		s.AddTool(t, func(_ context.Context, in *Reader, _ *Writer) error {
			in.Empty()
			return in.Done()
		})
	}
	return s
}

// listing is what comes of tools/list.
type listing struct {
	Tools      []struct{ Name string }
	NextCursor string
	CacheScope string
}

// names asks for all pages of tools/list.
func (list *listing) names(t *testing.T, s *Server, modern bool) (names []string) {
	t.Helper()
	for cursor := ""; ; {
		result, rpcError := answerOf(t, s, "tools/list", `{"cursor":"`+cursor+`"}`, modern)
		if rpcError != "" {
			t.Fatal(rpcError)
		}
		*list = listing{}
		if err := json.Unmarshal([]byte(result), list); err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
		}
		if cursor = list.NextCursor; cursor == "" {
			return names
		}
	}
}

func TestViewsOfAServer(t *testing.T) {
	silenceStderr(t)
	panics := func(context.Context, string) planner.Select { panic("secret") }
	for name, c := range map[string]struct {
		opts   []Option
		want   string
		fails  string // code of every request
		shared bool
	}{
		"none":     {want: "read secret tidy write", shared: true},
		"all":      {opts: []Option{WithView(planner.Select{All: true})}, want: "read secret tidy write", shared: true},
		"group":    {opts: []Option{WithView(planner.Select{Groups: []string{"notes"}})}, want: "read write", shared: true},
		"pages":    {opts: []Option{WithView(planner.Select{Groups: []string{"notes"}, Names: []string{"tidy"}}), WithPageSize(1)}, want: "read tidy write", shared: true},
		"profile":  {opts: []Option{WithView(planner.Select{Profile: "workflow"})}, want: "tidy", shared: true},
		"own":      {opts: []Option{WithProfile("few", planner.Select{Names: []string{"read"}}), WithView(planner.Select{Profile: "few"})}, want: "read", shared: true},
		"two":      {opts: []Option{WithView(planner.Select{Groups: []string{"notes"}}), WithView(planner.Select{All: true, ReadOnly: true})}, want: "read", shared: true},
		"of":       {opts: []Option{WithViewOf(func(context.Context, string) planner.Select { return planner.Select{Names: []string{"tidy"}} })}, want: "tidy"},
		"nothing":  {opts: []Option{WithViewOf(func(context.Context, string) planner.Select { return planner.Select{} })}, want: ""},
		"narrower": {opts: []Option{WithView(planner.Select{Groups: []string{"notes"}}), WithViewOf(func(context.Context, string) planner.Select { return planner.Select{Names: []string{"tidy", "write"}} })}, want: "write"},
		"panic":    {opts: []Option{WithViewOf(panics)}, fails: "-32603"},
	} {
		t.Run(name, func(t *testing.T) {
			s := addGrouped(NewServer("views", "1", append(c.opts, WithCache(Cache{Scope: CachePublic}))...))
			bothGenerations(t, func(t *testing.T, modern bool) {
				if c.fails != "" {
					for _, method := range []string{"tools/list", "tools/call"} {
						if _, rpcError := answerOf(t, s, method, `{"name":"read"}`, modern); !strings.Contains(rpcError, c.fails) || strings.Contains(rpcError, "secret") {
							t.Errorf("%s: %s", method, rpcError)
						}
					}
					return
				}
				list := listing{}
				shown := list.names(t, s, modern)
				if got := strings.Join(shown, " "); got != c.want {
					t.Errorf("listed are %q, want %q", got, c.want)
				}
				if (list.CacheScope == CachePublic) != c.shared {
					t.Errorf("the list is %s", list.CacheScope)
				}
				for _, tool := range []string{"read", "write", "tidy", "secret", "none"} {
					result, rpcError := answerOf(t, s, "tools/call", `{"name":"`+tool+`"}`, modern)
					_, err := s.Call(t.Context(), tool, nil)
					if slices.Contains(shown, tool) {
						if !strings.Contains(result, `"io.github.mcpgen/registry":"`) || err != nil {
							t.Errorf("%s: %s %s %v", tool, result, rpcError, err)
						}
					} else if want := `{"code":-32602,"message":"unknown tool \"` + tool + `\""}`; rpcError != want || err == nil {
						t.Errorf("%s: %s %s %v", tool, result, rpcError, err)
					}
				}
			})
		})
	}
}

// The hash is that of what the caller sees, and another one when that changes.
func TestHashFollowsTheTools(t *testing.T) {
	silenceStderr(t)
	s := addGrouped(NewServer("views", "1", WithView(planner.Select{Groups: []string{"notes"}})))
	bothGenerations(t, func(t *testing.T, modern bool) {
		stamp := func() string {
			result, rpcError := answerOf(t, s, "tools/call", `{"name":"read","arguments":{}}`, modern)
			hash := s.View(planner.Select{All: true}).Hash()
			if rpcError != "" || !strings.Contains(result, `"io.github.mcpgen/registry":"`+hash+`"`) || len(hash) != 12 {
				t.Errorf("%s %s, want %s", result, rpcError, hash)
			}
			return hash
		}
		whole, before := s.Registry().Hash(), stamp()
		if s.Registry().Hash() != whole || before == whole {
			t.Error("nothing has changed, and a view is not the whole")
		}
		s.RemoveTools("secret")
		if stamp() != before || s.Registry().Hash() == whole {
			t.Error("a tool that the view does not show is gone")
		}
		s.AddTool(&Tool{Name: "more", Groups: []string{"notes"}, Input: noArguments}, nil)
		if more := stamp(); more == before {
			t.Error("there is one more tool")
		}
		s.RemoveTools("more")
		if stamp() != before {
			t.Error("it is gone again")
		}
		addTool(s, "secret", nil)
	})
	before := s.Registry().Hash()
	s.DescribeGroup("notes", "What was written down.")
	s.DescribeGroup("notes", "What was written down.")
	s.DescribeGroup("notes", "By everybody.")
	if groups := s.View(planner.Select{All: true}).Groups(); len(groups) != 1 || groups[0].About != "What was written down. By everybody." || s.Registry().Hash() == before {
		t.Error(groups)
	}
}

// A caller whose principal does not see a tool cannot tell that there is one.
func TestViewsOfPrincipals(t *testing.T) {
	byHeader := WithPrincipal(func(r *http.Request) (string, error) { return r.Header.Get("X-User"), nil })
	rights := map[string]planner.Select{"ada": {All: true}, "bob": {Groups: []string{"notes"}}}
	s := addGrouped(NewServer("views", "1", byHeader, WithViewOf(func(_ context.Context, who string) planner.Select { return rights[who] })))
	for who, want := range map[string]string{"ada": "read secret tidy write", "bob": "read write", "eve": ""} {
		for _, version := range []string{newProtocol, lastLegacy} {
			session := connectAs(t, s, who, version)
			list, err := session.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, tool := range list.Tools {
				names = append(names, tool.Name)
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%s sees %q, want %q", who, got, want)
			}
			_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "secret"})
			if (err == nil) != (who == "ada") {
				t.Errorf("%s calls a secret tool: %v", who, err)
			}
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "read"})
			if who != "eve" && (err != nil || result.Meta[metaRegistry] != s.View(rights[who]).Hash()) {
				t.Errorf("%s reads: %v %v", who, result, err)
			}
		}
	}
}

func connectAs(t *testing.T, s *Server, who, version string) *mcp.ClientSession {
	t.Helper()
	to := &mcp.StreamableClientTransport{Endpoint: serve(t, s).URL, MaxRetries: 1}
	asUser(who)(to)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "user", Version: "1"}, nil).Connect(t.Context(), to, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// What is selected and not there keeps a server from starting.
func TestViewsOfWhatIsNotThere(t *testing.T) {
	for _, c := range []struct {
		opt  Option
		want string
	}{
		{WithView(planner.Select{Names: []string{"reed"}}), `the view of the server: there is no tool "reed"`},
		{WithView(planner.Select{All: true, Stages: []string{"edit", "ship"}}), `the view of the server: there is no stage "ship"`},
		{WithView(planner.Select{Profile: "few"}), `the view of the server: there is no profile "few"`},
		{WithProfile("few", planner.Select{Groups: []string{"mails"}}), `profile "few": there is no group "mails"`},
		{WithProfile("few", planner.Select{Profile: "workflow"}), `profile "few": a profile has a name, and selects by no other profile`},
	} {
		if err := addGrouped(NewServer("views", "1", c.opt)).Err(); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// What a wrapped server has of its own is in no registry, and so in no view.
func TestViewOfAWrappedServer(t *testing.T) {
	wrap := func() *Server {
		inner := mcp.NewServer(&mcp.Implementation{Name: "inner", Version: "1"}, nil)
		inner.AddTool(&mcp.Tool{Name: "theirs", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{}, nil
		})
		return addGrouped(Wrap(inner, WithView(planner.Select{All: true})))
	}
	s := wrap()
	addTool(s, "theirs", nil)
	if err := s.Err(); err == nil || !strings.Contains(err.Error(), `two tools are called "theirs"`) {
		t.Errorf("a name that is taken: %v", err)
	}
	s = wrap()
	bothGenerations(t, func(t *testing.T, modern bool) {
		list := listing{}
		if got := strings.Join(list.names(t, s, modern), " "); got != "read secret tidy write" {
			t.Errorf("listed are %s", got)
		}
		if _, rpcError := answerOf(t, s, "tools/call", `{"name":"theirs","arguments":{}}`, modern); !strings.Contains(rpcError, "-32602") {
			t.Errorf("called: %s", rpcError)
		}
	})
}

func TestProfileOfMain(t *testing.T) {
	for _, c := range []struct{ args, stdout, stderr string }{
		{"-profile workflow -list", "tidy()\n", ""},
		{"-profile few -list", "read()\n", ""},
		{"-profile few -call read", "", ""},
		{"-profile few -call write", "", "unknown tool \"write\"\n"},
		{"-profile all -list", "", "there is no profile \"all\"; the profiles are few, workflow\n"},
	} {
		var stdout, stderr strings.Builder
		s := addGrouped(NewServer("views", "1", WithProfile("few", planner.Select{Names: []string{"read"}})))
		code := run(t.Context(), opened(s), strings.Fields(c.args), nil, &stdout, &stderr)
		if stdout.String() != c.stdout || stderr.String() != c.stderr || (code == 0) != (c.stderr == "") {
			t.Errorf("%s: exit %d, %q, %q", c.args, code, stdout.String(), stderr.String())
		}
	}
}
