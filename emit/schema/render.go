package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/mcpgen/mcpgen/internal/model"
)

// render prints a schema that this package has built. It exists because the
// library's own form escapes <, > and &, has no type arrays, writes true for
// the empty schema and puts the type near the end.
func render(s *jsonschema.Schema) string {
	var pr printer
	pr.schema(s)
	return pr.b.String()
}

// printer appends the members of one object after the other.
type printer struct{ b strings.Builder }

func (pr *printer) schema(s *jsonschema.Schema) {
	if s == jsonschema.FalseSchema {
		pr.b.WriteString("false")
		return
	}
	o := object{pr: pr}
	pr.b.WriteByte('{')
	if text, ok := s.Extras["declared"].(string); ok {
		o.declared(text, s)
	}
	o.text("type", s.Type)
	if types, ok := s.Extras["type"].([]string); ok {
		o.strings("type", types)
	}
	o.text("title", s.Title)
	o.text("description", s.Description)
	o.text("$ref", s.Ref)
	o.schemas("anyOf", s.AnyOf)
	o.schemas("oneOf", s.OneOf)
	if s.Const != nil {
		o.raw("const", literal(s.Const))
	}
	o.literals("enum", s.Enum)
	if names, ok := s.Extras["enumNames"].([]string); ok {
		o.strings("enumNames", names)
	}
	o.raw("minimum", s.Minimum.String())
	o.raw("exclusiveMinimum", s.ExclusiveMinimum.String())
	o.raw("maximum", s.Maximum.String())
	o.raw("exclusiveMaximum", s.ExclusiveMaximum.String())
	o.raw("multipleOf", s.MultipleOf.String())
	o.count("minLength", s.MinLength)
	o.count("maxLength", s.MaxLength)
	o.text("pattern", s.Pattern)
	o.count("minItems", s.MinItems)
	o.count("maxItems", s.MaxItems)
	if s.UniqueItems {
		o.raw("uniqueItems", "true")
	}
	o.text("format", s.Format)
	o.text("contentEncoding", s.ContentEncoding)
	if s.Default != nil {
		o.raw("default", literal(s.Default))
	}
	o.literals("examples", s.Examples)
	if s.Deprecated {
		o.raw("deprecated", "true")
	}
	if header, ok := s.Extras["x-mcp-header"].(string); ok {
		o.text("x-mcp-header", header)
	}
	o.one("items", s.Items)
	o.properties(s)
	o.strings("required", s.Required)
	o.one("propertyNames", s.PropertyNames)
	o.one("additionalProperties", s.AdditionalProperties)
	o.definitions(s.Definitions)
	pr.b.WriteByte('}')
}

// object writes the members that are set; the others leave no trace.
type object struct {
	pr    *printer
	began bool
}

// declared writes the members of a schema of the user's but for those that the
// use of the type says better.
func (o *object) declared(text string, use *jsonschema.Schema) {
	members, _ := model.RawMembers(text)
	for _, m := range members {
		if m.Name == "description" || m.Name == "examples" && use.Examples != nil || m.Name == "deprecated" && use.Deprecated {
			continue
		}
		o.raw(m.Name, string(m.Value))
	}
}

func (o *object) key(name string) {
	if o.began {
		o.pr.b.WriteByte(',')
	}
	o.began = true
	o.pr.b.WriteString(model.Quote(name) + ":")
}

func (o *object) raw(name, text string) {
	if text != "" {
		o.key(name)
		o.pr.b.WriteString(text)
	}
}

func (o *object) text(name, value string) {
	if value != "" {
		o.raw(name, model.Quote(value))
	}
}

func (o *object) count(name string, n *uint64) {
	if n != nil {
		o.raw(name, fmt.Sprint(*n))
	}
}

func (o *object) strings(name string, values []string) {
	var list []string
	for _, v := range values {
		list = append(list, model.Quote(v))
	}
	o.list(name, list)
}

func (o *object) literals(name string, values []any) {
	var list []string
	for _, v := range values {
		list = append(list, literal(v))
	}
	o.list(name, list)
}

func (o *object) list(name string, values []string) {
	if len(values) > 0 {
		o.raw(name, "["+strings.Join(values, ",")+"]")
	}
}

func (o *object) one(name string, s *jsonschema.Schema) {
	if s != nil {
		o.key(name)
		o.pr.schema(s)
	}
}

func (o *object) schemas(name string, list []*jsonschema.Schema) {
	if len(list) == 0 {
		return
	}
	o.key(name)
	for i, s := range list {
		o.pr.b.WriteByte("[,"[min(i, 1)])
		o.pr.schema(s)
	}
	o.pr.b.WriteByte(']')
}

// properties keeps the order of the source.
func (o *object) properties(s *jsonschema.Schema) {
	if s.Properties == nil {
		return
	}
	o.key("properties")
	o.pr.b.WriteByte('{')
	inner := object{pr: o.pr}
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		inner.one(pair.Key, pair.Value)
	}
	o.pr.b.WriteByte('}')
}

// definitions go by name.
func (o *object) definitions(defs jsonschema.Definitions) {
	if len(defs) == 0 {
		return
	}
	o.key("$defs")
	o.pr.b.WriteByte('{')
	inner := object{pr: o.pr}
	for _, key := range slices.Sorted(maps.Keys(defs)) {
		inner.one(key, defs[key])
	}
	o.pr.b.WriteByte('}')
}

// literal returns the text of a JSON literal that the builder stored raw.
func literal(v any) string {
	raw, ok := v.(json.RawMessage)
	if !ok {
		return "null"
	}
	return model.Literal(string(raw))
}
