package model

// Member is one member of a JSON object, seen from one direction.
type Member struct {
	*Property
	// Required: it is always there. In an input it must be sent; in an output
	// it is never left out.
	Required bool
	// Null: the value can be null. Never so in an input, where null for an
	// optional member means absent.
	Null bool
	// Const is the only value, a JSON string; empty when there are others.
	Const string
}

// InputMembers lists the members of a tool's arguments in source order.
func (p *Package) InputMembers(t *Tool) []Member {
	var members []Member
	for _, prop := range p.InputProps(t) {
		members = append(members, Member{Property: prop, Required: !prop.Optional})
	}
	return members
}

// Members lists the members of the object that the result makes: the several
// named results, or the wrapped one. It is nil for a result that is an object
// by itself.
func (p *Package) Members(r Result) []Member {
	if r.Value != nil && r.Wrap {
		value := *r.Value
		value.Name = WrapName
		return []Member{{Property: &value, Required: true, Null: p.nullInside(value.Type)}}
	}
	var members []Member
	for _, prop := range r.Props {
		members = append(members, Member{Property: prop, Required: true, Null: p.Nullable(prop.Type, false)})
	}
	return members
}

// FieldMembers lists the members of a struct, as part of an input or of an
// output.
func (p *Package) FieldMembers(n *Named, input bool) []Member {
	var members []Member
	for _, f := range n.Fields {
		m := Member{Property: &f.Property, Required: !f.Optional}
		if !input {
			m.Required, m.Null = !f.MayBeAbsent(), p.Nullable(f.Type, false)
			if f.Omit != OmitNever {
				m.Null = p.nullInside(f.Type) // a nil pointer is left out
			}
		}
		members = append(members, m)
	}
	return members
}

// nullInside reports whether a value of type t can be null when its outermost
// pointer is not nil, nor a union.
func (p *Package) nullInside(t *Type) bool {
	t = p.Resolve(t)
	return t.Kind == Ptr && p.Nullable(t.Elem, false)
}
