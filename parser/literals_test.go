package parser

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mcpgen/mcpgen/internal/model"
)

// goTypes are the types that the literals of a basic type are read into.
var goTypes = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](),
	"int": reflect.TypeFor[int64](), "int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](), "int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](),
	"uint": reflect.TypeFor[uint64](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](), "uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](),
	"uintptr": reflect.TypeFor[uint64](), "float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
}

// A literal is accepted exactly when encoding/json reads it into the Go type,
// but for integers with a fraction of zero or an exponent, which JSON Schema
// counts as integers; those are rewritten so that encoding/json reads them.
func TestLiteralLikeEncodingJSON(t *testing.T) {
	texts := []string{"true", "false", "null", "0", "-0", "00", "+1", ".5", "5.", "1e", "0x1", "Infinity", "NaN", "1_0", "127", "128", "-128", "-129", "255", "256",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616", "3.4e38", "3.5e38", "1e308", "1e309", "-1e309",
		"1e-400", "1.5", " 1", "1 ", "", "1,2", "[]", "{}", "1e99999999999"}
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		texts = append(texts, fmt.Sprint(int64(rnd.Uint64())>>rnd.IntN(64)), fmt.Sprint(rnd.NormFloat64()), fmt.Sprintf("%d.%d", rnd.IntN(5), rnd.IntN(3)))
	}
	for _, m := range basics {
		if m.Kind == model.String {
			continue
		}
		for _, text := range texts {
			lit, err := literals{new(model.Package)}.literal(&m, text)
			v := reflect.New(goTypes[m.Basic]).Interface()
			if err == nil && json.Unmarshal([]byte(lit), v) != nil {
				t.Errorf("%s: %q became %s, which is none", m.Basic, text, lit)
			}
			if err != nil && text != "null" && text != " 1" && text != "1 " && json.Unmarshal([]byte(text), v) == nil {
				t.Errorf("%s: %q was refused: %v", m.Basic, text, err)
			}
		}
	}
}

func TestLiteral(t *testing.T) {
	str, integer := &model.Type{Kind: model.String, Basic: "string"}, &model.Type{Kind: model.Int, Basic: "int", Bits: 64}
	set := literals{&model.Package{Types: []*model.Named{
		{ID: "S", Name: "S", Struct: true, Fields: []*model.Field{{Property: model.Property{Name: "a", Type: integer}}, {Property: model.Property{Name: "b", Type: str, Optional: true}}}},
		{ID: "N", Name: "N", Type: integer},
	}}}
	ref := func(id string) *model.Type { return &model.Type{Kind: model.Ref, Ref: id} }
	tests := []struct {
		typ        *model.Type
		text, want string // want "" means refused
	}{
		{str, `a<b>&"c"`, `"a<b>&\"c\""`},
		{str, `"a\nb"`, `"a\nb"`},
		{str, `"open`, `"\"open"`},
		{str, "\xff", ""},
		{ref("N"), "5.0", "5"},
		{ref("N"), "1e3", "1000"},
		{&model.Type{Kind: model.Ptr, Elem: ref("N")}, "7", "7"},
		{ref("S"), `{"a": 1}`, `{"a":1}`},
		{ref("S"), `{"a":1,"b":null}`, `{"a":1,"b":null}`},
		{ref("S"), `{"a":1,"b":2}`, ""},
		{ref("S"), `{"b":"x"}`, ""},
		{ref("S"), `{"a":1,"c":2}`, ""},
		{ref("S"), `{"a":null}`, ""},
		{&model.Type{Kind: model.List, Elem: ref("S")}, `[{"a":1}]`, `[{"a":1}]`},
		{&model.Type{Kind: model.List, Elem: integer}, `[1.5]`, ""},
		{&model.Type{Kind: model.List, Elem: integer}, `[1] 2`, ""},
		{&model.Type{Kind: model.Array, Len: 2, Elem: integer}, `[1]`, ""},
		{&model.Type{Kind: model.Array, Len: 1, Elem: &model.Type{Kind: model.Ptr, Elem: integer}}, `[null]`, `[null]`},
		{&model.Type{Kind: model.Map, Key: str, Elem: integer}, `{"x":1}`, `{"x":1}`},
		{&model.Type{Kind: model.Map, Key: str, Elem: integer}, `[]`, ""},
		{&model.Type{Kind: model.Any}, `{"x":[1e2]}`, `{"x":[1e2]}`},
		{&model.Type{Kind: model.Any}, `bare`, ""},
		{&model.Type{Kind: model.Time}, "2006-01-02", ""},
		{&model.Type{Kind: model.Bytes}, "aGk", ""},
		{&model.Type{Kind: model.Bytes}, "aGk=", `"aGk="`},
	}
	for _, tt := range tests {
		got, err := set.literal(tt.typ, tt.text)
		if err != nil {
			got = ""
		}
		if got != tt.want {
			t.Errorf("%s of %s: got %s (%v), want %s", tt.text, tt.typ.ID(), got, err, tt.want)
		}
	}
}
