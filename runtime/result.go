package mcpruntime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Content makes content the result of a tool: text, images, sound or resources
// instead of data.
func (w *Writer) Content(content ...Content) {
	w.made.Content = append([]Content{}, content...)
}

// Result makes all of a tool's result. What it refers to must not change any more.
func (w *Writer) Result(result *mcp.CallToolResult) { w.made.Tool = result }

// madeResult checks a result that is content, and takes it over.
func (s *Server) madeResult(tool string, made Result) (Result, error) {
	if err := made.checkContent(tool); err != nil {
		return Result{}, err
	}
	size := 0
	for _, c := range made.Content {
		size += c.size()
	}
	if made.Content != nil || made.Tool != nil {
		made.Text = textOf(made.wire().Content)
	}
	if made.Tool != nil {
		text, err := json.Marshal(made.Tool)
		if err != nil {
			return Result{}, Errorf(CodeInternal, "the result of %s cannot be encoded: %w", tool, err)
		}
		if nests(text, partDepth) {
			return Result{}, Errorf(CodeTooLarge, "the result of %s is nested too deep: at most %d levels are allowed", tool, partDepth)
		}
		size = len(text)
	}
	if most := s.limits.ResultBytes; size > most {
		return Result{}, Errorf(CodeTooLarge, "the result of %s has %d bytes, at most %d are allowed", tool, size, most)
	}
	return made, nil
}

// checkContent reports what cannot be sent, or not be understood.
func (r Result) checkContent(tool string) error {
	i := slices.Index(r.Content, nil)
	if r.Tool != nil {
		i = slices.Index(r.Tool.Content, nil)
	}
	switch {
	case i >= 0:
		return Errorf(CodeInternal, "content %d of the result of %s is nil", i+1, tool)
	case r.Tool == nil:
		return nil
	case r.Tool.InputRequests != nil || r.Tool.RequestState != "":
		return Errorf(CodeInternal, "the result of %s asks the client, which is for mcpruntime.Ask to do", tool)
	case r.Tool.StructuredContent == nil:
		return nil
	}
	switch text, err := json.Marshal(r.Tool.StructuredContent); {
	case err != nil:
		return Errorf(CodeInternal, "the result of %s cannot be encoded: %w", tool, err)
	case text[0] != '{':
		return Errorf(CodeInternal, "the structured content of the result of %s is no object, and clients before %s take no other", tool, newProtocol)
	}
	return nil
}

// wire is the result of a tool in the SDK's terms.
func (r Result) wire() *mcp.CallToolResult {
	if r.Tool != nil {
		result := *r.Tool // the SDK writes into what it sends
		if result.Content == nil {
			result.Content = []mcp.Content{}
		}
		return &result
	}
	result := &mcp.CallToolResult{Content: []mcp.Content{}}
	if r.Structured != nil {
		result.StructuredContent = json.RawMessage(r.Structured)
	}
	if r.Structured != nil && r.Content == nil {
		result.Content = append(result.Content, &mcp.TextContent{Text: r.Text})
	}
	for _, c := range r.Content {
		result.Content = append(result.Content, c.wire())
	}
	return result
}

// print returns a result for people: texts as they are, and other content as
// the JSON that goes over the wire.
func (r Result) print() string {
	var b strings.Builder
	result := r.wire()
	for _, c := range result.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			fmt.Fprintln(&b, text.Text)
		} else if text, err := json.Marshal(c); err == nil {
			fmt.Fprintln(&b, string(text))
		}
	}
	if len(result.Content) > 0 || result.StructuredContent == nil {
		return b.String()
	}
	text, _ := json.Marshal(result.StructuredContent) // which has been checked
	return string(text) + "\n"
}
