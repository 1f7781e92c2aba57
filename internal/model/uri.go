package model

import "github.com/mcpgen/mcpgen/runtime/uri"

// URIVariable says how a parameter stands in a URI.
type URIVariable struct {
	Name string
	// Literal: as the JSON of a number or a boolean; otherwise as text.
	Literal bool
	// Optional: the URI can do without it; List: any number of values.
	Optional, List bool
}

// Plain reports whether the value is the text that stands in the URI.
func (v URIVariable) Plain() bool { return !v.Literal && !v.Optional && !v.List }

// URIVariable returns how a parameter stands in a URI; false when it cannot.
func (p *Package) URIVariable(param *Param) (URIVariable, bool) {
	v := URIVariable{Name: param.Name, Optional: param.Optional}
	t := param.Type
	if base, _ := p.Deref(t); base.Kind == List && p.CodeOf(t) == nil {
		v.List, t = true, base.Elem
		if _, null := p.Deref(t); null {
			return v, false // no text says null
		}
	}
	if code := p.CodeOf(t); code != nil && code.Read == "" && code.Decode == "" {
		return v, false // what only writes text is not read as text
	}
	switch base, _ := p.Deref(t); base.Kind {
	case Bool, Int, Uint, Float, Numeral, BigInt:
		v.Literal = true
	case String, Text, Time:
	default:
		return v, false
	}
	return v, true
}

// URIVariables returns how the parameters of a resource stand in its URI, in the
// order of the template.
func (p *Package) URIVariables(r *Resource) []URIVariable {
	template, err := uri.Parse(r.URI)
	if err != nil {
		return nil
	}
	var list []URIVariable
	for _, v := range template.Variables() {
		for _, param := range r.Func.Params {
			if param.Name == v.Name {
				variable, _ := p.URIVariable(param)
				list = append(list, variable)
			}
		}
	}
	return list
}

// uriKinds returns what the variables of a resource are bound to.
func (p *Package) uriKinds(r *Resource) func(string) uri.Kind {
	kinds := map[string]uri.Kind{}
	for _, v := range p.URIVariables(r) {
		kinds[v.Name] = uri.Kind{Optional: v.Optional, List: v.List}
	}
	return func(name string) uri.Kind { return kinds[name] }
}
