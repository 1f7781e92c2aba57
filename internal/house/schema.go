package house

import (
	"strings"
	"testing"

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
