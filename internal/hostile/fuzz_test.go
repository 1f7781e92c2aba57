package hostile

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// document is one of the largest that matter, and who accepts it.
type document struct {
	name, text      string
	strict, lenient bool
}

func large() []document {
	list := func(n int, element string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + "]"
	}
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(`,"k` + strconv.Itoa(i) + `":1`)
		}
		return "{" + b.String()[1:] + "}"
	}
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	nodes := strings.Repeat(`{"value":1,"next":`, 100_000) + `{"value":1}` + strings.Repeat("}", 100_000)
	million := strings.Repeat("0", 1<<20)
	return []document{
		{"100k levels", `{"any":` + deep + `}`, false, false},
		{"100k levels of raw JSON", `{"raw":{"raw":` + deep + `}}`, false, false},
		{"100k levels of an unknown property", `{"x":` + deep + `}`, false, false},
		{"100k levels in a string", `{"any":1,"ints":"` + deep + `"}`, false, false},
		{"100k nodes", `{"node":` + nodes + `}`, false, false},
		{"999 levels", `{"any":` + strings.Repeat("[", 999) + strings.Repeat("]", 999) + `}`, true, true},
		{"1 MB integer", `{"int":1` + million + `}`, false, false},
		{"1 MB integer that is small", `{"int":1.` + million + `}`, true, true},
		{"1 MB float", `{"float":0.` + million + `1}`, true, true},
		{"1 MB exponent", `{"float":1e1` + million + `}`, false, false},
		{"1 MB exponent below zero", `{"float":1e-1` + million + `}`, true, true},
		{"1 MB of a step", `{"ruled":{"price":0.01` + million + `}}`, true, true},
		{"1 MB integer in a string", `{"int":"1.` + million + `"}`, false, true},
		{"50k keys", `{"map":` + keys(50_000) + `}`, true, true},
		{"50k keys of any", `{"any":` + keys(50_000) + `}`, true, true},
		{"50k unknown keys", keys(50_000), false, true},
		{"50k keys in a string", `{"map":` + strconv.Quote(keys(50_000)) + `}`, false, true},
		{"240k elements", `{"ints":` + list(240_000, "1") + `}`, true, true},
		{"260k elements", `{"ints":` + list(260_000, "1") + `}`, false, false},
		{"260k elements in a string", `{"ints":"` + list(260_000, "1") + `"}`, false, false},
		{"1 MB text", `{"text":"` + million + `"}`, true, true},
		{"1 MB of a pattern", `{"ruled":{"pattern":"` + strings.Repeat("a", 1<<20) + `!"}}`, false, false},
		{"100k strings with lists", `{"ints":` + list(100_000, `"1"`) + `}`, false, true},
	}
}

// FuzzDecoder puts documents through generated code.
func FuzzDecoder(f *testing.F) {
	for _, a := range attacks() {
		f.Add([]byte(a.make(64)))
	}
	f.Add([]byte(`{"bool":"true","int":"5","float":"1.5","ints":"[1]","node":"{\"value\":1}","ruled":{"set":["a"]},"pair":["a","b"]}`))
	f.Add([]byte(`{"color":"red","odd":3,"when":"2026-07-28T12:00:00Z","bytes":"AQID","wide":{},"map":{"":0},"any":[{}],"raw":{"raw":null}}`))
	f.Fuzz(withstand)
}

// FuzzLarge does the same with documents at the limits, which are made here:
// which one, and what is put into it where. As bytes of a corpus they would
// keep the fuzzer from all else.
func FuzzLarge(f *testing.F) {
	documents := large()
	for i := range documents {
		f.Add(uint(i), uint(0), []byte(nil))
		f.Add(uint(i), uint(12345), []byte(`"`))
	}
	f.Fuzz(func(t *testing.T, which, where uint, more []byte) {
		text := documents[which%uint(len(documents))].text
		at := where % uint(len(text)+1)
		withstand(t, []byte(text[:at]+string(more)+text[at:]))
	})
}

// withstand reads a document, strictly and leniently. That never panics and
// does not take long; what is accepted is JSON, comes out as JSON that is
// accepted again, and is written the same then.
func withstand(t *testing.T, doc []byte) {
	start := time.Now()
	strict, refused := read(doc, false)
	for mode, lenient := range map[string]bool{"strict": false, "lenient": true} {
		v, err := read(doc, lenient)
		if refused == nil && (err != nil || !reflect.DeepEqual(v, strict)) {
			t.Errorf("%s: %.200q is read as %+v, not %+v: %v", mode, doc, v, strict, err)
		}
		if err != nil {
			checkError(t, err)
			continue
		}
		if !json.Valid(doc) {
			t.Errorf("%s: %.200q is no JSON", mode, doc)
		}
		text := write(v)
		again, err := read(text, false)
		if err != nil || !bytes.Equal(write(again), text) {
			t.Errorf("%s: %.200q is written as %.200q and then %.200q: %v", mode, doc, text, write(again), err)
		}
	}
	if took := time.Since(start); took > 5*time.Second+time.Duration(len(doc))*10*time.Microsecond {
		t.Errorf("%d bytes take %v: %.200q", len(doc), took, doc)
	}
}

func write(v All) []byte {
	w := mcpruntime.NewWriter()
	writeAll(w, &v)
	return w.JSON()
}

func read(doc []byte, lenient bool) (All, error) {
	r := mcpruntime.NewReader(doc)
	if lenient {
		r.Open()
		r.Lenient(true)
	}
	v := readAll(r)
	return v, r.Done()
}

// checkError holds what a caller is told to its limits.
func checkError(t *testing.T, err error) {
	t.Helper()
	var fault *mcpruntime.DocumentError
	if !errors.As(err, &fault) || len(fault.Violations) == 0 || len(fault.Violations) > 8 {
		t.Fatalf("not an error of a document: %v", err)
	}
	if n := len(err.Error()); n > 16<<10 {
		t.Errorf("the error has %d bytes: %.500s", n, err)
	}
}
