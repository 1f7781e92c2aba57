package parser

import (
	"bytes"
	"go/ast"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// isDirective reports whether a comment is a //mcp: directive.
func isDirective(c *ast.Comment) bool {
	d, ok := ast.ParseDirective(c.Slash, c.Text)
	return ok && d.Tool == "mcp"
}

// firstDirective returns the first directive of a parsed file.
func firstDirective(tree *ast.File) (token.Pos, bool) {
	for _, group := range tree.Comments {
		for _, c := range group.List {
			if isDirective(c) {
				return c.Slash, true
			}
		}
	}
	return token.NoPos, false
}

// scanDirective finds the first directive of a file that is not loaded. It
// reads tokens, so it also works where the syntax is wrong.
func scanDirective(name string, src []byte) (token.Position, bool) {
	if !bytes.Contains(src, []byte("//mcp:")) {
		return token.Position{}, false
	}
	fset := token.NewFileSet()
	tf := fset.AddFile(name, -1, len(src))
	var s scanner.Scanner
	s.Init(tf, src, func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return token.Position{}, false
		}
		if tok == token.COMMENT && isDirective(&ast.Comment{Slash: pos, Text: text}) {
			return fset.Position(pos), true
		}
	}
}

// checkFiles notes the build constraints of a root's files, reports directives
// under one, and tells whether there is any directive at all.
func (l *loader) checkFiles(r *root) (found bool) {
	for _, f := range r.files {
		f.constrained = constraintOf(f.name, f.ast)
		pos, ok := firstDirective(f.ast)
		found = found || ok
		if ok && f.constrained != "" {
			l.reportConstrained(l.prog.fset.Position(pos), f.constrained)
		}
	}
	return found
}

func (l *loader) reportConstrained(pos token.Position, constraint string) {
	l.report(pos, diag.Constrained, "this file is built only under "+constraint+", but generated code calls it always",
		"move the annotated function into a file without constraints and let it call the constrained one")
}

// checkSkipped reports directives in files of a package that are not loaded:
// those that a constraint leaves out, and tests.
func (l *loader) checkSkipped(pkg *packages.Package) (found bool) {
	for _, name := range pkg.IgnoredFiles {
		found = l.checkIgnored(name) || found
	}
	for _, name := range goFiles(pkg.Dir) {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		if pos, ok := scanFile(name); ok {
			found = true
			l.report(pos, diag.Misplaced, "a directive in a test file does nothing",
				"move the function into a file whose name does not end in _test.go")
		}
	}
	return found
}

// checkIgnored reports a directive in a file that this build leaves out.
func (l *loader) checkIgnored(name string) bool {
	if !isGoFile(filepath.Base(name)) || strings.HasSuffix(name, "_test.go") {
		return false
	}
	pos, ok := scanFile(name)
	if ok {
		l.reportConstrained(pos, constraintOfFile(name))
	}
	return ok
}

// scanUnlisted looks below the wildcards for directories of which the go
// command says nothing because a constraint leaves out every file.
func (l *loader) scanUnlisted() {
	for _, query := range l.targets.queries {
		path, local := l.localPath(query)
		base, ok := strings.CutSuffix(path, string(filepath.Separator)+"...")
		if !local || !ok || strings.Contains(base, "...") {
			continue
		}
		walk := func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || !d.IsDir():
				return nil
			case path != base && skipsDir(path):
				return fs.SkipDir
			case slices.Contains(l.listed, path):
				return nil
			}
			for _, name := range goFiles(path) {
				l.checkIgnored(name)
			}
			return nil
		}
		_ = filepath.WalkDir(base, walk) // walk returns no error
	}
}

// skipsDir reports whether "..." does not lead into a directory (go help packages).
func skipsDir(path string) bool {
	name := filepath.Base(path)
	if name == "testdata" || name == "vendor" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
		return true
	}
	return hasGoMod(path)
}

// goFiles lists the files of a directory that the go command looks at, our
// old output left out.
func goFiles(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && isGoFile(e.Name()) && e.Name() != model.OutputFile {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names
}

func isGoFile(base string) bool {
	return filepath.Ext(base) == ".go" && !strings.HasPrefix(base, "_") && !strings.HasPrefix(base, ".")
}

func scanFile(name string) (token.Position, bool) {
	src, err := os.ReadFile(name)
	if err != nil {
		return token.Position{}, false
	}
	return scanDirective(name, src)
}
