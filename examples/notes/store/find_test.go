package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// code is the code of an error; "" for none.
func code(err error) string {
	if e := (*mcpruntime.Error)(nil); errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func create(t testing.TB, s *Store, title, body string, tags ...notes.Tag) int64 {
	t.Helper()
	n, err := s.CreateNote(t.Context(), title, body, tags...)
	if err != nil {
		t.Fatal(err)
	}
	return n.ID
}

func TestSearch(t *testing.T) {
	s := newStore(t)
	for _, n := range []struct{ title, body string }{
		1: {"Budget meeting", `We said "no new hires" in Q3, see foo-bar_baz.`},
		2: {"Ferry", "The budget for the ferry to Ærø: 1.250,50 €"},
		3: {"Straße", "Café naïve — résumé; l'été"},
		4: {"日本語のメモ", "東京都は大きい"},
		5: {"Привет", "Ночь, улица, ФОНАРЬ"},
		6: {"Operators", "AND OR NOT NEAR title column:value (x) {y} ^z"},
		7: {"Combining", "re\u0301sume\u0301 with marks"},
	}[1:] {
		create(t, s, n.title, n.body, "all")
	}
	for _, c := range []struct {
		query string
		want  []int64 // best first
	}{
		{"budget", []int64{1, 2}}, // the title counts more
		{"BUDGET", []int64{1, 2}},
		{"budg", []int64{1, 2}},
		{"budget ferry", []int64{2}},
		{`"no new hires"`, []int64{1}},
		{`"new no hires"`, nil},
		{`"no new hire"`, nil}, // in quotes words are whole
		{`"no new hires`, []int64{1}},
		{"budget -ferry", []int64{1}},
		{`budget -"no new hires"`, []int64{2}},
		{`budget -ferr`, []int64{1, 2}}, // so are words after -
		{"foo-bar_baz", []int64{1}},
		{"foo bar", []int64{1}},
		{"1.250,50", []int64{2}},
		{"aerø", nil},
		{"ærø", []int64{2}},
		{"strasse", nil},
		{"STRASS", nil},
		{"straße", []int64{3}},
		{"cafe NAIVE resume", []int64{3}},
		{"résumé", []int64{3, 7}},
		{"resume", []int64{3, 7}},
		{"l'été", []int64{3}},
		{"東京", []int64{4}},
		{"都", nil},
		{"фонарь ночь", []int64{5}},
		{"AND", []int64{6}},
		{"NOT", []int64{6}},
		{"NEAR(title column)", []int64{6}},
		{"column:value", []int64{6}},
		{"title:budget", nil},
		{"{y} ^z (x)", []int64{6}},
		{"budget OR straße", nil}, // OR is a word like any other
		{"budget*", []int64{1, 2}},
		{`bud"get`, nil},
		{"budget \x00 \x1f\u200b", []int64{1, 2}},
		{"bud\x00get", nil},
		{"budget \xff", []int64{1, 2}},
		{"budget 😀 --- \"\" \"", []int64{1, 2}},
		{"\t budget \u3000 ferry \n", []int64{2}},
		{"'; DROP TABLE notes; --", nil},
	} {
		hits, err := s.SearchNotes(t.Context(), c.query, nil, 10)
		if err != nil {
			t.Errorf("%q: %v", c.query, err)
		}
		var got []int64
		for _, h := range hits {
			got = append(got, h.ID)
		}
		if !slices.Equal(got, c.want) && !(slices.Equal(c.want, []int64{3, 7}) && slices.Equal(got, []int64{7, 3})) {
			t.Errorf("%q finds %v, want %v", c.query, got, c.want)
		}
	}
}

func TestSearchNothingToLookFor(t *testing.T) {
	s := newStore(t)
	for _, query := range []string{"", " ", "-", `""`, `"`, `" "`, "*", "😀", "\x00", "...", "-draft", `-"a b" -c`, "()", "́"} {
		if hits, err := s.SearchNotes(t.Context(), query, nil, 10); code(err) != mcpruntime.CodeBadArgument {
			t.Errorf("%q: %v, error %v", query, hits, err)
		}
	}
}

// Whatever stands in a query, SQLite never complains.
func FuzzSearch(f *testing.F) {
	for _, seed := range []string{"a", `"`, `a"b`, "-a b", `"a" -"b`, "a NOT b", "NEAR(a b, 2)", "a:b", "^a", "{a b}:c", "a\x00b", "\xff", "a+b", "𐐀", "ⅷ", "\ue000"} {
		f.Add(seed)
	}
	s := newStore(f)
	create(f, s, "a b", "c d")
	f.Fuzz(func(t *testing.T, query string) {
		if _, err := s.SearchNotes(t.Context(), query, nil, 10); err != nil && code(err) != mcpruntime.CodeBadArgument {
			t.Errorf("%q: %v", query, err)
		}
	})
}

func TestSearchRandom(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a b", "c d")
	pieces := []string{`"`, "-", "*", " ", "a", "b", "AND", "OR", "NOT", "NEAR", "(", ")", ":", "^", "{", "}", "+", ",", "\\", "'", "\x00", "ß", "東", "\u0301", "😀", "\u0378", "\U0001E900"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 700 {
		var query strings.Builder
		for range 1 + random.IntN(12) {
			query.WriteString(pieces[random.IntN(len(pieces))])
		}
		if _, err := s.SearchNotes(t.Context(), query.String(), nil, 10); err != nil && code(err) != mcpruntime.CodeBadArgument {
			t.Fatalf("%q: %v", query.String(), err)
		}
	}
	for _, long := range []string{strings.Repeat("a ", 250), "a " + strings.Repeat("-b ", 166), strings.Repeat(`"a" `, 125), strings.Repeat("a", 500)} {
		if _, err := s.SearchNotes(t.Context(), long, nil, 10); err != nil {
			t.Errorf("%.20q…: %v", long, err)
		}
	}
}

// A search finds what a plain comparison of words finds.
func TestSearchAgainstWords(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	random := rand.New(rand.NewPCG(3, 4))
	words := []string{"a", "ab", "abc", "b", "ba", "bab", "c", "cab"}
	text := func(n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = words[random.IntN(len(words))]
		}
		return list
	}
	bodies := map[int64][]string{}
	for range 60 {
		title, body := text(1), text(1+random.IntN(5))
		id := create(t, s, title[0], strings.Join(body, " "))
		bodies[id] = append(title, body...)
	}
	for range 100 {
		want, avoid := text(1+random.IntN(2)), text(random.IntN(2))
		query := strings.Join(want, " ")
		if len(avoid) > 0 {
			query += " -" + avoid[0]
		}
		hits, err := s.SearchNotes(t.Context(), query, nil, 100)
		if err != nil {
			t.Fatalf("%q: %v", query, err)
		}
		found := map[int64]bool{}
		for _, h := range hits {
			found[h.ID] = true
		}
		for id, has := range bodies {
			if fits := matches(has, want, avoid); found[id] != fits {
				t.Errorf("%q and note %q: found %v, want %v", query, has, found[id], fits)
			}
		}
	}
}

func matches(has, want, avoid []string) bool {
	for _, w := range want {
		if !slices.ContainsFunc(has, func(h string) bool { return strings.HasPrefix(h, w) }) {
			return false
		}
	}
	return !slices.ContainsFunc(avoid, func(a string) bool { return slices.Contains(has, a) })
}

func TestSearchShowsWhatItFound(t *testing.T) {
	s := newStore(t)
	create(t, s, "Trip", strings.Repeat("filler ", 200)+"to Bergen by train "+strings.Repeat("filler ", 200), "travel")
	create(t, s, "Work", "Bergen office", "work")
	hits, err := s.SearchNotes(t.Context(), "bergen train", nil, 10)
	if err != nil || len(hits) != 1 {
		t.Fatal(hits, err)
	}
	if sn := hits[0].Snippet; !strings.Contains(sn, "**Bergen**") || !strings.Contains(sn, "**train**") || len(sn) > 300 {
		t.Errorf("snippet %q", sn)
	}
	if fmt.Sprint(hits[0].Tags) != "[travel]" {
		t.Errorf("tags %v", hits[0].Tags)
	}
	for _, c := range []struct {
		tag   notes.Tag
		limit int
		want  int
	}{{"travel", 10, 1}, {"#Travel", 10, 1}, {"none", 10, 0}, {"work", 1, 1}} {
		if hits, err := s.SearchNotes(t.Context(), "bergen", &c.tag, c.limit); err != nil || len(hits) != c.want {
			t.Errorf("with tag %s: %v, %v", c.tag, hits, err)
		}
	}
	if hits, err := s.SearchNotes(t.Context(), "bergen", nil, 1); err != nil || len(hits) != 1 {
		t.Errorf("at most one: %v, %v", hits, err)
	}
}

// The index follows every change.
func TestSearchAfterChanges(t *testing.T) {
	s := newStore(t)
	id := create(t, s, "first", "one")
	finds := func(query string, want int) {
		t.Helper()
		if hits, err := s.SearchNotes(t.Context(), query, nil, 10); err != nil || len(hits) != want {
			t.Errorf("%s: %v, %v; want %d", query, hits, err, want)
		}
	}
	if _, err := s.UpdateNote(t.Context(), id, 1, new("second"), new("two")); err != nil {
		t.Fatal(err)
	}
	finds("first", 0)
	finds("one", 0)
	finds("second two", 1)
	if _, err := s.AppendNote(t.Context(), id, "three"); err != nil {
		t.Fatal(err)
	}
	finds("two three", 1)
	if err := s.DeleteNote(t.Context(), id, nil); err != nil {
		t.Fatal(err)
	}
	finds("second", 0)
	mustExec(t, s.writer, "INSERT INTO notes_fts (notes_fts) VALUES ('integrity-check')")
}
