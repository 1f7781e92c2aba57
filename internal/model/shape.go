package model

import "strconv"

// What several emitters ask of the contract. Everything here reads, nothing
// writes, and types that the contract does not list resolve to themselves.

// InputProps lists the properties of a tool's arguments in source order: its
// parameters, or the fields of the struct in the struct form.
func (p *Package) InputProps(t *Tool) []*Property {
	if t.Struct && len(t.Func.Params) == 1 {
		var props []*Property
		for _, f := range p.Fields(t.Func.Params[0].Type) {
			props = append(props, &f.Property)
		}
		return props
	}
	return properties(t.Func.Params)
}

func properties(params []*Param) []*Property {
	var props []*Property
	for _, param := range params {
		props = append(props, &param.Property)
	}
	return props
}

// Result is the shape of what a tool returns on success.
type Result struct {
	// Value is the only result; nil when there is none, or several.
	Value *Property
	// Props are the members of the object that several named results make.
	Props []*Property
	// Wrap: Value is not an object and travels as {"result": v}.
	Wrap bool
	// Handle is the type of the value that the tool answers with a handle of;
	// there is no Value then.
	Handle *Type
	// Content: the tool returns content, or makes its result itself; there is no
	// Value then.
	Content bool
}

// None reports whether the tool returns no data.
func (r Result) None() bool { return r.Value == nil && len(r.Props) == 0 && r.Handle == nil }

// Output returns the shape of a tool's result. A nil pointer as the only
// result is a tool error, so the outermost pointer of Value is never null.
func (p *Package) Output(t *Tool) Result {
	if value := t.Handled(); value != nil {
		return Result{Handle: value}
	}
	switch results := t.Func.Results; len(results) {
	case 0:
		return Result{}
	case 1:
		if results[0].Type.IsContent() {
			return Result{Content: true}
		}
		return Result{Value: &results[0].Property, Wrap: t.Wrap}
	default:
		return Result{Props: properties(results)}
	}
}

// SDKResult is the type of the SDK that is all of a tool's result.
const SDKResult = "CallToolResult"

// IsContent reports whether results of the type are no data: content, a list of
// it, or a pointer to what is all of a result.
func (t *Type) IsContent() bool {
	if t.Kind == List || t.Kind == Ptr {
		t = t.Elem
	}
	return t.Kind == Native
}

// Resolve follows t through named types that are defined as another one. The
// answer is a Ref only when it names a struct or a union.
func (p *Package) Resolve(t *Type) *Type {
	// A chain of names in Go is finite; the bound guards against a contract
	// written by hand.
	for range len(p.Types) + 1 {
		n := p.ref(t)
		if n == nil || n.Struct || n.Type == nil {
			return t
		}
		t = n.Type
	}
	return t
}

// Deref follows t through pointers and names, as Resolve does. Null says
// whether a pointer was on the way, so that the value can be nil.
func (p *Package) Deref(t *Type) (base *Type, null bool) {
	base = p.Resolve(t)
	for range len(p.Types) + 64 {
		if base.Kind != Ptr || base.Elem == nil {
			break
		}
		base, null = p.Resolve(base.Elem), true
	}
	return base, null
}

// Names lists the named types that t passes through on the way to its base,
// outermost first; pointers are passed, elements of lists and maps are not.
func (p *Package) Names(t *Type) []*Named {
	var names []*Named
	for t != nil && len(names) <= len(p.Types) {
		if t.Kind == Ptr {
			t = t.Elem
			continue
		}
		n := p.ref(t)
		if n == nil {
			break
		}
		names = append(names, n)
		t = n.Type
	}
	return names
}

// CodeOf returns the code of the type that t is, or points to; nil when it goes
// by its structure.
func (p *Package) CodeOf(t *Type) *Code {
	if names := p.Names(t); len(names) > 0 {
		return names[len(names)-1].Code
	}
	return nil
}

// GoKind is what a value of type t is in Go, which is what omitempty goes by.
func (p *Package) GoKind(t *Type) Kind {
	switch kind := p.Resolve(t).Kind; kind {
	case Text, Custom:
		return p.CodeOf(t).Under
	default:
		return kind
	}
}

// MeansDefault reports whether the zero value of the field, left out of the
// arguments by a client, would be another value for the server.
func (p *Package) MeansDefault(f *Field) bool {
	if f.Kept {
		return true
	}
	if f.Rules == nil || f.Rules.Default == "" || f.Type.Kind == Ptr {
		return false
	}
	switch p.GoKind(f.Type) { // not of the contract: a duration may be text
	case Bool, Int, Uint, Float, String, Numeral:
		return true
	}
	return false
}

// Fields lists the JSON members of the struct that t is, or points to; nil
// for every other type.
func (p *Package) Fields(t *Type) []*Field {
	base, _ := p.Deref(t)
	if n := p.ref(base); n != nil {
		return n.Fields
	}
	return nil
}

// IsObject reports whether every value of t is a JSON object: a struct, a map,
// or one pointer to either (nil is not a value then).
func (p *Package) IsObject(t *Type) bool {
	t = p.Resolve(t)
	if t.Kind == Ptr {
		t = p.Resolve(t.Elem)
	}
	return t.Kind == Map || p.isStruct(t)
}

// Nullable reports whether an element, map value or output field of type t
// can be null on the wire: a pointer, and in an output a union, which may be
// nil. Slices and maps never are.
func (p *Package) Nullable(t *Type, input bool) bool {
	return p.Resolve(t).Kind == Ptr || !input && p.UnionOf(t) != nil
}

func (p *Package) isStruct(t *Type) bool {
	n := p.ref(t)
	return n != nil && n.Struct
}

// ref returns the named type that t refers to; nil when it refers to none.
func (p *Package) ref(t *Type) *Named {
	if t.Kind != Ref {
		return nil
	}
	return p.Named(t.Ref)
}

// IntBounds returns the least and the greatest value of an integer type, both
// empty for 64-bit signed ones and the greatest for 64-bit unsigned ones:
// there the range is the decoder's alone. Other kinds have neither.
func IntBounds(t *Type) (low, high string) {
	signed := t.Kind == Int
	switch {
	case !signed && t.Kind != Uint:
		return "", ""
	case t.Bits == 64 || t.Bits == 0:
		if signed {
			return "", ""
		}
		return "0", ""
	case signed:
		return strconv.FormatInt(-1<<(t.Bits-1), 10), strconv.FormatInt(1<<(t.Bits-1)-1, 10)
	default:
		return "0", strconv.FormatInt(1<<t.Bits-1, 10)
	}
}
