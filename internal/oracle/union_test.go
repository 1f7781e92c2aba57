package oracle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// unionDef is what an interface with //mcp:oneof is on the wire.
type unionDef struct {
	discriminator string
	cases         []unionCase // the first one holds no value of the union
}

type unionCase struct {
	value   string
	def     *def
	pointer bool // only a pointer has the method
}

// members are those of the struct, and the discriminator.
func (c unionCase) members(u *unionDef) []member {
	tag := member{field: &field{typ: basic("string"), rules: rules{enum: []string{strconv.Quote(c.value)}}}, name: u.discriminator}
	return append(c.def.members(), tag)
}

// unionType declares a union of structs, some of which may hold it.
func (g *generator) unionType() {
	var own []*def
	for _, d := range g.structs {
		if d.pkg == g.pkg && len(d.args) == 0 {
			own = append(own, d)
		}
	}
	u := &unionDef{}
	d := &def{name: g.name("Union"), pkg: g.pkg, union: u}
	values := []string{"circle", "two words", `quo"te`, "=", "日本", "2d", "true"}
	g.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	u.cases = append(u.cases, unionCase{values[0], pick(g.Rand, own), g.chance(30)})
	g.unions = append(g.unions, d)
	for i := range 1 + g.IntN(2) {
		g.structType()
		u.cases = append(u.cases, unionCase{values[i+1], g.structs[len(g.structs)-1], g.chance(30)})
	}
	u.discriminator = g.discriminator(u)
	g.declare(d)
}

// discriminator is a name that no member of a case has.
func (g *generator) discriminator(u *unionDef) string {
	for {
		name := pick(g.Rand, append(slices.Clone(document.Names), "kind", "F0", "f1"))
		if !slices.ContainsFunc(u.cases, func(c unionCase) bool { return find(c.def.members(), name) != nil }) {
			return name
		}
	}
}

// declareUnion writes the interface, the methods of its cases, and the same for
// the probe, since encoding/json knows nothing of it.
func (d *def) declareUnion() string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s is a union.\n//\n//mcp:oneof discriminator=%s", d.name, strconv.Quote(d.union.discriminator))
	var cases []string
	for _, c := range d.union.cases {
		fmt.Fprintf(&b, " %s", strconv.Quote(c.value+"="+c.def.name))
		zero := c.def.name + "{}"
		if c.pointer {
			zero = "(*" + c.def.name + ")(nil)"
		}
		cases = append(cases, strconv.Quote(c.value)+": "+zero)
	}
	fmt.Fprintf(&b, "\ntype %s interface{ is%s() }\n\n", d.name, d.name)
	fmt.Fprintf(&b, "var _ = probe.Union[%s](%s, map[string]any{%s})\n\n", d.name, strconv.Quote(d.union.discriminator), strings.Join(cases, ", "))
	for _, c := range d.union.cases {
		star := ""
		if c.pointer {
			star = "*"
		}
		fmt.Fprintf(&b, "func (%s%s) is%s() {}\n", star, c.def.name, d.name)
	}
	return b.String()
}

// holdsUnion reports whether values of the type can hold one of a union.
func (t *typ) holdsUnion(seen map[*def]bool) bool {
	switch {
	case t == nil || t.def != nil && seen[t.def]:
		return false
	case t.kind == union || t.elem.holdsUnion(seen):
		return true
	case t.def == nil:
		return false
	}
	seen[t.def] = true
	return t.def.under.holdsUnion(seen) || slices.ContainsFunc(t.def.fields, func(f *field) bool { return f.typ.holdsUnion(seen) })
}

// nameUnions gives the fields that hold unions names of their own, in Go and on
// the wire, so that the probe finds them without the rules of encoding/json.
func (g *generator) nameUnions(d *def) {
	for _, f := range d.fields {
		switch {
		case !f.typ.holdsUnion(map[*def]bool{}) || f.tag == "-" && f.opts == "":
		case f.embedded:
			f.tag = ""
		default:
			g.n++
			f.name, f.tag = fmt.Sprintf("U%s%d", g.pkg, g.n), fmt.Sprintf("u%s%d", g.pkg, g.n)
		}
	}
}

// union judges v as a value of a union by the first discriminator in it.
func (r *reading) union(u *unionDef, v any) any {
	o, ok := v.(document.Object)
	if !ok {
		r.refuse("%v is no object", v)
		return v
	}
	for _, e := range o {
		if e.Name != u.discriminator {
			continue
		}
		for _, c := range u.cases {
			if e.Value == any(c.value) {
				return r.structure(c.members(u), v)
			}
		}
		r.refuse("%v is no case", e.Value)
		r.names(v)
		return v
	}
	r.refuse("%q is missing", u.discriminator)
	r.names(v)
	return v
}

// union makes an object of one case.
func (s sampler) union(u *unionDef, depth int) document.Object {
	c := pick(s.Rand, u.cases)
	if depth > 3 {
		c = u.cases[0]
	}
	o := append(s.structure(c.def.members(), depth), document.Entry{Name: u.discriminator, Value: c.value})
	s.Shuffle(len(o), func(i, j int) { o[i], o[j] = o[j], o[i] })
	return o
}
