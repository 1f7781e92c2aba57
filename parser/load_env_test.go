package parser

import (
	"context"
	"errors"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/mcpgen/mcpgen/internal/owned"
)

const ourFile = owned.Header + "\n\npackage m\n"

// A file of ours with no other Go file beside it is there to be removed.
func TestLoadOrphans(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"go.mod":            goMod,
		"a/a.go":            "package a\n",
		"a/mcp_gen.go":      ourFile,
		"alone/mcp_gen.go":  ourFile,
		"empty/mcp_gen.go":  "",
		"tested/mcp_gen.go": ourFile,
		"tested/x_test.go":  "package m\n",
		"off/mcp_gen.go":    ourFile,
		"off/x.go":          "//go:build pro\n\npackage m\n",
		"other/mcp_gen.go":  "package other\n",
	})
	var want []string
	for _, name := range []string{"alone", "empty", "off", "tested"} {
		want = append(want, filepath.Join(dir, name, "mcp_gen.go"))
	}
	for _, patterns := range [][]string{
		{"./..."},
		{"./a", "./alone", "./empty", "./off", "./other", "tested/mcp_gen.go"},
	} {
		p, found := loadTree(t, Config{Dir: dir, Patterns: patterns})
		wantText(t, dir, found, "")
		if !slices.Equal(p.orphans, want) {
			t.Errorf("%v: orphans %v, want %v", patterns, p.orphans, want)
		}
		if len(p.roots) != 2 {
			t.Errorf("%v: %d roots, want a and other", patterns, len(p.roots))
		}
	}
	p, found := loadTree(t, Config{Dir: filepath.Join(dir, "alone")})
	wantText(t, dir, found, "")
	if len(p.roots) != 0 || !slices.Equal(p.orphans, want[:1]) {
		t.Errorf("roots %v, orphans %v", p.roots, p.orphans)
	}
}

func TestLoadPathsWithOddNames(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"a=b c/go.mod": goMod, "a=b c/m.go": userCode, "a=b c/mcp_gen.go": "broken\n" + ourFile,
	})
	dir = filepath.Join(dir, "a=b c")
	for _, pattern := range []string{".", dir, "./...", filepath.Join(dir, "m.go")} {
		p, found := loadTree(t, Config{Dir: dir, Patterns: []string{pattern}})
		wantText(t, dir, found, "")
		if len(p.roots) != 1 || len(p.roots[0].files) != 1 {
			t.Errorf("%s: roots %v", pattern, p.roots)
		}
	}
}

func TestLoadThroughSymlink(t *testing.T) {
	dir := writeTree(t, map[string]string{"go.mod": goMod, "m.go": userCode, "mcp_gen.go": "<<<<<<< x\n" + ourFile})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	for _, pattern := range []string{".", "./...", link} {
		p, found := loadTree(t, Config{Dir: link, Patterns: []string{pattern}})
		wantText(t, dir, found, "")
		if len(p.roots) != 1 || len(p.roots[0].old) != 1 {
			t.Errorf("%s: roots %v", pattern, p.roots)
		}
	}
}

func TestLoadWorkspace(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"go.work":        "go 1.26\n\nuse (\n\t./app\n\t./lib\n)\n",
		"app/go.mod":     "module example.com/app\n\ngo 1.26\n",
		"app/app.go":     "package app\n\nimport (\n\t\"io/fs\"\n\n\t\"example.com/app/sub\"\n\t\"example.com/lib\"\n)\n\nfunc F(lib.T, sub.S, fs.FileMode) {}\n",
		"app/sub/sub.go": "package sub\n\ntype S int\n",
		"lib/go.mod":     "module example.com/lib\n\ngo 1.26\n",
		"lib/lib.go":     "package lib\n\ntype T struct{ A int }\n",
	})
	p, found := loadTree(t, Config{Dir: filepath.Join(dir, "app")})
	wantText(t, dir, found, "")
	r := p.roots[0]
	params := r.pkg.Types.Scope().Lookup("F").Type().(*types.Signature).Params()
	for i, want := range []bool{false, true, false} {
		pkg := params.At(i).Type().(*types.Named).Obj().Pkg()
		if got := p.sameModule(r, pkg); got != want {
			t.Errorf("sameModule(%s) = %v", pkg.Path(), got)
		}
	}
	if !p.sameModule(r, r.pkg.Types) {
		t.Error("a package is not in its own module")
	}
	if _, isStruct := params.At(0).Type().Underlying().(*types.Struct); !isStruct {
		t.Errorf("type of the second module is %v", params.At(0).Type().Underlying())
	}
}

func TestLoadVendor(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"go.mod":                       goMod + "\nrequire example.com/dep v1.0.0\n",
		"m.go":                         "package m\n\nimport \"example.com/dep\"\n\nfunc F(dep.T) {}\n",
		"mcp_gen.go":                   "package zzz\n" + ourFile,
		"vendor/modules.txt":           "# example.com/dep v1.0.0\n## explicit; go 1.26\nexample.com/dep\n",
		"vendor/example.com/dep/go.go": "package dep\n\n// T is vendored.\ntype T struct{ A int }\n",
	})
	for _, pattern := range []string{".", "./..."} {
		p, found := loadTree(t, Config{Dir: dir, Patterns: []string{pattern}, Env: offline("GOFLAGS=-mod=vendor")})
		wantText(t, dir, found, "")
		r := p.roots[0]
		obj := r.pkg.Types.Scope().Lookup("F").Type().(*types.Signature).Params().At(0).Type().(*types.Named).Obj()
		if obj.Pkg().Path() != "example.com/dep" || p.sameModule(r, obj.Pkg()) {
			t.Errorf("vendored type %v", obj)
		}
		if d, ok := p.declOf(obj); !ok || d.doc.Text() != "T is vendored.\n" {
			t.Errorf("doc of the vendored type: %+v", d)
		}
	}
}

// An overlay of the user's own holds beside ours, which wins.
func TestLoadKeepsUserOverlay(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"go.mod":        goMod,
		"m.go":          "package m\n\nfunc (\n",
		"new/m.go":      userCode,
		"mcp_gen.go":    "broken\n" + ourFile,
		"over lay.json": `{"Replace":{"m.go":"new/m.go","mcp_gen.go":"gone.go"}}`,
		"goenv":         "GOFLAGS='-overlay=over lay.json'\n",
	})
	for name, env := range map[string][]string{
		"environment": {"GOFLAGS=-trimpath '-overlay=over lay.json'"},
		"go env -w":   {"GOFLAGS=", "GOENV=" + filepath.Join(dir, "goenv")},
	} {
		p, found := loadTree(t, Config{Dir: dir, Env: offline(env...)})
		wantText(t, dir, found, "")
		if len(p.roots) != 1 || p.roots[0].broken || string(p.roots[0].files[0].src) != userCode {
			t.Errorf("%s: the user's overlay was lost", name)
		}
	}
	_, _, err := load(t.Context(), Config{Dir: dir, Env: offline("GOFLAGS=-overlay=gone.json")})
	if err == nil || !strings.Contains(err.Error(), "overlay in GOFLAGS") {
		t.Errorf("missing overlay: %v", err)
	}
}

func TestSplitFlags(t *testing.T) {
	got := splitFlags(" -mod=mod  '-tags=a b'\t\"-ldflags=-X 'y'\" --overlay=x ")
	want := []string{"-mod=mod", "-tags=a b", "-ldflags=-X 'y'", "--overlay=x"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLoadLeavesNothingBehind(t *testing.T) {
	dir := writeTree(t, map[string]string{"go.mod": goMod, "m.go": userCode, "mcp_gen.go": ourFile})
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("TMP", os.Getenv("TMPDIR"))
	loadTree(t, Config{Dir: dir})
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (err %v)", left, err)
	}
	if content, err := os.ReadFile(filepath.Join(dir, "mcp_gen.go")); err != nil || string(content) != ourFile {
		t.Errorf("the old output was touched: %q, %v", content, err)
	}
}

func TestLoadStops(t *testing.T) {
	dir := writeTree(t, map[string]string{"go.mod": goMod, "m.go": "package m\n\nimport _ \"net/http\"\n"})
	for _, pattern := range []string{".", "./..."} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := load(ctx, Config{Dir: dir, Patterns: []string{pattern}, Env: offline()}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled before: %v", pattern, err)
		}
		ctx, cancel = context.WithTimeout(t.Context(), 5*time.Millisecond)
		if _, _, err := load(ctx, Config{Dir: dir, Patterns: []string{pattern}, Env: offline()}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s, out of time: %v", pattern, err)
		}
		cancel()
	}
}

func TestLoadWithoutGoCommand(t *testing.T) {
	dir := writeTree(t, map[string]string{"go.mod": goMod, "m.go": "package m\n"})
	t.Setenv("PATH", t.TempDir())
	for _, pattern := range []string{".", "./..."} {
		_, _, err := load(t.Context(), Config{Dir: dir, Patterns: []string{pattern}})
		if err == nil || !strings.Contains(err.Error(), exec.ErrNotFound.Error()) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

// Type errors are kept for whoever asks about a declaration, those of bodies
// never arise, and what the checker says in several parts is one error.
func TestTypeErrorIn(t *testing.T) {
	dir := writeTree(t, map[string]string{"go.mod": goMod, "m.go": `package m

import "fmt"

func A(x Undefined) { alsoUndefined() }

func B() string { fmt.Println(); return 1 }

func C() {}

func C() {}

func panic(int) {}

func D() (n int) { panic(n) }

var v = MCPRegistry
`})
	p, found := loadTree(t, Config{Dir: dir})
	wantText(t, dir, found, "")
	r := p.roots[0]
	want := map[string]string{"A": "5:10 undefined: Undefined", "C": "11:6 C redeclared in this block (9:6 other declaration of C)"}
	for _, d := range r.files[0].ast.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		var got string
		if e, ok := r.typeErrorIn(fn.Pos(), fn.End()); ok {
			got = strings.TrimPrefix(p.fset.Position(e.Pos).String(), filepath.Join(dir, "m.go:")) + " " + e.Msg
			for _, rel := range e.related {
				got += " (" + strings.TrimPrefix(rel.Pos.String(), filepath.Join(dir, "m.go:")) + " " + rel.Msg + ")"
			}
		}
		expect := want[fn.Name.Name]
		if p.fset.Position(fn.Pos()).Line == 9 {
			expect = "" // the first of the two
		}
		if got != expect {
			t.Errorf("%s: %q, want %q", fn.Name.Name, got, expect)
		}
	}
}

// A type checker that is older than the module knows nothing about it.
func TestCheckErrorsNewerGo(t *testing.T) {
	l, err := newLoader(Config{})
	if err != nil {
		t.Fatal(err)
	}
	f := l.prog.fset.AddFile(filepath.Join(l.Dir, "m.go"), -1, 10)
	r := &root{dir: l.Dir, pkg: &packages.Package{TypeErrors: []types.Error{{
		Fset: l.prog.fset, Pos: f.Pos(0), Msg: "package requires newer Go version go1.99",
	}}}}
	l.checkErrors(r, false)
	wantText(t, l.Dir, l.found, "m.go:1:1: package requires newer Go version go1.99; build mcpgen with that version of Go [MCP040]\n")
	if !r.broken {
		t.Error("the root is not marked as broken")
	}
}

func TestLoadCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no C compiler")
	}
	src := "package m\n\n// int twice(int n) { return 2 * n; }\nimport \"C\"\n\n// F doubles.\n//\n//mcp:tool\nfunc F(\n\tn int, // a number\n) int { return int(C.twice(C.int(n))) }\n"
	dir := writeTree(t, map[string]string{"go.mod": goMod, "c.go": src, "d.go": "package m\n"})
	p, found := loadTree(t, Config{Dir: dir, Env: offline("CGO_ENABLED=1", "CC=gcc")})
	wantText(t, dir, found, "")
	files := p.roots[0].files
	if len(files) != 2 || files[0].name != filepath.Join(dir, "c.go") {
		t.Fatalf("files %v", files)
	}
	fn := p.roots[0].pkg.Types.Scope().Lookup("F")
	if pos := p.fset.Position(fn.Pos()); pos.Line != 9 || pos.Filename != files[0].name {
		t.Errorf("F is at %v", pos)
	}
	at := p.fset.PositionFor(fn.Pos(), false).Offset
	if got := string(files[0].src[at : at+2]); got != "F(" {
		t.Errorf("the bytes at F are %q", got)
	}
}
