package parser

import (
	"context"

	"fmt"

	"go/types"
	"os"

	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/owned"
)

// goMod is the go.mod of a module without dependencies.
const goMod = "module example.com/m\n\ngo 1.26\n"

// writeTree writes files below a new directory, by slash-separated name.
func writeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// offline is the environment of every load here: nothing may be downloaded.
func offline(more ...string) []string {
	return append(append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK="), more...)
}

func loadTree(t *testing.T, cfg Config) (*program, diag.List) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if cfg.Env == nil {
		cfg.Env = offline()
	}
	p, found, err := load(ctx, cfg)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return p, found
}

// findingsText prints findings one a line, with paths relative to dir.
func findingsText(dir string, found diag.List) string {
	var b strings.Builder
	for _, f := range found {
		pos := f.Pos
		if rel, err := filepath.Rel(dir, pos.Filename); err == nil {
			pos.Filename = filepath.ToSlash(rel)
		}
		msg := f.Msg
		if f.Hint != "" {
			msg += "; " + f.Hint
		}
		fmt.Fprintf(&b, "%v: %s [%s]\n", pos, strings.NewReplacer(dir, "DIR", "go "+strings.TrimPrefix(runtime.Version(), "go"), "VERSION").Replace(msg), f.Code)
	}
	return b.String()
}

func wantText(t *testing.T, dir string, found diag.List, want string) {
	t.Helper()
	if got := findingsText(dir, found); got != want {
		t.Errorf("findings:\n%s\nwant:\n%s", got, want)
	}
}

// summary describes everything of a load that must not depend on old output.
func summary(p *program, dir string) string {
	var b strings.Builder
	for _, r := range p.roots {
		fmt.Fprintf(&b, "root %s %s broken=%v errors=%d\n", r.pkg.PkgPath, r.pkg.Name, r.broken, len(r.typeErrors))
		for _, f := range r.files {
			fmt.Fprintf(&b, "  %s %d bytes %q\n", strings.TrimPrefix(f.name, dir), len(f.src), f.constrained)
		}
		for _, name := range r.pkg.Types.Scope().Names() {
			fmt.Fprintln(&b, " ", types.ObjectString(r.pkg.Types.Scope().Lookup(name), types.RelativeTo(r.pkg.Types)))
		}
	}
	fmt.Fprintln(&b, "orphans", p.orphans)
	return b.String()
}

// userCode calls what only the generated file declares.
const userCode = `package m

import "context"

//mcp:tool
func Add(a, b int) int { return a + b }

func main() {
	var c MCPClient
	RegisterMCP(nil, c)
	_ = context.Background()
}

func init() { undefined() }

func generic[T any](v T) T { return helper(v) }
`

// Whatever became of the old output, the package loads as if it were not there.
func TestLoadIgnoresOldOutput(t *testing.T) {
	good := owned.Header + "\n\npackage m\n\nfunc RegisterMCP(any, MCPClient) {}\n\ntype MCPClient struct{}\n"
	states := map[string]string{
		"good":                good,
		"stale":               good + "\nvar _ = Gone\n",
		"truncated":           good[:len(good)-25],
		"only a header":       owned.Header[:20],
		"empty":               "",
		"conflict":            strings.Replace(good, "func", "<<<<<<< HEAD\nfunc", 1) + "=======\n>>>>>>> theirs\n",
		"conflict above":      "<<<<<<< HEAD\n" + good + "=======\n" + good + ">>>>>>> theirs\n",
		"conflict in imports": strings.Replace(good, "func", "import (\n<<<<<<< HEAD\n\t\"fmt\"\n=======\n\t\"os\"\n>>>>>>> theirs\n)\n\nfunc", 1),
		"other package":       strings.Replace(good, "package m", "package zzz", 1),
		"gone import":         strings.Replace(good, "func", "import _ \"example.com/gone\"\n\nfunc", 1),
		"own gone import":     strings.Replace(good, "func", "import _ \"example.com/m/gone\"\n\nfunc", 1),
		"NUL bytes":           strings.Replace(good, "func", "\x00\x00\x00", 1),
		"all NUL":             strings.Repeat("\x00", 100),
		"CRLF":                strings.ReplaceAll(good, "\n", "\r\n"),
	}
	dir := writeTree(t, map[string]string{"go.mod": goMod, "m.go": userCode})
	for _, pattern := range []string{".", "./...", "m.go", dir, "example.com/m"} {
		bare, found := loadTree(t, Config{Dir: dir, Patterns: []string{pattern}})
		wantText(t, dir, found, "")
		want := summary(bare, dir)
		if len(bare.roots) != 1 || len(bare.roots[0].old) != 0 || !strings.Contains(want, "func Add(a int, b int) int") {
			t.Fatalf("%s: without old output: %s", pattern, want)
		}
		for name, content := range states {
			if pattern != "." && name != "conflict above" && name != "own gone import" {
				continue
			}
			t.Run(pattern+" "+name, func(t *testing.T) {
				out := filepath.Join(dir, "mcp_gen.go")
				if err := os.WriteFile(out, []byte(content), 0o666); err != nil {
					t.Fatal(err)
				}
				defer os.Remove(out)
				p, found := loadTree(t, Config{Dir: dir, Patterns: []string{pattern}})
				wantText(t, dir, found, "")
				if got := summary(p, dir); got != want {
					t.Errorf("loaded:\n%s\nwant:\n%s", got, want)
				}
				if len(p.roots) != 1 || !slices.Equal(p.roots[0].old, []string{out}) {
					t.Errorf("old output is not listed: %+v", p.roots)
				}
			})
		}
	}
}

// Every way the source or the arguments can be wrong, with all that is said.
func TestLoadFindings(t *testing.T) {
	const tool = "//mcp:tool\nfunc F() {}\n"
	tests := []struct {
		name     string
		files    map[string]string
		patterns []string
		tags     string
		env      []string
		want     string
		roots    int
	}{
		{
			name:  "two mistakes in two files",
			files: map[string]string{"b.go": "package m\n\nfunc B( {}\n\nfunc ) {}\n", "a.go": "package m\n\ntype A struct {\n\tX int Y\n}\n"},
			want: "a.go:4:8: expected ';', found Y [MCP041]\n" +
				"b.go:3:9: expected ')', found '{' [MCP041]\n",
			roots: 1,
		},
		{
			name:  "conflict marks in a user's file",
			files: map[string]string{"a.go": "package m\n\n<<<<<<< HEAD\nfunc A() {}\n=======\n>>>>>>> x\n", "b.go": "package m\n\n" + tool},
			want:  "a.go:3:1: expected declaration, found '<<' [MCP041]\n",
			roots: 1,
		},
		{
			name:  "no package clause",
			files: map[string]string{"a.go": "func A() {}\n"},
			want:  "a.go:1:1: expected 'package', found 'func' [MCP041]\n",
			roots: 1,
		},
		{
			name:  "no package clause beside a good file",
			files: map[string]string{"a.go": "func A() {}\n", "b.go": "package m\n\n" + tool},
			want:  "a.go:1:1: expected 'package', found 'func' [MCP041]\n",
			roots: 1,
		},
		{
			name:  "syntax error in an import",
			files: map[string]string{"a.go": "package m\n\nimport fmt\n", "b.go": "package m\n\n" + tool},
			want:  "a.go:3:11: missing import path [MCP041]\n",
			roots: 1,
		},
		{
			name:  "two package names",
			files: map[string]string{"a.go": "package a\n", "b.go": "package b\n"},
			want:  ".: found packages a (a.go) and b (b.go) [MCP040]\n",
			roots: 1,
		},
		{
			name:  "missing module",
			files: map[string]string{"a.go": "package m\n\nimport (\n\t\"fmt\"\n\t\"example.com/gone/x\"\n)\n\nfunc A(x.T) { fmt.Println() }\n"},
			want:  "a.go:5:2: no required module provides package example.com/gone/x; to add it: go get example.com/gone/x [MCP040]\n",
			roots: 1,
		},
		{
			name:  "missing package of the module",
			files: map[string]string{"a.go": "package m\n\nimport _ \"example.com/m/gone\"\n"},
			want:  "a.go:3:10: there is no package example.com/m/gone in module example.com/m [MCP040]\n",
			roots: 1,
		},
		{
			name:  "misspelt standard package",
			files: map[string]string{"a.go": "package m\n\nimport \"fmtt\"\n"},
			want:  "a.go:3:8: package fmtt is not in std [MCP040]\n",
			roots: 1,
		},
		{
			name: "import cycle",
			files: map[string]string{"a/a.go": "package a\n\nimport _ \"example.com/m/b\"\n",
				"b/b.go": "package b\n\nimport _ \"example.com/m/a\"\n"},
			patterns: []string{"./a"},
			want:     "a: import cycle not allowed: import stack: [example.com/m/a example.com/m/b example.com/m/a] [MCP040]\n",
			roots:    1,
		},
		{
			name: "import of a program",
			files: map[string]string{"a.go": "package m\n\nimport _ \"example.com/m/cmd\"\n",
				"cmd/main.go": "package main\n\nfunc main() {}\n"},
			want:  "a.go:3:8: import \"example.com/m/cmd\" is a program, not an importable package [MCP040]\n",
			roots: 1,
		},
		{
			name:  "internal package of the standard library",
			files: map[string]string{"a.go": "package m\n\nimport _ \"net/http/internal\"\n"},
			want:  "a.go:3:8: use of internal package net/http/internal not allowed [MCP040]\n",
			roots: 1,
		},
		{
			name: "syntax error in an imported package",
			files: map[string]string{"a.go": "package m\n\nimport \"example.com/m/b\"\n\nfunc A(b.T) {}\n",
				"b/b.go": "package b\n\ntype T struct {\n\n"},
			want:  "b/b.go:4:2: expected '}', found 'EOF' [MCP041]\n",
			roots: 1,
		},
		{
			name:     "paths that lead nowhere",
			patterns: []string{"./does/not/exist", "nope.go", "./nope/...", "./go.mod", "."},
			files:    map[string]string{"a.go": "package m\n"},
			want: "does/not/exist: there is no directory \"./does/not/exist\" [MCP040]\n" +
				"go.mod: \"./go.mod\" is neither a directory nor a Go file [MCP040]\n" +
				"nope: there is no directory \"./nope/...\" [MCP040]\n" +
				"nope.go: there is no file \"nope.go\" [MCP040]\n",
			roots: 1,
		},
		{
			name:     "patterns that match nothing",
			patterns: []string{"./empty/...", "example.com/other/...", "example.com/m/typo", "example.com/q/typo", "./empty", "."},
			files:    map[string]string{"a.go": "package m\n", "empty/README": ""},
			want: "-: \"./empty/...\" matches no packages [MCP040]\n" +
				"-: \"example.com/other/...\" matches no packages [MCP040]\n" +
				"-: no required module provides package example.com/q/typo; to add it: go get example.com/q/typo [MCP040]\n" +
				"-: there is no package example.com/m/typo in module example.com/m [MCP040]\n" +
				"empty: no Go files [MCP040]\n",
			roots: 1,
		},
		{
			name:  "broken go.mod",
			files: map[string]string{"go.mod": "module m\n\ngoo 1.26\n", "a.go": "package m\n"},
			want:  "go.mod:3: unknown directive: goo [MCP040]\n",
		},
		{
			name:  "no go.mod",
			files: map[string]string{"go.mod": "", "a.go": "package m\n"},
			want:  "-: go.mod file not found in current directory or any parent directory; see 'go help modules' [MCP040]\n",
		},
		{
			name:  "go version too new",
			files: map[string]string{"go.mod": "module m\n\ngo 1.99\n", "a.go": "package m\n"},
			env:   []string{"GOTOOLCHAIN=local"},
			want:  "-: go.mod requires go >= 1.99 (running VERSION; GOTOOLCHAIN=local) [MCP040]\n",
		},
		{
			name: "build constraints",
			files: map[string]string{
				"a.go":         "//go:build go1.21\n\npackage m\n\n" + tool,
				"extra.go":     "//go:build pro\n\npackage m\n\n// G.\n//\n//mcp:tool\nfunc G() {}\n\n//mcp:tool\nfunc H() {}\n",
				"here.go":      "//go:build !pro\n\npackage m\n\n//mcp:tool\nfunc G() {}\n",
				"s_windows.go": "package m\n\n//mcp:tool\nfunc S() {}\n",
				"s_linux.go":   "package m\n\n//mcp:tool\nfunc S() {}\n",
				"broken.go":    "//go:build ignore\n\npackage m\n\nfunc (\n\n//mcp:tool\n",
				"plain_js.go":  "package m\n\nconst s = `//mcp:tool`\n",
				"_off.go":      "package m\n\n//mcp:tool\n",
			},
			env: []string{"GOOS=linux", "GOARCH=amd64"},
			want: "broken.go:7:1: C(//go:build ignore)" +
				"extra.go:7:1: C(//go:build pro)" +
				"here.go:5:1: C(//go:build !pro)" +
				"s_linux.go:3:1: C(the file name s_linux.go)" +
				"s_windows.go:3:1: C(the file name s_windows.go)",
			roots: 1,
		},
		{
			name:     "only constrained files below a wildcard",
			files:    map[string]string{"a/a.go": "package a\n", "b/b.go": "//go:build pro\n\npackage b\n\n" + tool, "nested/go.mod": goMod, "nested/b.go": "//go:build pro\n\npackage b\n\n" + tool, "testdata/b.go": "//go:build pro\n\npackage b\n\n" + tool},
			patterns: []string{"./..."},
			want:     "b/b.go:5:1: C(//go:build pro)",
			roots:    1,
		},
		{
			name:     "only constrained files in a directory",
			files:    map[string]string{"b/b.go": "//go:build pro\n\npackage b\n\n" + tool, "c/c.go": "//go:build pro\n\npackage b\n"},
			patterns: []string{"./b", "./c"},
			want:     "b/b.go:5:1: C(//go:build pro)" + "c: build constraints exclude all Go files [MCP040]\n",
		},
		{
			name:  "test files",
			files: map[string]string{"a.go": "package m\n", "a_test.go": "package m\n\n" + tool, "b_test.go": "//go:build pro\n\npackage m_test\n\nvar s = `\n//mcp:tool\n`\n"},
			want:  "a_test.go:3:1: a directive in a test file does nothing; move the function into a file whose name does not end in _test.go [MCP005]\n",
			roots: 1,
		},
		{
			name:  "somebody else's mcp_gen.go",
			files: map[string]string{"a.go": "package m\n\n" + tool, "mcp_gen.go": "package m\n"},
			want:  "mcp_gen.go: the file was not written by mcpgen, and the output would overwrite it; rename or delete it [MCP042]\n",
			roots: 1,
		},
		{
			name:  "somebody else's mcp_gen.go in a package without directives",
			files: map[string]string{"a.go": "package m\n", "mcp_gen.go": "package m\n"},
			roots: 1,
		},
		{
			name:  "tags",
			files: map[string]string{"a.go": "//go:build pro\n\npackage m\n", "b.go": "//go:build !pro\n\npackage m\n\nfunc (\n"},
			tags:  "pro,other",
			roots: 1,
		},
		{
			name:  "constraint on a cgo file",
			files: map[string]string{"a.go": "//go:build cgo || pro\n\npackage m\n\nimport \"C\"\n\n//mcp:tool\nfunc F(n int) {}\n"},
			env:   []string{"CGO_ENABLED=1"},
			want:  "a.go:7:1: C(//go:build cgo || pro)",
			roots: 1,
		},
		{
			name:     "no go.mod, wildcard",
			files:    map[string]string{"go.mod": "", "a.go": "package m\n"},
			patterns: []string{"./..."},
			want:     "-: go.mod file not found in current directory or any parent directory; see 'go help modules' [MCP040]\n",
		},
		{
			name:  "go:embed of a missing file",
			files: map[string]string{"a.go": "package m\n\nimport _ \"embed\"\n\n//go:embed dist\nvar s string\n"},
			roots: 1,
		},
		{
			name: "conflict marks in the output of a dependency",
			files: map[string]string{"a.go": "package m\n\nimport \"example.com/m/b\"\n\n" + tool + "\nvar _ b.T\n",
				"b/b.go": "package b\n\ntype T int\n", "b/mcp_gen.go": "<<<<<<< HEAD\n" + ourFile + ">>>>>>>\n"},
			roots: 1,
		},
		{
			name: "gone import in the output of a dependency",
			files: map[string]string{"a.go": "package m\n\nimport \"example.com/m/b\"\n\n" + tool + "\nvar _ b.T\n",
				"b/b.go": "package b\n\ntype T int\n", "b/mcp_gen.go": ourFile + "\nimport _ \"example.com/m/gone\"\n"},
			roots: 1,
		},
		{
			name: "syntax error in the output of a dependency",
			files: map[string]string{"a.go": "package m\n\nimport \"example.com/m/b\"\n\n" + tool + "\nvar _ b.T\n",
				"b/b.go": "package b\n\ntype T int\n", "b/mcp_gen.go": owned.Header + "\n\npackage b\n\nfunc (\n"},
			roots: 1,
		},
		{
			name:     "nothing but an orphan below a wildcard",
			files:    map[string]string{"b/mcp_gen.go": "<<<<<<< HEAD\n" + ourFile},
			patterns: []string{"./..."},
		},
		{
			name:  "cgo without a C compiler",
			files: map[string]string{"a.go": "package m\n\nimport \"C\"\n\n//mcp:tool\nfunc F(n C.int) {}\n"},
			env:   []string{"CGO_ENABLED=1", "CC=" + filepath.Join(os.DevNull, "cc")},
			want:  "a.go:3:8: cgo cannot translate this file; go build says why; a C compiler may be missing [MCP040]\n",
			roots: 1,
		},
		{
			name:  "cgo switched off",
			files: map[string]string{"a.go": "package m\n", "c.go": "package m\n\nimport \"C\"\n\n//mcp:tool\nfunc F(n int) {}\n"},
			env:   []string{"CGO_ENABLED=0"},
			want:  "c.go:5:1: C(import \"C\", and cgo is off)",
			roots: 1,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, ok := tt.files["go.mod"]; !ok {
				tt.files["go.mod"] = goMod
			}
			dir := writeTree(t, tt.files)
			if tt.files["go.mod"] == "" {
				os.Remove(filepath.Join(dir, "go.mod"))
			}
			p, found := loadTree(t, Config{Dir: dir, Patterns: tt.patterns, Tags: tt.tags, Env: offline(tt.env...)})
			wantText(t, dir, found, constrained.ReplaceAllString(tt.want, constrainedText))
			if len(p.roots) != tt.roots {
				t.Errorf("%d roots, want %d", len(p.roots), tt.roots)
			}
			checkBroken(t, p, found)
		})
	}
}

// checkBroken demands that a root is marked exactly when a finding says what
// in it could not be read, so that nobody reports the consequences.
func checkBroken(t *testing.T, p *program, found diag.List) {
	t.Helper()
	unread := slices.ContainsFunc(found, func(f diag.Finding) bool {
		return f.Code == diag.SyntaxError || f.Code == diag.LoadFailed && f.Pos.Line > 0
	})
	for _, r := range p.roots {
		if unread && !r.broken {
			t.Error("the root is not marked as broken")
		}
		if !r.broken && len(r.typeErrors) > 0 {
			t.Errorf("type errors that no finding explains: %v", r.typeErrors)
		}
		for _, f := range r.files {
			if f.broken && !r.broken {
				t.Errorf("%s is broken and its root is not", f.name)
			}
		}
	}
}

// constrained is "C(why)" in the table above, which becomes the whole finding.
var constrained = regexp.MustCompile(`C\(([^)]*)\)`)

const constrainedText = "this file is built only under $1, but generated code calls it always; " +
	"move the annotated function into a file without constraints and let it call the constrained one [MCP043]\n"
