package directive

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/house"
)

var update = flag.Bool("update", false, "rewrite docs/directives.md")

func TestDocs(t *testing.T) {
	house.Page(t, "docs/directives.md", page(readSource(t)), *update)
}

// source holds the doc comments of this package.
type source struct {
	intro  string
	types  map[string]string // by type name
	fields map[string]string // by "Type.Field"
}

func readSource(t *testing.T) source {
	t.Helper()
	src := source{types: map[string]string{}, fields: map[string]string{}}
	for _, name := range []string{"directive.go", "define.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if file.Doc != nil {
			_, src.intro, _ = strings.Cut(file.Doc.Text(), "\n\n")
		}
		for _, decl := range file.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.TYPE {
				src.add(gen)
			}
		}
	}
	return src
}

func (src source) add(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		spec := spec.(*ast.TypeSpec)
		src.types[spec.Name.Name] = decl.Doc.Text()
		fields, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, field := range fields.Fields.List {
			for _, name := range field.Names {
				src.fields[spec.Name.Name+"."+name.Name] = field.Doc.Text()
			}
		}
	}
}

// page renders the reference page.
func page(src source) string {
	var b strings.Builder
	b.WriteString("<!-- Made from parser/directive/define.go by `make golden`. Do not edit. -->\n\n# Directives\n\n")
	b.WriteString(prose(src.intro))
	var rows [][]string
	for _, def := range Definitions() {
		rows = append(rows, []string{"[`" + heading(def) + "`](#mcp" + def.Name + ")", def.On, summary(src.types[typeOf(def).Name()])})
	}
	b.WriteString("\n" + house.Table([]string{"directive", "on", "meaning"}, rows))
	b.WriteString("\nA directive belongs to the doc comment of its declaration, with no blank line in between. Whatever is unknown, repeated, misplaced or contradictory is an error with its line and column; nothing is skipped in silence.\n")
	for _, def := range Definitions() {
		b.WriteString(section(src, def))
	}
	b.WriteString("\n## Values\n\n" + valueTable() + "\n## What can go wrong\n\n" + findingTable())
	return b.String()
}

func heading(def Definition) string {
	return strings.TrimSpace(Prefix + def.Name + " " + def.Subject)
}

// summary returns the first sentence of a doc comment without its subject,
// which is the name of the Go type.
func summary(doc string) string {
	first, _, _ := strings.Cut(strings.Join(strings.Fields(doc), " ")+" ", ". ")
	_, rest, _ := strings.Cut(first, " ")
	return rest
}

// subject puts what users write in the place of the Go name that a doc comment
// begins with.
func subject(doc, goName, written string) string {
	if rest, ok := strings.CutPrefix(doc, goName+" "); ok {
		return "`" + written + "` " + rest
	}
	return doc
}

func typeOf(def Definition) reflect.Type { return reflect.TypeOf(def.New()).Elem() }

func section(src source, def Definition) string {
	typ := typeOf(def)
	table := "It takes no arguments.\n"
	if rows := arguments(src, typ); len(rows) > 0 {
		table = house.Table([]string{"argument", "repeatable", "default", "meaning"}, rows)
	}
	return "\n## //mcp:" + def.Name + "\n\nOn " + def.On + ".\n\n" + prose(subject(src.types[typ.Name()], typ.Name(), Prefix+def.Name)) +
		"\n" + table
}

func arguments(src source, typ reflect.Type) (rows [][]string) {
	for i := range typ.NumField() {
		field := typ.Field(i)
		if field.Anonymous {
			rows = append(rows, arguments(src, field.Type)...)
			continue
		}
		name, rest, _ := strings.Cut(field.Tag.Get("mcp"), ",")
		form, _, _ := strings.Cut(rest, ",")
		usage := name
		if form != "" {
			usage += "=" + form
		}
		repeatable := ""
		switch field.Type {
		case reflect.TypeFor[List]():
			repeatable = "yes"
		case reflect.TypeFor[Pairs]():
			repeatable = "once per KEY"
		}
		rows = append(rows, []string{"`" + usage + "`", repeatable, field.Tag.Get("default"), subject(src.fields[typ.Name()+"."+field.Name], field.Name, name)})
	}
	return rows
}

func valueTable() string {
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(forms)) {
		rows = append(rows, []string{"`" + name + "`", forms[name].doc})
	}
	return house.Table([]string{"form", "what it takes"}, rows)
}

func findingTable() string {
	var rows [][]string
	for _, e := range diag.Catalogue {
		if e.Code <= diag.LooksLike {
			rows = append(rows, []string{"[" + string(e.Code) + "](findings.md#" + strings.ToLower(string(e.Code)) + ")", e.Title})
		}
	}
	return house.Table([]string{"code", "finding"}, rows)
}

// prose turns the text of a doc comment into Markdown: indented lines are code.
func prose(text string) string {
	var out, code []string
	flush := func() {
		if code != nil {
			out = append(out, strings.TrimRight(house.Code("go", strings.Join(code, "\n")), "\n"))
			code = nil
		}
	}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimRight(line, "\n")
		if example, ok := strings.CutPrefix(line, "\t"); ok {
			code = append(code, example)
			continue
		}
		flush()
		out = append(out, line)
	}
	flush()
	return strings.Join(out, "\n") + "\n"
}

// Every argument and every directive has a text, and every form is used.
func TestDefinitionsAreDocumented(t *testing.T) {
	src := readSource(t)
	used := map[string]bool{}
	for _, def := range Definitions() {
		if !strings.Contains(src.types[typeOf(def).Name()], Prefix+def.Name) {
			t.Errorf("the doc comment of %s has no example", def.Name)
		}
		for _, row := range arguments(src, typeOf(def)) {
			if row[3] == "" {
				t.Errorf("%s %s has no doc comment", def.Name, row[0])
			}
		}
		for _, s := range slotsIn(def.New()) {
			used[s.form] = true
			_, known := forms[s.form]
			if isFlag := s.value.Type() == reflect.TypeFor[Flag](); known == isFlag || s.name == "" {
				t.Errorf("%s: argument %q has the form %q", def.Name, s.name, s.form)
			}
		}
	}
	for name := range forms {
		if !used[name] {
			t.Errorf("no argument has the form %s", name)
		}
	}
}

// The examples on the page are free of problems.
func TestExamplesInDocs(t *testing.T) {
	src := readSource(t)
	for _, def := range Definitions() {
		for line := range strings.Lines(src.types[typeOf(def).Name()]) {
			text := strings.TrimLeft(line, "\t")
			if text == line || !Is(text) {
				continue
			}
			d, problems := Parse(text)
			used, unknown := Lookup(d.Name)
			if problems = append(problems, unknown...); len(problems) == 0 {
				problems = Decode(d, used.New())
			}
			if len(problems) > 0 {
				t.Errorf("%s: %v", text, problems)
			}
		}
	}
}
