package parser

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// paramDocs parses a file with one function or interface method F and returns
// the descriptions of its parameters and results by name, and the findings as
// "line:col code".
func paramDocs(t *testing.T, src string) (docs map[string]string, found []string) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v in\n%s", err, src)
	}
	docs = map[string]string{}
	s := &source{fset: fset, ast: f, src: []byte(src)}
	ast.Inspect(f, func(n ast.Node) bool {
		fn, ok := n.(*ast.FuncType)
		if !ok {
			return true
		}
		for _, list := range []*ast.FieldList{fn.Params, fn.Results} {
			entries, bad := readList(s, list)
			for _, e := range entries {
				name := src[s.raw(e.pos).Offset:s.raw(e.end).Offset]
				if len(e.field.Names) > 0 {
					name = strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '\t' || r == '/' })[0]
				}
				if doc := e.text().Doc; doc != "" {
					docs[name] = doc
				}
			}
			for _, f := range bad {
				found = append(found, fmt.Sprintf("%d:%d %s", f.Pos.Line, f.Pos.Column, f.Code))
			}
		}
		return false
	})
	return docs, found
}

func TestParamComments(t *testing.T) {
	tests := []struct {
		name, src string
		docs      map[string]string
		found     []string
	}{
		{"trailing", "func F(\n\tctx context.Context, // request\n\ta string, // about a\n\tb int, // about b\n)",
			map[string]string{"ctx": "request", "a": "about a", "b": "about b"}, nil},
		{"leading", "func F(\n\t// about a,\n\t// two lines\n\ta string,\n\n\t/* about b */\n\tb ...int,\n)",
			map[string]string{"a": "about a, two lines", "b": "about b"}, nil},
		{"leading preferred", "func F(\n\t// above\n\ta string, // behind\n)", map[string]string{"a": "above"}, []string{"5:12 MCP016"}},
		{"leading preferred, for one of two", "func F(\n\t/* above */ a, b string, // behind\n)", map[string]string{"a": "above", "b": "behind"}, nil},
		{"leading preferred, for two", "func F(\n\t// above\n\ta, b string /* between */, // behind\n)",
			map[string]string{"a": "above", "b": "above"}, []string{"5:14 MCP016", "5:29 MCP016"}},
		{"leading says nothing", "func F(\n\t//nolint:x\n\ta string, // behind\n)", map[string]string{"a": "behind"}, nil},
		{"shared", "func F(\n\ta, b int, // both\n\t// two\n\tc, d int,\n)",
			map[string]string{"a": "both", "b": "both", "c": "two", "d": "two"}, nil},
		{"one field over lines", "func F(\n\ta, // about a\n\tb int, // about b\n)", map[string]string{"a": "about a", "b": "about b"}, nil},
		{"one line", "func F(a string /* about a */, b int /* about b */) (n int /* count */, err error)",
			map[string]string{"a": "about a", "b": "about b", "n": "count"}, nil},
		{"one line, names of one field", "func F(a /* about a */, b int)", map[string]string{"a": "about a"}, nil},
		{"between name and type", "func F(a /* about a */ string)", map[string]string{"a": "about a"}, nil},
		{"before the name on its line", "func F(\n\t/* about a */ a string,\n\t/* about b */ b int,\n)",
			map[string]string{"a": "about a", "b": "about b"}, nil},
		{"behind a comma", "func F(ctx context.Context, /* about a */ a string, /* about b */ b int)",
			map[string]string{}, []string{"3:29 MCP015", "3:53 MCP015"}},
		{"behind a comma, after gofmt", "func F(ctx context.Context /* about a */, a string /* about b */, b int)",
			map[string]string{"a": "about b"}, []string{"3:28 MCP015"}},
		{"before the first", "func F(/* about a */ a string, b int)", map[string]string{}, []string{"3:8 MCP015"}},
		{"before the only one", "func F(/* about a */ a string)", map[string]string{}, []string{"3:8 MCP016"}},
		{"loose", "func F( // opening\n\t// apart\n\n\ta string,\n\t// closing\n)",
			map[string]string{}, []string{"3:9 MCP016", "4:2 MCP016", "7:2 MCP016"}},
		{"for tools only", "func F( //nolint:all\n\ta string, //nolint\n\t//nolint:x\n)", map[string]string{}, nil},
		{"inside a type", "func F(\n\ta struct { // inside\n\t\tX int // field\n\t}, // about a\n\tb func( /* arg */ int) int, // about b\n)",
			map[string]string{"a": "about a", "b": "about b"}, nil},
		{"in the body", "func F(\n\ta string, // about a\n\tb int) { // body\n\t// more\n}", map[string]string{"a": "about a"}, nil},
		{"block comment over lines", "func F(\n\ta string, /* about a,\n\tstill */\n\tb int,\n)", map[string]string{"a": "about a, still"}, nil},
		{"comma in a comment", "func F(\n\ta string /* x, y */, // z\n\tb int,\n)", map[string]string{"a": "x, y z"}, nil},
		{"gap before the name", "func F(\n\ta int, // about a\n\t// about b\n\tb int,\n\t// not c\n\n\tc int,\n)",
			map[string]string{"a": "about a", "b": "about b"}, []string{"7:2 MCP016"}},
		{"unnamed results", "func F() (string /* text */, error)", map[string]string{"string": "text"}, nil},
		{"interface method", "type I interface {\n\tF(\n\t\t// about a\n\t\ta int,\n\t\tb int, // about b\n\t) error // trailing\n}",
			map[string]string{"a": "about a", "b": "about b"}, nil},
		{"generic", "func F[T any /* no */](\n\ta T, // about a\n)", map[string]string{"a": "about a"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := "package p\n\n" + tt.src + "\n"
			if !strings.Contains(src, "interface") && !strings.Contains(src, "{ // body") {
				src = "package p\n\n" + tt.src + " { return }\n"
			}
			for form, src := range map[string]string{"as written": src, "CRLF": strings.ReplaceAll(src, "\n", "\r\n")} {
				docs, found := paramDocs(t, src)
				if !maps.Equal(docs, tt.docs) || !slices.Equal(found, tt.found) {
					t.Errorf("%s: got  %q %v\nwant %q %v", form, docs, found, tt.docs, tt.found)
				}
			}
			if strings.Contains(tt.name, "behind a comma") || strings.Contains(tt.name, "before the first") {
				return // gofmt moves these, which is what the finding is about
			}
			formatted, err := format.Source([]byte(src))
			if err != nil {
				t.Fatal(err)
			}
			docs, found := paramDocs(t, string(formatted))
			if !maps.Equal(docs, tt.docs) || len(found) != len(tt.found) {
				t.Errorf("after gofmt: got  %q %v\nwant %q %v\n%s", docs, found, tt.docs, tt.found, formatted)
			}
		})
	}
}

// Lists made of random pieces, whose right reading is known from the way they
// are made, are read the same before and after gofmt and with CRLF.
func TestParamCommentsProperty(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		src, want := randomList(rnd)
		formatted, err := format.Source([]byte(src))
		if err != nil {
			t.Fatalf("%v in\n%s", err, src)
		}
		for _, form := range []string{src, string(formatted), strings.ReplaceAll(src, "\n", "\r\n")} {
			if got, _ := paramDocs(t, form); !maps.Equal(got, want) {
				t.Fatalf("got  %q\nwant %q\n%s", got, want, form)
			}
		}
	}
}

func randomList(rnd *rand.Rand) (src string, want map[string]string) {
	want = map[string]string{}
	var b strings.Builder
	b.WriteString("package p\n\nfunc F(\n")
	n := 1 + rnd.IntN(4)
	for i := range n {
		names := []string{fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i)}[:1+rnd.IntN(2)]
		lead, trail := "", ""
		if rnd.IntN(3) == 0 {
			b.WriteString("\n")
		}
		if rnd.IntN(4) == 0 {
			b.WriteString("\t// apart\n\n")
		}
		switch rnd.IntN(4) {
		case 0:
			lead = fmt.Sprintf("lead, %d", i)
			b.WriteString("\t// " + lead + "\n")
		case 1:
			lead = fmt.Sprintf("lead, %d more", i)
			b.WriteString("\t/* lead,\n\t" + fmt.Sprint(i) + " */\n\t// more\n")
		}
		typ := []string{"int", "[]string", "struct{ X int }", "map[string]bool", "func(x /* y */, z int)"}[rnd.IntN(5)]
		b.WriteString("\t" + strings.Join(names, ", ") + " " + typ)
		switch rnd.IntN(4) {
		case 0:
			trail = fmt.Sprintf("trail %d", i)
			b.WriteString(", // " + trail + "\n")
		case 1:
			trail = fmt.Sprintf("inline %d", i)
			b.WriteString(" /* " + trail + " */,\n")
		default:
			b.WriteString(",\n")
		}
		for _, name := range names {
			if doc := lead; doc != "" {
				want[name] = doc
			} else if trail != "" {
				want[name] = trail
			}
		}
	}
	b.WriteString(") {}\n")
	return b.String(), want
}

// Whatever the source looks like, a comment between the parentheses and
// outside the types is given to a parameter or reported; none is lost.
func FuzzParamComments(f *testing.F) {
	f.Add("\n\ta, b int, // both\n\t/* c */ c string /* d */, d []string,\n// end\n")
	f.Add("/* x */ a int /* y\n z */, b struct{ // in\n}, /* w */ c int")
	f.Fuzz(func(t *testing.T, list string) {
		src := "package p\n\nfunc F(" + list + ")\n"
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || len(tree.Decls) != 1 {
			return
		}
		fn, ok := tree.Decls[0].(*ast.FuncDecl)
		if !ok || strings.Contains(src, "/*line") || strings.Contains(src, "//line") {
			return
		}
		s := &source{fset: fset, ast: tree, src: []byte(src)}
		entries, found := readList(s, fn.Type.Params)
		given := map[*ast.Comment]bool{}
		for _, e := range entries {
			for _, c := range append(slices.Clone(e.lead), e.trail...) {
				given[c] = true
			}
		}
		l := paramList{source: s, list: fn.Type.Params}
		for _, c := range l.comments() {
			reported := slices.ContainsFunc(found, func(f diag.Finding) bool { return f.Pos == fset.Position(c.Pos()) })
			if given[c] == reported && describe(c).Doc != "" {
				t.Errorf("comment %q is given: %v, reported: %v, in\n%s", c.Text, given[c], reported, src)
			}
		}
	})
}
