// Package schema derives JSON Schema 2020-12 documents from a contract.
//
// Inputs are strict: closed objects, exact bounds, enums. Outputs are promises
// that must survive change: types, properties and required members only, with
// everything else in the descriptions. Documents are built as invopop schemas
// and printed by this package: one form, compact, keys in a fixed order, raw
// <, > and &, numbers as written, {} for anything.
package schema

import (
	"github.com/invopop/jsonschema"

	"github.com/mcpgen/mcpgen/internal/model"
)

// Input returns the input schema of a tool. Its root is always of type object.
func Input(p *model.Package, t *model.Tool) string {
	b := newBuilder(p, true, t.Open)
	root := use{members: p.InputMembers(t)}
	if t.Struct && len(t.Func.Params) == 1 {
		root = use{typ: t.Func.Params[0].Type, doc: t.Func.Params[0].Doc}
	}
	return render(b.document(root))
}

// Output returns the output schema of a tool, empty when it returns nothing.
// Its root is always of type object.
func Output(p *model.Package, t *model.Tool) string {
	b := newBuilder(p, false, true)
	result := p.Output(t)
	if result.Handle != nil {
		return render(handleResult(p.HandleKind(result.Handle)))
	}
	if result.None() {
		return ""
	}
	root := use{members: p.Members(result)}
	if result.Value != nil && !result.Wrap {
		root = of(model.Member{Property: result.Value})
	}
	return render(b.document(root))
}

// Type returns the schema of one use of a type with rules of its own, as part
// of an input or of an output.
func Type(p *model.Package, t *model.Type, rules *model.Rules, input bool) string {
	b := newBuilder(p, input, !input)
	return render(b.document(use{typ: t, rules: rules, null: p.Nullable(t, input)}))
}

// use is one place in a document where a value of some type stands.
type use struct {
	typ        *model.Type
	members    []model.Member // instead of typ: an object that has no Go type
	rules      *model.Rules
	doc        string
	deprecated bool
	null       bool // the value can be null
	quoted     bool // a scalar that is a JSON string
}

// of is the use that a member makes of its type.
func of(m model.Member) use {
	return use{typ: m.Type, rules: m.Rules, doc: m.Doc, deprecated: m.Deprecated, null: m.Null, quoted: m.Quoted}
}

// builder makes the schemas of one document.
type builder struct {
	p     *model.Package
	input bool
	open  bool
	// defs maps the IDs of the types in $defs to their keys.
	defs map[string]string
	// seen, when set, is told of each reference, in order; then every struct
	// and recursive type is taken to be in $defs.
	seen func(id string)
}

func newBuilder(p *model.Package, input, open bool) *builder {
	return &builder{p: p, input: input, open: open}
}

// document returns the complete schema of the root, with its $defs.
func (b *builder) document(root use) *jsonschema.Schema {
	b.defs = b.plan(root)
	s := b.inline(root)
	for _, n := range b.p.Types {
		key, ok := b.defs[n.ID]
		if !ok {
			continue
		}
		if s.Definitions == nil {
			s.Definitions = jsonschema.Definitions{}
		}
		s.Definitions[key] = b.body(n)
	}
	return s
}

// body returns the schema of a named type itself.
func (b *builder) body(n *model.Named) *jsonschema.Schema {
	return b.inline(use{typ: &model.Type{Kind: model.Ref, Ref: n.ID}})
}
