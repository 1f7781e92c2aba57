package parser

import (
	"fmt"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/packages"

	"github.com/mcpgen/mcpgen/internal/diag"
)

var clash = regexp.MustCompile(`^(\S+) already declared through (dot-import|import) of package \S+ \((".+")\)$`)

// importClash rewords the error about a name that is declared and imported: the
// type checker's own speaks of package x ("x") and refers to lines of export
// data, which say nothing to readers.
func importClash(pkg *packages.Package, e types.Error) typeError {
	m := clash.FindStringSubmatch(e.Msg)
	if m == nil {
		return typeError{Error: e}
	}
	name, how, path := m[1], m[2], m[3]
	e.Msg = fmt.Sprintf("%s is declared here, and by the %s of %s, too", name, how, path)
	out := typeError{Error: e, hint: "rename it, or import the package under another name"}
	for _, f := range pkg.Syntax {
		for _, spec := range f.Imports {
			dot := spec.Name != nil && spec.Name.Name == "."
			if spec.Path.Value == path && dot == (how == "dot-import") {
				out.related = append(out.related, diag.Related{Pos: e.Fset.Position(spec.Pos()), Msg: "the import stands here"})
			}
		}
	}
	return out
}
