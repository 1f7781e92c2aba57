package mcpruntime

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/runtime/handle"
)

var numbersKind = HandleKind[[]int]{Name: "numbers", Write: func(w *Writer, v *[]int) {
	w.Raw("[")
	for i, n := range *v {
		w.Sep(i)
		w.Int(int64(n))
	}
	w.Raw("]")
}}

var wordKind = HandleKind[string]{Name: "word", Write: func(w *Writer, v *string) { w.String(*v) }, Summary: func(s string) string { return "the word\n" + s }}

var handleArg = Props{Names: []string{"h"}, Required: 1}

// takes is a tool that has a handle of numbers for its only argument.
func takes(do func(ctx context.Context, h Handle[[]int], out *Writer) error) Handler {
	return func(ctx context.Context, in *Reader, out *Writer) error {
		var h Handle[[]int]
		for o := in.Object(&handleArg); o.Next(); {
			h = ReadHandle[[]int](in, "numbers")
		}
		if err := in.Done(); err != nil {
			return err
		}
		return do(ctx, h, out)
	}
}

// numbersServer has tools that make handles and tools that take them.
func numbersServer(opts ...Option) *Server {
	s := NewServer("numbers", "1", opts...)
	input := `{"type":"object"}`
	s.AddTool(&Tool{Name: "make", Input: input, Output: input, Handle: "numbers"}, func(ctx context.Context, _ *Reader, out *Writer) error {
		return KeepHandle(ctx, out, &numbersKind, NewHandle([]int{3, 1, 2}))
	})
	s.AddTool(&Tool{Name: "word", Input: input, Output: input, Handle: "word"}, func(ctx context.Context, _ *Reader, out *Writer) error {
		return KeepHandle(ctx, out, &wordKind, NewHandle("one"))
	})
	s.AddTool(&Tool{Name: "sum", Input: input, Output: input, Wrapped: true}, takes(func(_ context.Context, h Handle[[]int], out *Writer) error {
		sum := 0
		for _, n := range h.Value() {
			sum += n
		}
		out.Raw(`{"result":`)
		out.Int(int64(sum))
		out.Raw("}")
		return nil
	}))
	s.AddTool(&Tool{Name: "same", Input: input, Output: input, Handle: "numbers"}, takes(func(ctx context.Context, h Handle[[]int], out *Writer) error {
		return KeepHandle(ctx, out, &numbersKind, h)
	}))
	s.AddTool(&Tool{Name: "drop", Input: input}, takes(func(ctx context.Context, h Handle[[]int], _ *Writer) error {
		return DropHandle(ctx, h.Ref())
	}))
	s.AddTool(&Tool{Name: "top", Input: input, Output: input}, takes(func(ctx context.Context, h Handle[[]int], out *Writer) error {
		doc, err := HandleDocument(ctx, h.Ref())
		if err != nil {
			return err
		}
		view, err := doc.View(handle.Query{Sort: []string{"-value"}, Limit: 1})
		out.Raw(string(view))
		return err
	}))
	return s
}

// userClient is a client of one user over HTTP, or in memory without a user.
func userClient(t *testing.T, s *Server, url, user string, modern bool) *Client {
	t.Helper()
	version := lastLegacy
	if modern {
		version = newProtocol
	}
	here, there := mcp.NewInMemoryTransports()
	var to mcp.Transport = there
	if url != "" {
		over := &mcp.StreamableClientTransport{Endpoint: url, MaxRetries: -1}
		asUser(user)(over)
		to = over
	} else if _, err := s.mcp.Connect(t.Context(), served(here), nil); err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "user", Version: "1"}, nil).Connect(t.Context(), to, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	c := &Client{session: session, progress: new(progressListeners), end: func() {}, died: func() error { return nil }}
	c.closed, c.close = context.WithCancel(context.Background())
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func withHandle(ref string) *Writer {
	w := NewWriter()
	w.Raw(`{"h":`)
	w.Handle(ref)
	w.Raw("}")
	return w
}

func wantErrorCode(t *testing.T, err error, code string) {
	t.Helper()
	if codeOf(err) != code {
		t.Errorf("error %v has code %q, want %q", err, codeOf(err), code)
	}
}

func TestHandlesOverEveryTransport(t *testing.T) {
	bothGenerations(t, func(t *testing.T, modern bool) {
		s := numbersServer(WithPrincipal(func(r *http.Request) (string, error) { return r.Header.Get("X-User"), nil }))
		url := serve(t, s).URL
		ann, bob, local := userClient(t, s, url, "ann", modern), userClient(t, s, url, "bob", modern), userClient(t, s, "", "", modern)
		var refs []string
		for _, c := range []*Client{ann, bob, local} {
			h, err := HandleOf[[]int](c.CallTool(t.Context(), "make", NewWriter()))
			if want := (HandleInfo{h.Ref(), "numbers", "3 numbers, 1 to 3", 7}); err != nil || h.Info() != want || h.Held() {
				t.Errorf("%+v, %v; want %+v", h.Info(), err, want)
			}
			refs = append(refs, h.Ref())
			if r, err := c.CallTool(t.Context(), "sum", withHandle(h.Ref())); err != nil || string(r.data) != `{"result":6}` {
				t.Errorf("sum: %v, %v", r, err)
			}
			if r, err := c.CallTool(t.Context(), "top", withHandle(h.Ref())); err != nil || string(r.data) != `{"columns":["value"],"next":1,"rows":[[3]],"total":3}` {
				t.Errorf("top: %v, %v", r, err)
			}
			if text, err := c.ReadText(t.Context(), "handle://"+h.Ref()[1:]); text != "[3,1,2]" || err != nil {
				t.Errorf("resource %q, %v", text, err)
			}
			if same, err := HandleOf[[]int](c.CallTool(t.Context(), "same", withHandle(h.Ref()))); err != nil || same.Ref() != h.Ref() {
				t.Errorf("what is kept is kept again: %v, %v", same.Ref(), err)
			}
		}
		if len(refs[0]) < 28 || len(refs[1]) < 28 || len(refs[2]) > 4 {
			t.Errorf("references %q: those over HTTP cannot be guessed, the others are short", refs)
		}
		for i, c := range []*Client{ann, bob, local} {
			for j, ref := range refs {
				if i == j {
					continue
				}
				_, err := c.CallTool(t.Context(), "sum", withHandle(ref))
				wantErrorCode(t, err, CodeUnknownHandle)
				if _, err = c.ReadText(t.Context(), "handle://"+ref[1:]); err == nil || !strings.Contains(err.Error(), "there is no handle") {
					t.Errorf("another's resource: %v", err)
				}
				if _, err := c.CallTool(t.Context(), "drop", withHandle(ref)); err == nil {
					t.Error("another's handle can be dropped")
				}
			}
		}
	})
}

func TestHandleResultOnTheWire(t *testing.T) {
	bothGenerations(t, func(t *testing.T, modern bool) {
		s := numbersServer()
		c := userClient(t, s, "", "", modern)
		result, err := c.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "word"})
		if err != nil {
			t.Fatal(err)
		}
		content, _ := json.Marshal(result.Content)
		if want := `[{"type":"text","text":"#R1 the word one"},{"type":"resource_link","mimeType":"application/json","uri":"handle://R1","name":"R1","description":"the word one"}]`; string(content) != want {
			t.Errorf("content\ngot  %s\nwant %s", content, want)
		}
		_, err = c.CallTool(t.Context(), "sum", withHandle("#R1"))
		wantErrorCode(t, err, CodeWrongKind)
		_, err = c.CallTool(t.Context(), "sum", withHandle("R1"))
		wantErrorCode(t, err, CodeBadArgument)
		_, err = c.CallTool(t.Context(), "sum", withHandle(""))
		if err == nil || !strings.Contains(err.Error(), errNotKept.Error()) {
			t.Errorf("a handle that is not kept: %v", err)
		}
	})
}

func TestHandlesInThisProcess(t *testing.T) {
	s := numbersServer(WithHandleStore(handle.NewMemory(handle.Limits{Count: 2, TTL: time.Nanosecond})))
	result, err := s.Call(t.Context(), "make", nil)
	if err != nil || result.Text != "#R1 3 numbers, 1 to 3" || string(result.Structured) != `{"handle":"#R1","kind":"numbers","summary":"3 numbers, 1 to 3","size":7}` {
		t.Fatalf("%+v, %v", result, err)
	}
	time.Sleep(time.Millisecond)
	_, err = s.Call(t.Context(), "sum", []byte(`{"h":"#R1"}`))
	wantErrorCode(t, err, CodeExpiredHandle)
	if _, err := HandleDocument(t.Context(), "#R1"); codeOf(err) != CodeBadArgument {
		t.Errorf("outside a call: %v", err)
	}
}

func TestHandleAsText(t *testing.T) {
	var h Handle[int]
	if err := json.Unmarshal([]byte(`"#R1"`), &h); err != nil || h.Ref() != "#R1" || h.Held() || h.IsZero() {
		t.Errorf("%+v, %v", h, err)
	}
	if text, err := json.Marshal(h); err != nil || string(text) != `"#R1"` {
		t.Errorf("%s, %v", text, err)
	}
	for _, bad := range []string{`"R1"`, `"#"`, `"#1"`, `"#R 1"`, `""`} {
		if err := json.Unmarshal([]byte(bad), &h); err == nil {
			t.Errorf("%s is taken for a handle", bad)
		}
	}
	if _, err := json.Marshal(NewHandle(1)); err == nil {
		t.Error("a value that is not kept has a reference")
	}
	defer func() {
		if recover() == nil {
			t.Error("a value that is not here is one")
		}
	}()
	h.Value()
}

// Values are kept and used side by side, and no call sees another's.
func TestHandlesSideBySide(t *testing.T) {
	s := numbersServer(WithLimits(Limits{Calls: 64}))
	var failed atomic.Int64
	var g Group
	for range 32 {
		g.Go(func() error {
			for range 20 {
				made, err := s.Call(t.Context(), "make", nil)
				ref, _, _ := strings.Cut(made.Text, " ")
				sum, sumErr := s.Call(t.Context(), "sum", []byte(`{"h":"`+ref+`"}`))
				if err != nil || sumErr != nil || string(sum.Structured) != `{"result":6}` {
					failed.Add(1)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil || failed.Load() > 0 {
		t.Errorf("%d failed, %v", failed.Load(), err)
	}
}

func TestWithText(t *testing.T) {
	long := `{"rows":[{"city":"Oslo","amount":12},{"city":"Rome","amount":30}],"note":"all that there is of it"}`
	for _, c := range []struct {
		mode       TextMode
		long, tiny string
		handles    int
	}{
		{TextFull, `[{"type":"text","text":` + string(quoteJSON(long)) + `}]`, `[{"type":"text","text":"{\"n\":1}"}]`, 2},
		{TextSummary, `[{"type":"text","text":"rows: 2 rows of city, amount, note \"all that there is of it\""}]`, `[{"type":"text","text":"n 1"}]`, 2},
		{TextNone, `[]`, `[]`, 2},
	} {
		bothGenerations(t, func(t *testing.T, modern bool) {
			s := numbersServer(WithText(c.mode))
			for name, text := range map[string]string{"long": long, "tiny": `{"n":1}`} {
				s.AddTool(&Tool{Name: name, Input: `{"type":"object"}`, Output: `{"type":"object"}`}, func(_ context.Context, _ *Reader, out *Writer) error {
					out.Raw(text)
					return nil
				})
			}
			client := userClient(t, s, "", "", modern)
			for name, want := range map[string]string{"long": c.long, "tiny": c.tiny} {
				result, err := client.session.CallTool(t.Context(), &mcp.CallToolParams{Name: name})
				if err != nil || result.StructuredContent == nil {
					t.Fatal(result, err)
				}
				if content, _ := json.Marshal(result.Content); string(content) != want {
					t.Errorf("%s in mode %d\ngot  %s\nwant %s", name, c.mode, content, want)
				}
			}
			if result, err := client.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "make"}); err != nil || len(result.Content) != c.handles {
				t.Errorf("a handle has %d contents, %v", len(result.Content), err)
			}
		})
	}
}

func quoteJSON(text string) []byte {
	w := NewWriter()
	w.String(text)
	return w.JSON()
}
