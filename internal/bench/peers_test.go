package bench

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"
	segmentio "github.com/segmentio/encoding/json"
)

// decoders returns the peers' ways from the bytes of arguments to a Go value.
func decoders(tb testing.TB, p *payload) []contestant {
	return []contestant{
		{name: "encoding-json", run: func(doc []byte) error { return json.Unmarshal(doc, p.fresh()) }},
		{name: "go-sdk", validates: true, run: sdk(tb, p)},
		{name: "santhosh", validates: true, run: validateAndUnmarshal(tb, p)},
	}
}

// sdk does what mcp.AddTool of go-sdk 1.8 does with the arguments of a typed
// tool, step by step as its applySchema: read into a map, set defaults,
// validate, write the map, read that into the struct.
func sdk(tb testing.TB, p *payload) func([]byte) error {
	var schema jsonschema.Schema
	if err := json.Unmarshal([]byte(p.schema), &schema); err != nil {
		tb.Fatal(err)
	}
	resolved, err := schema.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		tb.Fatal(err)
	}
	decode := func(doc []byte, v any) error {
		dec := segmentio.NewDecoder(bytes.NewReader(doc))
		dec.DontMatchCaseInsensitiveStructFields()
		return dec.Decode(v)
	}
	return func(doc []byte) error {
		m := map[string]any{}
		if err := decode(doc, &m); err != nil {
			return err
		}
		if err := resolved.ApplyDefaults(&m); err != nil {
			return err
		}
		if err := resolved.Validate(&m); err != nil {
			return err
		}
		filled, err := json.Marshal(m)
		if err != nil {
			return err
		}
		return decode(filled, p.fresh())
	}
}

// validateAndUnmarshal validates with an independent validator, then decodes.
func validateAndUnmarshal(tb testing.TB, p *payload) func([]byte) error {
	parsed, err := santhosh.UnmarshalJSON(strings.NewReader(p.schema))
	if err != nil {
		tb.Fatal(err)
	}
	c := santhosh.NewCompiler()
	if err := c.AddResource("schema.json", parsed); err != nil {
		tb.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		tb.Fatal(err)
	}
	return func(doc []byte) error {
		v, err := santhosh.UnmarshalJSON(bytes.NewReader(doc))
		if err != nil {
			return err
		}
		if err := schema.Validate(v); err != nil {
			return err
		}
		return json.Unmarshal(doc, p.fresh())
	}
}
