// Package judge compares what generated code and encoding/json make of a value.
package judge

import (
	"reflect"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
	"github.com/mcpgen/mcpgen/internal/oracle/probe"
)

// Output says what is wrong with an output of a tool with that output schema;
// "" when nothing is.
func Output(o probe.Output, schema *jsonschema.Schema) string {
	if o.Generated == probe.Failed || o.Standard == probe.Failed {
		if o.Generated != o.Standard {
			return "one encoder refuses the value"
		}
		return ""
	}
	got, err := document.Read(o.Generated)
	if err != nil {
		return "the output is no JSON: " + err.Error()
	}
	want, err := document.Read(o.Standard)
	if err != nil || !reflect.DeepEqual(got, want) {
		return "the encoders disagree"
	}
	if err := schema.Validate(got); err != nil {
		return "the output is not valid: " + err.Error()
	}
	return ""
}
