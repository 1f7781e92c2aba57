package hostile

import (
	"runtime"
	"testing"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Handlers of both kinds.
var handlers = map[string]mcpruntime.Handler{"strict": callTake, "lenient": callLoose}

// decode puts a document through generated code; the result is not of interest.
func decode(t testing.TB, handler mcpruntime.Handler, doc []byte) error {
	return handler(t.Context(), mcpruntime.NewReader(doc), mcpruntime.NewWriter())
}

// Whatever a caller sends, each byte of it costs little time and memory: in
// documents of this length anything that grows faster than they do shows. Only
// what takes long is measured again, since others use the machine too.
func TestCostIsLinear(t *testing.T) {
	const (
		size         = 512 << 10
		perByte      = 2 * time.Microsecond // about twenty times what most take
		bytesPerByte = 100
	)
	for _, a := range attacks() {
		doc := []byte(a.make(size))
		for mode, handler := range handlers {
			took, allocated := cost(t, handler, doc)
			for tries := 0; tries < 3 && took > perByte*size; tries++ {
				took, _ = cost(t, handler, doc)
			}
			if took > perByte*time.Duration(len(doc)) {
				t.Errorf("%s, %s: %d bytes take %v", a.name, mode, len(doc), took)
			}
			if allocated > bytesPerByte*uint64(len(doc)) {
				t.Errorf("%s, %s: %d bytes of input take %d bytes of memory", a.name, mode, len(doc), allocated)
			}
		}
	}
}

// cost is the time that a document takes, and the memory that it allocates.
func cost(t *testing.T, handler mcpruntime.Handler, doc []byte) (took time.Duration, bytes uint64) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	_ = decode(t, handler, doc) // either answer will do
	took = time.Since(start)
	runtime.ReadMemStats(&after)
	return took, after.TotalAlloc - before.TotalAlloc
}

// Documents at the limits of a message are answered in the end, whole: nothing
// recurses without a limit.
func TestLargeDocuments(t *testing.T) {
	for _, doc := range large() {
		for mode, handler := range handlers {
			start := time.Now()
			err := decode(t, handler, []byte(doc.text))
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%s, %s: %v", doc.name, mode, took)
			}
			if accepted := err == nil; accepted != (mode == "strict" && doc.strict || mode == "lenient" && doc.lenient) {
				t.Errorf("%s, %s: %v", doc.name, mode, err)
			}
		}
	}
}
