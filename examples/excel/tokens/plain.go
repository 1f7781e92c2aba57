package tokens

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// plain is MCP as most servers and hosts have it today.
type plain struct {
	parallel    bool // independent calls side by side
	definitions string
}

// NewPlain returns mode 1, or 1p when independent calls are made side by side.
func NewPlain(ctx context.Context, parallel bool) (Mode, error) {
	definitions, err := plainDefinitions(ctx)
	return plain{parallel, definitions}, err
}

// Name is 1 or 1p.
func (p plain) Name() string {
	if p.parallel {
		return "1p"
	}
	return "1"
}

// Covers is true: every case has plain calls.
func (p plain) Covers(Case) bool { return true }

// Options are none.
func (p plain) Options() []mcpruntime.Option { return nil }

// Run makes one call a turn, or all of a step.
func (p plain) Run(ctx context.Context, srv *mcpruntime.Server, c Case) (Transcript, error) {
	t := Transcript{Definitions: p.definitions, Goal: c.Goal}
	turns := c.Plain
	if !p.parallel {
		turns = steps(c.Calls()...)
	}
	for _, step := range turns {
		var says, gets []string
		for _, call := range step {
			result, err := srv.Call(ctx, call.Tool, []byte(call.Arguments))
			if err != nil {
				return t, fmt.Errorf("%s %s: %w", call.Tool, call.Arguments, err)
			}
			says = append(says, fmt.Sprintf(`{"name":%q,"arguments":%s}`, call.Tool, call.Arguments))
			gets = append(gets, cmp.Or(result.Text, "ok"))
		}
		t.Turns = append(t.Turns, Turn{strings.Join(says, "\n"), strings.Join(gets, "\n")})
	}
	return t, nil
}

// definition is a tool as mode 1 shows it.
type definition struct {
	Name        string             `json:"name"`
	Description string             `json:"description"`
	InputSchema *jsonschema.Schema `json:"inputSchema"`
}

// plainDefinitions returns the definitions of the primitive tools, one a line:
// the schemas are what the SDK derives from structs with the same properties.
func plainDefinitions(ctx context.Context) (string, error) {
	tools, err := primitives(ctx)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, t := range tools {
		args, err := equivalent(t.Input)
		if err != nil {
			return "", fmt.Errorf("%s: %w", t.Name, err)
		}
		schema, err := jsonschema.ForType(args, &jsonschema.ForOptions{})
		if err != nil {
			return "", fmt.Errorf("%s: %w", t.Name, err)
		}
		text, err := json.Marshal(definition{t.Name, t.described(), schema})
		if err != nil {
			return "", err
		}
		lines = append(lines, string(text))
	}
	return strings.Join(lines, "\n"), nil
}

// equivalent returns the type of a struct that has the properties of a schema,
// as somebody would write it for the SDK: its tags can describe a property, and
// say nothing else about it. So the values of an enum stand in the description.
func equivalent(input inputSchema) (reflect.Type, error) {
	var fields []reflect.StructField
	for _, name := range slices.Sorted(maps.Keys(input.Properties)) {
		p := input.Properties[name]
		typ, err := p.goType()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		tag := name
		if !slices.Contains(input.Required, name) {
			tag += ",omitempty"
		}
		text := fmt.Sprintf("json:%q", tag)
		if description := p.describe(); description != "" {
			text += fmt.Sprintf(" jsonschema:%q", description)
		}
		fields = append(fields, reflect.StructField{Name: "F_" + name, Type: typ, Tag: reflect.StructTag(text)})
	}
	return reflect.StructOf(fields), nil
}

// describe returns the description with the values of an enum, and what is said
// about some of them.
func (p property) describe() string {
	if len(p.Enum) == 0 {
		return p.Description
	}
	about, notes, _ := strings.Cut(p.Description, " Values: ")
	values := slices.Clone(p.Enum)
	for note := range strings.SplitSeq(notes, "; ") {
		name, _, _ := strings.Cut(note, " (")
		if i := slices.Index(values, name); i >= 0 {
			values[i] = note
		}
	}
	return strings.TrimSuffix(about, ".") + ": " + strings.Join(values, ", ")
}

func (p property) goType() (reflect.Type, error) {
	switch p.Type {
	case "string":
		return reflect.TypeFor[string](), nil
	case "boolean":
		return reflect.TypeFor[bool](), nil
	case "integer":
		return reflect.TypeFor[int](), nil
	case "number":
		return reflect.TypeFor[float64](), nil
	case "array":
		element, err := p.Items.goType()
		if err != nil {
			return nil, err
		}
		return reflect.SliceOf(element), nil
	case "":
		return reflect.TypeFor[any](), nil
	}
	return nil, fmt.Errorf("there is no Go type for %q", p.Type)
}
