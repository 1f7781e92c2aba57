package mcpruntime

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// metaRegistry is the key of _meta under which the hash of the caller's view
// travels with the result of each tool, so that a caller who has a registry in
// its prompt notices that it is no longer the one.
const metaRegistry = "io.github.mcpgen/registry"

// WithView has a server show, list and call only the tools of a selection. What
// the selection names must be there when the server starts.
func WithView(sel planner.Select) Option {
	return func(o *options) { o.selects = append(o.selects, sel) }
}

// WithViewOf says which tools of the server's view a caller sees, by its
// principal; see [WithPrincipal]. Of a tool that a caller does not see, nothing
// shows: it is not listed, and calling it is calling an unknown tool. A selection
// that brings in nothing shows nothing.
//
// The function is asked for each list and each call, so it should be quick and
// ready to run side by side with itself. When it panics, the request fails.
func WithViewOf(of func(ctx context.Context, principal string) planner.Select) Option {
	return func(o *options) { o.viewOf = of }
}

// WithProfile gives a selection a name, for [Main] and [planner.Select]. It must
// not be of a profile itself. Without any, there is planner.ProfileWorkflow.
func WithProfile(name string, sel planner.Select) Option {
	return func(o *options) { o.profiles = append(o.profiles, profile{name, sel}) }
}

type profile struct {
	name string
	sel  planner.Select
}

// narrow takes over what options say about views.
func (s *Server) narrow(o options) {
	for _, p := range o.profiles {
		if p.sel.Profile != "" || p.name == "" {
			s.fault(fmt.Errorf("profile %q: a profile has a name, and selects by no other profile", p.name))
		}
		s.profiles[p.name] = p.sel
	}
	s.selects, s.viewOf = o.selects, o.viewOf
	s.planned.Store(nil)
}

// restricted reports whether there are callers who do not see everything.
func (s *Server) restricted() bool {
	return len(s.selects) > 0 || s.viewOf != nil || s.modeTools != nil
}

// planned is the registry of the tools there are, and what the server shows of it.
type planned struct {
	registry *planner.Registry
	view     *planner.View

	mu    sync.Mutex
	tools map[toolsKey]*program.Tools // of programs
}

// Registry returns the registry of all tools that have been added to the server.
// It is another one after tools were added or removed, and the same until then.
func (s *Server) Registry() *planner.Registry { return s.plan().registry }

// View returns the tools of a selection, of those that the server shows.
func (s *Server) View(sel planner.Select) *planner.View { return s.plan().view.Select(sel) }

// DescribeGroup says what the tools of a group are for. Generated code calls it.
// What is said more than once is said by several packages, and all of it counts.
func (s *Server) DescribeGroup(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, said := range s.groups[name] {
		if said == text {
			return
		}
	}
	s.groups[name] = append(s.groups[name], text)
	s.planned.Store(nil)
}

func (s *Server) plan() *planned {
	if p := s.planned.Load(); p != nil {
		return p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.planned.Load(); p != nil {
		return p
	}
	contents := planner.Contents{Profiles: maps.Clone(s.profiles), Groups: map[string]string{}}
	for name, said := range s.groups {
		contents.Groups[name] = strings.Join(said, " ")
	}
	for name, entry := range s.tools {
		if s.modeTools[name] != nil {
			continue
		}
		contents.Tools = append(contents.Tools, entry.tool.planned())
	}
	p := &planned{registry: planner.NewRegistry(contents), tools: map[toolsKey]*program.Tools{}}
	p.view = p.registry.All()
	for _, sel := range s.selects {
		p.view = p.view.Select(sel)
	}
	s.planned.Store(p)
	return p
}

// checkViews reports what the views of the server name that is not there, and
// where there are views, or programs, tools that a registry cannot be made of.
func (s *Server) checkViews() (faults []error) {
	check := func(what string, sel planner.Select) {
		if err := s.Registry().Check(sel); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", what, err))
		}
	}
	for _, sel := range s.selects {
		check("the view of the server", sel)
	}
	for name, sel := range s.profiles {
		check(fmt.Sprintf("profile %q", name), sel)
	}
	if s.restricted() {
		faults = append(faults, s.Registry().Err())
	}
	return faults
}

// chooseProfile narrows the view of a server that does not serve yet.
func (s *Server) chooseProfile(name string) error {
	known := s.Registry().Profiles()
	sel := planner.Select{Profile: name}
	if err := s.Registry().Check(sel); err != nil {
		return fmt.Errorf("%w; the profiles are %s", err, strings.Join(known, ", "))
	}
	s.selects = append(s.selects, sel)
	s.planned.Store(nil)
	return nil
}

type viewKey struct{}

// seen is the view of a caller, which a call is asked for more than once.
type seen struct {
	server    *Server
	principal string
	view      *planner.View
}

// callerView returns what a caller sees now. The error is that of the function
// that says so.
func (s *Server) callerView(ctx context.Context, principal string) (view *planner.View, err error) {
	if v, ok := ctx.Value(viewKey{}).(seen); ok && v.server == s && v.principal == principal {
		return v.view, nil
	}
	view = s.plan().view
	if s.viewOf == nil {
		return view, nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = panicked(&Call{Kind: KindListing, Name: "tools"}, p)
		}
	}()
	return view.Select(s.viewOf(ctx, principal)), nil
}

// serveViews is a receiving middleware that keeps what a caller does not see from
// it, whoever serves it.
func (s *Server) serveViews(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if !s.restricted() {
			return next(ctx, method, req)
		}
		call, isCall := req.(*mcp.CallToolRequest)
		list, isList := req.(*mcp.ListToolsRequest)
		if !isCall && !isList {
			return next(ctx, method, req)
		}
		who := principal(req.GetExtra())
		view, err := s.callerView(ctx, who)
		if err != nil {
			return nil, protocolError(KindTool, method, err, "")
		}
		if isList {
			return s.listView(ctx, view, list, next)
		}
		if !s.shows(view, call.Params.Name) {
			return nil, unknownTool(call.Params.Name).wire()
		}
		return next(context.WithValue(ctx, viewKey{}, seen{s, who, view}), method, req)
	}
}

// shows reports whether a caller with a view sees a tool, and can call it itself.
func (s *Server) shows(view *planner.View, name string) bool {
	if s.modeTools != nil {
		return s.modeTools[name] != nil
	}
	return view.Has(name)
}

// inMode is a tool of planner mode with the description that goes with a view;
// others are as they are.
func (s *Server) inMode(view *planner.View, t *mcp.Tool) *mcp.Tool {
	describe := s.modeTools[t.Name]
	if describe == nil {
		return t
	}
	described := *t
	described.Description = describe(view)
	return &described
}

// listView answers tools/list with what a view shows. Its pages are its own: a
// cursor of the SDK names a tool.
func (s *Server) listView(ctx context.Context, view *planner.View, req *mcp.ListToolsRequest, next mcp.MethodHandler) (mcp.Result, error) {
	params := mcp.ListToolsParams{}
	if req.Params != nil {
		params = *req.Params
	}
	after, err := readCursor(params.Cursor)
	if err != nil {
		return nil, err
	}
	var shown []*mcp.Tool
	for params.Cursor = ""; ; {
		page := *req
		page.Params = &params
		answer, err := next(ctx, methodListTools, &page)
		if err != nil {
			return nil, err
		}
		result, ok := answer.(*mcp.ListToolsResult)
		if !ok {
			return nil, fmt.Errorf("%s has a result of type %T", methodListTools, answer)
		}
		for _, t := range result.Tools {
			if s.shows(view, t.Name) {
				shown = append(shown, s.inMode(view, t))
			}
		}
		if params.Cursor = result.NextCursor; params.Cursor != "" {
			continue
		}
		shown, result.NextCursor = pageAfter(shown, after, orDefault(s.pageSize, mcp.DefaultPageSize), func(t *mcp.Tool) string { return t.Name })
		result.Tools = append([]*mcp.Tool{}, shown...) // never null
		if s.viewOf != nil {
			result.CacheScope = CachePrivate
		}
		return result, nil
	}
}

const methodListTools = "tools/list"

// stamp puts the hash of the caller's view into the result of a tool. The map is
// another one each time: the SDK writes into it.
func (s *Server) stamp(ctx context.Context, req *mcp.CallToolRequest, result *mcp.CallToolResult) *mcp.CallToolResult {
	view, err := s.callerView(ctx, principal(req.Extra))
	if err != nil {
		return result
	}
	meta := make(mcp.Meta, len(result.Meta)+2)
	maps.Copy(meta, result.Meta)
	meta[metaRegistry] = view.Hash()
	result.Meta = meta
	return result
}
