package model

import "testing"

func TestUnionShape(t *testing.T) {
	shape, circle := refTo("p.Shape"), refTo("p.Circle")
	u := &Union{Discriminator: "kind", Cases: []Case{{Value: "a \"b\"", Type: &Type{Kind: Ptr, Elem: circle}}}}
	radius := &Field{Property: Property{Name: "radius", Type: &Type{Kind: Float}}, Omit: OmitEmpty}
	p := &Package{Types: []*Named{
		{ID: "p.Shape", Name: "Shape", Union: u}, {ID: "p.Figure", Name: "Figure", Type: shape},
		{ID: "p.Circle", Name: "Circle", Struct: true, Fields: []*Field{radius}},
	}}
	for _, typ := range []*Type{shape, refTo("p.Figure")} {
		if p.UnionOf(typ) != u || p.IsObject(typ) || p.Resolve(typ).Ref != "p.Shape" {
			t.Errorf("%s is no union, or an object", typ.Ref)
		}
		if p.Nullable(typ, true) || !p.Nullable(typ, false) {
			t.Errorf("%s: only in an output can a union be null", typ.Ref)
		}
	}
	if p.UnionOf(circle) != nil || p.UnionOf(&Type{Kind: List, Elem: shape}) != nil {
		t.Error("a union where there is none")
	}
	for input, required := range map[bool]bool{true: true, false: false} {
		members := p.CaseMembers(u, u.Cases[0], input)
		if len(members) != 2 || members[0].Name != "kind" || members[0].Const != `"a \"b\""` || !members[0].Required || members[1].Required != required {
			t.Errorf("input %v: %+v", input, members)
		}
	}
}
