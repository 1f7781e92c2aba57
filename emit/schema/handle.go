package schema

import "github.com/invopop/jsonschema"

// handleResult is the schema of the result of a tool that keeps its value on the
// server.
func handleResult(kind string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"handle", "kind", "summary", "size"}}
	s.Description = "A value of kind " + kind + " that stays on the server."
	for _, m := range []struct{ name, typ, doc string }{
		{"handle", "string", "What other tools take for the value, such as #R1."},
		{"kind", "string", "What the value is."},
		{"summary", "string", "What the value holds, in a line."},
		{"size", "integer", "How many bytes the value has as JSON."},
	} {
		s.Properties.Set(m.name, &jsonschema.Schema{Type: m.typ, Description: m.doc})
	}
	return s
}
