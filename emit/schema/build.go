package schema

import (
	"encoding/json"

	"github.com/invopop/jsonschema"

	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/runtime/format"
	"github.com/mcpgen/mcpgen/runtime/handle"
)

// schema returns the schema of a use: a reference when its type is in $defs.
func (b *builder) schema(u use) *jsonschema.Schema {
	for _, n := range b.p.Names(u.typ) {
		key, ok := b.defs[n.ID]
		if b.seen != nil && (n.Whole() || n.Recursive) {
			b.seen(n.ID)
			ok = true
		}
		if ok {
			return b.reference(u, key)
		}
	}
	return b.inline(u)
}

// reference points into $defs; what the use itself says stands beside it.
func (b *builder) reference(u use, key string) *jsonschema.Schema {
	s := &jsonschema.Schema{Ref: "#/$defs/" + key}
	if u.null {
		s = &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
	}
	rules := u.rules
	if rules == nil {
		rules = &model.Rules{}
	}
	s.Description, s.Deprecated = u.doc, u.deprecated
	base, _ := b.p.Deref(u.typ)
	if b.input {
		constrain(s, base.Kind, rules)
		annotate(s, rules)
	} else {
		s.Description = b.promise(u.doc, base.Kind, rules, nil)
	}
	return s
}

// inline returns the schema of a use in full, whatever $defs holds.
func (b *builder) inline(u use) *jsonschema.Schema {
	if u.typ == nil {
		s := b.object(u.members)
		s.Description = u.doc
		return s
	}
	base, _ := b.p.Deref(u.typ)
	rules := b.p.Effective(u.typ, u.rules)
	values, closed := b.p.EnumOf(u.typ, u.rules)
	s, kind := b.base(base), base.Kind
	code := b.p.CodeOf(u.typ)
	if code != nil && code.Schema != "" {
		s = declared(code.Schema)
	}
	doc, deprecated := b.describe(u)
	if u.doc == "" && s.Description != "" {
		doc = s.Description // that of a declared schema
	}
	if u.quoted {
		if b.input {
			values, closed = model.QuotedEnum(base, values, closed)
		} else {
			values = model.Quoted(base, values)
		}
		s, rules = b.quoted(base, closed), quotedRules(base, rules)
		doc, kind = model.AddSentence(doc, model.Sentence(model.QuotedNoun(base))), ""
	}
	if base.Kind == model.Handle {
		doc = model.AddSentence(doc, "A handle of kind "+b.p.HandleKind(base.Elem)+", such as #R1.")
	}
	s.Deprecated = deprecated
	if b.input {
		constrain(s, kind, rules)
		annotate(s, rules)
		if closed {
			s.Enum = literals(values)
		}
		s.Description = model.AddSentence(doc, model.EnumText(values, !closed))
	} else {
		s.Description = b.promise(doc, kind, rules, values)
	}
	if u.null {
		return allowNull(s, code)
	}
	return s
}

// describe returns the doc of a use, or that of its type, and whether either
// is deprecated.
func (b *builder) describe(u use) (doc string, deprecated bool) {
	doc, deprecated = u.doc, u.deprecated
	for _, n := range b.p.Names(u.typ) {
		if doc == "" {
			doc = n.Doc
		}
		deprecated = deprecated || n.Deprecated
	}
	return doc, deprecated
}

// promise is a description in an output: the doc and, in words, what an input
// would enforce.
func (b *builder) promise(doc string, kind model.Kind, rules *model.Rules, values []model.EnumValue) string {
	limits := model.Sentence(model.LimitsText(kind, rules))
	if limits == doc { // as for a duration, whose type says what its format does
		limits = ""
	}
	return model.AddSentence(model.AddSentence(doc, limits), model.EnumText(values, true))
}

// base returns the schema of a type that is no pointer and no name, but for
// the name of a struct.
func (b *builder) base(t *model.Type) *jsonschema.Schema {
	switch t.Kind {
	case model.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case model.Int, model.Uint:
		return b.integer(t)
	case model.BigInt:
		return &jsonschema.Schema{Type: "integer"}
	case model.Float, model.Numeral:
		return &jsonschema.Schema{Type: "number"}
	case model.String, model.Text:
		return &jsonschema.Schema{Type: "string"}
	case model.Bytes:
		return &jsonschema.Schema{Type: "string", ContentEncoding: "base64"}
	case model.Time:
		return &jsonschema.Schema{Type: "string", Format: "date-time"}
	case model.Handle:
		return &jsonschema.Schema{Type: "string", Pattern: handle.Pattern}
	case model.List, model.Array:
		return b.array(t)
	case model.Map:
		return &jsonschema.Schema{Type: "object", PropertyNames: b.names(t), AdditionalProperties: b.element(t.Elem)}
	case model.Ref:
		if n := b.p.Named(t.Ref); n != nil && n.Union != nil {
			return b.union(n.Union)
		} else if n != nil && n.Struct {
			return b.object(b.p.FieldMembers(n, b.input))
		}
	}
	return &jsonschema.Schema{}
}

// integer gives an input the exact bounds of the Go type; those of 64-bit
// integers are the decoder's alone, but for the sign.
func (b *builder) integer(t *model.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "integer"}
	if b.input {
		low, high := model.IntBounds(t)
		s.Minimum, s.Maximum = json.Number(low), json.Number(high)
	}
	return s
}

func (b *builder) array(t *model.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "array", Items: b.element(t.Elem)}
	if t.Kind == model.Array && b.input {
		n := uint64(max(t.Len, 0))
		s.MinItems, s.MaxItems = &n, &n
	}
	return s
}

// element is the schema of a list element or map value.
func (b *builder) element(t *model.Type) *jsonschema.Schema {
	return b.schema(use{typ: t, null: b.p.Nullable(t, b.input)})
}

// names is the schema of a map's keys; nil when they can be any strings.
func (b *builder) names(t *model.Type) *jsonschema.Schema {
	if !b.input {
		return nil
	}
	s, keys := &jsonschema.Schema{}, b.p.Keys(t)
	s.Description = model.EnumText(keys.Values, !keys.Closed)
	switch {
	case keys.Closed:
		s.Enum = literals(keys.Values)
	case keys.Rules != nil:
		constrain(s, model.String, keys.Rules)
	default:
		s.Pattern = model.QuotedPattern(keys.Base)
	}
	if render(s) == "{}" {
		return nil
	}
	return s
}

// quoted is the schema of a scalar that is a JSON string on the wire.
func (b *builder) quoted(base *model.Type, closed bool) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	if b.input && !closed {
		s.Pattern = model.QuotedPattern(base)
	}
	return s
}

// quotedRules returns rules for the strings of a scalar: what is left of them
// are values.
func quotedRules(base *model.Type, rules *model.Rules) *model.Rules {
	quoted := &model.Rules{Header: rules.Header}
	if rules.Default != "" {
		quoted.Default = model.QuotedLiteral(base, rules.Default)
	}
	for _, example := range rules.Examples {
		quoted.Examples = append(quoted.Examples, model.QuotedLiteral(base, example))
	}
	return quoted
}

func (b *builder) object(members []model.Member) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object"}
	for _, m := range members {
		if s.Properties == nil {
			s.Properties = jsonschema.NewProperties()
		}
		s.Properties.Set(m.Name, b.member(m))
		if m.Required {
			s.Required = append(s.Required, m.Name)
		}
	}
	if b.input && !b.open {
		s.AdditionalProperties = jsonschema.FalseSchema
	}
	return s
}

func (b *builder) member(m model.Member) *jsonschema.Schema {
	if m.Const != "" {
		return &jsonschema.Schema{Type: "string", Const: json.RawMessage(m.Const)}
	}
	return b.schema(of(m))
}

// union is one of several objects, which differ in the discriminator. It says
// so in an output, too: an object of one case is none of another.
func (b *builder) union(u *model.Union) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	for _, c := range u.Cases {
		n := b.p.CaseStruct(c)
		one := b.object(b.p.CaseMembers(u, c, b.input))
		one.Description, one.Deprecated = n.Doc, n.Deprecated
		s.OneOf = append(s.OneOf, one)
	}
	return s
}

// constrain adds the rules that fit the kind.
func constrain(s *jsonschema.Schema, kind model.Kind, r *model.Rules) {
	switch kind {
	case model.Int, model.Uint, model.Float, model.Numeral, model.BigInt:
		s.Minimum = json.Number(model.Tighter(s.Minimum.String(), r.Min, 1))
		s.Maximum = json.Number(model.Tighter(s.Maximum.String(), r.Max, -1))
		s.Minimum, s.ExclusiveMinimum = oneBound(s.Minimum, r.ExclusiveMin, 1)
		s.Maximum, s.ExclusiveMaximum = oneBound(s.Maximum, r.ExclusiveMax, -1)
		s.MultipleOf = json.Number(r.MultipleOf)
	case model.String, model.Text:
		s.MinLength, s.MaxLength = count(r.MinLength), count(r.MaxLength)
		s.Pattern, s.Format = r.Pattern, string(r.Format)
		if r.Format == format.GoDuration { // which JSON Schema does not know
			s.Pattern, s.Format = format.GoDurationPattern, ""
		}
	case model.List:
		s.MinItems, s.MaxItems = count(r.MinItems), count(r.MaxItems)
		s.UniqueItems = r.Unique
	}
}

// oneBound drops the bound of the Go type where an exclusive one says more.
func oneBound(bound json.Number, exclusive string, sign int) (json.Number, json.Number) {
	kept, other := model.OneBound(bound.String(), exclusive, sign)
	return json.Number(kept), json.Number(other)
}

func count(n *int) *uint64 {
	if n == nil {
		return nil
	}
	u := uint64(max(*n, 0))
	return &u
}

// annotate adds what a schema says but does not enforce.
func annotate(s *jsonschema.Schema, r *model.Rules) {
	s.Title = r.Title
	if r.Header != "" {
		if s.Extras == nil {
			s.Extras = map[string]any{}
		}
		s.Extras["x-mcp-header"] = r.Header
	}
	if r.Default != "" {
		s.Default = json.RawMessage(r.Default)
	}
	for _, example := range r.Examples {
		s.Examples = append(s.Examples, json.RawMessage(example))
	}
}

// literals returns the values of an enum.
func literals(values []model.EnumValue) []any {
	list := make([]any, 0, len(values))
	for _, v := range values {
		list = append(list, json.RawMessage(v.Value))
	}
	return list
}

// declared is a schema that the user has written: its text is one of the
// extras.
func declared(text string) *jsonschema.Schema {
	s := &jsonschema.Schema{Extras: map[string]any{"declared": text}}
	members, _ := model.RawMembers(text)
	for _, m := range members {
		if m.Name == "description" {
			s.Description = model.Unquote(string(m.Value))
		}
	}
	return s
}

// allowNull lets a schema accept null too. The empty schema already does.
func allowNull(s *jsonschema.Schema, code *model.Code) *jsonschema.Schema {
	if code != nil && code.Schema != "" {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
	}
	if s.OneOf != nil {
		s.OneOf = append(s.OneOf, &jsonschema.Schema{Type: "null"})
	}
	if s.Type == "" {
		return s
	}
	s.Extras = map[string]any{"type": []string{s.Type, "null"}}
	s.Type = ""
	if s.Enum != nil {
		s.Enum = append(s.Enum, json.RawMessage("null"))
	}
	return s
}
