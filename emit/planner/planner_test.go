package planner

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcpgen/mcpgen/emit/schema/randmodel"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

var (
	str = &model.Type{Kind: model.String, Basic: "string"}
	num = &model.Type{Kind: model.Int, Basic: "int", Bits: 64}
)

func list(t *model.Type) *model.Type { return &model.Type{Kind: model.List, Elem: t} }
func ptr(t *model.Type) *model.Type  { return &model.Type{Kind: model.Ptr, Elem: t} }
func ref(id string) *model.Type      { return &model.Type{Kind: model.Ref, Ref: id} }
func n(i int) *int                   { return &i }

func field(name string, t *model.Type) *model.Field {
	return &model.Field{Property: model.Property{Name: name, Type: t}}
}

func registry(p *model.Package) string { return planner.Render(Lines(p)) }

// notation returns that of one use of a type with rules of its own.
func notation(p *model.Package, t *model.Type, rules *model.Rules, input bool) string {
	w := newWriter(p, input)
	var out *planner.Type
	w.plan(func() { out = w.typ(t, rules) })
	return out.String()
}

func TestLineOfTheExample(t *testing.T) {
	p := &model.Package{Types: []*model.Named{
		{ID: "w.Report", Pkg: "w", Name: "Report", Struct: true, Fields: []*model.Field{
			field("summary", str), field("highs", list(&model.Type{Kind: model.Float, Bits: 64}))}},
		{ID: "w.Unit", Pkg: "w", Name: "Unit", Type: str, Enum: []model.EnumValue{{Value: `"celsius"`}, {Value: `"fahrenheit"`}}},
	}}
	tool := &model.Tool{Name: "forecast", Doc: "Forecast returns the weather\nforecast. And more.", Func: model.Func{
		Params: []*model.Param{
			{Property: model.Property{Name: "city", Type: str}},
			{Property: model.Property{Name: "days", Type: num, Optional: true, Rules: &model.Rules{Min: "1", Max: "14", Default: "3"}}},
			{Property: model.Property{Name: "unit", Type: ptr(ref("w.Unit")), Optional: true}},
		},
		Results: []*model.Param{{Property: model.Property{Type: ref("w.Report")}}},
	}}
	want := "(city days?:int(1..14)=3 unit?:(celsius fahrenheit)) -> {summary highs:num[]}"
	if got := Line(p, tool); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	p.Tools = []*model.Tool{tool, {Name: "a.ping"}}
	if got, want := registry(p), "# tool(parameters) -> result. x? optional, x=V default, no type: str, (1..9) range or length, "+
		"(a b) one of, T[] list, {a b:int} object\na.ping()\nforecast"+want+": Forecast returns the weather forecast.\n"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestRegistryOfNothing(t *testing.T) {
	if got := registry(&model.Package{Prompts: []*model.Prompt{{Name: "p"}}}); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestNotation(t *testing.T) {
	node := &model.Named{ID: "w.Node", Pkg: "w", Name: "Node", Struct: true, Recursive: true,
		Fields: []*model.Field{field("v", num), field("kids", list(ptr(ref("w.Node"))))}}
	nest := &model.Named{ID: "w.Nest", Pkg: "w", Name: "Nest", Recursive: true, Type: list(ref("w.Nest"))}
	point := &model.Named{ID: "w.Point", Pkg: "w", Name: "Point", Struct: true, Fields: []*model.Field{field("x", num)}}
	pair := &model.Named{ID: "w.Pair", Pkg: "w", Name: "Pair", Struct: true, Fields: []*model.Field{field("a", ref("w.Point")), field("b", ref("w.Point"))}}
	p := &model.Package{Types: []*model.Named{nest, node, pair, point}}
	enum := func(values ...string) *model.Rules { return &model.Rules{Enum: values} }
	for _, c := range []struct {
		typ   *model.Type
		rules *model.Rules
		want  string
	}{
		{&model.Type{Kind: model.Uint, Bits: 8}, nil, "uint8"},
		{num, &model.Rules{Max: "-1"}, "int(..-1)"},
		{num, &model.Rules{Min: "5", Max: "5"}, "int(5)"},
		{str, &model.Rules{MaxLength: n(80)}, "str(..80)"},
		{num, &model.Rules{ExclusiveMin: "0", Max: "9"}, "int(>0..9)"},
		{num, &model.Rules{ExclusiveMax: "9", MultipleOf: "3"}, "int(..<9%3)"},
		{num, &model.Rules{MultipleOf: "3"}, "int(%3)"},
		{num, &model.Rules{Min: "3", Max: "3", MultipleOf: "3"}, "int(3%3)"},
		{str, &model.Rules{Format: "date-time"}, "str@date-time"},
		{str, &model.Rules{Format: "email", MinLength: n(3), MaxLength: n(3), Pattern: "x"}, "str@email(3)"},
		{list(str), &model.Rules{MinItems: n(1), Unique: true}, "str[1..]"},
		{list(str), &model.Rules{MinItems: n(1)}, "str[1..]"},
		{&model.Type{Kind: model.Array, Len: 3, Elem: num}, nil, "int[3]"},
		{list(ptr(num)), nil, "int?[]"},
		{&model.Type{Kind: model.Map, Key: str, Elem: list(str)}, nil, "{*:str[]}"},
		{&model.Type{Kind: model.Raw}, nil, "any"},
		{str, enum(`"a b"`, `"int"`, `"x"`, `"1"`, `"|"`), `("a b" "int" x "1" "|")`},
		{num, &model.Rules{Enum: []string{"1", "2"}, EnumMode: "open", Min: "0"}, "int(0..)~(1 2)"},
		{ref("w.Node"), nil, "@Node({v:int kids:@Node?[]})"},
		{ref("w.Nest"), nil, "@Nest(@Nest[])"},
		{ref("w.Nest"), &model.Rules{MaxItems: n(2)}, "@Nest(@Nest[])[..2]"},
		{ref("w.Pair"), nil, "{a:@Point({x:int}) b:@Point}"},
	} {
		if got := notation(p, c.typ, c.rules, true); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// What a result promises leaves out everything that may change.
func TestResultHasTypesOnly(t *testing.T) {
	p := &model.Package{Types: []*model.Named{{ID: "w.U", Pkg: "w", Name: "U", Type: str, Enum: []model.EnumValue{{Value: `"a"`}}}}}
	for want, typ := range map[string]*model.Type{
		"str": ref("w.U"), "int": {Kind: model.Uint, Bits: 8}, "str[]": {Kind: model.Array, Len: 2, Elem: ref("w.U")},
	} {
		if got := notation(p, typ, &model.Rules{Min: "1", MaxLength: n(3), MaxItems: n(3)}, false); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestEveryLineReadsBack(t *testing.T) {
	for seed := range uint64(400) {
		p := randmodel.Package(seed)
		for _, tool := range p.Tools {
			line := Line(p, tool)
			if strings.ContainsAny(line, "\n\r\u2028\u2029\u0085") {
				t.Fatalf("more than a line: %q", line)
			}
			params, result, err := readLine(line)
			if err != nil {
				t.Fatal(err)
			}
			back, err := planner.ParseSignature(line)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(Signature(p, tool), back, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s\n%s", line, diff)
			}
			m := &matcher{p: p, input: true, ids: map[string]string{}}
			m.members(params, p.InputMembers(tool))
			out := &matcher{p: p, ids: map[string]string{}}
			out.result(result, p.Output(tool))
			if problems := append(m.problems, out.problems...); len(problems) > 0 {
				t.Fatalf("seed %d: %s\n%s", seed, line, strings.Join(problems, "\n"))
			}
		}
		entries, err := planner.ParseRegistry(registry(p))
		if diff := cmp.Diff(Lines(p), entries, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("%v\n%s\n%s", err, registry(p), diff)
		}
	}
}

// matcher compares what was read with the contract, type by type.
type matcher struct {
	p        *model.Package
	input    bool
	ids      map[string]string // of the named types, by name
	problems []string
}

func (m *matcher) equal(what string, got, want any) {
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		m.problems = append(m.problems, fmt.Sprintf("%s: got %q, want %q", what, got, want))
	}
}

func (m *matcher) result(got *readType, want model.Result) {
	switch {
	case got != nil && want.Handle != nil:
		m.equal("handle", got.kind+got.name, "handle"+m.p.HandleKind(want.Handle))
	case got == nil || want.None():
		m.equal("result", got == nil, want.None())
	case want.Value == nil:
		m.equal("kind", got.kind, "object")
		m.members(got.members, m.p.Members(want))
	case want.Wrap:
		m.typ("result", got, want.Value.Type, nil, m.p.Members(want)[0].Null)
	default:
		m.typ("result", got, want.Value.Type, nil, false)
	}
}

func (m *matcher) members(got []readMember, want []model.Member) {
	m.equal("members", len(got), len(want))
	for i := range min(len(got), len(want)) {
		g, w := got[i], want[i]
		m.equal("name", g.name, w.Name)
		m.equal(w.Name+" optional", g.optional, !w.Required)
		value := ""
		if m.input && w.Rules != nil && w.Rules.Default != "" {
			value = m.literal(w.Rules.Default)
		}
		m.equal(w.Name+" default", g.value, value)
		if w.Const != "" {
			m.equal(w.Name+" value", g.typ.values, []string{m.literal(w.Const)})
			continue
		}
		m.typ(w.Name, g.typ, w.Type, w.Rules, w.Null)
	}
}

func (m *matcher) literal(text string) string { return canonical((&reader{text: text}).json()) }

func (m *matcher) typ(what string, got *readType, t *model.Type, rules *model.Rules, null bool) {
	m.equal(what+" null", got.null, null)
	if got.kind == "named" {
		m.named(what, got, t)
		return
	}
	base, _ := m.p.Deref(t)
	eff := m.p.Effective(t, rules)
	values, closed := m.p.EnumOf(t, rules)
	if !m.input {
		eff, values, closed = &model.Rules{}, nil, false
	}
	var literals []string
	for _, v := range values {
		literals = append(literals, m.literal(v.Value))
	}
	m.equal(what+" values", got.values, literals)
	if closed {
		m.equal(what+" kind", got.kind, "enum")
		return
	}
	if base.Kind == model.Handle {
		m.equal(what+" handle", got.kind+got.name, "handle"+m.p.HandleKind(base.Elem))
		return
	}
	if code := m.p.CodeOf(t); base.Kind == model.Custom { // one declared string, else anything
		kind := "any"
		if len(code.Wire) > 0 {
			kind = "str"
		}
		m.equal(what+" kind", got.kind, kind)
		return
	}
	m.base(what, got, base, eff)
}

func (m *matcher) named(what string, got *readType, t *model.Type) {
	var ids []string
	for _, n := range m.p.Names(t) {
		ids = append(ids, n.ID)
	}
	if got.elem == nil {
		if id, ok := m.ids[got.name]; !ok || !slices.Contains(ids, id) {
			m.problems = append(m.problems, fmt.Sprintf("%s: @%s is %q, want one of %q", what, got.name, id, ids))
		}
		return
	}
	if _, again := m.ids[got.name]; again {
		m.problems = append(m.problems, "@"+got.name+" is defined twice")
	}
	m.ids[got.name] = ids[0]
	m.typ(what, got.elem, t, nil, false)
}

func (m *matcher) base(what string, got *readType, t *model.Type, r *model.Rules) {
	kind, low, high := string(t.Kind), r.Min, r.Max
	if r.ExclusiveMin != "" {
		low = ">" + r.ExclusiveMin
	}
	if r.ExclusiveMax != "" {
		high = "<" + r.ExclusiveMax
	}
	m.equal(what+" step", got.step, r.MultipleOf)
	m.equal(what+" format", got.format, string(r.Format))
	switch t.Kind {
	case model.String, model.Text:
		kind, low, high = "str", text(r.MinLength), text(r.MaxLength)
	case model.Float, model.Numeral:
		kind = "num"
	case model.BigInt:
		kind = "int"
	case model.Raw:
		kind = "any"
	case model.Int, model.Uint:
		if !m.input {
			kind = "int"
		} else if t.Bits < 64 {
			kind += fmt.Sprint(t.Bits)
		}
	case model.List:
		low, high = text(r.MinItems), text(r.MaxItems)
	case model.Array:
		kind = "list"
		if m.input {
			low, high = fmt.Sprint(t.Len), fmt.Sprint(t.Len)
		}
	case model.Ref:
		kind = "object"
		if u := m.p.UnionOf(t); u != nil {
			m.union(what, got, u)
			return
		}
	}
	m.equal(what+" kind", got.kind, kind)
	m.equal(what+" low", got.low, low)
	m.equal(what+" high", got.high, high)
	switch kind {
	case "list", "map":
		if got.elem != nil {
			m.typ(what+" element", got.elem, t.Elem, nil, m.p.Nullable(t.Elem, m.input))
		}
	case "object":
		m.members(got.members, m.p.FieldMembers(m.p.Named(t.Ref), m.input))
	}
}

// union holds the objects to the cases; a union of one is an object.
func (m *matcher) union(what string, got *readType, u *model.Union) {
	cases := got.cases
	if got.kind == "object" {
		cases = []*readType{got}
	}
	m.equal(what+" cases", len(cases), len(u.Cases))
	for i := range min(len(cases), len(u.Cases)) {
		m.members(cases[i].members, m.p.CaseMembers(u, u.Cases[i], m.input))
	}
}

func text(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// Keys of maps and scalars under the tag option string say what they hold.
func TestTextOfScalars(t *testing.T) {
	level := &model.Named{ID: "w.L", Pkg: "w", Name: "L", Type: &model.Type{Kind: model.Int, Bits: 64}, Enum: []model.EnumValue{{Value: "1"}, {Value: "2"}}}
	slug := &model.Named{ID: "w.S", Pkg: "w", Name: "S", Type: str, Rules: &model.Rules{MinLength: n(2)}}
	p := &model.Package{Types: []*model.Named{level, slug}}
	keyed := func(key *model.Type) *model.Type { return &model.Type{Kind: model.Map, Key: key, Elem: str} }
	quoted := func(name string, t *model.Type) *model.Param {
		return &model.Param{Property: model.Property{Name: name, Type: t, Quoted: true}}
	}
	params := []*model.Param{
		{Property: model.Property{Name: "a", Type: keyed(&model.Type{Kind: model.Int, Bits: 8})}},
		{Property: model.Property{Name: "b", Type: keyed(ref("w.L"))}},
		{Property: model.Property{Name: "c", Type: keyed(ref("w.S"))}},
		quoted("d", num), quoted("e", &model.Type{Kind: model.Bool}), quoted("f", ptr(ref("w.L"))),
	}
	params[3].Rules = &model.Rules{Default: "7"}
	line := Line(p, &model.Tool{Func: model.Func{Params: params, Results: params}})
	want := `(a:{*int8:str} b:{*("1" "2"):str} c:{*str(2..):str} d:str@int="7" e:("true" "false") f:("1" "2"))` +
		` -> {a:{*int:str} b:{*int:str} c:{*:str} d:str@int e:str@bool f:str@int?}`
	if line != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
	back, _, err := readLine(line)
	if err != nil || back[0].typ.key.kind != "int8" || len(back[1].typ.key.values) != 2 || back[3].typ.format != "int" || back[3].value != `"7"` {
		t.Errorf("read back as %+v, %v", back, err)
	}
}
