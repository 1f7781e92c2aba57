package document

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/internal/house"
)

const everything = `{"type":"object","properties":{
	"id":{"type":"integer","minimum":-5,"maximum":250},"wide":{"type":"number","exclusiveMinimum":0,"multipleOf":0.5},
	"when":{"type":"string","format":"date-time"},"key":{"type":"string","pattern":"^[a-z]+$","minLength":2},
	"bytes":{"type":"string","contentEncoding":"base64"},"flag":{"type":["boolean","null"]},"any":{},
	"kind":{"enum":["red",1,null]},"list":{"type":"array","items":{"$ref":"#/$defs/node"},"minItems":1,"maxItems":2},
	"set":{"type":"array","items":{"type":"string"},"uniqueItems":true},
	"map":{"type":"object","propertyNames":{"pattern":"^[0-9]+$"},"additionalProperties":{"type":"integer"}},
	"shape":{"oneOf":[
		{"type":"object","properties":{"type":{"const":"circle"},"r":{"type":"number"}},"required":["type","r"],"additionalProperties":false},
		{"type":"object","properties":{"type":{"const":"square"},"side":{"type":"integer"}},"required":["type"],"additionalProperties":false}]},
	"own":{"type":["object","string"],"maxProperties":1,"examples":["a",{"b":[1]}]}},
	"required":["id","list"],"additionalProperties":false,
	"$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"},"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}}}`

func sampler(t *testing.T) Sampler {
	t.Helper()
	schema, err := NewSchema(everything)
	if err != nil {
		t.Fatal(err)
	}
	return Sampler{Random: Random{rand.New(rand.NewPCG(1, 1))}, Schema: schema}
}

// What the sampler makes is valid after cleaning, and all of the schema comes up;
// spoilt documents are of both sorts.
func TestSampler(t *testing.T) {
	s, judge := sampler(t), house.CompileSchema(t, everything)
	seen, spoilt := map[string]bool{}, map[bool]int{}
	for range 2000 {
		doc := s.Good()
		clean := s.Schema.Cleaned(doc)
		if err := judge.Validate(Plain(clean)); err != nil {
			t.Fatalf("%v\n%s", err, Encode(doc, false))
		}
		for _, e := range clean.(Object) {
			seen[e.Name] = true
		}
		bad := s.Schema.Cleaned(s.Spoil(doc))
		spoilt[judge.Validate(Plain(bad)) == nil]++
	}
	if len(seen) != 13 || spoilt[true] < 200 || spoilt[false] < 200 {
		t.Errorf("seen %v, spoilt documents %v", seen, spoilt)
	}
}

func TestCleaned(t *testing.T) {
	s := sampler(t)
	for _, c := range []struct {
		name      string
		doc, want Object
	}{
		{"optional nulls go", Object{{"id", nil}, {"when", nil}, {"kind", nil}}, Object{{"id", nil}}},
		{"unknown ones stay", Object{{"more", nil}, {"map", Object{{"1", nil}}}}, Object{{"more", nil}, {"map", Object{{"1", nil}}}}},
		{"integers", Object{{"id", json.Number("1E2")}, {"wide", json.Number("1.0")}}, Object{{"id", json.Number("100")}, {"wide", json.Number("1.0")}}},
		{"no integers", Object{{"id", json.Number("1.5")}, {"any", json.Number("2.0")}}, Object{{"id", json.Number("1.5")}, {"any", json.Number("2.0")}}},
		{
			"through references", Object{{"list", []any{Object{{"next", Object{{"n", json.Number("1.0")}, {"next", nil}}}}}}},
			Object{{"list", []any{Object{{"next", Object{{"n", json.Number("1")}}}}}}},
		},
		{
			"the alternative that was chosen", Object{{"shape", Object{{"side", json.Number("2.0")}, {"type", "square"}}}},
			Object{{"shape", Object{{"side", json.Number("2")}, {"type", "square"}}}},
		},
	} {
		if got, want := Encode(s.Schema.Cleaned(c.doc), false), Encode(c.want, false); got != want {
			t.Errorf("%s: got %s, want %s", c.name, got, want)
		}
	}
}

func TestEncode(t *testing.T) {
	doc := Object{{"b", []any{nil, true, json.Number("1.50")}}, {"a", "<\n"}, {"b", Object{}}}
	if got, want := Encode(doc, false), `{"b":[null,true,1.50],"a":"\u003c\n","b":{}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := strings.NewReplacer(" ", "", "\n", "").Replace(Encode(doc, true)); got != Encode(doc, false) {
		t.Errorf("with blanks: %s", got)
	}
	if Nodes(doc) != 7 || !Repeats(doc) || Repeats(doc[:2]) {
		t.Errorf("%d nodes, repeats %v", Nodes(doc), Repeats(doc))
	}
}

func TestExtreme(t *testing.T) {
	for number, want := range map[json.Number]bool{
		"1": false, "-9223372036854775807": true, "9007199254740993": false, "9223372036854775807": true, "1e400": true, "-9223372036854775809": true, "1e-400": false,
	} {
		if got := Extreme([]any{Object{{"n", number}}}); got != want {
			t.Errorf("%s: %v", number, got)
		}
	}
}
