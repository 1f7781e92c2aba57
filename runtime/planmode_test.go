package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const planInput = `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`

// newPlanServer has a tool for each thing that can become of a call in a program.
func newPlanServer(calls *atomic.Int64, opts ...Option) *Server {
	s := NewServer("plan", "1", append([]Option{WithPlanner()}, opts...)...)
	tool := func(name, line string, hints Hints, run func(ctx context.Context, city string) (string, error)) {
		s.AddTool(&Tool{Name: name, Line: line, Description: name + " does it. And more.", Input: planInput, Output: `{"type":"object"}`, Wrapped: true, Hints: hints},
			func(ctx context.Context, in *Reader, out *Writer) error {
				var city string
				for o := in.Object(&Props{Names: []string{"city"}, Required: 1}); o.Next(); {
					city = in.String()
				}
				if err := in.Done(); err != nil {
					return err
				}
				text, err := run(ctx, city)
				if err == nil {
					out.Raw(`{"result":`)
					out.String(text)
					out.Raw("}")
				}
				return err
			})
	}
	tool("weather", "(city) -> str", ReadOnly, func(_ context.Context, city string) (string, error) {
		calls.Add(1)
		return "sunny in " + city, nil
	})
	tool("atlas", "(city) -> str", ReadOnly, func(_ context.Context, city string) (string, error) {
		return strings.Repeat(city, 1000), nil
	})
	s.AddTool(&Tool{Name: "sign", Line: "(city) -> content", Input: planInput, Hints: ReadOnly}, func(_ context.Context, in *Reader, out *Writer) error {
		for o := in.Object(&Props{Names: []string{"city"}, Required: 1}); o.Next(); {
			out.Content(TextContent{Text: in.String()})
		}
		return in.Done()
	})
	tool("fails", "(city) -> str", ReadOnly, func(context.Context, string) (string, error) {
		return "", Errorf(CodeNotFound, "no such city")
	})
	tool("book", "(city) -> str", Destructive, func(ctx context.Context, city string) (string, error) {
		calls.Add(1)
		err := AskURL(ctx, "Pay for "+city+"?", "https://example.com/pay")
		return "booked " + city, err
	})
	return s
}

func run1(t *testing.T, c *mcp.ClientSession, tool, program string) string {
	t.Helper()
	result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"program": program}})
	if err != nil {
		return "error: " + err.Error()
	}
	return textOf(result.Content)
}

// planClients connects on both generations; visit answers AskURL.
func planClients(t *testing.T, s *Server, visit func() string, test func(t *testing.T, c *mcp.ClientSession)) {
	t.Helper()
	for _, version := range []string{newProtocol, lastLegacy} {
		t.Run(version, func(t *testing.T) {
			client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, &mcp.ClientOptions{
				Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{URL: &mcp.URLElicitationCapabilities{}}},
				ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
					return &mcp.ElicitResult{Action: visit()}, nil
				},
			})
			c, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: serve(t, s).URL, MaxRetries: 1}, &mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = c.Close() }()
			test(t, c)
		})
	}
}

func TestPlannerMode(t *testing.T) {
	var calls atomic.Int64
	s := newPlanServer(&calls)
	planClients(t, s, func() string { return "accept" }, func(t *testing.T, c *mcp.ClientSession) {
		list, err := c.ListTools(t.Context(), nil)
		if err != nil || len(list.Tools) != 3 {
			t.Fatalf("%v, %v", list, err)
		}
		for _, tool := range list.Tools {
			if n := utf8.RuneCountInString(tool.Description); n > maxDescription {
				t.Errorf("%s is described in %d characters", tool.Name, n)
			}
		}
		if _, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "weather", Arguments: map[string]any{"city": "Oslo"}}); err == nil {
			t.Error("a tool that is not shown can be called")
		}
		for program, want := range map[string]string{
			"a: weather city=\"Oslo\"\nb: weather city=$a": "a: \"sunny in Oslo\"\nb: \"sunny in sunny in Oslo\"\n",
			"a: fails city=\"x\"\nb: weather city=$a":      "a: ! not_found no such city\nb: - not run",
			"a: book city=\"Oslo\"":                        "line 1, column 4",
			"a: wether city=\"Oslo\"":                      "weather",
			"a: weather city='Oslo'\nb: wether city=$a":    "there is no tool wether", // with the quotes, in one round
			"help weather":                                 "weather(city) -> str",
			"help weather nope":                            "# there is no tool or group \"nope\"",
			"help":                                         "\n! book\n",
			"find weather":                                 "weather(city) -> str",
			"a: weather city=\"<A & B>\"":                  "a: \"sunny in <A & B>\"\n", // a model pays for escapes
			"a: sign city=\"<A & B>\"":                     "a: \"<A & B>\"\n",
			"find book":                                    "! book(city) -> str",
		} {
			if got := run1(t, c, runTool, program); !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %s", program, got, want)
			}
		}
		if got := run1(t, c, changesTool, `b: book city="Rome"`); got != "b: \"booked Rome\"\n" {
			t.Error(got)
		}
	})
}

// However an interceptor writes a wrapped result, the program has its value.
func TestProgramsAndInterceptors(t *testing.T) {
	var calls atomic.Int64
	s := newPlanServer(&calls, WithInterceptors(func(ctx context.Context, call *Call, next Next) (Result, error) {
		result, err := next(ctx, call)
		if call.Name == "weather" {
			result.Structured = []byte("{ \"result\" : \"rain\" }")
		}
		return result, err
	}))
	planClients(t, s, nil, func(t *testing.T, c *mcp.ClientSession) {
		if got := run1(t, c, runTool, `a: weather city="Oslo"`); got != "a: \"rain\"\n" {
			t.Error(got)
		}
	})
}

// A large result stays on the server, can be referred to, and be looked into by
// whoever has it.
func TestLargeResultsOfPrograms(t *testing.T) {
	var calls atomic.Int64
	planClients(t, newPlanServer(&calls), nil, func(t *testing.T, c *mcp.ClientSession) {
		got := run1(t, c, runTool, "a: atlas city=\"Oslo\"\nb: weather city=$a")
		first, second, _ := strings.Cut(got, "\n")
		if !strings.HasPrefix(first, "a: #") || len(first) > 300 || !strings.HasPrefix(second, "b: #") {
			t.Fatal(got)
		}
		ref := strings.Fields(first)[1]
		look := func(do string) string {
			result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: handleTool, Arguments: map[string]any{"handle": ref, "do": do}})
			if err != nil {
				return err.Error()
			}
			return textOf(result.Content)
		}
		if got := look("summary"); len(got) == 0 || len(got) > 300 {
			t.Error(got)
		}
		if got := run1(t, c, runTool, "c: weather city="+ref); !strings.HasPrefix(got, "c: #") {
			t.Error(got)
		}
		if got := look("drop"); got != "ok" {
			t.Error(got)
		}
		if got := look("summary"); !strings.Contains(got, "there is no handle") {
			t.Error(got)
		}
	})
}

// A program that asks keeps what has finished: no call runs again that is over.
func TestProgramsThatAsk(t *testing.T) {
	var calls atomic.Int64
	for answer, want := range map[string]string{"accept": "b: \"booked Rome\"\nc: \"booked Bern\"\n", "decline": "b: ! declined"} {
		planClients(t, newPlanServer(&calls), func() string { return answer }, func(t *testing.T, c *mcp.ClientSession) {
			calls.Store(0)
			got := run1(t, c, changesTool, "a: weather city=\"Oslo\"\nb: book city=\"Rome\"\nc: book city=\"Bern\"\nd: weather city=$a")
			if !strings.Contains(got, "a: \"sunny in Oslo\"\n") || !strings.Contains(got, want) {
				t.Errorf("%s: %s", answer, got)
			}
			most := map[string]int64{"accept": 6, "decline": 4}[answer] // each book twice on 2026-07-28, each weather once
			if n := calls.Load(); n > most {
				t.Errorf("%s: %d calls", answer, n)
			}
		})
	}
}

// A server that cannot say what it shows does not run programs.
func TestProgramsAndViews(t *testing.T) {
	var calls atomic.Int64
	s := newPlanServer(&calls, WithViewOf(func(_ context.Context, _ string) planner.Select { return planner.Select{Names: []string{"weather"}} }))
	planClients(t, s, nil, func(t *testing.T, c *mcp.ClientSession) {
		if got := run1(t, c, runTool, `a: atlas city="Oslo"`); !strings.Contains(got, "atlas") || strings.Contains(got, "#") {
			t.Error(got)
		}
		if got := run1(t, c, runTool, `a: weather city="Oslo"`); got != "a: \"sunny in Oslo\"\n" {
			t.Error(got)
		}
	})
	if _, err := s.Call(t.Context(), runTool, []byte(fmt.Sprintf(`{"program":%q}`, `a: weather city="Oslo"`))); err != nil {
		t.Error(errors.Unwrap(err), err)
	}
}

// Whoever has a tool of a name that planner mode needs is told so, whichever is
// there first.
func TestNamesOfPlannerMode(t *testing.T) {
	for _, name := range []string{runTool, changesTool, handleTool} {
		own := &Tool{Name: name, Input: noArguments}
		with := NewServer("taken", "1", WithPlanner())
		with.AddTool(own, nil)
		later := NewServer("taken", "1")
		later.AddTool(own, nil)
		if err := later.Err(); err != nil {
			t.Error(err)
		}
		later.planMode()
		for _, s := range []*Server{with, later} {
			err := s.Err()
			if want := `"` + name + `"; planner mode (WithPlanner, or -planner) has tools run, run_changes and handle`; err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "planmode_test.go") {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	}
}

// That many lines are too long for a description is found without writing them.
func TestDescriptionsOfManyTools(t *testing.T) {
	const count = 2000
	s := NewServer("many", "1")
	for i := range count {
		s.AddTool(&Tool{Name: fmt.Sprint("tool_", i), Line: fmt.Sprintf("(a%d b:int c)", i%50), Input: noArguments}, nil)
	}
	s.AddTool(&Tool{Name: "3d", Line: "()", Input: noArguments}, nil)
	var views []*planner.View // one for the run before those that count, and one for that
	for limit := range 2 {
		views = append(views, s.View(planner.Select{All: true, Limit: count - limit}))
	}
	allocations := testing.AllocsPerRun(1, func() {
		if got := described("Does it.", views[0]); got != fmt.Sprintf("Does it.\n%d tools.", len(views[0].Tools())) {
			t.Error(got)
		}
		views = views[1:]
	})
	if allocations > 2*count {
		t.Errorf("%.0f allocations", allocations)
	}
	names := []string{"3d"}
	for i := range 100 {
		names = append(names, fmt.Sprint("tool_", i))
	}
	if got := described("Does it.", s.View(planner.Select{Names: names})); !strings.HasPrefix(got, "Does it.\nTools: \"3d\" tool_0 ") {
		t.Error(got)
	}
}
