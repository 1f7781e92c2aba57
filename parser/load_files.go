package parser

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"
)

const parseMode = parser.ParseComments | parser.SkipObjectResolution

// reader is the parser behind go/packages. It keeps what it read, since
// comments in parameter lists can only be told apart by the bytes between.
type reader struct {
	replace map[string]string // the overlay; set before the load
	mu      sync.Mutex
	files   map[*ast.File]*file
}

func newReader() *reader { return &reader{files: map[*ast.File]*file{}} }

func (r *reader) parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	if other := r.replace[name]; other != "" {
		content, err := os.ReadFile(other)
		if err != nil {
			return nil, err
		}
		src = content
	}
	tree, err := parser.ParseFile(fset, name, src, parseMode)
	if tree == nil {
		return nil, err
	}
	asks := asksIn(tree)
	emptyBodies(tree)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.files[tree] = &file{name: name, src: src, ast: tree, broken: err != nil, asks: asks}
	return tree, err
}

// emptyBodies makes every function one endless loop: it returns what any
// signature asks for without naming anything, so the type checker has no
// complaint about a body. Bodies may use names that are yet to be generated.
func emptyBodies(tree *ast.File) {
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			loop := &ast.ForStmt{For: fn.Body.Lbrace, Body: &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Lbrace}}
			fn.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, List: []ast.Stmt{loop}, Rbrace: fn.Body.Rbrace}
		}
	}
}

// filesOf returns the user's files of a package by name. For a file that uses
// cgo, the syntax is cmd/cgo's output; it is listed under the user's name.
func (r *reader) filesOf(fset *token.FileSet, pkg *packages.Package) []*file {
	byBase := map[string]string{}
	for _, name := range pkg.GoFiles {
		byBase[filepath.Base(name)] = name
	}
	var files []*file
	for _, tree := range pkg.Syntax {
		f := r.files[tree]
		if f == nil {
			continue
		}
		if !slices.Contains(pkg.GoFiles, f.name) {
			original, ok := byBase[filepath.Base(fset.Position(tree.Package).Filename)]
			if !ok {
				continue // cmd/cgo's declarations of C names
			}
			f.name = original
		}
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b *file) int { return cmp.Compare(a.name, b.name) })
	return files
}
