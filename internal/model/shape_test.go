package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	strType = &Type{Kind: String, Basic: "string"}
	intType = &Type{Kind: Int, Basic: "int", Bits: 64}
)

func ptrTo(t *Type) *Type  { return &Type{Kind: Ptr, Elem: t} }
func listOf(t *Type) *Type { return &Type{Kind: List, Elem: t} }
func refTo(id string) *Type {
	return &Type{Kind: Ref, Ref: id}
}
func count(n int) *int { return &n }

// shapes declares a struct, a name for a pointer to it, names for an integer,
// a map and a list that holds itself.
func shapes() *Package {
	return &Package{Types: []*Named{
		{ID: "p.S", Name: "S", Struct: true, Fields: []*Field{
			{Property: Property{Name: "a", Type: intType}},
			{Property: Property{Name: "b", Type: ptrTo(intType), Optional: true}, Omit: OmitEmpty},
			{Property: Property{Name: "c", Type: ptrTo(ptrTo(intType)), Optional: true}, Omit: OmitZero},
			{Property: Property{Name: "d", Type: ptrTo(intType)}, Path: []Step{{Name: "B", Embedded: refTo("p.S")}, {Name: "D"}}},
		}},
		{ID: "p.PS", Name: "PS", Type: ptrTo(refTo("p.S"))},
		{ID: "p.Days", Name: "Days", Type: refTo("p.Num"), Rules: &Rules{Min: "1", Max: "100", Examples: []string{"7"}}},
		{ID: "p.Num", Name: "Num", Type: intType, Rules: &Rules{Max: "31", Default: "1"}},
		{ID: "p.M", Name: "M", Type: &Type{Kind: Map, Key: strType, Elem: intType}},
		{ID: "p.Nest", Name: "Nest", Recursive: true, Type: listOf(refTo("p.Nest"))},
		{ID: "p.Loop", Name: "Loop", Recursive: true, Type: ptrTo(refTo("p.Loop"))},
	}}
}

func TestShapeOfTypes(t *testing.T) {
	p := shapes()
	for _, c := range []struct {
		name             string
		typ              *Type
		kind             Kind // of the base
		object, nullable bool
	}{
		{"struct", refTo("p.S"), Ref, true, false},
		{"pointer to struct", ptrTo(refTo("p.S")), Ref, true, true},
		{"named pointer to struct", refTo("p.PS"), Ref, true, true},
		{"pointer to pointer", ptrTo(refTo("p.PS")), Ref, false, true},
		{"map", refTo("p.M"), Map, true, false},
		{"pointer to map", ptrTo(refTo("p.M")), Map, true, true},
		{"named twice", refTo("p.Days"), Int, false, false},
		{"list of itself", refTo("p.Nest"), List, false, false},
		{"any", &Type{Kind: Any}, Any, false, false},
		{"unknown name", refTo("p.None"), Ref, false, false},
	} {
		base, null := p.Deref(c.typ)
		if base.Kind != c.kind || null != c.nullable {
			t.Errorf("%s: base %s, null %v", c.name, base.Kind, null)
		}
		if got := p.IsObject(c.typ); got != c.object {
			t.Errorf("%s: object %v", c.name, got)
		}
		if got := p.Nullable(c.typ, true); got != c.nullable {
			t.Errorf("%s: nullable %v", c.name, got)
		}
	}
}

// A pointer type that points to itself has only nil for a value; the helpers
// must end all the same.
func TestPointerToItselfEnds(t *testing.T) {
	p := shapes()
	if base, _ := p.Deref(refTo("p.Loop")); base == nil {
		t.Error("no base")
	}
	if n := len(p.Names(refTo("p.Loop"))); n == 0 || n > len(p.Types)+1 {
		t.Errorf("%d names", n)
	}
}

func TestMembers(t *testing.T) {
	p := shapes()
	show := func(members []Member) string {
		var list []string
		for _, m := range members {
			text := m.Name
			if m.Required {
				text += "!"
			}
			if m.Null {
				text += "0"
			}
			list = append(list, text)
		}
		return strings.Join(list, " ")
	}
	s := p.Named("p.S")
	if got := show(p.FieldMembers(s, true)); got != "a! b c d!" {
		t.Errorf("input: %s", got)
	}
	// b is left out when nil, c may point to nil, d may be absent or nil.
	if got := show(p.FieldMembers(s, false)); got != "a! b c0 d0" {
		t.Errorf("output: %s", got)
	}
	params := []*Param{{Property: Property{Name: "in", Type: ptrTo(refTo("p.S"))}}}
	if got := show(p.InputMembers(&Tool{Struct: true, Func: Func{Params: params}})); got != "a! b c d!" {
		t.Errorf("struct form: %s", got)
	}
	if got := show(p.InputMembers(&Tool{Func: Func{Params: params}})); got != "in!" {
		t.Errorf("positional form: %s", got)
	}
}

func TestOutput(t *testing.T) {
	p := shapes()
	one := &Param{Property: Property{Name: "n", Type: ptrTo(ptrTo(intType))}}
	two := &Param{Property: Property{Name: "m", Type: ptrTo(intType)}}
	if r := p.Output(&Tool{}); !r.None() {
		t.Errorf("no result: %+v", r)
	}
	wrapped := p.Members(p.Output(&Tool{Wrap: true, Func: Func{Results: []*Param{one}}}))
	if len(wrapped) != 1 || wrapped[0].Name != WrapName || !wrapped[0].Null || one.Name != "n" {
		t.Errorf("wrapped: %+v", wrapped)
	}
	several := p.Members(p.Output(&Tool{Func: Func{Results: []*Param{one, two}}}))
	if len(several) != 2 || several[1].Name != "m" || !several[1].Null || !several[1].Required {
		t.Errorf("several: %+v", several)
	}
	single := p.Output(&Tool{Func: Func{Results: []*Param{two}}})
	if single.Value != &two.Property || p.Members(single) != nil {
		t.Errorf("single: %+v", single)
	}
}

func TestEffectiveTakesTheTighterBound(t *testing.T) {
	p := shapes()
	got := p.Effective(ptrTo(refTo("p.Days")), &Rules{Min: "0.5", Max: "14", Default: "3"})
	want := &Rules{Min: "1", Max: "14", Default: "3", Examples: []string{"7"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// Both names bound it; a type's default is not the use's.
	if got := p.Effective(refTo("p.Days"), nil); got.Max != "31" || got.Default != "" {
		t.Errorf("got %+v", got)
	}
	named := &Package{Types: []*Named{{ID: "p.L", Type: listOf(intType), Rules: &Rules{MinItems: count(2), MaxItems: count(5)}}}}
	eff := named.Effective(refTo("p.L"), &Rules{MinItems: count(1), MaxItems: count(3)})
	if *eff.MinItems != 2 || *eff.MaxItems != 3 {
		t.Errorf("items %d to %d", *eff.MinItems, *eff.MaxItems)
	}
	if *named.Types[0].Rules.MaxItems != 5 {
		t.Error("the type's own rules changed")
	}
}

func TestCompareNumbersIsExact(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"1", "1.0", 0}, {"1e2", "100", 0}, {"9", "10", -1}, {"-2", "-1", -1}, {"0.1", "0.10", 0},
		{"18446744073709551615", "18446744073709551614", 1}, {"9007199254740993", "9007199254740992", 1},
		{"1e999999999", "1", 1}, {"-1e999999999", "1e-999999999", -1},
	} {
		if got := CompareNumbers(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestEnumOf(t *testing.T) {
	p := &Package{Types: []*Named{
		{ID: "p.E", Type: intType, Enum: []EnumValue{{Name: "One", Value: "1", Doc: "first"}, {Name: "Two", Value: "2"}, {Name: "Uno", Value: "1"}, {Name: "Nine", Value: "9"}}},
		{ID: "q.O", Type: strType, Open: true, Enum: []EnumValue{{Name: "A", Value: `"<a>"`}}},
		{ID: "p.R", Type: strType, Rules: &Rules{Enum: []string{`"x"`}}},
		{ID: "p.Open", Type: strType, Enum: []EnumValue{{Value: `"x"`}}, Rules: &Rules{EnumMode: "open"}},
	}}
	for _, c := range []struct {
		name, id, want string
		rules          *Rules
		closed         bool
	}{
		{"constants, each value once", "p.E", "1 2 9", nil, true},
		{"opened by the use", "p.E", "1 2 9", &Rules{EnumMode: "open"}, false},
		{"list of the use", "p.E", "2", &Rules{Enum: []string{"2"}}, true},
		{"bounds of the use", "p.E", "1 2", &Rules{Max: "8"}, true},
		{"bounds that leave nothing", "p.E", "1 2 9", &Rules{Min: "10"}, true},
		{"another module's", "q.O", `"<a>"`, nil, false},
		{"closed by the use", "q.O", `"<a>"`, &Rules{EnumMode: "closed"}, true},
		{"list of the type", "p.R", `"x"`, nil, true},
		{"opened by the type", "p.Open", `"x"`, nil, false},
		{"list beats the type's mode", "p.Open", `"y"`, &Rules{Enum: []string{`"y"`}}, true},
	} {
		values, closed := p.EnumOf(refTo(c.id), c.rules)
		var got []string
		for _, v := range values {
			got = append(got, v.Value)
		}
		if strings.Join(got, " ") != c.want || closed != c.closed {
			t.Errorf("%s: %v, closed %v", c.name, got, closed)
		}
	}
	values, _ := p.EnumOf(refTo("q.O"), &Rules{Enum: []string{`"\u003ca>"`}})
	if values[0].Name != "A" {
		t.Errorf("a listed value lost its constant: %+v", values)
	}
	if values, closed := p.EnumOf(strType, nil); values != nil || closed {
		t.Errorf("plain type: %v %v", values, closed)
	}
}

func TestFirstSentence(t *testing.T) {
	for doc, want := range map[string]string{
		"": "", "No stop": "No stop", "One. Two.": "One.", "Wrapped\nline\there. Next": "Wrapped line here.",
		"First paragraph\n\nSecond.":       "First paragraph",
		"Author returns it. More":          "Author returns it.",
		"Any city, e.g. oslo, works. Or x": "Any city, e.g. oslo, works.",
		"By J. Doe et al. Really":          "By J. Doe et al.",
		"Uses v1.2 of it. Yes":             "Uses v1.2 of it.",
		"CR\r\nLF.\r\n\r\nMore.":           "CR LF.",
		"日本語です。次":                          "日本語です。",
	} {
		if got := FirstSentence(doc); got != want {
			t.Errorf("%q: got %q, want %q", doc, got, want)
		}
	}
}

func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		`"\u003ca\u003e"`: `"<a>"`, ` [ 1.50 , {"b":1,"a":null} ] `: `[1.50,{"a":null,"b":1}]`,
		"18446744073709551615": "18446744073709551615", "no json": "no json", `"&"`: `"&"`,
	} {
		if got := Literal(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"plain <a>&'": `"plain <a>&'"`, `a"b\`: `"a\"b\\"`, "\n\x01": `"\n\u0001"`, "日本": `"日本"`, "\xff": `"\ufffd"`, "\u2028": `"\u2028"`,
	} {
		if got := Quote(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestTexts(t *testing.T) {
	values := []EnumValue{{Name: "C", Value: `"c"`, Doc: "Two\nlines."}, {Name: "F", Value: `"f"`}}
	if got, want := EnumText(values, false), "Values: c (Two lines)."; got != want {
		t.Errorf("got %q", got)
	}
	if got, want := EnumText(values, true), "Values: c (Two lines); f."; got != want {
		t.Errorf("got %q", got)
	}
	if got, want := EnumText([]EnumValue{{Name: "Low", Value: "1"}}, false), "Values: 1 = Low."; got != want {
		t.Errorf("got %q", got)
	}
	odd := []EnumValue{{Name: "None", Value: `""`}, {Name: "Blank", Value: `" "`}, {Name: "List", Value: `"a; b"`, Doc: "Both."}}
	if got, want := EnumText(odd, true), `Values: ""; " "; "a; b" (Both).`; got != want {
		t.Errorf("got %q", got)
	}
	if got := EnumText(values[1:], false); got != "" {
		t.Errorf("got %q", got)
	}
	rules := &Rules{Min: "1", MaxLength: count(5), MinItems: count(2), MaxItems: count(2)}
	for kind, want := range map[Kind]string{Int: "at least 1", String: "at most 5 characters", List: "exactly 2 items", Bool: ""} {
		if got := LimitsText(kind, rules); got != want {
			t.Errorf("%s: got %q", kind, got)
		}
	}
}

func TestShortNamesAreUniqueAndSafe(t *testing.T) {
	p := &Package{Types: []*Named{
		{ID: "a.co/x.Item", Pkg: "a.co/x"}, {ID: "b.co/x.Item", Pkg: "b.co/x"}, {ID: "w.Box[a.co/x.Item]", Pkg: "w"},
		{ID: "w.Größe", Pkg: "w"}, {ID: "w.Box[map[string][]*int]", Pkg: "w"},
	}}
	var ids, got []string
	for _, n := range p.Types {
		ids = append(ids, n.ID)
	}
	names := p.ShortNames(ids)
	for _, id := range ids {
		got = append(got, names[id])
	}
	if diff := cmp.Diff([]string{"Item", "Item2", "Box_x.Item", "Gr__e", "Box_map_string_int"}, got); diff != "" {
		t.Error(diff)
	}
}
