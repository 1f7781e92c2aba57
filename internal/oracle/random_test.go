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
	lenient bool // values may come as strings that hold them
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
	return (p.typ.isPointer() || p.rules.def != "") && !p.rules.required
}

// generator makes the types and tools of one package, over those of another.
type generator struct {
	*rand.Rand
	pkg     string
	scalars []*def // names of scalars, constants and rules and all
	structs []*def
	unions  []*def
	others  []*def // names of lists, maps, arrays and bytes
	defs    []*def // what this package declares, in order
	tools   []*tool
	n       int
}

func newGenerator(seed uint64, number int, pkg string, below *generator) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(number))), pkg: pkg}
	if below != nil {
		g.scalars, g.structs, g.others = slices.Clone(below.scalars), slices.Clone(below.structs), slices.Clone(below.others)
		g.unions = slices.Clone(below.unions)
	}
	for range 6 {
		g.scalarType()
	}
	g.plainTypes()
	for i := range 5 {
		g.structType()
		if i%2 == 1 {
			g.unionType()
		}
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
	if g.chance(25) {
		d.zeroer = pick(g.Rand, []string{"v ", "v *"})
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
	add := func(word string, under *typ) *def {
		d := &def{name: g.name(word), under: under}
		g.declare(d)
		g.others = append(g.others, d)
		return d
	}
	list := add("List", &typ{kind: slice, elem: g.elem(2)})
	list.rules = g.listRules(list.under)
	add("Map", &typ{kind: mapping, key: g.key(), elem: g.reached(func() *typ { return g.typ(1) })})
	add("Array", &typ{kind: array, len: g.IntN(3), elem: g.typ(1)})
	add("Bytes", &typ{kind: text})
	target := g.typ(1)
	for target.kind == moment || target.kind == raw || target.kind == ownKind || target.kind == union || strings.Contains(target.basic, ".") { // behind a name their code is not found
		target = g.typ(1)
	}
	add("Pointer", &typ{kind: pointer, elem: target})
	add("Any", &typ{kind: anyKind})
	octet := &def{name: g.name("Octet"), under: basic("byte")}
	g.scalars = append(g.scalars, octet)
	add("Octets", &typ{kind: text, elem: g.declare(octet)})
	g.endless("Nest", func(self *typ) *typ { return &typ{kind: slice, elem: self} })
	g.endless("Tree", func(self *typ) *typ { return &typ{kind: mapping, key: g.key(), elem: self} })
	g.endless("Ptrs", func(self *typ) *typ { return &typ{kind: slice, elem: &typ{kind: pointer, elem: self}} })
	g.endless("Pairs", func(self *typ) *typ { return &typ{kind: array, len: 2, elem: &typ{kind: slice, elem: self}} })
	g.endless("Loop", func(self *typ) *typ {
		mid := &typ{kind: named, def: &def{pkg: g.pkg, name: g.name("Mid"), under: &typ{kind: mapping, key: basic("string"), elem: self}}}
		g.defs = append(g.defs, mid.def)
		return &typ{kind: array, len: 1 + g.IntN(2), elem: &typ{kind: slice, elem: mid}}
	})
}

// endless declares a type that holds itself with no struct in between.
func (g *generator) endless(word string, around func(self *typ) *typ) {
	d := &def{pkg: g.pkg, name: g.name(word)}
	d.under = around(&typ{kind: named, def: d})
	if d.under.kind == slice {
		d.rules.maxItems = g.counts().maxItems // with a least number, no value would have an end
	}
	g.declare(d)
	g.others = append(g.others, d)
}

// key is a type for the keys of maps: a string or an integer, or a name of
// either that says nothing that names cannot keep to.
func (g *generator) key() *typ {
	if g.chance(15) {
		return &typ{kind: named, def: pick(g.Rand, []*def{&version, &loud})}
	}
	for _, d := range g.scalars {
		base := d.base().basic
		if g.chance(15) && base != "bool" && !strings.HasPrefix(base, "float") && d.rules.format == "" && (base == "string" || !d.rules.bounds()) {
			return &typ{kind: named, def: d}
		}
	}
	if g.chance(40) {
		return basic(pick(g.Rand, []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr"}))
	}
	return basic("string")
}

// typ returns a type. Structs of this package that are not complete yet are
// not among them.
func (g *generator) typ(depth int) *typ {
	n := g.IntN(28)
	if n >= 24 {
		return g.ownUse()
	}
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
	case n < 17 && g.chance(25):
		return g.anonymous(depth)
	case n < 17 && len(g.structs) > 0:
		return g.structUse(depth)
	case n < 18 && len(g.unions) > 0:
		return &typ{kind: union, def: pick(g.Rand, g.unions)}
	case n < 19:
		return &typ{kind: slice, elem: g.elem(depth)}
	case n < 20:
		return &typ{kind: array, len: g.IntN(4), elem: g.typ(depth - 1)}
	case n < 22:
		return &typ{kind: mapping, key: g.key(), elem: g.reached(func() *typ { return g.typ(depth - 1) })}
	default:
		return g.pointerTo(g.typ(depth - 1))
	}
}

// ownUse is a type with code of its own, or a number that Go keeps exactly.
func (g *generator) ownUse() *typ {
	if g.chance(20) {
		return basic(pick(g.Rand, []string{"json.Number", "big.Int"}))
	}
	return &typ{kind: ownKind, own: pick(g.Rand, owns)}
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

// pointerTo is a pointer to t, which can be one; one to a union is not supported.
func (g *generator) pointerTo(t *typ) *typ {
	if t.kind == union {
		return t
	}
	return &typ{kind: pointer, elem: t}
}

// structUse is a struct of before, or an instance of a generic one.
func (g *generator) structUse(depth int) *typ {
	if g.chance(25) {
		arg := g.argument(depth - 1)
		if arg.kind == union { // a box has a pointer to it
			return chain(arg)
		}
		return pick(g.Rand, []func(*typ) *typ{box, chain})(arg)
	}
	return &typ{kind: named, def: pick(g.Rand, g.structs)}
}

// argument is a type argument for Box, which holds it in a map, too, and pointers
// to it.
func (g *generator) argument(depth int) *typ {
	return g.reached(func() *typ {
		t := g.typ(depth)
		if t.kind == pointer {
			t = t.elem
		}
		if t.kind == union { // the generic type may have a pointer to it
			return basic("string")
		}
		return t
	})
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
