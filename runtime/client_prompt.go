package mcpruntime

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// GetPromptText returns the texts of a prompt's messages, joined by line
// breaks.
func (c *Client) GetPromptText(ctx context.Context, name string, args map[string]string) (string, error) {
	messages, err := c.getPrompt(ctx, name, args)
	if err != nil {
		return "", err
	}
	content := make([]mcp.Content, len(messages))
	for i, message := range messages {
		content[i] = message.Content
	}
	return textOf(content), nil
}

// GetPrompt returns a prompt's messages.
func (c *Client) GetPrompt(ctx context.Context, name string, args map[string]string) (Messages, error) {
	list, err := c.getPrompt(ctx, name, args)
	if err != nil {
		return nil, err
	}
	messages := make(Messages, len(list))
	for i, m := range list {
		content, err := contentOf(m.Content)
		if err != nil {
			return nil, fmt.Errorf("prompt %q: message %d: %w", name, i+1, err)
		}
		messages[i] = Message{Role(m.Role), content}
	}
	return messages, nil
}

// GetPromptMessage returns the message of a prompt that has just one.
func (c *Client) GetPromptMessage(ctx context.Context, name string, args map[string]string) (Message, error) {
	messages, err := c.GetPrompt(ctx, name, args)
	if err != nil {
		return Message{}, err
	}
	if len(messages) != 1 {
		return Message{}, fmt.Errorf("prompt %q has %d messages, want 1", name, len(messages))
	}
	return messages[0], nil
}

func (c *Client) getPrompt(ctx context.Context, name string, args map[string]string) ([]*mcp.PromptMessage, error) {
	callContext, done := c.begin(ctx)
	defer done()
	params := &mcp.GetPromptParams{Name: name, Arguments: args}
	defer c.progress.listen(ctx, params)()
	result, err := c.session.GetPrompt(callContext, params)
	if err != nil {
		return nil, c.rebuild(ctx, err)
	}
	return result.Messages, nil
}

// CompletePrompt returns values for an argument of a prompt, of which prefix has
// been typed; earlier are the arguments that have values. A server sends 100
// values at most.
func (c *Client) CompletePrompt(ctx context.Context, prompt, arg, prefix string, earlier map[string]string) ([]string, error) {
	return c.complete(ctx, &mcp.CompleteReference{Type: "ref/prompt", Name: prompt}, arg, prefix, earlier)
}

// CompleteResource returns values for a variable of a resource's template, as
// [Client.CompletePrompt] does.
func (c *Client) CompleteResource(ctx context.Context, template, variable, prefix string, earlier map[string]string) ([]string, error) {
	return c.complete(ctx, &mcp.CompleteReference{Type: "ref/resource", URI: template}, variable, prefix, earlier)
}

func (c *Client) complete(ctx context.Context, ref *mcp.CompleteReference, arg, prefix string, earlier map[string]string) ([]string, error) {
	callContext, done := c.begin(ctx)
	defer done()
	params := &mcp.CompleteParams{Ref: ref, Argument: mcp.CompleteParamsArgument{Name: arg, Value: prefix}}
	if len(earlier) > 0 {
		params.Context = &mcp.CompleteContext{Arguments: earlier}
	}
	result, err := c.session.Complete(callContext, params)
	if err != nil {
		return nil, c.rebuild(ctx, err)
	}
	return result.Completion.Values, nil
}

// Texts returns the members of the object that w holds as the arguments of a
// prompt, which are text: strings as they are, other values as their JSON. Null,
// which there is no text for, is left out.
func (w *Writer) Texts() (map[string]string, error) {
	if w.err != nil {
		return nil, w.err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(w.buf, &members); err != nil {
		return nil, err
	}
	texts := make(map[string]string, len(members))
	for name, value := range members {
		text := string(value)
		switch value[0] {
		case 'n':
			continue
		case '"':
			if err := json.Unmarshal(value, &text); err != nil {
				return nil, err
			}
		}
		texts[name] = text
	}
	return texts, nil
}
