package client

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
)

// declareUnion declares the copy of a union: an interface of one method, which
// the copies of its structs have.
func declareUnion(f *jenx.File, t mirroredType) {
	method := "is" + t.Name
	f.Type().Id(t.Name).Interface(jen.Id(method).Params())
	f.Line()
	for _, c := range t.Union.Cases {
		f.Func().Params(f.GoType(c.Type)).Id(method).Params().Block()
		f.Line()
	}
}
