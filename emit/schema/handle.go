package schema

import "github.com/invopop/jsonschema"

// handleResult is the schema of the result of a tool that keeps its value on the
// server.
func handleResult(kind string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"handle", "kind", "summary", "size"}}
	s.Description = "A value of kind " + kind + " that stays on the server. Other tools take its handle, such as #R1."
	for _, name := range s.Required {
		s.Properties.Set(name, &jsonschema.Schema{Type: "string"})
	}
	s.Properties.Set("size", &jsonschema.Schema{Type: "integer", Description: "in bytes"})
	return s
}
