package mcpruntime

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

// jsonOrder is order as encoding/json decodes it.
type jsonOrder struct {
	ID       int64             `json:"id"`
	Customer jsonCustomer      `json:"customer"`
	Items    []jsonItem        `json:"items"`
	Labels   map[string]string `json:"labels"`
	Note     *string           `json:"note"`
	Paid     bool              `json:"paid"`
	Priority string            `json:"priority"`
}

type jsonCustomer struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

type jsonItem struct {
	SKU   string  `json:"sku"`
	Count int     `json:"count"`
	Price float64 `json:"price"`
}

// BenchmarkDecodeNested decodes a nested order, all checks included, beside
// encoding/json, which checks nothing. The two take turns, so that whatever
// else the machine does hits both.
func BenchmarkDecodeNested(b *testing.B) {
	const turn = 50
	doc := []byte(orderJSON)
	limits := Limits{}.withDefaults()
	var ours, theirs time.Duration
	rounds := 0
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		for range turn {
			r := pooledReader(doc, limits)
			readOrder(r)
			if err := r.Done(); err != nil {
				b.Fatal(err)
			}
			r.free()
		}
		middle := time.Now()
		for range turn {
			var v jsonOrder
			if err := json.Unmarshal(doc, &v); err != nil {
				b.Fatal(err)
			}
		}
		ours += middle.Sub(start)
		theirs += time.Since(middle)
		rounds += turn
	}
	b.ReportMetric(float64(ours.Nanoseconds())/float64(rounds), "ns/decode")
	b.ReportMetric(float64(theirs.Nanoseconds())/float64(rounds), "ns/encoding-json")
	fmt.Printf("ratio decode-nested encoding-json %.2f\n", float64(ours)/float64(theirs))
}

// BenchmarkEncodeNested is the way back.
func BenchmarkEncodeNested(b *testing.B) {
	const turn = 50
	v := readOrder(NewReader([]byte(orderJSON)))
	var peer jsonOrder
	if err := json.Unmarshal([]byte(orderJSON), &peer); err != nil {
		b.Fatal(err)
	}
	var ours, theirs time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		for range turn {
			w := pooledWriter()
			writeOrder(w, &v)
			if w.Err() != nil {
				b.Fatal(w.Err())
			}
			w.free()
		}
		middle := time.Now()
		for range turn {
			if _, err := json.Marshal(&peer); err != nil {
				b.Fatal(err)
			}
		}
		ours += middle.Sub(start)
		theirs += time.Since(middle)
	}
	fmt.Printf("ratio encode-nested encoding-json %.2f\n", float64(ours)/float64(theirs))
}

// BenchmarkCall is a whole call on bytes: decode, function, encode.
func BenchmarkCall(b *testing.B) {
	s := newTestServer()
	args := []byte(orderJSON)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Call(b.Context(), "echo", args); err != nil {
			b.Fatal(err)
		}
	}
}

// A decoder allocates what the value holds and little more.
func TestDecodeAllocations(t *testing.T) {
	doc := []byte(orderJSON)
	limits := Limits{}.withDefaults()
	allocations := testing.AllocsPerRun(200, func() {
		r := pooledReader(doc, limits)
		readOrder(r)
		if err := r.Done(); err != nil {
			t.Fatal(err)
		}
		r.free()
	})
	// Strings 10, the items growing to 3 elements 3, the note's pointer, the
	// map, and the names that a strict map remembers; the rest is slack.
	if allocations > 24 {
		t.Errorf("%.0f allocations, want at most 24", allocations)
	}
}
