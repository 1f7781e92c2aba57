package mcpruntime

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"
)

// Writer encodes one JSON document by appending to a buffer. It writes what
// encoding/json writes, without its HTML escaping; nil slices are the caller's
// to write as [] and nil maps as {}.
//
// A Writer keeps the first error (NaN, an invalid [json.RawMessage], a cycle);
// [Writer.Err] returns it. It is not safe for concurrent use.
type Writer struct {
	buf   []byte
	keys  []string // see Members
	depth int
	err   error
	args  bool
	// made is a result that is no JSON; see Content and Result.
	made Result
}

// NewWriter returns an empty writer for the arguments of a call.
func NewWriter() *Writer { return &Writer{args: true} }

// Arguments reports whether w is for the arguments of a call. There a zero value
// that has another default is written, whatever omitempty says: left out, it
// would come to mean the default.
func (w *Writer) Arguments() bool { return w.args }

var writers = sync.Pool{New: func() any { return new(Writer) }}

// maxPooled is the capacity above which a buffer is left to the collector.
const maxPooled = 64 << 10

func pooledWriter() *Writer { return writers.Get().(*Writer) }

// free gives a writer back to the pool; its buffer must not be in use.
func (w *Writer) free() {
	if cap(w.buf) > maxPooled {
		w.buf = nil
	}
	w.Reset()
	writers.Put(w)
}

// Reset makes w an empty writer. It keeps its buffer, which what JSON has
// returned is part of.
func (w *Writer) Reset() { *w = Writer{buf: w.buf[:0], keys: w.keys[:0]} }

// JSON returns what has been written; it changes with the next call. It is
// meaningless when Err is not nil.
func (w *Writer) JSON() []byte { return w.buf }

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

// Fail sets the error, unless there is one.
func (w *Writer) Fail(message string) {
	if w.err == nil {
		w.err = errors.New(message)
	}
}

// Raw appends JSON text as it is.
func (w *Writer) Raw(text string) { w.buf = append(w.buf, text...) }

// Sep appends a comma when i is above zero: before element i of a list.
func (w *Writer) Sep(i int) {
	if i > 0 {
		w.buf = append(w.buf, ',')
	}
}

// Member appends the start of a member, such as `"name":`, and before it a
// comma unless it is the first of its object.
func (w *Writer) Member(name string) {
	if n := len(w.buf); n > 0 && w.buf[n-1] != '{' {
		w.buf = append(w.buf, ',')
	}
	w.buf = append(w.buf, name...)
}

// Enter begins a value of a recursive type. It reports false, and the value is
// to be left out, when there is an error already or values nest so deep that
// they can only be a cycle, which is one. Each Enter that reports true needs a
// Leave.
func (w *Writer) Enter() bool {
	const maxDepth = 1000 // what a reader accepts
	if w.depth == maxDepth {
		w.Fail("a value nests deeper than 1000 levels or contains itself")
	}
	if w.err != nil {
		return false
	}
	w.depth++
	return true
}

// Leave ends a value begun with Enter.
func (w *Writer) Leave() { w.depth-- }

// Null appends null.
func (w *Writer) Null() { w.Raw("null") }

// Bool appends a boolean.
func (w *Writer) Bool(v bool) { w.buf = strconv.AppendBool(w.buf, v) }

// String appends a string. Invalid UTF-8 becomes U+FFFD.
func (w *Writer) String(s string) { w.buf = appendString(w.buf, s) }

// Bytes appends a string of standard base64; nil is "".
func (w *Writer) Bytes(b []byte) {
	w.buf = append(w.buf, '"')
	w.buf = base64.StdEncoding.AppendEncode(w.buf, b)
	w.buf = append(w.buf, '"')
}

// Time appends a string in RFC 3339 form, as [time.Time.MarshalJSON] does.
func (w *Writer) Time(t time.Time) {
	text, err := t.AppendText(append(w.buf, '"'))
	if err != nil {
		w.Fail(err.Error())
		w.Null()
		return
	}
	w.buf = append(text, '"')
}

// Any appends any value that encoding/json can encode.
func (w *Writer) Any(v any) {
	switch v := v.(type) {
	case nil:
		w.Null()
	case bool:
		w.Bool(v)
	case string:
		w.String(v)
	case int:
		w.Int(int64(v))
	case int64:
		w.Int(v)
	case float64:
		w.Float64(v)
	default:
		w.reflected(v)
	}
}

func (w *Writer) reflected(v any) {
	start := len(w.buf)
	buffer := bytes.NewBuffer(w.buf)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		w.buf = w.buf[:start]
		w.Fail(err.Error())
		w.Null()
		return
	}
	w.buf = bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}

// RawJSON appends a JSON value without its blanks; nil is null.
func (w *Writer) RawJSON(raw json.RawMessage) {
	if raw == nil {
		w.Null()
		return
	}
	w.compact(raw, "a json.RawMessage")
}

// compact appends JSON without its blanks; what says whose it is.
func (w *Writer) compact(data []byte, what string) {
	start := len(w.buf)
	buffer := bytes.NewBuffer(w.buf)
	if err := json.Compact(buffer, data); err != nil {
		w.buf = w.buf[:start]
		w.Fail(what + " is not valid JSON: " + err.Error())
		w.Null()
		return
	}
	w.buf = buffer.Bytes()
}
