package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen/mcpgen/internal/model"
)

func basic(kind model.Kind, basic string, bits int) *model.Type {
	return &model.Type{Kind: kind, Basic: basic, Bits: bits}
}

var (
	str   = basic(model.String, "string", 0)
	num   = basic(model.Int, "int", 64)
	float = basic(model.Float, "float64", 64)
)

func ptr(t *model.Type) *model.Type  { return &model.Type{Kind: model.Ptr, Elem: t} }
func list(t *model.Type) *model.Type { return &model.Type{Kind: model.List, Elem: t} }
func ref(id string) *model.Type      { return &model.Type{Kind: model.Ref, Ref: id} }
func mapOf(t *model.Type) *model.Type {
	return &model.Type{Kind: model.Map, Key: str, Elem: t}
}

func param(name string, t *model.Type) *model.Param {
	return &model.Param{Property: model.Property{Name: name, Type: t}, Go: name}
}

func tool(results []*model.Param, params ...*model.Param) *model.Tool {
	return &model.Tool{Name: "t", Func: model.Func{Name: "T", Params: params, Results: results}}
}

func field(name string, t *model.Type) *model.Field {
	return &model.Field{Property: model.Property{Name: name, Type: t}, Path: []model.Step{{Name: name}}}
}

func structOf(id string, fields ...*model.Field) *model.Named {
	pkg := id[:strings.LastIndexByte(id, '.')]
	return &model.Named{ID: id, Pkg: pkg, Name: id[len(pkg)+1:], Struct: true, Fields: fields}
}

func in(t *testing.T, p *model.Package, tool *model.Tool, want string) {
	t.Helper()
	if diff := cmp.Diff(want, Input(p, tool)); diff != "" {
		t.Errorf("input schema (-want +got):\n%s", diff)
	}
}

func out(t *testing.T, p *model.Package, tool *model.Tool, want string) {
	t.Helper()
	if diff := cmp.Diff(want, Output(p, tool)); diff != "" {
		t.Errorf("output schema (-want +got):\n%s", diff)
	}
}

func TestNoArguments(t *testing.T) {
	in(t, &model.Package{}, tool(nil), `{"type":"object","additionalProperties":false}`)
	out(t, &model.Package{}, tool(nil), "")
}

func TestOpenLeavesAdditionalPropertiesOut(t *testing.T) {
	open := tool(nil)
	open.Open = true
	in(t, &model.Package{}, open, `{"type":"object"}`)
}

// forecast is the example of the README: rules, an enum of constants, a
// default, an optional pointer.
func forecast() (*model.Package, *model.Tool) {
	p := &model.Package{Types: []*model.Named{
		structOf("w.Report", field("summary", str), field("highs", list(float))),
		{ID: "w.Unit", Pkg: "w", Name: "Unit", Type: str, Doc: "Unit of temperature.",
			Enum: []model.EnumValue{{Name: "C", Value: `"celsius"`, Doc: "As in Oslo."}, {Name: "F", Value: `"fahrenheit"`}}},
	}}
	city, days, unit := param("city", str), param("days", num), param("unit", ptr(ref("w.Unit")))
	city.Doc = `city name, such as "Oslo" <or> R&D`
	days.Rules, days.Optional = &model.Rules{Min: "1", Max: "14", Default: "3", Examples: []string{"7"}}, true
	unit.Optional = true
	return p, tool([]*model.Param{param("", ref("w.Report"))}, city, days, unit)
}

func TestForecast(t *testing.T) {
	p, tool := forecast()
	in(t, p, tool, `{"type":"object","properties":{`+
		`"city":{"type":"string","description":"city name, such as \"Oslo\" <or> R&D"},`+
		`"days":{"type":"integer","minimum":1,"maximum":14,"default":3,"examples":[7]},`+
		`"unit":{"type":"string","description":"Unit of temperature. Values: celsius (As in Oslo).","enum":["celsius","fahrenheit"]}},`+
		`"required":["city"],"additionalProperties":false}`)
	out(t, p, tool, `{"type":"object","properties":{"summary":{"type":"string"},`+
		`"highs":{"type":"array","items":{"type":"number"}}},"required":["summary","highs"]}`)
}

func TestIntegerBoundsAreExact(t *testing.T) {
	for _, c := range []struct{ kind, basic, want string }{
		{"int", "int8", `{"type":"integer","minimum":-128,"maximum":127}`},
		{"int", "int16", `{"type":"integer","minimum":-32768,"maximum":32767}`},
		{"int", "int32", `{"type":"integer","minimum":-2147483648,"maximum":2147483647}`},
		{"int", "int64", `{"type":"integer"}`},
		{"uint", "uint8", `{"type":"integer","minimum":0,"maximum":255}`},
		{"uint", "uint16", `{"type":"integer","minimum":0,"maximum":65535}`},
		{"uint", "uint32", `{"type":"integer","minimum":0,"maximum":4294967295}`},
		{"uint", "uint64", `{"type":"integer","minimum":0}`},
	} {
		bits := map[byte]int{'8': 8, '6': 16, '2': 32, '4': 64}[c.basic[len(c.basic)-1]]
		typ := basic(model.Kind(c.kind), c.basic, bits)
		if got := Type(&model.Package{}, typ, nil, true); got != c.want {
			t.Errorf("%s: got %s, want %s", c.basic, got, c.want)
		}
		if got := Type(&model.Package{}, typ, nil, false); got != `{"type":"integer"}` {
			t.Errorf("%s in an output: got %s", c.basic, got)
		}
	}
}

func TestNarrowTypeBoundBeatsWiderRule(t *testing.T) {
	rules := &model.Rules{Min: "-5", Max: "1e2"}
	if got, want := Type(&model.Package{}, basic(model.Uint, "uint8", 8), rules, true), `{"type":"integer","minimum":0,"maximum":1e2}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	max64 := &model.Rules{Max: "18446744073709551615"}
	if got, want := Type(&model.Package{}, basic(model.Uint, "uint64", 64), max64, true), `{"type":"integer","minimum":0,"maximum":18446744073709551615}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestKinds(t *testing.T) {
	p := &model.Package{}
	for _, c := range []struct {
		typ  *model.Type
		want string
	}{
		{&model.Type{Kind: model.Any}, `{}`},
		{&model.Type{Kind: model.Raw}, `{}`},
		{ptr(&model.Type{Kind: model.Any}), `{}`},
		{&model.Type{Kind: model.Bytes}, `{"type":"string","contentEncoding":"base64"}`},
		{&model.Type{Kind: model.Time}, `{"type":"string","format":"date-time"}`},
		{basic(model.Bool, "bool", 0), `{"type":"boolean"}`},
		{list(&model.Type{Kind: model.Any}), `{"type":"array","items":{}}`},
		{list(list(str)), `{"type":"array","items":{"type":"array","items":{"type":"string"}}}`},
		{list(ptr(num)), `{"type":"array","items":{"type":["integer","null"]}}`},
		{mapOf(ptr(str)), `{"type":"object","additionalProperties":{"type":["string","null"]}}`},
		{&model.Type{Kind: model.Array, Len: 3, Elem: num}, `{"type":"array","minItems":3,"maxItems":3,"items":{"type":"integer"}}`},
	} {
		if got := Type(p, c.typ, nil, true); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// An enum is closed for types of the module, advice for others, and the use
// decides.
func TestEnumModes(t *testing.T) {
	level := &model.Named{ID: "w.Level", Pkg: "w", Name: "Level", Type: num,
		Enum: []model.EnumValue{{Name: "Low", Value: "1"}, {Name: "Huge", Value: "4611686018427387904", Doc: "Too much."}}}
	p := &model.Package{Types: []*model.Named{level}}
	values := `"description":"Values: 1 = Low; 4611686018427387904 = Huge (Too much)."`
	closed := `{"type":"integer",` + values + `,"enum":[1,4611686018427387904]}`
	open := `{"type":"integer",` + values + `}`
	check := func(rules *model.Rules, want string) {
		t.Helper()
		if got := Type(p, ref("w.Level"), rules, true); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	check(nil, closed)
	check(&model.Rules{EnumMode: "open"}, open)
	check(&model.Rules{Enum: []string{"1"}}, `{"type":"integer","description":"Values: 1 = Low.","enum":[1]}`)
	check(&model.Rules{Max: "10"}, `{"type":"integer","description":"Values: 1 = Low.","enum":[1],"maximum":10}`)
	level.Open = true
	check(nil, open)
	check(&model.Rules{EnumMode: "closed"}, closed)
	if got := Type(p, ref("w.Level"), nil, false); got != open {
		t.Errorf("an output promises no enum: %s", got)
	}
	nullable := `{"type":"array","items":{"type":["integer","null"],` + values + `,"enum":[1,4611686018427387904,null]}}`
	level.Open = false
	if got := Type(p, list(ptr(ref("w.Level"))), nil, true); got != nullable {
		t.Errorf("got  %s\nwant %s", got, nullable)
	}
}

func TestOutputMembers(t *testing.T) {
	omitted := field("omitted", ptr(num))
	omitted.Omit = model.OmitEmpty
	embedded := field("embedded", ptr(num))
	embedded.Path = []model.Step{{Name: "Base", Embedded: ref("w.Base")}, {Name: "Embedded"}}
	bounded := field("bounded", num)
	bounded.Rules, bounded.Doc = &model.Rules{Min: "1", Max: "5", Default: "2"}, "how many"
	p := &model.Package{Types: []*model.Named{structOf("w.R", field("nullable", ptr(num)), omitted, embedded, bounded)}}
	out(t, p, tool([]*model.Param{param("", ptr(ref("w.R")))}), `{"type":"object","properties":{`+
		`"nullable":{"type":["integer","null"]},"omitted":{"type":"integer"},"embedded":{"type":["integer","null"]},`+
		`"bounded":{"type":"integer","description":"how many. 1 to 5."}},"required":["nullable","bounded"]}`)
}

func TestWrapAndSeveralResults(t *testing.T) {
	p := &model.Package{}
	wrapped := tool([]*model.Param{param("n", ptr(num))})
	wrapped.Wrap = true
	out(t, p, wrapped, `{"type":"object","properties":{"result":{"type":"integer"}},"required":["result"]}`)
	out(t, p, tool([]*model.Param{param("n", num), param("more", ptr(str))}),
		`{"type":"object","properties":{"n":{"type":"integer"},"more":{"type":["string","null"]}},"required":["n","more"]}`)
}

func TestRecursiveRootStaysAnObject(t *testing.T) {
	node := structOf("w.Node", field("v", num), field("kids", list(ptr(ref("w.Node")))))
	node.Recursive = true
	p := &model.Package{Types: []*model.Named{node}}
	inner := `"properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}}},"required":["v","kids"]`
	rec := tool([]*model.Param{param("", ref("w.Node"))}, param("in", ref("w.Node")))
	rec.Struct = true
	in(t, p, rec, `{"type":"object",`+inner+`,"additionalProperties":false,"$defs":{"Node":{"type":"object",`+inner+`,"additionalProperties":false}}}`)
	out(t, p, rec, `{"type":"object",`+inner+`,"$defs":{"Node":{"type":"object",`+inner+`}}}`)
}

// Two instances of a generic type and two types of one name keep apart.
func TestDefinitionKeys(t *testing.T) {
	var types []*model.Named
	var params []*model.Param
	for i, id := range []string{"a.co/x.Item", "b.co/y.Item", "w.Box[a.co/x.Item]", "w.Box[[]int]"} {
		n := structOf(id, field("next", ptr(ref(id))))
		n.Pkg, n.Recursive = id[:strings.LastIndexByte(strings.SplitN(id, "[", 2)[0], '.')], true
		types = append(types, n)
		params = append(params, param(string(rune('a'+i)), ref(id)))
	}
	got := Input(&model.Package{Types: types}, tool(nil, params...))
	for _, key := range []string{`"Item"`, `"Item2"`, `"Box_x.Item"`, `"Box_int"`} {
		if strings.Count(got, `"#/$defs/`+key[1:]) != 2 || !strings.Contains(got, key+`:{"type":"object"`) {
			t.Errorf("no definition and two references of %s in %s", key, got)
		}
	}
}

// What counts is how much all repetitions of a struct add, not how often it
// stands.
func TestRepetitionMovesToDefinitions(t *testing.T) {
	var fields []*model.Field
	for i := range 20 {
		fields = append(fields, field("field_number_"+string(rune('a'+i)), str))
	}
	for _, c := range []struct {
		fields, uses int
		shared       bool
	}{{20, 1, false}, {20, 2, true}, {8, 2, false}, {8, 4, true}} {
		p := &model.Package{Types: []*model.Named{structOf("w.Wide", fields[:c.fields]...)}}
		var params []*model.Param
		for i := range c.uses {
			params = append(params, param(string(rune('a'+i)), ref("w.Wide")))
		}
		if got := Input(p, tool(nil, params...)); strings.Contains(got, "$defs") != c.shared {
			t.Errorf("%d fields, used %d times: want shared %v in\n%s", c.fields, c.uses, c.shared, got)
		}
	}
}

// What stands once in a shared struct stands once in the document.
func TestSharedStructHoldsItsPartsInline(t *testing.T) {
	var fields []*model.Field
	for i := range 30 {
		fields = append(fields, field("field_number_"+string(rune('a'+i%26))+string(rune('a'+i/26)), str))
	}
	p := &model.Package{Types: []*model.Named{structOf("w.Inner", fields...), structOf("w.Outer", field("inner", ref("w.Inner")))}}
	got := Input(p, tool(nil, param("a", ref("w.Outer")), param("b", list(ref("w.Outer")))))
	if strings.Contains(got, "$defs/Inner") || strings.Count(got, "$defs/Outer") != 2 {
		t.Errorf("want Outer alone in $defs: %s", got)
	}
}

// Structs that hold each other twice double at each level when inlined.
func TestDoublingStaysSmall(t *testing.T) {
	p := &model.Package{}
	id := func(i int) string { return "w.L" + string(rune('A'+i)) }
	for i := range 26 {
		n := structOf(id(i), field("x", str))
		if i < 25 {
			n.Fields = append(n.Fields, field("l", ref(id(i+1))), field("r", ref(id(i+1))))
		}
		p.Types = append(p.Types, n)
	}
	if got := Input(p, tool(nil, param("root", ref(id(0))))); len(got) > 30_000 {
		t.Errorf("26 small structs make %d bytes", len(got))
	}
}

func TestDescriptionBesideReference(t *testing.T) {
	node := structOf("w.Node", field("next", ptr(ref("w.Node"))))
	node.Recursive, node.Doc = true, "Node of a list."
	node.Fields[0].Optional, node.Fields[0].Doc = true, "the one behind"
	got := Type(&model.Package{Types: []*model.Named{node}}, ref("w.Node"), nil, true)
	if want := `"next":{"description":"the one behind","$ref":"#/$defs/Node"}`; !strings.Contains(got, want) {
		t.Errorf("%s not in %s", want, got)
	}
}
