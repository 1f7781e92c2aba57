package mcpruntime

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Listing is what lists the resources of a template.
type Listing struct {
	// Template is the URI template of a resource of the server.
	Template string
	Name     string
}

// ListingHandler returns the resources of a template that there are now. Their
// URIs match the template, or they are left out of the list; names and MIME
// types that they leave out are the URI and the template's MIME type.
type ListingHandler func(ctx context.Context) ([]Resource, error)

type registeredListing struct {
	listing *Listing
	list    ListingHandler
}

// AddListing adds what resources/list finds out anew each time. Generated code
// calls it; listing must not change afterwards.
func (s *Server) AddListing(listing *Listing, list ListingHandler) {
	if !s.claim("listing", listing.Template, caller()) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listings = append(s.listings, &registeredListing{listing, list})
}

// ResourcesChanged tells clients that want to know that resources/list has
// changed: a function that lists resources would return others now.
func (s *Server) ResourcesChanged() {
	s.mu.RLock()
	listings := s.listings
	s.mu.RUnlock()
	for _, l := range listings {
		if entry := s.template(l.listing.Template); entry != nil {
			s.mcp.AddResourceTemplate(entry.resource.wireTemplate(entry.meta), unreachable) // anew, of which the SDK tells
			return
		}
	}
}

// template returns the resource with a template; nil for none.
func (s *Server) template(text string) *registeredResource {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, entry := range s.templates {
		if entry.resource.URI == text {
			return entry
		}
	}
	return nil
}

// serveListings is a receiving middleware that adds to the resources that the
// SDK lists those that listings find, all in the order of their URIs.
func (s *Server) serveListings(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		list, ok := req.(*mcp.ListResourcesRequest)
		s.mu.RLock()
		listings := s.listings
		s.mu.RUnlock()
		if !ok || len(listings) == 0 {
			return next(ctx, method, req)
		}
		after, err := positionOf(list.Params)
		if err != nil {
			return nil, err
		}
		result, err := fixedResources(ctx, method, list, next)
		if err != nil {
			return nil, err
		}
		for _, l := range listings {
			found, err := s.list(ctx, l, principal(list.Extra))
			if err != nil {
				return nil, protocolError(KindListing, l.listing.Name, err, "")
			}
			result.Resources = append(result.Resources, found...)
		}
		paginate(result, after, s.pageSize)
		result.CacheScope = "private" // what a function lists may depend on who asks
		return result, nil
	}
}

// fixedResources returns all pages of what the SDK lists as one.
func fixedResources(ctx context.Context, method string, req *mcp.ListResourcesRequest, next mcp.MethodHandler) (*mcp.ListResourcesResult, error) {
	var all *mcp.ListResourcesResult
	for cursor := ""; ; {
		page := *req
		params := mcp.ListResourcesParams{}
		if req.Params != nil {
			params = *req.Params
		}
		params.Cursor, page.Params = cursor, &params
		answer, err := next(ctx, method, &page)
		if err != nil {
			return nil, err
		}
		result, ok := answer.(*mcp.ListResourcesResult)
		if !ok {
			return nil, fmt.Errorf("resources/list has a result of type %T", answer)
		}
		if all == nil {
			all = result
		} else {
			all.Resources = append(all.Resources, result.Resources...)
		}
		if cursor = result.NextCursor; cursor == "" {
			return all, nil
		}
	}
}

// list calls the function of a listing, and checks what it says.
func (s *Server) list(ctx context.Context, l *registeredListing, principal string) ([]*mcp.Resource, error) {
	ctx = context.WithValue(ctx, dialogKey{}, (*dialog)(nil)) // the protocol has lists ask nothing
	call := &Call{Kind: KindListing, Name: l.listing.Name, URI: l.listing.Template, Principal: principal}
	result, err := s.intercept(ctx, call, s.limits.CallTime, func(ctx context.Context, call *Call) (Result, error) {
		return s.guard(ctx, call, s.limits.CallTime, func(ctx context.Context) (Result, error) {
			resources, err := l.list(ctx)
			return Result{Resources: resources}, err
		})
	})
	if err != nil {
		return nil, err
	}
	list := make([]*mcp.Resource, 0, len(result.Resources))
	var first error
	for _, r := range result.Resources {
		resource, err := s.listed(l, r)
		if err == nil {
			list = append(list, resource)
		}
		first = cmp.Or(first, err)
	}
	if first != nil { // the others are as good as before
		logger().Error("resources are left out of the list", "listing", l.listing.Name, "number", len(result.Resources)-len(list), "first", first)
	}
	return list, nil
}

// listed is one resource of a listing in the SDK's terms.
func (s *Server) listed(l *registeredListing, r Resource) (*mcp.Resource, error) {
	bad := func(what string) (*mcp.Resource, error) {
		return nil, fmt.Errorf("resource %q %s", shorten(r.URI), what)
	}
	entry, _, fault := s.find(r.URI)
	switch {
	case r.Template || fault != nil || entry == nil || entry.resource.URI != l.listing.Template:
		return bad("is none of " + l.listing.Template)
	case r.Size < 0:
		return bad("has a size below 0")
	case !(r.Priority >= 0 && r.Priority <= 1):
		return bad("has a priority that is not from 0 to 1")
	case slices.ContainsFunc(r.Audience, func(role string) bool { return role != "user" && role != "assistant" }):
		return bad("is for an audience that is neither user nor assistant")
	}
	if r.Name == "" {
		r.Name = r.URI
	}
	if r.MIME == "" {
		r.MIME = entry.resource.MIME
	}
	meta, err := readMeta(r.Meta)
	if err != nil {
		return bad("has a Meta that is no JSON object")
	}
	return r.wire(meta), nil
}

// paginate keeps the page of a size behind a URI. A URI that is listed twice
// stays once, as it came first.
func paginate(result *mcp.ListResourcesResult, after string, size int) {
	byURI := func(a, b *mcp.Resource) int { return strings.Compare(a.URI, b.URI) }
	slices.SortStableFunc(result.Resources, byURI)
	once := slices.CompactFunc(result.Resources, func(a, b *mcp.Resource) bool { return a.URI == b.URI })
	result.Resources, result.NextCursor = pageAfter(once, after, size, func(r *mcp.Resource) string { return r.URI })
}

// positionOf returns the last URI of the page before the one that is asked for.
func positionOf(params *mcp.ListResourcesParams) (string, error) {
	if params == nil {
		return "", nil
	}
	return readCursor(params.Cursor)
}
