package hostile

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// FuzzLikeTheJudges holds the decoder against a validator of the schema and
// against encoding/json, on whatever bytes. The validator asserts no formats:
// the tests of runtime/format do that.
func FuzzLikeTheJudges(f *testing.F) {
	for _, a := range attacks() {
		f.Add([]byte(a.make(48)))
	}
	for _, doc := range []string{
		`{"bool":true,"int":-0,"small":127,"uint":18446744073709551615,"float":1e-7,"text":"\u00e9","color":"red","odd":3}`,
		`{"node":{"value":1.0,"next":{"value":2,"kids":[{"value":1e2}]},"named":{"":null}},"nodes":[null,{"value":0}]}`,
		`{"when":"2026-07-28T12:00:00.5+01:00","bytes":"AQID","any":{"a":[1.50,null]},"raw":{"raw":null},"pair":["",""]}`,
		`{"ruled":{"length":"x","pattern":"aaa","step":14,"price":0.07,"share":0.50,"set":["a","b"],"numbers":[1,2]},"wide":null}`,
		`{"ruled":{"length":"","pattern":"b","step":8,"price":0,"share":0.3,"set":["a","a"],"numbers":[1,1]},"small":128,"x":1}`,
	} {
		f.Add([]byte(doc))
	}
	judge := compile(f, takeTool.Input)
	f.Fuzz(func(t *testing.T, doc []byte) {
		if !json.Valid(doc) || hugeExponent.Match(doc) {
			return // FuzzDecoder has those; the validator would expand the exponent
		}
		got, err := read(doc, false)
		valid := judge.validate(t, doc)
		switch {
		case err == nil && valid != nil:
			t.Errorf("%s is accepted, but %v", doc, valid)
		case err == nil:
			likeEncodingJSON(t, doc, got)
		case valid == nil && !beyondSchema(err):
			t.Errorf("%s is valid, but %v", doc, err)
		}
	})
}

var (
	hugeExponent = regexp.MustCompile(`[eE][+-]?\d{4}`)
	fractional   = regexp.MustCompile(`\d[.eE]|-0`)
)

// likeEncodingJSON compares what was read with what encoding/json reads, which
// takes 1.0 and 1e2 for no integers.
func likeEncodingJSON(t *testing.T, doc []byte, got All) {
	t.Helper()
	var want All
	decoder := json.NewDecoder(bytes.NewReader(doc))
	decoder.UseNumber()
	if err := decoder.Decode(&want); err != nil {
		if !fractional.Match(doc) {
			t.Errorf("%s is accepted, encoding/json: %v", doc, err)
		}
	} else if !reflect.DeepEqual(got, want) {
		t.Errorf("%s is read as\n%+v, not\n%+v", doc, got, want)
	}
}

// beyondSchema reports whether a fault may be one that no schema says: names
// that come twice, limits, ranges of 64 bits, and formats.
func beyondSchema(err error) bool {
	var fault *mcpruntime.DocumentError
	if !errors.As(err, &fault) {
		return false
	}
	return slices.ContainsFunc(fault.Violations, func(v mcpruntime.Violation) bool {
		return v.Got == "duplicate property" || strings.HasPrefix(v.Got, "nested too deep") || strings.HasPrefix(v.Got, "too many") ||
			slices.ContainsFunc([]string{"64 bits", "to 18446744073709551615", "base64", "date and time", "number that is", "a ", "an "}, func(part string) bool {
				return strings.Contains(v.Want, part)
			})
	})
}

// schemaJudge validates a document without its optional nulls.
type schemaJudge struct {
	compiled *jsonschema.Schema
	root     map[string]any
}

func compile(tb testing.TB, text string) schemaJudge {
	tb.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		tb.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:schema", parsed); err != nil {
		tb.Fatal(err)
	}
	compiled, err := c.Compile("mem:schema")
	if err != nil {
		tb.Fatal(err)
	}
	return schemaJudge{compiled, parsed.(map[string]any)}
}

func (j schemaJudge) validate(t *testing.T, doc []byte) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	j.prune(j.root, v)
	return j.compiled.Validate(v)
}

// prune takes properties out of v that a schema lists, does not require, and
// that are null.
func (j schemaJudge) prune(schema, v any) {
	s, ok := schema.(map[string]any)
	if !ok {
		return
	}
	if ref, ok := s["$ref"].(string); ok {
		s, _ = j.root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	for _, choice := range list(s["anyOf"]) {
		j.prune(choice, v)
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			j.prune(s["items"], e)
		}
	case map[string]any:
		properties, _ := s["properties"].(map[string]any)
		for _, name := range slices.Collect(maps.Keys(v)) {
			property, listed := properties[name]
			switch {
			case !listed:
				j.prune(s["additionalProperties"], v[name])
			case v[name] == nil && !slices.Contains(list(s["required"]), any(name)):
				delete(v, name)
			default:
				j.prune(property, v[name])
			}
		}
	}
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}
