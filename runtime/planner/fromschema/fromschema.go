// Package fromschema makes the lines of tools whose code is elsewhere: it turns
// their JSON Schemas into signatures.
//
// A line cannot carry all that a schema can say. What is left out comes back as
// a list of losses; nothing is dropped in silence but titles, descriptions,
// examples and other remarks. Input may be hostile: documents, levels and the
// number of types are bounded, and references may be cyclic.
package fromschema

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// Tool is one of a result of tools/list.
type Tool struct {
	Name, Description string
	Signature         *planner.Signature
	Losses            []Loss
	// JSON is the whole tool as it was given, compact; Prompt is what hosts tell a
	// model of it: name, description and input schema.
	JSON, Prompt string
}

// Loss is something that a schema says and a line does not.
type Loss struct {
	// Path is the place as a JSON pointer below the tool: /inputSchema/properties/a;
	// "" for the whole.
	Path string
	// What is the keyword, or a few words.
	What string
}

func (l Loss) String() string {
	if l.Path == "" {
		return l.What
	}
	return l.Path + ": " + l.What
}

// Tools reads the result of tools/list: {"tools": [...]}, the response around
// it, or the array alone. A tool without an input schema has no parameters; of
// several with one name there is the first. Parameters that more of the tools have
// come first, as the members of an object have no order and equal beginnings can
// be named once.
func Tools(doc []byte) ([]Tool, error) {
	root, err := parse(doc)
	if err != nil {
		return nil, err
	}
	if result := root.get("result"); result != nil {
		root = result
	}
	if tools := root.get("tools"); tools != nil {
		root = tools
	}
	if root.kind != '[' {
		return nil, errors.New(`want a result of tools/list: {"tools": [...]}`)
	}
	var tools []Tool
	at := map[string]int{}
	for i, n := range root.items {
		name := n.get("name").string()
		if name == "" {
			return nil, fmt.Errorf("tool %d has no name", i+1)
		}
		if first, again := at[name]; again {
			tools[first].Losses = append(tools[first].Losses, Loss{What: fmt.Sprintf("tool %d, which has the same name", i+1)})
			continue
		}
		at[name] = len(tools)
		tools = append(tools, tool(n, name))
	}
	arrange(tools)
	return tools, nil
}

func tool(n *node, name string) Tool {
	t := Tool{Name: name, Description: n.get("description").string(), JSON: n.json(), Signature: &planner.Signature{}}
	var prompt []string
	for _, m := range n.members {
		if m.name == "name" || m.name == "description" || m.name == "inputSchema" {
			prompt = append(prompt, `"`+m.name+`":`+m.value.json())
		}
	}
	t.Prompt = "{" + strings.Join(prompt, ",") + "}"
	if input := n.get("inputSchema"); input != nil && !input.is('n') {
		in := &converter{root: input}
		t.Signature.Params = in.params("/inputSchema")
		t.Losses = in.losses
	}
	if output := n.get("outputSchema"); output != nil && !output.is('n') {
		out := &converter{root: output}
		t.Signature.Result = out.whole("/outputSchema")
		t.Losses = append(t.Losses, out.losses...)
	}
	return t
}

// Signature makes that of a tool with an input schema and, unless it is empty,
// an output schema. The order of parameters is that of the schema.
func Signature(input, output []byte) (*planner.Signature, []Loss, error) {
	in, err := parse(input)
	if err != nil {
		return nil, nil, fmt.Errorf("input schema: %w", err)
	}
	c := &converter{root: in}
	sig := &planner.Signature{Params: c.params("")}
	if len(output) == 0 {
		return sig, c.losses, nil
	}
	out, err := parse(output)
	if err != nil {
		return nil, nil, fmt.Errorf("output schema: %w", err)
	}
	d := &converter{root: out}
	sig.Result = d.whole("")
	return sig, append(c.losses, d.losses...), nil
}

// arrange sorts parameters by how many tools have them.
func arrange(tools []Tool) {
	text := func(m planner.Member) string {
		return (&planner.Signature{Params: []planner.Member{m}}).String()
	}
	uses := map[string]int{}
	for _, t := range tools {
		for _, m := range t.Signature.Params {
			uses[text(m)]++
		}
	}
	for _, t := range tools {
		// The definition of a named type stays in front of its other uses.
		if named(t.Signature.Params) {
			continue
		}
		slices.SortStableFunc(t.Signature.Params, func(a, b planner.Member) int {
			x, y := text(a), text(b)
			if n := cmp.Compare(uses[y], uses[x]); n != 0 || uses[x] == 1 {
				return n
			}
			return cmp.Compare(x, y)
		})
	}
}

// named reports whether a type with a name stands in a list.
func named(list []planner.Member) bool {
	return slices.ContainsFunc(list, func(m planner.Member) bool { return holdsName(m.Type) })
}

func holdsName(t *planner.Type) bool {
	return t != nil && (t.Kind == planner.Named || holdsName(t.Elem) || holdsName(t.Key) || named(t.Members) ||
		slices.ContainsFunc(t.Cases, holdsName))
}
