package mcpruntime

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK decodes structured content into any, so that integers above 2^53 are
// rounded. A capture in the context of a call makes the connection keep the
// bytes of its result beside what the SDK makes of them.

type captureKey struct{}

// capture holds the bytes of one result.
type capture struct {
	mu  sync.Mutex
	raw []byte
}

func (c *capture) put(raw []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw = raw
}

func (c *capture) take() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.raw
}

// exactTransport wraps a transport so that it serves captures. The SDK talks to
// the connections of its HTTP client through a method that a wrapper cannot
// have; there the responses of HTTP are captured.
func exactTransport(t mcp.Transport) mcp.Transport {
	if t, ok := t.(*mcp.StreamableClientTransport); ok {
		exact := *t
		exact.HTTPClient = capturingClient(t.HTTPClient)
		return &exact
	}
	return capturingTransport{t}
}

type capturingTransport struct{ mcp.Transport }

// Connect implements [mcp.Transport].
func (t capturingTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	conn, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &capturingConn{Connection: conn, waiting: map[jsonrpc.ID]waiter{}}, nil
}

type capturingConn struct {
	mcp.Connection

	mu      sync.Mutex
	waiting map[jsonrpc.ID]waiter // by request
}

// waiter is a call that waits for its response.
type waiter struct {
	into *capture
	stop func() bool // ends the watch over the call's context
}

// Write implements [mcp.Connection].
func (c *capturingConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	if into, ok := ctx.Value(captureKey{}).(*capture); ok {
		if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() {
			c.mu.Lock()
			// A call that nobody waits for any longer gets no answer.
			stop := context.AfterFunc(ctx, func() { c.forget(req.ID) })
			c.waiting[req.ID] = waiter{into, stop}
			c.mu.Unlock()
		}
	}
	return c.Connection.Write(ctx, msg)
}

// Read implements [mcp.Connection].
func (c *capturingConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	msg, err := c.Connection.Read(ctx)
	if resp, ok := msg.(*jsonrpc.Response); ok && err == nil {
		if into := c.forget(resp.ID); into != nil {
			into.put(resp.Result)
		}
	}
	return msg, err
}

// forget returns the capture that waits for a response, if any, and drops it.
func (c *capturingConn) forget(id jsonrpc.ID) *capture {
	c.mu.Lock()
	defer c.mu.Unlock()
	w, ok := c.waiting[id]
	if !ok {
		return nil
	}
	delete(c.waiting, id)
	w.stop()
	return w.into
}
