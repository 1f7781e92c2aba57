package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Closing a client ends its calls, also those that the other side would never
// answer.
func TestCloseEndsCalls(t *testing.T) {
	t.Parallel()
	s := newTestServer()
	release := make(chan struct{})
	defer close(release)
	addTool(s, "deaf", func(context.Context, *Writer) error { <-release; return nil })
	local, err := s.Local(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	cmd := testProgram(t, "deaf")
	cmd.Stderr = io.Discard
	spawned, err := SpawnCommand(t.Context(), cmd)
	if err != nil {
		t.Fatal(err)
	}
	url := serve(t, s).URL
	for name, c := range map[string]*Client{"local": local, "modern": dial(t, url), "legacy": dialLegacy(t, url, "2025-11-25"), "spawned": spawned} {
		done := make(chan error, 1)
		go func() {
			_, err := c.CallTool(t.Context(), "deaf", NewWriter())
			done <- err
		}()
		time.Sleep(200 * time.Millisecond)
		start := time.Now()
		_ = c.Close()
		if spent := time.Since(start); spent > 12*time.Second {
			t.Errorf("%s: Close took %v", name, spent)
		}
		select {
		case err := <-done:
			if !errors.Is(err, ErrDisconnected) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s: the call does not end", name)
		}
	}
}

// A server that is not there, or a proxy that says so, is no answer of it.
func TestUnreachable(t *testing.T) {
	s := newTestServer()
	down := make(chan int, 1)
	handler := s.Handler()
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case status := <-down:
			http.Error(w, "down", status)
		default:
			handler.ServeHTTP(w, r)
		}
	}))
	c := dial(t, h.URL)
	for _, status := range []int{502, 503, 429, 500} {
		down <- status
		if _, err := c.CallTool(t.Context(), "list", NewWriter()); !errors.Is(err, ErrDisconnected) {
			t.Errorf("%d: %v", status, err)
		}
		if _, err := c.CallTool(t.Context(), "list", NewWriter()); err != nil {
			t.Errorf("after %d: %v", status, err)
		}
	}
	h.Close()
	if _, err := c.CallTool(t.Context(), "list", NewWriter()); !errors.Is(err, ErrDisconnected) {
		t.Errorf("refused: %v", err)
	}
	if _, err := Dial(t.Context(), h.URL); !errors.Is(err, ErrDisconnected) {
		t.Errorf("Dial: %v", err)
	}
}

// What cannot be sent fails alone: the client goes on.
func TestCallsThatCannotBeSent(t *testing.T) {
	s := newTestServer()
	for name, depth := range map[string]int{"deep": 1500, "deeper": 20_000, "deepest": 990} {
		addTool(s, name, func(_ context.Context, out *Writer) error {
			out.Raw(`{"v":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`)
			return nil
		})
	}
	addTool(s, "within", func(_ context.Context, out *Writer) error {
		out.Raw(`{"v":` + strings.Repeat("[", 989) + strings.Repeat("]", 989) + `}`)
		return nil
	})
	addTool(s, "big", func(_ context.Context, out *Writer) error {
		out.Raw(`{"v":"` + strings.Repeat("x", 5<<20) + `"}`)
		return nil
	})
	s.AddResource(&Resource{URI: "big://r", Name: "big"}, func(context.Context, Vars) (Contents, error) {
		return Text(strings.Repeat("x", 5<<20)), nil
	})
	url := serve(t, s).URL
	for name, c := range map[string]*Client{"local": localClient(t, s), "modern": dial(t, url), "pipe": pipeClient(t, s)} {
		for what, text := range map[string]string{
			"large": `{"x":"` + strings.Repeat("x", 9<<20) + `"}`,
			"deep":  `{"x":` + strings.Repeat("[", 990) + strings.Repeat("]", 990) + `}`,
		} {
			args := NewWriter()
			args.Raw(text)
			if _, err := c.CallTool(t.Context(), "echo", args); codeOf(err) != CodeBadArgument {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
		for _, tool := range []string{"deep", "deeper", "deepest", "big"} {
			if _, err := c.CallTool(t.Context(), tool, NewWriter()); codeOf(err) != CodeTooLarge {
				t.Errorf("%s, the result of %s: %v", name, tool, err)
			}
		}
		if _, err := c.ReadText(t.Context(), "big://r"); codeOf(err) != CodeTooLarge {
			t.Errorf("%s, a resource: %v", name, err)
		}
		for _, tool := range []string{"within", "list"} {
			if _, err := c.CallTool(t.Context(), tool, NewWriter()); err != nil {
				t.Errorf("%s, %s afterwards: %v", name, tool, err)
			}
		}
	}
}

// A result just within its limit reaches every client, with its text.
func TestLargestResult(t *testing.T) {
	s := newTestServer()
	quotes := strings.Repeat(`\"`, 2<<20-100) // each is four bytes in the text
	addTool(s, "big", func(_ context.Context, out *Writer) error { out.Raw(`{"v":"` + quotes + `"}`); return nil })
	for name, c := range map[string]*Client{"modern": dial(t, serve(t, s).URL), "local": localClient(t, s)} {
		r, err := c.CallTool(t.Context(), "big", NewWriter())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if v, _ := r.Any().(map[string]any)["v"].(string); len(v) != len(quotes)/2 {
			t.Errorf("%s: %d bytes", name, len(v))
		}
	}
}

// Every depth beyond the limit is refused in the same words.
func TestDepthOverHTTP(t *testing.T) {
	h := serve(t, newTestServer())
	for _, depth := range []int{1001, 5000, 9990, 20_000} {
		body := request(1, "tools/call", `{"name":"echo","arguments":{"x":`+strings.Repeat("[", depth)+strings.Repeat("]", depth)+`}}`, true)
		status, _, answer := post(t, h.URL, body, append(modern("tools/call"), "Mcp-Name", "echo")...)
		if status != 400 || !strings.Contains(answer, "nested too deep: at most 1000 levels") {
			t.Errorf("%d: %d %.200s", depth, status, answer)
		}
	}
}

// Answers over HTTP escape no more than those on stdio.
func TestNoHTMLEscapes(t *testing.T) {
	h := serve(t, newTestServer())
	_, _, answer := post(t, h.URL, request(1, "tools/call", `{"name":"wrapped"}`, true), append(modern("tools/call"), "Mcp-Name", "wrapped")...)
	if !strings.Contains(answer, `"structuredContent":{"result":"say \"<hi>\" & go"}`) {
		t.Errorf("%s", answer)
	}
	for text, want := range map[string]bool{"data: {}\n\n": true, "event: message\ndata: {}\n\n": true, `{"jsonrpc":"2.0"}`: true, `u003c"}`: false, "{}\n\n": false, "": false} {
		if whole([]byte(text)) != want {
			t.Errorf("%q", text)
		}
	}
}

// The messages of a batch are held to what single ones are.
func TestBatches(t *testing.T) {
	h := serve(t, newTestServer())
	for body, want := range map[string]string{
		`[` + ping + `]`: `"result":{}`,
		`[{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}]`:      "id must be",
		`[` + ping + `,{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}]`: "duplicate member",
		`[{"jsonrpc":"2.0","id":1.5,"method":"ping"}]`:                   "id must be",
	} {
		if _, _, answer := post(t, h.URL, body); !strings.Contains(answer, want) {
			t.Errorf("%s: %s", body, answer)
		}
	}
}

// What interceptors and functions make of results and errors cannot break the
// protocol.
func TestUserMadeAnswers(t *testing.T) {
	s := newTestServer(WithInterceptors(func(ctx context.Context, call *Call, next Next) (Result, error) {
		if call.Name == "list" {
			return Result{Structured: []byte("not json")}, nil
		}
		return next(ctx, call)
	}))
	addTool(s, "upstream", func(context.Context, *Writer) error {
		return fmt.Errorf("asking the other server: %w", &RPCError{Code: -32602, Message: "unknown tool", Data: []byte("oops")})
	})
	c := localClient(t, s)
	for tool, want := range map[string]Error{
		"list":     {Code: CodeInternal, Message: "the result of list is no JSON object"},
		"upstream": {Message: "asking the other server: unknown tool"},
	} {
		_, err := c.CallTool(t.Context(), tool, NewWriter())
		if e := (*Error)(nil); !errors.As(err, &e) || *e != want {
			t.Errorf("%s: %#v", tool, err)
		}
	}
}

// A function that ends with its context at the deadline has the code of the
// deadline, always.
func TestTimeoutCode(t *testing.T) {
	s := newTestServer(WithLimits(Limits{CallTime: time.Millisecond}))
	addTool(s, "wait", func(ctx context.Context, _ *Writer) error { <-ctx.Done(); return ctx.Err() })
	for range 300 {
		if _, err := s.Call(t.Context(), "wait", nil); codeOf(err) != CodeTimeout {
			t.Fatalf("%v", err)
		}
	}
}

// Streams that only listen are limited, and give their place back.
func TestStreamLimit(t *testing.T) {
	s := newTestServer(WithLimits(Limits{Streams: 2}))
	h := serve(t, s)
	listen := strings.TrimSuffix(request(1, methodListen, `{"notifications":{"toolsListChanged":true}}`, true), "\n")
	open := func(ctx context.Context) (*http.Response, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, strings.NewReader(listen))
		if err != nil {
			return nil, err
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, headerMethod: {methodListen}}
		r.Header.Set(headerVersion, "2026-07-28")
		return http.DefaultClient.Do(r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	for range 2 {
		if resp, err := open(ctx); err != nil || resp.StatusCode != 200 {
			t.Fatalf("%v %v", resp, err)
		}
	}
	if resp, err := open(ctx); err != nil || resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one too many: %v %v", resp, err)
	}
	checkPrompts(t, dial(t, h.URL))
	cancel()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		resp, err := open(short)
		cancel()
		if err == nil && resp.StatusCode == 200 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("places are not given back: %v %v", resp, err)
		}
	}
}

// The end of a session ends its calls, which nobody waits for any longer.
func TestDeleteEndsCalls(t *testing.T) {
	s := newTestServer()
	ended := make(chan struct{})
	started := make(chan struct{})
	addTool(s, "wait", func(ctx context.Context, _ *Writer) error {
		close(started)
		<-ctx.Done()
		close(ended)
		return ctx.Err()
	})
	h := serve(t, s)
	c := dialLegacy(t, h.URL, "2025-11-25")
	session := c.Session().ID()
	conn, err := net.Dial("tcp", h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	body := request(1, "tools/call", `{"name":"wait"}`, false)
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\nMcp-Session-Id: %s\r\nContent-Length: %d\r\n\r\n%s", session, len(body), body)
	<-started
	conn.Close()
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodDelete, h.URL, nil)
	if status, _, text := do(t, r, headerSession, session); status != http.StatusNoContent {
		t.Errorf("DELETE: %d %s", status, text)
	}
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Error("the call goes on")
	}
}

// A client that does not read what it is sent is given up.
func TestUnreadAnswers(t *testing.T) {
	s := newTestServer(WithLimits(Limits{BodyTime: 500 * time.Millisecond}))
	addTool(s, "big", func(_ context.Context, out *Writer) error {
		out.Raw(`{"v":"` + strings.Repeat("x", 4<<20-100) + `"}`)
		return nil
	})
	ended := make(chan struct{}, 1)
	handler := s.Handler()
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r)
		ended <- struct{}{}
	}))
	defer h.Close()
	conn, err := net.Dial("tcp", h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.(*net.TCPConn).SetReadBuffer(4096)
	body := request(1, "tools/call", `{"name":"big"}`, true)
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: big\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the answer is still being written")
	}
}

// What a definition may not be is reported before anything is served.
func TestFaultyDefinitions(t *testing.T) {
	s := newTestServer()
	addTool(s, "", func(context.Context, *Writer) error { return nil })
	addTool(s, "a\nb", func(context.Context, *Writer) error { return nil })
	s.AddPrompt(&Prompt{}, nil)
	err := s.Err()
	for _, want := range []string{`"" is no name for a tool`, `"a\nb" is no name for a tool`, `"" is no name for a prompt`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %s", err, want)
		}
	}
}

// The defaults are those that the documentation gives.
func TestDefaultLimits(t *testing.T) {
	want := Limits{
		MessageBytes: 8 << 20, ArgumentBytes: 4 << 20, ResultBytes: 4 << 20, Depth: 1000, Items: 250_000,
		CallTime: 5 * time.Minute, Calls: 256, BodyTime: 30 * time.Second, Streams: 1000,
		Sessions: 1000, SessionIdle: 10 * time.Minute, AnswerTime: time.Hour, StopTime: 10 * time.Second,
	}
	if got := (Limits{}).withDefaults(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
