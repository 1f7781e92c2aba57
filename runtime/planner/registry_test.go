package planner

import (
	"fmt"
	"strings"
	"testing"
)

func TestSharedParameters(t *testing.T) {
	entries := []Entry{
		{Name: "get", Line: "(owner repo number:int) -> {title}", About: "Gets."},
		{Name: "list", Line: "(owner repo page?:int(1..) per_page?:int(1..100))"},
		{Name: "search", Line: "(query page?:int(1..) per_page?:int(1..100))"},
		{Name: "star", Line: "(owner repo)"},
	}
	want := `# tool(parameters) -> result. x? optional, no type: str, (1..9) range or length, {a b:int} object, &a listed once
&a page?:int(1..) per_page?:int(1..100)
get(owner repo number:int) -> {title}: Gets.
list(owner repo &a)
search(query &a)
star(owner repo)
`
	if got := Render(entries); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The name of a Go function says the name of the tool again.
func TestAbout(t *testing.T) {
	for _, c := range []struct{ tool, description, want string }{
		{"add_chart", "AddChart draws a range.", "draws a range."},
		{"addChart", "AddChart draws a range. It is new.", "draws a range."},
		{"charts.add-chart", "AddChart draws a range.", "draws a range."},
		{"get_url", "GetURL returns the address.", "returns the address."},
		{"search", "Search the web.", "Search the web."},
		{"search", "Search searches the web.", "Search searches the web."},
		{"add_chart", "AddTable makes a table.", "AddTable makes a table."},
		{"xadd_chart", "AddChart draws a range.", "AddChart draws a range."},
		{"add_chart", "AddChart.", "AddChart."},
		{"add_chart", "AddChart", "AddChart"},
		{"git_hub", "GitHub is searched.", "is searched."},
		{"git_hub", "GitHub API.", "GitHub API."},
		{"", "", ""},
		{"_", "A_ is.", "A_ is."},
	} {
		if got := About(c.tool, c.description); got != c.want {
			t.Errorf("%s, %q: got %q, want %q", c.tool, c.description, got, c.want)
		}
	}
}

func TestHeaderExplainsWhatIsUsed(t *testing.T) {
	if got := header(2*results - 1); got != Header {
		t.Errorf("all parts are\n%s\nand not\n%s", got, Header)
	}
	if parts := strings.Count(legend, ", ") + 1; 1<<parts != results {
		t.Errorf("%d parts of the legend, but results is %b", parts, results)
	}
}

// A registry from elsewhere may name lists that grow without end.
func TestListsOfListsAreBounded(t *testing.T) {
	text := "# tool(parameters)\n&a x\n"
	for i := range 64 {
		text += fmt.Sprintf("&%[1]s &%[2]s &%[2]s\n", listName(i+1), listName(i))
	}
	if _, err := ParseRegistry(text); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("got %v", err)
	}
	for _, bad := range []string{"x", "# tool(parameters)\n&a x\none(&b)\n", "# tool(parameters)\none(a a)\n", "# tool(parameters)\none(a) b\n", "# tool(parameters)\n&a x\none(x &a)\n"} {
		if _, err := ParseRegistry(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestOlderEnumsAreRead(t *testing.T) {
	for old, want := range map[string]string{
		"(a:b|c d:int~1|2)":        "(a:(b c) d:int~(1 2))",
		"(a:(b|c)[] e:(b|c)?)":     "(a:(b c)[] e:(b c)?)",
		"(a:str|int[]|({x}|{y})?)": "(a:str|int[]|({x}|{y})?)",
	} {
		sig, err := ParseSignature(old)
		if err != nil {
			t.Errorf("%s: %v", old, err)
			continue
		}
		if got := sig.String(); got != want {
			t.Errorf("%s is %s, want %s", old, got, want)
		}
	}
}
