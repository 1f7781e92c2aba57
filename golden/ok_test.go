// Package golden holds the corpus of mcpgen: small packages and everything
// that comes out of them. See README.md.
package golden

import (
	"bytes"
	"context"
	"encoding/json"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/emit"
	"github.com/mcpgen/mcpgen/internal/gen"
	"github.com/mcpgen/mcpgen/internal/model"
)

// TestGolden runs every case of ok/: one load for all of them, then for each
// the contract and every file, byte for byte; then one vet, one program that
// serves them all for the transcripts, and one more load to see that output on
// disk changes nothing. With -update the files are rewritten and then held to
// the same.
func TestGolden(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cases := loadCases(t, "ok")
	packages := loadAll(ctx, t, cases)
	files := map[*testCase][]emit.File{}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			files[c] = render(ctx, t, c, packages[c])
		})
	}
	if t.Failed() {
		return
	}
	transcribe(ctx, t, cases, packages)
	for _, c := range cases {
		t.Run(c.name+"/want", c.compare)
	}
	t.Run("vet", func(t *testing.T) { vet(ctx, t, cases) })
	t.Run("again", func(t *testing.T) { again(ctx, t, cases, files) })
}

// loadAll reads all cases at once and hands each its contracts. A case of ok/
// has no findings, not even warnings.
func loadAll(ctx context.Context, t *testing.T, cases []*testCase) map[*testCase][]*model.Package {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, c := range cases {
		dirs, err := c.goDirs("//mcp:")
		if err != nil {
			t.Fatal(err)
		}
		if len(dirs) == 0 {
			dirs = []string{"."}
		}
		for _, dir := range dirs {
			patterns = append(patterns, "./"+path.Join(workDir, c.name, dir))
		}
	}
	res, err := gen.Load(ctx, gen.Config{Dir: root, Patterns: patterns, Helper: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Findings) > 0 {
		t.Fatalf("cases of ok/ have findings:\n%s", res.Findings.Text(root))
	}
	byCase := map[*testCase][]*model.Package{}
	for _, pkg := range res.Packages {
		i := slices.IndexFunc(cases, func(c *testCase) bool { return within(pkg.Path, workPath+"/"+c.name) })
		if i < 0 {
			t.Fatalf("package %s belongs to no case", pkg.Path)
		}
		byCase[cases[i]] = append(byCase[cases[i]], pkg)
	}
	return byCase
}

func within(name, base string) bool { return name == base || strings.HasPrefix(name, base+"/") }

// render emits the files of one case, checks each by itself and notes them.
func render(ctx context.Context, t *testing.T, c *testCase, pkgs []*model.Package) []emit.File {
	cfg := c.config()
	for _, dir := range []*string{&cfg.ClientDir, &cfg.DocsDir} {
		if *dir != "" {
			*dir = filepath.Join(c.dir, *dir)
		}
	}
	files, err := gen.Render(ctx, cfg, pkgs)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) > 0 {
		c.got["model.json"] = contract(t, pkgs)
	}
	for _, f := range files {
		rel, err := filepath.Rel(c.dir, f.Path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.ToSlash(rel)
		checkFile(t, name, f.Content)
		c.got[name] = string(f.Content)
		if err := c.write(name, f.Content); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// contract prints the packages as mcpgen show --json does.
func contract(t *testing.T, pkgs []*model.Package) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(pkgs); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkFile holds a generated file to what every one of them promises.
func checkFile(t *testing.T, name string, content []byte) {
	t.Helper()
	if bytes.Contains(content, []byte("\r")) {
		t.Errorf("%s has a carriage return", name)
	}
	if wd, err := os.Getwd(); err != nil || bytes.Contains(content, []byte(wd)) {
		t.Errorf("%s names a path of this machine (%v)", name, err)
	}
	if !bytes.HasSuffix(content, []byte("\n")) {
		t.Errorf("%s does not end in a line break", name)
	}
	if path.Ext(name) != ".go" {
		return
	}
	tree, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	if !ast.IsGenerated(tree) {
		t.Errorf("%s is not recognised as generated", name)
	}
	if formatted, err := format.Source(content); err != nil || !bytes.Equal(formatted, content) {
		t.Errorf("%s is not as gofmt would have it (%v)", name, err)
	}
}

// vet type-checks and vets every package of every case in one go, and says for
// each case what is wrong with it.
func vet(ctx context.Context, t *testing.T, cases []*testCase) {
	args := []string{"vet"}
	for _, c := range cases {
		dirs, err := c.goDirs("")
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range dirs {
			args = append(args, "./"+path.Join(workDir, c.name, dir))
		}
	}
	if len(args) < len(cases) {
		t.Fatalf("only %d packages for %d cases: vet would pass on nothing", len(args)-1, len(cases))
	}
	out, err := exec.CommandContext(ctx, "go", args...).CombinedOutput()
	if err == nil {
		return
	}
	t.Errorf("go vet: %v", err)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for line := range strings.Lines(string(out)) {
				if strings.Contains(line, workDir+"/"+c.name+"/") && !strings.HasPrefix(line, "#") {
					t.Error(strings.TrimSpace(line))
				}
			}
		})
	}
	t.Logf("%s", out)
}

// again generates once more, the output of the first run on disk.
func again(ctx context.Context, t *testing.T, cases []*testCase, first map[*testCase][]emit.File) {
	packages := loadAll(ctx, t, cases)
	for _, c := range cases {
		second := render(ctx, t, c, packages[c])
		same := slices.EqualFunc(first[c], second, func(a, b emit.File) bool {
			return a.Path == b.Path && bytes.Equal(a.Content, b.Content)
		})
		if !same {
			t.Errorf("%s: a second run makes something else", c.name)
		}
	}
}
