package schema_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/emit/schema/randmodel"
	"github.com/mcpgen/mcpgen/internal/house"
	"github.com/mcpgen/mcpgen/internal/model"
)

// randomForm returns a tool whose arguments are a struct of everything in a
// random contract that a form can have.
func randomForm(seed uint64) (*model.Package, *model.Tool, *model.Form) {
	p := randmodel.Package(seed)
	n := &model.Named{ID: p.Path + ".Form", Pkg: p.Path, Name: "Form", Struct: true}
	seen := map[string]bool{}
	for _, t := range p.Types {
		for _, f := range t.Fields {
			if why, _ := p.FormFault(f); why == "" && !seen[f.Name] {
				seen[f.Name] = true
				n.Fields = append(n.Fields, f)
			}
		}
	}
	colors := &model.Type{Kind: model.List, Elem: &model.Type{Kind: model.Ref, Ref: p.Path + ".Color"}}
	n.Fields = append(n.Fields, &model.Field{Property: model.Property{Name: "colors", Type: colors}, Path: []model.Step{{Name: "Colors"}}})
	p.Define(n)
	ref := &model.Type{Kind: model.Ref, Ref: n.ID}
	tool := &model.Tool{Name: "form", Open: true, Struct: true, Func: model.Func{Params: []*model.Param{{Property: model.Property{Type: ref}}}}}
	return p, tool, &model.Form{Type: ref}
}

// A form accepts what the same struct accepts as arguments, which is what its
// decoder accepts; and it says no more than forms of MCP can.
func TestFormAcceptsWhatArgumentsDo(t *testing.T) {
	refused := 0
	for seed := range uint64(seeds) {
		p, tool, f := randomForm(seed)
		text, input := schema.Form(p, f), schema.Input(p, tool)
		flat(t, text)
		form, arguments := house.CompileSchema(t, text), house.CompileSchema(t, input)
		sampler := randmodel.NewSampler(p, seed, false, true)
		for range 10 {
			doc := sampler.Arguments(tool)
			if err := form.Validate(doc); err != nil {
				t.Fatalf("%v\n%v\n%s", err, doc, text)
			}
			bad, what, ok := sampler.BadArguments(tool)
			if ok && (form.Validate(bad) == nil) != (arguments.Validate(bad) == nil) {
				t.Fatalf("%s: form and arguments differ about %v\n%s\n%s", what, bad, text, input)
			}
			if ok && form.Validate(bad) != nil {
				refused++
			}
		}
	}
	if refused < seeds {
		t.Errorf("only %d documents were refused, so the test shows little", refused)
	}
}

// flat holds a form to the keywords that MCP has for forms, whatever they mean.
func flat(t *testing.T, text string) {
	t.Helper()
	var doc struct {
		Type       string
		Properties map[string]map[string]any
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil || doc.Type != "object" {
		t.Fatalf("%v: %s", err, text)
	}
	allowed := map[string]string{
		"string": "type title description default minLength maxLength format enum oneOf", "boolean": "type title description default",
		"number": "type title description default minimum maximum", "integer": "type title description default minimum maximum",
		"array": "type title description default minItems maxItems items",
	}
	for name, property := range doc.Properties {
		keywords := strings.Fields(allowed[property["type"].(string)])
		for keyword := range property {
			if !slices.Contains(keywords, keyword) {
				t.Errorf("%q has %s: %s", name, keyword, text)
			}
		}
	}
}
