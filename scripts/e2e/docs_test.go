//go:build unix

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// What docs/clients.md says everywhere.
const (
	pageServer  = "notes"
	pageProgram = "/path/to/notes"
	pageURL     = "http://127.0.0.1:8080/mcp"
	pageEnv     = "NOTES_DB=/path/to/notes.db"
)

// block is a snippet of the page.
type block struct {
	section, language, text string
}

// readPage returns the snippets of docs/clients.md in order.
func readPage(t *testing.T) []block {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "docs", "clients.md"))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []block
	section, open := "", false
	for line := range strings.SplitSeq(string(data), "\n") {
		language, fence := strings.CutPrefix(line, "```")
		switch heading, isHeading := strings.CutPrefix(line, "## "); {
		case fence && open:
			open = false
		case fence:
			open = true
			blocks = append(blocks, block{section: section, language: language})
		case open:
			blocks[len(blocks)-1].text += line + "\n"
		case isHeading:
			section = heading
		}
	}
	if open {
		t.Fatal("the last snippet of the page has no end")
	}
	return blocks
}

// hosts says, for each section of the page, the key that its JSON snippets
// have, and the entries of a server in the order of the page.
var hosts = map[string]struct {
	key     string
	entries []map[string]any
}{
	"Claude Desktop": {"mcpServers", []map[string]any{
		{"command": pageProgram, "args": []any{}},
	}},
	"Claude Code": {"mcpServers", []map[string]any{
		{"type": "stdio", "command": pageProgram, "args": []any{}},
		{"type": "http", "url": pageURL},
	}},
	"Cursor": {"mcpServers", []map[string]any{
		{"command": pageProgram, "args": []any{}},
		{"url": pageURL},
	}},
	"VS Code": {"servers", []map[string]any{
		{"type": "stdio", "command": pageProgram, "args": []any{}},
		{"type": "http", "url": pageURL},
	}},
	"Zed": {"context_servers", []map[string]any{
		{"command": pageProgram, "args": []any{}, "env": map[string]any{}},
		{"url": pageURL},
	}},
	"Inspector": {},
	"Environment": {"mcpServers", []map[string]any{
		{"command": pageProgram, "args": []any{}, "env": map[string]any{"NOTES_DB": "/path/to/notes.db"}},
	}},
}

// The JSON snippets have the shape that each host reads, and the same server.
func TestPageConfigurations(t *testing.T) {
	seen := map[string]int{}
	for _, b := range readPage(t) {
		if b.language != "json" {
			continue
		}
		host, known := hosts[b.section]
		n := seen[b.section]
		seen[b.section]++
		if !known || n >= len(host.entries) {
			t.Errorf("%s: unexpected snippet\n%s", b.section, b.text)
			continue
		}
		var got map[string]any
		if err := json.Unmarshal([]byte(b.text), &got); err != nil {
			t.Errorf("%s: %v\n%s", b.section, err, b.text)
			continue
		}
		want := map[string]any{host.key: map[string]any{pageServer: host.entries[n]}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", b.section, got, want)
		}
	}
	for section, host := range hosts {
		if seen[section] != len(host.entries) {
			t.Errorf("%s: %d JSON snippets, want %d", section, seen[section], len(host.entries))
		}
	}
}

// The command lines start the right program, and name the same server.
func TestPageCommands(t *testing.T) {
	programs := map[string]int{}
	for _, b := range readPage(t) {
		if b.language != "sh" {
			continue
		}
		for line := range strings.Lines(b.text) {
			words := shellWords(t, line)
			programs[words[0]]++
			checkCommand(t, words)
		}
	}
	if want := map[string]int{"go": 1, pageProgram: 2, "claude": 3, "code": 1, "npx": 5}; !reflect.DeepEqual(programs, want) {
		t.Errorf("commands by program: %v, want %v", programs, want)
	}
}

func checkCommand(t *testing.T, words []string) {
	t.Helper()
	stdioEnd := []string{pageServer, "--", pageProgram}
	switch line := strings.Join(words, " "); words[0] {
	case "go":
		if line != "go build -o "+pageProgram+" ." {
			t.Error(line)
		}
	case pageProgram:
		if arguments := strings.Join(words[1:], " "); arguments != "-list" && arguments != "-http :8080" {
			t.Error(line)
		}
	case "claude":
		options, ok := cut(words, "claude", "mcp", "add")
		overStdio := len(options) > 3 && slices.Equal(options[len(options)-3:], stdioEnd) && hasOption(options, "--transport", "stdio")
		overURL := slices.Equal(options, []string{"--transport", "http", pageServer, pageURL})
		env := !strings.Contains(line, "NOTES_DB") || hasOption(options, "--env", pageEnv)
		if !ok || overStdio == overURL || !env {
			t.Error(line)
		}
	case "code":
		var entry map[string]any
		want := map[string]any{"name": pageServer, "type": "stdio", "command": pageProgram, "args": []any{}}
		if err := json.Unmarshal([]byte(words[len(words)-1]), &entry); err != nil || words[1] != "--add-mcp" || len(words) != 3 || !reflect.DeepEqual(entry, want) {
			t.Error(line, err)
		}
	case "npx":
		options, ok := cut(words, "npx", "@modelcontextprotocol/inspector")
		if !ok || slices.Contains(options, pageProgram) == slices.Contains(options, pageURL) {
			t.Error(line)
		}
	}
}

// cut returns what follows the words that a command begins with.
func cut(words []string, begin ...string) ([]string, bool) {
	if len(words) < len(begin) || !slices.Equal(words[:len(begin)], begin) {
		return nil, false
	}
	return words[len(begin):], true
}

func hasOption(words []string, name, value string) bool {
	i := slices.Index(words, name)
	return i >= 0 && i+1 < len(words) && words[i+1] == value
}

// shellWords splits a line as a shell does; of its grammar it knows blanks and
// single quotes, and refuses the rest.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	var words []string
	for i, part := range strings.Split(strings.TrimSpace(line), "'") {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		if strings.ContainsAny(part, "\"$`\\|&;<>()*?#") {
			t.Fatalf("%s: more than blanks and single quotes", line)
		}
		words = append(words, strings.Fields(part)...)
	}
	if strings.Count(line, "'")%2 != 0 || len(words) == 0 {
		t.Fatalf("%q is no command", line)
	}
	return words
}

// The README leads to the page, and the page to every host.
func TestPageIsLinked(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "(docs/clients.md)") {
		t.Error("README.md does not link docs/clients.md")
	}
}
