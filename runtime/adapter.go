package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// metaError is the key of _meta under which the code of an [Error] travels.
const metaError = "io.github.mcpgen/error"

// newProtocol is the first revision without the initialize handshake;
// lastLegacy the last one with it.
const (
	newProtocol = "2026-07-28"
	lastLegacy  = "2025-11-25"
)

// serveTool is the SDK's handler of every tool. It never returns a nil result
// without an error, which the SDK does not survive.
func (s *Server) serveTool(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	result, err := s.call(ctx, req.Params.Name, req.Params.Arguments)
	if err != nil {
		return nil, wireError(err)
	}
	return result.wire(), nil
}

// wire is the result in the SDK's terms.
func (r Result) wire() *mcp.CallToolResult {
	result := &mcp.CallToolResult{Content: []mcp.Content{}}
	if r.Err != nil {
		result.IsError = true
		if r.code != "" {
			result.Meta = mcp.Meta{metaError: map[string]string{"code": r.code}}
		}
	} else if r.Structured != nil {
		result.StructuredContent = json.RawMessage(r.Structured)
	}
	if r.Err != nil || r.Structured != nil {
		result.Content = append(result.Content, &mcp.TextContent{Text: r.Text})
	}
	return result
}

// wireError turns an error of the protocol into the SDK's. A plain error would
// reach the caller with code 0.
func wireError(err error) error {
	rpc := (*RPCError)(nil)
	if !errors.As(err, &rpc) {
		rpc = &RPCError{Code: rpcInternal, Message: err.Error()}
	}
	return &jsonrpc.Error{Code: rpc.Code, Message: rpc.Message, Data: rpc.Data}
}

// truthfulVersion is a receiving middleware. When a client asks for a revision
// in initialize that has no such handshake, the SDK answers with an older one
// but goes on as if the one asked for were spoken.
func truthfulVersion(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if params, ok := req.GetParams().(*mcp.InitializeParams); ok && params != nil && params.ProtocolVersion >= newProtocol {
			params.ProtocolVersion = lastLegacy
		}
		return next(ctx, method, req)
	}
}

// resultType is what a result of the given request has to say about itself:
// "complete" since 2026-07-28, nothing before.
func resultType(version string) string {
	if version >= newProtocol {
		return "complete"
	}
	return ""
}
