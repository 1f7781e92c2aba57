package house

import (
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// CompileSchema takes a schema through an independent 2020-12 validator, its
// meta-schema included. Formats and encodings are asserted.
func CompileSchema(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.AssertContent()
	c.RegisterFormat(&jsonschema.Format{Name: "go-duration", Validate: goDuration})
	if err := c.AddResource("mem:schema", doc); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	s, err := c.Compile("mem:schema")
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	meta, err := c.Compile("https://json-schema.org/draft/2020-12/schema")
	if err != nil {
		t.Fatal(err)
	}
	if err := meta.Validate(doc); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return s
}

// goDuration judges the one format that is not JSON Schema's own.
func goDuration(v any) error {
	s, ok := v.(string)
	if !ok {
		return nil
	}
	_, err := time.ParseDuration(s)
	return err
}
