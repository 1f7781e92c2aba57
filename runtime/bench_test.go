package mcpruntime

import "testing"

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
	r := NewReader(doc) // not one of the pool, which forgets at times under the race detector
	allocations := testing.AllocsPerRun(200, func() {
		r.Reset(doc)
		readOrder(r)
		if err := r.Done(); err != nil {
			t.Fatal(err)
		}
	})
	// The items, the note's pointer, the map and its slots; strings come from a
	// chunk that many documents share. The rest is slack.
	if allocations > 6 {
		t.Errorf("%.0f allocations, want at most 6", allocations)
	}
}
