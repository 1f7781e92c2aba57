package randmodel

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/mcpgen/mcpgen/internal/model"
)

// Sampler makes documents for a contract: JSON values as encoding/json decodes
// them, with json.Number for numbers.
type Sampler struct {
	p    *model.Package
	rand *rand.Rand
	// Output: as the encoder of a result writes them, else as the decoder of
	// arguments takes them.
	output bool
	open   bool
}

// NewSampler returns a sampler of inputs, or of outputs; open says that
// objects accept unknown members.
func NewSampler(p *model.Package, seed uint64, output, open bool) *Sampler {
	return &Sampler{p: p, rand: rand.New(rand.NewPCG(seed, 11)), output: output, open: open || output}
}

// Arguments returns arguments that the tool takes.
func (s *Sampler) Arguments(t *model.Tool) any {
	if t.Struct {
		return s.good(t.Func.Params[0].Type, nil, 0)
	}
	object := map[string]any{}
	for _, param := range t.Func.Params {
		s.member(object, &param.Property, param.Optional, 0)
	}
	return object
}

// BadArguments returns arguments with one mistake, and what it is; ok is
// false when there is nothing in the tool to get wrong.
func (s *Sampler) BadArguments(t *model.Tool) (doc any, what string, ok bool) {
	good, isObject := s.Arguments(t).(map[string]any)
	if !isObject {
		return nil, "", false
	}
	if t.Struct {
		return s.badStruct(s.named(t.Func.Params[0].Type), good)
	}
	var props []*model.Property
	for _, param := range t.Func.Params {
		props = append(props, &param.Property)
	}
	return s.badObject(props, good)
}

// Result returns a result of the tool as it travels, wrapped where it must be.
func (s *Sampler) Result(t *model.Tool) any {
	results := t.Func.Results
	if t.Keep {
		return map[string]any{"handle": "#R1", "kind": "value", "summary": "", "size": json.Number("2")}
	}
	if len(results) == 1 {
		typ := results[0].Type
		if typ.Kind == model.Ptr {
			typ = typ.Elem // nil is a tool error
		}
		v := s.value(typ, nil, 0)
		if s.p.UnionOf(typ) != nil {
			v = s.good(typ, nil, 0) // as it is here
		}
		if t.Wrap {
			return map[string]any{"result": v}
		}
		return v
	}
	object := map[string]any{}
	for _, r := range results {
		object[r.Name] = s.value(r.Type, nil, 0)
	}
	return object
}

func (s *Sampler) member(object map[string]any, prop *model.Property, absent bool, depth int) {
	if absent && (depth > 2 || s.rand.IntN(2) == 0) {
		return
	}
	object[prop.Name] = s.good(prop.Type, prop.Rules, depth)
}

// value may be null for a pointer, and in an output for a union; good never is.
func (s *Sampler) value(t *model.Type, rules *model.Rules, depth int) any {
	if n := s.named(t); s.output && t.Kind == model.Ref && n.Union != nil && s.rand.IntN(3) == 0 {
		return nil
	}
	if t.Kind == model.Ptr && (depth > 2 || s.rand.IntN(3) == 0) {
		return nil
	}
	if t.Kind == model.Ptr && t.Elem.Kind == model.Ptr {
		return s.value(t.Elem, rules, depth)
	}
	return s.good(t, rules, depth)
}

// good returns a value of t that keeps the rules of the use and of the type.
func (s *Sampler) good(t *model.Type, rules *model.Rules, depth int) any {
	for t.Kind == model.Ptr {
		t = t.Elem
	}
	n := s.named(t)
	switch {
	case n == nil:
		return s.plain(t, rules, depth)
	case n.Struct:
		return s.object(n, depth)
	case n.Code != nil && n.Code.Schema != "":
		return "1 < 2"
	}
	if n.Union != nil {
		return s.union(n.Union, depth)
	}
	if len(n.Enum) > 0 {
		return decode(pick(s.rand, n.Enum).Value)
	}
	if rules == nil {
		rules = n.Rules
	}
	return s.plain(n.Type, rules, depth)
}

// union returns an object of one case.
func (s *Sampler) union(u *model.Union, depth int) map[string]any {
	c := pick(s.rand, u.Cases)
	object := s.object(s.named(c.Type), depth).(map[string]any)
	object[u.Discriminator] = c.Value
	return object
}

func (s *Sampler) object(n *model.Named, depth int) any {
	object := map[string]any{}
	for _, f := range n.Fields {
		if !s.output {
			s.member(object, &f.Property, f.Optional, depth+1)
			continue
		}
		if (f.Omit != model.OmitNever || len(f.Path) > 1) && (depth > 2 || s.rand.IntN(2) == 0) {
			continue
		}
		v := s.value(f.Type, f.Rules, depth+1)
		if v == nil && f.Type.Kind == model.Ptr && f.Omit != model.OmitNever && f.Type.Elem.Kind != model.Ptr {
			continue // a nil pointer is what omitempty leaves out
		}
		object[f.Name] = v
	}
	return object
}

func (s *Sampler) plain(t *model.Type, rules *model.Rules, depth int) any {
	if rules == nil {
		rules = &model.Rules{}
	}
	switch t.Kind {
	case model.Bool:
		return s.rand.IntN(2) == 0
	case model.Int, model.Uint, model.BigInt:
		return json.Number(pick(s.rand, []string{"2", "3.0", "14"}))
	case model.Float, model.Numeral:
		return json.Number(pick(s.rand, []string{"0.5", "1", "1.25"}))
	case model.String, model.Text:
		if len(rules.Enum) > 0 {
			return decode(pick(s.rand, rules.Enum))
		}
		if rules.Format != "" {
			return map[string]string{"email": "a@b.c", "date": "2026-07-28"}[string(rules.Format)]
		}
		return pick(s.rand, []string{"x", "日本<", "\"\\\n"})
	case model.Handle:
		return pick(s.rand, []string{"#R1", "#a", "#RJ7QWX2AAAAAAAAAAAAAAAAAAAA"})
	case model.Bytes:
		return pick(s.rand, []string{"", "AQID"})
	case model.Time:
		return "2026-07-28T12:00:00Z"
	case model.List:
		list := s.list(t.Elem, s.length(rules, depth), depth).([]any)
		if rules.Unique {
			for i := range list {
				list[i] = fmt.Sprint(list[i], i)
			}
		}
		return list
	case model.Array:
		return s.list(t.Elem, int(t.Len), depth)
	case model.Map:
		object := map[string]any{}
		for range s.length(rules, depth) {
			object[pick(s.rand, wireNames)] = s.value(t.Elem, nil, depth+1)
		}
		return object
	}
	return pick(s.rand, []any{nil, "any", json.Number("1e400"), []any{true}, map[string]any{"k": nil}})
}

func (s *Sampler) length(rules *model.Rules, depth int) int {
	if rules.MinItems != nil {
		return *rules.MinItems + s.rand.IntN(*rules.MaxItems-*rules.MinItems+1)
	}
	if depth > 2 {
		return 0
	}
	return s.rand.IntN(3)
}

func (s *Sampler) list(elem *model.Type, n, depth int) any {
	list := []any{}
	for range n {
		list = append(list, s.value(elem, nil, depth+1))
	}
	return list
}

func (s *Sampler) named(t *model.Type) *model.Named {
	for t.Kind == model.Ptr {
		t = t.Elem
	}
	for _, n := range s.p.Types {
		if t.Kind == model.Ref && n.ID == t.Ref {
			return n
		}
	}
	return nil
}

func decode(literal string) any {
	var v any
	if literal[0] == '-' || literal[0] >= '0' && literal[0] <= '9' {
		return json.Number(literal)
	}
	if err := json.Unmarshal([]byte(literal), &v); err != nil {
		panic(err) // the literals of this package are JSON
	}
	return v
}
