package mcpruntime

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// serve starts the handler of s on a loopback port.
func serve(t *testing.T, s *Server) *httptest.Server {
	t.Helper()
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		s.Drain()
		h.CloseClientConnections()
		h.Close()
	})
	return h
}

func dial(t *testing.T, url string, opts ...ClientOption) *Client {
	t.Helper()
	c, err := Dial(t.Context(), url, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// dialLegacy connects with the initialize handshake of the given revision.
func dialLegacy(t *testing.T, url, version string) *Client {
	t.Helper()
	c, err := connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, MaxRetries: 1}, &mcp.ClientOptions{}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// post sends a message and returns the status, the header and the body.
func post(t *testing.T, url, body string, header ...string) (int, http.Header, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	return do(t, req, header...)
}

func do(t *testing.T, req *http.Request, header ...string) (int, http.Header, string) {
	t.Helper()
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
		}
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(text)
}

// modern are the headers of a request of 2026-07-28.
func modern(method string) []string {
	return []string{headerVersion, "2026-07-28", headerMethod, method}
}

// One URL serves every revision, and the client sees no difference.
func TestHandlerServesEveryRevision(t *testing.T) {
	silenceStderr(t)
	h := serve(t, newTestServer())
	clients := map[string]*Client{"2026-07-28": dial(t, h.URL+"/mcp")}
	for _, version := range []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"} {
		clients[version] = dialLegacy(t, h.URL, version)
	}
	for version, c := range clients {
		if got := c.Session().InitializeResult().ProtocolVersion; got != version {
			t.Errorf("speaks %s, want %s", got, version)
		}
		checkClient(t, c)
	}
}

// A client whose server knows no server/discover goes on with initialize.
func TestDialFallsBack(t *testing.T) {
	silenceStderr(t)
	s := newTestServer()
	legacy := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.MCP() }, nil)
	h := httptest.NewServer(legacy)
	defer h.Close()
	c := dial(t, h.URL)
	if got := c.Session().InitializeResult().ProtocolVersion; got != "2025-11-25" {
		t.Errorf("speaks %s", got)
	}
	checkClient(t, c)
}

// The bytes of a result reach the client in JSON as in events, however they are
// cut.
func TestCapturedResponses(t *testing.T) {
	const message = `{"jsonrpc":"2.0","id":7,"result":{"id":9007199254740993}}`
	for name, test := range map[string]struct{ kind, body string }{
		"json":           {"application/json; charset=utf-8", message},
		"event":          {"text/event-stream", "event: message\nid: 1\ndata: " + message + "\n\n"},
		"carriage":       {"text/event-stream", "data:" + message + "\r\n\r\n"},
		"several lines":  {"text/event-stream", ": note\ndata: {\"id\":7,\ndata: \"result\":\ndata: {\"id\":9007199254740993}}\n\n"},
		"no end":         {"text/event-stream", "data: " + message + "\n"},
		"others between": {"text/event-stream", "id: 0\ndata:\n\ndata: {\"method\":\"x\",\"params\":{\"result\":1}}\n\ndata: " + message + "\n\n"},
	} {
		for _, size := range []int{1, 7, 4096} {
			into := &capture{}
			body := &capturingBody{ReadCloser: io.NopCloser(strings.NewReader(test.body)), into: into, events: strings.HasPrefix(test.kind, "text")}
			read, err := io.ReadAll(struct{ io.Reader }{limitedReads{body, size}})
			if got := string(into.take()); err != nil || string(read) != test.body || got != `{"id":9007199254740993}` {
				t.Errorf("%s by %d: %s, %v", name, size, got, err)
			}
		}
	}
}

// limitedReads reads at most n bytes at a time.
type limitedReads struct {
	io.Reader
	n int
}

func (r limitedReads) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), r.n)]) }

func TestHealth(t *testing.T) {
	s := newTestServer()
	h := serve(t, s)
	get := func(path string) int {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+path, nil)
		status, _, _ := do(t, req)
		return status
	}
	if got := get("/healthz"); got != http.StatusOK {
		t.Errorf("healthy: %d", got)
	}
	if status, _, _ := post(t, h.URL+"/healthz", ""); status != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", status)
	}
	s.Drain()
	if got := get("/healthz"); got != http.StatusServiceUnavailable {
		t.Errorf("draining: %d", got)
	}
}

// A server that has been put together wrongly does not serve.
func TestHandlerOfFaultyServer(t *testing.T) {
	silenceStderr(t)
	s := newTestServer()
	addTool(s, "echo", nil)
	h := serve(t, s)
	if status, _, body := post(t, h.URL, `{}`); status != http.StatusInternalServerError || strings.Contains(body, "echo") {
		t.Errorf("%d %s", status, body)
	}
	if status, _, _ := post(t, h.URL+"/healthz", ``); status == http.StatusOK {
		t.Error("healthy")
	}
}

// What is added wrongly to a server that serves harms nothing else.
func TestFaultsOfAServerThatServes(t *testing.T) {
	silenceStderr(t)
	s := newTestServer()
	c := dial(t, serve(t, s).URL)
	addTool(s, "echo", nil)
	s.AddTool(&Tool{Name: "late", Input: "none"}, func(context.Context, *Reader, *Writer) error { return nil })
	s.AddPrompt(&Prompt{Name: ""}, nil)
	if err := s.Err(); err == nil || strings.Count(err.Error(), "http_test.go") < 3 {
		t.Errorf("faults: %v", err)
	}
	if _, err := c.CallTool(t.Context(), "late", NewWriter()); err == nil {
		t.Error("a tool without a schema can be called")
	}
	addTool(s, "late", func(context.Context, *Writer) error { return nil })
	for _, tool := range []string{"echo", "late"} {
		if _, err := c.CallTool(t.Context(), tool, NewWriter()); err != nil && !strings.Contains(err.Error(), "bad arguments") {
			t.Errorf("%s: %v", tool, err)
		}
	}
	if _, err := s.Call(t.Context(), "late", nil); err != nil {
		t.Error(err)
	}
}

// The principal is that of the request, and a session belongs to who opened it.
func TestPrincipal(t *testing.T) {
	silenceStderr(t)
	var mu sync.Mutex
	seen := map[string]bool{}
	s := newTestServer(
		WithPrincipal(func(r *http.Request) (string, error) {
			if name := r.Header.Get("X-User"); name != "" {
				return name, nil
			}
			return "", errors.New("nobody")
		}),
		WithInterceptors(func(ctx context.Context, call *Call, next Next) (Result, error) {
			mu.Lock()
			seen[call.Principal+" "+call.Kind.String()] = true
			mu.Unlock()
			return next(ctx, call)
		}))
	h := serve(t, s)
	if _, err := Dial(t.Context(), h.URL); err == nil {
		t.Error("a request without principal is served")
	}
	asUser := func(name string) *http.Client {
		return &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			r = r.Clone(r.Context())
			r.Header.Set("X-User", name)
			return http.DefaultTransport.RoundTrip(r)
		})}
	}
	checkPrompts(t, dial(t, h.URL, WithHTTPClient(asUser("ada"))))
	legacy, err := connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: h.URL, HTTPClient: asUser("bob")}, &mcp.ClientOptions{}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-06-18"})
	if err != nil {
		t.Fatal(err)
	}
	defer legacy.Close()
	if _, err := legacy.ReadText(t.Context(), "note://fixed"); err != nil {
		t.Error(err)
	}
	if !seen["ada prompt"] || !seen["bob resource"] || len(seen) != 2 {
		t.Errorf("seen: %v", seen)
	}
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	if status, _, _ := post(t, h.URL, ping, headerSession, legacy.Session().ID(), "X-User", "ada"); status != http.StatusForbidden {
		t.Errorf("the session of somebody else: %d", status)
	}
	if status, _, _ := post(t, h.URL, ping, headerSession, legacy.Session().ID(), "X-User", "bob"); status != http.StatusOK {
		t.Errorf("the own session: %d", status)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Sessions are capped, and end when idle; requests without session go on.
func TestSessionLimits(t *testing.T) {
	s := newTestServer(WithLimits(Limits{Sessions: 3, SessionIdle: 300 * time.Millisecond}))
	h := serve(t, s)
	hello, _, _ := strings.Cut(legacyHello, "\n")
	for i := range 3 {
		if status, header, body := post(t, h.URL, hello); status != http.StatusOK || header.Get(headerSession) == "" {
			t.Fatalf("session %d: %d %s", i, status, body)
		}
	}
	status, header, _ := post(t, h.URL, hello)
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
		t.Errorf("one session too many: %d", status)
	}
	checkPrompts(t, dial(t, h.URL))
	deadline := time.Now().Add(10 * time.Second)
	for len(s.sessions()) > 0 {
		if time.Now().After(deadline) {
			t.Fatalf("%d idle sessions are left", len(s.sessions()))
		}
		time.Sleep(20 * time.Millisecond)
	}
	if status, _, _ := post(t, h.URL, hello); status != http.StatusOK {
		t.Errorf("after the others ended: %d", status)
	}
}

// serveUntil serves on a free port until stop is called, and then sends how it
// ended.
func serveUntil(t *testing.T, s *Server) (addr string, stop func(), done <-chan error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.serveListener(ctx, listener, s.Handler()) }()
	return listener.Addr().String(), stop, ended
}

// When the server stops, calls that run are answered, streams end, and no
// session is left; a call that does not end is cut off.
func TestServeListenerStops(t *testing.T) {
	silenceStderr(t)
	for name, deaf := range map[string]bool{"in time": false, "cut off": true} {
		s := newTestServer(WithLimits(Limits{StopTime: 2 * time.Second}))
		release := make(chan struct{})
		addTool(s, "deaf", func(context.Context, *Writer) error { <-release; return nil })
		addr, stop, done := serveUntil(t, s)
		url := "http://" + addr
		clients := []*Client{dial(t, url), dialLegacy(t, url, "2025-11-25")} // the second keeps a GET open
		tool := "rest"
		if deaf {
			tool = "deaf"
		}
		answers := make(chan error, len(clients))
		for _, c := range clients {
			go func() {
				_, err := c.CallTool(t.Context(), tool, NewWriter())
				answers <- err
			}()
		}
		time.Sleep(300 * time.Millisecond)
		stop()
		start := time.Now()
		for range clients {
			if err := <-answers; (err != nil) != deaf {
				t.Errorf("%s: answer %v", name, err)
			}
		}
		if err := <-done; err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if spent := time.Since(start); spent > 8*time.Second {
			t.Errorf("%s: stopping took %v", name, spent)
		}
		close(release)
		if !deaf && len(s.sessions()) != 0 {
			t.Errorf("%s: %d sessions are left", name, len(s.sessions()))
		}
	}
}

// A connection on which nothing was ever sent, as clients open them ahead of
// need, does not hold up the end.
func TestServeListenerStopsWithUnusedConnections(t *testing.T) {
	s := newTestServer()
	addr, stop, done := serveUntil(t, s)
	unused, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unused.Close() }()
	checkPrompts(t, dial(t, "http://"+addr)) // after which the first has been accepted
	stop()
	start := time.Now()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if spent := time.Since(start); spent > 3*time.Second {
		t.Errorf("stopping took %v", spent)
	}
}

func TestRunHTTP(t *testing.T) {
	for addr, want := range map[string]string{":8080": "127.0.0.1:8080", "localhost:1": "localhost:1", "0.0.0.0:80": "0.0.0.0:80", "[::1]:5": "[::1]:5"} {
		if got, err := listenAddress(addr); err != nil || got != want {
			t.Errorf("%s: %s %v", addr, got, err)
		}
	}
	var stderr bytes.Buffer
	for _, addr := range []string{"8080", "localhost", ":", "host:"} {
		if code := run(t.Context(), opened(newTestServer()), []string{"-http", addr}, nil, io.Discard, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "is no address; write :8080") {
			t.Errorf("%s: exit %d, %s", addr, code, &stderr)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, opened(newTestServer()), []string{"-http", "127.0.0.1:0"}, nil, io.Discard, in)
	}()
	var url string
	if _, err := fmt.Fscanf(out, "listening on %s\n", &url); err != nil {
		t.Fatal(err)
	}
	checkPrompts(t, dial(t, url))
	checkPrompts(t, dial(t, strings.TrimSuffix(url, "mcp")))
	if _, err := Dial(t.Context(), strings.TrimSuffix(url, "mcp")+"other"); err == nil {
		t.Error("another path is served")
	}
	taken := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/mcp")
	stderr.Reset()
	if code := run(t.Context(), opened(newTestServer()), []string{"-http", taken}, nil, io.Discard, &stderr); code != exitFailure || !strings.Contains(stderr.String(), "in use") {
		t.Errorf("a port that is taken: exit %d, %s", code, &stderr)
	}
	stop()
	if code := <-done; code != exitOK {
		t.Errorf("exit %d", code)
	}
}
