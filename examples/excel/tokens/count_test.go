package tokens

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

// The definitions are of the 25 primitive tools and say what the server's own
// schemas say about names and what must be given.
func TestPlainDefinitions(t *testing.T) {
	text, err := plainDefinitions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tools, err := primitives(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text, "\n")
	if len(lines) != 25 || len(tools) != 25 {
		t.Fatalf("%d definitions of %d tools, want 25", len(lines), len(tools))
	}
	for i, line := range lines {
		var d struct {
			Name, Description string
			InputSchema       struct {
				Properties map[string]struct{ Description string }
				Required   []string
			}
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		if d.Name != tools[i].Name || !isBehindName(tools[i].Description, d.Description) || len(d.InputSchema.Properties) != len(tools[i].Input.Properties) {
			t.Errorf("%s is defined as %s", tools[i].Name, line)
		}
		slices.Sort(d.InputSchema.Required)
		want := slices.Sorted(slices.Values(tools[i].Input.Required))
		if !slices.Equal(d.InputSchema.Required, want) {
			t.Errorf("%s requires %v, want %v", d.Name, d.InputSchema.Required, want)
		}
		for name, p := range tools[i].Input.Properties {
			for _, value := range p.Enum {
				if !strings.Contains(d.InputSchema.Properties[name].Description, value) {
					t.Errorf("%s does not name the value %s of %s", d.Name, value, name)
				}
			}
		}
	}
}

// isBehindName reports whether a text is a description, or what stands behind its
// first word.
func isBehindName(description, text string) bool {
	_, rest, _ := strings.Cut(description, " ")
	return text == description || text == rest
}

// Counted by hand: "a b c" and so on are a token a word.
func TestCount(t *testing.T) {
	counter, err := NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	length := func(text string) int {
		n, _, err := counter.codec.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		return len(n)
	}
	tally, err := counter.Count(Transcript{Definitions: "a b c", Goal: "d e", Turns: []Turn{{"f", "g"}, {"h", "i"}}})
	if err != nil {
		t.Fatal(err)
	}
	first := task + "\na b c\nd e"
	n1, n2, n3 := length(first), length(first+"\nf\ng"), length(first+"\nf\ng\nh\ni")
	cached := float64(n1) + 0.1*float64(n1) + float64(n2-n1) + 0.1*float64(n2) + float64(n3-n2)
	if tally.Turns != 3 || tally.Tokens != n1+n2+n3 || math.Abs(tally.Cached-cached) > 1e-9 {
		t.Errorf("%+v, want %d tokens, %v cached", tally, n1+n2+n3, cached)
	}
}

// Each line is of a tier and a mode; of a mode without tier A, the sum over all
// takes that of mode 2.
func TestPrint(t *testing.T) {
	sums := func(a, rest int) Sums {
		s := Sums{"B": {Cases: 8, Tokens: rest, Cached: 1}, "C": {Cases: 7, Tokens: rest, Cached: 1}, "D": {Cases: 6, Tokens: rest, Cached: 1}}
		if a > 0 {
			s["A"] = Tally{Cases: 16, Tokens: a, Cached: 1}
		}
		return s
	}
	var out strings.Builder
	r := Report{"1": sums(400, 1200), "1p": sums(400, 800), "2": sums(100, 600), "4": sums(0, 100)}
	if err := r.Print(&out, []string{"1", "1p", "2", "4"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"tokens tier=A mode=2 plain=400 ours=100 ratio=4.00 ratio_parallel=4.00 ratio_cached=1.00\n",
		"tokens tier=C mode=4 plain=1200 ours=100 ratio=12.00 ratio_parallel=8.00 ratio_cached=1.00\n",
		"tokens tier=all mode=4 plain=4000 ours=400 ratio=10.00 ratio_parallel=7.00 ratio_cached=1.00\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no line %s in\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "tier=A mode=4") || strings.Count(out.String(), "\n") != 19 {
		t.Errorf("printed:\n%s", &out)
	}
}
