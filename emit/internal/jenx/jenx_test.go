package jenx

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/internal/model"
)

// nasty are texts that break generators which paste them into source.
var nasty = []string{
	"Run the `go tool` step; match \\.md and \"x\"; 100% of %d; end */ and </script>",
	"line one\n//go:embed secret\n//mcp:tool\nline two",
	"tab\tand\r\nCRLF", "nul \x00 and bell \a", "emoji 🎉 and \u2028 separator", "*/ /* */", "`", "", "\\",
	"invalid \xff\xfe bytes",
}

func TestStrIsTheString(t *testing.T) {
	for _, text := range nasty {
		expr, err := parser.ParseExpr(render(t, Str(text)))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got, err := strconv.Unquote(expr.(*ast.BasicLit).Value)
		if err != nil || got != text {
			t.Errorf("Str(%q) reads back as %q, %v", text, got, err)
		}
	}
}

func FuzzStrAndDoc(f *testing.F) {
	for _, text := range nasty {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := NewFile(&model.Package{Path: "x.test/p", Name: "p"})
		Doc(file, text)
		file.Var().Id("v").Op("=").Add(Str(text))
		src, err := file.Source()
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if len(parsed.Decls) != 1 {
			t.Errorf("%q: %d declarations, want 1", text, len(parsed.Decls))
		}
		for _, group := range parsed.Comments {
			for _, c := range group.List {
				if _, directive := ast.ParseDirective(c.Slash, c.Text); directive || strings.HasPrefix(c.Text, "/*") {
					t.Errorf("%q became the comment %q", text, c.Text)
				}
			}
		}
	})
}

func TestLinesIsTheString(t *testing.T) {
	for _, text := range []string{"a", "a\n", "a\nb", "a\n\nb `q` \"x\"\n", "\n"} {
		expr := render(t, Lines(text))
		var got strings.Builder
		parsed, err := parser.ParseExpr(expr)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok {
				s, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				got.WriteString(s)
			}
			return true
		})
		if got.String() != text {
			t.Errorf("Lines(%q) reads back as %q", text, got.String())
		}
	}
}

// A file whose package takes the names of the imports still compiles: the
// imports step aside.
func TestImportsStepAside(t *testing.T) {
	pkg := &model.Package{Path: "x.test/p", Name: "p",
		Scope:   []model.Ident{{Name: "context"}, {Name: "mcpruntime"}},
		Imports: []model.Import{{Path: "gopkg.in/yaml.v3", Name: "yaml"}, {Path: "x.test/other/json", Name: "json"}},
	}
	f := NewFile(pkg)
	f.Var().Id("a").Qual("context", "Context")
	f.Var().Id("b").Add(Runtime("Server"))
	f.Var().Id("c").Qual("gopkg.in/yaml.v3", "Node")
	f.Var().Id("d").Qual("x.test/other/json", "T")
	f.Var().Id("e").Qual("encoding/json", "RawMessage")
	src, err := f.Source()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\tcontext2 \"context\"\n\t\"encoding/json\"\n\n",
		"mcpruntime2 \"github.com/mcpgen/mcpgen/runtime\"",
		"\tyaml \"gopkg.in/yaml.v3\"\n", "\tjson2 \"x.test/other/json\"\n",
		"var a context2.Context", "var b mcpruntime2.Server", "var c yaml.Node", "var d json2.T", "var e json.RawMessage",
	} {
		if !strings.Contains(string(src), want) {
			t.Errorf("the file lacks %q:\n%s", want, src)
		}
	}
	if !ast.IsGenerated(mustParse(t, src)) {
		t.Error("the header is not recognised")
	}
}

func TestScope(t *testing.T) {
	f := NewFile(&model.Package{Path: "x.test/p", Name: "p", Scope: []model.Ident{{Name: "args"}}})
	s := f.Scope()
	for _, c := range []struct{ got, want string }{
		{s.Param("city"), "city"}, {s.Param("context"), "contextArg"}, {s.Param("string"), "stringArg"},
		{s.Param("nil"), "nilArg"}, {s.Param("err"), "err"}, {s.Local("err"), "err2"}, {s.Local("args"), "args2"},
		{s.Local("type"), "type2"}, {s.Local("i"), "i"}, {s.Local("i"), "i2"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	s.Free("i2")
	if got := s.Local("i"); got != "i2" {
		t.Errorf("after Free: %s, want i2", got)
	}
}

func mustParse(t *testing.T, src []byte) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// render spells one expression.
func render(t *testing.T, code *jen.Statement) string {
	t.Helper()
	f := NewFile(&model.Package{Path: "x.test/p", Name: "p"})
	f.Var().Id("v").Op("=").Add(code)
	src, err := f.Source()
	if err != nil {
		t.Fatal(err)
	}
	_, expr, _ := strings.Cut(string(src), "var v = ")
	return strings.TrimSpace(expr)
}
