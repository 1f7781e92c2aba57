package uri

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// ranked returns the templates in the order in which they are meant.
func ranked(t *testing.T, templates []string) []string {
	t.Helper()
	var all []*Matcher
	for _, text := range templates {
		all = append(all, matcher(t, text))
	}
	slices.SortFunc(all, (*Matcher).Compare)
	var texts []string
	for _, m := range all {
		texts = append(texts, m.text)
	}
	return texts
}

// The template that leaves less open comes first, wherever it was.
func TestCompare(t *testing.T) {
	for _, want := range [][]string{
		{"t://{x}/list", "t://{x}/{y}"},
		{"t://list/{x}", "t://{x}/list", "t://{x}/{y}", "t://{x}", "t://{+w}"},
		{"n://{id}", "n://{+path}"},
		{"n://a/{+path}/raw", "n://a/{id}", "n://a/{+path}"},
		{"f://h{/a}", "f://h{/list*}"},
		{"m://{id}{?q}", "m://{id}", "m://{id}{?oq}"},
		{"p://{x,y}", "p://{x}"},
		{"c://{v}/a", "c://{v}/b", "c://{w}/d"},
	} {
		for range 20 {
			mixed := slices.Clone(want)
			rand.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			if got := ranked(t, mixed); !slices.Equal(got, want) {
				t.Fatalf("%q, want %q", got, want)
			}
		}
	}
}

// Of random templates, one that matches less comes before one that matches all
// of that and more.
func TestCompareIncludes(t *testing.T) {
	segments := []string{"a", "b", "{x}", "{+x}", "a{x}", "{x}b"}
	uris := []string{"s://"}
	for i := 0; len(uris) < 1+4+16+64+256+1024; i++ { // all paths of at most 5 of these characters
		for _, c := range "abc/" {
			uris = append(uris, uris[i]+string(c))
		}
	}
	var all []*Matcher
	for _, first := range segments {
		all = append(all, matcher(t, "s://"+first))
		for _, second := range segments {
			if text := "s://" + first + "/" + strings.ReplaceAll(second, "x", "y"); strings.Count(text, "+") < 2 {
				all = append(all, matcher(t, text))
			}
		}
	}
	slices.Sort(uris)
	matched := map[*Matcher][]string{}
	for _, m := range all {
		for _, uri := range uris {
			if _, ok, err := m.Match(uri); ok && err == nil {
				matched[m] = append(matched[m], uri)
			}
		}
	}
	compared := 0
	for _, a := range all {
		for _, b := range all {
			within := !slices.ContainsFunc(matched[a], func(uri string) bool { _, found := slices.BinarySearch(matched[b], uri); return !found })
			if within && len(matched[a]) < len(matched[b]) {
				if compared++; a.Compare(b) >= 0 {
					t.Errorf("%s comes behind %s, which matches all of it", a.text, b.text)
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("%d pairs compared", compared)
	}
}
