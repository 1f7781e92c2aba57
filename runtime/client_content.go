package mcpruntime

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// CallToolResult calls a tool as [Client.CallTool] does, and returns all of its
// result. It comes with the error of a tool, too. Structured content is a
// [json.RawMessage], so that no number in it is rounded.
func (c *Client) CallToolResult(ctx context.Context, name string, args *Writer, headers ...ParamHeader) (*mcp.CallToolResult, error) {
	result, raw, err := c.callTool(ctx, name, args, headers)
	if result == nil || result.StructuredContent == nil {
		return result, err
	}
	structured, fault := structuredOf(result, raw)
	if fault != nil {
		return nil, fault
	}
	result.StructuredContent = json.RawMessage(structured)
	return result, err
}

// CallToolContents calls a tool that returns content.
func (c *Client) CallToolContents(ctx context.Context, name string, args *Writer, headers ...ParamHeader) ([]Content, error) {
	result, _, err := c.callTool(ctx, name, args, headers)
	if err != nil {
		return nil, err
	}
	list := make([]Content, len(result.Content))
	for i := range list {
		if list[i], err = contentOf(result.Content[i]); err != nil {
			return nil, fmt.Errorf("tool %q: content %d: %w", name, i+1, err)
		}
	}
	return list, nil
}

// CallToolContent calls a tool that returns one content.
func (c *Client) CallToolContent(ctx context.Context, name string, args *Writer, headers ...ParamHeader) (Content, error) {
	list, err := c.CallToolContents(ctx, name, args, headers...)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, fmt.Errorf("tool %q returned %d contents, want 1", name, len(list))
	}
	return list[0], nil
}

// ContentAs returns content as what it is expected to be. It takes the results
// of [Client.CallToolContent].
func ContentAs[T Content](content Content, err error) (T, error) {
	value, ok := content.(T)
	if err == nil && !ok {
		err = fmt.Errorf("the content is a %T, want a %T", content, value)
	}
	return value, err
}
