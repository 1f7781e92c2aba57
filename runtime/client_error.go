package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// legacyNotFound is the code for a resource that does not exist before
// 2026-07-28.
const legacyNotFound = -32002

// rebuild makes an error of the SDK's client what it was on the server, as far
// as that travels.
func (c *Client) rebuild(ctx context.Context, err error) error {
	if wire := answered(err); wire != nil {
		if code := dataCode(wire); code != "" {
			return &Error{Code: code, Message: wire.Message}
		}
		return &RPCError{Code: wire.Code, Message: wire.Message, Data: wire.Data}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	if strings.Contains(err.Error(), tooManyRounds) {
		return ErrTooManyRounds
	}
	if c.closed.Err() != nil {
		return fmt.Errorf("%w: the client has been closed", ErrDisconnected)
	}
	if reason := c.died(); reason != nil {
		err = reason
	}
	return fmt.Errorf("%w: %w", ErrDisconnected, err)
}

// ErrTooManyRounds is the error of a call of 2026-07-28 that asks more than ten
// times, one after the other, which the SDK's client does not go along with. A
// server can ask several things at once; see [AskAll].
var ErrTooManyRounds = errors.New("the server asked more than ten times in one call")

// tooManyRounds begins the SDK's errors of that.
const tooManyRounds = "multi-round-trip: exceeded maximum"

// rejected is the text of the error with which the SDK marks requests that its
// transport did not deliver. It is of the type of the errors that servers send.
const rejected = "rejected by transport"

// answered returns the error in a chain that a server has sent; nil when there
// is none.
func answered(err error) *jsonrpc.Error {
	if wire, ok := err.(*jsonrpc.Error); ok && wire.Message != rejected {
		return wire
	}
	switch err := err.(type) {
	case interface{ Unwrap() error }:
		return answered(err.Unwrap())
	case interface{ Unwrap() []error }:
		for _, e := range err.Unwrap() {
			if wire := answered(e); wire != nil {
				return wire
			}
		}
	}
	return nil
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
