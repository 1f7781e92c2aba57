package mcpruntime

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

const routeSchema = `{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},` +
	`"in":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}},"on":{"type":"boolean","x-mcp-header":"On"}}}`

var routeHeaders = []ParamHeader{{"Region", []string{"region"}}, {"N", []string{"in", "n"}}, {"On", []string{"on"}}}

func newRouter(t *testing.T) *Server {
	t.Helper()
	s := NewServer("router", "1")
	s.AddTool(&Tool{Name: "route", Input: routeSchema, Output: `{"type":"object"}`}, func(_ context.Context, in *Reader, out *Writer) error {
		v := in.Any()
		text, err := json.Marshal(v)
		out.Raw(string(text))
		return err
	})
	return s
}

// Our client sends what the server wants, without having listed the tools, on
// the revision that has such headers.
func TestParamHeaders(t *testing.T) {
	s := newRouter(t)
	handler := s.Handler()
	var mu sync.Mutex
	var seen http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			mu.Lock()
			seen = r.Header.Clone()
			mu.Unlock()
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { s.Drain(); server.CloseClientConnections(); server.Close() })
	newer, legacy := dial(t, server.URL), dialLegacy(t, server.URL, lastLegacy)
	for args, want := range map[string][3]string{
		`{"region":"eu-1","in":{"n":-7},"on":true}`: {"eu-1", "-7", "true"},
		`{"region":"å"}`:                       {"=?base64?w6U=?="},
		`{"region":""}`:                        {"=?base64??="},
		`{"region":" a"}`:                      {"=?base64?IGE=?="},
		`{"region":"a\tb"}`:                    {"=?base64?YQli?="},
		`{"region":"=?base64?SGVsbG8=?="}`:     {"=?base64?PT9iYXNlNjQ/U0dWc2JHOD0/PQ==?="},
		`{"region":"SGVsbG8="}`:                {"SGVsbG8="},
		`{"region":null,"in":{},"on":null}`:    {},
		`{"in":[1],"region":"\u0061"}`:         {"a"},
		`{"in":{"n":9007199254740991,"m":{}}}`: {"", "9007199254740991"},
	} {
		for name, c := range map[string]*Client{"modern": newer, "legacy": legacy} {
			w := NewWriter()
			w.Raw(args)
			if _, err := c.CallTool(t.Context(), "route", w, routeHeaders...); err != nil {
				t.Errorf("%s %s: %v", name, args, err)
			}
			mu.Lock()
			got := [3]string{seen.Get("Mcp-Param-Region"), seen.Get("Mcp-Param-N"), seen.Get("Mcp-Param-On")}
			mu.Unlock()
			if name == "legacy" && got != [3]string{} || name == "modern" && got != want {
				t.Errorf("%s %s: headers %q, want %q", name, args, got, want)
			}
		}
	}
}

// The server refuses a header that is not what the argument is.
func TestParamHeadersAreChecked(t *testing.T) {
	url := serve(t, newRouter(t)).URL
	call := func(args string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"route","arguments":` + args + `,"_meta":{` +
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	}
	for _, c := range []struct {
		args   string
		header []string // behind Mcp-Param-
		ok     bool
	}{
		{`{"region":"Hello"}`, []string{"Region", "Hello"}, true},
		{`{"region":"Hello"}`, []string{"region", "=?base64?SGVsbG8=?="}, true},
		{`{"region":""}`, []string{"Region", ""}, true},
		{`{"region":"Hello"}`, nil, false},
		{`{"region":"Hello"}`, []string{"Region", "hello"}, false},
		{`{"region":"Hello"}`, []string{"Region", "=?base64?SGVsbG8?="}, false},
		{`{"region":"Hello"}`, []string{"Region", "=?base64?SGVs!!!bG8=?="}, false},
		{`{"region":"x"}`, []string{"Region", ""}, false},
		{`{}`, []string{"Region", "Hello"}, false},
		{`{"in":{"n":42}}`, []string{"N", "42.0"}, true},
		{`{"in":{"n":42}}`, []string{"N", "43"}, false},
		{`{"on":true}`, []string{"On", "True"}, false},
		{`{"region":"a","region":"b"}`, []string{"Region", "b"}, true}, // our decoder refuses the second
	} {
		header := modern("tools/call")
		header = append(header, "Mcp-Name", "route")
		if len(c.header) > 0 {
			header = append(header, "Mcp-Param-"+c.header[0], c.header[1])
		}
		status, _, body := post(t, url, call(c.args), header...)
		if c.ok != (status == http.StatusOK) || !c.ok && !strings.Contains(body, "-32020") {
			t.Errorf("%s with %q: %d %s", c.args, c.header, status, body)
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(call(`{"region":"a"}`)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Param-Region": {"a", "b"}}
	if status, _, body := do(t, req, append(modern("tools/call"), "Mcp-Name", "route")...); status != http.StatusBadRequest || !strings.Contains(body, "-32020") {
		t.Errorf("a header that stands twice: %d %s", status, body)
	}
}
