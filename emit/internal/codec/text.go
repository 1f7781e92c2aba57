package codec

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// key checks the name of the member that the iterator m is at, and returns the
// expression that makes a key of the map target of it.
func (b *body) key(g *jen.Group, m string, target *jen.Statement, t *model.Type) *jen.Statement {
	keys := b.set.pkg.Keys(t)
	if keys.Closed || constrains(keys.Rules) {
		g.Id(m).Dot("Check").Call(jen.Op("&").Id(b.keyRules(t.Key, keys)))
	}
	if keys.Read {
		return jenx.Runtime("TextKey").Call(jen.Op("&").Id(m), target.Clone())
	}
	switch keys.Base.Kind {
	case model.Int, model.Uint:
		return jenx.Runtime("IntKey").Types(b.set.file.GoType(t.Key)).Call(jen.Op("&").Id(m))
	}
	key := jen.Id(m).Dot("Key").Call()
	if t.Key.Kind == model.Ref {
		key = b.set.file.GoType(t.Key).Call(key)
	}
	return key
}

// keyRules declares what the names of a map's members can be, once for each
// named type.
func (b *body) keyRules(key *model.Type, keys model.Keys) string {
	s := b.set
	if name, ok := s.keys[key.Ref]; ok {
		return name
	}
	name := s.file.Ident(model.Unexported(s.argWord(key)) + "Keys")
	s.keys[key.Ref] = name
	s.pending = append(s.pending, func() {
		jenx.Doc(s.file, name+" says which names the members of a map can have.")
		s.file.Var().Id(name).Op("=").Add(jenx.Runtime("KeyRules")).ValuesFunc(func(g *jen.Group) {
			rules := keys.Rules
			if rules == nil {
				rules = &model.Rules{}
			}
			if rules.MinLength != nil {
				g.Id("MinLength").Op(":").Lit(*rules.MinLength)
			}
			g.Id("MaxLength").Op(":").Lit(intOr(rules.MaxLength, -1))
			if rules.Pattern != "" {
				g.Id("Pattern").Op(":").Qual("regexp", "MustCompile").Call(jenx.Str(rules.Pattern))
			}
			if rules.Format != "" {
				g.Id("Format").Op(":").Add(jenx.Str(string(rules.Format)))
			}
			if keys.Closed {
				g.Id("Enum").Op(":").Index().String().ValuesFunc(func(g *jen.Group) {
					for _, v := range keys.Values {
						g.Add(jenx.Str(model.Unquote(v.Value)))
					}
				})
			}
		})
		s.file.Line()
	})
	return name
}

// membersOf is the function of the runtime that writes a map of the type.
func (s *Set) membersOf(t *model.Type) string {
	keys := s.pkg.Keys(t)
	if keys.Write {
		return "TextMembers"
	}
	if n := s.pkg.Named(t.Key.Ref); n != nil && n.Keyed != nil {
		keys.Base = n.Keyed.Base // names that UnmarshalText reads are written plainly
	}
	switch keys.Base.Kind {
	case model.Int, model.Uint:
		return "IntMembers"
	}
	return "Members"
}

// quoted is the expression that reads a scalar, or a pointer to one, under the
// tag option string.
func (b *body) quoted(t *model.Type, rules *model.Rules, hint string) *jen.Statement {
	if t.Kind == model.Ptr {
		return jen.New(b.quoted(t.Elem, rules, hint))
	}
	base := b.set.pkg.Resolve(t)
	var enum []jen.Code
	if values, closed := b.set.pkg.EnumOf(t, rules); closed && base.Kind != model.Bool {
		enum = []jen.Code{jen.Id(b.enumVar(hint, "string", model.Quoted(base, values))).Op("...")}
	}
	if base.Kind == model.Int || base.Kind == model.Uint {
		return jenx.Runtime("QuotedInt").Types(b.set.file.GoType(t)).Call(append([]jen.Code{b.r()}, enum...)...)
	}
	call := b.r().Dot("Quoted" + model.Exported(base.Basic)).Call(enum...)
	if t.Kind == model.Ref {
		return b.set.file.GoType(t).Call(call)
	}
	return call
}

// quoted appends a scalar, or a pointer to one, under the tag option string.
func (w *writing) quoted(value *jen.Statement, t *model.Type) {
	if t.Kind == model.Ptr {
		w.orNull(value, func(w *writing) { w.quoted(jen.Op("*").Add(value.Clone()), t.Elem) })
		return
	}
	base := w.set.pkg.Resolve(t)
	if base.Kind == model.String {
		if t.Kind == model.Ref {
			value = jen.String().Call(value)
		}
		w.call("QuotedString", value)
		return
	}
	w.raw(`"`)
	w.leaf(value, base, t.Kind == model.Ref)
	w.raw(`"`)
}
