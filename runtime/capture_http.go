package mcpruntime

import (
	"bytes"
	"io"
	"mime"
	"net/http"

	"github.com/go-faster/jx"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// capturingClient returns a client like c whose responses serve captures.
func capturingClient(c *http.Client) *http.Client {
	if c == nil {
		c = http.DefaultClient
	}
	capturing := *c
	capturing.Transport = capturingRoundTripper{c.Transport}
	return &capturing
}

// capturingRoundTripper keeps the bytes of the responses to requests that have
// a capture in their context, which is that of the call.
type capturingRoundTripper struct{ base http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (t capturingRoundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	base := t.base
	if base == nil {
		base = http.DefaultTransport
	}
	resp, err := base.RoundTrip(addParamHeaders(r))
	into, ok := r.Context().Value(captureKey{}).(*capture)
	if err != nil || !ok {
		return resp, err
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")) // "" is neither
	switch kind {
	case "application/json":
		resp.Body = &capturingBody{ReadCloser: resp.Body, into: into}
	case "text/event-stream":
		resp.Body = &capturingBody{ReadCloser: resp.Body, into: into, events: true}
	}
	return resp, nil
}

// capturingBody copies what is read from a response: all of it, or of a stream
// of events the data of the event that is being read. What is longer than a
// message is not kept; the SDK refuses it.
type capturingBody struct {
	io.ReadCloser
	into   *capture
	events bool
	line   []byte // the line that is being read; only of events
	data   []byte
}

// Read implements [io.Reader].
func (b *capturingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.events {
		b.readLines(p[:n])
	} else {
		b.data = keep(b.data, p[:n])
	}
	if err == io.EOF {
		b.capture(b.data)
	}
	return n, err
}

// readLines takes part of a stream of events, which are lines of the form
// "field: value" and end with an empty line (HTML, "Server-sent events").
func (b *capturingBody) readLines(part []byte) {
	for {
		rest, after, ended := bytes.Cut(part, []byte("\n"))
		b.line = keep(b.line, rest)
		if !ended {
			return
		}
		line := bytes.TrimSuffix(b.line, []byte("\r"))
		if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			b.data = keep(b.data, data)
		} else if len(line) == 0 {
			b.capture(b.data)
			b.data = b.data[:0]
		}
		b.line, part = b.line[:0], after
	}
}

// keep appends, unless that gets too long.
func keep(held, part []byte) []byte {
	if len(held)+len(part) > mcp.DefaultMaxLineLength {
		return held[:0]
	}
	return append(held, part...)
}

// capture keeps the result of a response; other messages have none.
func (b *capturingBody) capture(message []byte) {
	d := jx.DecodeBytes(message)
	if d.Next() != jx.Object {
		return
	}
	it, err := d.ObjIter()
	for err == nil && it.Next() {
		if string(it.Key()) == "result" {
			if raw, err := d.Raw(); err == nil {
				b.into.put(bytes.Clone(raw))
			}
			return
		}
		err = d.Skip()
	}
}
