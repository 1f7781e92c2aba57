package mcpruntime

import (
	"context"
	"errors"
	"time"

	"github.com/mcpgen/mcpgen/runtime/handle"
	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// errProgramTime is the cause of what ends with the time of a program.
var errProgramTime = errors.New("the time of the program is over")

// programGrace is how long a program that is out of time may take to end its
// calls and to report.
const programGrace = 10 * time.Second

// programTime is how long a program may take: twice as long as the slowest of its
// tools. For nil it is the longest that any program may.
func (s *Server) programTime(p *program.Program) time.Duration {
	longest := s.limits.CallTime
	s.mu.RLock()
	defer s.mu.RUnlock()
	if p == nil {
		for _, entry := range s.tools {
			longest = max(longest, entry.tool.Timeout)
		}
		return 2 * longest
	}
	for i := range p.Statements {
		if entry := s.tools[p.Statements[i].Tool]; entry != nil {
			longest = max(longest, entry.tool.Timeout)
		}
	}
	return 2 * longest
}

var programProps = Props{Names: []string{"program"}, Required: 1}

// programHandler runs programs.
func (s *Server) programHandler(readOnlyTools bool) Handler {
	return func(ctx context.Context, in *Reader, out *Writer) error {
		var text string
		for o := in.Object(&programProps); o.Next(); {
			text = in.String()
		}
		if err := in.Done(); err != nil {
			return err
		}
		h := &programHost{server: s, dialog: dialogOf(ctx), principal: Principal(ctx)}
		var err error
		if h.view, err = s.callerView(ctx, h.principal); err != nil {
			return err
		}
		h.values = s.holdFor(ctx)
		defer h.values.end()
		report, err := h.run(ctx, text, program.Parse, readOnlyTools)
		if err != nil {
			return err
		}
		out.Content(append([]Content{TextContent{Text: report.String()}}, h.contents(ctx, report)...)...)
		return nil
	}
}

// RunProgram runs a program over tools of a selection, and returns a line for each of
// its calls. It is for a host that has [Server.View] in the prompt of its own
// model, in the same process: there is no client that could be asked, and the
// caller is the principal "". Calls, limits and interceptors are those of
// [Server.Call], and results that are large stay on the server. Of content that is
// no text there is the kind, such as [image/png].
//
// The error is of a program that is wrong, of which nothing has run, or of a
// context that ended before the program, whose report there is too; a call that
// fails is a line of the report.
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
	ctx = s.asHost(ctx)
	view, err := s.callerView(ctx, "")
	if err != nil {
		return "", err
	}
	h := &programHost{server: s, view: view.Select(sel)}
	h.values = s.holdFor(ctx)
	defer h.values.end()
	answers, err := h.run(ctx, text, parse, false)
	if answers == nil {
		return "", err
	}
	return answers.String(), err
}

// run checks a program and runs it. What has run is reported also when the time
// of the program is over; the error is then nil, and that of ctx when that has
// ended.
func (h *programHost) run(ctx context.Context, text string, parse notation, readOnlyTools bool) (*program.Report, error) {
	p, _ := parse(text, program.Limits{}) // the check reports its faults, too
	if err := p.Check(h.tools(readOnlyTools), h.kinds(ctx)); err != nil {
		return nil, Errorf(CodeBadArgument, "%w", err)
	}
	if h.dialog.resumed() {
		for _, id := range p.Handles() {
			_, _ = h.values.hold(ctx, id) // what is gone is missed where it is referred to
		}
	}
	h.progress = h.dialog.programProgress(p)
	clocked, stop := withClock(ctx, h.server.programTime(p), errProgramTime)
	defer stop()
	report, err := p.Run(clocked, h, program.Options{})
	if errors.Is(err, program.ErrSuspended) {
		h.dialog.suspendAll(ctx)
	}
	return report, ctx.Err()
}

// kinds tells the kinds of handles. When a program goes on after a question, its
// finished calls must not be lost because a handle has gone meanwhile: then only
// the call fails that wants it.
func (h *programHost) kinds(ctx context.Context) program.Kinds {
	if h.dialog.resumed() {
		return nil
	}
	return func(id string) (string, bool) {
		entry, err := h.values.hold(ctx, id)
		return entry.Kind, err == nil
	}
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
