package mcpruntime

import (
	"context"

	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// RunProgram runs a program over tools of a selection, and returns a line for each of
// its calls. It is for a host that has [Server.View] in the prompt of its own
// model, in the same process: there is no client that could be asked, and the
// caller is the principal "". Calls, limits and interceptors are those of
// [Server.Call], and results that are large stay on the server. The error is of a
// program that is wrong, of which nothing has run; a call that fails is a line of
// the report.
func (s *Server) RunProgram(ctx context.Context, text string, sel planner.Select) (report string, err error) {
	return s.runLocally(ctx, text, sel, program.Parse)
}

// RunZCP is [Server.RunProgram] for a program in the style of ZCP, of a model that
// has [planner.View.ZCP] of the selection in its prompt. The report is in that
// style, too.
func (s *Server) RunZCP(ctx context.Context, text string, sel planner.Select) (report string, err error) {
	return s.runLocally(ctx, text, sel, program.ParseZCP)
}

// notation reads programs.
type notation func(text string, limits program.Limits) (*program.Program, error)

func (s *Server) runLocally(ctx context.Context, text string, sel planner.Select, parse notation) (report string, err error) {
	if err := s.start(); err != nil {
		return "", err
	}
	ctx = context.WithValue(ctx, dialogKey{}, (*dialog)(nil))
	ctx = context.WithValue(ctx, callingKey{}, calling{s, &Call{Kind: KindTool, Name: runTool}})
	view, err := s.callerView(ctx, "")
	if err != nil {
		return "", err
	}
	ctx, cancel := withClock(ctx, 2*s.limits.CallTime) // as in planner mode
	defer cancel()
	h := &programHost{server: s, view: view.Select(sel)}
	return h.run(ctx, text, parse, false)
}
