package mcpruntime

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// endless is a type that contains itself, as generated code reads one.
type endless struct {
	kids  []endless
	named map[string]endless
	more  any
}

var endlessProps = Props{Names: []string{"kids", "named", "more"}}

func readEndless(r *Reader) (v endless) {
	for o := r.Object(&endlessProps); o.Next(); {
		switch o.Name() {
		case "kids":
			v.kids = []endless{}
			for l := r.List(0, -1); l.Next(); {
				v.kids = append(Room(&l, v.kids), readEndless(r))
			}
		case "named":
			v.named = map[string]endless{}
			for m := r.Map(); m.Next(); {
				v.named[m.Key()] = readEndless(r)
			}
		case "more":
			v.more = r.Any()
		}
	}
	return v
}

// Documents of half a megabyte that are all depth, all names or one number are
// read or refused at once: time grows with the length, and the stack has an
// end.
func TestHugeDocuments(t *testing.T) {
	nested := func(open, middle, shut string, n int) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(shut, n)
	}
	var names strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&names, `,"n%d":{}`, i)
	}
	object := "{" + names.String()[1:] + "}"
	const tooDeep = "nested too deep"
	for name, c := range map[string]struct{ doc, want string }{
		"lists in any":     {`{"more":` + nested("[", "", "]", 100_000) + `}`, tooDeep},
		"objects in any":   {`{"more":` + nested(`{"a":`, "1", "}", 100_000) + `}`, tooDeep},
		"lists of itself":  {nested(`{"kids":[`, "{}", "]}", 100_000), tooDeep},
		"maps of itself":   {nested(`{"named":{"k":`, "{}", "}}", 100_000), tooDeep},
		"never shut":       {strings.Repeat(`{"kids":[`, 100_000), tooDeep},
		"unknown and deep": {`{"x":` + nested("[", "", "]", 100_000) + `}`, tooDeep},
		"just deep enough": {nested(`{"kids":[`, "{}", "]}", 499), ""},
		"names in any":     {`{"more":` + object + `}`, ""},
		"names in a map":   {`{"named":` + object + `}`, ""},
		"unknown names":    {object, "unknown property"},
		"one name":         {`{"` + strings.Repeat("x", 500_000) + `":1}`, "unknown property"},
		"one number":       {`{"more":` + strings.Repeat("9", 500_000) + `}`, ""},
		"no object":        {strings.Repeat("9", 500_000), "want object"},
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			r := NewReader([]byte(c.doc))
			readEndless(r)
			err := r.Done()
			if took := time.Since(begun); took > 2*time.Second {
				t.Errorf("took %s", took)
			}
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %.200s", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %.200v, want %s", err, c.want)
			case err != nil && len(err.Error()) > 4000:
				t.Errorf("a message of %d bytes", len(err.Error()))
			}
		})
	}
}
