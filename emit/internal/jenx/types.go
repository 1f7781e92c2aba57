package jenx

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/internal/model"
)

// GoType spells a Go type.
func (f *File) GoType(t *model.Type) *jen.Statement {
	switch t.Kind {
	case model.Ref:
		return f.Named(f.Pkg.Named(t.Ref))
	case model.Ptr:
		return jen.Op("*").Add(f.GoType(t.Elem))
	case model.List:
		return jen.Index().Add(f.GoType(t.Elem))
	case model.Array:
		return jen.Index(jen.Lit(int(t.Len))).Add(f.GoType(t.Elem))
	case model.Map:
		return jen.Map(f.GoType(t.Key)).Add(f.GoType(t.Elem))
	case model.Bytes:
		if t.Elem != nil {
			return jen.Index().Add(f.GoType(t.Elem))
		}
		return jen.Index().Byte()
	case model.Time:
		return jen.Qual("time", "Time")
	case model.Raw:
		return jen.Qual("encoding/json", "RawMessage")
	case model.Numeral:
		return jen.Qual("encoding/json", "Number")
	case model.BigInt:
		return jen.Qual("math/big", "Int")
	case model.Any:
		return jen.Any()
	default:
		return jen.Id(t.Basic)
	}
}

// Named spells a defined type, qualified where it is another package's.
func (f *File) Named(n *model.Named) *jen.Statement {
	s := jen.Qual(n.Pkg, n.Name)
	if len(n.Args) == 0 {
		return s
	}
	args := make([]jen.Code, len(n.Args))
	for i, a := range n.Args {
		args[i] = f.GoType(a)
	}
	return s.Types(args...)
}
