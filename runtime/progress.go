package mcpruntime

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"
)

// At most progressRate notifications a second go to a client, after the first
// progressBurst; the last one, which says that all is done, always does.
const (
	progressRate  = 10
	progressBurst = 10
)

// Progress tells the client of a call how far the call has come: done of total,
// in any unit, and a message for people. Total is 0 when it is not known. It
// does nothing when the client has not asked for it (MCP, "Progress"), when
// done has not grown since the last time, and when there is more to tell than
// anybody can read. Any goroutine of the call may use it.
func Progress(ctx context.Context, done, total float64, message string) {
	if d := dialogOf(ctx); d != nil && d.progress != nil && ctx.Err() == nil {
		d.progress.report(ctx, done, total, message)
	}
}

// WithHeartbeat tells clients at intervals that a long call is still running,
// so that they do not give up. It reaches those that ask for progress.
func WithHeartbeat(every time.Duration) Option {
	return func(o *options) { o.heartbeat = every }
}

// progress is what the client of one call has been told.
type progress struct {
	session *mcp.ServerSession
	token   any
	limit   *rate.Limiter
	begun   time.Time

	mu          sync.Mutex // held while a notification is sent, which keeps them in order
	told        bool
	said        float64 // by the function
	done, total float64 // as the client knows it, with heartbeats
	held        func()  // tells what the function said last, if the client does not know it
	ended       bool
}

// watch lets functions tell the client of a call how far they are, if it has
// asked for that. Over is to be called when the call is.
func (s *Server) watch(ctx context.Context, r *round) (p *progress, over func()) {
	token := r.params.GetProgressToken()
	if token == nil {
		return nil, func() {}
	}
	p = &progress{session: r.session, token: token, limit: rate.NewLimiter(progressRate, progressBurst), begun: time.Now(), said: math.Inf(-1)}
	stop := func() {}
	if s.heartbeat > 0 {
		stop = p.beat(ctx, s.heartbeat)
	}
	return p, func() {
		stop()
		p.end()
	}
}

// end tells what was held back, and has nothing sent any more: a notification
// must not follow the result.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held != nil {
		p.held()
	}
	p.ended = true
}

func (p *progress) report(ctx context.Context, done, total float64, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if math.IsNaN(done) || math.IsInf(done, 0) || done <= p.said || p.ended {
		return
	}
	if math.IsNaN(total) || math.IsInf(total, 0) || total < 0 {
		total = 0
	}
	p.said = done
	if p.told && done <= p.done { // heartbeats were ahead
		done = p.above()
	}
	tell := func() { p.send(ctx, done, total, message) }
	if complete := total > 0 && done >= total; !p.limit.Allow() && !complete {
		p.held = tell
		return
	}
	tell()
}

// send notifies the client, which has no way to answer. The caller holds the
// lock.
func (p *progress) send(ctx context.Context, done, total float64, message string) {
	p.told, p.done, p.total, p.held = true, done, total, nil
	_ = p.session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: p.token, Progress: done, Total: total, Message: message})
}

// above is a number a little above the one that the client knows, and not the
// total.
func (p *progress) above() float64 {
	above := p.done + beatStep
	if above <= p.done || p.done < p.total && above >= p.total {
		return math.Nextafter(p.done, math.Inf(1))
	}
	return above
}

// beat sends a heartbeat at intervals until stop is called or ctx ends.
func (p *progress) beat(ctx context.Context, every time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				p.heartbeat(ctx)
			}
		}
	}()
	return cancel
}

// beatStep is what the number grows by with a heartbeat, so that people can read it.
const beatStep = 0.001

// heartbeat tells again what was told last; the number must grow (MCP,
// "Progress"), so it does, by little, and without reaching the total.
func (p *progress) heartbeat(ctx context.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended || ctx.Err() != nil {
		return
	}
	done := 0.0
	if p.told {
		done = p.above()
	}
	p.send(ctx, done, p.total, fmt.Sprintf("still running after %s", time.Since(p.begun).Round(time.Second)))
}
