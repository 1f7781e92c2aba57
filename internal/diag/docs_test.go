package diag

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mcpgen/mcpgen/internal/house"
)

var update = flag.Bool("update", false, "rewrite docs/findings.md")

// goldenFindings is the section of a case that holds what mcpgen prints.
const goldenFindings = "want/stderr"

func TestDocs(t *testing.T) {
	var b strings.Builder
	b.WriteString("<!-- Made from internal/diag/codes.go and golden/err by `make golden`. Do not edit. -->\n\n# Findings\n\n")
	b.WriteString("A finding is printed as `file:line:column: message; hint [CODE]`, a warning with `warning:` before the message. " +
		"An error stops the run and nothing is written; a warning stops nothing, unless `--strict` makes it an error. " +
		"Codes are never given a second meaning.\n\n")
	var rows [][]string
	for _, e := range Catalogue {
		code := string(e.Code)
		rows = append(rows, []string{"[" + code + "](#" + strings.ToLower(code) + ")", string(e.Severity), e.Title})
	}
	b.WriteString(house.Table([]string{"code", "severity", "finding"}, rows))
	for _, e := range Catalogue {
		b.WriteString("\n## " + string(e.Code) + "\n\n**" + e.Title + "** (" + string(e.Severity) + ")\n\n" + e.Text + "\n")
		b.WriteString(example(t, e.Code))
	}
	house.Page(t, "docs/findings.md", b.String(), *update)
}

// example renders the shortest golden case of a code: its input and what
// mcpgen says about it.
func example(t *testing.T, code Code) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(house.Root(t), "golden", "err", string(code)+"_*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	var shortest []byte
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if shortest == nil || len(data) < len(shortest) {
			shortest = data
		}
	}
	var input, output string
	for _, f := range txtar.Parse(shortest).Files {
		text := strings.ReplaceAll(string(f.Data), "\r\n", "\n")
		switch {
		case f.Name == goldenFindings:
			output = "\n" + house.Code("text", text)
		case strings.HasSuffix(f.Name, ".go") && !strings.HasPrefix(f.Name, "want/"):
			input += "\n`" + path.Clean(f.Name) + "`:\n\n" + house.Code("go", text)
		}
	}
	return input + output
}

// Codes are in order, each once, and no text is missing or badly begun.
func TestCatalogue(t *testing.T) {
	for i, e := range Catalogue {
		if i > 0 && Catalogue[i-1].Code >= e.Code {
			t.Errorf("%s stands behind %s", e.Code, Catalogue[i-1].Code)
		}
		if e.Severity != Error && e.Severity != Warning {
			t.Errorf("%s has the severity %q", e.Code, e.Severity)
		}
		if strings.HasSuffix(e.Title, ".") || e.Title == "" || !strings.HasSuffix(e.Text, ".") {
			t.Errorf("%s: the title is a phrase, the text are sentences: %q, %q", e.Code, e.Title, e.Text)
		}
	}
}
