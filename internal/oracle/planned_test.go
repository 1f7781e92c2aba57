package oracle

import (
	"strings"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// planned checks a program that calls the tool with the document, by the line of
// the tool. It must not refuse what the decoder accepts; what it lets through is
// for the decoder to judge. Lenient decoders accept more, which no line says.
func (c testCase) planned() error {
	doc, err := document.Read(c.doc)
	members, isObject := doc.(document.Object)
	if err != nil || !isObject || c.tool.lenient {
		return err
	}
	sig, err := planner.ParseSignature(c.schemas.line)
	if err != nil {
		return err
	}
	var text strings.Builder
	text.WriteString("a: " + c.tool.name)
	for _, m := range members {
		text.WriteString(" " + document.Encode(m.Name, false) + "=" + document.Encode(m.Value, false))
	}
	p, err := program.Parse(text.String(), program.Limits{Bytes: 1 << 20, Depth: 1000})
	if err != nil {
		return err
	}
	return p.Check(program.NewTools(program.Tool{Name: c.tool.name, Signature: sig, Open: c.tool.open}), nil)
}
