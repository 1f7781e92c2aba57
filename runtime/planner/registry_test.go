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
	want := `# tool(parameters) -> result: what it does. x? optional, no type: str, int(1..9) range, {a b:int} object, &a parameters listed once
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

func TestHeaderExplainsWhatIsUsed(t *testing.T) {
	if got := header(1<<19 - 1 | results | abouts); got != Header {
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
