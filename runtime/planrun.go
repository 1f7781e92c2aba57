package mcpruntime

import (
	"context"

	"github.com/mcpgen/mcpgen/runtime/handle"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// RunProgram runs a program over tools of a selection, and returns a line for each of
// its calls. It is for a host that has [Server.View] in the prompt of its own
// model, in the same process: there is no client that could be asked, and the
// caller is the principal "". Calls, limits and interceptors are those of
// [Server.Call], and results that are large stay on the server. The error is of a
// program that is wrong, of which nothing has run; a call that fails is a line of
// the report.
func (s *Server) RunProgram(ctx context.Context, text string, sel planner.Select) (report string, err error) {
	if err := s.start(); err != nil {
		return "", err
	}
	ctx = s.asHost(ctx)
	view, err := s.callerView(ctx, "")
	if err != nil {
		return "", err
	}
	ctx, cancel := withClock(ctx, 2*s.limits.CallTime) // as in planner mode
	defer cancel()
	h := &programHost{server: s, view: view.Select(sel)}
	return h.run(ctx, text, false)
}

// HandleDocument returns a value that [Server.RunProgram] or [Server.Call] has
// answered with a handle of, such as "#R1", to look into. What takes long to find
// in it ends with ctx.
func (s *Server) HandleDocument(ctx context.Context, ref string) (handle.Document, error) {
	return HandleDocument(s.asHost(ctx), ref)
}

// asHost is the context of what a host in this process asks for itself.
func (s *Server) asHost(ctx context.Context) context.Context {
	ctx = context.WithValue(ctx, dialogKey{}, (*dialog)(nil))
	return context.WithValue(ctx, callingKey{}, calling{s, &Call{Kind: KindTool, Name: runTool}})
}
