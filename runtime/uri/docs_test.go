package uri

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var row = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\| (.+) \\|$")

// TestDocs reads the table of docs/resources.md.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/resources.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := row.FindAllStringSubmatch(string(page), -1)
	if len(rows) < 20 {
		t.Fatalf("the page has %d examples", len(rows))
	}
	for _, r := range rows {
		got, want := matcher(t, r[1]).show(r[2]), r[3]
		if want == "refused" {
			if !strings.HasPrefix(got, "! ") {
				t.Errorf("%s, %s: %s", r[1], r[2], got)
			}
		} else if got != want {
			t.Errorf("%s, %s: %s, want %s", r[1], r[2], got, want)
		}
	}
}
