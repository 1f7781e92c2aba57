//go:build unix

package e2e

import (
	"encoding/json"
	"strings"
	"testing"
)

// A driver that accepts everything proves nothing: each row is an outcome, an
// expectation that holds for it, and one that must not.
func TestVerify(t *testing.T) {
	const (
		said    = `{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"structuredContent":{"x":[1,{"y":null}],"at":"now"}}`
		failed  = `{"content":[{"type":"text","text":"bad arguments: /x"}],"isError":true}`
		read    = `{"contents":[{"uri":"note://1","mimeType":"text/markdown","text":"# T"}]}`
		asked   = `{"messages":[{"role":"user","content":{"type":"text","text":"Why?"}}]}`
		listing = `{"tools":[{"name":"b"},{"name":"a"}]}`
		ended   = `{"completion":{"values":["a","b"]}}`
		uris    = `{"resources":[{"uri":"x://1","name":"one"}]}`
	)
	for _, c := range []struct {
		outcome   outcome
		good, bad want
	}{
		{got(said), want{text: "a\nb"}, want{text: "a"}},
		{got(said), want{contains: []string{"a", "b"}}, want{contains: []string{"a", "c"}}},
		{got(said), want{}, want{failed: true}},
		{got(said), want{}, want{code: -32602}},
		{got(said), want{structured: `{"x":[1,{"y":null}],"at":"*"}`}, want{structured: `{"x":[1,{"y":null}]}`}},
		{got(said), want{structured: `{"x":[1,{"y":null}],"at":"now"}`}, want{structured: `{"x":[1,{"y":0}],"at":"now"}`}},
		{got(said), want{structured: `{"x":[1,"*"],"at":"*"}`}, want{structured: `{"x":[1],"at":"*"}`}},
		{got(failed), want{failed: true}, want{}},
		{got(failed), want{failed: true, contains: []string{"/x"}}, want{failed: true, contains: []string{"/y"}}},
		{got(failed), want{failed: true}, want{failed: true, structured: `{}`}},
		{got(read), want{text: "# T", mime: "text/markdown"}, want{mime: "text/plain"}},
		{got(asked), want{text: "Why?"}, want{text: "How?"}},
		{got(listing), want{names: []string{"a", "b"}}, want{names: []string{"a"}}},
		{got(listing), want{names: []string{"b", "a"}}, want{names: []string{"a", "b", "c"}}},
		{got(listing), want{has: []string{"b"}}, want{has: []string{"b", "c"}}},
		{got(ended), want{values: []string{"a", "b"}}, want{values: []string{"b", "a"}}},
		{outcome{Result: json.RawMessage(said), Progress: 2}, want{progress: 2}, want{progress: 3}},
		{got(uris), want{names: []string{"x://1"}}, want{names: []string{"one"}}},
		{fault("-32602", "no x"), want{code: -32602, contains: []string{"x"}}, want{}},
		{fault("-32602", "no x"), want{code: -32602}, want{code: -32601}},
		{fault("-32602", "no x"), want{code: -32602}, want{code: -32602, contains: []string{"y"}}},
		{fault("tool_not_found", "no x"), want{code: -32602}, want{code: -32602, contains: []string{"y"}}},
	} {
		if err := c.good.verify(c.outcome); err != nil {
			t.Errorf("%+v must hold: %v", c.good, err)
		}
		if c.bad.verify(c.outcome) == nil {
			t.Errorf("%+v must not hold for %s %+v", c.bad, c.outcome.Result, c.outcome.Error)
		}
	}
	for _, code := range []string{"undefined", ""} {
		if (want{code: -32602}).verify(fault(code, "")) == nil {
			t.Errorf("an error with the code %q is none of JSON-RPC", code)
		}
	}
}

func got(result string) outcome { return outcome{Result: json.RawMessage(result)} }

func fault(code, message string) outcome {
	return outcome{Error: &callError{Code: code, Message: message}}
}

func TestScanURL(t *testing.T) {
	for log, failed := range map[string]bool{
		"listening on http://127.0.0.1:1/mcp\n":         false,
		"listening on http://127.0.0.1:1/mcp\npanic!\n": true,
		"address in use\n":                              true,
	} {
		url := make(chan string, 1)
		err := scanURL(strings.NewReader(log), url)
		if (err != nil) != failed {
			t.Errorf("%q: %v", log, err)
		}
		if strings.HasPrefix(log, "listening") && <-url != "http://127.0.0.1:1/mcp" {
			t.Errorf("%q: wrong URL", log)
		}
	}
}
