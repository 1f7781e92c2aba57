package diag

import (
	"encoding/json"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// at builds a position in the form of the operating system.
func at(file string, line, col int) token.Position {
	return token.Position{Filename: filepath.FromSlash(file), Line: line, Column: col}
}

func TestText(t *testing.T) {
	dir := filepath.FromSlash("/home/u/app")
	list := List{
		New(at("/home/u/app/a.go", 3, 12), UnknownArgument, `unknown argument "nam"`, "did you mean name?"),
		New(at("/home/u/app/sub/b.go", 9, 1), LooksLike, "plain prose", ""),
		New(at("/home/u/app/c.go", 7, 1), DuplicateTool, "two tools of one name", "change one",
			Related{Pos: at("/home/u/lib/d.go", 2, 3), Msg: "first declared here"}),
		New(at("/home/u/app/e.go", 4, 0), TypeError, "undefined: X", ""),
		New(at("/home/u/app/f.go", 0, 0), NotOurs, "in the way", ""),
		New(token.Position{}, LoadFailed, "go list said:\r\nfirst\nsecond\n", ""),
	}
	want := filepath.FromSlash(`a.go:3:12: unknown argument "nam"; did you mean name? [MCP003]
sub/b.go:9:1: warning: plain prose [MCP008]
c.go:7:1: two tools of one name; change one [MCP030]
	../lib/d.go:2:3: first declared here
e.go:4: undefined: X [MCP022]
f.go: in the way [MCP042]
mcpgen: go list said: [MCP040]
	first
	second
`)
	if diff := cmp.Diff(want, list.Text(dir)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := (List{}).Text(dir); got != "" {
		t.Errorf("empty list renders as %q", got)
	}
}

func TestShort(t *testing.T) {
	for _, c := range []struct{ path, dir, want string }{
		{"/home/u/app/a.go", "/home/u/app", "a.go"},
		{"/home/u/app/..a/b.go", "/home/u/app", "..a/b.go"},
		{"/home/u/lib/a.go", "/home/u/app", "../lib/a.go"},
		{"/go/src/fmt/print.go", "/home/u/work/app", "/go/src/fmt/print.go"},
		{"/home/u/app/a.go", "", "/home/u/app/a.go"},
	} {
		path, dir := filepath.FromSlash(c.path), filepath.FromSlash(c.dir)
		if got := Short(path, dir); got != filepath.FromSlash(c.want) {
			t.Errorf("Short(%q, %q) = %q, want %q", path, dir, got, c.want)
		}
	}
}

// The JSON form must say what the text form says: the text is rebuilt from it.
func TestJSONSaysTheSame(t *testing.T) {
	dir := filepath.FromSlash("/home/u/app")
	list := List{
		New(at("/home/u/app/a.go", 3, 12), UnknownArgument, `unknown "<nam>"`, "write name"),
		New(at("/home/u/app/c.go", 7, 1), LooksLike, "prose", "",
			Related{Pos: at("/home/u/app/d.go", 2, 3), Msg: "here"}),
		New(token.Position{}, NothingHere, "nothing", ""),
	}
	data := list.JSON(dir)
	if !strings.Contains(string(data), "<nam>") {
		t.Errorf("HTML escaping is on: %s", data)
	}
	var back []struct {
		File                          string
		Line, Column                  int
		Code, Severity, Message, Hint string
		Related                       []struct {
			File         string
			Line, Column int
			Note         string
		}
	}
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	var again List
	for _, f := range back {
		g := Finding{Pos: at(f.File, f.Line, f.Column), Code: Code(f.Code), Severity: Severity(f.Severity), Msg: f.Message, Hint: f.Hint}
		for _, r := range f.Related {
			g.Related = append(g.Related, Related{Pos: at(r.File, r.Line, r.Column), Msg: r.Note})
		}
		again = append(again, g)
	}
	if diff := cmp.Diff(list.Text(dir), again.Text(".")); diff != "" {
		t.Errorf("-text +rebuilt from JSON:\n%s", diff)
	}
	if got := string(List(nil).JSON(dir)); got != "[]\n" {
		t.Errorf("empty list is %q", got)
	}
}
