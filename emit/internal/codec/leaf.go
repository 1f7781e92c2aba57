package codec

import (
	"math/big"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// leafCall is the call of the runtime that reads a leaf under the rules in
// force: r.String(), r.IntIn(1, 14), r.StringEnum(unitEnum). It also names the
// Go type of the value.
func (b *body) leafCall(base *model.Type, use *model.Type, rules *model.Rules, hint string) (*jen.Statement, string) {
	if values, closed := b.set.pkg.EnumOf(use, rules); closed {
		if method, elem := enumMethod(base.Kind); method != "" {
			return b.r().Dot(method).Call(jen.Id(b.enumVar(hint, elem, values))), elem
		}
	}
	eff := b.set.pkg.Effective(use, rules)
	switch base.Kind {
	case model.String:
		return b.stringCall(eff, hint), "string"
	case model.Int, model.Uint:
		return b.integerCall(base, eff), base.Basic
	case model.Float:
		return b.floatCall(base, eff, hint), base.Basic
	case model.Numeral, model.BigInt:
		return b.literalCall(base, eff, hint), ""
	case model.Handle:
		return jenx.Runtime("ReadHandle").Types(b.set.file.GoType(base.Elem)).Call(b.r(), jen.Lit(b.set.pkg.HandleKind(base.Elem))), ""
	default:
		return b.r().Dot(model.Exported(string(base.Kind))).Call(), goName(base)
	}
}

// goName is the predeclared Go type of a leaf; empty for the others.
func goName(t *model.Type) string {
	if t.Kind == model.Bool {
		return "bool"
	}
	return ""
}

func enumMethod(k model.Kind) (method, elem string) {
	switch k {
	case model.String:
		return "StringEnum", "string"
	case model.Int:
		return "IntEnum", "int64"
	case model.Uint:
		return "UintEnum", "uint64"
	case model.Float:
		return "FloatEnum", "float64"
	case model.Numeral:
		return "NumberEnum", "string"
	case model.BigInt:
		return "BigIntEnum", "string"
	}
	return "", ""
}

// enumVar declares the list of allowed values and returns its name.
func (b *body) enumVar(hint, elem string, values []model.EnumValue) string {
	name := b.set.file.Ident(model.Unexported(hint) + "Enum")
	b.set.pending = append(b.set.pending, func() {
		jenx.Doc(b.set.file, name+" lists the values allowed.")
		b.set.file.Var().Id(name).Op("=").Index().Id(elem).ValuesFunc(func(g *jen.Group) {
			for _, v := range values {
				if elem == "string" {
					g.Add(jenx.Str(model.Unquote(v.Value)))
				} else {
					g.Add(jenx.Text(numberText(v.Value, elem != "float64")))
				}
			}
		})
		b.set.file.Line()
	})
	return name
}

// numberText spells a JSON number in Go; integers lose exponents and zero
// fractions (1e3 is 1000), which Go would take for a float.
func numberText(text string, integer bool) string {
	if !integer {
		return text
	}
	if r, ok := new(big.Rat).SetString(text); ok && r.IsInt() {
		return r.Num().String()
	}
	return text
}

// Literal spells a JSON scalar as a Go value of type t: true, 3, "oslo",
// new(Unit("celsius")).
func (s *Set) Literal(t *model.Type, literal string) *jen.Statement {
	return s.literal(t, literal, false)
}

// literal converts where the context does not: convert asks for a value whose
// default type is t.
func (s *Set) literal(t *model.Type, literal string, convert bool) *jen.Statement {
	if t.Kind == model.Ptr {
		return jen.New(s.literal(t.Elem, literal, true))
	}
	base := s.pkg.Resolve(t)
	if base.Kind == model.Ptr {
		pointer := s.literal(base, literal, true)
		if convert {
			return s.file.GoType(t).Call(pointer)
		}
		return pointer
	}
	if code := s.pkg.CodeOf(t); code != nil && code.Read == model.ReadDuration {
		return durationLiteral(model.Unquote(literal), convert)
	}
	value := jenx.Text(numberText(literal, base.Kind != model.Float))
	if base.Kind == model.String || base.Kind == model.Numeral {
		value = jenx.Str(model.Unquote(literal))
	}
	if convert && !isDefaultType(t, base, literal) {
		return s.file.GoType(t).Call(value)
	}
	return value
}

// isDefaultType reports whether an untyped Go constant spelt like the literal
// has type t without a conversion.
func isDefaultType(t, base *model.Type, literal string) bool {
	if t.Kind == model.Ref {
		return false
	}
	switch base.Kind {
	case model.Int:
		return base.Basic == "int"
	case model.Float:
		_, err := strconv.ParseInt(literal, 10, 64)
		return base.Basic == "float64" && err != nil
	}
	return base.Kind == model.String || base.Kind == model.Bool
}
