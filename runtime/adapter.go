package mcpruntime

import (
	"context"
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
	var result Result
	questions, state, err := s.inDialog(ctx, round{
		session: req.Session, params: req.Params, version: req.ProtocolVersion(), can: req.ClientCapabilities(),
		state: req.Params.RequestState, responses: req.Params.InputResponses,
		kind: KindTool, name: req.Params.Name, arguments: req.Params.Arguments, principal: principal(req.Extra), remote: remote(req.Extra),
	}, func(ctx context.Context) (err error) {
		result, err = s.callTool(ctx, req.Params.Name, req.Params.Arguments, principal(req.Extra))
		return err
	})
	if questions != nil {
		return &mcp.CallToolResult{Content: []mcp.Content{}, InputRequests: questions, RequestState: state}, nil
	}
	if err == nil {
		return s.stamp(ctx, req, s.shortened(result).wire()), nil
	}
	d := describe(KindTool, req.Params.Name, err)
	if d.rpc != nil {
		return nil, d.rpc.wire()
	}
	return s.stamp(ctx, req, d.wire()), nil
}

// inDialog runs a call that can ask its client. When it has asked, the questions
// and the state are its answer, or the error that asking came to.
func (s *Server) inDialog(ctx context.Context, r round, run func(context.Context) error) (mcp.InputRequestMap, string, error) {
	ctx, d, err := s.converse(ctx, r)
	if err != nil {
		return nil, "", err
	}
	progress, over := s.watch(ctx, &r)
	if progress != nil {
		d.progress = progress
	}
	err = run(ctx)
	over()
	if d.suspended() {
		return d.settle()
	}
	d.forget(ctx)
	return nil, "", err
}

// description is what an error says of itself.
type description struct {
	text, code string
	pointers   []string  // the arguments that it is about, as far as known
	rpc        *RPCError // of an error of the protocol
}

// describe asks the error of a call what it says. The methods of a user's error
// may panic.
func describe(kind Kind, name string, err error) (d description) {
	defer func() {
		if p := recover(); p != nil {
			e := panicked(&Call{Kind: kind, Name: name}, p)
			d = description{text: e.Message, code: e.Code}
		}
	}()
	d = description{text: err.Error(), code: codeOf(err), pointers: faultyArguments(err)}
	if d.text == "" {
		d.text = kind.String() + " " + name + " failed, and does not say why"
	}
	if errors.As(err, &d.rpc) && !d.rpc.ours {
		d.rpc = nil
	}
	return d
}

// wire is a tool's error in the SDK's terms.
func (d description) wire() *mcp.CallToolResult {
	result := &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: d.text}}}
	if d.code != "" {
		result.Meta = mcp.Meta{metaError: map[string]string{"code": d.code}}
	}
	return result
}

// wire is the error in the SDK's terms. A plain error would reach the caller
// with code 0.
func (e *RPCError) wire() error {
	return &jsonrpc.Error{Code: e.Code, Message: e.Message, Data: e.Data}
}

// protocolError is the error of a function whose method has no tool errors.
// The code of an [Error] travels in the data. The URI is that of a resource.
func protocolError(kind Kind, name string, err error, uri string) error {
	d := describe(kind, name, err)
	switch {
	case d.rpc != nil:
		return d.rpc.wire()
	case d.code == CodeNotFound && uri != "":
		return notFound(uri, d.text).wire()
	}
	rpc := &RPCError{Code: rpcInternal, Message: d.text}
	if d.code == CodeBadArgument {
		rpc.Code = rpcInvalidParams
	}
	if d.code != "" {
		w := NewWriter()
		w.Raw(`{"` + metaError + `":{"code":`)
		w.String(d.code)
		w.Raw("}}")
		rpc.Data = w.JSON()
	}
	return rpc.wire()
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
