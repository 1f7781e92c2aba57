package bench

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// payload is one document, the generated code that reads and writes it, and
// the peers' ways to do the same.
type payload struct {
	name   string
	doc    []byte
	schema string
	broken []byte // a value below its minimum or an unknown name: what only validation sees

	ours  func(doc []byte) error // reads into value
	write func(w *mcpruntime.Writer)
	value any // what ours has read, a pointer
	fresh func() any
}

// load reads a document of testdata and ties it to the generated functions of
// its type.
func load[T any](tb testing.TB, name string, tool *mcpruntime.Tool, read func(*mcpruntime.Reader) T, write func(*mcpruntime.Writer, *T), valid, invalid string) *payload {
	tb.Helper()
	doc, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		tb.Fatal(err)
	}
	p := &payload{name: name, doc: doc, schema: tool.Input, fresh: func() any { return new(T) }}
	if !strings.Contains(string(doc), valid) {
		tb.Fatalf("%s has no %s", name, valid)
	}
	p.broken = []byte(strings.Replace(string(doc), valid, invalid, 1))
	r, v := mcpruntime.NewReader(nil), new(T)
	p.value = v
	p.ours = func(doc []byte) error {
		r.Reset(doc)
		*v = read(r)
		return r.Done()
	}
	p.write = func(w *mcpruntime.Writer) { write(w, v) }
	if err := p.ours(doc); err != nil {
		tb.Fatal(err)
	}
	return p
}

func payloads(tb testing.TB) []*payload {
	return []*payload{
		load(tb, "flat", &findTool, readQuery, writeQuery, `"page":2`, `"page":0`),
		load(tb, "nested", &billTool, readInvoice, writeInvoice, `"quantity": 800`, `"quantity": 0`),
		load(tb, "rows1000", &importTool, readTable, writeTable, `"status":"packed"`, `"status":"lost"`),
		load(tb, "floats", &recordTool, readSurvey, writeSurvey, `"humidity":`, `"humidity":1e3,"humidities":`),
	}
}

// Everybody accepts the documents and makes the same value of them, and all
// that validate refuse the broken ones. Without this the ratios mean nothing.
func TestPeersDoTheSameWork(t *testing.T) {
	for _, p := range payloads(t) {
		want := p.fresh()
		if err := json.Unmarshal(p.doc, want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(p.value, want) {
			t.Errorf("%s: ours differs from encoding/json:\n%+v\n%+v", p.name, p.value, want)
		}
		for _, peer := range decoders(t, p) {
			if err := peer.run(p.doc); err != nil {
				t.Errorf("%s: %s refuses the document: %v", p.name, peer.name, err)
			}
			err := peer.run(p.broken)
			if peer.validates != (err != nil) {
				t.Errorf("%s: %s says of the broken document: %v", p.name, peer.name, err)
			}
		}
		w := mcpruntime.NewWriter()
		p.write(w)
		theirs, err := json.Marshal(want)
		if err != nil || w.Err() != nil {
			t.Fatal(err, w.Err())
		}
		if !reflect.DeepEqual(asAny(t, w.JSON()), asAny(t, theirs)) {
			t.Errorf("%s: ours writes\n%s\nencoding/json\n%s", p.name, w.JSON(), theirs)
		}
	}
}

func asAny(t *testing.T, doc []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(doc, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// A decoder allocates what the value is made of and little more; an encoder
// nothing once its buffer has grown.
func TestAllocations(t *testing.T) {
	most := map[string]float64{
		"flat":     2,  // the assignee, and at times a chunk of strings
		"nested":   12, // lists 4, a map 2, pointers 3, a time zone, chunks
		"rows1000": 64, // lists 4, chunks for 4,000 strings
		"floats":   12, // lists 6
	}
	for _, p := range payloads(t) {
		decode := testing.AllocsPerRun(100, func() {
			if err := p.ours(p.doc); err != nil {
				t.Fatal(err)
			}
		})
		if decode > most[p.name] {
			t.Errorf("%s: decoding allocates %.0f times, want at most %.0f", p.name, decode, most[p.name])
		}
		w := mcpruntime.NewWriter()
		p.write(w)
		if encode := testing.AllocsPerRun(100, func() { w.Reset(); p.write(w) }); encode > 0 {
			t.Errorf("%s: encoding allocates %.0f times", p.name, encode)
		}
	}
}

// contestant is one way to do the work of a case.
type contestant struct {
	name      string
	validates bool
	run       func(doc []byte) error
}

func BenchmarkDecode(b *testing.B) {
	for _, p := range payloads(b) {
		b.Run(p.name, func(b *testing.B) {
			race(b, "decode-"+p.name, p.doc, contestant{run: p.ours}, decoders(b, p))
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, p := range payloads(b) {
		b.Run(p.name, func(b *testing.B) {
			w := mcpruntime.NewWriter()
			ours := func([]byte) error {
				w.Reset()
				p.write(w)
				return w.Err()
			}
			theirs := func([]byte) error {
				_, err := json.Marshal(p.value)
				return err
			}
			race(b, "encode-"+p.name, nil, contestant{run: ours}, []contestant{{name: "encoding-json", run: theirs}})
		})
	}
}

// race prints "ratio CASE PEER VALUE" for every peer: what the peer costs, in
// times of what generated code costs. All take turns in one run, a ratio is
// taken of the turns that lie side by side, and the median counts: whatever
// else the machine does hits both sides. A turn is long enough for everybody
// to collect the garbage he makes.
func race(b *testing.B, name string, doc []byte, ours contestant, peers []contestant) {
	const rounds, turn = 81, 5 * time.Millisecond
	all := append([]contestant{ours}, peers...)
	counts := make([]int, len(all))
	for i, c := range all {
		once(b, c, doc, 1) // the first is slow
		n := 1 + int(turn/max(once(b, c, doc, 1), 1))
		counts[i] = 1 + int(turn)*n/int(max(once(b, c, doc, n), 1))
	}
	times, ratios := make([][]float64, len(all)), make([][]float64, len(all))
	for b.Loop() {
		for range rounds {
			for i, c := range all {
				t := float64(once(b, c, doc, counts[i])) / float64(counts[i])
				times[i] = append(times[i], t)
				ratios[i] = append(ratios[i], t/times[0][len(times[0])-1])
			}
		}
	}
	b.ReportMetric(0, "ns/op") // a round, which says nothing
	b.ReportMetric(median(times[0]), "ns/ours")
	for i, peer := range peers {
		b.ReportMetric(median(times[i+1]), "ns/"+peer.name)
		fmt.Printf("ratio %s %s %.2f\n", name, peer.name, median(ratios[i+1]))
	}
}

// once runs a contestant n times and returns how long all of it took.
func once(tb testing.TB, c contestant, doc []byte, n int) time.Duration {
	start := time.Now()
	for range n {
		if err := c.run(doc); err != nil {
			tb.Fatal(c.name, err)
		}
	}
	return time.Since(start)
}

func median[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
