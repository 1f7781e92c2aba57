package mcpruntime

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// readLenient reads the members "v" and "w" of an object, leniently.
func readLenient(doc string, limits Limits, read func(r *Reader)) error {
	r := new(Reader)
	r.reset([]byte(doc), true, limits.withDefaults())
	r.Lenient(true)
	props := Props{Names: []string{"v", "w"}, Required: 1}
	for o := r.Object(&props); o.Next(); {
		read(r)
	}
	return r.Done()
}

func TestLenientValues(t *testing.T) {
	ints := func(r *Reader) any {
		list := []int{}
		for l := r.List(0, 3); l.Next(); {
			list = append(list, r.Int())
		}
		return list
	}
	members := func(r *Reader) any {
		m := map[string]string{}
		for o := r.Map(); o.Next(); {
			m[o.Key()] = r.String()
		}
		return m
	}
	for _, c := range []struct {
		doc  string
		read func(r *Reader) any
		want string // the value, or the first violation
	}{
		{`"5"`, func(r *Reader) any { return r.Int() }, "5"},
		{`" 1e3 "`, func(r *Reader) any { return r.Int() }, "1000"},
		{`"-0"`, func(r *Reader) any { return r.Uint() }, "0"},
		{`"\u0035"`, func(r *Reader) any { return r.IntEnum([]int64{5}) }, "5"},
		{`"6"`, func(r *Reader) any { return r.IntEnum([]int64{5}) }, "/v: want one of 5, got number 6"},
		{`"1.5"`, func(r *Reader) any { return r.Int() }, "/v: want integer of 64 bits, got number 1.5"},
		{`"0.30"`, func(r *Reader) any { return r.FloatEnum([]float64{0.3}) }, "0.3"},
		{`"0.3"`, func(r *Reader) any { return r.Float64Of(&FloatRules{MultipleOf: "0.1"}) }, "0.3"},
		{`"0.31"`, func(r *Reader) any { return r.Float64Of(&FloatRules{MultipleOf: "0.1"}) }, "/v: want number that is a multiple of 0.1, got number 0.31"},
		{`"1e999"`, func(r *Reader) any { return r.Float64() }, "/v: want number of 64 bits, got number 1e999"},
		{`"true"`, func(r *Reader) any { return r.Bool() }, "true"},
		{`"[1,2]"`, ints, "[1 2]"},
		{`"[1,2,3,4]"`, ints, "/v: want array of at most 3 elements, got array of 4"},
		{`"[1,\"2\"]"`, ints, `/v/1: want integer of 64 bits, got string "2"`},
		{`["1","\u0032"]`, ints, "[1 2]"},
		{`"{\"a\\u0062\":\"x\\ny\",\"\\/\":\"5\"}"`, members, "map[/:5 ab:x\ny]"},
		{`"{\"a\":1,\"a\":\"\"}"`, members, "/v/a: want string, got number 1"},

		// Never anything but the JSON of the wanted type, and never twice.
		{`"\"5\""`, func(r *Reader) any { return r.Int() }, `/v: want integer of 64 bits, got string "\"5\""`},
		{`"null"`, func(r *Reader) any { return r.Int() }, `/v: want integer of 64 bits, got string "null"`},
		{`""`, func(r *Reader) any { return r.Int() }, `/v: want integer of 64 bits, got string ""`},
		{`"05"`, func(r *Reader) any { return r.Int() }, `/v: want integer of 64 bits, got string "05"`},
		{`"5 5"`, func(r *Reader) any { return r.Int() }, `/v: want integer of 64 bits, got string "5 5"`},
		{`"1"`, func(r *Reader) any { return r.Bool() }, `/v: want boolean, got string "1"`},
		{`"[1,2"`, ints, `/v: want array of at most 3 elements, got string "[1,2"`},
		{`"{}"`, ints, `/v: want array of at most 3 elements, got string "{}"`},
		{`"5"`, func(r *Reader) any { return r.String() }, "5"},
		{`"5"`, func(r *Reader) any { return r.Any() }, "5"},
		{`42`, func(r *Reader) any { return r.String() }, "/v: want string, got number 42"},
	} {
		var got any
		err := readLenient(`{"v":`+c.doc+`}`, Limits{}, func(r *Reader) { got = c.read(r) })
		text := fmt.Sprint(got)
		if err != nil {
			text = err.(*DocumentError).Violations[0].String()
		}
		if text != c.want {
			t.Errorf("%s: got %s, want %s", c.doc, text, c.want)
		}
	}
}

// What follows a value in a string is read where the string ends, and places
// inside and behind it are right.
func TestLenientPlaces(t *testing.T) {
	inner := Props{Names: []string{"a/b", "c"}, Required: 3}
	err := readLenient(`{"v":"{\"a\\/b\":[1,{\"x\":true}]}","w":["{}",7]}`, Limits{}, func(r *Reader) {
		if r.path[0] == namedStep(1) {
			for o := r.Object(&inner); o.Next(); {
				for l := r.List(0, -1); l.Next(); {
					_ = r.String()
				}
			}
			return
		}
		for l := r.List(0, -1); l.Next(); {
			for o := r.Object(&inner); o.Next(); {
			}
		}
	})
	want := `bad arguments:
- /v/a~1b/0: want string, got number 1
- /v/a~1b/1: want string, got object
- /v/c: missing required property
- /w/0/a~1b: missing required property
- /w/0/c: missing required property
- /w/1: want object, got number 7`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// The limits count what is in strings, too.
func TestLenientLimits(t *testing.T) {
	nested := func(r *Reader) {
		var read func()
		read = func() {
			for l := r.List(0, -1); l.Next(); {
				read()
			}
		}
		read()
	}
	deep := `{"v":["` + strings.Repeat("[", 8) + strings.Repeat("]", 8) + `"]}`
	many := `{"v":"[` + strings.Repeat("[],", 8) + `[]]"}`
	for _, c := range []struct {
		doc    string
		limits Limits
		fault  error
	}{
		{deep, Limits{Depth: 10}, nil},
		{deep, Limits{Depth: 9}, errTooDeep},
		{many, Limits{Items: 10}, nil},
		{many, Limits{Items: 9}, errTooMany},
		{`{"v":"` + strings.Repeat("[", 100_000) + `"}`, Limits{}, fmt.Errorf("want array")},
	} {
		err := readLenient(c.doc, c.limits, nested)
		if (err != nil) != (c.fault != nil) || err != nil && !strings.Contains(err.Error(), c.fault.Error()) {
			t.Errorf("%.60s: %v, want %v", c.doc, err, c.fault)
		}
	}
}

// Strict readers, and readers of results, know no such thing.
func TestLenientIsOffByDefault(t *testing.T) {
	for _, r := range []*Reader{NewReader([]byte(`"5"`)), NewResultReader([]byte(`"5"`))} {
		if v := r.Int(); v != 0 || r.Done() == nil {
			t.Errorf("reads %d: %v", v, r.Done())
		}
	}
}

func TestWithLenient(t *testing.T) {
	s := NewServer("x", "1", WithLenient())
	props := Props{Names: []string{"n"}, Required: 1}
	tool := func(strict bool) Handler {
		return func(_ context.Context, in *Reader, _ *Writer) error {
			if strict {
				in.Lenient(false)
			}
			for o := in.Object(&props); o.Next(); {
				in.Int()
			}
			return in.Done()
		}
	}
	const schema = `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`
	s.AddTool(&Tool{Name: "lenient", Input: schema}, tool(false))
	s.AddTool(&Tool{Name: "strict", Input: schema}, tool(true))
	for name, ok := range map[string]bool{"lenient": true, "strict": false} {
		if _, err := s.Call(t.Context(), name, []byte(`{"n":"5"}`)); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
