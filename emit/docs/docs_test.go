package docs

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen/mcpgen/emit/schema/randmodel"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/templates"
)

var (
	str = &model.Type{Kind: model.String, Basic: "string"}
	num = &model.Type{Kind: model.Int, Basic: "int", Bits: 64}
	yes = new(true)
)

func param(name, doc string, t *model.Type) *model.Param {
	return &model.Param{Property: model.Property{Name: name, Doc: doc, Type: t}}
}

// place is a struct that holds itself in a map and in a list that holds itself.
func place() []*model.Named {
	ref := func(id string) *model.Type { return &model.Type{Kind: model.Ref, Ref: id} }
	field := func(name string, t *model.Type) *model.Field {
		return &model.Field{Property: model.Property{Name: name, Type: t}, Path: []model.Step{{Name: name}}}
	}
	size := field("size", num)
	size.Optional, size.Omit, size.Doc, size.Rules = true, model.OmitEmpty, "in km | miles", &model.Rules{Min: "1"}
	return []*model.Named{
		{ID: "g.Box[w.Place]", Pkg: "g", Name: "Box", Args: []*model.Type{ref("w.Place")}, Doc: "Box holds one.", Struct: true, Deprecated: true,
			Fields: []*model.Field{field("v", ref("w.Place"))}},
		{ID: "example.com/weather.Empty", Pkg: "example.com/weather", Name: "Empty", Struct: true},
		{ID: "w.Place", Pkg: "w", Name: "Place", Struct: true, Recursive: true, Fields: []*model.Field{
			field("near", &model.Type{Kind: model.Map, Key: str, Elem: ref("w.Place")}), size, field("ways", &model.Type{Kind: model.Ptr, Elem: ref("w.Ways")})}},
		{ID: "w.Ways", Pkg: "w", Name: "Ways", Recursive: true, Type: &model.Type{Kind: model.List, Elem: ref("w.Ways")}},
	}
}

// The fields of structs are shown, however deep they lie: those of arguments and
// those of results, each type once.
func TestTypes(t *testing.T) {
	box, empty := &model.Type{Kind: model.Ref, Ref: "g.Box[w.Place]"}, &model.Type{Kind: model.Ref, Ref: "example.com/weather.Empty"}
	p := &model.Package{Path: "example.com/weather", Name: "weather", Types: place(), Tools: []*model.Tool{
		{Name: "one", Func: model.Func{Params: []*model.Param{param("e", "", &model.Type{Kind: model.List, Elem: empty})}, Results: []*model.Param{param("", "", box)}}},
		{Name: "spread", Struct: true, Func: model.Func{Params: []*model.Param{param("in", "", &model.Type{Kind: model.Ref, Ref: "w.Place"})}}},
	}}
	page := emitted(t, p)
	for _, want := range []string{
		"| ''e'' | array of [Empty](#type-Empty) | yes |  |  |",
		"Returns [Box\\[w.Place\\]](#type-Box_w.Place).",
		"| ''near'' | map of [Place](#type-Place) | yes |  |  |",
		"\n## Types\n",
		"<a id=\"type-Place\"></a>\n\n### Place\n\nDeclared in package ''w''.\n\n| Field |",
		"\n| ''near'' | map of [Place](#type-Place) | yes | always |  |  |\n" +
			"| ''size'' | integer | no | may be absent | at least 1 | in km \\| miles |\n" +
			"| ''ways'' | [Ways](#type-Ways) | yes | always, may be null |  |  |\n",
		"\nDeclared in package ''w''.\n\nIn JSON: array of [Ways](#type-Ways).\n",
		"\n\n**Deprecated.**\n\nBox holds one.\n\n| Field |",
		"\n| ''v'' | [Place](#type-Place) |  | always |  |  |\n",
		"### Empty\n\nNo fields.",
	} {
		if want = strings.ReplaceAll(want, "''", "`"); !strings.Contains(page, want) {
			t.Errorf("%q is not in the page", want)
		}
	}
	if n := strings.Count(page, "<a id="); n != 4 || t.Failed() {
		t.Errorf("%d types in\n%s", n, page)
	}
}

// Every link leads to the entry of a type, and every entry has a link.
func TestLinks(t *testing.T) {
	linked := 0
	for seed := range uint64(40) {
		page := emitted(t, randmodel.Package(seed))
		anchors := map[string]bool{}
		for _, part := range strings.Split(page, `<a id="`)[1:] {
			id, _, _ := strings.Cut(part, `"`)
			if anchors[id] {
				t.Errorf("seed %d: two anchors %s", seed, id)
			}
			anchors[id] = true
			if !strings.Contains(page, "](#"+id+")") {
				t.Errorf("seed %d: no link to %s", seed, id)
			}
		}
		for _, part := range strings.Split(page, "](#")[1:] {
			id, _, _ := strings.Cut(part, ")")
			if linked++; !anchors[id] {
				t.Errorf("seed %d: a link to %s, which is not there", seed, id)
			}
		}
	}
	if linked < 50 {
		t.Errorf("only %d links", linked)
	}
}

// weather uses everything that a page can show.
func weather() *model.Package {
	days := param("days", "days ahead", num)
	days.Optional, days.Rules = true, &model.Rules{Min: "1", Max: "14", Default: "3"}
	unit := param("unit", "", &model.Type{Kind: model.Ref, Ref: "w.Unit"})
	unit.Deprecated = true
	forecast := &model.Tool{Name: "get_forecast", Title: "Forecast", Doc: "Forecast tells the weather.\n\n\tforecast(\"Oslo\")",
		Deprecated: true, Open: true, Groups: []string{"weather"}, Stage: "beta", Hints: model.Hints{ReadOnly: yes, OpenWorld: new(false)},
		Func: model.Func{Params: []*model.Param{param("city", "city | town", str), days, unit}, Results: []*model.Param{
			param("summary", "", str), param("highs", "", &model.Type{Kind: model.List, Elem: num})}}}
	return &model.Package{Path: "example.com/weather", Name: "weather", Doc: "Package weather forecasts.",
		Server:  &model.Server{Name: "Weather", Version: "1.0.0", Title: "The weather", Instructions: "Ask for a city."},
		Tools:   []*model.Tool{forecast, {Name: "clear", Func: model.Func{Params: []*model.Param{param("where", "", &model.Type{Kind: model.Ref, Ref: "w.Spot"})}}}},
		Prompts: []*model.Prompt{{Name: "plan", Title: "Plan", Doc: "Plan a trip.", Func: model.Func{Params: []*model.Param{param("to", "where", str)}}}, {Name: "bare"}},
		Resources: []*model.Resource{{URI: "note://{id}", Name: "note", Title: "Note", Doc: "Note reads one.", MIME: "text/plain", Template: true, Holds: model.HoldsBytes,
			Func: model.Func{Params: []*model.Param{param("id", "", str)}}}},
		Types: []*model.Named{{ID: "w.Unit", Pkg: "w", Name: "Unit", Type: str, Doc: "Unit of temperature.",
			Enum: []model.EnumValue{{Value: `"celsius"`}, {Value: `"f|k"`}}}, {ID: "w.Spot", Pkg: "w", Name: "Spot", Doc: "Spot is a place.", Struct: true, Fields: []*model.Field{{
			Property: model.Property{Name: "lat", Doc: "latitude", Type: num}, Path: []model.Step{{Name: "Lat"}}}}}},
	}
}

func emitted(t *testing.T, p *model.Package) string {
	t.Helper()
	files, err := New(string(filepath.Separator) + "out").Emit(p)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 || files[0].Path != filepath.Join(string(filepath.Separator), "out", p.Name+".md") {
		t.Fatalf("files: %+v", files)
	}
	return string(files[0].Content)
}

func TestPage(t *testing.T) {
	p := weather()
	p.Tools[0].Func.Results = nil // the schemas have tests of their own
	page := emitted(t, p)
	for strings.Contains(page, "<details>") {
		before, rest, _ := strings.Cut(page, "<details>")
		_, after, _ := strings.Cut(rest, "</details>")
		page = before + "SCHEMA" + after
	}
	want := `<!-- Generated by mcpgen. Changes to this file are overwritten. -->

# Package weather

Import path ''example.com/weather''.

Package weather forecasts.

## Server

Weather, version 1.0.0: The weather

Ask for a city.

## Tools

### clear

| Argument | Type | Required | Limits | Description |
|---|---|---|---|---|
| ''where'' | [Spot](#type-Spot) | yes |  | Spot is a place. |

Returns nothing.

SCHEMA

### get\_forecast

**Forecast**

**Deprecated.**

Forecast tells the weather.

''''''
forecast("Oslo")
''''''

Read-only, closed world, group weather, stage beta.

| Argument | Type | Required | Limits | Description |
|---|---|---|---|---|
| ''city'' | string | yes |  | city \| town |
| ''days'' | integer | no, default ''3'' | 1 to 14 | days ahead |
| ''unit'' | string | yes | one of ''"celsius"'', "f\|k" | **Deprecated.** Unit of temperature. |

Other arguments are accepted and dropped.

Returns nothing.

SCHEMA

## Resources

### note

**Note**

URI template ''note://{id}'', of type text/plain, binary.

Note reads one.

| Argument | Type | Required | Limits | Description |
|---|---|---|---|---|
| ''id'' | string | yes |  |  |

## Prompts

### bare

No arguments.

### plan

**Plan**

Plan a trip.

| Argument | Type | Required | Limits | Description |
|---|---|---|---|---|
| ''to'' | string | yes |  | where |

## Types

<a id="type-Spot"></a>

### Spot

Declared in package ''w''.

Spot is a place.

| Field | Type | Required in arguments | In results | Limits | Description |
|---|---|---|---|---|---|
| ''lat'' | integer | yes |  |  | latitude |
`
	want = strings.ReplaceAll(want, "''", "`")
	if diff := cmp.Diff(want, page); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
}

func TestSchemasAndResults(t *testing.T) {
	page := emitted(t, weather())
	for _, want := range []string{
		"Returns an object:\n\n| Result | Type | Limits | Description |\n|---|---|---|---|\n| `summary` | string |  |  |\n| `highs` | array of integer |  |  |\n",
		"<details>\n<summary>Input schema</summary>\n\n```json\n{\n  \"type\": \"object\",\n  \"properties\": {\n    \"city\": {",
		"<summary>Output schema</summary>\n\n```json\n{\n  \"type\": \"object\",\n  \"properties\": {\n    \"summary\": {",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
}

func TestNothingToSay(t *testing.T) {
	files, err := New("/out").Emit(&model.Package{Name: "empty"})
	if len(files) != 0 || err != nil {
		t.Errorf("got %v, %v", files, err)
	}
}

// Every template shows in the page: blanking it changes the page.
func TestEveryTemplateIsUsed(t *testing.T) {
	names, err := fs.Glob(templates.FS, "*/*")
	if err != nil || len(names) < 5 {
		t.Fatalf("templates %v, %v", names, err)
	}
	pages, err := parse()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := page(pages, weather())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		blank := template.Must(pages.Clone())
		template.Must(blank.New(filepath.Base(name)).Parse("BLANK"))
		got, err := page(blank, weather())
		if err != nil || string(got) == string(whole) || !strings.Contains(string(got), "BLANK") {
			t.Errorf("no page uses %s (%v)", name, err)
		}
	}
}

// Whatever stands in comments and names, the lines of a page are those of the
// templates, and nothing in it is HTML but the templates' own.
func TestTextCannotBreakOut(t *testing.T) {
	evil := "# x | `y` <script>\n\n- *a* [l](u)\n===\n1. <!-- \\ ~~z~~ |\n```\n</details>\r\n&lt; $m$"
	p := weather()
	p.Doc, p.Server.Instructions, p.Server.Title = evil, evil, evil
	for _, tool := range p.Tools {
		tool.Doc, tool.Title, tool.Groups, tool.Stage = evil, evil, []string{evil}, evil
		for _, param := range tool.Func.Params {
			param.Doc, param.Name, param.Rules = evil, param.Name+evil, &model.Rules{Default: model.Quote(evil)}
		}
	}
	for _, n := range p.Types {
		n.Doc, n.ID, n.Pkg = evil, n.ID+evil, evil
		for _, f := range n.Fields {
			f.Doc, f.Name, f.Rules = evil, f.Name+evil, &model.Rules{Default: model.Quote(evil)}
		}
	}
	p.Tools[0].Func.Params[2].Type.Ref += evil
	p.Tools[1].Func.Params[0].Type.Ref += evil
	p.Resources[0].Doc, p.Resources[0].MIME, p.Resources[0].URI, p.Prompts[0].Title = evil, evil, evil, evil
	inSchema, tables := false, 0
	for line := range strings.Lines(emitted(t, p)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "```json" || inSchema && line == "```" {
			inSchema = !inSchema
			continue
		}
		if inSchema {
			continue
		}
		if strings.HasPrefix(line, "| ") && !slices.Contains([]int{5, 6, 7}, strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")) {
			t.Errorf("cells: %s", line)
		} else if strings.HasPrefix(line, "| ") {
			tables++
		}
		text := outsideCode(line)
		for _, mark := range []string{"<script", "<!--", "</details> ", "[l](u)", "*a*", "~~", "`"} {
			if strings.Contains(text, mark) && line != pageMark {
				t.Errorf("%s in %s", mark, line)
			}
		}
		for _, start := range []string{"# x", "- ", "===", "1.", "```"} {
			if strings.HasPrefix(line, start) {
				t.Errorf("line starts with %s: %s", start, line)
			}
		}
	}
	if tables == 0 || inSchema {
		t.Errorf("%d table rows, in a schema at the end: %v", tables, inSchema)
	}
}

// pageMark is the first line of a page, the only comment in it.
const pageMark = "<!-- Generated by mcpgen. Changes to this file are overwritten. -->"

// outsideCode drops the code spans and the escaped characters of a line.
func outsideCode(line string) string {
	var b strings.Builder
	for line != "" {
		if line[0] == '\\' && len(line) > 1 {
			line = line[2:]
			continue
		}
		run := len(line) - len(strings.TrimLeft(line, "`"))
		if _, after, ok := strings.Cut(line[run:], line[:run]); run > 0 && ok {
			line = after
			continue
		}
		b.WriteByte(line[0])
		line = line[1:]
	}
	return b.String()
}

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"a_b *c*": `a\_b \*c\*`, "a\nb": "a b", "<b>&": "&lt;b&gt;&amp;", "x\x00y": "x\ufffdy", `\`: `\\`,
	} {
		if got := inline(text); string(got) != want {
			t.Errorf("inline %q: got %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"a": "`a`", "a`b": "``a`b``", "`": "`` ` ``", " a": "`  a `", "a\nb": "`a b`", "": `""`,
	} {
		if got := code(text); string(got) != want {
			t.Errorf("code %q: got %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"one\ntwo\n\n\nthree":               "one\ntwo\n\nthree",
		"x:\n\n\ta\n\n\t\tb\n\ny":           "x:\n\n```\na\n\n\tb\n```\n\ny",
		"x\n\n\t```\n\tx":                   "x\n\n````\n```\nx\n````",
		"+ l\n= p\n2026 was\nv1.2":          "\\+ l\n\\= p\n2026 was\nv1.2",
		"A:\n  - one\n    more\n  - t*o\n":  "A:\n\n- one\n  more\n- t\\*o",
		"A:\n  1. one\n  2. two\n\nb [x]":   "A:\n\n1. one\n2. two\n\nb \\[x\\]",
		"a\n\n# Head <b>\n\nb":              "a\n\n**Head &lt;b&gt;**\n\nb",
		"see https://x.y/a_b and [T](evil)": "see https://x.y/a\\_b and \\[T\\](evil)",
	} {
		if got := block(text); string(got) != want {
			t.Errorf("block %q:\ngot  %q\nwant %q", text, got, want)
		}
	}
}

func TestSamePageEveryTime(t *testing.T) {
	for seed := range uint64(20) {
		if a, b := emitted(t, randmodel.Package(seed)), emitted(t, randmodel.Package(seed)); a != b {
			t.Fatalf("seed %d: two pages", seed)
		}
	}
}
