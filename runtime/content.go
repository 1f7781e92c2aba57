package mcpruntime

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Role says whose turn of a conversation a message is.
type Role string

// The roles of messages. The zero Role counts as User.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one message of a prompt.
type Message struct {
	Role    Role
	Content Content
}

// Messages is what a prompt yields.
type Messages = []Message

// UserText returns one message of the user.
func UserText(text string) Messages {
	return Messages{{User, TextContent{Text: text}}}
}

// Content is what a message holds, and what a tool may return instead of data:
// a [TextContent], [ImageContent], [AudioContent], [ResourceLink] or
// [EmbeddedResource].
type Content interface {
	// wire is the content in the SDK's terms.
	wire() mcp.Content
	// size is how many bytes of text and data it holds.
	size() int
	// fault says why it cannot be sent; "" for content that can.
	fault() string
}

// TextContent is text.
type TextContent struct{ Text string }

// ImageContent is an image.
type ImageContent struct {
	Data []byte
	MIME string // such as "image/png"; when empty, what the data looks like
}

// AudioContent is sound.
type AudioContent struct {
	Data []byte
	MIME string // such as "audio/wav"; when empty, what the data looks like
}

// ResourceLink points to a resource, which the client may read.
type ResourceLink struct {
	URI         string
	Name        string // when empty, the URI
	Title       string
	Description string
	MIME        string
}

// EmbeddedResource is a resource together with what it holds: text, or bytes
// when Blob is not nil.
type EmbeddedResource struct {
	URI  string
	MIME string
	Text string
	Blob []byte
}

func (c TextContent) wire() mcp.Content { return &mcp.TextContent{Text: c.Text} }
func (c ImageContent) wire() mcp.Content {
	return &mcp.ImageContent{Data: c.Data, MIMEType: c.kind()}
}

func (c ImageContent) kind() string { return cmp.Or(c.MIME, http.DetectContentType(c.Data)) }

func (c AudioContent) wire() mcp.Content {
	return &mcp.AudioContent{Data: c.Data, MIMEType: c.kind()}
}

func (c AudioContent) kind() string {
	if kind := cmp.Or(c.MIME, http.DetectContentType(c.Data)); kind != "application/ogg" {
		return kind
	}
	return "audio/ogg" // of which the look says only what it is packed in
}

func (c ResourceLink) wire() mcp.Content {
	return &mcp.ResourceLink{URI: c.URI, Name: cmp.Or(c.Name, c.URI), Title: c.Title, Description: c.Description, MIMEType: c.MIME}
}

func (c EmbeddedResource) wire() mcp.Content {
	embedded := &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: c.URI, MIMEType: c.MIME, Text: c.Text, Blob: c.Blob}}
	if c.Text == "" && c.Blob == nil {
		return &emptyText{embedded}
	}
	return embedded
}

func (c TextContent) size() int      { return len(c.Text) }
func (c ImageContent) size() int     { return len(c.Data) }
func (c AudioContent) size() int     { return len(c.Data) }
func (c ResourceLink) size() int     { return len(c.URI) + len(c.Name) + len(c.Title) + len(c.Description) }
func (c EmbeddedResource) size() int { return len(c.Text) + len(c.Blob) }

func (c TextContent) fault() string  { return "" }
func (c ImageContent) fault() string { return kindFault("an image", "image/", c.MIME, c.kind()) }
func (c AudioContent) fault() string { return kindFault("sound", "audio/", c.MIME, c.kind()) }

func (c ResourceLink) fault() string {
	if c.URI == "" {
		return "links to no URI"
	}
	return ""
}

func (c EmbeddedResource) fault() string {
	if c.URI == "" {
		return "embeds a resource without a URI"
	}
	return ""
}

// kindFault says why the MIME type, which may be what the data looks like, is
// not one of its kind.
func kindFault(what, prefix, said, kind string) string {
	switch name, ok := strings.CutPrefix(kind, prefix); {
	case ok && name != "":
		return ""
	case said != "":
		return fmt.Sprintf("is %s with the MIME type %q", what, shorten(said))
	default:
		return fmt.Sprintf("is %s that looks like %s, and has no MIME type", what, kind)
	}
}

// emptyText is an embedded resource whose text is empty: the SDK leaves that
// out, and what remains is neither text nor bytes.
type emptyText struct{ *mcp.EmbeddedResource }

// MarshalJSON writes the text.
func (c *emptyText) MarshalJSON() ([]byte, error) {
	var wire struct {
		Type     string       `json:"type"`
		Resource readContents `json:"resource"`
	}
	wire.Type = "resource"
	wire.Resource = readContents{URI: c.Resource.URI, MIME: c.Resource.MIMEType, Text: &c.Resource.Text}
	return json.Marshal(wire)
}

// wireMessages returns messages in the SDK's terms.
func wireMessages(messages Messages) ([]*mcp.PromptMessage, error) {
	list := make([]*mcp.PromptMessage, len(messages))
	for i, m := range messages {
		switch {
		case m.Content == nil:
			return nil, Errorf(CodeInternal, "message %d has no content", i+1)
		case m.Content.fault() != "":
			return nil, Errorf(CodeInternal, "the content of message %d %s", i+1, m.Content.fault())
		case m.Role == "":
			m.Role = User
		case m.Role != User && m.Role != Assistant:
			return nil, Errorf(CodeInternal, "message %d has the role %q: want %q or %q", i+1, m.Role, User, Assistant)
		}
		list[i] = &mcp.PromptMessage{Role: mcp.Role(m.Role), Content: m.Content.wire()}
	}
	return list, nil
}

// contentOf is content that has come from a server.
func contentOf(content mcp.Content) (Content, error) {
	switch c := content.(type) {
	case *mcp.TextContent:
		return TextContent{Text: c.Text}, nil
	case *mcp.ImageContent:
		return ImageContent{Data: c.Data, MIME: c.MIMEType}, nil
	case *mcp.AudioContent:
		return AudioContent{Data: c.Data, MIME: c.MIMEType}, nil
	case *mcp.ResourceLink:
		return ResourceLink{URI: c.URI, Name: c.Name, Title: c.Title, Description: c.Description, MIME: c.MIMEType}, nil
	case *mcp.EmbeddedResource:
		if r := c.Resource; r != nil {
			return EmbeddedResource{URI: r.URI, MIME: r.MIMEType, Text: r.Text, Blob: r.Blob}, nil
		}
	}
	return nil, fmt.Errorf("content of type %T is not known", content)
}
