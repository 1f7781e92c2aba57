package codec

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// value appends the JSON of a value, which must be addressable where it is a
// struct.
func (w *writing) value(value *jen.Statement, t *model.Type) {
	switch t.Kind {
	case model.Ref:
		w.named(value, w.set.pkg.Named(t.Ref))
	case model.Ptr:
		w.pointer(value, t)
	case model.List, model.Array:
		w.list(value, t)
	case model.Map:
		w.mapping(value, t)
	case model.Bytes:
		w.bytes(value, t)
	default:
		w.leaf(value, t, false)
	}
}

// named appends a value of a defined type: through the type's own function for
// structs and for types that contain themselves, else like what it is
// defined as.
func (w *writing) named(value *jen.Statement, n *model.Named) {
	switch {
	case n.Union != nil:
		w.flush()
		w.g.Id(w.set.writer(n)).Call(jen.Id(w.rw), value)
	case n.Struct || n.Recursive:
		w.flush()
		w.g.Id(w.set.writer(n)).Call(jen.Id(w.rw), jen.Op("&").Add(value))
	case n.Code != nil:
		w.own(value, n, false)
	case n.Via != "":
		w.value(value.Clone().Dot(n.Via), n.Type)
	case leaf(w.set.pkg.Resolve(n.Type)):
		w.leaf(value, w.set.pkg.Resolve(n.Type), true)
	default:
		w.value(value, n.Type)
	}
}

// pointer appends null or what the pointer points to.
func (w *writing) pointer(value *jen.Statement, t *model.Type) {
	w.orNull(value, func(w *writing) { w.pointee(value, t) })
}

// orNull appends null for a nil pointer, else what do does.
func (w *writing) orNull(value *jen.Statement, do func(*writing)) {
	w.flush()
	w.g.If(value.Clone().Op("==").Nil()).Block(
		jen.Id(w.rw).Dot("Raw").Call(jenx.Str("null")),
	).Else().BlockFunc(func(g *jen.Group) { w.nested(g, do) })
}

// pointee appends what a pointer that is not nil points to.
func (w *writing) pointee(value *jen.Statement, t *model.Type) {
	if t.Elem.Kind == model.Ref {
		if n := w.set.pkg.Named(t.Elem.Ref); n.Struct || n.Recursive {
			w.flush()
			w.g.Id(w.set.writer(n)).Call(jen.Id(w.rw), value)
			return
		} else if n.Code != nil {
			w.own(value, n, true)
			return
		} else if n.Via != "" { // Go follows the pointer by itself
			w.value(value.Clone().Dot(n.Via), n.Type)
			return
		}
	}
	switch t.Elem.Kind {
	case model.BigInt:
		w.call("BigInt", value)
		return
	case model.Handle: // Go follows the pointer by itself
		w.leaf(value, t.Elem, false)
		return
	}
	pointee := jen.Op("*").Add(value.Clone())
	if !leaf(w.set.pkg.Resolve(t.Elem)) {
		pointee = jen.Parens(pointee)
	}
	w.value(pointee, t.Elem)
}

// list appends a slice or an array; a nil slice is an empty one.
func (w *writing) list(value *jen.Statement, t *model.Type) {
	w.raw("[")
	w.flush()
	i := w.scope.Local("i")
	defer w.scope.Free(i)
	w.g.For(jen.Id(i).Op(":=").Range().Add(value.Clone())).BlockFunc(func(g *jen.Group) {
		g.Id(w.rw).Dot("Sep").Call(jen.Id(i))
		w.nested(g, func(w *writing) { w.value(value.Clone().Index(jen.Id(i)), t.Elem) })
	})
	w.raw("]")
}

// mapping appends a map in the order of its keys; a nil map is an empty one.
func (w *writing) mapping(value *jen.Statement, t *model.Type) {
	w.raw("{")
	w.flush()
	m, e := w.scope.Local("m"), w.scope.Local("e")
	defer w.scope.Free(m, e)
	members := jenx.Runtime(w.set.membersOf(t)).Call(jen.Id(w.rw), value.Clone())
	w.g.For(jen.Id(m).Op(":=").Add(members), jen.Id(m).Dot("Next").Call(), jen.Empty()).BlockFunc(func(g *jen.Group) {
		g.Id(e).Op(":=").Id(m).Dot("Value").Call()
		w.nested(g, func(w *writing) { w.value(jen.Id(e), t.Elem) })
	})
	w.raw("}")
}

// bytes appends base64; a nil slice is the empty string.
func (w *writing) bytes(value *jen.Statement, t *model.Type) {
	if t.Elem == nil {
		w.call("Bytes", value)
		return
	}
	w.flush()
	b, i := w.scope.Local("b"), w.scope.Local("i")
	defer w.scope.Free(i) // b lives on: this is no block of its own
	w.g.Id(b).Op(":=").Make(jen.Index().Byte(), jen.Len(value.Clone()))
	w.g.For(jen.Id(i).Op(":=").Range().Add(value.Clone())).Block(
		jen.Id(b).Index(jen.Id(i)).Op("=").Byte().Call(value.Clone().Index(jen.Id(i))),
	)
	w.call("Bytes", jen.Id(b))
}

// leaf appends a value by one call of the writer, converted to the type that
// the call takes.
func (w *writing) leaf(value *jen.Statement, t *model.Type, named bool) {
	method, takes := leafWriter(t)
	switch t.Kind {
	case model.BigInt:
		value = jen.Op("&").Add(value)
	case model.Handle:
		value = value.Dot("Ref").Call()
	}
	if takes != "" && (named || t.Basic != takes) {
		value = jen.Id(takes).Call(value)
	} else if named && t.Kind == model.Bytes {
		value = jen.Index().Byte().Call(value)
	}
	w.call(method, value)
}

// leafWriter is the writer's method for a kind and the Go type it takes, where
// that matters.
func leafWriter(t *model.Type) (method, takes string) {
	switch t.Kind {
	case model.Bool:
		return "Bool", "bool"
	case model.Int:
		return "Int", "int64"
	case model.Uint:
		return "Uint", "uint64"
	case model.Float:
		return model.Exported(t.Basic), t.Basic
	case model.String:
		return "String", "string"
	case model.Raw:
		return "RawJSON", ""
	default:
		return model.Exported(string(t.Kind)), ""
	}
}
