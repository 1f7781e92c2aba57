// Package emit turns a contract into artefacts. Each sub-package emits one
// artefact; none of them can fail on user input, because model.Check has run
// before. An error from an emitter is a bug of mcpgen.
package emit

import "github.com/mcpgen/mcpgen/internal/model"

// File is one generated file in memory.
type File struct {
	// Path is absolute, in the form of the operating system.
	Path string
	// Content is complete: gofmt-clean for Go, LF line endings always.
	Content []byte
}

// Emitter derives files from a contract.
type Emitter interface {
	// Name of the artefact: "server", "client", "docs".
	Name() string
	// Emit returns the files of one package, none when it has nothing to say.
	Emit(pkg *model.Package) ([]File, error)
}
