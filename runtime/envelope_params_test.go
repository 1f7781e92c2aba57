package mcpruntime

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Parameters of the wrong shape are refused without names of Go, and without
// repeating what was sent.
func TestShapeOfParams(t *testing.T) {
	s := newTestServer()
	secret := strings.Repeat("secret", 100)
	methods := append(slices.Sorted(maps.Keys(newParams)), "tools/call", "prompts/get", "resources/read")
	bothGenerations(t, func(t *testing.T, modern bool) {
		for _, method := range methods {
			for _, params := range []string{
				`{"name":{"` + secret + `":1},"uri":5,"cursor":[],"ref":{"type":"` + secret + `"},"level":7,"notifications":"x","protocolVersion":{}}`,
				`{"ref":7,"argument":"` + secret + `","notifications":7}`,
			} {
				_, answer := answerOf(t, s, method, params, modern)
				if strings.Contains(answer, "Go ") || strings.Contains(answer, "mcp.") || strings.Contains(answer, secret) {
					t.Errorf("%s %s: %s", method, params, answer)
				}
			}
		}
		for method, want := range map[string]string{
			"tools/list":          `tools/list: cursor has the wrong type`,
			"completion/complete": `completion/complete: ref.name has the wrong type`,
		} {
			params := `{"cursor":5,"ref":{"type":"ref/prompt","name":5},"argument":{"name":"a","value":""}}`
			if _, answer := answerOf(t, s, method, params, modern); !strings.Contains(answer, want) || !strings.Contains(answer, "-32602") {
				t.Errorf("%s: %s", method, answer)
			}
		}
	})
}

// Levels that there are not, and tokens that are none, are refused.
func TestLevelsAndTokens(t *testing.T) {
	s := newTestServer()
	type row struct{ method, params, want string }
	rows := []row{
		{"logging/setLevel", `{"level":"zz"}`, "level must be debug, "},
		{"logging/setLevel", `{"level":""}`, "level must be debug, "},
		{"logging/setLevel", `{"level":7}`, "level"},
		{"logging/setLevel", `{"x":0}`, "level is missing"},
		{"logging/setLevel", `{"level":"warning"}`, ""},
	}
	for method, params := range map[string]string{
		"tools/call": `{"name":"nothing"`, "tools/list": `{"x":0`, "resources/read": `{"uri":"note://fixed"`,
		"prompts/get": `{"name":"plan","arguments":{"topic":"x"}`, "resources/list": `{"x":0`,
	} {
		for meta, want := range map[string]string{
			`{"progressToken":true}`:                                "progressToken must be a string or an integer",
			`{"progressToken":1.5}`:                                 "progressToken must be a string or an integer",
			`{"progressToken":{"a":1}}`:                             "progressToken must be a string or an integer",
			`{"progressToken":[]}`:                                  "progressToken must be a string or an integer",
			`{"progressToken":9007199254740993}`:                    "progressToken must be a string or an integer",
			`{"progressToken":"1.5"}`:                               "",
			`{"progressToken":""}`:                                  "",
			`{"progressToken":-5}`:                                  "",
			`{"progressToken":null}`:                                "",
			`{"io.modelcontextprotocol/logLevel":"zz"}`:             `_meta \"io.modelcontextprotocol/logLevel\" must be debug, `,
			`{"io.modelcontextprotocol/logLevel":5}`:                `_meta \"io.modelcontextprotocol/logLevel\" must be debug, `,
			`{"io.modelcontextprotocol/logLevel":"error"}`:          "",
			`{"a.example/b":1,"a.example/b":2}`:                     `duplicate member \"a.example/b\"`,
			`{"progressToken":[],"a.example/b":1,"a.example/b":2}`:  `duplicate member \"a.example/b\"`,
			`{"progressToken":{},"io.modelcontextprotocol/x":[{}]}`: "progressToken must be a string or an integer",
		} {
			rows = append(rows, row{method, params + `,"_meta":` + meta + "}", want})
		}
	}
	bothGenerations(t, func(t *testing.T, modern bool) {
		url := serve(t, s).URL
		for _, r := range rows {
			code := `"code":-32602`
			if strings.Contains(r.want, "duplicate") {
				code = `"code":-32600`
			}
			params := r.params
			if modern && strings.Contains(params, `"_meta":{`) { // which is one object
				params = strings.Replace(params, `"_meta":{`, strings.TrimSuffix(modernMeta, "}")+",", 1)
			} else if modern {
				continue // of older revisions
			}
			got := answersTo(t, s, url, r.method, params, modern)
			for _, answer := range got {
				if r.want == "" && strings.Contains(answer, `"error":`) || r.want != "" && !(strings.Contains(answer, r.want) && strings.Contains(answer, code)) {
					t.Errorf("%s %s: %s, want %s", r.method, params, answer, r.want)
				}
			}
		}
	})
}

// answersTo returns what is answered on stdio and over HTTP to params that have
// all of their _meta.
func answersTo(t *testing.T, s *Server, url, method, params string, modern bool) []string {
	t.Helper()
	line := request(1, method, params, false)
	if modern {
		header := []string{headerVersion, newProtocol, headerMethod, method}
		for _, name := range []string{"name", "uri"} {
			if _, rest, ok := strings.Cut(params, `"`+name+`":"`); ok {
				value, _, _ := strings.Cut(rest, `"`)
				header = append(header, "Mcp-Name", value)
			}
		}
		_, _, body := post(t, url, line, header...)
		return []string{string(talk(t, s, line)["1"]), body}
	}
	_, header, _ := post(t, url, strings.Split(legacyHello, "\n")[0])
	_, _, body := post(t, url, line, headerSession, header.Get(headerSession), headerVersion, lastLegacy)
	return []string{string(talk(t, s, legacyHello+line)["1"]), body}
}
