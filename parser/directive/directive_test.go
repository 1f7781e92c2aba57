package directive

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// good lists comments without a mistake, how they print, and their arguments
// as key, value pairs; a flag has the value "-".
var good = []struct {
	text, printed string
	args          []string
}{
	{`//mcp:tool`, `//mcp:tool`, nil},
	{"//mcp:tool\r", `//mcp:tool`, nil},
	{"//mcp:tool readonly\t group=weather \r", `//mcp:tool readonly group=weather`, []string{"readonly", "-", "group", "weather"}},
	{`//mcp:type a.b/c.D schema={"type":"string"} decode=f`, `//mcp:type a.b/c.D schema={"type":"string"} decode=f`, []string{"schema", `{"type":"string"}`, "decode", "f"}},
	{`//mcp:tool readonly=false`, `//mcp:tool readonly=false`, []string{"readonly", "false"}},
	{`//mcp:tool title="Add two numbers"`, `//mcp:tool title="Add two numbers"`, []string{"title", "Add two numbers"}},
	{`//mcp:tool "title=Add two numbers"`, `//mcp:tool title="Add two numbers"`, []string{"title", "Add two numbers"}},
	{"//mcp:tool title=`a \\d \"b\"`", `//mcp:tool title="a \\d \"b\""`, []string{"title", `a \d "b"`}},
	{"//mcp:tool `title=a = b` \"readonly\"", `//mcp:tool title="a = b" readonly`, []string{"title", "a = b", "readonly", "-"}},
	{`//mcp:tool title=""`, `//mcp:tool title=""`, []string{"title", ""}},
	{`//mcp:tool title="a\tb\u00e9\"\\"`, `//mcp:tool title="a\tbé\"\\"`, []string{"title", "a\tbé\"\\"}},
	{`//mcp:tool title=größer=kleiner`, `//mcp:tool title=größer=kleiner`, []string{"title", "größer=kleiner"}},
	{`//mcp:tool meta.example.com/a-b_c=x`, `//mcp:tool meta.example.com/a-b_c=x`, []string{"meta.example.com/a-b_c", "x"}},
	{`//mcp:param days min=1 max=14`, `//mcp:param days min=1 max=14`, []string{"min", "1", "max", "14"}},
	{`//mcp:param tags default=["a","b"]`, `//mcp:param tags default=["a","b"]`, []string{"default", `["a","b"]`}},
	{`//mcp:param q desc="it's"`, `//mcp:param q desc=it's`, []string{"desc", "it's"}},
	{`//mcp:resource uri=note://{id}`, `//mcp:resource uri=note://{id}`, []string{"uri", "note://{id}"}},
	{`//mcp:complete uri=a://{b} arg=b`, `//mcp:complete uri=a://{b} arg=b`, []string{"uri", "a://{b}", "arg", "b"}},
	{`//mcp:oneof "a b=c=Circle" "plain=Box" "2d=Point"`, `//mcp:oneof "a b=c=Circle" plain=Box "2d=Point"`, []string{"a b=c", "Circle", "plain", "Box", "2d", "Point"}},
	{`//mcp:nosuch thing=1`, `//mcp:nosuch thing=1`, []string{"thing", "1"}},
}

// bad lists comments with mistakes: their codes and where they are, as the
// text that begins at the offset.
var bad = []struct {
	text string
	want []mistake
}{
	{`// not a directive`, []mistake{{diag.Malformed, "// not"}}},
	{`//mcp:`, []mistake{{diag.Malformed, "//mcp:"}}},
	{`//mcp: tool`, []mistake{{diag.Malformed, "//mcp: tool"}}},
	{`//mcp:tool title="open`, []mistake{{diag.Malformed, `"open`}}},
	{"//mcp:tool title=`open", []mistake{{diag.Malformed, "`open"}}},
	{`//mcp:tool title="a"b readonly`, []mistake{{diag.Malformed, `b readonly`}}},
	{`//mcp:tool title="a \d b"`, []mistake{{diag.Malformed, `\d b`}}},
	{`//mcp:tool title="\xZZ" group=`, []mistake{{diag.Malformed, `\xZZ`}, {diag.BadValue, ""}}},
	{`//mcp:tool title= readonly`, []mistake{{diag.BadValue, " readonly"}}},
	{`//mcp:tool title='a b'`, []mistake{{diag.Malformed, `'a b'`}}},
	{`//mcp:tool title=say"hi there"`, []mistake{{diag.Malformed, `say"hi`}, {diag.Malformed, `there"`}}},
	{`//mcp:tool =x`, []mistake{{diag.Malformed, "=x"}}},
	{`//mcp:tool readonly // because`, []mistake{{diag.Malformed, "// because"}}},
	{`//mcp:tool "a b=c"`, []mistake{{diag.Malformed, "a b=c"}}},
	{`//mcp:oneof "=Circle"`, []mistake{{diag.Malformed, "=Circle"}}},
	{`//mcp:oneof 2d=Point`, []mistake{{diag.Malformed, "2d"}}},
	{`//mcp:param`, []mistake{{diag.Malformed, ""}}},
	{`//mcp:param min=1`, []mistake{{diag.Malformed, "min=1"}}},
	{`//mcp:param "days" min=1`, []mistake{{diag.Malformed, `"days"`}}},
	{`//mcp:param tags default=["a", "b"]`, []mistake{{diag.Malformed, `]`}}},
}

type mistake struct {
	Code diag.Code
	At   string
}

// mistakes shortens problems to what the tables hold.
func mistakes(text string, problems []Problem, want []mistake) []mistake {
	var got []mistake
	for i, p := range problems {
		at := text[p.Offset:]
		if i < len(want) && want[i].At != "" && strings.HasPrefix(at, want[i].At) {
			at = want[i].At
		}
		got = append(got, mistake{p.Code, at})
	}
	return got
}

func TestParseGood(t *testing.T) {
	for _, c := range good {
		d, problems := Parse(c.text)
		if len(problems) > 0 {
			t.Errorf("%s: %v", c.text, problems)
		}
		if got := d.String(); got != c.printed {
			t.Errorf("%s prints as %s, want %s", c.text, got, c.printed)
		}
		var args []string
		for _, a := range d.Args {
			value := a.Value
			if !a.HasValue {
				value = "-"
			}
			args = append(args, a.Key, value)
		}
		if diff := cmp.Diff(c.args, args); diff != "" {
			t.Errorf("%s: arguments (-want +got)\n%s", c.text, diff)
		}
	}
}

func TestParseBad(t *testing.T) {
	for _, c := range bad {
		_, problems := Parse(c.text)
		if diff := cmp.Diff(c.want, mistakes(c.text, problems, c.want)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.text, diff)
		}
		for _, p := range problems {
			if p.Msg == "" || p.Hint == "" {
				t.Errorf("%s: a problem without words: %v", c.text, p)
			}
		}
	}
}

// Every offset points at what it is about.
func TestOffsets(t *testing.T) {
	const text = "//mcp:param  größe\tmin=1 desc=\"a \\\" b\" \"example=c d\" \"ex\\x61mple=d\" `default=x`"
	d, problems := Parse(text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if !strings.HasPrefix(text[d.SubjectOffset:], "größe\t") {
		t.Errorf("subject at %q", text[d.SubjectOffset:])
	}
	want := [][2]string{
		{"min=1", "1 "}, {"desc=", `"a \" b"`}, {"example=c d", "c d"}, {`ex\x61mple=d`, `ex\x61mple=d`}, {"default=x", "x`"},
	}
	for i, a := range d.Args {
		key, value := text[a.KeyOffset:], text[a.ValueOffset:]
		if !strings.HasPrefix(key, want[i][0]) || !strings.HasPrefix(value, want[i][1]) {
			t.Errorf("argument %d: key at %q, value at %q, want %q", i, key, value, want[i])
		}
	}
	if len(d.Args) != len(want) {
		t.Errorf("%d arguments, want %d", len(d.Args), len(want))
	}
}

func TestLooksLike(t *testing.T) {
	for text, want := range map[string]bool{
		"// mcp:tool readonly":               true,
		"//mcp: tool":                        true,
		"//MCP:tool":                         true,
		"// mcp:tol":                         true,
		"//\tMCP : prompt":                   true,
		"//mcp:tool":                         false, // it is one
		"//mcp:tol":                          false, // an unknown one, which is an error
		"// MCP: the protocol":               false,
		"// see mcp:tool":                    false,
		"//\t//mcp:tool":                     false, // an example in a doc comment
		"// mcp":                             false,
		"// The mcp package has a tool":      false,
		"// mcp:hello is not near any of it": false,

		// without a name
		"//mcp:":                         true,
		"//mcp: \t":                      true,
		"/*mcp:*/":                       true,
		"// The ways to reach an\n//mcp": false,

		// other marks in the place of the colon
		"//mcp tool":                   true,
		"//mcp tool readonly":          true,
		"//mcp-tool":                   true,
		"//mcp-tol":                    true,
		"//mcp_param days min=1":       true,
		"//mcp.tool":                   true,
		"//mcp/tool":                   true,
		"//mcp param days min=1":       true,
		"//mcp tools are what we call": false,
		"//mcp is a protocol":          false,

		// and what gofmt makes of them
		"// mcp tool":                        true,
		"// mcp-tool":                        true,
		"// mcp-tool readonly group=a":       true,
		"// mcp param days min=1":            true,
		"// mcp is a protocol":               false,
		"// mcp tool registration":           false,
		"// mcp tools":                       false,
		"// mcp server":                      false,
		"// MCP tool":                        false,
		"// mcp param names are on the wire": false,
		"// mcp-server is the binary":        false,

		// block comments
		"/*mcp:tool*/":                           true,
		"/* mcp:tool readonly */":                true,
		"/*mcp: tool*/":                          true,
		"/*mcp-tool*/":                           true,
		"/* mcp tool */":                         true,
		"/*\nFoo does.\n\nmcp:tool\n*/":          true,
		"/*\n * Foo does.\n *\n * mcp:tool\n */": true,
		"/* mcp: the protocol */":                false,
		"/* mcp is a protocol */":                false,
		"/*\n//mcp:tool\nfunc Old() {}\n*/":      false, // code that was taken out
	} {
		if got := LooksLike(text); got != want {
			t.Errorf("LooksLike(%q) = %v", text, got)
		}
	}
}

// plain drops the offsets, which printing does not keep.
func plain(d Directive) Directive {
	d.SubjectOffset = 0
	var args []Arg
	for _, a := range d.Args {
		args = append(args, Arg{Key: a.Key, Value: a.Value, HasValue: a.HasValue})
	}
	d.Args = args
	return d
}

// A directive prints back to itself, what is printed is its own plainest form,
// and no offset lies outside the comment.
func FuzzParse(f *testing.F) {
	for _, c := range good {
		f.Add(c.text)
	}
	for _, c := range bad {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, problems := Parse(text)
		for _, p := range problems {
			if p.Offset < 0 || p.Offset > len(text) || p.Msg == "" {
				t.Fatalf("%q: problem %+v", text, p)
			}
		}
		for _, a := range d.Args {
			if a.KeyOffset > a.ValueOffset || a.ValueOffset > len(text) || !a.HasValue && a.Value != "" {
				t.Fatalf("%q: argument %+v", text, a)
			}
		}
		LooksLike(text)
		if !Is(text) {
			return
		}
		if def, unknown := Lookup(d.Name); len(unknown) == 0 {
			Decode(d, def.New())
			if def.Subject != "" && d.Subject == "" {
				return // has no printed form without a mistake
			}
		}
		again, printProblems := Parse(d.String())
		if diff := cmp.Diff(plain(d), plain(again)); diff != "" || len(printProblems) > 0 {
			t.Fatalf("%q prints as %q: %v\n%s", text, d, printProblems, diff)
		}
		if once, twice := d.String(), again.String(); once != twice {
			t.Fatalf("%q prints as %q and then as %q", text, once, twice)
		}
	})
}
