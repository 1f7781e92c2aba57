package codec

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// body is a function under construction: its locals, the reader or writer it
// works on, and the word its helpers are named after.
type body struct {
	set   *Set
	scope *jenx.Scope
	rw    string // name of the reader or writer
	word  string // "forecast", "report"
}

func (s *Set) newBody(rw, word string) *body {
	b := &body{set: s, scope: s.file.Scope(), word: word}
	b.rw = b.scope.Local(rw)
	return b
}

func (b *body) r() *jen.Statement { return jen.Id(b.rw) }

// ReadArguments declares the function that reads the arguments of a positional
// tool into a struct of its own, in which the caller has set the defaults.
func (s *Set) ReadArguments(name, structName, word, subject string, params []*model.Param) {
	b := s.newBody("r", word)
	a := b.scope.Local("a")
	members := make([]member, len(params))
	for i, p := range params {
		members[i] = member{Property: &p.Property, path: []model.Step{{Name: p.Go}}}
	}
	props := b.declareProps("arguments of "+subject, members)
	jenx.Doc(s.file, name+" reads the arguments of "+subject+" into "+a+".")
	s.file.Func().Id(name).Params(
		jen.Id(b.rw).Op("*").Add(jenx.Runtime("Reader")), jen.Id(a).Op("*").Id(structName),
	).BlockFunc(func(g *jen.Group) { b.object(g, a, props, members) })
	s.file.Line()
}

// ReadStruct is the expression that reads a struct from the reader called r.
func (s *Set) ReadStruct(r string, n *model.Named) *jen.Statement {
	return jen.Id(s.reader(n)).Call(jen.Id(r))
}

// Reader is the name of the function that reads a struct.
func (s *Set) Reader(n *model.Named) string { return s.reader(n) }

// Word is what a struct adds to the names of declarations about it.
func (s *Set) Word(n *model.Named) string { return s.typeWord(n) }

// ReadValue reads a value of any type from the reader called r into a local
// variable that is its type's zero value. Word names the helpers it needs.
func (s *Set) ReadValue(g *jen.Group, scope *jenx.Scope, r, local, word string, t *model.Type) {
	b := &body{set: s, scope: scope, rw: r, word: word}
	if s.pkg.Nullable(t, true) { // the only result is never null
		b.pointer(g, jen.Id(local), t, nil, word)
		return
	}
	b.into(g, jen.Id(local), t, nil, word)
}

// ReadNew is ReadValue into a variable that it declares, for a value that may be
// null where its type is a pointer.
func (s *Set) ReadNew(g *jen.Group, scope *jenx.Scope, r, local, word string, t *model.Type) {
	b := &body{set: s, scope: scope, rw: r, word: word}
	if expr := b.expr(t, nil, word); expr != nil {
		g.Id(local).Op(":=").Add(expr)
		return
	}
	g.Var().Id(local).Add(s.file.GoType(t))
	b.into(g, jen.Id(local), t, nil, word)
}

// Props declares the table of names of an object made of variables, such as
// "results of Forecast".
func (s *Set) Props(word, subject string, vars []Variable) string {
	b := &body{set: s, word: word}
	return b.declareProps(subject, variableMembers(vars))
}

// ReadObject reads an object into variables, by a table that Props declared.
func (s *Set) ReadObject(g *jen.Group, scope *jenx.Scope, r, props, word string, vars []Variable) {
	b := &body{set: s, scope: scope, rw: r, word: word}
	b.object(g, "", props, variableMembers(vars))
}

func variableMembers(vars []Variable) []member {
	members := make([]member, len(vars))
	for i, v := range vars {
		members[i] = member{Property: v.Property, local: v.Local}
	}
	return members
}

// member is a property of an object and how to reach its variable: a local, or
// a path from the struct.
type member struct {
	*model.Property
	path  []model.Step
	local string
	tag   bool // the discriminator of a union, which has been read
}

func (m member) target(v string) *jen.Statement {
	if m.local != "" {
		return jen.Id(m.local)
	}
	return selector(v, m.path)
}

// word is the part that the member adds to the names of its helpers.
func (m member) word() string {
	if m.local != "" {
		return m.local
	}
	return m.path[len(m.path)-1].Name
}

func fieldMembers(n *model.Named) []member {
	members := make([]member, len(n.Fields))
	for i, f := range n.Fields {
		members[i] = member{Property: &f.Property, path: f.Path}
	}
	return members
}

func (s *Set) declareReader(name string, n *model.Named) {
	if n.Union != nil {
		s.declareUnionReader(name, n)
		return
	}
	b := s.newBody("r", model.Unexported(s.typeWord(n)))
	if n.Struct {
		b.declareStructReader(name, "reads a value of type "+n.Label()+".", "properties of "+n.Label(), n, fieldMembers(n))
		return
	}
	signature := func(result jen.Code) *jen.Statement {
		jenx.Doc(s.file, name+" reads a value of type "+n.Label()+".")
		return s.file.Func().Id(name).Params(jen.Id(b.rw).Op("*").Add(jenx.Runtime("Reader"))).Add(result)
	}
	use := &model.Type{Kind: model.Ref, Ref: n.ID}
	if base := s.pkg.Resolve(use); n.Via == "" && leaf(base) {
		call, _ := b.leafCall(base, use, nil, b.word)
		signature(s.file.Named(n)).Block(jen.Return(s.file.Named(n).Call(call)))
		s.file.Line()
		return
	}
	v := b.scope.Local("v")
	signature(jen.Params(jen.Id(v).Add(s.file.Named(n)))).BlockFunc(func(g *jen.Group) {
		b.below(g, jen.Id(v), n, nil, b.word)
		g.Return(jen.Id(v))
	})
	s.file.Line()
}

// declareStructReader declares a function that reads an object of some members
// into a struct; doc goes on behind its name.
func (b *body) declareStructReader(name, doc, subject string, n *model.Named, members []member) {
	v := b.scope.Local("v")
	props := b.declareProps(subject, members)
	jenx.Doc(b.set.file, name+" "+doc)
	b.set.file.Func().Id(name).Params(
		jen.Id(b.rw).Op("*").Add(jenx.Runtime("Reader")),
	).Params(jen.Id(v).Add(b.set.file.Named(n))).BlockFunc(func(g *jen.Group) {
		b.defaults(g, v, members)
		b.object(g, v, props, members)
		g.Return(jen.Id(v))
	})
	b.set.file.Line()
}

// declareProps declares the table of names that a read loop runs on.
func (b *body) declareProps(subject string, members []member) string {
	name := b.set.file.Ident(b.word + "Props")
	jenx.Doc(b.set.file, name+" lists the "+subject+".")
	var words [4]uint64
	for i, m := range members {
		if !m.Optional {
			words[i/64] |= 1 << (i % 64)
		}
	}
	b.set.file.Var().Id(name).Op("=").Add(jenx.Runtime("Props")).ValuesFunc(func(g *jen.Group) {
		if len(members) == 0 {
			return
		}
		g.Id("Names").Op(":").Index().String().ValuesFunc(func(g *jen.Group) {
			for _, m := range members {
				g.Add(jenx.Str(m.Name))
			}
		})
		if words[0] != 0 {
			g.Id("Required").Op(":").Add(mask(words[0]))
		}
		if len(members) > 64 {
			g.Id("RequiredMore").Op(":").Index().Uint64().ValuesFunc(func(g *jen.Group) {
				for i := 1; i <= (len(members)-1)/64; i++ {
					g.Add(mask(words[i]))
				}
			})
		}
		if slices.ContainsFunc(members, func(m member) bool { return model.Quote(m.Name) != `"`+m.Name+`"` }) {
			g.Id("Escaped").Op(":").True()
		}
	})
	b.set.file.Line()
	return name
}

// mask spells a bit set in binary, one digit a property, the first rightmost.
func mask(word uint64) *jen.Statement { return jenx.Text("0b" + strconv.FormatUint(word, 2)) }

// object reads an object into the struct variable v.
func (b *body) object(g *jen.Group, v, props string, members []member) {
	o := b.scope.Local("o")
	g.For(jen.Id(o).Op(":=").Add(b.r()).Dot("Object").Call(jen.Op("&").Id(props)), jen.Id(o).Dot("Next").Call(), jen.Empty()).BlockFunc(func(g *jen.Group) {
		if len(members) < 2 { // the loop yields no other name
			for _, m := range members {
				b.member(g, v, m)
			}
			return
		}
		g.Switch(jen.Id(o).Dot("Name").Call()).BlockFunc(func(g *jen.Group) {
			for _, m := range members {
				g.Case(jenx.Str(m.Name)).BlockFunc(func(g *jen.Group) { b.member(g, v, m) })
			}
		})
	})
}

// defaults sets what absent properties mean. A result has no defaults: what is
// absent there was left out by the server.
func (b *body) defaults(g *jen.Group, v string, members []member) {
	var lines []jen.Code
	for _, m := range members {
		if m.Rules == nil || m.Rules.Default == "" {
			continue
		}
		b.allocate(func(c jen.Code) { lines = append(lines, c) }, v, m.path)
		lines = append(lines, selector(v, m.path).Op("=").Add(b.set.Literal(m.Type, m.Rules.Default)))
	}
	if len(lines) > 0 {
		g.If(b.r().Dot("Strict").Call()).Block(lines...)
	}
}

// allocate makes the embedded pointers on the way to a field.
func (b *body) allocate(add func(jen.Code), v string, path []model.Step) {
	for i, step := range path {
		if step.Embedded == nil {
			continue
		}
		target := func() *jen.Statement { return selector(v, path[:i+1]) }
		add(jen.If(target().Op("==").Nil()).Block(target().Op("=").New(b.set.file.GoType(step.Embedded))))
	}
}

func (b *body) member(g *jen.Group, v string, m member) {
	if m.tag {
		g.Add(b.r().Dot("Discriminator").Call())
		return
	}
	b.allocate(func(c jen.Code) { g.Add(c) }, v, m.path)
	hint := b.word + model.Exported(m.word())
	target := m.target(v)
	if m.Quoted {
		g.Add(target.Clone().Op("=").Add(b.quoted(m.Type, m.Rules, hint)))
		return
	}
	if b.set.pkg.Nullable(m.Type, true) { // null was taken for absent by the loop
		b.pointer(g, target, m.Type, m.Rules, hint)
		return
	}
	b.into(g, target, m.Type, m.Rules, hint)
}

// into reads a value into target, which is zero: a pointer stays nil for null.
func (b *body) into(g *jen.Group, target *jen.Statement, t *model.Type, rules *model.Rules, hint string) {
	if expr := b.expr(t, rules, hint); expr != nil {
		g.Add(target.Clone().Op("=").Add(expr))
		return
	}
	switch t.Kind {
	case model.Ptr:
		g.If(jen.Op("!").Add(b.r()).Dot("Null").Call()).BlockFunc(func(g *jen.Group) {
			b.pointer(g, target, t, rules, hint)
		})
	case model.List, model.Map:
		g.Add(target.Clone().Op("=").Add(b.set.file.GoType(t)).Values())
		b.fill(g, target, t, rules, hint)
	case model.Array:
		b.array(g, target, t, hint)
	case model.Bytes:
		b.namedBytes(g, target, t)
	case model.Ref:
		b.below(g, target, b.set.pkg.Named(t.Ref), rules, hint)
	}
}

// below reads a value of a named type that is no struct, under the rules of a
// use, like what the type is made of.
func (b *body) below(g *jen.Group, target *jen.Statement, n *model.Named, rules *model.Rules, hint string) {
	use := &model.Type{Kind: model.Ref, Ref: n.ID}
	switch {
	case n.Code != nil:
		b.readOwn(g, target, n, rules, hint)
	case n.Via != "":
		b.into(g, target.Clone().Dot(n.Via), n.Type, b.set.pkg.Effective(use, rules), hint)
	default:
		b.into(g, target, n.Type, b.set.pkg.Effective(use, rules), hint)
	}
}

// fill reads a list or a map into a target that is empty, not nil.
func (b *body) fill(g *jen.Group, target *jen.Statement, t *model.Type, rules *model.Rules, hint string) {
	if t.Kind == model.Map {
		b.mapping(g, target, t, hint)
		return
	}
	b.list(g, target, t, rules, hint)
}

// pointer reads a value that is not null into a pointer, or into the last one
// of several.
func (b *body) pointer(g *jen.Group, target *jen.Statement, t *model.Type, rules *model.Rules, hint string) {
	if t.Kind == model.Ref {
		t, rules = b.set.pkg.Resolve(t), b.set.pkg.Effective(t, rules)
	}
	if b.set.pkg.Nullable(t.Elem, true) {
		g.Add(target.Clone().Op("=").New(b.set.file.GoType(t.Elem)))
		b.pointer(g, jen.Parens(jen.Op("*").Add(target.Clone())), t.Elem, rules, hint)
		return
	}
	if expr := b.expr(t.Elem, rules, hint); expr != nil {
		g.Add(target.Clone().Op("=").New(expr))
		return
	}
	g.Add(target.Clone().Op("=").New(b.set.file.GoType(t.Elem)))
	b.into(g, jen.Parens(jen.Op("*").Add(target.Clone())), t.Elem, rules, hint)
}

// expr is the expression that reads a value; nil when statements must.
func (b *body) expr(t *model.Type, rules *model.Rules, hint string) *jen.Statement {
	if t.Kind == model.Ref {
		n := b.set.pkg.Named(t.Ref)
		base := b.set.pkg.Resolve(t)
		switch {
		case b.set.needsReader(n) && !constrains(rules):
			return jen.Id(b.set.reader(n)).Call(b.r())
		case n.Via == "" && leaf(base):
			call, _ := b.leafCall(base, t, rules, hint)
			return b.set.file.Named(n).Call(call)
		}
		return nil
	}
	if !leaf(t) {
		return nil
	}
	call, got := b.leafCall(t, t, rules, hint)
	if want := t.Basic; want != "" && got != want {
		return jen.Id(want).Call(call)
	}
	return call
}

func (b *body) list(g *jen.Group, target *jen.Statement, t *model.Type, rules *model.Rules, hint string) {
	low, high := 0, -1
	if rules != nil {
		low, high = intOr(rules.MinItems, 0), intOr(rules.MaxItems, -1)
	}
	b.loop(g, "l", "List", []jen.Code{jen.Lit(low), jen.Lit(high)}, func(g *jen.Group, l string) {
		b.element(g, t.Elem, hint, func(value *jen.Statement) jen.Code {
			room := jenx.Runtime("Room").Call(jen.Op("&").Id(l), target.Clone())
			return target.Clone().Op("=").Append(room, value)
		})
	})
	b.unique(g, target, rules)
}

func (b *body) array(g *jen.Group, target *jen.Statement, t *model.Type, hint string) {
	n := jen.Lit(int(t.Len))
	b.loop(g, "l", "List", []jen.Code{n, n}, func(g *jen.Group, l string) {
		if t.Len == 0 { // there is no turn, and Go 1.26 cannot compile some assignments to what is not there
			return
		}
		b.into(g, target.Clone().Index(jen.Id(l).Dot("Index").Call()), t.Elem, nil, hint)
	})
}

func (b *body) mapping(g *jen.Group, target *jen.Statement, t *model.Type, hint string) {
	b.loop(g, "m", "Map", nil, func(g *jen.Group, m string) {
		key := b.key(g, m, target, t)
		b.element(g, t.Elem, hint, func(value *jen.Statement) jen.Code {
			return target.Clone().Index(key).Op("=").Add(value)
		})
	})
}

// loop writes a loop over an iterator of the reader; do gets its name.
func (b *body) loop(g *jen.Group, name, method string, args []jen.Code, do func(g *jen.Group, it string)) {
	it := b.scope.Local(name)
	defer b.scope.Free(it)
	g.For(jen.Id(it).Op(":=").Add(b.r()).Dot(method).Call(args...), jen.Id(it).Dot("Next").Call(), jen.Empty()).
		BlockFunc(func(g *jen.Group) { do(g, it) })
}

// element reads one element and hands it to put: as an expression where one
// does, else through a variable.
func (b *body) element(g *jen.Group, t *model.Type, hint string, put func(*jen.Statement) jen.Code) {
	if expr := b.expr(t, nil, hint); expr != nil {
		g.Add(put(expr))
		return
	}
	e := b.scope.Local("e")
	defer b.scope.Free(e)
	if t.Kind == model.List || t.Kind == model.Map {
		g.Id(e).Op(":=").Add(b.set.file.GoType(t)).Values()
		b.fill(g, jen.Id(e), t, nil, hint)
	} else {
		g.Var().Id(e).Add(b.set.file.GoType(t))
		b.into(g, jen.Id(e), t, nil, hint)
	}
	g.Add(put(jen.Id(e)))
}

// namedBytes reads base64 into a slice whose element is a named byte type.
func (b *body) namedBytes(g *jen.Group, target *jen.Statement, t *model.Type) {
	e := b.scope.Local("e")
	defer b.scope.Free(e)
	g.Add(target.Clone().Op("=").Add(b.set.file.GoType(t)).Values())
	g.For(jen.List(jen.Id("_"), jen.Id(e)).Op(":=").Range().Add(b.r()).Dot("Bytes").Call()).Block(
		target.Clone().Op("=").Append(target.Clone(), b.set.file.GoType(t.Elem).Call(jen.Id(e))),
	)
}
