package house

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMarkdown(t *testing.T) {
	table := Table([]string{"a", "b"}, [][]string{{"x|y", "two\nlines"}, {"", "z"}})
	if want := "| a | b |\n| --- | --- |\n| x\\|y | two lines |\n|  | z |\n"; table != want {
		t.Errorf("table:\n%s", table)
	}
	if got, want := Code("go", "x ```` y\n\n"), "`````go\nx ```` y\n`````\n"; got != want {
		t.Errorf("code: %q, want %q", got, want)
	}
}

// recorder is a testing.TB that notes whether the test failed.
type recorder struct {
	testing.TB
	message string
}

func (r *recorder) Helper()                   {}
func (r *recorder) Fatalf(_ string, a ...any) { r.message = a[1].(string) }

// Page must notice a page that differs, and must not touch it unasked.
func TestPageFailsWhenOutOfDate(t *testing.T) {
	const page = "LICENSE"
	file := filepath.Join(Root(t), page)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	same, other := &recorder{TB: t}, &recorder{TB: t}
	Page(same, page, string(before), false)
	Page(other, page, string(before)+"more\n", false)
	if same.message != "" || other.message != "-\n+more\n" {
		t.Errorf("same: %q, other: %q", same.message, other.message)
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("the page was touched (err %v)", err)
	}
}
