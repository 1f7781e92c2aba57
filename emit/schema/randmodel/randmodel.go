// Package randmodel makes random contracts, and documents that fit or do not
// fit them, for tests of the emitters. It derives the documents from the
// contract on its own, so that a schema can be held against them.
package randmodel

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mcpgen/mcpgen/internal/model"
)

// wireNames are names that a naive emitter trips over, among plain ones.
var wireNames = []string{
	"id", "city", "type", "properties", "$ref", "required", "enum", "a b", "x\"y", "<b>", "a|b", "日本", "*",
	"int", "true", "-", "x.y", "line\nbreak", "", "a`b", "&amp;", "name?", "k=v",
}

var docs = []string{
	"", "", "city name", "Rows where a < b && c > d.", "Run the `go tool` step; match \\.md and \"x\"; end */ and </script>.",
	"Two\nlines.\n\nAnd a paragraph.", "100% of %d", "Deprecated: use it not.",
}

// Package returns a contract that is determined by the seed. It passes
// model.Check but for positions.
func Package(seed uint64) *model.Package {
	g := &generator{rand: rand.New(rand.NewPCG(seed, 7)), p: &model.Package{Path: "example.com/rand", Name: "rand"}}
	g.types()
	for i := range 3 {
		g.tool(i)
	}
	return g.p
}

type generator struct {
	rand *rand.Rand
	p    *model.Package
	// all are the types that a member can have.
	all []*model.Type
}

func (g *generator) chance(percent int) bool { return g.rand.IntN(100) < percent }

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func ptr(n int) *int { return &n }

// types declares enums, bounded scalars, structs that may hold each other, a
// list and a map that hold themselves, and two types of one name.
func (g *generator) types() {
	str := &model.Type{Kind: model.String, Basic: "string"}
	num := &model.Type{Kind: model.Int, Basic: "int", Bits: 64}
	g.add(&model.Named{Name: "Color", Type: str, Doc: pick(g.rand, docs), Enum: []model.EnumValue{
		{Name: "Red", Value: `"red"`, Doc: "like blood"}, {Name: "Int", Value: `"int"`}, {Name: "Odd", Value: `"a|b \n\u003c"`}}})
	g.add(&model.Named{Name: "Level", Type: num, Doc: pick(g.rand, docs), Open: g.chance(50), Enum: []model.EnumValue{
		{Name: "Low", Value: "1"}, {Name: "High", Value: "4611686018427387904", Doc: "Exact."}}})
	g.add(&model.Named{Name: "Score", Type: &model.Type{Kind: model.Float, Basic: "float64", Bits: 64}, Rules: &model.Rules{Min: "0", Max: "1.50"}})
	g.add(&model.Named{Name: "Short", Type: str, Rules: &model.Rules{MaxLength: ptr(4)}})
	g.add(&model.Named{Name: "Nest", Recursive: true, Type: &model.Type{Kind: model.List, Elem: g.ref("Nest")}})
	g.add(&model.Named{Name: "Tree", Recursive: true, Type: &model.Type{Kind: model.Map, Key: str, Elem: g.ref("Tree")}})
	g.add(&model.Named{Name: "Zone", Type: &model.Type{Kind: model.Text}, Doc: pick(g.rand, docs),
		Code: &model.Code{Read: "UnmarshalText", Write: "MarshalText", Under: model.Ref}})
	g.add(&model.Named{Name: "Blob", Type: &model.Type{Kind: model.Custom}, Code: &model.Code{Read: "UnmarshalJSON", Under: model.Ref}})
	g.add(&model.Named{Name: "Sum", Type: &model.Type{Kind: model.Custom}, Code: &model.Code{Read: "UnmarshalJSON", Under: model.Ref,
		Schema: `{"type":"string","description":"a < b","minLength":1}`, Wire: []string{"string"}}})
	names := []string{"Alpha", "Beta", "Gamma", "Delta"}
	for _, name := range names {
		g.add(&model.Named{Name: name, Struct: true, Doc: pick(g.rand, docs)})
	}
	g.add(&model.Named{Pkg: "example.com/other", Name: "Alpha", Struct: true})
	g.union("Figure", "Alpha", "Beta")
	g.union("Single", "Gamma")
	for _, n := range g.p.Types {
		if n.Struct {
			g.fields(n)
		}
	}
	g.markRecursive()
	slices.SortFunc(g.p.Types, func(a, b *model.Named) int { return cmpString(a.ID, b.ID) })
}

func cmpString(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

// union adds a union of structs; the name of no member is that of its
// discriminator.
func (g *generator) union(name string, structs ...string) {
	u := &model.Union{Discriminator: pick(g.rand, []string{"kind of", "t"})}
	for i, of := range structs {
		c := model.Case{Value: []string{"int", "a|b \n"}[i], Type: g.ref(of)}
		if g.chance(50) {
			c.Type = &model.Type{Kind: model.Ptr, Elem: c.Type}
		}
		u.Cases = append(u.Cases, c)
	}
	g.add(&model.Named{Name: name, Union: u, Doc: pick(g.rand, docs)})
}

func (g *generator) ref(name string) *model.Type {
	return &model.Type{Kind: model.Ref, Ref: g.p.Path + "." + name}
}

func (g *generator) add(n *model.Named) {
	if n.Pkg == "" {
		n.Pkg = g.p.Path
	}
	n.ID = n.Pkg + "." + n.Name
	g.p.Types = append(g.p.Types, n)
	g.all = append(g.all, &model.Type{Kind: model.Ref, Ref: n.ID})
}

// fields fills a struct. Structs stand in structs only behind something that
// can be empty, so that every value is finite.
func (g *generator) fields(n *model.Named) {
	for i, name := range g.names(4) {
		f := &model.Field{Property: g.property(name), Path: []model.Step{{Name: fmt.Sprintf("F%d", i)}}}
		within := f.Type
		for within.Kind == model.Array {
			within = within.Elem
		}
		if base, null := g.find(within); base.Whole() && !null {
			f.Type = &model.Type{Kind: model.Ptr, Elem: f.Type}
			f.Optional, f.Rules = true, nil
		}
		if g.chance(30) {
			f.Omit, f.Optional = model.OmitEmpty, true
		} else if g.chance(20) {
			f.Path = append([]model.Step{{Name: "Base", Embedded: g.all[0]}}, f.Path...)
		}
		n.Fields = append(n.Fields, f)
	}
}

// find returns the named type behind pointers, an empty one when there is
// none.
func (g *generator) find(t *model.Type) (n *model.Named, null bool) {
	for t.Kind == model.Ptr {
		t, null = t.Elem, true
	}
	for _, named := range g.p.Types {
		if t.Kind == model.Ref && named.ID == t.Ref {
			return named, null
		}
	}
	return &model.Named{}, null
}

func (g *generator) names(most int) []string {
	names := slices.Clone(wireNames)
	g.rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names[:g.rand.IntN(most+1)]
}

func (g *generator) property(name string) model.Property {
	prop := model.Property{Name: name, Doc: pick(g.rand, docs), Deprecated: g.chance(10), Type: g.typ(2)}
	prop.Optional = prop.Type.Kind == model.Ptr || g.chance(30)
	prop.Rules = g.rules(prop.Type)
	if prop.Rules != nil && prop.Rules.Default != "" {
		prop.Optional = true
	}
	return prop
}

func (g *generator) typ(depth int) *model.Type {
	n := g.rand.IntN(21)
	if depth == 0 && n > 12 {
		n = 0
	}
	elem := func() *model.Type { return g.typ(depth - 1) }
	switch n {
	case 1:
		return &model.Type{Kind: model.Bool, Basic: "bool"}
	case 2, 3:
		bits := pick(g.rand, []int{8, 16, 32, 64})
		return &model.Type{Kind: model.Int, Basic: fmt.Sprintf("int%d", bits), Bits: bits}
	case 4:
		bits := pick(g.rand, []int{8, 16, 32, 64})
		return &model.Type{Kind: model.Uint, Basic: fmt.Sprintf("uint%d", bits), Bits: bits}
	case 5:
		return &model.Type{Kind: model.Float, Basic: "float64", Bits: 64}
	case 6:
		return &model.Type{Kind: model.Bytes}
	case 7:
		return &model.Type{Kind: model.Time}
	case 8:
		return &model.Type{Kind: pick(g.rand, []model.Kind{model.Any, model.Raw})}
	case 9, 10, 11, 12:
		return pick(g.rand, g.all)
	case 13, 14, 15:
		return &model.Type{Kind: model.List, Elem: elem()}
	case 16:
		return &model.Type{Kind: model.Array, Len: int64(g.rand.IntN(3)), Elem: g.typ(0)}
	case 17:
		return &model.Type{Kind: model.Map, Key: &model.Type{Kind: model.String, Basic: "string"}, Elem: elem()}
	case 20:
		return &model.Type{Kind: pick(g.rand, []model.Kind{model.Numeral, model.BigInt})}
	case 18, 19:
		return &model.Type{Kind: model.Ptr, Elem: elem()}
	}
	return &model.Type{Kind: model.String, Basic: "string"}
}

// rules returns constraints that fit the type and can be met.
func (g *generator) rules(t *model.Type) *model.Rules {
	for t.Kind == model.Ptr {
		t = t.Elem
	}
	if g.chance(50) {
		return nil
	}
	switch {
	case t.Kind == model.Int || t.Kind == model.Uint:
		r := &model.Rules{Min: "2", Max: "14"}
		if g.chance(50) {
			r.Default = "3"
		} else if g.chance(50) {
			r = &model.Rules{ExclusiveMin: "1", ExclusiveMax: "15", MultipleOf: "1"}
		}
		return r
	case t.Kind == model.BigInt:
		return pick(g.rand, []*model.Rules{{Min: "2", Max: "14"}, {ExclusiveMin: "1", MultipleOf: "1"}})
	case t.Kind == model.Float || t.Kind == model.Numeral:
		return pick(g.rand, []*model.Rules{{Min: "0.5"}, {ExclusiveMin: "0.4", Max: "1.25", MultipleOf: "0.25"}, {ExclusiveMax: "1.3", MultipleOf: "0.05"}})
	case t.Kind == model.String && g.chance(30):
		return pick(g.rand, []*model.Rules{{Format: "email"}, {Format: "date", MaxLength: ptr(10)}, {Pattern: "^[^a]+$"}})
	case t.Kind == model.String && g.chance(50):
		return &model.Rules{MinLength: ptr(1), MaxLength: ptr(9), Default: pick(g.rand, []string{`"x"`, `"a b"`, `"true"`, `"\u003c)|"`})}
	case t.Kind == model.String:
		return &model.Rules{Enum: []string{`"celsius"`, `"text/plain"`, `"null"`}, EnumMode: pick(g.rand, []string{"", "open"})}
	case t.Kind == model.List:
		if n, _ := g.find(t.Elem); !n.Whole() {
			return &model.Rules{MinItems: ptr(1), MaxItems: ptr(3), Unique: t.Elem.Kind == model.String && g.chance(50)}
		}
	}
	return nil
}

// held is a parameter that takes a handle, or several.
func (g *generator) held() model.Property {
	handle := &model.Type{Kind: model.Handle, Elem: g.typ(1)}
	prop := model.Property{Name: "held", Doc: pick(g.rand, docs), Type: handle}
	switch g.rand.IntN(3) {
	case 0:
		prop.Type, prop.Optional = &model.Type{Kind: model.Ptr, Elem: handle}, true
	case 1:
		prop.Type = &model.Type{Kind: model.List, Elem: handle}
	}
	return prop
}

// markRecursive marks the structs from which a walk comes back.
func (g *generator) markRecursive() {
	for _, n := range g.p.Types {
		if n.Whole() {
			n.Recursive = g.reaches(n, n.ID, map[string]bool{})
		}
	}
}

func (g *generator) reaches(n *model.Named, id string, seen map[string]bool) bool {
	for _, part := range n.Parts() {
		for t := part; t != nil; t = t.Elem {
			if t.Kind != model.Ref || seen[t.Ref] {
				continue
			}
			seen[t.Ref] = true
			next, _ := g.find(t)
			if t.Ref == id || g.reaches(next, id, seen) {
				return true
			}
		}
	}
	return false
}

func (g *generator) tool(i int) {
	t := &model.Tool{Name: fmt.Sprintf("tool_%d", i), Doc: pick(g.rand, docs), Open: g.chance(20)}
	t.Func.Name = fmt.Sprintf("Tool%d", i)
	if g.chance(30) {
		t.Struct = true
		t.Func.Params = []*model.Param{{Property: model.Property{Name: "in", Type: g.ref("Beta")}}}
	} else {
		for _, name := range g.names(5) {
			t.Func.Params = append(t.Func.Params, &model.Param{Property: g.property(name)})
		}
		if g.chance(20) {
			t.Func.Params = append(t.Func.Params, &model.Param{Property: g.held()})
		}
	}
	for _, name := range g.names(2) {
		prop := model.Property{Name: name, Doc: pick(g.rand, docs), Type: g.typ(2)}
		t.Func.Results = append(t.Func.Results, &model.Param{Property: prop})
	}
	if len(t.Func.Results) == 1 {
		t.Keep = g.chance(20)
		t.Wrap = !t.Keep && !g.p.IsObject(t.Func.Results[0].Type)
	}
	g.p.Tools = append(g.p.Tools, t)
}
