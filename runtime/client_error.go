package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// legacyNotFound is the code for a resource that does not exist before
// 2026-07-28.
const legacyNotFound = -32002

// rebuild makes an error of the SDK's client what it was on the server, as far
// as that travels.
func (c *Client) rebuild(ctx context.Context, err error) error {
	if wire := (*jsonrpc.Error)(nil); errors.As(err, &wire) {
		if code := dataCode(wire); code != "" {
			return &Error{Code: code, Message: wire.Message}
		}
		return &RPCError{Code: wire.Code, Message: wire.Message, Data: wire.Data}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	if reason := c.died(); reason != nil {
		err = reason
	}
	return fmt.Errorf("%w: %w", ErrDisconnected, err)
}

// dataCode returns the code of an [Error] that a JSON-RPC error stands for.
func dataCode(wire *jsonrpc.Error) string {
	if wire.Code == legacyNotFound {
		return CodeNotFound
	}
	var data struct {
		URI   *string
		Error struct{ Code string } `json:"io.github.mcpgen/error"`
	}
	switch {
	case len(wire.Data) == 0 || json.Unmarshal(wire.Data, &data) != nil:
		return ""
	case wire.Code == rpcInvalidParams && data.URI != nil:
		return CodeNotFound
	}
	return data.Error.Code
}

// wireCode returns the code that an error carries in its _meta.
func wireCode(meta mcp.Meta) string {
	fields, _ := meta[metaError].(map[string]any)
	code, _ := fields["code"].(string)
	return code
}
