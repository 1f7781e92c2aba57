package docs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/model"
)

// typeView is an entry of the section on types: a struct with its fields, a
// union with its cases, or a list or map that holds itself, in words.
type typeView struct {
	Anchor, Name, Package, Doc, Words markdown
	Deprecated                        bool
	Fields                            []fieldView
	Cases                             *casesView
}

// casesView is a table of the values of a discriminator and the structs that
// they stand for. Name is the discriminator in a text, Column in the table.
type casesView struct {
	Name, Column markdown
	Rows         []caseView
}

type caseView struct{ Value, Type markdown }

// fieldView says of a field whether arguments need it and whether results have
// it; one of the two is empty for a type that goes one way only.
type fieldView struct {
	argView
	Result markdown
}

// namedTypes are the types of a package that have an entry of their own.
type namedTypes struct {
	p *model.Package
	// in and out hold the IDs of those that arguments and results lead to.
	in, out map[string]bool
	anchors map[string]string // by ID
}

func newNamedTypes(p *model.Package) *namedTypes {
	types := &namedTypes{p: p, in: map[string]bool{}, out: map[string]bool{}}
	for _, t := range p.Tools {
		for _, prop := range p.InputProps(t) {
			types.visit(prop.Type, true)
		}
		for _, param := range t.Func.Results {
			types.visit(param.Type, false)
		}
	}
	types.anchors = p.ShortNames(types.ids())
	return types
}

// visit enters what a type leads to; a cycle ends where it is entered already.
func (types *namedTypes) visit(t *model.Type, input bool) {
	entered := types.out
	if input {
		entered = types.in
	}
	for _, n := range types.p.Names(t) {
		if entered[n.ID] {
			return
		}
		if n.Whole() || n.Recursive {
			entered[n.ID] = true
		}
	}
	base, _ := types.p.Deref(t)
	switch base.Kind {
	case model.List, model.Array, model.Map:
		types.visit(base.Elem, input)
	case model.Handle:
		types.visit(base.Elem, false)
	case model.Ref:
		for _, part := range types.p.Named(base.Ref).Parts() {
			types.visit(part, input)
		}
	}
}

// ids lists the types in the order of their names.
func (types *namedTypes) ids() []string {
	var ids []string
	for _, n := range types.p.Types {
		if types.in[n.ID] || types.out[n.ID] {
			ids = append(ids, n.ID)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(types.p.Named(a).Spelling(), types.p.Named(b).Spelling()), cmp.Compare(a, b))
	})
	return ids
}

func (types *namedTypes) views() []typeView {
	var list []typeView
	for _, id := range types.ids() {
		n := types.p.Named(id)
		v := typeView{Anchor: types.anchor(n), Name: inline(n.Spelling()), Doc: block(n.Doc), Deprecated: marked(n.Deprecated, n.Doc)}
		if n.Pkg != types.p.Path {
			v.Package = code(n.Pkg)
		}
		switch {
		case n.Struct:
			v.Fields = types.fields(n)
		case n.Union != nil:
			v.Cases = types.cases(n.Union)
		default:
			v.Words = types.below(n.Type)
		}
		list = append(list, v)
	}
	return list
}

func (types *namedTypes) cases(u *model.Union) *casesView {
	v := &casesView{Name: code(u.Discriminator), Column: cell(u.Discriminator)}
	for _, c := range u.Cases {
		v.Rows = append(v.Rows, caseView{cell(c.Value), types.words(c.Type)})
	}
	return v
}

func (types *namedTypes) fields(n *model.Named) []fieldView {
	var list []fieldView
	outputs := types.p.FieldMembers(n, false)
	for i, m := range types.p.FieldMembers(n, true) {
		v := fieldView{argView: types.arg(m.Property)}
		if !types.in[n.ID] {
			v.Required = ""
		}
		if types.out[n.ID] {
			v.Result = presence(outputs[i])
		}
		list = append(list, v)
	}
	return list
}

// presence says how a member of a result can look.
func presence(m model.Member) markdown {
	text := markdown("always")
	if !m.Required {
		text = "may be absent"
	}
	if m.Null {
		text += ", may be null"
	}
	return text
}

func (types *namedTypes) anchor(n *model.Named) markdown {
	return markdown("type-" + types.anchors[n.ID])
}

// words names a type as JSON Schema does, and links to its entry where it has
// one.
func (types *namedTypes) words(t *model.Type) markdown {
	for _, n := range types.p.Names(t) {
		if types.in[n.ID] || types.out[n.ID] {
			return "[" + inline(n.Spelling()) + "](#" + types.anchor(n) + ")"
		}
	}
	return types.below(t)
}

// handleWords says what a handle stands for.
func (types *namedTypes) handleWords(value *model.Type) markdown {
	return "handle of kind " + code(types.p.HandleKind(value)) + ", which stands for " + types.words(value)
}

// below is words for what a type is made of.
func (types *namedTypes) below(t *model.Type) markdown {
	base, _ := types.p.Deref(t)
	switch base.Kind {
	case model.List, model.Array:
		return "array of " + types.words(base.Elem)
	case model.Map:
		return "map of " + types.words(base.Elem) + types.keyWords(base)
	case model.Handle:
		return types.handleWords(base.Elem)
	}
	if code := types.p.CodeOf(t); code != nil && len(code.Wire) > 0 {
		return inline(strings.Join(code.Wire, " or "))
	}
	return inline(base.Kind.Noun())
}
