package mcpruntime

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

var knots = Union{Discriminator: "type", Values: []string{"leaf", "knot"}}

var (
	leafProps = Props{Names: []string{"type", "n"}, Required: 0b11}
	knotProps = Props{Names: []string{"type", "one", "all"}, Required: 0b1}
)

// readKnot reads a union that holds itself, as generated code does, and returns
// how many leaves it has.
func readKnot(r *Reader) (leaves int) {
	switch r.Case(&knots) {
	case "leaf":
		for o := r.Object(&leafProps); o.Next(); {
			switch o.Name() {
			case "type":
				r.Discriminator()
			case "n":
				leaves += r.Int()
			}
		}
	case "knot":
		for o := r.Object(&knotProps); o.Next(); {
			switch o.Name() {
			case "type":
				r.Discriminator()
			case "one":
				leaves += readKnot(r)
			case "all":
				for l := r.List(0, -1); l.Next(); {
					leaves += readKnot(r)
				}
			}
		}
	}
	return leaves
}

func TestUnion(t *testing.T) {
	for _, c := range []struct {
		doc    string
		leaves int
		want   string // of the error
	}{
		{`{"type":"leaf","n":1}`, 1, ""},
		{` { "n" : 1 , "type" : "leaf" } `, 1, ""},
		{`{"n":1,"\u0074ype":"l\u0065af"}`, 1, ""},
		{`{"all":[{"n":1,"type":"leaf"},{"all":[],"type":"knot"}],"one":{"n":2,"type":"leaf"},"type":"knot"}`, 3, ""},
		{`{"one":{"one":{"n":1,"type":"leaf"},"type":"knot"},"type":"knot"}`, 1, ""},
		{`{"one":{"n":1,"type":"leaf"}}`, 0, `/type: want one of "leaf", "knot", got nothing`},
		{`{"type":"Leaf"}`, 0, `/type: want one of "leaf", "knot", got string "Leaf"`},
		{`{"n":1,"type":null}`, 0, `/type: want one of "leaf", "knot", got null`},
		{`{"all":[{}, {"type":{}}],"type":"knot"}`, 0, "\n- /all/0/type: want one of \"leaf\", \"knot\", got nothing\n- /all/1/type: want one of \"leaf\", \"knot\", got object"},
		{`{"type":"leaf","n":1,"type":"knot"}`, 0, "/type: duplicate property"},
		{`[]`, 0, "want object, got array"},
		{`null`, 0, "want object, got null"},
		{`{"a~/b":{"]":"\"}"},"type":"knot"}`, 0, `/a~0~1b: unknown property`},
		{`{"all":[}],"type":"knot"}`, 0, "not valid JSON"},
		{`{"all":[]]],"type":"knot"}`, 0, "not valid JSON"},
		{`{"all":,"type":"knot"}`, 0, "not valid JSON"},
		{`{"all":["}`, 0, "not valid JSON"},
		{`{"one":{"n":1,"type":"leaf"`, 0, "not valid JSON"},
		{`{"type`, 0, "not valid JSON"},
		{`{`, 0, "not valid JSON"},
		{`{"type":`, 0, "not valid JSON"},
		{`{"type":"leaf`, 0, "not valid JSON"},
	} {
		r := NewReader([]byte(c.doc))
		leaves := readKnot(r)
		err := r.Done()
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got error %v, want %s", c.doc, err, c.want)
			}
		} else if err != nil || leaves != c.leaves {
			t.Errorf("%s: got %d, %v, want %d", c.doc, leaves, err, c.leaves)
		}
	}
}

// A client takes null for an absent value, and knows no more cases than it can
// hold.
func TestUnionInResult(t *testing.T) {
	for doc, want := range map[string]string{
		`null`: "", `{"all":[null],"more":1,"type":"knot"}`: "", `{"type":"new"}`: `unexpected result: /type: want one of "leaf", "knot", got string "new"`,
	} {
		r := NewResultReader([]byte(doc))
		readKnot(r)
		if got := fmt.Sprint(r.Done()); got != want && (want != "" || got != "<nil>") {
			t.Errorf("%s: %s", doc, got)
		}
	}
}

// nested returns unions in each other with the discriminators last: depth
// levels, around as many leaves as fill size bytes.
func nested(depth, size int) string {
	leaf := `{"n":1,"type":"leaf"}`
	return strings.Repeat(`{"all":[`, depth) + leaf + strings.Repeat(","+leaf, size/len(leaf)) + strings.Repeat(`],"type":"knot"}`, depth)
}

// The search for discriminators is linear, whatever nests in what: the brackets
// of an object are looked at once, not again for each union inside it.
func TestUnionIsLinear(t *testing.T) {
	const size = 1 << 20
	deep, wide := nested(490, size), `{"all":[`+strings.Repeat(nested(8, 1000)+",", size/2000)+`{"n":1,"type":"leaf"}],"type":"knot"}`
	for _, doc := range []string{deep, wide} {
		r := NewReader([]byte(doc))
		start := time.Now()
		leaves := readKnot(r)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%d bytes took %v", len(doc), took)
		}
		if err := r.Done(); err != nil || leaves < size/50 {
			t.Errorf("%d leaves, %v", leaves, err)
		}
		if r.outline == nil || r.outline.end != len(doc) {
			t.Error("an object inside was looked at again")
		}
	}
	r := NewReader([]byte(deep))
	r.maxItems = 1000
	readKnot(r)
	if err := r.Done(); err == nil || !strings.Contains(err.Error(), "too many values") {
		t.Errorf("beyond the limit of items: %v", err)
	}
}

func TestUnionAllocatesNothing(t *testing.T) {
	doc := []byte(`{"n":1,"type":"leaf"}`)
	r := NewReader(doc)
	if n := testing.AllocsPerRun(100, func() {
		r.Reset(doc)
		readKnot(r)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
