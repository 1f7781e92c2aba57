package mcpruntime

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// DialOption changes how [Dial] connects.
type DialOption func(*dialOptions)

type dialOptions struct{ client *http.Client }

// WithHTTPClient sends requests with a client of the caller, for example one
// that adds a token.
func WithHTTPClient(client *http.Client) DialOption {
	return func(o *dialOptions) { o.client = client }
}

// keepAlive is how often a session of the revisions before 2026-07-28 is kept
// from being idle, and how a server that is gone is noticed between calls.
const keepAlive = 2 * time.Minute

// Dial connects to a server over HTTP. It asks with server/discover
// (2026-07-28), and goes on with the initialize handshake of older revisions
// when the server does not know that. Ctx bounds the connecting.
func Dial(ctx context.Context, url string, opts ...DialOption) (*Client, error) {
	var o dialOptions
	for _, opt := range opts {
		opt(&o)
	}
	end := func() {}
	if o.client == nil {
		transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 10 * time.Second}
		transport.MaxIdleConnsPerHost = 100
		transport.IdleConnTimeout = 90 * time.Second
		o.client, end = &http.Client{Transport: transport}, transport.CloseIdleConnections
	}
	client, err := connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:             url,
		HTTPClient:           o.client,
		DisableStandaloneSSE: true, // nothing is made of what would come that way
		MaxRetries:           1,    // to resume a response that the server has interrupted
	}, &mcp.ClientOptions{KeepAlive: keepAlive}, nil)
	if err != nil {
		end()
		return nil, err
	}
	client.end = end
	return client, nil
}
