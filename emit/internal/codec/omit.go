package codec

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// present is the condition under which omitempty or omitzero keep the value.
// Either says that it is several of which one is enough.
func (b *body) present(value *jen.Statement, f *model.Field) (condition *jen.Statement, either bool) {
	switch {
	case f.Zero == nil:
		return b.notEmpty(value, f), false
	case f.Zero.Method:
		condition = jen.Op("!").Add(value.Clone()).Dot("IsZero").Call()
		if f.Omit == model.OmitEmpty || b.set.pkg.Nullable(f.Type, false) {
			condition = b.notEmpty(value.Clone(), f).Op("&&").Add(condition)
		}
		return condition, false
	case f.Zero.Deep:
		return jen.Op("!").Add(jenx.Runtime("IsDeepZero")).Call(jen.Op("&").Add(value)), false
	}
	for _, part := range f.Zero.Parts {
		at := value.Clone()
		for _, name := range part.Path {
			at = at.Dot(name)
		}
		if part.Nil {
			at = at.Op("!=").Nil()
		} else {
			at = jen.Op("!").Add(jenx.Runtime("IsZero")).Call(at)
		}
		if condition == nil {
			condition = at
		} else {
			condition = condition.Op("||").Add(at)
		}
	}
	return condition, len(f.Zero.Parts) > 1
}

// notEmpty is the condition where the kind of the type says what is empty.
func (b *body) notEmpty(value *jen.Statement, f *model.Field) *jen.Statement {
	switch b.set.pkg.GoKind(f.Type) {
	case model.Bool:
		if f.Type.Kind == model.Ref {
			return jen.Bool().Call(value)
		}
		return value
	case model.Int, model.Uint, model.Float:
		return value.Op("!=").Lit(0)
	case model.String, model.Numeral:
		return value.Op("!=").Lit("")
	case model.Time, model.Handle:
		return jen.Op("!").Add(value).Dot("IsZero").Call()
	case model.List, model.Map, model.Bytes, model.Raw:
		if f.Omit == model.OmitEmpty {
			return jen.Len(value).Op(">").Lit(0)
		}
	}
	return value.Op("!=").Nil()
}
