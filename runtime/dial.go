package mcpruntime

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// WithHTTPClient has [Dial] send requests with a client of the caller, for
// example one that adds a token.
func WithHTTPClient(client *http.Client) ClientOption {
	return func(o *clientOptions) { o.http = client }
}

// WithOAuth has [Dial] sign in where a server asks for it (MCP, "Authorization"):
// with one of the handlers of the SDK's packages auth and auth/extauth, which
// register the client, have the user agree and keep the tokens.
func WithOAuth(handler auth.OAuthHandler) ClientOption {
	return func(o *clientOptions) { o.oauth = handler }
}

var errNotHTTP = errors.New("WithHTTPClient and WithOAuth are for connections that Dial makes")

// keepAlive is how often a session of the revisions before 2026-07-28 is kept
// from being idle, and how a server that is gone is noticed between calls.
const keepAlive = 2 * time.Minute

// Dial connects to a server over HTTP. It asks with server/discover
// (2026-07-28), and goes on with the initialize handshake of older revisions
// when the server does not know that. Ctx bounds the connecting.
func Dial(ctx context.Context, url string, opts ...ClientOption) (*Client, error) {
	o := collectClient(opts)
	end := func() {}
	if o.http == nil {
		transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 10 * time.Second}
		transport.MaxIdleConnsPerHost = 100
		transport.IdleConnTimeout = 90 * time.Second
		o.http, end = &http.Client{Transport: transport}, transport.CloseIdleConnections
	}
	options := o.sdk()
	options.KeepAlive = keepAlive
	client, err := connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:             url,
		HTTPClient:           o.http,
		OAuthHandler:         o.oauth,
		DisableStandaloneSSE: !o.asked(), // where servers of older revisions may ask
		MaxRetries:           1,          // to resume a response that the server has interrupted
	}, options, nil, o.roots...)
	if err != nil {
		end()
		return nil, err
	}
	client.end = end
	return client, nil
}
