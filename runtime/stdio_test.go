package mcpruntime

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}`

const legacyHello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// talk feeds lines to a server on stdio and returns what it answers, by id.
func talk(t *testing.T, s *Server, input string) map[string]json.RawMessage {
	t.Helper()
	var stdout, stderr bytes.Buffer
	done := make(chan int, 1)
	go func() { done <- run(t.Context(), s, nil, strings.NewReader(input), &stdout, &stderr) }()
	select {
	case code := <-done:
		if code != 0 {
			t.Fatalf("exit status %d: %s", code, stderr.String())
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the server does not end when its input does")
	}
	answers := map[string]json.RawMessage{}
	for line := range strings.Lines(stdout.String()) {
		var answer struct{ ID json.RawMessage }
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatalf("stdout has a line that is no JSON: %q", line)
		}
		answers[string(answer.ID)] = json.RawMessage(strings.TrimSuffix(line, "\n"))
	}
	return answers
}

func TestTalk(t *testing.T) {
	a := talk(t, newTestServer(), legacyHello+`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wrapped"}}`+"\n")
	for k, v := range a { t.Log(k, string(v)) }
	a = talk(t, newTestServer(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":`+orderJSON+`,`+modernMeta+`}}`+"\n")
	for k, v := range a { t.Log(k, string(v)) }
}
