package mcpruntime

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// WithPrincipal says who sends an HTTP request: a user, a tenant, whatever may
// call and own things. An error refuses the request with 401; its text goes to
// standard error only.
//
// Without it, the principal is the UserID of the token when the handler of
// [Server.Handler] stands behind the SDK's auth.RequireBearerToken, and "" in
// all other cases: over stdio, in the same process, and over open HTTP. A
// session belongs to the principal that opened it.
func WithPrincipal(of func(*http.Request) (string, error)) Option {
	return func(o *options) { o.principal = of }
}

// principal is the user of a request, as the SDK hands it on.
func principal(extra *mcp.RequestExtra) string {
	if extra == nil || extra.TokenInfo == nil {
		return ""
	}
	return extra.TokenInfo.UserID
}

// remote reports whether a request came over HTTP.
func remote(extra *mcp.RequestExtra) bool { return extra != nil && extra.Header != nil }

// identify gives the request its principal; it reports false when it has
// answered.
func (h *httpHandler) identify(w http.ResponseWriter, r *http.Request) (*http.Request, bool) {
	if h.server.principal == nil {
		return r, true
	}
	name, err := h.server.principal(r)
	if err != nil {
		logger().Warn("a request without principal", "remote", r.RemoteAddr, "error", err)
		http.Error(w, "unauthorized", http.StatusUnauthorized)
		return nil, false
	}
	return withUser(r, name), true
}

// withUser returns the request with a user in its context. The SDK keeps it
// under a key of its own, which only its bearer middleware can set; so that is
// run with a token made up for it.
func withUser(r *http.Request, name string) *http.Request {
	info := &auth.TokenInfo{Expiration: time.Now().Add(time.Hour)}
	if given := auth.TokenInfoFromContext(r.Context()); given != nil {
		*info = *given
	}
	info.UserID = name
	verify := func(context.Context, string, *http.Request) (*auth.TokenInfo, error) { return info, nil }
	identified := r
	take := http.HandlerFunc(func(_ http.ResponseWriter, with *http.Request) { identified = r.WithContext(with.Context()) })
	token := r.WithContext(r.Context())
	token.Header = http.Header{"Authorization": {"Bearer made-up"}}
	options := &auth.RequireBearerTokenOptions{AllowMissingExpiration: true}
	auth.RequireBearerToken(verify, options)(take).ServeHTTP(discard{}, token)
	return identified
}

// discard is a response that nobody reads.
type discard struct{}

func (discard) Header() http.Header            { return http.Header{} }
func (discard) Write(data []byte) (int, error) { return len(data), nil }
func (discard) WriteHeader(int)                {}
