package mcpruntime

import (
	"context"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type progressKey struct{}

// OnProgress returns a context for calls of a client. Tell then hears how far
// each call is, when its function says so with [Progress]: done of total, which is
// 0 when nobody knows, and a message for people. It hears one report after the
// other and must not take long, since other messages of the server wait. Once the
// call has returned it hears nothing: what is under way then is dropped.
//
//	ctx = mcpruntime.OnProgress(ctx, func(done, total float64, message string) { bar.Set(done / total) })
func OnProgress(ctx context.Context, tell func(done, total float64, message string)) context.Context {
	return context.WithValue(ctx, progressKey{}, tell)
}

// progressListeners are the calls of a client that want to hear of progress.
type progressListeners struct {
	mu    sync.Mutex
	last  int
	calls map[string]*progressListener // by token
}

type progressListener struct {
	mu   sync.Mutex
	tell func(done, total float64, message string) // nil once the call has returned
}

// listen asks for the progress of a call if its context does. Stop is to be
// called when the call has returned.
func (l *progressListeners) listen(ctx context.Context, params interface{ SetProgressToken(any) }) (stop func()) {
	tell, _ := ctx.Value(progressKey{}).(func(done, total float64, message string))
	if tell == nil {
		return func() {}
	}
	call := &progressListener{tell: tell}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	token := strconv.Itoa(l.last)
	if l.calls == nil {
		l.calls = map[string]*progressListener{}
	}
	l.calls[token] = call
	params.SetProgressToken(token)
	return func() {
		l.mu.Lock()
		delete(l.calls, token)
		l.mu.Unlock()
		call.mu.Lock()
		defer call.mu.Unlock()
		call.tell = nil
	}
}

// notified hands on what a server says.
func (l *progressListeners) notified(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
	token, _ := req.Params.ProgressToken.(string)
	l.mu.Lock()
	call := l.calls[token]
	l.mu.Unlock()
	if call == nil {
		return
	}
	call.mu.Lock()
	defer call.mu.Unlock()
	if call.tell != nil {
		call.tell(req.Params.Progress, req.Params.Total, req.Params.Message)
	}
}
