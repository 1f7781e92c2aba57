package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
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
	go func() { done <- run(t.Context(), opened(s), nil, strings.NewReader(input), &stdout, &stderr) }()
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

// request returns a request line of the wanted protocol generation.
func request(id int, method, params string, modern bool) string {
	if modern {
		params = params[:len(params)-1] + "," + modernMeta + "}"
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params)
}

// answerOf sends one request in a conversation of its own and returns its
// result or error.
func answerOf(t *testing.T, s *Server, method, params string, modern bool) (result, rpcError string) {
	t.Helper()
	input := request(1, method, params, modern)
	if !modern {
		input = legacyHello + input
	}
	var answer struct{ Result, Error json.RawMessage }
	if err := json.Unmarshal(talk(t, s, input)["1"], &answer); err != nil {
		t.Fatalf("%s %s: %v", method, params, err)
	}
	return string(answer.Result), string(answer.Error)
}

func bothGenerations(t *testing.T, test func(t *testing.T, modern bool)) {
	t.Run("2025-11-25", func(t *testing.T) { test(t, false) })
	t.Run("2026-07-28", func(t *testing.T) { test(t, true) })
}

// strip removes what 2026-07-28 adds to every result, and insists on it.
func strip(t *testing.T, result string) string {
	t.Helper()
	v, err := leaf(result, (*Reader).Any)
	object, ok := v.(map[string]any)
	if err != nil || !ok || object["resultType"] != "complete" {
		return result
	}
	delete(object, "resultType")
	if meta, ok := object["_meta"].(map[string]any); ok {
		delete(meta, "io.modelcontextprotocol/serverInfo")
		if len(meta) == 0 {
			delete(object, "_meta")
		}
	}
	w := NewWriter()
	writeAny(w, object)
	return string(w.JSON())
}

// unstamp removes the hash of a registry from the result of a tool, and insists on it.
func unstamp(t *testing.T, result, hash string) string {
	t.Helper()
	member := `"io.github.mcpgen/registry":"` + hash + `"`
	if !strings.Contains(result, member) {
		t.Errorf("the result does not have %s: %s", member, result)
	}
	return strings.NewReplacer(`"_meta":{`+member+`},`, "", `,"_meta":{`+member+`}`, "", ","+member, "").Replace(result)
}

func TestToolCallsOnTheWire(t *testing.T) {
	order, _ := json.Marshal(orderJSON)
	text := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(order))
	failure := func(text string) string {
		return `{"content":[{"type":"text","text":` + text + `}],"isError":true}`
	}
	coded := func(code, text string) string {
		return `{"_meta":{"io.github.mcpgen/error":{"code":"` + code + `"}},` + failure(text)[1:]
	}
	tests := []struct{ params, result, rpcError string }{
		// Exact, not escaped for HTML, text and structure alike.
		{params: `{"name":"echo","arguments":` + orderJSON + `}`, result: `{"content":[{"type":"text","text":` + text + `}],"structuredContent":` + orderJSON + `}`},
		{params: `{"name":"wrapped"}`, result: `{"content":[{"type":"text","text":"say \"<hi>\" & go"}],"structuredContent":{"result":"say \"<hi>\" & go"}}`},
		{params: `{"name":"list","arguments":{}}`, result: `{"content":[{"type":"text","text":"{\"result\":[]}"}],"structuredContent":{"result":[]}}`},
		{params: `{"name":"nothing","arguments":null}`, result: `{"content":[]}`},
		{params: `{"name":"nothing","arguments":[]}`, rpcError: `{"code":-32602,"message":"arguments must be an object"}`},
		{params: `{"name":"nothing","arguments":"x"}`, rpcError: `{"code":-32602,"message":"arguments must be an object"}`},
		{params: `{"name":"nothing","arguments":7}`, rpcError: `{"code":-32602,"message":"arguments must be an object"}`},
		{params: `{"name":"missing"}`, rpcError: `{"code":-32602,"message":"unknown tool \"missing\""}`},
		{params: `{"name":"nothing","arguments":{"x":1}}`, result: coded("bad_argument", `"bad arguments: /x: unknown property; none is allowed"`)},
		{params: `{"name":"fail"}`, result: failure(`"the disk is full"`)},
		{params: `{"name":"typed"}`, result: coded("not_found", `"looking: no city \"Atlantis\""`)},
		{params: `{"name":"nil"}`, result: coded("no_result", `"Forecast returned no result"`)},
		{params: `{"name":"nan"}`, result: coded("internal", `"the result of nan cannot be encoded: NaN is no JSON number"`)},
		{params: `{"name":"panic"}`, result: coded("internal", `"internal error in tool panic"`)},
		{params: `{"name":"goexit"}`, result: coded("internal", `"tool goexit ended without a result"`)},
	}
	silenceStderr(t)
	s := newTestServer()
	bothGenerations(t, func(t *testing.T, modern bool) {
		for _, test := range tests {
			result, rpcError := answerOf(t, s, "tools/call", test.params, modern)
			if modern {
				result = strip(t, result)
			}
			if rpcError == "" {
				result = unstamp(t, result, s.Registry().Hash())
			}
			if rpcError != test.rpcError || !sameJSON(result, test.result) {
				t.Errorf("%.80s:\n got %s %s\nwant %s %s", test.params, result, rpcError, test.result, test.rpcError)
			}
			if strings.Contains(result, `\u00`) {
				t.Errorf("%.80s: escaped for HTML: %s", test.params, result)
			}
		}
	})
}

// sameJSON compares two JSON texts, numbers by their spelling.
func sameJSON(a, b string) bool {
	if a == "" || b == "" {
		return a == b
	}
	read := func(text string) any {
		v, err := leaf(text, (*Reader).Any)
		if err != nil {
			return err
		}
		return v
	}
	return reflect.DeepEqual(read(a), read(b))
}

// silenceStderr keeps the log of expected panics out of the test's output.
func silenceStderr(t *testing.T) {
	t.Helper()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stderr
	os.Stderr = null
	t.Cleanup(func() { os.Stderr = old; null.Close() })
}

// A connection outlives whatever is not a message, and functions that panic.
func TestConnectionSurvives(t *testing.T) {
	silenceStderr(t)
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	input := legacyHello +
		"not json\n" +
		"[]\n" +
		"\n" +
		`{"jsonrpc":"1.0","id":7,"method":"ping"}` + "\n" +
		`{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"echo","arguments":{"id":` + deep + `}}}` + "\n" +
		`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"panic"}}` + "\n" +
		`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"goexit"}}` + "\n" +
		strings.Repeat("x", Limits{}.withDefaults().MessageBytes+1) + "\n" +
		`{"jsonrpc":"2.0","id":10,"method":"ping"}` // no line end
	answers := talk(t, newTestServer(), input)
	for id, want := range map[string]string{
		`7`:      `"code":-32600`,
		`"deep"`: `"code":-32600,"message":"nested too deep: at most 1000 levels are allowed"`,
		`8`:      `internal error in tool panic`,
		`9`:      `ended without a result`,
		`10`:     `"result":{}`,
		`null`:   `"code":-32`,
	} {
		if !strings.Contains(string(answers[id]), want) {
			t.Errorf("answer %s is %s, want %s", id, answers[id], want)
		}
	}
}

// What comes before initialize is refused with the code of such requests.
func TestBeforeInitialize(t *testing.T) {
	answers := talk(t, newTestServer(), request(1, "tools/list", "{}", false)+request(2, "tools/call", `{"name":"nothing"}`, false))
	for _, id := range []string{"1", "2"} {
		if got := string(answers[id]); !strings.Contains(got, `"code":-32600`) {
			t.Error(got)
		}
	}
}

// Nobody can answer a question any more when the input has ended, even one that
// is asked only then.
func TestQuestionsAfterTheEnd(t *testing.T) {
	s := NewServer("asker", "1")
	ended := make(chan struct{})
	again := func(ctx context.Context, _ *Writer) error {
		_, err := Roots(ctx)
		<-ended
		_, late := Roots(ctx)
		return errors.Join(err, late)
	}
	addTool(s, "a", again)
	addTool(s, "b", again)
	time.AfterFunc(50*time.Millisecond, func() { close(ended) })
	answers := talk(t, s, strings.Replace(legacyHello, `"capabilities":{}`, `"capabilities":{"roots":{}}`, 1)+
		request(1, "tools/call", `{"name":"a"}`, false)+request(2, "tools/call", `{"name":"b"}`, false))
	for _, id := range []string{"1", "2"} {
		if got := string(answers[id]); strings.Count(got, "the client is gone") != 2 {
			t.Errorf("answer %s is %s", id, got)
		}
	}
}

// What tools/list says is what the tools say, on both generations.
func TestToolsList(t *testing.T) {
	bothGenerations(t, func(t *testing.T, modern bool) {
		result, _ := answerOf(t, newTestServer(), "tools/list", `{"cursor":""}`, modern)
		var list struct {
			Tools []struct {
				Name                      string
				InputSchema, OutputSchema json.RawMessage
				Annotations               json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(result), &list); err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			if tool.Name != "echo" {
				continue
			}
			if !sameJSON(string(tool.InputSchema), orderSchema) || !sameJSON(string(tool.OutputSchema), orderSchema) {
				t.Errorf("schemas: %s %s", tool.InputSchema, tool.OutputSchema)
			}
			if want := `{"idempotentHint":false,"openWorldHint":false,"readOnlyHint":true}`; !sameJSON(string(tool.Annotations), want) {
				t.Errorf("annotations: %s", tool.Annotations)
			}
			return
		}
		t.Errorf("no tool echo in %s", result)
	})
}

// A client that asks for 2026-07-28 in initialize gets a working 2025-11-25.
func TestInitializeWithTheNewVersion(t *testing.T) {
	hello := strings.Replace(legacyHello, lastLegacy, newProtocol, 1)
	answers := talk(t, newTestServer(), hello+request(1, "tools/call", `{"name":"list"}`, false))
	if !strings.Contains(string(answers[`"hello"`]), `"protocolVersion":"2025-11-25"`) {
		t.Errorf("initialize: %s", answers[`"hello"`])
	}
	if got := string(answers["1"]); strings.Contains(got, "resultType") || !strings.Contains(got, "structuredContent") {
		t.Errorf("a call speaks the other revision: %s", got)
	}
}

func TestResourcesOnTheWire(t *testing.T) {
	silenceStderr(t)
	contents := func(uri, rest string) string { return `{"uri":"` + uri + `",` + rest + `}` }
	tests := []struct{ uri, contents, rpcError string }{
		{uri: "note://fixed", contents: contents("note://fixed", `"mimeType":"text/plain","text":""`)},
		{uri: "note://n/hello%20world", contents: contents("note://n/hello%20world", `"mimeType":"text/plain","text":"<hello world>"`)},
		{uri: "note://n/a%2Fb", contents: contents("note://n/a%2Fb", `"mimeType":"text/plain","text":"<a/b>"`)},
		{uri: "note://n/%2520", contents: contents("note://n/%2520", `"mimeType":"text/plain","text":"<%20>"`)},
		{uri: "note://n/a+b", contents: contents("note://n/a+b", `"mimeType":"text/plain","text":"<a+b>"`)},
		{uri: "note://n/", contents: contents("note://n/", `"mimeType":"text/plain","text":"<>"`)},
		{uri: "note://n/%ZZ", rpcError: `{"code":-32602,"message":"resource URI \"note://n/%ZZ\": the value of {name} is not percent-encoded UTF-8"}`},
		{uri: "note://n/%C3%28", rpcError: `{"code":-32602,"message":"resource URI \"note://n/%C3%28\": the value of {name} is not percent-encoded UTF-8"}`},
		{uri: "note://n/a/b", rpcError: `{"code":-32602,"message":"Resource not found","data":{"uri":"note://n/a/b"}}`},
		{uri: "note://n/gone", rpcError: `{"code":-32602,"message":"no such note","data":{"uri":"note://n/gone"}}`},
		{uri: "note://n/broken", rpcError: `{"code":-32603,"message":"the disk is full"}`},
		{uri: "note://n/panic", rpcError: `{"code":-32603,"message":"internal error in resource note","data":{"io.github.mcpgen/error":{"code":"internal"}}}`},
		{uri: "blob://x/y", contents: contents("blob://x/y", `"mimeType":"text/plain; charset=utf-8","blob":"eHx5"`)},
		{uri: "blob://empty/y", contents: contents("blob://empty/y", `"blob":""`)},
	}
	s := newTestServer()
	bothGenerations(t, func(t *testing.T, modern bool) {
		for _, test := range tests {
			result, rpcError := answerOf(t, s, "resources/read", `{"uri":"`+test.uri+`"}`, modern)
			if test.contents != "" {
				if modern && !strings.Contains(result, `"resultType":"complete"`) {
					t.Errorf("%s: no resultType: %s", test.uri, result)
				}
				var read struct{ Contents []json.RawMessage }
				if err := json.Unmarshal([]byte(result), &read); err != nil || len(read.Contents) != 1 || !sameJSON(string(read.Contents[0]), test.contents) {
					t.Errorf("%s: got %s %s, want %s", test.uri, result, rpcError, test.contents)
				}
			} else if !sameJSON(rpcError, test.rpcError) {
				t.Errorf("%s: got %s %s, want %s", test.uri, result, rpcError, test.rpcError)
			}
		}
	})
}

func TestPromptsOnTheWire(t *testing.T) {
	silenceStderr(t)
	tests := []struct{ params, text, rpcError string }{
		{params: `{"name":"plan","arguments":{"topic":"x"}}`, text: "x absent short"},
		{params: `{"name":"plan","arguments":{"topic":"x","tone":"","length":"long"}}`, text: "x = long"},
		{params: `{"name":"plan","arguments":{}}`, rpcError: `{"code":-32602,"message":"prompt \"plan\": missing required argument \"topic\""}`},
		{params: `{"name":"plan"}`, rpcError: `{"code":-32602,"message":"prompt \"plan\": missing required argument \"topic\""}`},
		{params: `{"name":"plan","arguments":{"topic":"x","Tone":"y"}}`, rpcError: `{"code":-32602,"message":"prompt \"plan\": unknown argument \"Tone\", did you mean \"tone\"?"}`},
		{params: `{"name":"none"}`, rpcError: `{"code":-32602,"message":"unknown prompt \"none\""}`},
		{params: `{"name":"plan","arguments":{"topic":"panic"}}`, rpcError: `{"code":-32603,"message":"internal error in prompt plan","data":{"io.github.mcpgen/error":{"code":"internal"}}}`},
	}
	s := newTestServer()
	bothGenerations(t, func(t *testing.T, modern bool) {
		for _, test := range tests {
			result, rpcError := answerOf(t, s, "prompts/get", test.params, modern)
			var got struct {
				Messages []struct{ Role, Content json.RawMessage }
			}
			if test.text == "" {
				if !sameJSON(rpcError, test.rpcError) {
					t.Errorf("%s: got %s %s, want %s", test.params, result, rpcError, test.rpcError)
				}
			} else if err := json.Unmarshal([]byte(result), &got); err != nil || len(got.Messages) != 1 ||
				!sameJSON(string(got.Messages[0].Content), `{"type":"text","text":"`+test.text+`"}`) || string(got.Messages[0].Role) != `"user"` {
				t.Errorf("%s: got %s %s, want %s", test.params, result, rpcError, test.text)
			}
		}
	})
}

// Output is one message a line whatever functions print.
func TestUnescapeHTML(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":"\u003c\u003e\u0026"}`: `{"a":"<>&"}`,
		`{"a":"\\u003c"}`:            `{"a":"\\u003c"}`, // a backslash and five characters
		`{"a":"\\\u003c"}`:           `{"a":"\\<"}`,
		`{"a":"\u0022\u005c\u0001"}`: `{"a":"\u0022\u005c\u0001"}`,
		`{"a":"\u00`:                 `{"a":"\u00`,
		`\`:                          `\`,
	} {
		if got := string(unescapeHTML([]byte(in))); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
