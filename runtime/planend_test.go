package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// addPlanTool adds a tool without parameters that programs call.
func addPlanTool(s *Server, name, line string, hints Hints, timeout time.Duration, run func(ctx context.Context, out *Writer) error) {
	s.AddTool(&Tool{Name: name, Line: line, Input: `{"type":"object"}`, Hints: hints, Timeout: timeout}, func(ctx context.Context, in *Reader, out *Writer) error {
		in.Raw()
		if err := in.Done(); err != nil {
			return err
		}
		return run(ctx, out)
	})
}

// Images and the like stand behind the report, in the order of the calls, also
// when a question came between.
func TestContentOfPrograms(t *testing.T) {
	png := []byte("\x89PNG\r\n\x1a\n")
	s := newPlanServer(new(atomic.Int64))
	addPlanTool(s, "picture", "() -> content", ReadOnly, 0, func(_ context.Context, out *Writer) error {
		out.Content(TextContent{Text: "before"}, ImageContent{Data: png}, ResourceLink{URI: "a://b"})
		return nil
	})
	addPlanTool(s, "both", "() -> {n:int}", ReadOnly, 0, func(_ context.Context, out *Writer) error {
		out.Raw(`{"n":1}`)
		out.Content(ImageContent{Data: append(png, 'x')})
		return nil
	})
	planClients(t, s, func() string { return "accept" }, func(t *testing.T, c *mcp.ClientSession) {
		result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: changesTool, Arguments: map[string]any{"program": "a: picture\nb: both\nc: book city=\"Rome\"\nd: atlas city=\"Oslo\""}})
		if err != nil || len(result.Content) != 5 {
			t.Fatalf("%v, %v", textOf(result.Content), err)
		}
		text := result.Content[0].(*mcp.TextContent).Text
		if want := "a: \"before\\n[image/png]\\n[a://b]\"\nb: {\"n\":1}\nc: \"booked Rome\"\nd: #"; !strings.HasPrefix(text, want) {
			t.Errorf("got %s", text)
		}
		first, _ := result.Content[1].(*mcp.ImageContent)
		second, _ := result.Content[3].(*mcp.ImageContent)
		link, _ := result.Content[4].(*mcp.ResourceLink)
		if first == nil || second == nil || link == nil || len(second.Data) != len(first.Data)+1 {
			t.Fatalf("got %#v", result.Content)
		}
		read, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: link.URI})
		if err != nil || !strings.HasPrefix(read.Contents[0].Text, `"OsloOslo`) {
			t.Errorf("%s: %v, %v", link.URI, read, err)
		}
	})
	got, err := s.RunProgram(t.Context(), "a: both", planner.Select{All: true})
	if err != nil || got != "a: {\"n\":1}\n" {
		t.Error(got, err)
	}
}

// What ran before the time was over is reported, with the code of the call that
// did not end.
func TestProgramsOutOfTime(t *testing.T) {
	var ended atomic.Int64
	s := newPlanServer(new(atomic.Int64), WithLimits(Limits{CallTime: 600 * time.Millisecond}))
	addPlanTool(s, "write", "()", Destructive, 0, func(ctx context.Context, _ *Writer) error {
		select {
		case <-time.After(350 * time.Millisecond):
			ended.Add(1)
		case <-ctx.Done():
		}
		return ctx.Err()
	})
	addPlanTool(s, "hang", "()", ReadOnly, 0, func(ctx context.Context, _ *Writer) error { <-ctx.Done(); return ctx.Err() })
	addPlanTool(s, "long", "() -> str", ReadOnly, time.Minute, func(ctx context.Context, out *Writer) error {
		select {
		case <-time.After(1500 * time.Millisecond): // longer than other calls may
			out.Raw(`"done"`)
		case <-ctx.Done():
		}
		return ctx.Err()
	})
	check := func(t *testing.T, run func(program string) string) {
		t.Helper()
		ended.Store(0)
		got := run("a: write\nb: write\nc: write\nd: write")
		if n := int(ended.Load()); n == 0 || n > 3 || strings.Count(got, ": ok\n") != n || !strings.Contains(got, ": ! timeout tool write did not end before the time of the program") {
			t.Errorf("%d ended:\n%s", n, got)
		}
		if got := run("a: hang"); got != "a: ! timeout tool hang did not end within 600ms\n" {
			t.Error(got)
		}
		if got := run("a: long"); got != "a: \"done\"\n" {
			t.Error(got)
		}
	}
	planClients(t, s, nil, func(t *testing.T, c *mcp.ClientSession) {
		check(t, func(program string) string { return run1(t, c, changesTool, program) })
	})
	check(t, func(program string) string {
		report, err := s.RunProgram(t.Context(), program, planner.Select{All: true})
		if err != nil {
			t.Error(err)
		}
		return report
	})
	ctx, cancel := context.WithTimeout(t.Context(), 550*time.Millisecond)
	defer cancel()
	report, err := s.RunProgram(ctx, "a: write\nb: write", planner.Select{All: true})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(report, "a: ok\nb: ! ") {
		t.Errorf("%s, %v", report, err)
	}
}

// A question late in a program that has answered much: what does not fit into the
// state stays on the server.
func TestLongProgramsThatAsk(t *testing.T) {
	s := newPlanServer(new(atomic.Int64))
	addPlanTool(s, "note", "() -> str", Destructive, 0, func(_ context.Context, out *Writer) error {
		out.String(strings.Repeat("x", 2000))
		return nil
	})
	addPlanTool(s, "refuse", "()", ReadOnly, 0, func(context.Context, *Writer) error {
		return errors.New(strings.Repeat("no ", 5000))
	})
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "n%d: note\n", i)
	}
	for i := range 38 {
		fmt.Fprintf(&b, "r%d: refuse\n", i)
	}
	b.WriteString("z: book city=\"Rome\"")
	planClients(t, s, func() string { return "accept" }, func(t *testing.T, c *mcp.ClientSession) {
		got := run1(t, c, changesTool, b.String())
		if strings.Count(got, "\nn") != 59 || !strings.HasPrefix(got, "n0: \"xxx") || !strings.Contains(got, "\nn59: #") || !strings.HasSuffix(got, "z: \"booked Rome\"\n") {
			t.Error(len(got), got[:min(len(got), 3000)])
		}
	})
}

// While the user answers, a handle goes and a tool is taken from the caller's
// view: the finished call is still reported, and only those fail that want them.
func TestProgramsThatGoOn(t *testing.T) {
	var hidden atomic.Bool
	s := newPlanServer(new(atomic.Int64), WithViewOf(func(context.Context, string) planner.Select {
		if hidden.Load() {
			return planner.Select{Names: []string{"weather", "book", "atlas"}}
		}
		return planner.Select{All: true}
	}))
	addPlanTool(s, "secret", "() -> str", ReadOnly, 0, func(_ context.Context, out *Writer) error { out.String("told"); return nil })
	var drop func()
	planClients(t, s, func() string { drop(); return "accept" }, func(t *testing.T, c *mcp.ClientSession) {
		hidden.Store(false)
		ref := strings.Fields(run1(t, c, runTool, `a: atlas city="Oslo"`))[1]
		drop = func() {
			hidden.Store(true)
			if _, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: handleTool, Arguments: map[string]any{"handle": ref, "do": "drop"}}); err != nil {
				t.Error(err)
			}
		}
		got := run1(t, c, changesTool, "a: weather city=\"Oslo\"\nb: book city=\"Rome\"\nc: weather city="+ref+"\nd: secret")
		last := `d: "told"` // a call that waits for its client sees what it saw
		if strings.HasSuffix(t.Name(), newProtocol) {
			last = `d: ! error unknown tool "secret"`
		}
		lines := strings.Split(got, "\n")
		if len(lines) != 5 || lines[0] != `a: "sunny in Oslo"` || lines[1] != `b: "booked Rome"` || !strings.HasPrefix(lines[2], "c: ! unknown_handle "+ref) || lines[3] != last {
			t.Error(got)
		}
	})
}

// Clients hear how many calls are over, and what the calls say.
func TestProgressOfPrograms(t *testing.T) {
	s := newPlanServer(new(atomic.Int64))
	addPlanTool(s, "steps", "()", Destructive, 0, func(ctx context.Context, _ *Writer) error {
		Progress(ctx, 1, 4, "one of four")
		Progress(ctx, 3, 0, "nobody knows")
		return nil
	})
	withNotices(t, s, func(t *testing.T, _ string, n *notices, session *mcp.ClientSession) {
		params := &mcp.CallToolParams{Name: changesTool, Arguments: map[string]any{"program": "help steps\na: steps\nb: steps"}, Meta: mcp.Meta{"progressToken": 1}}
		if _, err := session.CallTool(t.Context(), params); err != nil {
			t.Fatal(err)
		}
		told, _ := n.told(func(n *notices) bool { return len(n.progress) >= 6 })
		if want := "0.25/2 a: one of four;0.296875/2 a: nobody knows;1/2 a: steps;1.25/2 b: one of four;1.296875/2 b: nobody knows;2/2 b: steps;"; told != want {
			t.Error(told)
		}
	})
}

// A server of the SDK can have planner mode in front.
func TestWrapWithPlanner(t *testing.T) {
	s := Wrap(mcp.NewServer(&mcp.Implementation{Name: "sdk", Version: "1"}, nil), WithPlanner())
	addPlanTool(s, "ping", "() -> str", ReadOnly, 0, func(_ context.Context, out *Writer) error { out.String("pong"); return nil })
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	planClients(t, s, nil, func(t *testing.T, c *mcp.ClientSession) {
		if got := run1(t, c, runTool, "a: ping"); got != "a: \"pong\"\n" {
			t.Error(got)
		}
	})
}
