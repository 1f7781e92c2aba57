package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func localClient(t *testing.T, s *Server) *Client {
	t.Helper()
	c, err := s.Local(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestClientTools(t *testing.T) {
	silenceStderr(t)
	checkClient(t, localClient(t, newTestServer()))
}

// checkClient calls the test server in every way: it is the same over each
// transport.
func checkClient(t *testing.T, c *Client) {
	t.Helper()
	checkTools(t, c)
	checkResources(t, c)
	checkPrompts(t, c)
}

func checkTools(t *testing.T, c *Client) {
	t.Helper()
	args := NewWriter()
	sent := readOrder(NewReader([]byte(orderJSON)))
	writeOrder(args, &sent)
	result, err := c.CallTool(t.Context(), "echo", args)
	if err != nil {
		t.Fatal(err)
	}
	got := readOrder(result)
	if err := result.Done(); err != nil || !reflect.DeepEqual(got, sent) || got.ID != 9007199254740993 {
		t.Errorf("got %+v, %v; sent %+v", got, err, sent)
	}
	result, err = c.CallTool(t.Context(), "nothing", NewWriter())
	if err != nil {
		t.Fatal(err)
	}
	if result.Empty(); result.Done() != nil {
		t.Errorf("a tool that returns nothing: %v", result.Done())
	}
	for name, want := range map[string]Error{
		"fail":  {Message: "the disk is full"},
		"typed": {Code: "not_found", Message: `looking: no city "Atlantis"`},
		"panic": {Code: CodeInternal, Message: "internal error in tool panic"},
	} {
		_, err := c.CallTool(t.Context(), name, NewWriter())
		if e := (*Error)(nil); !errors.As(err, &e) || *e != want {
			t.Errorf("%s: %#v, want %+v", name, err, want)
		}
	}
	_, err = c.CallTool(t.Context(), "none", NewWriter())
	if rpc := (*RPCError)(nil); !errors.As(err, &rpc) || rpc.Code != -32602 {
		t.Errorf("an unknown tool: %v", err)
	}
	args = NewWriter()
	args.Fail("no such number")
	if _, err := c.CallTool(t.Context(), "echo", args); err == nil || !strings.Contains(err.Error(), "no such number") {
		t.Errorf("arguments that cannot be written: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.CallTool(ctx, "sleep", NewWriter()); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call: %v", err)
	}
}

// Servers that are not ours may leave the structured content out.
func TestClientForeignResults(t *testing.T) {
	foreign := NewServer("foreign", "1")
	add := func(name string, result *mcp.CallToolResult) {
		foreign.MCP().AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(noArguments)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return result, nil
		})
	}
	add("none", &mcp.CallToolResult{})
	add("text", &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "plain {"}}})
	add("number", &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "5"}}})
	add("object", &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: ` {"id":9007199254740993}`}}})
	c := localClient(t, foreign)
	for name, want := range map[string]any{
		"none":   map[string]any{},
		"text":   map[string]any{"result": "plain {"},
		"number": map[string]any{"result": "5"},
		"object": map[string]any{"id": json.Number("9007199254740993")},
	} {
		r, err := c.CallTool(t.Context(), name, NewWriter())
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Any(); r.Done() != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %#v %v, want %#v", name, got, r.Done(), want)
		}
	}
}

func checkResources(t *testing.T, c *Client) {
	t.Helper()
	for _, value := range []string{"plain", "a/b", "a+b", "50%", "%20", "å€😀", "", "?#&"} { // There and back
		uri := ExpandURI("note://n/{name}", "name", value)
		if got, err := c.ReadText(t.Context(), uri); err != nil || got != "<"+value+">" {
			t.Errorf("%q as %s: %q %v", value, uri, got, err)
		}
	}
	uri := ExpandURI("blob://{a}/{b}", "b", "y/z", "a", "x")
	if got, err := c.ReadBlob(t.Context(), uri); err != nil || string(got) != "x|y/z" {
		t.Errorf("%s: %q %v", uri, got, err)
	}
	if got, err := c.ReadBlob(t.Context(), "blob://empty/"); err != nil || len(got) != 0 {
		t.Errorf("an empty blob: %q %v", got, err)
	}
	if got, err := c.ReadBlob(t.Context(), "note://n/x"); err != nil || string(got) != "<x>" {
		t.Errorf("text as bytes: %q %v", got, err)
	}
	if _, err := c.ReadText(t.Context(), "blob://x/y"); err == nil {
		t.Error("bytes are read as text")
	}
	for _, uri := range []string{"note://n/gone", "none://x"} {
		_, err := c.ReadText(t.Context(), uri)
		if e := (*Error)(nil); !errors.As(err, &e) || e.Code != CodeNotFound {
			t.Errorf("%s: %#v", uri, err)
		}
	}
	_, err := c.ReadText(t.Context(), "note://n/broken")
	if e := (*RPCError)(nil); !errors.As(err, &e) || e.Message != "the disk is full" {
		t.Errorf("a resource that fails: %#v", err)
	}
	_, err = c.ReadText(t.Context(), "note://n/panic")
	if e := (*Error)(nil); !errors.As(err, &e) || e.Code != CodeInternal {
		t.Errorf("a resource that panics: %#v", err)
	}
}

func checkPrompts(t *testing.T, c *Client) {
	t.Helper()
	got, err := c.GetPromptText(t.Context(), "plan", map[string]string{"topic": "x", "tone": "dry"})
	if err != nil || got != "x =dry short" {
		t.Errorf("prompt: %q %v", got, err)
	}
	for name, args := range map[string]map[string]string{"plan": nil, "none": {}} {
		_, err := c.GetPromptText(t.Context(), name, args)
		if e := (*RPCError)(nil); !errors.As(err, &e) || e.Code != rpcInvalidParams {
			t.Errorf("prompt %s %v: %#v", name, args, err)
		}
	}
}

// Connect works over the line transport too, and Run ends with its input.
func TestConnectOverPipes(t *testing.T) {
	s := newTestServer()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.Run(t.Context(), newLineTransport(fromClient, toClient, 1<<20)) }()
	c, err := Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer})
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.CallTool(t.Context(), "list", NewWriter())
	if err != nil {
		t.Fatal(err)
	}
	if got := result.Any(); !reflect.DeepEqual(got, map[string]any{"result": []any{}}) {
		t.Errorf("got %#v", got)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestExpandURI(t *testing.T) {
	for want, got := range map[string]string{
		"a://x":         ExpandURI("a://x"),
		"a://%20/b":     ExpandURI("a://{v}/b", "v", " "),
		"a:///b":        ExpandURI("a://{v}/b"),
		"a://1/2":       ExpandURI("a://{v}/{w}", "w", "2", "v", "1"),
		"a://%C3%A5%25": ExpandURI("a://{v}", "v", "å%"),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
