package mcpruntime

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// literals are JSON values, nearly values, and what lies between.
var literals = []string{
	"0", "-0", "1", "-1", "7.0", "1e3", "1E+2", "12e-1", "120e-1", "1.5", "-128", "-129", "127", "128", "255", "256",
	"32767", "32768", "65535", "65536", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296",
	"9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "1e19", "1e20", "1e-400", "1e400", "-1e400", "3.4028235e38", "3.4028236e38",
	"1e-7", "1e21", "123456789012345678901234567890", "0.1", "0.1e1", "00", "01", "-", "+1", ".5", "5.", "1e", "1e+", "0x10", "1_000", "NaN", "Infinity",
	`""`, `"a"`, `"\u00e9"`, `"\ud800"`, `"\ud800\ud800\udc00"`, `"\udc00\ud800"`, `"\ud800x"`, `"\ud800\n"`, "\"\xff\"", "\"\xed\xa0\x80\"", "\"a\xffb\xc3\"", `"\u0000"`, "\"\x01\"", "\"\t\"", `"\q"`, `"\u12"`, `"`, `"\`, `"a`,
	`"😀"`, `"\u2028"`, "\"\u2028\"", `"\/"`, `"2024-01-02T03:04:05Z"`, `"AQID"`, `"AQ=="`, `"AQ"`,
	"null", "true", "false", "nul", "tru", "falsey", "[]", "[1]", "[1,]", "[,]", "[", "]", "{}", `{"a":1}`, `{"a":1,}`, `{"a"}`, `{a:1}`, "{", "",
	" 1 ", "\t\"a\"\n", "1 2", "[1]]",
}

func fuzzLiterals(f *testing.F, test func(t *testing.T, literal string)) {
	for _, l := range literals {
		f.Add(l)
	}
	f.Fuzz(func(t *testing.T, literal string) {
		if len(literal) < 1<<12 {
			test(t, literal)
		}
	})
}

// leaf reads literal as a whole document.
func leaf[T any](literal string, read func(*Reader) T) (T, error) {
	r := NewReader([]byte(literal))
	v := read(r)
	return v, r.Done()
}

// Whatever the bytes, strings, floats, booleans and any are what encoding/json
// makes of them, null aside, which is no violation only for any.
func FuzzLeavesLikeEncodingJSON(f *testing.F) {
	fuzzLiterals(f, func(t *testing.T, literal string) {
		agree(t, literal, (*Reader).String)
		agree(t, literal, (*Reader).Bool)
		agree(t, literal, (*Reader).Float64)
		agree(t, literal, (*Reader).Float32)
	})
}

func agree[T comparable](t *testing.T, literal string, read func(*Reader) T) {
	t.Helper()
	got, err := leaf(literal, read)
	var want T
	oracle := json.Unmarshal([]byte(literal), &want)
	if strings.TrimSpace(literal) == "null" {
		if err == nil {
			t.Errorf("%T accepts null", want)
		}
		return
	}
	if (err == nil) != (oracle == nil) {
		t.Errorf("%T of %q: %v, encoding/json: %v", want, literal, err, oracle)
	}
	if err == nil && got != want {
		t.Errorf("%T of %q: %v, encoding/json: %v", want, literal, got, want)
	}
}

// The oracle of integers is math/big: a number without a fraction, in range.
func FuzzIntegersLikeBig(f *testing.F) {
	fuzzLiterals(f, func(t *testing.T, literal string) {
		want := exactInteger(literal)
		integer(t, literal, want, math.MinInt64, math.MaxInt64, (*Reader).Int64)
		integer(t, literal, want, math.MinInt32, math.MaxInt32, (*Reader).Int32)
		integer(t, literal, want, math.MinInt16, math.MaxInt16, (*Reader).Int16)
		integer(t, literal, want, math.MinInt8, math.MaxInt8, (*Reader).Int8)
		integer(t, literal, want, -3, 12, func(r *Reader) int { return r.IntIn(-3, 12) })
		natural(t, literal, want, 0, math.MaxUint64, (*Reader).Uint64)
		natural(t, literal, want, 0, math.MaxUint32, (*Reader).Uint32)
		natural(t, literal, want, 0, math.MaxUint16, (*Reader).Uint16)
		natural(t, literal, want, 0, math.MaxUint8, (*Reader).Uint8)
		natural(t, literal, want, 0, math.MaxUint, (*Reader).Uintptr)
		natural(t, literal, want, 2, 300, func(r *Reader) uint16 { return r.Uint16In(2, 300) })
	})
}

// exactInteger returns the integer that a document is; nil when it is none.
func exactInteger(literal string) *big.Int {
	if !json.Valid([]byte(literal)) {
		return nil
	}
	literal = strings.Trim(literal, " \t\r\n")
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		// big.Rat would expand the exponent. No literal of this test has so
		// many digits that a power beyond this one leaves 64 bits.
		if power, err := strconv.Atoi(literal[i+1:]); err != nil || power > 5000 || power < -5000 {
			if zero := strings.Trim(literal[:i], "-0."); zero == "" && literal[0] != '"' {
				return new(big.Int)
			}
			return nil
		}
	}
	value, ok := new(big.Rat).SetString(literal)
	if !ok || !value.IsInt() || strings.ContainsAny(literal, `"/`) {
		return nil
	}
	return value.Num()
}

func integer[T ~int | ~int8 | ~int16 | ~int32 | ~int64](t *testing.T, literal string, want *big.Int, lo, hi int64, read func(*Reader) T) {
	t.Helper()
	got, err := leaf(literal, read)
	ok := want != nil && want.IsInt64() && want.Int64() >= lo && want.Int64() <= hi
	if ok != (err == nil) || ok && int64(got) != want.Int64() {
		t.Errorf("%T of %q: %v, %v; want %v", got, literal, got, err, want)
	}
}

func natural[T ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](t *testing.T, literal string, want *big.Int, lo, hi uint64, read func(*Reader) T) {
	t.Helper()
	got, err := leaf(literal, read)
	ok := want != nil && want.IsUint64() && want.Uint64() >= lo && want.Uint64() <= hi
	if ok != (err == nil) || ok && uint64(got) != want.Uint64() {
		t.Errorf("%T of %q: %v, %v; want %v", got, literal, got, err, want)
	}
}

// Any and Raw accept exactly what is JSON without duplicate names; any is what
// encoding/json makes of it, numbers kept; raw is the text itself.
func FuzzAnyAndRaw(f *testing.F) {
	f.Add(`{"a":[1,{"b":null}],"c":"\u00e9"}`)
	f.Add(` [ 1 , 2.50 , {"x" : {}} ] `)
	f.Add(`{"a":{"b":1,"\u0062":2}}`)
	fuzzLiterals(f, func(t *testing.T, doc string) {
		decoder := json.NewDecoder(strings.NewReader(doc))
		decoder.UseNumber()
		var want any
		valid := json.Valid([]byte(doc))
		if valid {
			if err := decoder.Decode(&want); err != nil {
				t.Fatal(err)
			}
		}
		wantOK := valid && !hasDuplicates(doc)
		got, err := leaf(doc, (*Reader).Any)
		if (err == nil) != wantOK {
			t.Errorf("any of %q: %v; valid %v", doc, err, wantOK)
		}
		// Names with broken surrogates are read as jx pairs them.
		if err == nil && !strings.Contains(strings.ToLower(doc), `\ud`) && !reflect.DeepEqual(got, want) {
			t.Errorf("any of %q: %#v, want %#v", doc, got, want)
		}
		raw, err := leaf(doc, (*Reader).Raw)
		if (err == nil) != wantOK {
			t.Errorf("raw of %q: %v; valid %v", doc, err, wantOK)
		}
		if text := strings.Trim(doc, " \t\r\n"); err == nil && string(raw) != text {
			t.Errorf("raw of %q: %q", doc, raw)
		}
	})
}

// hasDuplicates reports whether an object of a valid document has a name
// twice, with the tokens of encoding/json.
func hasDuplicates(doc string) bool {
	decoder := json.NewDecoder(strings.NewReader(doc))
	decoder.UseNumber()
	var value func() bool
	value = func() bool {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		seen := map[string]bool{}
		twice := false
		switch token {
		case json.Delim('{'):
			for decoder.More() {
				key, _ := decoder.Token()
				twice = twice || seen[key.(string)]
				seen[key.(string)] = true
				twice = value() || twice
			}
			_, _ = decoder.Token()
		case json.Delim('['):
			for decoder.More() {
				twice = value() || twice
			}
			_, _ = decoder.Token()
		}
		return twice
	}
	return value()
}

// Time and bytes accept a subset of what encoding/json accepts, with the same
// value.
func FuzzTimeAndBytes(f *testing.F) {
	for _, s := range []string{"2024-01-02T03:04:05Z", "2024-01-02T03:04:05.5+01:00", "0000-01-01T00:00:00Z", "2024-01-02T3:04:05Z", "2024-01-02T03:04:05,5Z",
		"2024-01-02T03:04:05+99:00", "9999-12-31T23:59:59-23:59", "AQID", "AQ==", "AQ", "A\nQ==", "-_==", "Zh==", "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc := appendString(nil, text)
		r := NewReader(doc)
		when := r.Time()
		if r.Done() == nil {
			want := when
			if err := json.Unmarshal(doc, &want); err != nil || !want.Equal(when) {
				t.Errorf("time %q: %v, encoding/json: %v %v", text, when, want, err)
			}
			if !rfc3339.MatchString(text) {
				t.Errorf("time %q is no RFC 3339", text)
			}
		} else if rfc3339.MatchString(text) && json.Unmarshal(doc, &when) == nil {
			t.Errorf("time %q is refused", text)
		}
		r = NewReader(doc)
		data := r.Bytes()
		var want []byte
		oracle := json.Unmarshal(doc, &want)
		if err := r.Done(); (err == nil) != (oracle == nil && !strings.ContainsAny(text, "\r\n")) {
			t.Errorf("bytes %q: %v, encoding/json: %v", text, err, oracle)
		} else if err == nil && !bytes.Equal(data, want) {
			t.Errorf("bytes %q: %v, encoding/json: %v", text, data, want)
		}
	})
}

// A reader never panics, ends, and never says yes to what is no JSON.
func FuzzReader(f *testing.F) {
	f.Add([]byte(orderJSON))
	f.Add([]byte(`{"id":1,"id":2,"zzz":[{"a":1}],"customer":{"name":null},"items":[[],{}],"labels":{"a":"b","a":"c"}}`))
	f.Add([]byte(strings.Repeat(`{"customer":`, 50)))
	f.Add([]byte(strings.Repeat(`[`, 2000)))
	for _, l := range literals {
		f.Add([]byte(l))
		f.Add([]byte(`{"id":` + l + `,"items":[{"price":` + l + `}],"note":` + l + `}`))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		for _, r := range []*Reader{NewReader(doc), NewResultReader(doc)} {
			v := readOrder(r)
			err := r.Done()
			if err == nil && !json.Valid(doc) {
				t.Errorf("%q is no JSON and accepted", doc)
			}
			if err == nil && r.Strict() {
				oracleOrder(t, doc, v)
			}
			if again := r.Done(); (again == nil) != (err == nil) {
				t.Errorf("%q: Done says %v, then %v", doc, err, again)
			}
			if len(violationsOf(err)) > maxViolations {
				t.Errorf("%q: too many violations", doc)
			}
			if err != nil && !utf8.ValidString(err.Error()) {
				t.Errorf("%q: the error is no valid UTF-8: %q", doc, err)
			}
		}
	})
}

// oracleOrder compares what was read with encoding/json's reading.
func oracleOrder(t *testing.T, doc []byte, got order) {
	t.Helper()
	want := struct {
		ID       json.Number
		Customer customer
		Items    []struct {
			SKU   string
			Count json.Number
			Price float64
		}
		Labels   map[string]string
		Note     *string
		Paid     bool
		Priority string
	}{Priority: "normal"}
	if err := json.Unmarshal(doc, &want); err != nil {
		t.Errorf("%q: accepted, encoding/json: %v", doc, err)
		return
	}
	same := want.Customer == got.Customer && len(want.Items) == len(got.Items) && len(want.Labels) == len(got.Labels) &&
		want.Paid == got.Paid && want.Priority == got.Priority && (want.Note == nil) == (got.Note == nil)
	if !same || want.Note != nil && *want.Note != *got.Note {
		t.Errorf("%q: got %+v, encoding/json: %+v", doc, got, want)
		return
	}
	if id := exactInteger(want.ID.String()); id == nil || id.Int64() != got.ID {
		t.Errorf("%q: id %d", doc, got.ID)
	}
	for i, item := range want.Items {
		if item.SKU != got.Items[i].SKU || item.Price != got.Items[i].Price {
			t.Errorf("%q: item %d is %+v, encoding/json: %+v", doc, i, got.Items[i], item)
		}
	}
}

// randomValue returns a value of the shape that Any yields.
func randomValue(rng *rand.Rand, depth int) any {
	kinds := 6
	if depth > 4 {
		kinds = 4
	}
	switch rng.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return rng.IntN(2) == 0
	case 2:
		return randomText(rng)
	case 3:
		return json.Number(strconv.FormatFloat(rng.NormFloat64()*math.Pow(10, float64(rng.IntN(60)-30)), 'g', -1, 64))
	case 4:
		list := []any{}
		for range rng.IntN(4) {
			list = append(list, randomValue(rng, depth+1))
		}
		return list
	default:
		object := map[string]any{}
		for range rng.IntN(4) {
			object[randomText(rng)] = randomValue(rng, depth+1)
		}
		return object
	}
}

var awkward = []string{"", "a", `"`, `\`, "\n", "\x00", "\x1f", "\x7f", "é", "€", "😀", "\u2028", "\u2029", "\uFFFD", "<", ">", "&", "/", "\u212a"}

func randomText(rng *rand.Rand) string {
	var b strings.Builder
	for range rng.IntN(6) {
		b.WriteString(awkward[rng.IntN(len(awkward))])
	}
	return b.String()
}

// What the writer writes, the reader reads back.
func TestWriteReadRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		v := randomValue(rng, 0)
		w := NewWriter()
		writeAny(w, v)
		got, err := leaf(string(w.JSON()), (*Reader).Any)
		if err != nil || w.Err() != nil || !reflect.DeepEqual(got, v) {
			t.Fatalf("%#v became %#v (%s, %v)", v, got, w.JSON(), err)
		}
		if !slices.Equal(w.JSON(), encodeJSON(t, v)) {
			t.Fatalf("wrote %s, encoding/json %s", w.JSON(), encodeJSON(t, v))
		}
	}
}

// writeAny writes with the writer's own methods, as generated code does.
func writeAny(w *Writer, v any) {
	switch v := v.(type) {
	case []any:
		w.Raw("[")
		for i, e := range v {
			w.Sep(i)
			writeAny(w, e)
		}
		w.Raw("]")
	case map[string]any:
		w.Raw("{")
		for i, k := range slices.Sorted(maps.Keys(v)) {
			w.Sep(i)
			w.String(k)
			w.Raw(":")
			writeAny(w, v[k])
		}
		w.Raw("}")
	default:
		w.Any(v)
	}
}

func encodeJSON(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
