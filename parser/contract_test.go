package parser

import (
	"fmt"
	"go/token"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/internal/model"
)

// Every case of testdata/contracts is a package; "-- want --" is its contract
// in the short form of contractText, followed by the findings.
func TestContracts(t *testing.T) {
	sources := readCases(t, "testdata/contracts")
	for name, p := range parseAll(t, sources) {
		t.Run(name, func(t *testing.T) {
			if got, want := contractText(p)+p.lines(), sections(sources[name])["want"]; got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// contractText prints a contract: a line for each function, each type and each
// of its fields.
func contractText(p parsed) string {
	var b strings.Builder
	c := p.pkg
	if c == nil {
		return "no package\n"
	}
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("package %s%s", c.Name, docText(c.Doc, false))
	if s := c.Server; s != nil {
		line("server %s %s prefix=%s %s", s.Name, s.Version, s.Prefix, p.place(s.Pos))
	}
	for _, o := range c.Owners {
		line("owner %s%s%s", o.Name, flags("interface", o.Interface, "pointer", o.Pointer, "complete", o.Complete), docText(o.Doc, false))
	}
	for _, t := range c.Tools {
		line("tool %s = %s%s%s", t.Name, funcText(&t.Func), flags("struct", t.Struct, "wrap", t.Wrap, "open", t.Open), docText(t.Doc, t.Deprecated))
		if extra := fmt.Sprint(t.Title, t.Groups, t.Stage, t.Icons, t.Meta); extra != "[][][]" {
			line("\t%s %s", extra, p.place(t.Pos))
		}
	}
	for _, r := range c.Resources {
		line("resource %s %s = %s%s %s%s", r.URI, r.Name, funcText(&r.Func), flags("binary", r.Holds == model.HoldsBytes, "template", r.Template), r.MIME, docText(r.Doc, false))
	}
	for _, pr := range c.Prompts {
		line("prompt %s = %s%s", pr.Name, funcText(&pr.Func), docText(pr.Doc, false))
	}
	for _, completer := range c.Completers {
		line("completer %s%s", funcText(&completer.Func), docText(completer.Doc, false))
		for _, to := range completer.For {
			line("\t%s%s %s %s", to.Prompt, to.URI, to.Arg, p.place(to.Pos))
		}
	}
	for _, n := range c.Types {
		line("%s%s%s%s%s", n.ID, typeText(n.Type)+codeText(n), flags("struct", n.Struct, "open", n.Open, "recursive", n.Recursive), rulesText(n.Rules), docText(n.Doc, n.Deprecated))
		for _, f := range n.Fields {
			line("\t%s via %s%s", propertyText(&f.Property), pathText(f.Path), flags("omit "+string(f.Omit), f.Omit != ""))
		}
		if n.Union != nil {
			for _, c := range n.Union.Cases {
				line("\t%s=%q%s", n.Union.Discriminator, c.Value, typeText(c.Type))
			}
		}
		for _, v := range n.Enum {
			line("\t%s = %s%s", v.Name, v.Value, docText(v.Doc, false))
		}
	}
	line("imports %v", c.Imports)
	return b.String()
}

func flags(pairs ...any) (text string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1].(bool) {
			text += " " + pairs[i].(string)
		}
	}
	return text
}

func docText(doc string, deprecated bool) string {
	if doc == "" {
		return ""
	}
	return fmt.Sprintf(" %q", doc) + flags("deprecated", deprecated)
}

func funcText(f *model.Func) string {
	list := func(params []*model.Param) string {
		var parts []string
		for _, p := range params {
			parts = append(parts, p.Go+flags("variadic", p.Variadic)+":"+propertyText(&p.Property))
		}
		return "(" + strings.Join(parts, "; ") + ")"
	}
	name := f.Name
	if f.Owner != "" {
		name = f.Owner + "." + name
	}
	return name + flags("ctx", f.Context) + list(f.Params) + " " + list(f.Results) + flags("error", f.Error)
}

func propertyText(p *model.Property) string {
	return p.Name + flags("?", p.Optional) + typeText(p.Type) + rulesText(p.Rules) + docText(p.Doc, p.Deprecated)
}

func typeText(t *model.Type) string {
	if t == nil {
		return ""
	}
	text := " " + t.ID()
	if t.Kind == model.Bytes {
		text += "(bytes)"
	}
	return strings.ReplaceAll(text, "example.com/m/", "")
}

// codeText says which code reads and writes a type.
func codeText(n *model.Named) string {
	text := flags("via "+n.Via, n.Via != "")
	if c := n.Code; c != nil {
		text += fmt.Sprintf("%s read=%s write=%s under=%s%s", n.Type.Kind, c.Read+c.Decode, c.Write+c.Encode, c.Under, flags("foreign", c.Foreign))
	}
	return text
}

func rulesText(r *model.Rules) string {
	if r == nil {
		return ""
	}
	count := func(name string, n *int) string {
		if n == nil {
			return ""
		}
		return fmt.Sprint(" ", name, "=", *n)
	}
	return fmt.Sprintf(" {%s..%s%s%s%s%s %v%s default=%s examples=%v}", r.Min, r.Max, count("minLength", r.MinLength), count("maxLength", r.MaxLength),
		count("minItems", r.MinItems), count("maxItems", r.MaxItems), r.Enum, r.EnumMode, r.Default, r.Examples)
}

func pathText(path []model.Step) string {
	var names []string
	for _, s := range path {
		names = append(names, s.Name+flags("*", s.Embedded != nil))
	}
	return strings.Join(names, ".")
}

// A package means the same with CRLF line endings, and so do its findings.
func TestCarriageReturns(t *testing.T) {
	sources := readCases(t, "testdata/contracts")
	for name, text := range readCases(t, "testdata/findings") {
		sources["f_"+name] = text
	}
	crlf := map[string]string{}
	for name, text := range sources {
		crlf[name] = strings.ReplaceAll(text, "\n", "\r\n")
	}
	with := parseAll(t, crlf)
	for name, p := range parseAll(t, sources) {
		if got, want := contractText(with[name])+with[name].lines(), contractText(p)+p.lines(); got != want {
			t.Errorf("%s: with CRLF\n%s\nwithout\n%s", name, got, want)
		}
	}
}

// Positions of the scope are those of the identifiers.
func TestScope(t *testing.T) {
	p := parseAll(t, map[string]string{"s": "-- a.go --\npackage s\n\nvar b, _ = 1, 2\n\nfunc init() {}\n\nfunc (T) M() {}\n\n//mcp:tool\nfunc F() {}\n-- b.go --\npackage s\n\ntype T struct{}\n\nconst (\n\ta = 1\n)\n"})["s"]
	var got []string
	for _, id := range p.pkg.Scope {
		got = append(got, id.Name+"@"+p.place(id.Pos))
	}
	if want := "F@a.go:10:6 T@b.go:3:6 a@b.go:6:2 b@a.go:3:5"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	var none token.Position
	if p.pkg.Tools[0].Pos == none || p.pkg.Tools[0].Func.Pos == none {
		t.Error("a position is missing")
	}
}

// The comment above the first of a group of constants is not its own, and the
// constants of packages that the root does not import are all there.
func TestConstantsOfTheStandardLibrary(t *testing.T) {
	p := parseAll(t, map[string]string{"s": "-- a.go --\npackage s\n\nimport \"os\"\n\n//mcp:tool\nfunc F(m os.FileMode) {}\n"})["s"]
	n := p.pkg.Named("io/fs.FileMode")
	if n == nil || !n.Open || len(n.Enum) < 10 {
		t.Fatalf("os.FileMode, which is fs.FileMode, became %+v", n)
	}
	if first := n.Enum[0]; first.Name != "ModeDir" || first.Value != "2147483648" || first.Doc != "d: is a directory" {
		t.Errorf("the first constant is %+v", first)
	}
}
