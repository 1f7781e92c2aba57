package codec

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// writing is a function body that appends to the writer. Literal text is held
// back and joined, so that what is constant is appended in one piece.
type writing struct {
	*body
	g    *jen.Group
	text string
}

// raw appends literal JSON.
func (w *writing) raw(text string) { w.text += text }

// flush writes the literal text held back.
func (w *writing) flush() {
	if w.text != "" {
		w.g.Id(w.rw).Dot("Raw").Call(jenx.Str(w.text))
		w.text = ""
	}
}

// call appends through a method of the writer.
func (w *writing) call(method string, args ...jen.Code) {
	w.flush()
	w.g.Id(w.rw).Dot(method).Call(args...)
}

// nested runs do on a block of its own, with nothing held back at its end.
func (w *writing) nested(g *jen.Group, do func(*writing)) {
	inner := &writing{body: w.body, g: g}
	do(inner)
	inner.flush()
}

// WriteStruct appends a struct variable of a named type.
func (s *Set) WriteStruct(g *jen.Group, w string, address *jen.Statement, n *model.Named) {
	g.Id(s.writer(n)).Call(jen.Id(w), address)
}

// Writer returns the name of a function that appends a value of any type, given
// by its address; word is what it is called after, for a type without one.
func (s *Set) Writer(t *model.Type, word string) string {
	if t.Kind == model.Ref {
		if n := s.pkg.Named(t.Ref); n.Struct || n.Recursive && n.Union == nil {
			return s.writer(n)
		}
	}
	name := s.file.Ident("write" + model.Exported(word))
	s.pending = append(s.pending, func() {
		b := s.newBody("w", "")
		v := b.scope.Local("v")
		jenx.Doc(s.file, name+" appends a value of kind "+word+".")
		s.file.Func().Id(name).Params(
			jen.Id(b.rw).Op("*").Add(jenx.Runtime("Writer")), jen.Id(v).Op("*").Add(s.file.GoType(t)),
		).BlockFunc(func(g *jen.Group) {
			out := &writing{body: b, g: g}
			out.value(jen.Parens(jen.Op("*").Id(v)), t)
			out.flush()
		})
		s.file.Line()
	})
	return name
}

// WriteResult appends the only result of a tool, which is not nil when it is
// a pointer, wrapped as {"result": v} where wrap asks for it.
func (s *Set) WriteResult(g *jen.Group, scope *jenx.Scope, w, local string, t *model.Type, wrap bool) {
	out := &writing{body: &body{set: s, scope: scope, rw: w}, g: g}
	if wrap {
		out.raw(`{"` + model.WrapName + `":`)
	}
	out.present(jen.Id(local), t)
	if wrap {
		out.raw("}")
	}
	out.flush()
}

// Variable is a local variable or parameter to write as a property.
type Variable struct {
	*model.Property
	Local string
	// Variadic: left out when empty.
	Variadic bool
}

// WriteObject appends an object made of variables; optional pointers that are
// nil are left out when omit asks for it.
func (s *Set) WriteObject(g *jen.Group, scope *jenx.Scope, w string, vars []Variable, omit bool) {
	b := &body{set: s, scope: scope, rw: w}
	outs := make([]output, len(vars))
	for i, v := range vars {
		outs[i] = output{name: v.Name, local: v.Local, typ: v.Type}
		switch {
		case omit && v.Variadic && v.Optional:
			outs[i].when = jen.Len(jen.Id(v.Local)).Op(">").Lit(0)
		case omit && v.Optional && s.pkg.Nullable(v.Type, true):
			outs[i].when, outs[i].set = jen.Id(v.Local).Op("!=").Nil(), true
		}
	}
	b.writeObject(g, "", outs)
}

// output is one member of an object to write.
type output struct {
	name     string
	path     []model.Step
	local    string // the variable, where there is no path
	constant string // the value as JSON, where there is neither
	typ      *model.Type
	// quoted: a scalar, or a pointer to one, that is a JSON string on the wire.
	quoted bool
	when   *jen.Statement // nil: always
	set    bool           // under the condition, a pointer is not nil
}

func (o output) value(v string) *jen.Statement {
	if o.local != "" {
		return jen.Id(o.local)
	}
	return selector(v, o.path)
}

func (s *Set) declareWriter(name string, n *model.Named) {
	if n.Union != nil {
		s.declareUnionWriter(name, n)
		return
	}
	b := s.newBody("w", "")
	v := b.scope.Local("v")
	jenx.Doc(s.file, name+" appends a value of type "+n.Label()+".")
	s.file.Func().Id(name).Params(
		jen.Id(b.rw).Op("*").Add(jenx.Runtime("Writer")), jen.Id(v).Op("*").Add(s.file.Named(n)),
	).BlockFunc(func(g *jen.Group) {
		b.enter(g, n)
		if n.Struct {
			b.writeObject(g, v, b.fieldOutputs(n, v))
			return
		}
		out := &writing{body: b, g: g}
		out.value(jen.Parens(jen.Op("*").Id(v)), n.Type)
		out.flush()
	})
	s.file.Line()
}

// enter counts the nesting of a recursive type.
func (b *body) enter(g *jen.Group, n *model.Named) {
	if n.Recursive {
		g.If(jen.Op("!").Id(b.rw).Dot("Enter").Call()).Block(jen.Return())
		g.Defer().Id(b.rw).Dot("Leave").Call()
	}
}

func (b *body) fieldOutputs(n *model.Named, v string) []output {
	var outs []output
	for _, f := range n.Fields {
		if omits(f) && alwaysEmpty(b.set.pkg.Resolve(f.Type), f) {
			continue
		}
		outs = append(outs, output{name: f.Name, path: f.Path, typ: f.Type, quoted: f.Quoted, when: b.condition(v, f), set: omits(f)})
	}
	return outs
}

// alwaysEmpty reports whether there is but one value, which is left out.
func alwaysEmpty(base *model.Type, f *model.Field) bool {
	if f.Omit == model.OmitEmpty {
		return base.Kind == model.Array // one that can be empty
	}
	return f.Zero != nil && !f.Zero.Method && !f.Zero.Deep && len(f.Zero.Parts) == 0
}

// omits reports whether the field is left out at times. One that is required
// all the same occurs in arguments alone, and there it must be sent.
func omits(f *model.Field) bool { return f.Omit != model.OmitNever && f.Optional }

// condition says when encoding/json writes the field; nil for always.
func (b *body) condition(v string, f *model.Field) *jen.Statement {
	var conditions []*jen.Statement
	for i, step := range f.Path {
		if step.Embedded != nil {
			conditions = append(conditions, selector(v, f.Path[:i+1]).Op("!=").Nil())
		}
	}
	if omits(f) {
		present, either := b.present(selector(v, f.Path), f)
		if b.set.pkg.MeansDefault(f) {
			present, either = present.Op("||").Id(b.rw).Dot("Arguments").Call(), true
		}
		if either && len(conditions) > 0 {
			present = jen.Parens(present)
		}
		conditions = append(conditions, present)
	}
	if len(conditions) == 0 {
		return nil
	}
	all := conditions[0]
	for _, c := range conditions[1:] {
		all = all.Op("&&").Add(c)
	}
	return all
}

// How much of an object has been written when the next member comes.
const (
	nothing = iota // the member is the first
	maybe          // members before it may have been left out
	something
)

// writeObject appends an object. Names and punctuation are constant text for
// as long as it is known what stands before them.
func (b *body) writeObject(g *jen.Group, v string, members []output) {
	w := &writing{body: b, g: g}
	w.raw("{")
	before := nothing
	for _, m := range members {
		key := model.Quote(m.name) + ":"
		if m.when == nil {
			w.key(before, key)
			w.member(m, v)
			before = something
			continue
		}
		w.flush()
		g.If(m.when).BlockFunc(func(g *jen.Group) {
			w.nested(g, func(w *writing) {
				w.key(before, key)
				w.member(m, v)
			})
		})
		if before == nothing {
			before = maybe
		}
	}
	w.raw("}")
	w.flush()
}

// member appends the value of a member.
func (w *writing) member(m output, v string) {
	if m.constant != "" {
		w.raw(m.constant)
		return
	}
	switch value := m.value(v); {
	case m.quoted && m.set && m.typ.Kind == model.Ptr:
		w.quoted(jen.Op("*").Add(value), m.typ.Elem)
	case m.quoted:
		w.quoted(value, m.typ)
	case m.set:
		w.present(value, m.typ)
	default:
		w.value(value, m.typ)
	}
}

func (w *writing) key(before int, key string) {
	switch before {
	case nothing:
		w.raw(key)
	case something:
		w.raw("," + key)
	default:
		w.call("Member", jenx.Str(key))
	}
}

// present appends a value that the condition around it has found not nil.
func (w *writing) present(value *jen.Statement, t *model.Type) {
	if base := w.set.pkg.Resolve(t); base.Kind == model.Ptr {
		w.pointee(value, base)
		return
	}
	w.value(value, t)
}
