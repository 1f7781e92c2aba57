// Package emit turns a contract into artefacts. Each sub-package emits one
// artefact; none of them can fail on user input, because model.Check has run
// before. An error from an emitter is a bug of mcpgen.
package emit

import "github.com/mcpgen/mcpgen/internal/model"

// Generation is the version of the code that this module emits, for the
// handshake with the runtime. It grows when generated code begins to need
// something that older runtimes lack, not with each release.
const Generation = 1

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
