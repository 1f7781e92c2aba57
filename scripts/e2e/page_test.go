//go:build unix

package e2e

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tryPage gives the Inspector what docs/clients.md says: the configurations in
// the format that it shares with most hosts, and its own command lines.
func tryPage(t *testing.T, tools npmTools, binary string) {
	ctx, cancel := context.WithTimeout(t.Context(), combinationTime)
	defer cancel()
	running, err := startHTTP(ctx, notes.target(t, binary))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := running.stop(); err != nil {
			t.Error(err)
		}
	}()
	_, database, _ := strings.Cut(pageEnv, "=")
	real := strings.NewReplacer(
		database, filepath.Join(t.TempDir(), "page.db"), // before the program, which it begins with
		pageProgram, binary,
		pageURL, running.url)
	tried := map[string]bool{}
	home := t.TempDir()
	for _, b := range readPage(t) {
		for _, arguments := range pageArguments(t, b, real) {
			key := b.text + strings.Join(arguments[2:], " ")
			if tried[key] {
				continue
			}
			tried[key] = true
			tryArguments(ctx, t, tools, home, arguments)
		}
	}
	if len(tried) < 8 {
		t.Errorf("only %d snippets tried", len(tried))
	}
}

// pageArguments are the Inspector's arguments for a snippet, if it is one that
// the Inspector understands.
func pageArguments(t *testing.T, b block, real *strings.Replacer) (runs [][]string) {
	switch {
	case b.language == "json" && hosts[b.section].key == "mcpServers" && !onlyURL(b.text):
		file := filepath.Join(t.TempDir(), "mcp.json")
		if err := os.WriteFile(file, []byte(real.Replace(b.text)), 0o644); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, []string{"--config", file, "--server", pageServer, "--method", "tools/list"})
	case b.language == "sh":
		for line := range strings.Lines(b.text) {
			options, ok := cut(shellWords(t, real.Replace(line)), "npx", "@modelcontextprotocol/inspector", "--cli")
			if ok {
				runs = append(runs, options)
			}
		}
	}
	return runs
}

// onlyURL reports whether a configuration leaves it to the host to see that a
// URL means HTTP, which the Inspector does not.
func onlyURL(text string) bool {
	return strings.Contains(text, `"url"`) && !strings.Contains(text, `"type"`)
}

func tryArguments(ctx context.Context, t *testing.T, tools npmTools, home string, arguments []string) {
	got, err := runInspector(ctx, tools, home, append(slices.Clone(arguments), "--format", "json", "--quiet"))
	if err != nil {
		t.Errorf("%q: %v", arguments, err)
		return
	}
	w := want{}
	if method := slices.Index(arguments, "--method"); arguments[method+1] == "tools/list" {
		w = notes.plan[0].want
	}
	if err := w.verify(got); err != nil {
		t.Errorf("%q: %v", arguments, err)
	}
}
