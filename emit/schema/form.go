package schema

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/mcpgen/mcpgen/internal/model"
)

// Form returns the schema that a form is asked for with: a flat object in the
// part of JSON Schema that MCP has for forms ("Elicitation").
func Form(p *model.Package, f *model.Form) string { return form(p, f, false) }

// LegacyForm returns the schema for clients of 2025-06-18, which have titles of
// choices in a list beside them; "" when it is the same, and when there is none.
func LegacyForm(p *model.Package, f *model.Form) string {
	if FormLists(p, f) {
		return ""
	}
	if legacy := form(p, f, true); legacy != Form(p, f) {
		return legacy
	}
	return ""
}

// FormLists reports whether a form has lists of choices, which clients of
// 2025-06-18 do not have.
func FormLists(p *model.Package, f *model.Form) bool {
	return slices.ContainsFunc(p.Fields(f.Type), func(field *model.Field) bool {
		base, _ := p.Deref(field.Type)
		return base.Kind == model.List
	})
}

func form(p *model.Package, f *model.Form, legacy bool) string {
	b := newBuilder(p, true, true)
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties()}
	for _, m := range p.FieldMembers(p.Named(f.Type.Ref), true) {
		s.Properties.Set(m.Name, b.question(m, legacy))
		if m.Required {
			s.Required = append(s.Required, m.Name)
		}
	}
	return render(s)
}

// question is the schema of one field of a form.
func (b *builder) question(m model.Member, legacy bool) *jsonschema.Schema {
	base, _ := b.p.Deref(m.Type)
	rules := b.p.Effective(m.Type, m.Rules)
	doc, _ := b.describe(of(m))
	s := &jsonschema.Schema{Type: "array"}
	if base.Kind == model.List {
		values, _ := b.p.EnumOf(base.Elem, nil)
		s.Items = choices(values, legacy, true)
		constrain(s, base.Kind, rules)
	} else if values, closed := b.p.EnumOf(m.Type, m.Rules); closed {
		s = choices(values, legacy, false)
	} else {
		s = b.base(base)
		constrain(s, base.Kind, rules)
		doc = model.AddSentence(doc, model.EnumText(values, true))
	}
	annotate(s, rules)
	s.Examples, s.Description = nil, model.AddSentence(doc, model.ExampleText(rules.Examples))
	return s
}

// choices is the schema of a string that is one of some. Where a constant has a
// comment, that is its title for people.
func choices(values []model.EnumValue, legacy, element bool) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	titles, titled := titlesOf(values)
	if !titled || legacy {
		s.Enum = literals(values)
		if titled {
			s.Extras = map[string]any{"enumNames": titles}
		}
		return s
	}
	var list []*jsonschema.Schema
	for i, v := range values {
		list = append(list, &jsonschema.Schema{Const: json.RawMessage(v.Value), Title: titles[i]})
	}
	if element { // which has no type beside it (MCP, TitledMultiSelectEnumSchema)
		return &jsonschema.Schema{AnyOf: list}
	}
	s.OneOf = list
	return s
}

// titlesOf returns what people see of each value; false when that is the values.
// Clients do not know an empty value with a title.
func titlesOf(values []model.EnumValue) (titles []string, titled bool) {
	for _, v := range values {
		title := strings.TrimSuffix(model.FirstSentence(v.Doc), ".")
		titled = titled || title != ""
		if title == "" {
			title = model.Unquote(v.Value)
		}
		if title == "" {
			return nil, false
		}
		titles = append(titles, title)
	}
	return titles, titled
}
