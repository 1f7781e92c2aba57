package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Limits on hand-written code outside tests, in lines.
const (
	maxFile = 450
	maxFunc = 80
)

// allowed lists the calls that need a reason, as "file function call". An
// entry that allows nothing fails the test.
var allowed = map[string]string{
	"internal/diag/finding.go New panic":           "a code outside the catalogue is a mistake of ours, which a test rules out",
	"runtime/dialog.go suspend panic":              "it ends a function whose question has no answer yet, and is caught by the call",
	"runtime/handle.go Value panic":                "on a client there is no value, and a zero one would be taken for it; Held tells",
	"runtime/group.go Wait panic":                  "a panic in a goroutine of a Group becomes one in the function that waits, where it is caught",
	"runtime/main.go MainFunc os.Exit":             "Main is the last line of a server's main and does not return",
	"emit/schema/randmodel/sample.go decode panic": "only tests use the package, and the literals it decodes are its own",
}

// banned are the calls that end a process or write to its streams behind the
// caller's back.
func banned(call string) bool {
	switch call {
	case "panic", "print", "println", "os.Exit", "fmt.Print", "fmt.Printf", "fmt.Println":
		return true
	}
	return strings.HasPrefix(call, "log.Fatal") || strings.HasPrefix(call, "log.Panic")
}

// sourceFile is one hand-written file that is no test.
type sourceFile struct {
	path string // relative to the root, with slashes
	ast  *ast.File
	fset *token.FileSet
}

// sources parses every hand-written Go file of the repository, tests left out.
func sources(t *testing.T) []sourceFile {
	t.Helper()
	root := Root(t)
	var files []sourceFile
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != root && (name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if !ast.IsGenerated(f) {
			files = append(files, sourceFile{filepath.ToSlash(rel), f, fset})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 20 {
		t.Fatalf("only %d source files found", len(files))
	}
	return files
}

func TestSizes(t *testing.T) {
	var lengths []int
	for _, f := range sources(t) {
		if lines := f.fset.Position(f.ast.FileEnd).Line; lines > maxFile {
			t.Errorf("%s has %d lines, more than %d: split it by what it declares", f.path, lines, maxFile)
		}
		for _, decl := range f.ast.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			lines := f.fset.Position(fn.End()).Line - f.fset.Position(fn.Pos()).Line + 1
			lengths = append(lengths, lines)
			if lines > maxFunc {
				t.Errorf("%s: %s has %d lines, more than %d", f.path, fn.Name.Name, lines, maxFunc)
			}
		}
	}
	slices.Sort(lengths)
	n := len(lengths)
	t.Logf("%d functions: median %d lines, nine in ten at most %d, longest %d", n, lengths[n/2], lengths[n*9/10], lengths[n-1])
}

func TestHabits(t *testing.T) {
	used := map[string]bool{}
	for _, f := range sources(t) {
		for _, decl := range f.ast.Decls {
			where := "package"
			if fn, ok := decl.(*ast.FuncDecl); ok {
				where = fn.Name.Name
			}
			for _, call := range calls(decl) {
				key := f.path + " " + where + " " + call
				inVar := where == "package" && strings.HasPrefix(call, "flag.")
				isMain := f.ast.Name.Name == "main" && where == "main" && call == "os.Exit" // the exit status
				if !banned(call) && !inVar || isMain {
					continue
				}
				used[key] = true
				if allowed[key] == "" {
					t.Errorf("%s: %s calls %s; return an error, take a writer, or give a reason in the table allowed", f.path, where, call)
				}
			}
		}
	}
	for key := range allowed {
		if !used[key] {
			t.Errorf("%q is allowed but never done", key)
		}
	}
}

// calls lists what a declaration calls, as "f" or "pkg.F".
func calls(decl ast.Decl) []string {
	var names []string
	ast.Inspect(decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch fun := call.Fun.(type) {
		case *ast.Ident:
			names = append(names, fun.Name)
		case *ast.SelectorExpr:
			if pkg, ok := fun.X.(*ast.Ident); ok {
				names = append(names, pkg.Name+"."+fun.Sel.Name)
			}
		}
		return true
	})
	return names
}

// Every module below the root builds against this checkout.
func TestNestedModulesUseThisCheckout(t *testing.T) {
	root := Root(t)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "go.mod" || filepath.Dir(path) == root || strings.Contains(filepath.ToSlash(path), "/_") {
			return err
		}
		mod, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if strings.Contains(string(mod), "\t"+module+" v") || strings.Contains(string(mod), "require "+module+" v") {
			if !strings.Contains(string(mod), "replace "+module+" => ../") {
				t.Errorf("%s requires %s without a replace by this checkout", path, module)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
