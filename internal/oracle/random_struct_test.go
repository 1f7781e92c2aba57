package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// structType declares a struct. By value it holds only structs of before;
// behind pointers, lists and maps it may hold itself.
func (g *generator) structType() {
	d := &def{name: g.name("Struct"), pkg: g.pkg}
	self := &typ{kind: named, def: d}
	embedded := map[string]bool{}
	for i := range 2 + g.IntN(6) {
		f := &field{name: fmt.Sprintf("F%d", i)}
		switch {
		case g.chance(25) && g.embed(f) && !embedded[f.goName()]:
			embedded[f.goName()] = true
		case g.chance(8):
			f = &field{name: fmt.Sprintf("f%d", i), typ: basic("int")}
		case g.chance(15):
			f.embedded, f.tag = false, g.tag()
			f.name, f.typ = fmt.Sprintf("F%d", i), g.around(self)
			f.opts = g.options()
		default:
			f.embedded, f.name = false, fmt.Sprintf("F%d", i)
			f.typ, f.tag = g.typ(2), g.tag()
			f.opts = g.options()
			if f.opts != "" || f.tag != "-" {
				f.rules = g.rules(f.typ)
				f.rules.required = g.requires(f.typ, f.rules) && f.opts == ""
				f.ruleTag = g.chance(40)
			}
			if g.chance(40) && (f.tag != "-" || f.opts != "") && f.quotable() {
				f.opts += ",string"
			}
		}
		d.fields = append(d.fields, f)
	}
	for _, f := range d.fields {
		if f.typ.kind == mapping && f.typ.elem == self && self.unreached() {
			f.typ.elem = &typ{kind: pointer, elem: self}
		}
	}
	g.nameUnions(d)
	d.dropUnread()
	if g.chance(20) {
		d.zeroer = "v *" // as a nil one that is embedded can be asked
	}
	g.declare(d)
	g.structs = append(g.structs, d)
}

// isNumeral reports whether t is json.Number, or points to it.
func (t *typ) isNumeral() bool {
	for t.kind == pointer {
		t = t.elem
	}
	return t.basic == "json.Number"
}

// quotable reports whether the option string is no mistake: it means nothing,
// or no rule of the field is lost on it.
func (f *field) quotable() bool {
	if f.typ.ownBase() != nil || f.typ.isNumeral() { // which it is heeded for in one direction
		return false
	}
	base := f.typ.quotedBase()
	if base == nil {
		return true
	}
	for t := f.typ; t != nil; {
		switch {
		case t.kind == pointer:
			t = t.elem
		case t.kind == named && t.def.rules.bounds():
			return false
		case t.kind == named:
			t = t.def.under
		default:
			return !f.rules.bounds()
		}
	}
	return false
}

// quotedBase is the scalar that the option string makes a string of; nil when
// it means nothing: it looks through one pointer that has no name, and a big.Int
// is a struct to encoding/json.
func (t *typ) quotedBase() *typ {
	if t.kind == pointer {
		t = t.elem
	}
	if t.isPointer() {
		return nil
	}
	base := t.scalarBase()
	if base != nil && base.basic == "big.Int" {
		return nil
	}
	return base
}

// anonymous is a struct type without a name. Others can use it, so that all its
// fields are exported.
func (g *generator) anonymous(depth int) *typ {
	d := &def{pkg: g.pkg}
	for i := range g.IntN(4) {
		f := &field{name: fmt.Sprintf("F%d", i), typ: g.typ(depth - 1), tag: g.tag(), opts: g.options()}
		if g.chance(20) && (f.tag != "-" || f.opts != "") && f.quotable() {
			f.opts += ",string"
		}
		d.fields = append(d.fields, f)
	}
	if i := slices.IndexFunc(g.structs, func(d *def) bool { return strings.ToUpper(d.name[:1]) == d.name[:1] }); i >= 0 && g.chance(30) {
		d.fields = append(d.fields, &field{embedded: true, typ: &typ{kind: named, def: g.structs[i]}})
	}
	return &typ{kind: named, def: d}
}

// dropUnread takes the rules from fields that are not on the wire, where they
// are a mistake.
func (d *def) dropUnread() {
	read := map[*field]bool{}
	for _, m := range d.members() {
		read[m.field] = true
	}
	for _, f := range d.fields {
		if !read[f] {
			f.rules = rules{}
		}
	}
}

// tag is a name on the wire, or none.
func (g *generator) tag() string {
	if g.chance(30) {
		return ""
	}
	if g.chance(3) {
		return "-"
	}
	return pick(g.Rand, document.Names)
}

// around is a type that can hold self and still end.
func (g *generator) around(self *typ) *typ {
	switch g.IntN(4) {
	case 0:
		return &typ{kind: slice, elem: self}
	case 1:
		return &typ{kind: mapping, key: basic("string"), elem: self}
	case 2:
		return &typ{kind: slice, elem: &typ{kind: pointer, elem: self}}
	}
	return &typ{kind: pointer, elem: self}
}

// options are those that leave out members.
func (g *generator) options() string {
	switch n := g.IntN(10); {
	case n < 2:
		return ",omitempty"
	case n < 4:
		return ",omitzero"
	case n < 5:
		return ",omitempty,omitzero"
	}
	return ""
}

// embed makes f an embedded struct, by value or by pointer, or an embedded
// name of something else; false when there is none.
func (g *generator) embed(f *field) bool {
	list := g.structs
	if g.chance(20) {
		list = g.scalars
	}
	if len(list) == 0 {
		return false
	}
	d := pick(g.Rand, list)
	lower := strings.ToLower(d.name[:1]) == d.name[:1]
	f.name, f.embedded, f.typ = "", true, &typ{kind: named, def: d}
	if g.chance(15) && d.isStruct() && g.pkg != shared {
		f.typ, lower = box(g.argument(1)), false
	}
	if g.chance(40) && !lower && d.zeroer != "v " && !d.promotesZero() {
		f.typ = &typ{kind: pointer, elem: f.typ}
	}
	if g.chance(20) && !lower {
		f.tag = pick(g.Rand, document.Names)
	}
	return true
}

// promotesZero reports whether d has a method IsZero from a struct embedded in
// it, which a nil pointer to d cannot be asked.
func (d *def) promotesZero() bool {
	return d.zeroer == "" && slices.ContainsFunc(d.fields, func(f *field) bool {
		t := f.typ
		for f.embedded && t.kind == pointer {
			t = t.elem
		}
		return f.embedded && (t.def.zeroer != "" || t.def.promotesZero())
	})
}

// ruled gives a function parameters that have rules, all of them.
func (g *generator) ruled(t *tool) {
	for i := range 4 + g.IntN(5) {
		p := &param{name: string(rune('a' + i))}
		p.wire = p.name
		for tries := 0; tries < 20 && p.rules.arguments() == ""; tries++ {
			p.typ = basic(pick(g.Rand, []string{"string", "string", "int", "int8", "uint64", "float64", "float32"}))
			if g.chance(30) {
				p.typ = &typ{kind: named, def: pick(g.Rand, g.scalars)}
			}
			if bits := widths[p.typ.scalarBase().basic]; g.chance(20) && bits != 8 { // those would be bytes
				p.typ = &typ{kind: slice, elem: p.typ}
			} else if g.chance(25) {
				p.typ = &typ{kind: pointer, elem: p.typ}
			}
			p.rules = g.rules(p.typ)
		}
		p.rules.required = g.requires(p.typ, p.rules)
		g.header(p)
		t.params = append(t.params, p)
	}
}

// tool adds a function.
func (g *generator) tool(number int) {
	t := &tool{pkg: g.pkg, name: fmt.Sprintf("tool%d", number), open: g.chance(15), lenient: g.chance(25), failing: g.chance(50)}
	g.tools = append(g.tools, t)
	if g.chance(25) {
		g.ruled(t)
		return
	}
	if g.chance(60) {
		t.in = g.structUse(2)
		if g.chance(30) {
			t.wrapped = true
			t.params = []*param{{name: "in", wire: "in", typ: t.in}}
		}
		if g.chance(50) {
			t.in = &typ{kind: pointer, elem: t.in}
			if t.wrapped {
				t.params[0].typ = t.in
			}
		}
		return
	}
	n := 1 + g.IntN(5)
	wires := map[string]bool{}
	for i := range n {
		p := &param{name: string(rune('a' + i)), typ: g.typ(2)}
		p.wire = p.name
		if w := pick(g.Rand, document.Names); g.chance(30) && !wires[w] && w != badTag && w != "a b" {
			p.wire, wires[w] = w, true
		}
		p.rules = g.rules(p.typ)
		p.rules.required = g.requires(p.typ, p.rules)
		g.header(p)
		t.params = append(t.params, p)
	}
	last := t.params[n-1]
	if g.chance(30) {
		t.rest = true
		last.typ = &typ{kind: slice, elem: g.elem(2)}
		last.rules = g.listRules(last.typ)
		last.rules.required = g.chance(30)
	}
	// One struct alone would be the struct form; one result that is nil is an error.
	if base := last.typ; n == 1 && !t.rest && (base.kind == named && base.def.isStruct() || base.isPointer() || base.kind == union) {
		last.typ, last.rules = basic("string"), rules{}
	}
}
