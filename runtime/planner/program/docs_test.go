package program

import (
	"context"
	"os"
	"strings"
	"testing"
)

// page returns the chapter about programs of the reference page.
func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/planner.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, ok := strings.Cut(string(text), "\n## Programs\n")
	if !ok {
		t.Fatal("docs/planner.md has no chapter Programs")
	}
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	return chapter
}

// blocks returns the code blocks of a text.
func blocks(text string) (list []string) {
	for i, part := range strings.Split(text, "\n```") {
		if _, body, ok := strings.Cut(part, "\n"); ok && i%2 == 1 {
			list = append(list, body+"\n")
		}
	}
	return list
}

// The page has the grammar of the package comment.
func TestPageHasTheGrammar(t *testing.T) {
	comment, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var grammar strings.Builder
	for line := range strings.Lines(string(comment)) {
		if rule, ok := strings.CutPrefix(line, "//\t"); ok && strings.Contains(rule, " = ") {
			grammar.WriteString(rule)
		}
	}
	if grammar.Len() == 0 || !strings.Contains(page(t), "```ebnf\n"+grammar.String()+"```\n") {
		t.Errorf("docs/planner.md does not have the grammar of doc.go:\n%s", &grammar)
	}
}

// The programs of the page give the answers of the page.
func TestPageRuns(t *testing.T) {
	host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
		"forecast": func(context.Context, Invocation) (Outcome, error) {
			return Outcome{JSON: []byte(`{}`), Handle: "R1", Summary: "5 days, -2 to 4 celsius"}, nil
		},
		"chart":  gives(`{"url":"/c/1","owner":{"id":7,"name":"Ann"},"tags":{},"odd name":true}`),
		"notify": fails(&Failure{Code: "bad_argument", Message: `user: want a login, got "Ann"`, Pointers: []string{"/user"}}),
	}}
	all := blocks(page(t))
	if len(all) != 7 {
		t.Fatalf("%d code blocks", len(all))
	}
	got, err := play(t, host, all[0], Options{})
	if err != nil || got != all[1] {
		t.Errorf("%v\n%s", err, got)
	}
	p, err := ParseZCP(all[5], Limits{})
	if err == nil {
		err = p.Check(tools(t), kinds)
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), host, Options{})
	if err != nil || !strings.HasPrefix(r.String(), all[6]) {
		t.Errorf("%v\n%s", err, r)
	}
}

// The errors of the page are what is said.
func TestPageErrors(t *testing.T) {
	n := 0
	for line := range strings.Lines(page(t)) {
		text, want, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(line, "| `"), " |\n"), "` | ")
		if !ok || !strings.HasPrefix(want, "line ") {
			continue
		}
		n++
		if _, err := compile(t, text); err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
	if n < 11 {
		t.Errorf("%d errors on the page", n)
	}
}
