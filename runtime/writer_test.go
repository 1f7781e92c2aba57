package mcpruntime

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"
)

// rfc3339 is date-time of RFC 3339 section 5.6, with upper-case letters.
var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

func written(write func(*Writer)) string {
	w := NewWriter()
	write(w)
	if w.Err() != nil {
		return "error: " + w.Err().Error()
	}
	return string(w.JSON())
}

func FuzzStringsLikeEncodingJSON(f *testing.F) {
	for _, s := range awkward {
		f.Add(s)
	}
	f.Add("\xff\xed\xa0\x80a\xc3")
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := written(func(w *Writer) { w.String(s) }), string(encodeJSON(t, s)); got != want {
			t.Errorf("%q: %s, encoding/json: %s", s, got, want)
		}
	})
}

func TestNumbersLikeEncodingJSON(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, 1e-6, 9.99e-7, 1e-7, 1e-9, 1e-10, 1e20, 1e21, 1e22, 123456789, 0.1, math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32, 1e-45}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		values = append(values, math.Float64frombits(rng.Uint64()), math.Pow(10, float64(rng.IntN(60)-30)))
	}
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		if got, want := written(func(w *Writer) { w.Float64(v) }), string(encodeJSON(t, v)); got != want {
			t.Errorf("%v: %s, encoding/json: %s", v, got, want)
		}
		if f := float32(v); !math.IsInf(float64(f), 0) {
			if got, want := written(func(w *Writer) { w.Float32(f) }), string(encodeJSON(t, f)); got != want {
				t.Errorf("float32 %v: %s, encoding/json: %s", f, got, want)
			}
		}
	}
	for v, want := range map[int64]string{0: "0", math.MinInt64: "-9223372036854775808", math.MaxInt64: "9223372036854775807"} {
		if got := written(func(w *Writer) { w.Int(v) }); got != want {
			t.Errorf("%d: %s", v, got)
		}
	}
	if got := written(func(w *Writer) { w.Uint(math.MaxUint64) }); got != "18446744073709551615" {
		t.Errorf("largest uint64: %s", got)
	}
}

// What JSON cannot say is an error, never null or a word.
func TestWriterErrors(t *testing.T) {
	type node struct{ Next *node }
	loop := &node{}
	loop.Next = loop
	var visit func(w *Writer, n *node)
	visit = func(w *Writer, n *node) {
		if !w.Enter() {
			return
		}
		w.Raw(`{"next":`)
		visit(w, n.Next)
		w.Raw("}")
		w.Leave()
	}
	for name, write := range map[string]func(*Writer){
		"NaN":         func(w *Writer) { w.Float64(math.NaN()) },
		"infinity":    func(w *Writer) { w.Float64(math.Inf(-1)) },
		"float32":     func(w *Writer) { w.Float32(float32(math.Inf(1))) },
		"year":        func(w *Writer) { w.Time(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)) },
		"channel":     func(w *Writer) { w.Any(make(chan int)) },
		"NaN in any":  func(w *Writer) { w.Any([]any{math.NaN()}) },
		"raw":         func(w *Writer) { w.RawJSON(json.RawMessage(`{"a":}`)) },
		"raw, empty":  func(w *Writer) { w.RawJSON(json.RawMessage{}) },
		"raw, second": func(w *Writer) { w.RawJSON(json.RawMessage(`1 2`)) },
		"cycle":       func(w *Writer) { visit(w, loop) },
		"said":        func(w *Writer) { w.Fail("no") },
	} {
		w := NewWriter()
		write(w)
		first := w.Err()
		w.Fail("a later error")
		if first == nil || w.Err() != first {
			t.Errorf("%s: error %v, then %v", name, first, w.Err())
		}
	}
}

func TestWriterValues(t *testing.T) {
	when := time.Date(2024, 2, 29, 1, 2, 3, 450000000, time.FixedZone("", 3600))
	for want, write := range map[string]func(*Writer){
		`""`:                             func(w *Writer) { w.Bytes(nil) },
		`"AQI="`:                         func(w *Writer) { w.Bytes([]byte{1, 2}) },
		`"2024-02-29T01:02:03.45+01:00"`: func(w *Writer) { w.Time(when) },
		`null`:                           func(w *Writer) { w.RawJSON(nil) },
		`{"a":[1,"<"]}`:                  func(w *Writer) { w.RawJSON(json.RawMessage(" {\"a\" : [1, \"<\"] }\n")) },
		`{"a":1,"b":true}`: func(w *Writer) {
			w.Raw("{")
			w.Member(`"a":`)
			w.Int(1)
			w.Member(`"b":`)
			w.Bool(true)
			w.Raw("}")
		},
		`{"b":false}`: func(w *Writer) { w.Raw("{"); w.Member(`"b":`); w.Bool(false); w.Raw("}") },
		`[1,2,3]`: func(w *Writer) {
			w.Raw("[")
			w.Int(1)
			w.Sep(1)
			w.Uint(2)
			w.Sep(2)
			w.Any(3)
			w.Raw("]")
		},
		`{"x":"<&>","y":9007199254740993}`: func(w *Writer) { w.Any(map[string]any{"y": json.Number("9007199254740993"), "x": "<&>"}) },
		`12345678901234567890.10`:          func(w *Writer) { w.Any(json.Number("12345678901234567890.10")) },
	} {
		if got := written(write); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A writer from the pool is as good as new.
func TestPooledWriterIsClean(t *testing.T) {
	for range 100 {
		w := pooledWriter()
		if len(w.JSON()) != 0 || w.Err() != nil || !w.Enter() {
			t.Fatalf("a used writer: %q %v", w.JSON(), w.Err())
		}
		w.Raw("rest")
		w.Fail("error")
		w.free()
	}
}
