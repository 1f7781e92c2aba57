package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/emit/schema/randmodel"
	"github.com/mcpgen/mcpgen/internal/house"
	"github.com/mcpgen/mcpgen/internal/model"
)

const seeds = 150

func eachTool(t *testing.T, check func(t *testing.T, seed uint64, p *model.Package, tool *model.Tool)) {
	for seed := range uint64(seeds) {
		p := randmodel.Package(seed)
		for _, tool := range p.Tools {
			t.Run(fmt.Sprintf("%d/%s", seed, tool.Name), func(t *testing.T) { check(t, seed, p, tool) })
		}
	}
}

func TestInputAcceptsWhatFitsAndNothingElse(t *testing.T) {
	refused := map[string]int{}
	eachTool(t, func(t *testing.T, seed uint64, p *model.Package, tool *model.Tool) {
		text := schema.Input(p, tool)
		s := house.CompileSchema(t, text)
		sampler := randmodel.NewSampler(p, seed, false, tool.Open)
		for range 10 {
			if doc := sampler.Arguments(tool); s.Validate(doc) != nil {
				t.Fatalf("%v\n%v\n%s", s.Validate(doc), doc, text)
			}
			bad, what, ok := sampler.BadArguments(tool)
			if !ok {
				continue
			}
			if s.Validate(bad) == nil {
				t.Fatalf("accepted with %s:\n%v\n%s", what, bad, text)
			}
			refused[what[strings.LastIndexByte(what, ':')+1:]]++
		}
	})
	for _, what := range []string{"unknown member", " wrong type", " out of range", " outside enum", " too long"} {
		if refused[what] == 0 {
			t.Errorf("no document was refused for%s, so the test shows nothing: %v", what, refused)
		}
	}
}

func TestOutputIsValidForEveryResult(t *testing.T) {
	eachTool(t, func(t *testing.T, seed uint64, p *model.Package, tool *model.Tool) {
		text := schema.Output(p, tool)
		if text == "" {
			if len(tool.Func.Results) > 0 {
				t.Fatal("no schema for a result")
			}
			return
		}
		s := house.CompileSchema(t, text)
		sampler := randmodel.NewSampler(p, seed, true, true)
		for range 10 {
			if doc := sampler.Result(tool); s.Validate(doc) != nil {
				t.Fatalf("%v\n%v\n%s", s.Validate(doc), doc, text)
			}
		}
		for _, keyword := range []string{"enum", "additionalProperties\":false", "minimum", "maxLength", "default"} {
			if structural(t, text, keyword) {
				t.Errorf("an output promises %s: %s", keyword, text)
			}
		}
	})
}

// structural reports whether a keyword stands in the schema outside the names
// of properties.
func structural(t *testing.T, text, keyword string) bool {
	t.Helper()
	var doc any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	key, value, _ := strings.Cut(keyword, `":`)
	var has func(v any) bool
	has = func(v any) bool {
		object, _ := v.(map[string]any)
		for k, inner := range object {
			if k == key && (value == "" || fmt.Sprint(inner) == value) {
				return true
			}
			if members, ok := inner.(map[string]any); ok && (k == "properties" || k == "$defs") {
				for _, member := range members {
					if has(member) {
						return true
					}
				}
			} else if has(inner) {
				return true
			}
		}
		list, _ := v.([]any)
		for _, inner := range list {
			if has(inner) {
				return true
			}
		}
		return false
	}
	return has(doc)
}

func TestRootIsAnObjectAndTextIsRaw(t *testing.T) {
	eachTool(t, func(t *testing.T, _ uint64, p *model.Package, tool *model.Tool) {
		for _, text := range []string{schema.Input(p, tool), schema.Output(p, tool)} {
			if text == "" {
				continue
			}
			if !strings.HasPrefix(text, `{"type":"object"`) {
				t.Errorf("root is no object: %s", text)
			}
			for _, escaped := range []string{`\u003c`, `\u003e`, `\u0026`, "\n"} {
				if strings.Contains(text, escaped) {
					t.Errorf("%q in %s", escaped, text)
				}
			}
		}
	})
}

// The emitter reads a contract; it neither changes it nor keeps any state.
func TestSameTextEveryTime(t *testing.T) {
	for seed := range uint64(40) {
		p, again := randmodel.Package(seed), randmodel.Package(seed)
		var first []string
		for _, tool := range p.Tools {
			first = append(first, schema.Input(p, tool), schema.Output(p, tool))
		}
		var second []string
		for i := len(p.Tools) - 1; i >= 0; i-- {
			second = append([]string{schema.Input(p, p.Tools[i]), schema.Output(p, p.Tools[i])}, second...)
		}
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("seed %d: the order of calls changes the text", seed)
		}
		again.Named("") // builds the index that p has by now
		if !reflect.DeepEqual(p, again) {
			t.Fatalf("seed %d: emitting changed the contract", seed)
		}
	}
}
