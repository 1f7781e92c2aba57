package mcpruntime

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// decode reads doc strictly with one call of read inside the property "v" of
// an object, and returns the value and the violations.
func decode[T any](doc string, read func(*Reader) T) (v T, violations []string) {
	return decodeWith(NewReader([]byte(doc)), read)
}

func decodeWith[T any](r *Reader, read func(*Reader) T) (v T, violations []string) {
	props := Props{Names: []string{"v"}, Required: 1}
	for o := r.Object(&props); o.Next(); {
		v = read(r)
	}
	return v, violationsOf(r.Done())
}

func violationsOf(err error) (list []string) {
	if e := (*DocumentError)(nil); errors.As(err, &e) {
		for _, v := range e.Violations {
			list = append(list, v.String())
		}
	} else if err != nil {
		list = []string{"not a DocumentError: " + err.Error()}
	}
	return list
}

// wantCase is a document, and either the value it decodes to or the violation.
type wantCase struct {
	doc  string
	want any
	bad  string
}

func check[T any](t *testing.T, read func(*Reader) T, cases []wantCase) {
	t.Helper()
	for _, c := range cases {
		got, bad := decode(c.doc, read)
		if c.bad != "" {
			if len(bad) != 1 || bad[0] != c.bad {
				t.Errorf("%s: violations %q, want %q", clip(c.doc), bad, c.bad)
			}
			continue
		}
		if bad != nil || !reflect.DeepEqual(any(got), c.want) {
			t.Errorf("%s: got %#v, violations %q; want %#v", clip(c.doc), got, bad, c.want)
		}
	}
}

func clip(s string) string { return s[:min(len(s), 100)] }

func TestIntegers(t *testing.T) {
	check(t, (*Reader).Int64, []wantCase{
		{doc: `{"v":9007199254740993}`, want: int64(9007199254740993)},
		{doc: `{"v":-9223372036854775808}`, want: int64(-9223372036854775808)},
		{doc: `{"v":1.0}`, want: int64(1)},
		{doc: `{"v":1e3}`, want: int64(1000)},
		{doc: `{"v":1200e-2}`, want: int64(12)},
		{doc: `{"v":0.00e99999999999999999999}`, want: int64(0)},
		{doc: `{"v":-0}`, want: int64(0)},
		{doc: `{"v":9223372036854775807.000}`, want: int64(9223372036854775807)},
		{doc: `{"v":1.5}`, bad: `/v: want integer of 64 bits, got number 1.5`},
		{doc: `{"v":1e-1}`, bad: `/v: want integer of 64 bits, got number 1e-1`},
		{doc: `{"v":9223372036854775808}`, bad: `/v: want integer of 64 bits, got number 9223372036854775808`},
		{doc: `{"v":-9223372036854775809}`, bad: `/v: want integer of 64 bits, got number -9223372036854775809`},
		{doc: `{"v":1e400}`, bad: `/v: want integer of 64 bits, got number 1e400`},
		{doc: `{"v":1E1000000000}`, bad: `/v: want integer of 64 bits, got number 1E1000000000`},
		{doc: `{"v":1e-99999999999999999999}`, bad: `/v: want integer of 64 bits, got number 1e-99999999999999999999`},
		{doc: `{"v":"5"}`, bad: `/v: want integer of 64 bits, got string "5"`},
		{doc: `{"v":""}`, bad: `/v: want integer of 64 bits, got string ""`},
		{doc: `{"v":null}`, bad: `/v: want integer of 64 bits, got null`},
		{doc: `{"v":true}`, bad: `/v: want integer of 64 bits, got boolean true`},
		{doc: `{"v":[1]}`, bad: `/v: want integer of 64 bits, got array`},
		{doc: `{"v":01}`, bad: `/v: not valid JSON`},
		{doc: `{"v":+1}`, bad: `/v: not valid JSON`},
		{doc: `{"v":-}`, bad: `/v: not valid JSON`},
		{doc: `{"v":1.}`, bad: `/v: not valid JSON`},
	})
	check(t, func(r *Reader) int { return r.IntIn(1, 14) }, []wantCase{
		{doc: `{"v":14}`, want: 14},
		{doc: `{"v":14.0}`, want: 14},
		{doc: `{"v":15}`, bad: `/v: want integer from 1 to 14, got number 15`},
		{doc: `{"v":0}`, bad: `/v: want integer from 1 to 14, got number 0`},
	})
	check(t, (*Reader).Uint64, []wantCase{
		{doc: `{"v":18446744073709551615}`, want: uint64(18446744073709551615)},
		{doc: `{"v":-0}`, want: uint64(0)},
		{doc: `{"v":-0.0e5}`, want: uint64(0)},
		{doc: `{"v":18446744073709551616}`, bad: `/v: want integer from 0 to 18446744073709551615, got number 18446744073709551616`},
		{doc: `{"v":-1}`, bad: `/v: want integer from 0 to 18446744073709551615, got number -1`},
	})
	check(t, (*Reader).Int8, []wantCase{
		{doc: `{"v":-128}`, want: int8(-128)},
		{doc: `{"v":128}`, bad: `/v: want integer from -128 to 127, got number 128`},
	})
	check(t, (*Reader).Uint8, []wantCase{
		{doc: `{"v":255}`, want: uint8(255)},
		{doc: `{"v":256}`, bad: `/v: want integer from 0 to 255, got number 256`},
	})
	check(t, func(r *Reader) int64 { return r.IntEnum([]int64{1, 2}) }, []wantCase{
		{doc: `{"v":1.0}`, want: int64(1)},
		{doc: `{"v":3}`, bad: `/v: want one of 1, 2, got number 3`},
		{doc: `{"v":"1"}`, bad: `/v: want integer of 64 bits, got string "1"`},
	})
	check(t, func(r *Reader) uint64 { return r.UintEnum([]uint64{1, 2}) }, []wantCase{
		{doc: `{"v":2}`, want: uint64(2)},
		{doc: `{"v":0}`, bad: `/v: want one of 1, 2, got number 0`},
	})
}

// Absurd numbers are refused in no time.
func TestAbsurdNumbers(t *testing.T) {
	digits := strings.Repeat("9", 1<<20)
	for _, literal := range []string{"1E1000000000", "1e-1000000000", digits, digits + "." + digits, "0." + digits, "1e" + digits, "-1e-" + digits} {
		doc := `{"v":` + literal + `}`
		start := time.Now()
		_, bad := decode(doc, (*Reader).Int64)
		if spent := time.Since(start); spent > time.Second {
			t.Errorf("%s took %v", clip(literal), spent)
		}
		if len(bad) != 1 || len(bad[0]) > 200 {
			t.Errorf("%s: violations %.300q", clip(literal), bad)
		}
	}
}

func TestStrings(t *testing.T) {
	check(t, (*Reader).String, []wantCase{
		{doc: `{"v":"a\u0000\"\\\/\b\f\n\r\té€😀"}`, want: "a\x00\"\\/\b\f\n\r\té€😀"},
		{doc: `{"v":"\ud83d\ude00"}`, want: "😀"},
		{doc: `{"v":"\ud800"}`, want: "\uFFFD"},
		{doc: `{"v":"\ud800\ud800\udc00"}`, want: "\uFFFD\U00010000"},
		{doc: "{\"v\":\"a\xff\xffb\"}", want: "a\uFFFD\uFFFDb"},
		{doc: `{"v":42}`, bad: `/v: want string, got number 42`},
		{doc: `{"v":{}}`, bad: `/v: want string, got object`},
		{doc: "{\"v\":\"a\nb\"}", bad: `/v: not valid JSON`},
		{doc: `{"v":"\x"}`, bad: `/v: not valid JSON`},
	})
	check(t, func(r *Reader) string { return r.StringLen(1, 3) }, []wantCase{
		{doc: `{"v":"😀😀😀"}`, want: "😀😀😀"}, // Code points
		{doc: `{"v":""}`, bad: `/v: want string of 1 to 3 characters, got string ""`},
		{doc: `{"v":"abcd"}`, bad: `/v: want string of 1 to 3 characters, got string "abcd"`},
	})
	check(t, func(r *Reader) string { return r.StringEnum([]string{"celsius", "b"}) }, []wantCase{
		{doc: `{"v":"celsius"}`, want: "celsius"},
		{doc: `{"v":"\u0062"}`, want: "b"},
		{doc: `{"v":"Celsius"}`, bad: `/v: want one of "celsius", "b", got string "Celsius"`},
		{doc: `{"v":null}`, bad: `/v: want string, got null`},
	})
	long := strings.Repeat("é", 200)
	_, bad := decode(`{"v":"`+long+`"}`, (*Reader).Int)
	if len(bad) != 1 || len(bad[0]) > 120 || !strings.HasSuffix(bad[0], `é…"`) {
		t.Errorf("a long string is not cut: %q", bad)
	}
}

func TestBytesAndTime(t *testing.T) {
	want := wantBase64
	check(t, (*Reader).Bytes, []wantCase{
		{doc: `{"v":"AQID"}`, want: []byte{1, 2, 3}},
		{doc: `{"v":""}`, want: []byte{}},
		{doc: `{"v":"AQ=="}`, want: []byte{1}},
		{doc: `{"v":"AQ"}`, bad: `/v: want ` + want + `, got string "AQ"`},
		{doc: `{"v":"AQ\n=="}`, bad: `/v: want ` + want + `, got string "AQ\n=="`},
		{doc: `{"v":"A_=="}`, bad: `/v: want ` + want + `, got string "A_=="`},
		{doc: `{"v":[1,2]}`, bad: `/v: want ` + want + `, got array`},
	})
	want = wantTime
	check(t, (*Reader).Time, []wantCase{
		{doc: `{"v":"2024-02-29T23:59:59Z"}`, want: time.Date(2024, 2, 29, 23, 59, 59, 0, time.UTC)},
		{doc: `{"v":"2024-02-29T23:59:59.123456789Z"}`, want: time.Date(2024, 2, 29, 23, 59, 59, 123456789, time.UTC)},
		{doc: `{"v":"2023-02-29T00:00:00Z"}`, bad: `/v: want ` + want + `, got string "2023-02-29T00:00:00Z"`},
		{doc: `{"v":"2024-01-02T4:05:06Z"}`, bad: `/v: want ` + want + `, got string "2024-01-02T4:05:06Z"`},
		{doc: `{"v":"2024-01-02T04:05:06,5Z"}`, bad: `/v: want ` + want + `, got string "2024-01-02T04:05:06,5Z"`},
		{doc: `{"v":"2024-01-02t04:05:06z"}`, bad: `/v: want ` + want + `, got string "2024-01-02t04:05:06z"`},
		{doc: `{"v":"2024-01-02T04:05:60Z"}`, bad: `/v: want ` + want + `, got string "2024-01-02T04:05:60Z"`},
		{doc: `{"v":"2024-01-02T04:05:06+24:00"}`, bad: `/v: want ` + want + `, got string "2024-01-02T04:05:06+24:00"`},
		{doc: `{"v":"2024-01-02T04:05:06"}`, bad: `/v: want ` + want + `, got string "2024-01-02T04:05:06"`},
		{doc: `{"v":"2024-01-02"}`, bad: `/v: want ` + want + `, got string "2024-01-02"`},
		{doc: `{"v":""}`, bad: `/v: want ` + want + `, got string ""`},
		{doc: `{"v":0}`, bad: `/v: want ` + want + `, got number 0`},
	})
	got, bad := decode(`{"v":"2024-01-02T04:05:06-23:59"}`, (*Reader).Time)
	if _, offset := got.Zone(); bad != nil || offset != -(23*3600+59*60) {
		t.Errorf("offset %d, violations %q", offset, bad)
	}
}

func TestFloatsAndBools(t *testing.T) {
	check(t, (*Reader).Float64, []wantCase{
		{doc: `{"v":1e308}`, want: 1e308},
		{doc: `{"v":5e-324}`, want: 5e-324},
		{doc: `{"v":1e400}`, bad: `/v: want number of 64 bits, got number 1e400`},
		{doc: `{"v":"1"}`, bad: `/v: want number of 64 bits, got string "1"`},
	})
	check(t, (*Reader).Float32, []wantCase{
		{doc: `{"v":16777217.0000001}`, want: float32(16777218)},
		{doc: `{"v":1e39}`, bad: `/v: want number of 32 bits, got number 1e39`},
	})
	check(t, func(r *Reader) float64 { return r.Float64In(0, 1) }, []wantCase{
		{doc: `{"v":1}`, want: 1.0},
		{doc: `{"v":1.0000001}`, bad: `/v: want number from 0 to 1, got number 1.0000001`},
	})
	check(t, func(r *Reader) float64 { return r.FloatEnum([]float64{0.5, 2}) }, []wantCase{
		{doc: `{"v":2e0}`, want: 2.0},
		{doc: `{"v":3}`, bad: `/v: want one of 0.5, 2, got number 3`},
		{doc: `{"v":0.50000000000000000001}`, bad: `/v: want one of 0.5, 2, got number 0.50000000000000000001`}, // it rounds to 0.5
	})
	check(t, (*Reader).Bool, []wantCase{
		{doc: `{"v":true}`, want: true},
		{doc: `{"v":1}`, bad: `/v: want boolean, got number 1`},
		{doc: `{"v":"true"}`, bad: `/v: want boolean, got string "true"`},
		{doc: `{"v":tru}`, bad: `/v: not valid JSON`},
	})
}

func TestCheckAddsToTheValueRead(t *testing.T) {
	even := func(r *Reader) int {
		v := r.IntIn(0, 100)
		r.Check(v%2 == 0, "an even number")
		return v
	}
	check(t, even, []wantCase{
		{doc: `{"v":4}`, want: 4},
		{doc: `{"v":5}`, bad: `/v: want an even number, got number 5`},
		{doc: `{"v":101}`, bad: `/v: want integer from 0 to 100, got number 101`},
		{doc: `{"v":"x"}`, bad: `/v: want integer from 0 to 100, got string "x"`},
	})
}

func TestObjects(t *testing.T) {
	var tests = []struct {
		doc  string
		want []string
	}{
		{`{"id":1,"customer":{"name":"x"},"items":[{"sku":"s","count":1,"price":0}]}`, nil},
		{`{"items":[{"price":0,"sku":"s","count":1}],"id":1,"note":null,"labels":null,"customer":{"email":null,"name":"x"}}`, nil}, // any order, null is absent
		{`{}`, []string{"/id: missing required property", "/customer: missing required property", "/items: missing required property"}},
		{`null`, []string{"(top level): want object, got null"}},
		{`[]`, []string{"(top level): want object, got array"}},
		{`{"id":1,"customer":null,"items":[]}`, []string{"/customer: want object, got null", "/items: want array of 1 to 100 elements, got array of 0"}},
		// Names are exact, also for what case folding makes equal.
		{`{"ID":1,"id":1,"customer":{"name":"x"},"items":[{"s\u212au":"s","sku":"s","count":1,"price":0}]}`,
			[]string{`/ID: unknown property, did you mean "id"?`, "/items/0/s\u212au: unknown property, did you mean \"sku\"?"}},
		{`{"id":1,"customer":{"name":"x","phone":"1"},"items":[{"sku":"s","count":1,"price":0}],"zzz":{"a":[}}`, []string{"/zzz: not valid JSON"}},
		{`{"id":1,"customer":{"name":"x","phone":"1"},"items":[{"sku":"s","count":1,"price":0}]}`,
			[]string{`/customer/phone: unknown property; want one of "name", "email"`}},
		{`{"id":1,"costumer":{"name":"x"},"items":[{"sku":"s","count":1,"price":0}]}`,
			[]string{`/costumer: unknown property, did you mean "customer"?`, "/customer: missing required property"}},
		// Duplicates, also in another spelling.
		{`{"id":1,"i\u0064":2,"customer":{"name":"x","name":7},"items":[{"sku":"s","count":1,"price":0}]}`,
			[]string{"/id: duplicate property", "/customer/name: duplicate property"}},
		{`{"id":1,"customer":{"name":"x"},"items":[{"sku":"s","count":1,"price":0}],"labels":{"a":"1","\u0061":"2"}}`,
			[]string{"/labels/a: duplicate property"}},
		{`{"id":"7","customer":{"name":""},"items":[{"sku":5,"count":0,"price":-1},7],"paid":1,"priority":"urgent"}`, []string{
			`/id: want integer of 64 bits, got string "7"`,
			`/customer/name: want string of 1 to 80 characters, got string ""`,
			"/items/0/sku: want string, got number 5",
			"/items/0/count: want integer from 1 to 1000, got number 0",
			"/items/0/price: want number from 0 to 1e+06, got number -1",
			"/items/1: want object, got number 7",
			"/paid: want boolean, got number 1",
			`/priority: want one of "low", "normal", "high", got string "urgent"`,
		}},
		{`{"id":1,"customer":{"name":"x"},"items":[{"sku":"s","count":1,"price":0}]} junk`, []string{"(top level): data after the JSON value"}},
		{`{"id":1,"customer":{"name":"x"},"items":[{"sku":"s","count":1,"price":0}]}{}`, []string{"(top level): data after the JSON value"}},
		{`{"id":1,}`, []string{"/id: not valid JSON"}},
		{`{"id":1`, []string{"/id: not valid JSON"}},
		{``, []string{"(top level): not valid JSON"}},
	}
	for _, test := range tests {
		r := NewReader([]byte(test.doc))
		readOrder(r)
		if got := violationsOf(r.Done()); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s:\n got %q\nwant %q", test.doc, got, test.want)
		}
	}
}

func TestAtMostEightViolations(t *testing.T) {
	r := NewReader([]byte(`{"v":[` + strings.Repeat(`"x",`, 20) + `"x"]}`))
	_, bad := decodeWith(r, func(r *Reader) (n int) {
		for l := r.List(0, -1); l.Next(); {
			r.Int()
		}
		return n
	})
	if len(bad) != 8 {
		t.Errorf("%d violations, want 8", len(bad))
	}
	if err := r.Done(); !strings.HasSuffix(err.Error(), "\n- and more") || strings.Count(err.Error(), "\n- ") != 9 {
		t.Errorf("error text: %v", err)
	}
}

func TestPointerEscapes(t *testing.T) {
	_, bad := decode(`{"v":{"a/b~c":"x"}}`, func(r *Reader) int {
		for m := r.Map(); m.Next(); {
			r.Int()
		}
		return 0
	})
	if want := `/v/a~1b~0c: want integer of 64 bits, got string "x"`; len(bad) != 1 || bad[0] != want {
		t.Errorf("got %q, want %q", bad, want)
	}
}

func TestLists(t *testing.T) {
	array := func(r *Reader) (v [3]int) {
		for l := r.List(3, 3); l.Next(); {
			v[l.Index()] = r.Int()
		}
		return v
	}
	check(t, array, []wantCase{
		{doc: `{"v":[1,2,3]}`, want: [3]int{1, 2, 3}},
		{doc: `{"v":[1,2]}`, bad: `/v: want array of exactly 3 elements, got array of 2`},
		{doc: `{"v":[1,2,3,{"a":[]},5]}`, bad: `/v: want array of exactly 3 elements, got array of 5`},
		{doc: `{"v":null}`, bad: `/v: want array of exactly 3 elements, got null`},
		{doc: `{"v":[1,2,]}`, bad: `/v/2: not valid JSON`},
	})
	nullable := func(r *Reader) (v []*int) {
		for l := r.List(0, -1); l.Next(); {
			if r.Null() {
				v = append(v, nil)
			} else {
				v = append(v, new(r.Int()))
			}
		}
		return v
	}
	got, bad := decode(`{"v":[1,null,3]}`, nullable)
	if bad != nil || len(got) != 3 || *got[0] != 1 || got[1] != nil || *got[2] != 3 {
		t.Errorf("nullable elements: %v %q", got, bad)
	}
	_, bad = decode(`{"v":[null]}`, func(r *Reader) (n int) {
		for l := r.List(0, -1); l.Next(); {
			n += r.Int()
		}
		return n
	})
	if want := "/v/0: want integer of 64 bits, got null"; len(bad) != 1 || bad[0] != want {
		t.Errorf("null element: %q, want %q", bad, want)
	}
}

func TestOpenObject(t *testing.T) {
	props := Props{Names: []string{"a"}}
	read := func(doc string) []string {
		r := NewReader([]byte(doc))
		r.Open()
		for o := r.Object(&props); o.Next(); {
			r.Int()
		}
		return violationsOf(r.Done())
	}
	for doc, want := range map[string][]string{
		`{"a":1,"b":{"c":[{"d":1},null]},"B":0}`: nil,
		`{"a":1,"b":{"c":[{"d":1,"\u0064":2}]}}`: {"/b/c/0/d: duplicate property"},
		`{"a":1,"b":1,"b":2}`:                    {"/b: duplicate property"},
		`{"b":1,"c":[1,}`:                        {"/c/1: not valid JSON"},
	} {
		if got := read(doc); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", doc, got, want)
		}
	}
}

func TestManyProperties(t *testing.T) {
	props := Props{RequiredMore: make([]uint64, 3)}
	var doc strings.Builder
	doc.WriteString("{")
	for i := range MaxProps {
		props.Names = append(props.Names, fmt.Sprint("p", i))
		if i < 64 {
			props.Required |= 1 << i
		} else {
			props.RequiredMore[i/64-1] |= 1 << (i % 64)
		}
		if i != 3 && i != 200 {
			fmt.Fprintf(&doc, `"p%d":%d,`, i, i)
		}
	}
	doc.WriteString(`"p0":1}`)
	r := NewReader([]byte(doc.String()))
	sum := 0
	for o := r.Object(&props); o.Next(); {
		sum += r.Int()
	}
	want := []string{"/p0: duplicate property", "/p3: missing required property", "/p200: missing required property"}
	if got := violationsOf(r.Done()); !reflect.DeepEqual(got, want) || sum != 255*256/2-203 {
		t.Errorf("sum %d, violations %q, want %q", sum, got, want)
	}
}

func TestResultMode(t *testing.T) {
	doc := `{"id":1e3,"extra":{"a":1,"a":2},"customer":{"name":"","more":[]},"items":[],"labels":null,"paid":null,"priority":"urgent","note":"n"}`
	r := NewResultReader([]byte(doc))
	got := readOrder(r)
	if err := r.Done(); err != nil {
		t.Fatal(err)
	}
	want := order{ID: 1000, Items: []item{}, Priority: "urgent", Note: new("n")}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := readOrder(NewResultReader([]byte(`{}`))); !reflect.DeepEqual(got, order{}) {
		t.Errorf("an empty result is %+v, want the zero value", got)
	}
	small := func(r *Reader) int8 { return r.Int8In(0, 1) }
	if v, bad := decodeWith(NewResultReader([]byte(`{"v":5}`)), small); v != 5 || bad != nil {
		t.Errorf("a constraint is enforced on a result: %d %q", v, bad)
	}
	if _, bad := decodeWith(NewResultReader([]byte(`{"v":128}`)), small); len(bad) != 1 {
		t.Errorf("the range of int8 is not enforced on a result: %q", bad)
	}
	array := func(r *Reader) (v [2]int) {
		for l := r.List(2, 2); l.Next(); {
			v[l.Index()] = r.Int()
		}
		return v
	}
	if _, bad := decodeWith(NewResultReader([]byte(`{"v":[1,2,3]}`)), array); len(bad) != 1 {
		t.Errorf("the length of an array is not enforced on a result: %q", bad)
	}
	grown := func(r *Reader) (n int) {
		for l := r.List(1, 2); l.Next(); {
			n += r.Int()
		}
		return n
	}
	if v, bad := decodeWith(NewResultReader([]byte(`{"v":[1,2,3]}`)), grown); v != 6 || bad != nil {
		t.Errorf("maxItems is enforced on a result: %d %q", v, bad)
	}
	r = NewResultReader([]byte(`{"id":"x"}`))
	readOrder(r)
	if err := r.Done(); err == nil || !strings.HasPrefix(err.Error(), "unexpected result: /id: want") {
		t.Errorf("error of a result: %v", err)
	}
}

func TestErrorTexts(t *testing.T) {
	r := NewReader([]byte(`{"id":"x"}`))
	readOrder(r)
	err := r.Done()
	const want = "bad arguments:\n- /id: want integer of 64 bits, got string \"x\"\n- /customer: missing required property\n- /items: missing required property"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}
