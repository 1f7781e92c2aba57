package model

// Union says that a named type is an interface whose values are those of a few
// structs. On the wire each is an object in which one member, the
// discriminator, tells the struct.
type Union struct {
	// Discriminator is the name of the member.
	Discriminator string `json:"discriminator"`
	// Cases are in the order of the directive, or of the source.
	Cases []Case `json:"cases"`
}

// Case is one struct of a union.
type Case struct {
	// Value is what the discriminator says; no two cases share one.
	Value string `json:"value"`
	// Type refers to the struct; it is a pointer to it when only the pointer
	// has the methods of the interface.
	Type *Type `json:"type"`
}

// Pointer reports whether only a pointer to the struct is a value of the union.
func (c Case) Pointer() bool { return c.Type.Kind == Ptr }

// UnionOf returns the union that t names; nil for every other type.
func (p *Package) UnionOf(t *Type) *Union {
	if n := p.ref(p.Resolve(t)); n != nil {
		return n.Union
	}
	return nil
}

// CaseStruct returns the struct of a case.
func (p *Package) CaseStruct(c Case) *Named {
	base, _ := p.Deref(c.Type)
	return p.ref(base)
}

// CaseMembers lists the members of one case, as part of an input or of an
// output: the discriminator first.
func (p *Package) CaseMembers(u *Union, c Case, input bool) []Member {
	tag := &Property{Name: u.Discriminator, Type: &Type{Kind: String, Basic: "string"}}
	return append([]Member{{Property: tag, Required: true, Const: Quote(c.Value)}}, p.FieldMembers(p.CaseStruct(c), input)...)
}
