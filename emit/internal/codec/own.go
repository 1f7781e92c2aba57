package codec

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// readOwn reads a type by its own code into target, which has an address.
func (b *body) readOwn(g *jen.Group, target *jen.Statement, n *model.Named, rules *model.Rules, hint string) {
	switch code := n.Code; {
	case code.Read == model.ReadDuration:
		g.Add(target.Clone().Op("=").Add(b.r()).Dot("Duration").Call())
	case code.Decode == "" && code.Read == "UnmarshalText":
		b.accepted(g, "text", b.textCall(n, rules, hint), func(g *jen.Group, text string) {
			g.Add(b.fault(target.Clone().Dot("UnmarshalText").Call(jen.Id(text)), n))
		})
	case code.Decode == "" && code.Read == "":
		args := append([]jen.Code{jen.Op("&").Add(target.Clone()), jenx.Str(n.Name)}, wireTypes(code)...)
		g.Add(b.r().Dot("Unmarshal").Call(args...))
	default:
		b.accepted(g, "raw", b.r().Dot("Value").Call(wireTypes(code)...), func(g *jen.Group, raw string) {
			if code.Decode == "" {
				g.Add(b.fault(target.Clone().Dot("UnmarshalJSON").Call(jen.Id(raw)), n))
				return
			}
			err := b.scope.Local("err")
			defer b.scope.Free(err)
			g.Var().Id(err).Error()
			g.List(target.Clone(), jen.Id(err)).Op("=").Id(code.Decode).Call(jen.Id(raw))
			g.Add(b.fault(jen.Id(err), n))
		})
	}
}

// accepted runs do when the reader has bytes for the code of the type.
func (b *body) accepted(g *jen.Group, name string, call jen.Code, do func(g *jen.Group, local string)) {
	local, ok := b.scope.Local(name), b.scope.Local("ok")
	defer b.scope.Free(local, ok)
	g.If(jen.List(jen.Id(local), jen.Id(ok)).Op(":=").Add(call), jen.Id(ok)).BlockFunc(func(g *jen.Group) { do(g, local) })
}

func (b *body) fault(err jen.Code, n *model.Named) *jen.Statement {
	return b.r().Dot("Fault").Call(err, jenx.Str(n.Name))
}

// textCall reads the string for the text code of a type; what is asked of it is
// checked before.
func (b *body) textCall(n *model.Named, rules *model.Rules, hint string) *jen.Statement {
	use := &model.Type{Kind: model.Ref, Ref: n.ID}
	if n.Type.Kind != model.Text || !constrains(b.set.pkg.Effective(use, rules)) {
		return b.r().Dot("Text").Call()
	}
	call, _ := b.leafCall(&model.Type{Kind: model.String, Basic: "string"}, use, rules, hint)
	return b.r().Dot("TextOf").Call(call)
}

// wireTypes are the JSON types that a declared schema allows.
func wireTypes(code *model.Code) []jen.Code {
	list := make([]jen.Code, len(code.Wire))
	for i, t := range code.Wire {
		list[i] = jenx.Str(t)
	}
	return list
}

// own appends a value by the code of its type. The value is a pointer to it, or
// has an address.
func (w *writing) own(value *jen.Statement, n *model.Named, pointer bool) {
	switch code := n.Code; {
	case code.Encode != "":
		if pointer {
			value = jen.Op("*").Add(value.Clone())
		}
		w.call("Marshaled", jen.Id(code.Encode).Call(value))
	case code.Write == model.WriteDuration:
		w.call("String", value.Clone().Dot("String").Call())
	case code.Write == "MarshalText":
		w.call("Text", value.Clone().Dot("MarshalText").Call())
	case code.Write == "MarshalJSON":
		w.call("Marshaled", value.Clone().Dot("MarshalJSON").Call())
	default:
		if !pointer {
			value = jen.Op("&").Add(value.Clone())
		}
		w.call("Any", value)
	}
}
