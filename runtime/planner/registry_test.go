package planner

import (
	"fmt"
	"slices"
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

func TestSentencesDoNotEndInAbbreviations(t *testing.T) {
	for text, want := range map[string]string{
		"Reads e.g. JSON. And more.":               "Reads e.g. JSON.",
		"Reads text (e.g. JSON). And more.":        "Reads text (e.g. JSON).",
		"Asks Mr. Smith, i.e. Ann. Not Bob.":       "Asks Mr. Smith, i.e. Ann.",
		"Compares A vs. B, cf. Knuth. Quickly.":    "Compares A vs. B, cf. Knuth.",
		"Takes approx. 5 minutes. Be patient.":     "Takes approx. 5 minutes.",
		"Opens No. 5, also nos. 6 and 7. Not all.": "Opens No. 5, also nos. 6 and 7.",
		"Says Yes or No. Nothing else.":            "Says Yes or No.",
		"Reads files, folders etc. Writes none.":   "Reads files, folders etc.",
		"Is about e.g.":                            "Is about e.g.",
		"Waits for the message. Reads it.":         "Waits for the message.",
		"E.g. XML is read. Text is not.":           "E.g. XML is read.",
	} {
		if got := FirstSentence(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
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
	if _, err := ParseRegistry(text); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("got %v", err)
	}
	for _, bad := range []string{"x", "# tool(parameters)\n&a x\none(&b)\n", "# tool(parameters)\none(a a)\n", "# tool(parameters)\none(a) b\n", "# tool(parameters)\n&a x\none(x &a)\n", "# tool(parameters)\none(): a\rb\n"} {
		if _, err := ParseRegistry(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// A short text must not become a large registry.
func TestLongListsInManyLinesAreBounded(t *testing.T) {
	text := "# tool(parameters)\n&a " + strings.Repeat("x", maxLine/2) + "\n" + strings.Repeat("one(&a)\n", 2*maxRegistry/maxLine+1)
	if _, err := ParseRegistry(text); err == nil || !strings.Contains(err.Error(), "the lines so far") {
		t.Errorf("got %v", err)
	}
}

// What is no longer than a line may be is written whole, however many its parameters.
func TestManyParameters(t *testing.T) {
	var params []string
	for i := range 12_000 {
		params = append(params, fmt.Sprint("p", i))
	}
	entries := []Entry{{Name: "many", Line: "(" + strings.Join(params, " ") + ") -> int", About: "Takes much."}}
	back, err := ParseRegistry(Render(entries))
	if err != nil || !slices.Equal(entries, back) {
		t.Errorf("%v: %.80v", err, back)
	}
}

// A line by hand that is missing or wrong, and a sentence with line breaks, are
// no trouble to others.
func TestLinesByHand(t *testing.T) {
	entries := []Entry{
		{Name: "a", About: "Does\none\u0085thing.\n"}, {Name: "b", Line: "(x"}, {Name: "c", Line: "(x)\n# d()", About: "\n"}, {Name: "3d", Line: "(x)"},
	}
	want := "# tool(parameters). no type: str\na(): Does one thing.\nb(x\nc(x) # d()\n\"3d\"(x)\n"
	if got := Render(entries); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for i, line := range []string{"a(): Does one thing.", "b(x", "c(x) # d()", `"3d"(x)`} {
		if got := entries[i].String(); got != line {
			t.Errorf("got %q, want %q", got, line)
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
