package golden

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mcpgen/mcpgen/internal/house"
	"github.com/mcpgen/mcpgen/internal/model"
)

// typesCase is the case that docs/types.md is made of: one tool for each kind
// of type, with the parameter v.
const typesCase = "ok/types_table.txtar"

type typesSection struct{ group, title, text string }

// typesSections are the groups of its tools, in the order of the page.
var typesSections = []typesSection{
	{"scalars", "Scalars and bytes", "Integers narrower than 64 bits have the bounds of their type; unsigned ones begin at 0. `1.0` and `1e3` are integers, as JSON Schema has it. " +
		"The range of 64-bit integers and of floats is checked by the decoder alone."},
	{"time", "Time", ""},
	{"rules", "Constraints", "What `//mcp:param`, `//mcp:field` and jsonschema tags ask for is in the schema and enforced by the decoder. In results it is described and not promised."},
	{"enums", "Enums", "The exported constants of a type are its values when its package is in the module of yours; those of other modules are named and not enforced, unless `enum=closed` says so. Flags, which are added up, are any number with `enum=open`."},
	{"containers", "Lists, maps and pointers", "Slices and maps are never null. A pointer makes a parameter or field optional; as an element or value it may be null. Keys are canonical: `07` is none."},
	{"structs", "Structs", "Members are those of `encoding/json`: promotion, shadowing, tags. Arguments are closed, results are open."},
	{"unions", "Unions", "`//mcp:oneof` on an interface. The discriminator may stand anywhere in the object."},
	{"code", "Types with code of their own", "A type with `MarshalText` and `UnmarshalText` is a string. One with JSON code is any value, with a warning, until `//mcp:type` says what it is."},
}

// TestTypesPage writes what the case shows: the type, an example of the wire as
// a process has answered it, the schemas, and the line for planners.
func TestTypesPage(t *testing.T) {
	c, err := readCase(typesCase)
	if err != nil {
		t.Fatal(err)
	}
	page := typesPage{fset: token.NewFileSet(), decls: map[string]string{}}
	page.read(t, c)
	var b strings.Builder
	b.WriteString("<!-- Made from golden/" + typesCase + " by `make golden`. Do not edit. -->\n\n# Types\n\n" +
		"What each Go type is on the wire, in schemas and in the lines for planners. Every entry is a tool that is generated, compiled and called by the tests: " +
		"`v` is its parameter and its result. A schema of results is given where it differs.\n")
	for _, s := range typesSections {
		b.WriteString("\n## " + s.title + "\n")
		if s.text != "" {
			b.WriteString("\n" + s.text + "\n")
		}
		for _, tool := range page.tools {
			if tool.group == s.group {
				b.WriteString(tool.entry())
			}
		}
	}
	house.Page(t, "docs/types.md", b.String(), *update)
}

type typesPage struct {
	fset  *token.FileSet
	decls map[string]string // declarations of types and their constants, by the name of the type
	tools []*typesTool
}

// typesTool is an entry of the page.
type typesTool struct {
	name, group, directives, decl string
	typ                           string // of the parameter
	input, output, line           string
	wire                          string
}

func (p *typesPage) read(t *testing.T, c *testCase) {
	t.Helper()
	source := c.inputs[slices.IndexFunc(c.inputs, func(f txtar.File) bool { return f.Name == "tools.go" })]
	file, err := parser.ParseFile(p.fset, source.Name, source.Data, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if d, ok := d.(*ast.GenDecl); ok {
			p.declare(t, d)
		}
	}
	answers := wireForms(t, c)
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil {
			continue
		}
		tool := p.tool(t, f)
		tool.read(t, c.want["mcp_gen.go"])
		if tool.wire = answers[tool.name]; tool.wire == "" {
			t.Errorf("%s: %s is not called", c.file, tool.name)
		}
		if !slices.ContainsFunc(typesSections, func(s typesSection) bool { return s.group == tool.group }) {
			t.Errorf("%s: %s is in no section", c.file, tool.name)
		}
		p.tools = append(p.tools, tool)
	}
}

// declare notes the declaration of a type, or adds constants to theirs.
func (p *typesPage) declare(t *testing.T, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			p.decls[spec.Name.Name] += p.print(t, d) + "\n"
		case *ast.ValueSpec:
			if of, ok := spec.Type.(*ast.Ident); ok && spec == d.Specs[0] {
				p.decls[of.Name] += "\n" + p.print(t, d) + "\n"
			}
		}
	}
}

// print writes a node without its doc comment.
func (p *typesPage) print(t *testing.T, node any) string {
	t.Helper()
	if d, ok := node.(*ast.GenDecl); ok {
		bare := *d
		bare.Doc = nil
		node = &bare
	}
	var b bytes.Buffer
	if err := (&printer.Config{Mode: printer.TabIndent | printer.UseSpaces, Tabwidth: 8}).Fprint(&b, p.fset, node); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var groupOf = regexp.MustCompile(`group=(\w+)`)

// tool reads the declaration of a function.
func (p *typesPage) tool(t *testing.T, f *ast.FuncDecl) *typesTool {
	t.Helper()
	tool := &typesTool{name: model.Snake(f.Name.Name), typ: p.print(t, f.Type.Params.List[0].Type)}
	for _, c := range f.Doc.List {
		if match := groupOf.FindStringSubmatch(c.Text); match != nil {
			tool.group = match[1]
		} else {
			tool.directives += c.Text + "\n"
		}
	}
	for _, word := range regexp.MustCompile(`\w+`).FindAllString(tool.typ, -1) {
		if !strings.Contains(tool.decl, p.decls[word]) {
			tool.decl += p.decls[word]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.decls)) { // what the declarations lead to
		if regexp.MustCompile(`\b`+name+`\b`).MatchString(tool.decl) && !strings.Contains(tool.decl, p.decls[name]) {
			tool.decl += "\n" + p.decls[name]
		}
	}
	return tool
}

// read finds what has been generated for the tool.
func (tool *typesTool) read(t *testing.T, generated string) {
	t.Helper()
	at := regexp.MustCompile(`(?m)^\tName: +` + strconv.Quote(tool.name) + `,$`).FindStringIndex(generated)
	if at == nil {
		t.Fatalf("no tool %s has been generated", tool.name)
	}
	definition, _, _ := strings.Cut(generated[at[0]:], "\n}\n")
	text := func(field string) string {
		match := regexp.MustCompile(`(?m)^\t` + field + `: +(.*),$`).FindStringSubmatch(definition)
		if match == nil {
			t.Fatalf("%s has no %s", tool.name, field)
		}
		value, err := strconv.Unquote(match[1])
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	tool.line = text("Line")
	tool.input, tool.output = part(t, text("Input"), "v"), part(t, text("Output"), "result")
}

// part is the schema of one property, with the definitions that it refers to;
// the whole when there is none.
func part(t *testing.T, schema, name string) string {
	t.Helper()
	var s struct {
		Properties map[string]json.RawMessage
		Defs       json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		t.Fatal(err)
	}
	text := string(s.Properties[name])
	switch {
	case text == "":
		return schema
	case s.Defs != nil:
		return text + "\n$defs: " + string(s.Defs)
	}
	return text
}

// wireForms are the results of the calls by tool.
func wireForms(t *testing.T, c *testCase) map[string]string {
	t.Helper()
	names, forms := map[int]string{}, map[string]string{}
	for line := range strings.Lines(c.calls) {
		var call struct {
			ID     int
			Params struct{ Name string }
		}
		if err := json.Unmarshal([]byte(line), &call); err != nil {
			t.Fatal(err)
		}
		names[call.ID] = call.Params.Name
	}
	for line := range strings.Lines(c.want["server.jsonl"]) {
		var answer struct {
			ID     int
			Result struct{ StructuredContent json.RawMessage }
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatal(err)
		}
		form := string(answer.Result.StructuredContent)
		if inner, ok := strings.CutPrefix(form, `{"result":`); ok {
			form = strings.TrimSuffix(inner, "}")
		}
		forms[names[answer.ID]] = form
	}
	return forms
}

func (tool *typesTool) entry() string {
	var b strings.Builder
	b.WriteString("\n### `" + tool.typ + "`\n\n")
	if code := tool.decl + tool.directives; code != "" {
		b.WriteString(house.Code("go", strings.TrimSpace(code)) + "\n")
	}
	fields := "wire     " + tool.wire + "\nschema   " + tool.input + "\n"
	if tool.output != tool.input {
		fields += "results  " + tool.output + "\n"
	}
	b.WriteString(house.Code("text", fields+"planner  "+tool.line))
	return b.String()
}
