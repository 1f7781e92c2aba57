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
