package gen

import (
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpgen/mcpgen/emit"
	"github.com/mcpgen/mcpgen/emit/client"
	"github.com/mcpgen/mcpgen/emit/docs"
	"github.com/mcpgen/mcpgen/emit/server"
	"github.com/mcpgen/mcpgen/internal/model"
)

// emitters lists what a configuration asks for.
func emitters(cfg Config) []emit.Emitter {
	list := []emit.Emitter{server.New()}
	if cfg.ClientDir != "" {
		list = append(list, client.New(cfg.ClientDir, packageIn(cfg.ClientDir)))
	}
	if cfg.DocsDir != "" {
		list = append(list, docs.New(cfg.DocsDir))
	}
	return list
}

// packageIn returns the name of the package that the user has in a folder; ""
// when there is none, and the emitter chooses.
func packageIn(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "" // most likely a folder that is yet to be made
	}
	for _, e := range entries {
		name := e.Name()
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || name == model.ClientFile {
			continue
		}
		if src, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			if pkg := packageClause(src); pkg != "" {
				return pkg
			}
		}
	}
	return ""
}

// packageClause returns the name in the package clause of a Go file; "" when
// it has none.
func packageClause(src []byte) string {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, func(token.Position, string) {}, 0)
	if _, tok, _ := s.Scan(); tok != token.PACKAGE {
		return ""
	}
	_, tok, name := s.Scan()
	if tok != token.IDENT {
		return ""
	}
	return name
}
