package mcpruntime

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// A web page must not reach a server through a name of its own, nor from an
// origin of its own.
func TestDNSRebinding(t *testing.T) {
	local := serve(t, newTestServer())
	named := serve(t, newTestServer(WithAllowedHosts("mcp.example.com", "App.Example.com")))
	open := serve(t, newTestServer(WithAllowedHosts("*")))
	discover := request(1, "server/discover", "{}", true)
	discover = strings.Replace(discover, `{,`, `{`, 1)
	for _, test := range []struct {
		server       *httptest.Server
		host, origin string
		want         int
	}{
		{local, "", "", 200},
		{local, "localhost:8080", "", 200},
		{local, "[::1]:8080", "", 200},
		{local, "evil.example", "", 403},
		{local, "localhost.evil.example", "", 403},
		{local, "127.0.0.1.evil.example:80", "", 403},
		{local, "", "http://evil.example", 403},
		{local, "", "null", 403},
		{local, "", "http://", 403},
		{local, "", "file:///x", 403},
		{local, "", "http://localhost:3000", 200},
		{local, "localhost:1", "https://127.0.0.1", 200},
		{local, "", "http://localhost.evil.example", 403},
		{local, "evil.example", "http://evil.example", 403},
		{named, "mcp.example.com", "", 200},
		{named, "MCP.example.com:443", "https://app.example.com", 200},
		{named, "mcp.example.com", "https://evil.example", 403},
		{named, "", "", 403}, // 127.0.0.1 has not been named
		{named, "evil.example", "https://mcp.example.com", 403},
		{open, "anything", "https://evil.example", 200},
	} {
		header := modern("server/discover")
		if test.host != "" {
			header = append(header, "Host", test.host)
		}
		if test.origin != "" {
			header = append(header, "Origin", test.origin)
		}
		if status, _, body := post(t, test.server.URL, discover, header...); status != test.want {
			t.Errorf("Host %q, Origin %q: %d, want %d; %s", test.host, test.origin, status, test.want, body)
		}
	}
	// Reached at another address than a loopback one, the name is the
	// operator's; but a browser's origin has to be known.
	h := newTestServer().Handler()
	for origin, want := range map[string]int{"": 200, "http://example.com": 403, "http://192.0.2.1": 200, "http://192.0.2.2": 403} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://192.0.2.1/mcp", strings.NewReader(discover))
		if origin == "http://example.com" {
			r.Host = "example.com"
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"*/*"}, headerMethod: {"server/discover"}}
		r.Header.Set(headerVersion, "2026-07-28")
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != want {
			t.Errorf("Origin %q: %d, want %d: %s", origin, w.Code, want, w.Body)
		}
	}
}

// What the headers say and what the body says must be the same.
func TestHeaderMismatch(t *testing.T) {
	h := serve(t, newTestServer())
	call := request(1, "tools/call", `{"name":"list"}`, true)
	for name, test := range map[string]struct {
		body   string
		header []string
		status int
		want   string
	}{
		"right":           {call, append(modern("tools/call"), "Mcp-Name", "list"), 200, `"structuredContent":{"result":[]}`},
		"another method":  {call, append(modern("tools/list"), "Mcp-Name", "list"), 400, `-32020`},
		"another tool":    {call, append(modern("tools/call"), "Mcp-Name", "fail"), 400, `-32020`},
		"another version": {call, []string{headerVersion, "2099-01-01", headerMethod, "tools/call", "Mcp-Name", "list"}, 400, `-3202`},
		"no version":      {call, []string{headerMethod, "tools/call", "Mcp-Name", "list"}, 400, `"code":-32020,"message":"the header MCP-Protocol-Version is missing"`},
		"no headers":      {call, nil, 400, `-32020`},
		"no session":      {ping, []string{headerVersion, "2025-11-25", headerSession, "made-up"}, 404, ``},
		"no such version": {ping, []string{headerVersion, "1999-01-01"}, 400, ``},
	} {
		status, _, body := post(t, h.URL, test.body, test.header...)
		if status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}

// Bodies that are no message are answered as lines on stdio are.
func TestHostileBodies(t *testing.T) {
	silenceStderr(t)
	h := serve(t, newTestServer())
	call := func(args string) string {
		return strings.TrimSuffix(request(1, "tools/call", `{"name":"echo","arguments":`+args+`}`, true), "\n")
	}
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	for name, test := range map[string]struct {
		body   string
		status int
		want   string
	}{
		"10 MB":    {call(`{"x":"` + strings.Repeat("x", 10<<20) + `"}`), 413, "message too large: at most 8388608 bytes"},
		"5 MB":     {call(`{"x":"` + strings.Repeat("x", 5<<20) + `"}`), 200, "at most 4194304 are allowed"},
		"deep":     {call(`{"id":` + deep + `}`), 400, "nested too deep"},
		"unclosed": {strings.Repeat("[", 100_000), 400, "nested too deep"},
		"no JSON":  {"not json", 400, "-32700"},
		"empty":    {"", 400, "-32700"},
		"trailing": {call("{}") + "{}", 400, "-32700"},
		"twice":    {strings.Replace(call("{}"), `"id":1`, `"id":1,"id":2`, 1), 400, `duplicate member \"id\"`},
		"odd id":   {strings.Replace(call("{}"), `"id":1`, `"id":1.5`, 1), 400, "id must be a string or an integer"},
	} {
		start := time.Now()
		status, _, body := post(t, h.URL, test.body, append(modern("tools/call"), "Mcp-Name", "echo")...)
		if status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s: %d %.300s", name, status, body)
		}
		if spent := time.Since(start); spent > 30*time.Second {
			t.Errorf("%s took %v", name, spent)
		}
	}
}

// The headers and the message are of one revision, and a session begins with
// initialize.
func TestHeadersOfAnotherRevision(t *testing.T) {
	h := serve(t, newTestServer())
	for name, test := range map[string]struct {
		modern bool
		header []string
		want   string
	}{
		"no version":         {true, []string{headerMethod, "tools/list"}, "-32020"},
		"an older version":   {true, []string{headerVersion, lastLegacy, headerMethod, "tools/list"}, "-32020"},
		"before initialize":  {false, nil, `"code":-32600,"message":"initialize comes first`},
		"without its header": {false, []string{headerVersion, lastLegacy}, `"code":-32600,"message":"initialize comes first`},
	} {
		status, _, body := post(t, h.URL, request(1, "tools/list", `{"cursor":""}`, test.modern), test.header...)
		if status != http.StatusBadRequest || !strings.Contains(body, test.want) {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}

// Of 1,000 calls at the same time as many run as may, the others are answered
// at once, and none is lost.
func TestManyParallelCalls(t *testing.T) {
	s := newTestServer(WithLimits(Limits{Calls: 100}))
	release := make(chan struct{})
	var running, most atomic.Int64
	addTool(s, "hold", func(context.Context, *Writer) error {
		n := running.Add(1)
		defer running.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		<-release
		return nil
	})
	h := serve(t, s)
	c := dial(t, h.URL)
	const total = 1000
	answers := make(chan error, total)
	for range total {
		go func() {
			_, err := c.CallTool(t.Context(), "hold", NewWriter())
			answers <- err
		}()
	}
	busy, done := 0, 0
	for range total {
		select {
		case err := <-answers:
			switch {
			case err == nil:
				done++
			case codeOf(err) == CodeBusy:
				busy++
			default:
				t.Fatalf("answer: %v", err)
			}
		case <-time.After(60 * time.Second):
			t.Fatalf("hung: %d busy, %d done", busy, done)
		}
		if busy == total-100 && done == 0 {
			close(release)
		}
	}
	if busy != total-100 || done != 100 || most.Load() != 100 {
		t.Errorf("%d busy, %d done, at most %d at the same time", busy, done, most.Load())
	}
}

// A client that sends its body byte by byte is cut off, and holds nobody up.
func TestSlowBody(t *testing.T) {
	s := newTestServer(WithLimits(Limits{BodyTime: 300 * time.Millisecond}))
	h := serve(t, s)
	conn, err := net.Dial("tcp", h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\nContent-Length: 1000\r\n\r\n")
	start := time.Now()
	go func() {
		for range 100 {
			if _, err := conn.Write([]byte(" ")); err != nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	checkPrompts(t, dial(t, h.URL))
	_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || resp.StatusCode != http.StatusRequestTimeout {
		t.Fatalf("%v %v", resp, err)
	}
	if spent := time.Since(start); spent > 5*time.Second {
		t.Errorf("it took %v", spent)
	}
}

// Nor does one get far that sends the header of a request byte by byte.
func TestSlowHeader(t *testing.T) {
	s := newTestServer(WithLimits(Limits{BodyTime: 300 * time.Millisecond}))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.serveListener(ctx, listener, s.Handler()) }()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
	go func() {
		for range 100 {
			if _, err := conn.Write([]byte("x")); err != nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	checkPrompts(t, dial(t, "http://"+listener.Addr().String()))
	_ = conn.SetReadDeadline(time.Now().Add(4 * time.Second))
	if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the connection stays open")
	}
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// When a client goes away in the middle of a call, or cancels it, the function
// is told; one that does not care keeps its slot, and nothing else.
func TestVanishingClients(t *testing.T) {
	s := newTestServer(WithLimits(Limits{Calls: 2}))
	started, ended := make(chan struct{}, 1), make(chan error, 1)
	addTool(s, "wait", func(ctx context.Context, _ *Writer) error {
		started <- struct{}{}
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return ctx.Err()
	})
	h := serve(t, s)
	wait := func(name string) {
		t.Helper()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: the function is not told", name)
		}
	}
	for name, c := range map[string]*Client{"2026-07-28": dial(t, h.URL), "2025-11-25": dialLegacy(t, h.URL, "2025-11-25"), "stdio": pipeClient(t, s)} {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := c.CallTool(ctx, "wait", NewWriter())
			done <- err
		}()
		<-started
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		wait(name)
		ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, err := c.CallTool(ctx, "wait", NewWriter()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s, deadline: %v", name, err)
		}
		cancel()
		<-started
		wait(name)
		checkPrompts(t, c)
	}
	conn, err := net.Dial("tcp", h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	body := request(1, "tools/call", `{"name":"wait"}`, true)
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: wait\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	<-started
	conn.Close()
	wait("a connection that breaks")
}

// pipeClient is connected to the line transport of s.
func pipeClient(t *testing.T, s *Server) *Client {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- s.Run(context.WithoutCancel(t.Context()), newLineTransport(fromClient, toClient, 1<<20))
	}()
	transport := newLineTransport(fromServer, toServer, 1<<20)
	c, err := Connect(t.Context(), transport)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close()
		_ = toServer.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
		_ = toClient.Close()
	})
	return c
}

// settled waits until no more goroutines are left than there were.
func settled(t *testing.T, before int) {
	t.Helper()
	deadline := time.Now().Add(15 * time.Second)
	for runtime.NumGoroutine() > before+2 {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Connections of every kind leave nothing behind.
func TestNothingIsLeft(t *testing.T) {
	silenceStderr(t)
	before := runtime.NumGoroutine()
	s := newTestServer(WithLimits(Limits{SessionIdle: 500 * time.Millisecond}))
	h := httptest.NewServer(s.Handler())
	for range 20 {
		for _, connect := range []func() (*Client, error){
			func() (*Client, error) { return Dial(t.Context(), h.URL) },
			func() (*Client, error) { return s.Local(t.Context()) },
		} {
			c, err := connect()
			if err != nil {
				t.Fatal(err)
			}
			for _, tool := range []string{"echo", "panic", "list"} {
				_, _ = c.CallTool(t.Context(), tool, NewWriter())
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	s.Drain()
	h.Close()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	settled(t, before)
}
