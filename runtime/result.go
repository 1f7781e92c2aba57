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
	size, err := made.checkContent(tool)
	if err != nil {
		return Result{}, err
	}
	if most := s.limits.ResultBytes; size > most {
		return Result{}, Errorf(CodeTooLarge, "the result of %s has %d bytes, at most %d are allowed", tool, size, most)
	}
	if made.Content != nil || made.Tool != nil {
		made.Text = textOf(made.wire().Content)
	}
	return made, nil
}

// checkContent reports content that cannot be sent, or not be understood, and
// returns its size. For a nil pointer in an interface it panics.
func (r Result) checkContent(tool string) (size int, err error) {
	i := slices.Index(r.Content, nil)
	if r.Tool != nil {
		i = slices.Index(r.Tool.Content, nil)
	}
	if i >= 0 {
		return 0, Errorf(CodeInternal, "content %d of the result of %s is nil", i+1, tool)
	}
	if r.Tool != nil {
		return checkSDKResult(tool, r.Tool)
	}
	for i, c := range r.Content {
		if fault := c.fault(); fault != "" {
			return 0, Errorf(CodeInternal, "content %d of the result of %s %s", i+1, tool, fault)
		}
		size += c.size()
	}
	return size, nil
}

// checkSDKResult is checkContent for all of a result.
func checkSDKResult(tool string, r *mcp.CallToolResult) (size int, err error) {
	if r.InputRequests != nil || r.RequestState != "" {
		return 0, Errorf(CodeInternal, "the result of %s asks the client, which is for mcpruntime.Ask to do", tool)
	}
	text, err := json.Marshal(r)
	if err != nil {
		return 0, Errorf(CodeInternal, "the result of %s cannot be encoded: %w", tool, err)
	}
	if nests(text, partDepth) {
		return 0, Errorf(CodeTooLarge, "the result of %s is nested too deep: at most %d levels are allowed", tool, partDepth)
	}
	if r.StructuredContent == nil {
		return len(text), nil
	}
	if structured, err := json.Marshal(r.StructuredContent); err != nil || structured[0] != '{' {
		return 0, Errorf(CodeInternal, "the structured content of the result of %s is no object, and clients before %s take no other", tool, newProtocol)
	}
	return len(text), nil
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
