package oracle

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/mcpgen/mcpgen/emit/planner"
	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/gen"
	"github.com/mcpgen/mcpgen/internal/oracle/program"
)

const (
	module = "github.com/mcpgen/mcpgen"
	// workDir holds the sources. The underscore hides it from ./..., and still
	// its packages belong to this module and build by explicit path.
	workDir  = "_work"
	workPath = module + "/internal/oracle/" + workDir
)

// schemas are those of one tool, and its line.
type schemas struct{ input, output, line string }

// generate writes the sources, runs the pipeline on them, and returns the
// schemas by the name of the tool.
func generate(ctx context.Context, t *testing.T, generators []*generator) map[string]schemas {
	t.Helper()
	var patterns []string
	for _, g := range generators {
		write(t, filepath.Join(g.pkg, g.pkg+".go"), g.file())
		patterns = append(patterns, "./"+workDir+"/"+g.pkg)
	}
	// The shared types have no directive of their own.
	res, err := gen.Generate(ctx, gen.Config{Patterns: patterns[1:]})
	if err != nil {
		t.Fatal(err)
	}
	if res.Findings.HasErrors() {
		failures := slices.DeleteFunc(res.Findings, func(f diag.Finding) bool { return f.Severity != diag.Error })
		t.Fatalf("sources of the generator have findings:\n%s", failures.Text("."))
	}
	if _, err := res.Write(); err != nil {
		t.Fatal(err)
	}
	byName := map[string]schemas{}
	for _, p := range res.Packages {
		for _, tool := range p.Tools {
			byName[tool.Name] = schemas{schema.Input(p, tool), schema.Output(p, tool), planner.Line(p, tool)}
		}
	}
	return byName
}

func write(t *testing.T, name, content string) {
	t.Helper()
	file := filepath.Join(workDir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// build builds one program of all packages and returns its path.
func build(ctx context.Context, t *testing.T, generators []*generator) string {
	t.Helper()
	var paths []string
	for _, g := range generators[1:] {
		paths = append(paths, workPath+"/"+g.pkg)
	}
	write(t, filepath.Join("main", "main.go"), program.Main(paths))
	binary := filepath.Join(t.TempDir(), "oracle")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./"+workDir+"/main").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}
