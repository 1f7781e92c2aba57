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
	said float64
}

// programProgress returns where the calls of a program report; nil when the
// client does not want to know.
func (d *dialog) programProgress(p *program.Program) *programProgress {
	if d == nil || d.progress == nil {
		return nil
	}
	progress := &programProgress{to: d.progress}
	for i := range p.Statements {
		if p.Statements[i].Verb == program.Call {
			progress.calls++
		}
	}
	return progress
}

// ended tells that a call is over.
func (p *programProgress) ended(ctx context.Context, call program.Invocation) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over++
	p.say(ctx, float64(p.over), call.Label+": "+call.Tool)
}

func (p *programProgress) say(ctx context.Context, done float64, message string) {
	p.said = done
	p.to.report(ctx, done, float64(p.calls), message)
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

// report tells how much of the next step is done. The number must grow (MCP,
// "Progress") and stay below that step: of calls side by side those that are
// behind add a little to what the others have said, and so do those that say no
// total.
func (c *callProgress) report(ctx context.Context, done, total float64, message string) {
	p := c.program
	p.mu.Lock()
	defer p.mu.Unlock()
	now, next := float64(p.over), float64(p.over+1)
	if total > 0 && done > 0 {
		now += min(done/total, 0.999)
	}
	if now <= p.said {
		now = p.said + (next-p.said)/16
	}
	p.say(ctx, now, c.label+": "+message)
}
