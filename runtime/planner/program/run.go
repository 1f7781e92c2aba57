package program

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Options say how a program runs; a zero is the default.
type Options struct {
	// Parallel is how many calls run at a time, 8.
	Parallel int
	// CallTime and Time bound a call and the whole program; 0 is no bound.
	CallTime, Time time.Duration
}

// Run makes the calls of a checked program. Calls of read-only tools run side by
// side unless one refers to another; a call of any other tool waits for every
// call above it, and every call below waits for it. A failed read-only call
// stops what refers to it. After any other failed call nothing below that is not
// read-only runs.
//
// The report has an answer for every statement, whatever happened. The error
// wraps [ErrSuspended] when a call waits for something, and is that of the
// context when that was done before the program.
func (p *Program) Run(ctx context.Context, host Host, options Options) (*Report, error) {
	if !p.checked {
		return nil, errUnchecked
	}
	if options.Parallel <= 0 {
		options.Parallel = 8
	}
	outer := ctx
	if options.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, options.Time)
		defer cancel()
	}
	r := &runner{p: p, host: host, options: options, ctx: ctx, needs: newNeeds(p, host)}
	r.answers = make([]Answer, len(p.Statements))
	for i := range r.answers {
		r.answers[i].Statement = &p.Statements[i]
	}
	r.wake.L = &r.mu
	r.all()
	if r.suspended != nil {
		return &Report{r.answers, p}, r.suspended
	}
	return &Report{r.answers, p}, outer.Err()
}

// progress is how far a statement is.
type progress uint8

const (
	waiting progress = iota
	running
	over
)

// runner runs one program once. The goroutine of Run makes calls itself, and
// helpers join it as long as there is something for them to do.
type runner struct {
	p       *Program
	host    Host
	options Options
	ctx     context.Context

	mu      sync.Mutex
	wake    sync.Cond // a call ended, or can begin
	answers []Answer
	active  int  // statements that run
	idle    bool // the goroutine of Run waits
	helpers int
	coming  bool // a helper was started and has not begun

	needs     *needs
	suspended error
	broken    *Statement // the first failed call that is not read-only
}

// all runs until every statement is over.
func (r *runner) all() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.work(); r.active > 0; r.work() {
		r.idle = true
		r.wake.Wait()
		r.idle = false
	}
}

// work makes one call after the other, as long as one can begin. It is called,
// and returns, with the lock held.
func (r *runner) work() {
	for {
		i, more := r.next()
		if i < 0 {
			return
		}
		a := &r.answers[i]
		a.progress = running
		r.active++
		if more {
			r.help()
		}
		r.mu.Unlock()
		r.execute(i)
	}
}

// help has somebody else make the other calls that can begin.
func (r *runner) help() {
	switch {
	case r.coming:
	case r.idle:
		r.wake.Signal()
	case r.helpers < r.options.Parallel-1:
		r.helpers++
		r.coming = true
		go r.helper()
	}
}

func (r *runner) helper() {
	r.mu.Lock()
	r.coming = false
	defer func() {
		r.helpers--
		r.wake.Signal()
		r.mu.Unlock()
	}()
	r.work()
}

// next returns the first statement that can begin, or -1, and whether there are
// more. Those that cannot run any more are over.
func (r *runner) next() (first int, more bool) {
	first = -1
	above := 0 // statements above that are not over
	for i := range r.answers {
		a := &r.answers[i]
		if a.progress == over {
			continue
		}
		readonly := a.Statement.ReadOnly()
		if a.progress == waiting && r.ready(a, readonly, above) {
			if a.NotRun = r.hindrance(a.Statement, readonly); a.NotRun != "" {
				a.progress = over
				r.needs.over(r.p, r.answers, i)
				continue
			}
			if first >= 0 {
				return first, true
			}
			first = i
		}
		if !readonly {
			return first, false
		}
		above++
	}
	return first, false
}

// ready reports whether everything that a statement waits for is over.
func (r *runner) ready(a *Answer, readonly bool, above int) bool {
	if !readonly {
		return above == 0
	}
	for _, i := range part(r.p.needs, a.Statement.needs) {
		if r.answers[i].progress != over {
			return false
		}
	}
	return true
}

// hindrance says why a statement that is ready does not run; "" when it does.
func (r *runner) hindrance(s *Statement, readonly bool) string {
	for _, i := range part(r.p.needs, s.needs) {
		switch a := &r.answers[i]; {
		case a.Failure != nil:
			return "$" + a.Statement.Label + " failed"
		case a.NotRun != "":
			return "$" + a.Statement.Label + " was not run"
		}
	}
	switch {
	case r.suspended != nil:
		return "the program waits for an answer"
	case r.broken != nil && !readonly:
		return r.broken.Label + " failed"
	case errors.Is(r.ctx.Err(), context.DeadlineExceeded):
		return "the time of the program is over"
	case r.ctx.Err() != nil:
		return "the program was cancelled"
	}
	return ""
}

var errNoEnd = &Failure{Code: CodeInternal, Message: "the call ended without a result"}

// execute runs a statement. It returns with the lock held, and the answer is
// complete even when the host panics or ends the goroutine.
func (r *runner) execute(at int) {
	a, err := &r.answers[at], error(errNoEnd)
	ctx := r.ctx
	defer func() {
		if recover() != nil {
			err = &Failure{Code: CodeInternal, Message: "internal error"}
		}
		r.mu.Lock()
		r.finish(ctx, a, err)
		r.needs.over(r.p, r.answers, at)
	}()
	if r.options.CallTime > 0 {
		limited, cancel := context.WithTimeout(ctx, r.options.CallTime)
		defer cancel()
		ctx = limited
	}
	err = r.perform(ctx, a, r.needs.results[at] > 0)
}

func (r *runner) perform(ctx context.Context, a *Answer, needed bool) (err error) {
	switch s := a.Statement; s.Verb {
	case Help:
		a.Text, err = r.host.Help(ctx, s.Words)
	case Find:
		a.Text, err = r.host.Find(ctx, s.Words[0])
	default:
		var args []byte
		if args, err = r.arguments(ctx, s); err == nil {
			a.Outcome, err = r.host.Call(ctx, Invocation{s.Label, s.Tool, args, needed})
		}
	}
	return err
}

// finish notes how a statement ended.
func (r *runner) finish(ctx context.Context, a *Answer, err error) {
	a.progress = over
	r.active--
	switch {
	case err == nil:
		return
	case errors.Is(err, ErrSuspended):
		a.Outcome = Outcome{}
		if a.NotRun = "it waits for an answer"; r.suspended == nil {
			r.suspended = err
		}
		return
	}
	a.Outcome, a.Failure = Outcome{}, failure(ctx, err)
	if a.Statement.Verb == Call {
		a.from = r.p.sources(a.Statement, a.Failure.Pointers)
	}
	if r.broken == nil && !a.Statement.ReadOnly() {
		r.broken = a.Statement
	}
}
