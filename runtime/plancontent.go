package mcpruntime

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// contentKind is the kind of values that are content, which are kept until a
// program reports: it may wait for its user meanwhile.
var contentKind = &HandleKind[[]Content]{
	Name: "content",
	Write: func(w *Writer, list *[]Content) {
		text, err := json.Marshal(Result{Content: *list}.wire().Content)
		if err != nil {
			w.Fail(err.Error())
			return
		}
		w.Raw(string(text))
	},
	Summary: func(list []Content) string { return "content" },
}

// keepContent keeps content that no line can hold, and returns under which
// reference; "" when there is none.
func keepContent(ctx context.Context, content []mcp.Content) (ref string, err error) {
	var list []Content
	for _, c := range content {
		if _, isText := c.(*mcp.TextContent); isText {
			continue
		}
		if known, err := contentOf(c); err == nil {
			list = append(list, known)
		}
	}
	if list == nil {
		return "", nil
	}
	held, err := keepValue(ctx, contentKind, &list)
	return held.info.Ref, err
}

// contentIn is the content of a result that has some beside or instead of data.
func contentIn(result Result) []mcp.Content {
	if result.Content == nil && result.Tool == nil {
		return nil
	}
	return result.wire().Content
}

// contents returns the content that the calls of a program returned beside text,
// in the order of the calls, and links to the values that stay on the server.
func (h *programHost) contents(ctx context.Context, report *program.Report) (all []Content) {
	for i := range report.Answers {
		o := &report.Answers[i].Outcome
		if o.Content != "" {
			all = append(all, takeContent(ctx, o.Content)...)
		}
		if o.Handle != "" {
			all = append(all, handleLink(o.Handle, o.Summary))
		}
	}
	return all
}

// takeContent returns what keepContent has kept, and forgets it.
func takeContent(ctx context.Context, ref string) []Content {
	entry, err := findHandle(ctx, ref)
	if err != nil {
		return []Content{TextContent{Text: "content that is no longer there: " + err.Error()}}
	}
	_ = DropHandle(ctx, ref) // it is gone already, or goes in time
	if k, ok := entry.Value.(*kept[[]Content]); ok {
		return k.value
	}
	return []Content{TextContent{Text: "content that is not in this process"}}
}

// contentText is content as JSON text: its texts, a line each, and in the place of
// other content what it is, such as [image/png]; nil for no content.
func contentText(content []mcp.Content) []byte {
	var lines []string
	for _, c := range content {
		switch c := c.(type) {
		case *mcp.TextContent:
			lines = append(lines, c.Text)
		case *mcp.ImageContent:
			lines = append(lines, "["+c.MIMEType+"]")
		case *mcp.AudioContent:
			lines = append(lines, "["+c.MIMEType+"]")
		case *mcp.ResourceLink:
			lines = append(lines, "["+c.URI+"]")
		case *mcp.EmbeddedResource:
			lines = append(lines, "["+c.Resource.URI+"]")
		case *emptyText:
			lines = append(lines, "["+c.Resource.URI+"]")
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return appendString(nil, strings.Join(lines, "\n"))
}
