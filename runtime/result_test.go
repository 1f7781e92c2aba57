package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// contentServer has a tool for each way to return content.
func contentServer(opts ...Option) *asker {
	a := &asker{Server: NewServer("contents", "1", opts...)}
	result := &mcp.CallToolResult{ // the same for all calls
		Meta: mcp.Meta{"example.com/a": "b"}, Content: []mcp.Content{&mcp.TextContent{Text: "seen"}},
		StructuredContent: map[string]any{"n": int64(9007199254740993)},
	}
	for name, make := range map[string]func(out *Writer){
		"one":    func(out *Writer) { out.Content(ImageContent{Data: []byte("\x89PNG\r\n\x1a\n")}) },
		"none":   func(out *Writer) { out.Content() },
		"two":    func(out *Writer) { out.Content(TextContent{Text: "a"}, EmbeddedResource{URI: "note://1"}) },
		"nil":    func(out *Writer) { out.Content(TextContent{Text: "a"}, nil) },
		"typed":  func(out *Writer) { out.Content((*ImageContent)(nil)) },
		"large":  func(out *Writer) { out.Content(AudioContent{MIME: "audio/wav", Data: bytes.Repeat([]byte("a"), 1000)}) },
		"result": func(out *Writer) { out.Result(result) },
		"failed": func(out *Writer) {
			out.Result(&mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "as it is"}}})
		},
		"large result": func(out *Writer) {
			out.Result(&mcp.CallToolResult{StructuredContent: map[string]string{"a": strings.Repeat("a", 1000)}})
		},
		"deep result": func(out *Writer) {
			deep := strings.Repeat(`{"a":`, partDepth+1) + "1" + strings.Repeat("}", partDepth+1)
			out.Result(&mcp.CallToolResult{StructuredContent: json.RawMessage(deep)})
		},
		"broken result": func(out *Writer) {
			out.Result(&mcp.CallToolResult{StructuredContent: json.RawMessage(`{"a"}`)})
		},
	} {
		addTool(a.Server, name, func(_ context.Context, out *Writer) error { make(out); return nil })
	}
	return a
}

func TestContentOfTools(t *testing.T) {
	asked(t, contentServer(), nil, func(t *testing.T, c *Client) {
		for range 2 {
			result, err := c.CallToolResult(t.Context(), "result", NewWriter())
			if err != nil || textOf(result.Content) != "seen" || result.Meta["example.com/a"] != "b" {
				t.Fatalf("%+v, %v", result, err)
			}
			if text := string(result.StructuredContent.(json.RawMessage)); text != `{"n":9007199254740993}` {
				t.Error(text)
			}
		}
		image, err := ContentAs[ImageContent](c.CallToolContent(t.Context(), "one", NewWriter()))
		if err != nil || image.MIME != "image/png" {
			t.Errorf("%+v, %v", image, err)
		}
		for name, want := range map[string][]Content{
			"none": {}, "two": {TextContent{Text: "a"}, EmbeddedResource{URI: "note://1"}},
		} {
			if got, err := c.CallToolContents(t.Context(), name, NewWriter()); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		result, err := c.CallToolResult(t.Context(), "failed", NewWriter())
		if e := (*Error)(nil); !errors.As(err, &e) || e.Message != "as it is" || !result.IsError {
			t.Errorf("%+v, %v", result, err)
		}
		for _, wrong := range []func() (Content, error){
			func() (Content, error) {
				return ContentAs[TextContent](c.CallToolContent(t.Context(), "one", NewWriter()))
			},
			func() (Content, error) { return c.CallToolContent(t.Context(), "two", NewWriter()) },
			func() (Content, error) { return c.CallToolContent(t.Context(), "none", NewWriter()) },
		} {
			if got, err := wrong(); err == nil {
				t.Errorf("got %+v", got)
			}
		}
	})
}

func TestContentThatCannotBeSent(t *testing.T) {
	asked(t, contentServer(WithLimits(Limits{ResultBytes: 900})), nil, func(t *testing.T, c *Client) {
		for name, code := range map[string]string{
			"nil": CodeInternal, "typed": CodeInternal, "large": CodeTooLarge, "large result": CodeTooLarge,
			"broken result": CodeInternal, "one": "", "result": "",
		} {
			if _, err := c.CallToolResult(t.Context(), name, NewWriter()); codeOf(err) != code || (err == nil) != (code == "") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	if _, err := contentServer().Call(t.Context(), "deep result", nil); codeOf(err) != CodeTooLarge {
		t.Error(err)
	}
}

// Interceptors see content and may replace it; what cannot be sent is found then, too.
func TestInterceptorsSeeContent(t *testing.T) {
	var replace func(*Result)
	a := contentServer(WithInterceptors(func(ctx context.Context, call *Call, next Next) (Result, error) {
		result, err := next(ctx, call)
		replace(&result)
		return result, err
	}))
	call := func(name string, f func(*Result)) (Result, error) {
		replace = f
		return a.Call(t.Context(), name, nil)
	}
	if got, err := call("two", func(r *Result) { r.Content = append(r.Content, TextContent{Text: "b"}) }); err != nil || len(got.Content) != 3 || got.Text != "a" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := call("result", func(r *Result) {
		if r.Text != "seen" {
			t.Error(r.Text)
		}
		r.Tool = &mcp.CallToolResult{}
	}); err != nil || got.Tool == nil || got.wire().Content == nil {
		t.Errorf("%+v, %v", got, err)
	}
	for name, f := range map[string]func(*Result){
		"nil":         func(r *Result) { r.Content = []Content{nil} },
		"no object":   func(r *Result) { r.Tool = &mcp.CallToolResult{StructuredContent: 1} },
		"asks":        func(r *Result) { r.Tool = &mcp.CallToolResult{RequestState: "s"} },
		"no encoding": func(r *Result) { r.Tool = &mcp.CallToolResult{StructuredContent: call} },
	} {
		if got, err := call("two", f); codeOf(err) != CodeInternal {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if got, err := call("wrapped text", func(r *Result) {}); err == nil {
		t.Errorf("a tool that is none: %+v", got)
	}
}

// The command line prints texts as they are, and all else as JSON.
func TestMainPrintsContent(t *testing.T) {
	for name, want := range map[string]string{
		"none": "", "two": "a\n" + `{"type":"resource","resource":{"uri":"note://1","text":""}}` + "\n", "result": "seen\n",
	} {
		var out, errs bytes.Buffer
		a := contentServer()
		if code := a.printCall(t.Context(), name, "", nil, &out, &errs); code != exitOK || out.String() != want || errs.Len() > 0 {
			t.Errorf("%s: %d, %q, %q", name, code, out.String(), errs.String())
		}
	}
	var out, errs bytes.Buffer
	if code := contentServer().printCall(t.Context(), "failed", "", nil, &out, &errs); code != exitFailure || out.Len() > 0 || errs.String() != "as it is\n" {
		t.Errorf("%d, %q, %q", code, out.String(), errs.String())
	}
}

// What is sent as content is content of its kind.
func TestContentOfNoKind(t *testing.T) {
	s := NewServer("contents", "1")
	var made Content
	s.AddTool(&Tool{Name: "make", Input: noArguments}, func(_ context.Context, in *Reader, out *Writer) error {
		in.Empty()
		out.Content(TextContent{}, made)
		return in.Done()
	})
	s.AddPrompt(&Prompt{Name: "make"}, func(context.Context, Args) (Messages, error) { return Messages{{Content: made}}, nil })
	ogg := []byte("OggS\x00 and more")
	for _, c := range []struct {
		content     Content
		fault, wire string
	}{
		{ResourceLink{}, "links to no URI", ""},
		{&ResourceLink{Name: "a"}, "links to no URI", ""},
		{ResourceLink{URI: "a://b"}, "", `{"type":"resource_link","uri":"a://b","name":"a://b"}`},
		{EmbeddedResource{Text: "x"}, "embeds a resource without a URI", ""},
		{ImageContent{}, "is an image that looks like text/plain; charset=utf-8, and has no MIME type", ""},
		{ImageContent{MIME: "audio/wav"}, `is an image with the MIME type \"audio/wav\"`, ""},
		{ImageContent{MIME: "image/"}, `is an image with the MIME type \"image/\"`, ""},
		{ImageContent{Data: []byte("GIF89a")}, "", `"mimeType":"image/gif"`},
		{AudioContent{Data: []byte("<svg>")}, "is sound that looks like text/plain; charset=utf-8, and has no MIME type", ""},
		{AudioContent{MIME: "text/plain"}, `is sound with the MIME type \"text/plain\"`, ""},
		{AudioContent{Data: ogg}, "", `"mimeType":"audio/ogg"`},
	} {
		made = c.content
		bothGenerations(t, func(t *testing.T, modern bool) {
			tool, _ := answerOf(t, s, "tools/call", `{"name":"make"}`, modern)
			prompt, rpcError := answerOf(t, s, "prompts/get", `{"name":"make"}`, modern)
			if c.fault == "" {
				if !strings.Contains(tool, c.wire) || !strings.Contains(prompt, c.wire) {
					t.Errorf("%+v: %s, %s%s", c.content, tool, prompt, rpcError)
				}
				return
			}
			if !strings.Contains(tool, "content 2 of the result of make "+c.fault) || !strings.Contains(tool, `"code":"internal"`) {
				t.Errorf("%+v: %s", c.content, tool)
			}
			if !strings.Contains(rpcError, "the content of message 1 "+c.fault) || !strings.Contains(rpcError, `"code":-32603`) {
				t.Errorf("%+v: %s%s", c.content, prompt, rpcError)
			}
		})
	}
}
