package mcpruntime

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Number literals are kept, and big integers are what encoding/json makes of
// them, the spellings with a zero fraction aside.
func FuzzBigNumbersLikeEncodingJSON(f *testing.F) {
	fuzzLiterals(f, func(t *testing.T, literal string) {
		if startsNumber((literal + " ")[0]) { // strings are no numbers here
			agree(t, literal, (*Reader).Number)
		}
		got, err := leaf(literal, (*Reader).BigInt)
		var want big.Int
		if wantErr := json.Unmarshal([]byte(literal), &want); wantErr == nil && strings.TrimSpace(literal) != "null" {
			if err != nil || got.Cmp(&want) != 0 {
				t.Errorf("%s: got %v, %v, want %v", literal, &got, err, &want)
			}
			return
		}
		if exact, ok := new(big.Rat).SetString(strings.TrimSpace(literal)); err == nil && (!ok || !exact.IsInt() || exact.Num().Cmp(&got) != 0) {
			t.Errorf("%s: got %v", literal, &got)
		}
	})
}

func TestBigIntegersAreBounded(t *testing.T) {
	most := strings.Repeat("9", maxBigDigits)
	for literal, ok := range map[string]bool{
		most: true, "-" + most: true, most + "9": false, "1e9999": true, "1e10000": false, "1e999999999999999999999": false,
		"1e-999999999": false, "0e999999999": true, strings.Repeat("9", 1<<20): false, "1." + strings.Repeat("0", 1<<20): true,
	} {
		start := time.Now()
		got, err := leaf(literal, (*Reader).BigInt)
		if (err == nil) != ok {
			t.Errorf("%.20s: %v, want ok %v", literal, err, ok)
		}
		if took := time.Since(start); took > time.Second {
			t.Errorf("%.20s took %v", literal, took)
		}
		if text := written(func(w *Writer) { w.BigInt(&got) }); ok && text != got.String() {
			t.Errorf("%.20s is written as %.20s", literal, text)
		}
	}
}

func TestNumbersAreWrittenLikeEncodingJSON(t *testing.T) {
	for _, n := range []json.Number{"", "0", "-1.50e+3", "1e400", "01", "1 ", " 1", "x", "-", "1.", "null", "+1", "1,2", `"1"`} {
		want, wantErr := json.Marshal(n)
		w := NewWriter()
		w.Number(n)
		if (w.Err() == nil) != (wantErr == nil) || wantErr == nil && string(w.JSON()) != string(want) {
			t.Errorf("%q: got %s, %v, want %s, %v", n, w.JSON(), w.Err(), want, wantErr)
		}
	}
}

func TestTextGoesThroughItsOwnCode(t *testing.T) {
	for doc, want := range map[string]string{
		`"::1"`:      "",
		`"\u003a:1"`: "",
		`"localhost"`: `bad arguments: (top level): want Addr, got string "localhost": ` +
			`ParseAddr("localhost"): unable to parse IP`,
		`1`:    "bad arguments: (top level): want string, got number 1",
		`null`: "bad arguments: (top level): want string, got null",
	} {
		r := NewReader([]byte(doc))
		var v netip.Addr
		if text, ok := r.Text(); ok {
			r.Fault(v.UnmarshalText(text), "Addr")
		}
		if err := r.Done(); want == "" && (err != nil || v != netip.IPv6Loopback()) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: got %v, %v, want %q", doc, v, err, want)
		}
	}
}

func TestConstraintsComeBeforeTheCode(t *testing.T) {
	r := NewReader([]byte(`["abc",5,"ab"]`))
	var texts []string
	for l := r.List(0, -1); l.Next(); {
		if text, ok := r.TextOf(r.StringLen(0, 2)); ok {
			texts = append(texts, string(text))
		}
	}
	err, _ := errors.AsType[*DocumentError](r.Done())
	if err == nil || len(err.Violations) != 2 || !reflect.DeepEqual(texts, []string{"ab"}) {
		t.Errorf("got %q, %v", texts, err)
	}
}

func TestValueWantsTypes(t *testing.T) {
	for _, c := range []struct {
		doc   string
		types []string
		want  string
	}{
		{` {"a": [1]} `, nil, ""},
		{`null`, nil, ""},
		{`1.0`, []string{"integer"}, ""},
		{`1e3`, []string{"null", "integer"}, ""},
		{`1.5`, []string{"integer"}, "want integer, got number 1.5"},
		{`1.5`, []string{"number"}, ""},
		{`"x"`, []string{"number", "null"}, `want one of number, null, got string "x"`},
		{`true`, []string{"boolean"}, ""},
		{`[1]`, []string{"object"}, "want object, got array"},
		{`{"a":{"b":1,"b":2}}`, []string{"object"}, "/a/b: duplicate property"},
		{`{"a":`, nil, "not valid JSON"},
		{``, nil, "not valid JSON"},
	} {
		r := NewReader([]byte(c.doc))
		raw, ok := r.Value(c.types...)
		err := r.Done()
		if c.want == "" && (err != nil || !ok || string(raw) != strings.TrimSpace(c.doc)) {
			t.Errorf("%s as %q: %s, %v", c.doc, c.types, raw, err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s as %q: %v, want %q", c.doc, c.types, err, c.want)
		}
	}
}

func TestFaultsAreOneLine(t *testing.T) {
	r := NewReader([]byte(`{"a":[1,{"b":2}]}`))
	r.Value()
	r.Fault(errors.New("first\nsecond "+strings.Repeat("é", 500)), "Thing")
	r.Fault(errors.New("again"), "Thing")
	err := r.Done()
	if err == nil || strings.Count(err.Error(), "\n") > 0 || len(err.Error()) > 400 || !strings.HasPrefix(err.Error(), `bad arguments: (top level): want Thing, got object: first\nsecond`) {
		t.Errorf("got %v", err)
	}
}

// A reader of results takes a null for a value that is not there.
func TestResultsMayLackTextsAndNumbers(t *testing.T) {
	r := NewResultReader([]byte(`[null,null,null,null]`))
	l := r.List(0, -1)
	l.Next()
	if _, ok := r.Text(); ok {
		t.Error("null is a text")
	}
	l.Next()
	if n := r.Number(); n != "" {
		t.Errorf("null is %q", n)
	}
	l.Next()
	if n := r.BigInt(); n.Sign() != 0 {
		t.Errorf("null is %v", &n)
	}
	l.Next()
	if _, ok := r.Value("string"); ok || l.Next() || r.Done() != nil {
		t.Errorf("%v", r.Done())
	}
}

func TestOwnCodeIsWrittenLikeEncodingJSON(t *testing.T) {
	failed := errors.New("no form")
	for _, c := range []struct {
		write func(*Writer)
		want  string
	}{
		{func(w *Writer) { w.Text([]byte("a\"\xff<"), nil) }, "\"a\\\"\\ufffd<\""},
		{func(w *Writer) { w.Text(nil, nil) }, `""`},
		{func(w *Writer) { w.Text(nil, failed) }, "error: no form"},
		{func(w *Writer) { w.Marshaled([]byte(" { \"a\" : [ 1 ] } "), nil) }, `{"a":[1]}`},
		{func(w *Writer) { w.Marshaled([]byte("{} {}"), nil) }, "error: what MarshalJSON returns is not valid JSON: invalid character '{' after top-level value"},
		{func(w *Writer) { w.Marshaled(nil, nil) }, "error: what MarshalJSON returns is not valid JSON: unexpected end of JSON input"},
		{func(w *Writer) { w.Marshaled([]byte("1"), failed) }, "error: no form"},
	} {
		if got := written(c.write); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// Durations that are text are what package time makes of them, in both
// directions; null and numbers are none.
func FuzzDurationsLikePackageTime(f *testing.F) {
	for _, s := range []string{"", "0", "+0", "-0", "00", "1", "1h30m", "-1.5s", ".5h", "5.us", ".", "1µs", "1μs", "3 h", "1d", "9999999h", "-9223372036854775808ns", "9223372036854775808ns"} {
		f.Add(s, int64(len(s)))
	}
	f.Fuzz(func(t *testing.T, text string, nanos int64) {
		if !utf8.ValidString(text) { // which is no JSON
			return
		}
		literal, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		want, wantErr := time.ParseDuration(text)
		got, err := leaf(string(literal), (*Reader).Duration)
		if (err == nil) != (wantErr == nil) || err == nil && got != want {
			t.Errorf("%q: got %v, %v, want %v, %v", text, got, err, want, wantErr)
		}
		d := time.Duration(nanos)
		back, err := leaf(written(func(w *Writer) { w.String(d.String()) }), (*Reader).Duration)
		if err != nil || back != d {
			t.Errorf("%v: came back as %v, %v", d, back, err)
		}
	})
	for _, literal := range []string{"null", "5", "true", `{}`, `["1h"]`} {
		if got, err := leaf(literal, (*Reader).Duration); err == nil {
			f.Errorf("%s: got %v", literal, got)
		}
	}
}
