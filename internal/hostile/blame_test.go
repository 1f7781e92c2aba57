package hostile

import (
	"fmt"
	"strings"
	"testing"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// misfits are programs in which a value that comes from an earlier call does
// not fit, with the place where it goes. The type of the reference is any: the
// program cannot be refused before it runs, and only generated code sees it.
var misfits = []struct{ value, argument, blamed string }{
	{`1`, `bool=$a.any`, "$a.any"},
	{`"x"`, `int=$a.any`, "$a.any"},
	{`128`, `small=$a.any`, "$a.any"},
	{`-1`, `uint=$a.any`, "$a.any"},
	{`"%"`, `bytes=$a.any`, "$a.any"},
	{`"noon"`, `when=$a.any`, "$a.any"},
	{`"blue"`, `color=$a.any`, "$a.any"},
	{`2`, `odd=$a.any`, "$a.any"},
	{`1.5`, `map={"x":1,"y":$a.any}`, "$a.any"},
	{`{"x":1.5}`, `map=$a.any`, "$a.any"},
	{`{"v":null}`, `ints=[1,$a.any.v]`, "$a.any.v"},
	{`["x"]`, `pair=$a.any`, "$a.any"},
	{`{"v":[1,"x"]}`, `texts=$a.any.v`, "$a.any.v"},
	{`{"v":[1,"x"]}`, `texts=[$a.any.v.1,$a.any.v.0]`, "$a.any.v.0"},
	{`{}`, `node=$a.any`, "$a.any"},
	{`{"value":1,"next":{"value":"x"}}`, `node=$a.any`, "$a.any"},
	{`{"value":1,"extra":true}`, `nodes=[{"value":1},$a.any]`, "$a.any"},
	{`{"good":1,"bad":"x"}`, `node={"value":$a.any.good,"kids":[{"value":$a.any.bad}]}`, "$a.any.bad"},
	{`{"good":1,"bad":"x"}`, `int=$a.any.good node={"value":$a.any.bad,"named":{"a/b":{"value":$a.any.bad}}}`, "$a.any.bad"},
	{`""`, `ruled={"length":$a.any}`, "$a.any"},
	{`"bb"`, `ruled={"pattern":$a.any}`, "$a.any"},
	{`"nobody"`, `ruled={"email":$a.any}`, "$a.any"},
	{`1001`, `ruled={"step":$a.any}`, "$a.any"},
	{`["x","x"]`, `ruled={"set":$a.any}`, "$a.any"},
	{`1`, `ruled={"numbers":[$a.any,2,$a.any]}`, "$a.any"},
}

// What generated code says of arguments names the reference that they come
// from, over MCP and for a host in the process.
func TestBlame(t *testing.T) {
	s := mcpruntime.NewServer("hostile", "1", mcpruntime.WithPlanner())
	RegisterMCP(s)
	c := connect(t, s)
	for _, m := range misfits {
		text := fmt.Sprintf("a: take any=%s\nb: take %s\n", m.value, m.argument)
		args, want := map[string]any{"program": text}, "b: ! bad_argument bad arguments: "
		result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "run_changes", Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		here, err := s.Call(t.Context(), "run_changes", fmt.Appendf(nil, `{"program":%q}`, text))
		if err != nil {
			t.Errorf("%s%v", text, err)
			continue
		}
		got := result.Content[0].(*mcp.TextContent).Text
		_, answer, _ := strings.Cut(got, "\n")
		if !strings.HasPrefix(answer, want) || !strings.HasSuffix(answer, " (from "+m.blamed+")\n") || got != here.Text {
			t.Errorf("%s%s", text, answer)
		}
	}
}

// connect returns a client of the server in the same process.
func connect(t *testing.T, s *mcpruntime.Server) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	go func() { _ = s.Run(t.Context(), there) }()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}
