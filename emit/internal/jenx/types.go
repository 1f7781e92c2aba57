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
	case model.Handle:
		return Runtime("Handle").Types(f.GoType(t.Elem))
	case model.Native:
		if t.Basic == model.SDKResult {
			return jen.Qual(sdkPath, t.Basic)
		}
		return Runtime(t.Basic)
	default:
		return jen.Id(t.Basic)
	}
}

// Named spells a defined type, qualified where it is another package's.
func (f *File) Named(n *model.Named) *jen.Statement {
	if n.Name == "" {
		return f.anonymous(n)
	}
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

// anonymous spells a struct type that has no name by an alias, which the file
// declares.
func (f *File) anonymous(n *model.Named) *jen.Statement {
	if len(n.Go) == 0 {
		return jen.Struct()
	}
	alias, ok := f.aliases[n.ID]
	if !ok {
		alias = f.Ident(model.Unexported(n.Place))
		f.aliases[n.ID] = alias
		f.pending = append(f.pending, n)
	}
	return jen.Id(alias)
}

// declareAliases declares the aliases in use, which may need others.
func (f *File) declareAliases() {
	for len(f.pending) > 0 {
		n := f.pending[0]
		f.pending = f.pending[1:]
		alias := f.aliases[n.ID]
		Doc(f, alias+" is a struct type that has no name.")
		f.Type().Id(alias).Op("=").StructFunc(func(g *jen.Group) {
			for _, field := range n.Go {
				line := f.GoType(field.Type)
				if !field.Embedded {
					line = jen.Id(field.Name).Add(line)
				}
				if field.Tag != "" {
					line.Add(Str(field.Tag))
				}
				g.Add(line)
			}
		})
		f.Line()
	}
}
