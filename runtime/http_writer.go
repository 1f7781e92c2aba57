package mcpruntime

import (
	"bytes"
	"net/http"
	"time"
)

// answerWriter is what the SDK writes answers to. It gives every write a
// deadline, so that a client that does not read cannot hold what is written for
// ever, and undoes escaping as stdio does.
type answerWriter struct {
	http.ResponseWriter
	controller *http.ResponseController
	limit      time.Duration
}

// Write implements [io.Writer]. The SDK writes an event, or a message, at once.
func (w answerWriter) Write(p []byte) (int, error) {
	// Not every ResponseWriter can: then the limit is that of the http.Server.
	_ = w.controller.SetWriteDeadline(time.Now().Add(w.limit))
	text := p
	if whole(p) {
		text = unescapeHTML(bytes.Clone(p))
	}
	if n, err := w.ResponseWriter.Write(text); err != nil {
		return min(n, len(p)), err
	}
	return len(p), nil
}

// whole reports whether a write is an event or a message: in part of one an
// escape could be cut.
func whole(p []byte) bool {
	if bytes.HasSuffix(p, []byte("\n\n")) {
		return bytes.HasPrefix(p, []byte("event: ")) || bytes.HasPrefix(p, []byte("data: ")) || bytes.HasPrefix(p, []byte("id: "))
	}
	return bytes.HasPrefix(p, []byte(`{"jsonrpc":`)) && bytes.HasSuffix(bytes.TrimSpace(p), []byte("}"))
}

// Flush implements [http.Flusher].
func (w answerWriter) Flush() {
	_ = w.controller.SetWriteDeadline(time.Now().Add(w.limit))
	_ = w.controller.Flush()
}

// Unwrap is for [http.ResponseController].
func (w answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
