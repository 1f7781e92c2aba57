package golden

import (
	"bytes"
	"encoding/json"
	"strings"
)

// modernMeta is what every request of 2026-07-28 carries.
const modernMeta = `"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"golden","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}`

// modernCalls are calls as requests of 2026-07-28; ok is false for a case that
// is about one generation.
func modernCalls(calls string) (modern string, ok bool) {
	var b strings.Builder
	for line := range strings.Lines(calls) {
		line = strings.TrimRight(line, "\r\n")
		var m struct {
			Method string
			Params json.RawMessage
		}
		if json.Unmarshal([]byte(line), &m) == nil && m.Method != "" {
			if m.Method == "initialize" || strings.Contains(line, "io.modelcontextprotocol/") {
				return "", false
			}
			line = withMeta(line, m.Params)
		}
		b.WriteString(line + "\n")
	}
	return b.String(), true
}

// withMeta adds to the text of a request without touching the rest, which may
// be spelt oddly on purpose.
func withMeta(line string, params json.RawMessage) string {
	const object, meta = `"params":{`, `"_meta":{`
	before, after, found := strings.Cut(line, object)
	switch {
	case !found && params == nil:
		return strings.TrimSuffix(line, "}") + `,` + object + meta + modernMeta + `}}}`
	case !found:
		return line // parameters that are no object
	case strings.Contains(after, meta):
		return before + object + strings.Replace(after, meta, meta+modernMeta+",", 1)
	case strings.HasPrefix(after, "}"):
		return before + object + meta + modernMeta + "}" + after
	}
	return before + object + meta + modernMeta + "}," + after
}

// alike is an answer without what sets the generations apart: the type of the
// result, and the server's name in each one.
func alike(answers string) string {
	var b strings.Builder
	for line := range strings.Lines(answers) {
		var m map[string]any
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if d.Decode(&m) != nil {
			b.WriteString(line)
			continue
		}
		if result, ok := m["result"].(map[string]any); ok {
			delete(result, "resultType")
			if meta, ok := result["_meta"].(map[string]any); ok {
				if delete(meta, "io.modelcontextprotocol/serverInfo"); len(meta) == 0 {
					delete(result, "_meta")
				}
			}
		}
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		_ = e.Encode(m) // it has just been decoded
		b.Write(text.Bytes())
	}
	return b.String()
}
