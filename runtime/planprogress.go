package mcpruntime

import (
	"context"
	"sync"

	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// reporter takes what functions say of their progress.
type reporter interface {
	report(ctx context.Context, done, total float64, message string)
}

// programProgress tells the client of a program how many of its calls are over,
// and what those that run say. nil tells nobody.
type programProgress struct {
	to    reporter
	calls int

	mu   sync.Mutex
	over int
}

// programProgress returns where the calls of a program report; nil when the
// client does not want to know.
func (d *dialog) programProgress(calls int) *programProgress {
	if d == nil || d.progress == nil {
		return nil
	}
	return &programProgress{to: d.progress, calls: calls}
}

// ended tells that a call is over.
func (p *programProgress) ended(ctx context.Context, call program.Invocation) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over++
	p.to.report(ctx, float64(p.over), float64(p.calls), call.Label+": "+call.Tool)
}

// of returns where a call reports; nil when nobody wants to know.
func (p *programProgress) of(label string) reporter {
	if p == nil {
		return nil
	}
	return &callProgress{p, label}
}

// callProgress is that of one call: a part of one step of the program.
type callProgress struct {
	program *programProgress
	label   string
}

func (c *callProgress) report(ctx context.Context, done, total float64, message string) {
	p := c.program
	p.mu.Lock()
	defer p.mu.Unlock()
	part := 0.0
	if total > 0 && done > 0 {
		part = min(done/total, 0.999) // the next number is for the end of the call
	}
	p.to.report(ctx, float64(p.over)+part, float64(p.calls), c.label+": "+message)
}
