package mcpruntime

import (
	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/fromschema"
)

// unknownLine is that of a tool of which nothing is known.
const unknownLine = "() -> any"

// planned is the tool as a registry has it.
func (t *Tool) planned() planner.Tool {
	p := planner.Tool{
		Entry: planner.Entry{Name: t.Name, Line: t.Line}, Description: t.Description,
		Groups: t.Groups, Stage: t.Stage, ReadOnly: t.Hints&ReadOnly != 0, Input: t.Input,
	}
	if t.Line == "" {
		p.Line, p.Open = t.lineOfSchemas(), true
	}
	return p
}

// lineOfSchemas is the line of a tool that was added by hand, and without one.
func (t *Tool) lineOfSchemas() string {
	sig, _, err := fromschema.Signature([]byte(t.Input), []byte(t.Output))
	if err != nil { // it is too deep to be read here
		return unknownLine
	}
	switch {
	case t.Handle != "":
		sig.Result = &planner.Type{Kind: planner.Handle, Name: t.Handle}
	case t.Output == "": // which tools that answer with content do not have either
		sig.Result = &planner.Type{Kind: planner.Any}
	case t.Wrapped:
		sig.Result = resultMember(sig.Result)
	}
	line := sig.String()
	if _, err := planner.ParseSignature(line); err != nil { // it is too long
		return unknownLine
	}
	return line
}

// resultMember is the type of v where t is that of {"result": v}.
func resultMember(t *planner.Type) *planner.Type {
	if len(t.Members) == 1 && t.Members[0].Name == wrapper.Names[0] {
		return t.Members[0].Type
	}
	return &planner.Type{Kind: planner.Any}
}
