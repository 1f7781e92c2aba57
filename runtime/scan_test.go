package mcpruntime

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/go-faster/jx"
)

// Documents that the short ways of reading could mistake for something else.
var tricky = []string{
	`{}`, `[]`, `{"a":1}`, `{"a":1"b":2}`, `{"a":1,}`, `{,"a":1}`, `{"a" 1}`, `{"a":}`, `{"a":1 , "b" : [ 2 , 3 ] }`, `[1,]`, `[,1]`, `[1 2]`,
	`{"a":1,"a":2}`, `{"a":01}`, `{"a":-}`, `{"a":1.}`, `{"a":.5}`, `{"a":1e}`, `{"a":1e+}`, `{"a":-0.0e-0}`, `{"a":1x}`, `{"a":12"b"}`,
	`{"a":9223372036854775807,"b":-9223372036854775808,"c":18446744073709551615,"d":18446744073709551616}`, `{"a":00.1}`, `{"a":1.5.2}`,
	`{"a":nul}`, `{"a":nulls}`, `{"a":tru}`, `{"a":truefalse}`, `"\u00e9\ud83d\ude00"`, `"\ud83d\u0041"`, `"\udc00"`, `"\ud83d"`, `"\ud83d\ud83d\ude00"`,
	`"\u00G0"`, `"\u12"`, `"\`, `"`, `"a`, `"\x"`, "\"\xff\"", "\"\xc3\"", "\"a\x00b\"", "\"\x1f\"", "\"\x7f\u2028\"", `"12345678"`, `"1234567\n"`, `"12345678\""`,
	`"grün, \"ö\" und noch mehr"`, `{"a`, `{"a"`, `{"a":`, `{"a": `, `{"a":1`, `{"a":1,`, `{"a":1, `, `[`, `[1`, `[1,`, "\x00", "{\x00}", `{"a":` + "\x00}",
	` {"a" :1} `, "\ufeff{}", `nul`, `-`, `1 2`, `{"a":{"b":{"c":[[[]]]}}}`, `{"a":3.4028235e38,"b":1e400,"c":0.1,"d":123456789.123456789}`,
}

func addTricky(f *testing.F) {
	for _, doc := range tricky {
		f.Add([]byte(doc))
	}
	for _, doc := range awkward {
		f.Add([]byte(doc))
	}
}

// A reader takes what jx takes, and makes of it what encoding/json does: of
// whole documents, with all the ways to read a value.
func FuzzScanner(f *testing.F) {
	addTricky(f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		r := NewResultReader(doc) // for which the last of several members wins
		got := r.Any()
		err := r.Done()
		if valid := jx.Valid(doc); valid != (err == nil) {
			t.Fatalf("%q: %v, jx says %t", doc, err, valid)
		}
		if err != nil {
			return
		}
		d := json.NewDecoder(bytes.NewReader(doc))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %#v, encoding/json: %#v, %v", doc, got, want, err)
		}
	})
}

// pair is read member by member, in order or not; its names meet the same
// names in other spellings.
type pair struct {
	A    float64 `json:"a"`
	B    int64   `json:"b"`
	Odd  string  `json:"a b/c"`
	Last *pair   `json:"größe"`
}

var pairProps = Props{Names: []string{"a", "b", "a b/c", "größe"}}

func readPair(r *Reader) (v pair) {
	for o := r.Object(&pairProps); o.Next(); {
		switch o.Name() {
		case "a":
			v.A = r.Float64()
		case "b":
			v.B = r.Int64()
		case "a b/c":
			v.Odd = r.String()
		case "größe":
			v.Last = new(readPair(r))
		}
	}
	return v
}

// What an object's reader accepts is valid JSON, and has in each property what
// encoding/json says. The other way round is the business of the oracle.
func FuzzObject(f *testing.F) {
	addTricky(f)
	f.Add([]byte(`{"a":1.5,"b":2,"a b/c":"x","größe":{"a":1}}`))
	f.Add([]byte(`{"gr\u00f6\u00dfe" : {} , "b" :2,"\u0061":3}`))
	f.Add([]byte(`{"a":1,"b":2"a b/c":"x"}`))
	f.Add([]byte(`{"a b/c":"x";"größe":{}}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		r := NewReader(doc)
		got := readPair(r)
		if r.Done() != nil {
			return
		}
		var want pair
		d := json.NewDecoder(bytes.NewReader(doc))
		d.DisallowUnknownFields()
		if err := d.Decode(&want); err != nil && !strings.Contains(err.Error(), "cannot unmarshal number") { // such as 1.0
			t.Fatalf("%q accepted, encoding/json: %v", doc, err)
		} else if err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, encoding/json: %+v", doc, got, want)
		}
	})
}

// A name that JSON escapes never stands in a document as it is.
func TestEscapedNames(t *testing.T) {
	props := Props{Names: []string{`a"b`, "c"}, Escaped: true}
	read := func(doc string) (v int, err error) {
		r := NewReader([]byte(doc))
		for o := r.Object(&props); o.Next(); {
			v += r.Int()
		}
		return v, r.Done()
	}
	if v, err := read(`{"a\"b":1,"c":2}`); v != 3 || err != nil {
		t.Errorf("escaped: %d, %v", v, err)
	}
	if _, err := read(`{"a"b":1,"c":2}`); err == nil {
		t.Error("a quote inside a name was accepted")
	}
}

// More than 64 properties: those behind are found, missed and doubled alike.
func TestPropertiesBeyond64(t *testing.T) {
	props := Props{Names: make([]string, 200), RequiredMore: []uint64{0, 1 << 2, 0}}
	for i := range props.Names {
		props.Names[i] = "p" + strconv.Itoa(i)
	}
	read := func(doc string) (sum int, bad []string) {
		r := NewReader([]byte(doc))
		for o := r.Object(&props); o.Next(); {
			sum += r.Int()
		}
		return sum, violationsOf(r.Done())
	}
	if sum, bad := read(`{"p199":1,"p63":2,"p64":4,"p0":8,"p130":16,"p65":null}`); sum != 31 || bad != nil {
		t.Errorf("sum %d, violations %q", sum, bad)
	}
	_, bad := read(`{"p199":1,"p199":2,"p64":4,"p64":4}`)
	if want := []string{"/p199: duplicate property", "/p64: duplicate property", "/p130: missing required property"}; !reflect.DeepEqual(bad, want) {
		t.Errorf("violations %q, want %q", bad, want)
	}
}

// plainEnd finds the first special byte wherever it stands, and a text with one
// is written as encoding/json writes it.
func TestPlainEnd(t *testing.T) {
	for n := range 40 {
		for at := range n + 1 {
			for c := range 256 {
				text := []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP")[:n:n]
				want := n
				if at < n {
					if text[at] = byte(c); c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
						want = at
					}
				}
				if got := plainEnd(text, 0); got != want {
					t.Fatalf("%q: %d, want %d", text, got, want)
				}
				if got := plainEnd(string(text), min(3, at)); got != want {
					t.Fatalf("%q from %d: %d, want %d", text, min(3, at), got, want)
				}
				if c%5 == 0 || c == '"' || c == '\\' {
					if got, want := written(func(w *Writer) { w.String(string(text)) }), string(encodeJSON(t, string(text))); got != want {
						t.Fatalf("%q: %s, encoding/json: %s", text, got, want)
					}
				}
			}
		}
	}
}

// Numbers are what strconv says, in both directions.
func FuzzNumbersLikeStrconv(f *testing.F) {
	for _, v := range []float64{0, 0.1, 1e15, 999999999.999999, 0.000001, 1e-7, 123456.654321, 1e9, 4.35, 0.30000000000000004, math.MaxFloat64} {
		f.Add(math.Float64bits(v), uint8(3))
		f.Add(math.Float64bits(-v), uint8(20))
	}
	f.Fuzz(func(t *testing.T, bits uint64, decimals uint8) { sameNumbers(t, bits, int(decimals)) })
}

func TestNumbersLikeStrconv(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		sameNumbers(t, rng.Uint64(), rng.IntN(25))
		sameNumbers(t, math.Float64bits(math.Round(rng.Float64()*1e7)/math.Pow10(rng.IntN(9))), rng.IntN(12))
		sameNumbers(t, rng.Uint64()>>rng.IntN(64), 0)
	}
}

// sameNumbers compares the integer and the float with these bits, the latter
// also with a number of decimals, with strconv's.
func sameNumbers(t *testing.T, bits uint64, decimals int) {
	t.Helper()
	wantText := func(what, got, want string) {
		if got != want {
			t.Errorf("%s: %s, strconv: %s", what, got, want)
		}
	}
	wantText("Uint", written(func(w *Writer) { w.Uint(bits) }), strconv.FormatUint(bits, 10))
	wantText("Int", written(func(w *Writer) { w.Int(int64(bits)) }), strconv.FormatInt(int64(bits), 10))
	v := math.Float64frombits(bits)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return
	}
	wantText("Float64", written(func(w *Writer) { w.Float64(v) }), string(encodeJSON(t, v)))
	for _, literal := range []string{strconv.FormatFloat(v, 'f', decimals, 64), strconv.FormatFloat(v, 'g', -1, 64), strconv.FormatInt(int64(bits), 10)} {
		literal = strings.ReplaceAll(literal, "e+", "e")
		want64, err := strconv.ParseFloat(literal, 64)
		got64, bad := decode(`{"v":`+literal+`}`, (*Reader).Float64)
		if (err == nil) != (bad == nil) || err == nil && math.Float64bits(got64) != math.Float64bits(want64) {
			t.Errorf("%s: %v %q, strconv: %v %v", literal, got64, bad, want64, err)
		}
		want32, err := strconv.ParseFloat(literal, 32)
		got32, bad := decode(`{"v":`+literal+`}`, (*Reader).Float32)
		if (err == nil) != (bad == nil) || err == nil && math.Float32bits(got32) != math.Float32bits(float32(want32)) {
			t.Errorf("%s: float32 %v %q, strconv: %v %v", literal, got32, bad, want32, err)
		}
	}
}

// A number at the limit is compared as it is written, whichever way it is read.
func TestLimitsAsWritten(t *testing.T) {
	in := func(r *Reader) float64 { return r.Float64In(0, 0.3) }
	for doc, good := range map[string]bool{
		`0`: true, `-0`: true, `0.0`: true, `0.3`: true, `0.30`: true, `3e-1`: true,
		`0.30000000000000001`: false, `0.300000000000000000001`: false, `-0.000000000000000000001`: false, `-1e-400`: false, `0.29999999999999999`: true,
	} {
		if _, bad := decode(`{"v":`+doc+`}`, in); good != (bad == nil) {
			t.Errorf("%s: %q", doc, bad)
		}
	}
	in32 := func(r *Reader) float32 { return r.Float32In(0, 0.1) }
	for doc, good := range map[string]bool{`0.1`: true, `0.1000000001`: false, `0.10000000000000001`: false, `0.09`: true} {
		if _, bad := decode(`{"v":`+doc+`}`, in32); good != (bad == nil) {
			t.Errorf("float32 %s: %q", doc, bad)
		}
	}
}

// Strings stay what they are when the reader goes on to other documents, and
// keep little else in memory.
func TestStringsOutliveTheReader(t *testing.T) {
	r := NewReader(nil)
	var kept, want []string
	for i := range 2000 {
		text := strings.Repeat(string(rune('a'+i%26)), i%150) + strconv.Itoa(i)
		doc, err := json.Marshal(text + "\n")
		if err != nil {
			t.Fatal(err)
		}
		r.Reset(doc)
		kept, want = append(kept, r.String()), append(want, text+"\n")
		clear(doc)
	}
	if !reflect.DeepEqual(kept, want) {
		t.Error("a string has changed")
	}
	if cap(r.chunk) > chunkSize {
		t.Errorf("a short string shares %d bytes", cap(r.chunk))
	}
	r.Reset([]byte(`"` + strings.Repeat("x", chunkSize/4+1) + `"`))
	before := unsafe.StringData(kept[len(kept)-1])
	long := r.String()
	if gap := uintptr(unsafe.Pointer(unsafe.StringData(long))) - uintptr(unsafe.Pointer(before)); gap < chunkSize {
		t.Errorf("a long string lies %d bytes behind a short one, in the same allocation", gap)
	}
}

// However short the first elements are, a list never has room for more than a
// few times what it holds.
func TestRoomIsBounded(t *testing.T) {
	type big [1000]byte
	doc := []byte(`[{},{},{},{},"` + strings.Repeat("x", 1<<20) + `"]`)
	r := NewReader(doc)
	var s []big
	for l := r.List(0, -1); l.Next(); {
		s = append(Room(&l, s), big{})
		r.skip()
		if cap(s) > 10*len(s) {
			t.Fatalf("room for %d after %d", cap(s), len(s))
		}
	}
	if err := r.Done(); err != nil || len(s) != 5 {
		t.Errorf("%d elements, %v", len(s), err)
	}
	// Nor does it grow in small steps.
	r = NewReader([]byte("[" + strings.Repeat(`{"a":1},`, 999) + "{}]"))
	grown, n := 0, 0
	var rows []map[string]any
	for l := r.List(0, -1); l.Next(); n++ {
		before := cap(rows)
		if rows = append(Room(&l, rows), nil); cap(rows) != before {
			grown++
		}
		r.skip()
	}
	if n != 1000 || grown > 5 {
		t.Errorf("%d elements, grown %d times", n, grown)
	}
}

// Maps are written in the order of their names, at any depth, without anything
// allocated.
func TestMembers(t *testing.T) {
	type key string
	v := map[key]map[string]int{"b": {"y": 1, "x": 2, "ä": 3}, "a": {}, "c\n": {"z": 4}}
	write := func(w *Writer) {
		w.Raw("{")
		for m := Members(w, v); m.Next(); {
			w.Raw("{")
			for n := Members(w, m.Value()); n.Next(); {
				w.Int(int64(n.Value()))
			}
			w.Raw("}")
		}
		w.Raw("}")
	}
	if got, want := written(write), string(encodeJSON(t, v)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	w := NewWriter()
	if n := testing.AllocsPerRun(100, func() { w.Reset(); write(w) }); n != 0 {
		t.Errorf("%.0f allocations", n)
	}
}
