package mcpruntime

import "github.com/mcpgen/mcpgen/runtime/handle"

// TextMode says what stands as text beside the structured content of a result.
type TextMode uint8

// The modes.
const (
	// TextFull is all of it, for hosts that show models nothing but text.
	TextFull TextMode = iota
	// TextSummary is a line about it, unless all of it is shorter.
	TextSummary
	// TextNone is no text at all.
	TextNone
)

// WithText says what the text of a result with structured content is. A host
// that shows its model both has it pay twice for [TextFull], which the protocol
// recommends for hosts that know texts alone. Content that a function returns,
// and the line about a handle, are always there.
func WithText(mode TextMode) Option { return func(o *options) { o.text = mode } }

// shortened is a result with the text that the server is to send.
func (s *Server) shortened(r Result) Result {
	if s.text == TextFull || r.Structured == nil || r.Content != nil {
		return r
	}
	if s.text == TextNone {
		r.Content = []Content{}
		return r
	}
	if summary := handle.Summarize(r.Structured); len(summary) < len(r.Text) {
		r.Text = summary
	}
	return r
}
