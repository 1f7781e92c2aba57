// Package jenx is everything that touches jennifer's sharp edges: the header,
// comments, imports, names and literals of generated Go files.
package jenx

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/internal/owned"
)

// RuntimePath is the import path of the package that generated code calls.
const RuntimePath = ModulePath + "/runtime"

// ModulePath is what go get takes.
const ModulePath = "github.com/mcpgen/mcpgen"

// sdkPath is the import path of the SDK, of which functions may return a result.
const sdkPath = "github.com/modelcontextprotocol/go-sdk/mcp"

// runtimeName is its name there: package runtime shares its last element with
// the standard library's.
const runtimeName = "mcpruntime"

// standard lists the packages that generated code may use on its own account.
var standard = []model.Import{
	{Path: "context", Name: "context"},
	{Path: "encoding/json", Name: "json"},
	{Path: "math", Name: "math"},
	{Path: "time", Name: "time"},
	{Path: RuntimePath, Name: runtimeName},
}

// File is one Go file under construction.
type File struct {
	*jen.File
	Pkg *model.Package

	taken   map[string]bool // package-level identifiers and import names
	imports map[string]bool // import names

	aliases map[string]string // type ID -> name, for struct types without one
	pending []*model.Named    // whose alias is yet to be declared
}

// NewFile starts the generated file of a package.
func NewFile(pkg *model.Package) *File {
	f := &File{
		File:    jen.NewFilePathName(pkg.Path, pkg.Name),
		Pkg:     pkg,
		taken:   map[string]bool{},
		imports: map[string]bool{},
		aliases: map[string]string{},
	}
	f.HeaderComment(owned.Header)
	for _, id := range pkg.Scope {
		f.taken[id.Name] = true
	}
	for _, name := range pkg.ExportedNames() {
		f.taken[name] = true
	}
	f.nameImports()
	return f
}

// nameImports tells jennifer the true name of every package, and renames those
// that clash with an identifier of the package or with each other.
func (f *File) nameImports() {
	seen := map[string]bool{f.Pkg.Path: true}
	for _, imp := range append(append([]model.Import{}, standard...), f.Pkg.Imports...) {
		if seen[imp.Path] {
			continue
		}
		seen[imp.Path] = true
		name := f.Ident(imp.Name)
		f.imports[name] = true
		if name == path.Base(imp.Path) {
			f.ImportName(imp.Path, name)
		} else {
			f.ImportAlias(imp.Path, name)
		}
	}
}

// Ident reserves a package-level identifier: want, or the next free one.
func (f *File) Ident(want string) string {
	name := model.Unique(want, f.Reserved)
	f.taken[name] = true
	return name
}

// Reserved reports whether a local variable of that name would hide something
// that generated code may need: a package-level identifier, an import, or a
// predeclared identifier.
func (f *File) Reserved(name string) bool { return f.taken[name] || predeclared[name] }

// Source renders the file, gofmt-clean.
func (f *File) Source() ([]byte, error) {
	f.declareAliases()
	var raw bytes.Buffer
	f.NoFormat = true
	if err := f.Render(&raw); err != nil {
		return nil, err
	}
	src, err := formatted(groupImports(raw.String()))
	if err != nil {
		return nil, fmt.Errorf("the generated file of %s does not parse: %w\n%s", f.Pkg.Path, err, numbered(raw.String()))
	}
	return src, nil
}

// groupImports puts the standard library first in the import block, and a
// blank line between it and the rest.
func groupImports(src string) string {
	before, rest, ok := strings.Cut(src, "\nimport (\n")
	block, after, closed := strings.Cut(rest, "\n)\n")
	if !ok || !closed {
		return src
	}
	var std, other []string
	for _, line := range strings.Split(block, "\n") {
		_, importPath, _ := strings.Cut(line, `"`)
		if first, _, _ := strings.Cut(importPath, "/"); strings.Contains(first, ".") {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	block = strings.Join(std, "\n") + "\n\n" + strings.Join(other, "\n")
	return before + "\nimport (\n" + block + "\n)\n" + after
}

func numbered(src string) string {
	var b strings.Builder
	for i, line := range strings.Split(src, "\n") {
		fmt.Fprintf(&b, "%5d  %s\n", i+1, line)
	}
	return b.String()
}

// Handshake declares, in a block, what does not compile with a runtime that does
// not serve code of the given generation.
func Handshake(g *jen.Group, generation int) {
	version := jen.Lit(generation)
	g.Comment("This code is too old for the runtime: run mcpgen again.")
	g.Id("_").Op("=").Add(Runtime("Compatible")).Call(version.Clone().Op("-").Add(Runtime("MinGenerated")))
	g.Comment("The runtime is too old for this code: go get -u " + ModulePath)
	g.Id("_").Op("=").Add(Runtime("Compatible")).Call(Runtime("MaxGenerated").Op("-").Add(version.Clone()))
}

// Runtime is a name of the runtime package.
func Runtime(name string) *jen.Statement { return jen.Qual(RuntimePath, name) }
