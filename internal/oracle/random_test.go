package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// tool is a function under test.
type tool struct {
	pkg     string
	name    string // of the Go function; that of the tool is the same
	open    bool
	wrapped bool // args=in: the struct is one property
	in      *typ // the struct form; nil for the positional one
	params  []*param
	failing bool // it returns an error too
	rest    bool // the last parameter is variadic
}

type param struct {
	name  string
	wire  string
	typ   *typ
	rules rules
}

func (p *param) optional() bool {
	return (p.typ.kind == pointer || p.rules.def != "") && !p.rules.required
}

// generator makes the types and tools of one package, over those of another.
type generator struct {
	*rand.Rand
	pkg     string
	scalars []*def // names of scalars, constants and rules and all
	structs []*def
	others  []*def // names of lists, maps, arrays and bytes
	defs    []*def // what this package declares, in order
	tools   []*tool
	n       int
}

func newGenerator(seed uint64, number int, pkg string, below *generator) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(number))), pkg: pkg}
	if below != nil {
		g.scalars, g.structs, g.others = slices.Clone(below.scalars), slices.Clone(below.structs), slices.Clone(below.others)
	}
	for range 6 {
		g.scalarType()
	}
	g.plainTypes()
	for range 5 {
		g.structType()
	}
	return g
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// name returns a new name, which is exported when others are to see it.
func (g *generator) name(word string) string {
	g.n++
	if g.pkg != shared && g.chance(25) {
		word = strings.ToLower(word)
	}
	return word + strconv.Itoa(g.n)
}

func (g *generator) declare(d *def) *typ {
	d.pkg = g.pkg
	g.defs = append(g.defs, d)
	return &typ{kind: named, def: d}
}

var scalarNames = []string{
	"string", "string", "string", "string", "string", "string", "string", "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
	"uintptr", "float32", "float64", "rune", "byte",
}

func (g *generator) basic() *typ { return basic(pick(g.Rand, scalarNames)) }

// scalarType declares a name for a scalar: plain, with constants, or with
// rules of its own.
func (g *generator) scalarType() {
	d := &def{name: g.name("Scalar"), under: g.basic()}
	if g.chance(20) && len(g.scalars) > 0 {
		under := pick(g.Rand, g.scalars)
		d.under = &typ{kind: named, def: &def{pkg: under.pkg, name: under.name, under: under.base()}} // no rules, no constants: they stay behind
	}
	base := d.base()
	switch {
	case base.basic == "bool":
	case g.chance(40):
		values := document.Literals(base.basic)
		if base.basic == "float32" { // Go rounds a typed constant
			values = slices.DeleteFunc(values, func(s string) bool { return s == "16777217" })
		}
		g.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		for i, literal := range values[:1+g.IntN(len(values))] {
			d.consts = append(d.consts, constant{fmt.Sprintf("%sC%d", d.name, i), literal})
		}
		if g.chance(20) {
			d.rules.mode = pick(g.Rand, []string{"open", "closed"})
		}
	case g.chance(50):
		d.rules = g.typeRules(base)
	}
	g.declare(d)
	g.scalars = append(g.scalars, d)
}

// base is what a name of something that is no struct stands for in the end.
func (d *def) base() *typ {
	t := d.under
	for t != nil && t.kind == named {
		t = t.def.under
	}
	return t
}

func (g *generator) plainTypes() {
	// What holds itself without a struct in between is not supported.
	add := func(word string, under *typ) *def {
		d := &def{name: g.name(word), under: under}
		g.declare(d)
		g.others = append(g.others, d)
		return d
	}
	list := add("List", &typ{kind: slice, elem: g.elem(2)})
	list.rules = g.listRules(list.under)
	add("Map", &typ{kind: mapping, key: g.key(), elem: g.typ(1)})
	add("Array", &typ{kind: array, len: g.IntN(3), elem: g.typ(1)})
	add("Bytes", &typ{kind: text})
	add("Any", &typ{kind: anyKind})
	octet := &def{name: g.name("Octet"), under: basic("byte")}
	g.scalars = append(g.scalars, octet)
	add("Octets", &typ{kind: text, elem: g.declare(octet)})
}

func (g *generator) key() *typ {
	for _, d := range g.scalars {
		if d.base().basic == "string" && g.chance(30) {
			return &typ{kind: named, def: d}
		}
	}
	return basic("string")
}

// typ returns a type. Structs of this package that are not complete yet are
// not among them.
func (g *generator) typ(depth int) *typ {
	n := g.IntN(24)
	if depth <= 0 && n >= 17 {
		n = g.IntN(14)
	}
	switch {
	case n < 6:
		return g.basic()
	case n < 10:
		return &typ{kind: named, def: pick(g.Rand, g.scalars)}
	case n < 14:
		return &typ{kind: pick(g.Rand, []kind{text, moment, anyKind, raw})}
	case n < 15 && len(g.others) > 0:
		return &typ{kind: named, def: pick(g.Rand, g.others)}
	case n < 17 && len(g.structs) > 0:
		return g.structUse(depth)
	case n < 19:
		return &typ{kind: slice, elem: g.elem(depth)}
	case n < 20:
		return &typ{kind: array, len: g.IntN(4), elem: g.typ(depth - 1)}
	case n < 22:
		return &typ{kind: mapping, key: g.key(), elem: g.typ(depth - 1)}
	default:
		return g.pointerTo(g.typ(depth - 1))
	}
}

// elem avoids what would make a list bytes.
func (g *generator) elem(depth int) *typ {
	for {
		t := g.typ(depth - 1)
		base := t
		if t.kind == named && !t.def.isStruct() {
			base = t.def.base()
		}
		if base.kind != scalar || base.basic != "byte" && base.basic != "uint8" {
			return t
		}
	}
}

// pointerTo is a pointer to t; one to a pointer is not supported.
func (g *generator) pointerTo(t *typ) *typ {
	if t.kind == pointer {
		return t
	}
	return &typ{kind: pointer, elem: t}
}

// structUse is a struct of before, or an instance of a generic one.
func (g *generator) structUse(depth int) *typ {
	if g.chance(25) {
		arg := g.typ(depth - 1)
		return pick(g.Rand, []func(*typ) *typ{box, chain})(arg)
	}
	return &typ{kind: named, def: pick(g.Rand, g.structs)}
}

const boxSource = `// Box holds a value in several ways.
type Box[T any] struct {
	Value T            ` + "`json:\"value\"`" + `
	Maybe T            ` + "`json:\"maybe,omitempty\"`" + `
	Ptr   *T           ` + "`json:\"ptr\"`" + `
	All   []T
	ByKey map[string]T ` + "`json:\"by_key,omitempty\"`" + `
}
`

// box is an instance of a generic struct.
func box(arg *typ) *typ {
	list := &typ{kind: slice, elem: arg}
	if arg.kind == pointer {
		arg = arg.elem
		list.elem = arg
	}
	if arg.kind == named && !arg.def.isStruct() || arg.kind == scalar {
		base := arg
		if arg.kind == named {
			base = arg.def.base()
		}
		if base.kind == scalar && (base.basic == "byte" || base.basic == "uint8") {
			list = &typ{kind: text}
			if arg.kind == named {
				list.elem = arg
			}
		}
	}
	return &typ{kind: named, def: &def{pkg: shared, name: "Box", args: []*typ{arg}, fields: []*field{
		{name: "Value", tag: "value", typ: arg},
		{name: "Maybe", tag: "maybe", opts: ",omitempty", typ: arg},
		{name: "Ptr", tag: "ptr", typ: &typ{kind: pointer, elem: arg}},
		{name: "All", typ: list},
		{name: "ByKey", tag: "by_key", opts: ",omitempty", typ: &typ{kind: mapping, key: basic("string"), elem: arg}},
	}}}
}

const chainSource = `// Chain is a list of its own.
type Chain[T any] struct {
	Head T            ` + "`json:\"head\"`" + `
	Tail *Chain[T]    ` + "`json:\"tail,omitempty\"`" + `
	More []*Chain[T]  ` + "`json:\"more,omitzero\"`" + `
}
`

// chain is an instance of a generic struct that holds itself.
func chain(arg *typ) *typ {
	d := &def{pkg: shared, name: "Chain", args: []*typ{arg}}
	self := &typ{kind: pointer, elem: &typ{kind: named, def: d}}
	d.fields = []*field{
		{name: "Head", tag: "head", typ: arg},
		{name: "Tail", tag: "tail", opts: ",omitempty", typ: self},
		{name: "More", tag: "more", opts: ",omitzero", typ: &typ{kind: slice, elem: self}},
	}
	return self.elem
}
