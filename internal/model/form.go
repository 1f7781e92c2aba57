package model

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/mcpgen/mcpgen/runtime/format"
)

// Form is a struct that users are asked to fill in: a flat object of strings,
// numbers, booleans, choices and lists of choices (MCP, "Elicitation").
type Form struct {
	// Type is a Ref to the struct.
	Type *Type          `json:"type"`
	Pos  token.Position `json:"-"`
}

// formFormats are the formats of strings that a form may have.
var formFormats = []format.Format{format.Email, format.URI, format.Date, format.DateTime}

// FormFault says why a form cannot ask for a field, and what to write instead;
// both are empty when it can.
func (p *Package) FormFault(f *Field) (why, hint string) {
	base, _ := p.Deref(f.Type)
	rules := p.Effective(f.Type, f.Rules)
	_, closed := p.EnumOf(f.Type, f.Rules)
	code := p.CodeOf(f.Type)
	switch {
	case f.Quoted:
		return "the tag option string makes text of the value", "drop the option, or take a string"
	case code != nil && code.Schema != "":
		return "the form on the wire is declared, and a form may not take it over", "take a string, and convert it in the function"
	}
	switch base.Kind {
	case Bool, Time:
		return "", ""
	case Int, Uint, Float:
		return numberFault(rules, closed)
	case String, Text:
		return stringFault(rules, closed)
	case List:
		return p.choicesFault(base, rules)
	}
	return fmt.Sprintf("a form has no %s", formNoun(base)), "ask for strings, numbers, booleans, choices and lists of choices, if need be in several forms"
}

// formNoun names what a form does not have.
func formNoun(t *Type) string {
	switch t.Kind {
	case Ref:
		return "objects in it"
	case Map:
		return "maps"
	case Array:
		return "arrays of a fixed length"
	case Bytes:
		return "bytes"
	case BigInt, Numeral:
		return "numbers of any size"
	}
	return "values of any type"
}

func numberFault(r *Rules, closed bool) (why, hint string) {
	switch {
	case closed:
		return "the choices of a form are strings", "take a named string type, or write enum=open"
	case r.ExclusiveMin != "" || r.ExclusiveMax != "":
		return "a form has no exclusive bounds", "write min= and max=, or check the rest in the function"
	case r.MultipleOf != "":
		return "a form has no multipleOf", "check it in the function, and ask again"
	}
	return "", ""
}

func stringFault(r *Rules, closed bool) (why, hint string) {
	switch {
	case closed:
	case r.Pattern != "":
		return "a form has no pattern", "check it in the function, and ask again"
	case r.Format != "" && !slices.Contains(formFormats, r.Format):
		return fmt.Sprintf("a form has no format %s", r.Format), "the formats of forms are email, uri, date and date-time; check others in the function"
	}
	return "", ""
}

// choicesFault judges a list, of which a form has one kind.
func (p *Package) choicesFault(list *Type, r *Rules) (why, hint string) {
	_, closed := p.EnumOf(list.Elem, nil)
	switch {
	case p.Resolve(list.Elem).Kind != String || !closed:
		return "a list of a form is one of choices", "let it hold a named string type that has constants"
	case r.Unique:
		return "a form has no unique lists", "drop it: nobody can choose twice"
	}
	return "", ""
}
