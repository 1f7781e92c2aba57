package mcpruntime

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// subscribe decides about a subscription, of either generation: there must be a
// resource of that URI.
func (s *Server) subscribe(req *mcp.SubscribeRequest) error {
	entry, _, fault := s.find(req.Params.URI)
	switch {
	case fault != nil:
		return fault.wire()
	case entry == nil:
		return notFound(req.Params.URI, "there is no resource of this URI to subscribe to").wire()
	}
	return nil
}

// ResourceUpdated tells the clients that have subscribed to a resource that it
// has changed. It returns at once, and is safe for concurrent use; of changes in
// quick succession clients may be told once.
func (s *Server) ResourceUpdated(uri string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.updates == nil {
		s.updates = map[string]bool{}
		go s.tellUpdates() // a client that does not read holds up the others, not the caller
	}
	s.updates[uri] = true
}

// tellUpdates tells of the changes that are noted, until there are none.
func (s *Server) tellUpdates() {
	for {
		s.mu.Lock()
		updates := s.updates
		s.updates = map[string]bool{}
		if len(updates) == 0 {
			s.updates = nil
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
		for uri := range updates {
			_ = s.mcp.ResourceUpdated(context.Background(), &mcp.ResourceUpdatedNotificationParams{URI: uri}) // it has no errors
		}
	}
}
