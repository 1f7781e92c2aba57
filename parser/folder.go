package parser

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpgen/mcpgen/internal/model"
)

// GoFile is what a Go file says of the package that its folder holds.
type GoFile struct {
	Package string         // as other files would name the package
	Pos     token.Position // of the package name
	Built   bool           // no build constraint leaves it out
	Test    bool
	Scope   []model.Ident // package-level identifiers
}

// GoFiles reads the Go files of a folder by name, but for one; tags are those of
// -tags. There are none when the folder is yet to be made. Errors are the
// system's.
func GoFiles(dir, tags, except string) ([]GoFile, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	ctx := build.Default
	ctx.BuildTags = strings.FieldsFunc(tags, func(r rune) bool { return r == ',' || r == ' ' })
	var files []GoFile
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || filepath.Ext(name) != ".go" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") || name == except {
			continue
		}
		fset := token.NewFileSet()
		// What is wrong with the file is the compiler's to say; the rest counts.
		tree, _ := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if tree == nil || tree.Name == nil || tree.Name.Name == "" || tree.Name.Name == "_" {
			continue
		}
		f := GoFile{Package: tree.Name.Name, Pos: fset.Position(tree.Name.Pos()), Test: strings.HasSuffix(name, "_test.go")}
		f.Built, _ = ctx.MatchFile(dir, name)
		if outer, ok := strings.CutSuffix(f.Package, "_test"); f.Test && ok {
			f.Package = outer // an external test shares nothing but the folder
		} else {
			f.Scope = identifiers(fset, tree)
		}
		files = append(files, f)
	}
	return files, nil
}

// identifiers lists the package-level identifiers of a file.
func identifiers(fset *token.FileSet, tree *ast.File) []model.Ident {
	var list []model.Ident
	add := func(ids ...*ast.Ident) {
		for _, id := range ids {
			if id.Name != "_" && id.Name != "init" {
				list = append(list, model.Ident{Name: id.Name, Pos: fset.Position(id.Pos())})
			}
		}
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name)
				case *ast.ValueSpec:
					add(spec.Names...)
				}
			}
		}
	}
	return list
}
