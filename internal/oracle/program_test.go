package oracle

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/gen"
	"github.com/mcpgen/mcpgen/internal/oracle/probe"
)

const (
	module = "github.com/mcpgen/mcpgen"
	// workDir holds the sources. The underscore hides it from ./..., and still
	// its packages belong to this module and build by explicit path.
	workDir  = "_work"
	workPath = module + "/internal/oracle/" + workDir
)

// schemas are those of one tool.
type schemas struct{ input, output string }

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
			byName[tool.Name] = schemas{schema.Input(p, tool), schema.Output(p, tool)}
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
	var imports, registers strings.Builder
	for _, g := range generators[1:] {
		fmt.Fprintf(&imports, "\t%q\n", workPath+"/"+g.pkg)
		fmt.Fprintf(&registers, "\t%s.RegisterMCP(server)\n", g.pkg)
	}
	write(t, filepath.Join("main", "main.go"), fmt.Sprintf(`// Command main answers the tests of package oracle.
package main

import (
	"fmt"
	"os"

%s	%q
	mcpruntime %q
)

func main() {
	server := mcpruntime.NewServer("oracle", "1")
%s	if err := probe.Serve(server, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`, &imports, module+"/internal/oracle/probe", module+"/runtime", &registers))
	program := filepath.Join(t.TempDir(), "oracle")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "./"+workDir+"/main").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// ask sends all requests and returns an answer for each.
func ask(ctx context.Context, t *testing.T, program string, requests []probe.Request) []probe.Answer {
	t.Helper()
	var in, stderr bytes.Buffer
	for _, r := range requests {
		if err := json.NewEncoder(&in).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var answers []probe.Answer
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var a probe.Answer
		if err := decoder.Decode(&a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(requests) {
		t.Fatalf("%d answers to %d requests\n%s", len(answers), len(requests), &stderr)
	}
	return answers
}
