package oracle

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// planned checks a program that calls the tool with the document, by the line of
// the tool. It must not refuse what the decoder accepts; what it lets through is
// for the decoder to judge. Lenient decoders accept more, which no line says.
func (c testCase) planned() error {
	if c.tool.lenient {
		return nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(c.doc), &members); err != nil {
		return err
	}
	sig, err := planner.ParseSignature(c.schemas.line)
	if err != nil {
		return err
	}
	var text strings.Builder
	text.WriteString("a: " + c.tool.name)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		quoted, err := json.Marshal(name)
		if err != nil {
			return err
		}
		text.WriteString(" " + string(quoted) + "=" + string(members[name]))
	}
	p, err := program.Parse(text.String(), program.Limits{Bytes: 1 << 20, Depth: 1000})
	if err != nil {
		return err
	}
	return p.Check(program.NewTools(program.Tool{Name: c.tool.name, Signature: sig, Open: c.tool.open}), nil)
}
