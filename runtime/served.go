package mcpruntime

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// served wraps the transports of the SDK that are one stream of messages, so
// that what is read is exact, and what is cancelled has no answer. Its HTTP
// connections cannot be wrapped.
func served(t mcp.Transport) mcp.Transport {
	switch t.(type) {
	case *mcp.InMemoryTransport, *mcp.StdioTransport, *mcp.IOTransport:
		return servedTransport{t}
	}
	return t
}

type servedTransport struct{ mcp.Transport }

// Connect implements [mcp.Transport].
func (t servedTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	conn, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &servedConn{conn, newOpenCalls(false)}, nil
}

type servedConn struct {
	mcp.Connection
	calls *openCalls
}

// Read implements [mcp.Connection].
func (c *servedConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if err == nil {
		c.calls.received(message)
		keepExact(message)
	}
	return message, err
}

// Write implements [mcp.Connection].
func (c *servedConn) Write(ctx context.Context, message jsonrpc.Message) error {
	if c.calls.drops(message) {
		return nil
	}
	defer c.calls.sent(message)
	return c.Connection.Write(ctx, message)
}
