package mcpruntime

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// openCalls are the requests of a connection that have no answer yet. The SDK
// drops answers once the input has ended; a connection that reports the end
// only when all is answered lets
//
//	printf '…tools/call…' | server
//
// print something.
type openCalls struct {
	mu    sync.Mutex
	ids   map[any]bool
	empty chan struct{} // closed when ids becomes empty; nil when nobody waits
}

const (
	methodListen    = "subscriptions/listen" // has no answer until it is cancelled
	methodCancelled = "notifications/cancelled"
)

// received notes a message from the other side.
func (o *openCalls) received(msg jsonrpc.Message) {
	req, ok := msg.(*jsonrpc.Request)
	switch {
	case !ok:
	case req.IsCall() && req.Method != methodListen:
		o.mu.Lock()
		o.ids[req.ID.Raw()] = true
		o.mu.Unlock()
	case req.Method == methodCancelled:
		var params struct{ RequestID any }
		if json.Unmarshal(req.Params, &params) == nil {
			if id, err := jsonrpc.MakeID(params.RequestID); err == nil {
				o.remove(id)
			}
		}
	}
}

// sent notes a message to the other side.
func (o *openCalls) sent(msg jsonrpc.Message) {
	if resp, ok := msg.(*jsonrpc.Response); ok {
		o.remove(resp.ID)
	}
}

func (o *openCalls) remove(id jsonrpc.ID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.ids, id.Raw())
	if len(o.ids) == 0 && o.empty != nil {
		close(o.empty)
		o.empty = nil
	}
}

// wait returns when everything is answered, or the connection is over.
func (o *openCalls) wait(ctx context.Context, closed <-chan struct{}) {
	o.mu.Lock()
	if len(o.ids) == 0 {
		o.mu.Unlock()
		return
	}
	empty := make(chan struct{})
	o.empty = empty
	o.mu.Unlock()
	select {
	case <-empty:
	case <-ctx.Done():
	case <-closed:
	}
}
