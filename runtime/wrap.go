package mcpruntime

import (
	"context"
	"fmt"
	"iter"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Wrap returns a server that adds to one of the SDK: what generated code
// registers is served beside what is there. Name, version, title and
// instructions are those of the SDK's server; the other options count for what
// is added.
//
// A name that the SDK's server has already is reported by [Server.Err], as far
// as it lists what it has to a client in the same process. With a view
// ([WithView], [WithViewOf]) the tools that the SDK's server has of its own are
// neither listed nor called: a registry does not know them. The same goes for
// planner mode.
func Wrap(server *mcp.Server, opts ...Option) *Server {
	o := collect(opts)
	s := newServer(server, o)
	s.claimExisting()
	if o.planner {
		s.planMode()
	}
	s.narrow(o) // not before all there is could be listed
	return s
}

// claimExisting takes the names that the SDK's server, which would silently
// replace what they stand for, has already.
func (s *Server) claimExisting() {
	ctx, cancel := context.WithTimeout(context.Background(), connectTime)
	defer cancel()
	client, err := s.local(ctx) // serves nobody yet
	if err != nil {
		s.fault(fmt.Errorf("what the wrapped server has cannot be listed: %w", err))
		return
	}
	defer func() { _ = client.Close() }()
	session := client.session
	claimAll(s, "tool", session.Tools(ctx, nil), func(t *mcp.Tool) string { return t.Name })
	claimAll(s, "resource", session.Resources(ctx, nil), func(r *mcp.Resource) string { return r.URI })
	claimAll(s, "resource", session.ResourceTemplates(ctx, nil), func(r *mcp.ResourceTemplate) string { return r.URITemplate })
	claimAll(s, "prompt", session.Prompts(ctx, nil), func(p *mcp.Prompt) string { return p.Name })
}

func claimAll[T any](s *Server, kind string, all iter.Seq2[*T, error], name func(*T) string) {
	for item, err := range all {
		if err != nil {
			return // it has none of the kind
		}
		s.claim(kind, name(item), site{})
	}
}
