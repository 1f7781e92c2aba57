package parser

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// constraintOfFile is constraintOf for a file that this build leaves out.
func constraintOfFile(name string) string {
	tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parseMode)
	if tree != nil {
		if c := constraintOf(name, tree); c != "" {
			return c
		}
	}
	if err == nil && importsC(tree) {
		return `import "C", and cgo is off`
	}
	return "a constraint"
}

func importsC(tree *ast.File) bool {
	for _, spec := range tree.Imports {
		if spec.Path.Value == `"C"` {
			return true
		}
	}
	return false
}

// constraintOf returns the build constraint that a file stands under: its
// //go:build line or else its name; "" for none. A line that asks only for Go
// versions holds in every build of the module and is none.
func constraintOf(name string, tree *ast.File) string {
	for _, group := range tree.Comments {
		if group.Pos() > tree.Package {
			break
		}
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) && !onlyVersions(c.Text) {
				return strings.TrimSpace(c.Text)
			}
		}
	}
	if base := filepath.Base(name); constrainedName(base) {
		return "the file name " + base
	}
	return ""
}

// onlyVersions reports whether a //go:build line holds and names no tag other
// than releases of Go.
func onlyVersions(line string) bool {
	expr, err := constraint.Parse(line)
	if err != nil {
		return false
	}
	only := true
	holds := expr.Eval(func(tag string) bool {
		only = only && strings.HasPrefix(tag, "go1.")
		return slices.Contains(build.Default.ReleaseTags, tag)
	})
	return only && holds
}

// constrainedName reports whether a file name ends in _GOOS, _GOARCH or both.
// go/build knows the list: on a system that does not exist, an otherwise
// unconstrained file is left out exactly for its name.
func constrainedName(base string) bool {
	ctx := build.Context{
		GOOS: "none", GOARCH: "none", Compiler: "gc",
		OpenFile: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("package p\n")), nil
		},
	}
	match, err := ctx.MatchFile("", base)
	return err == nil && !match
}

// platformOf returns the build constraint of a file when it depends on the
// system or the architecture, and not on tags of the user's own, which he gives
// with -tags; "" otherwise.
func platformOf(f *file) string {
	if f == nil || f.ast == nil {
		return ""
	}
	line := constraintOf(f.name, f.ast)
	expr, err := constraint.Parse(line)
	if err != nil {
		return line // none, or the file name
	}
	depends := false
	expr.Eval(func(tag string) bool {
		depends = depends || tag == "unix" || tag == "cgo" || constrainedName("x_"+tag+".go")
		return true
	})
	if !depends {
		return ""
	}
	return line
}
