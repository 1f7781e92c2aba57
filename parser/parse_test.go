package parser

import (
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// parseAll writes packages below one module and parses them in one run. The
// keys are directories relative to the module (or to another one in the same
// tree, when it has a go.mod), the values archives of
// "-- name --" sections of which "want" is not written.
func parseAll(t *testing.T, sources map[string]string) map[string]parsed {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n\nrequire example.com/other v1.0.0\n\nreplace example.com/other => ./other\n")
	write(t, filepath.Join(dir, "other", "go.mod"), "module example.com/other\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "other", "other.go"), otherModule)
	for name, src := range sources {
		for file, text := range sections(src) {
			if file == "want" {
				continue
			}
			write(t, filepath.Join(dir, name, file), text)
		}
	}
	write(t, filepath.Join(dir, "other", "internal", "in", "in.go"), "package in\n\ntype T struct{ N int }\n")
	result, err := Parse(t.Context(), Config{Dir: dir, Patterns: []string{"./..."}, Env: offline()})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]parsed{}
	for name := range sources {
		p := parsed{dir: filepath.Join(dir, name)}
		for _, pkg := range result.Packages {
			if pkg.Dir == p.dir {
				p.pkg = pkg
			}
		}
		for _, f := range result.Findings {
			if filepath.Dir(f.Pos.Filename) == p.dir {
				p.found = append(p.found, f)
			}
		}
		all[name] = p
	}
	return all
}

// parsed is what was found in one directory.
type parsed struct {
	dir   string
	pkg   *model.Package
	found diag.List
}

// lines prints findings as "file:line:col: message [CODE]", without hints, and
// the related places below, indented.
func (p parsed) lines() string {
	var b strings.Builder
	for _, f := range p.found {
		b.WriteString(p.place(f.Pos) + ": " + f.Msg + " [" + string(f.Code) + "]\n")
		for _, r := range f.Related {
			b.WriteString("\t" + p.place(r.Pos) + ": " + r.Msg + "\n")
		}
	}
	return b.String()
}

// place prints a position relative to the package's directory; for the
// standard library, whose lines move, only the file.
func (p parsed) place(pos token.Position) string {
	rel, err := filepath.Rel(filepath.Dir(p.dir), pos.Filename)
	if err != nil || strings.HasPrefix(rel, "..") {
		return filepath.Base(pos.Filename)
	}
	pos.Filename = strings.TrimPrefix(filepath.ToSlash(rel), filepath.Base(p.dir)+"/")
	return pos.String()
}

// readCases reads the *.txt files of a directory, by base name.
func readCases(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s: %v", dir, err)
	}
	cases := map[string]string{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		cases[strings.TrimSuffix(filepath.Base(name), ".txt")] = string(text)
	}
	return cases
}

func sections(src string) map[string]string {
	parts := strings.Split("\n"+src, "\n-- ")
	if len(parts) == 1 {
		return map[string]string{"a.go": src}
	}
	files := map[string]string{}
	for _, part := range parts[1:] {
		name, text, _ := strings.Cut(part, " --")
		text = strings.TrimPrefix(strings.TrimPrefix(text, "\r"), "\n")
		files[name] = text
	}
	return files
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const otherModule = `package other

import "example.com/other/internal/in"

type Via struct{ In in.T }

type Pub = in.T

// Color of a thing.
type Color string

const (
	Red  Color = "red"  // like blood
	Blue Color = "blue" // like the sky
)

// Point in a plane.
type Point struct {
	// X coordinate.
	X int
	Y int ` + "`json:\"y,omitempty\"`" + ` // Y coordinate.
	//mcp:field min=0
	Z int
}

type Bad struct{ C chan int }

type hidden struct{ N int }

type Shown = hidden

type Holder struct{ H hidden }

type Deep struct{ hidden }

type Left struct{ N int }

type Right struct{ N int }

type Twins struct {
	Left
	Right
}

type Tagged struct {
	N int ` + "`json:\"n\" jsonschema:\"minimum=1\"`" + `
	M int ` + "`json:\"m\" jsonschema:\"minimum=x\"`" + `
}

type Alone struct{ N int ` + "`jsonschema:\"minimum=1\"`" + ` }

type Hidden struct{ n int }

type Own struct{}

func (*Own) UnmarshalJSON([]byte) error { return nil }
`
