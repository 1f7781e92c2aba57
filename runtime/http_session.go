package mcpruntime

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// owner is who has opened a session, and what ends the calls that it runs.
type owner struct {
	principal string
	end       context.CancelFunc
}

type sessionKey struct{}

// serveLegacy serves the revisions with sessions, of which there may be only so
// many. A session belongs to the principal that has opened it.
func (h *httpHandler) serveLegacy(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get(headerSession)
	if id == "" && r.Method == http.MethodPost {
		h.openSession(w, r)
		return
	}
	h.mu.Lock()
	o, known := h.owners[id]
	h.mu.Unlock()
	if known && o.principal != userOf(r) {
		http.Error(w, "the session is not yours", http.StatusForbidden)
		return
	}
	if known && r.Method == http.MethodDelete {
		o.end() // the SDK waits for calls that run
	}
	h.legacy.ServeHTTP(w, r)
}

func userOf(r *http.Request) string {
	return principal(&mcp.RequestExtra{TokenInfo: auth.TokenInfoFromContext(r.Context())})
}

// openSession serves a request that may open a session.
func (h *httpHandler) openSession(w http.ResponseWriter, r *http.Request) {
	opening := h.opening.Add(1)
	defer h.opening.Add(-1)
	if len(h.server.sessions())+int(opening) > h.server.limits.Sessions {
		w.Header().Set("Retry-After", "60")
		http.Error(w, "too many sessions; try again later", http.StatusServiceUnavailable)
		return
	}
	// Calls of the session have the values of this context, whatever request
	// they come with.
	life, end := context.WithCancel(context.Background())
	h.legacy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), sessionKey{}, life)))
	id := w.Header().Get(headerSession)
	if id == "" {
		end()
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	open := h.server.sessions() // under the lock: no owner is newer
	for old, o := range h.owners {
		if !open[old] {
			o.end()
			delete(h.owners, old)
		}
	}
	h.owners[id] = owner{userOf(r), end}
}

// sessions returns the IDs of the HTTP sessions that are open.
func (s *Server) sessions() map[string]bool {
	open := map[string]bool{}
	for session := range s.mcp.Sessions() {
		if id := session.ID(); id != "" {
			open[id] = true
		}
	}
	return open
}

// endWithSession is a receiving middleware that ends calls with their session.
func endWithSession(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		life, ok := ctx.Value(sessionKey{}).(context.Context)
		if !ok {
			return next(ctx, method, req)
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(life, cancel)()
		return next(ctx, method, req)
	}
}
