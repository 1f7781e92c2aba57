package mcpruntime

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/runtime/format"
)

func readFloat(rules FloatRules) func(*Reader) any {
	return func(r *Reader) any { return r.Float64Of(&rules) }
}

func readFormat(f format.Format) func(*Reader) any {
	return func(r *Reader) any { return r.Formatted(r.String(), f) }
}

func readInts(r *Reader) any {
	var list []int
	for l := r.List(0, -1); l.Next(); {
		list = append(list, Multiple(r, r.IntIn(-1000, 1000), 2))
	}
	Unique(r, list)
	return list
}

var evens = func() string {
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, "%d,", 2*i)
	}
	return b.String()
}()

func TestConstraintMessages(t *testing.T) {
	code := regexp.MustCompile(`^[A-Z]{3}$`)
	price := FloatRules{ExclusiveMin: "0", Max: "9.95", MultipleOf: "0.05"}
	for _, c := range []struct {
		doc  string
		read func(*Reader) any
		want string // "" when it is accepted
	}{
		{`"a@b.c"`, readFormat(format.Email), ""},
		{`"x"`, readFormat(format.Email), `want an email address, got string "x"`},
		{`5`, readFormat(format.Email), `want string, got number 5`},
		{`"ABC"`, func(r *Reader) any { return r.Matching(r.String(), code) }, ""},
		{`"abc"`, func(r *Reader) any { return r.Matching(r.String(), code) }, `want string that matches ^[A-Z]{3}$, got string "abc"`},
		{`""`, func(r *Reader) any { return r.Formatted(r.Matching(r.StringLen(1, 2), code), format.UUID) }, `want string of 1 to 2 characters, got string ""`},
		{`9.95`, readFloat(price), ""},
		{`9.9500`, readFloat(price), ""},
		{`5e-2`, readFloat(price), ""},
		{`0`, readFloat(price), `want number that is above 0, at most 9.95, a multiple of 0.05, got number 0`},
		{`0.050000000000000001`, readFloat(price), `want number that is above 0, at most 9.95, a multiple of 0.05, got number 0.050000000000000001`},
		{`9.950000000000000001`, readFloat(price), `want number that is above 0, at most 9.95, a multiple of 0.05, got number 9.950000000000000001`},
		{`1e400`, readFloat(price), `want number of 64 bits, got number 1e400`},
		{`"1"`, readFloat(price), `want number of 64 bits, got string "1"`},
		{`0.1`, readFloat(FloatRules{Min: "0.1", ExclusiveMax: "0.2"}), ""},
		{`0.2`, readFloat(FloatRules{Min: "0.1", ExclusiveMax: "0.2"}), `want number that is at least 0.1, below 0.2, got number 0.2`},
		{`[0,2,-4]`, readInts, ""},
		{`[2,3]`, readInts, `/1: want multiple of 2, got number 3`},
		{`[2,4,2.0]`, readInts, `want array of elements that differ, got elements 0 and 2 that are equal`},
		{`[` + evens + `4]`, readInts, `want array of elements that differ, got elements 2 and 50 that are equal`},
		{`["a","b"]`, readInts, `/0: want integer from -1000 to 1000, got string "a"`}, // and no word of two zeros
		{`{}`, readInts, `want array, got object`},
	} {
		r := NewReader([]byte(c.doc))
		c.read(r)
		err := r.Done()
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.doc, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.doc, err, c.want)
		case err != nil && strings.Contains(c.doc, `["a"`) && strings.Contains(err.Error(), "differ"):
			t.Errorf("%s: %v", c.doc, err)
		}
	}
}

// Whoever reads a result takes what the type holds.
func TestResultsAreNotConstrained(t *testing.T) {
	for doc, read := range map[string]func(*Reader) any{
		`"x"`: readFormat(format.Email), `"y"`: func(r *Reader) any { return r.Matching(r.String(), regexp.MustCompile("x")) },
		`[3,3]`: readInts, `-1.001`: readFloat(FloatRules{Min: "0", MultipleOf: "2"}),
	} {
		r := NewResultReader([]byte(doc))
		read(r)
		if err := r.Done(); err != nil {
			t.Errorf("%s: %v", doc, err)
		}
	}
}
