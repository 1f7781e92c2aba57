package mcpruntime

import (
	"cmp"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"
)

// Contents is what a resource holds: text or bytes, or several of these. A
// function may return it where text or bytes alone do not say enough.
type Contents struct {
	text      string
	data      []byte
	form      contentsForm
	uri, mime string
	parts     []Contents // of form manyParts
}

type contentsForm uint8

const (
	asText contentsForm = iota
	asBlob
	byContent
	manyParts
)

// Text returns contents that are text.
func Text(text string) Contents { return Contents{text: text} }

// Blob returns contents that are bytes.
func Blob(data []byte) Contents { return Contents{data: data, form: asBlob} }

// Bytes returns contents that are text when their MIME type is one of text, or
// without any when they look like text, and else bytes.
func Bytes(data []byte) Contents { return Contents{data: data, form: byContent} }

// Parts returns several contents as one: the files of a folder, for example.
// Each should have a URI of its own.
func Parts(parts ...Contents) Contents { return Contents{parts: parts, form: manyParts} }

// WithMIME returns the contents with a MIME type. Without it that of the
// resource holds, and when that has none, what the content looks like.
func (c Contents) WithMIME(mime string) Contents { c.mime = mime; return c }

// WithURI returns the contents with a URI. Without it they have the one that was
// asked for.
func (c Contents) WithURI(uri string) Contents { c.uri = uri; return c }

// URI is the URI of the contents; "" where nothing has set it.
func (c Contents) URI() string { return c.uri }

// MIME is the MIME type of the contents; "" where nothing has set it.
func (c Contents) MIME() string { return c.mime }

// Text is the text; for bytes, the bytes as they are.
func (c Contents) Text() string {
	if c.form == asText {
		return c.text
	}
	return string(c.data)
}

// Data is the bytes; for text, its UTF-8.
func (c Contents) Data() []byte {
	if c.form == asText {
		return []byte(c.text)
	}
	return c.data
}

// Binary reports whether the contents are bytes rather than text.
func (c Contents) Binary() bool { return c.form == asBlob }

// Parts are the contents one by one: themselves, if they are not several.
func (c Contents) Parts() []Contents {
	if c.form != manyParts {
		return []Contents{c}
	}
	var flat []Contents
	for _, p := range c.parts {
		flat = append(flat, p.Parts()...)
	}
	return flat
}

// size is how many bytes there are.
func (c Contents) size() int {
	n := len(c.text) + len(c.data)
	for _, p := range c.parts {
		n += p.size()
	}
	return n
}

// readContents is one element of a resources/read result.
type readContents struct {
	URI  string  `json:"uri"`
	MIME string  `json:"mimeType,omitempty"`
	Text *string `json:"text,omitempty"`
	Blob *[]byte `json:"blob,omitempty"`
}

// wire decides what kind of contents these are. They are no Parts.
func (c Contents) wire(uri, declared string) readContents {
	out := readContents{URI: cmp.Or(c.uri, uri), MIME: cmp.Or(c.mime, declared)}
	text := c.form == asText
	if c.form == byContent && utf8.Valid(c.data) {
		text = isTextual(cmp.Or(out.MIME, c.sniffed()))
	}
	if !text {
		out.MIME = cmp.Or(out.MIME, c.sniffed())
		blob := append([]byte{}, c.data...)
		out.Blob = &blob
		return out
	}
	if out.MIME == "" {
		out.MIME, _, _ = strings.Cut(c.sniffed(), ";") // the text of JSON has no charset
		if !isTextual(out.MIME) {
			out.MIME = "text/plain"
		}
	}
	value := c.Text()
	out.Text = &value
	return out
}

// sniffed is the MIME type that the content looks like; "" when there is none.
func (c Contents) sniffed() string {
	data := c.Data()
	if len(data) == 0 {
		return ""
	}
	return http.DetectContentType(data)
}

// isTextual reports whether contents of a MIME type are text.
func isTextual(mimeType string) bool {
	kind, _, err := mime.ParseMediaType(mimeType)
	if err != nil {
		return false
	}
	switch kind {
	case "application/json", "application/xml", "application/javascript", "application/yaml", "application/toml":
		return true
	}
	return strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "+json") || strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "+yaml")
}
