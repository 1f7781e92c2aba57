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
	mu      sync.Mutex
	ids     map[any]bool
	dropped map[any]bool       // cancelled before they were answered: nobody waits for the answer
	asked   map[any]jsonrpc.ID // requests to the other side without an answer
	changed chan struct{}      // of one element, when the maps have changed
}

// newOpenCalls is for a server, or for a client, which need not answer itself.
func newOpenCalls(server bool) *openCalls {
	o := &openCalls{ids: map[any]bool{}, dropped: map[any]bool{}, changed: make(chan struct{}, 1)}
	if server {
		o.asked = map[any]jsonrpc.ID{}
	}
	return o
}

const (
	methodListen    = "subscriptions/listen" // has no answer until it is cancelled
	methodCancelled = "notifications/cancelled"
)

// received notes a message from the other side.
func (o *openCalls) received(msg jsonrpc.Message) {
	switch msg := msg.(type) {
	case *jsonrpc.Response:
		o.note(func() { delete(o.asked, msg.ID.Raw()) })
	case *jsonrpc.Request:
		if msg.IsCall() && msg.Method != methodListen {
			o.note(func() {
				o.ids[msg.ID.Raw()] = true
				delete(o.dropped, msg.ID.Raw())
			})
		} else if msg.Method == methodCancelled {
			o.cancelled(msg.Params)
		}
	}
}

func (o *openCalls) cancelled(params []byte) {
	id, ok := cancelledID(params)
	if !ok {
		return
	}
	o.note(func() {
		if o.ids[id] {
			o.dropped[id] = true
		}
		delete(o.ids, id)
	})
}

// cancelledID returns the id of the request that a notification cancels, as
// [jsonrpc.ID.Raw] does.
func cancelledID(params []byte) (id any, ok bool) {
	var of struct{ RequestID any }
	if json.Unmarshal(params, &of) != nil {
		return nil, false
	}
	made, err := jsonrpc.MakeID(of.RequestID)
	return made.Raw(), err == nil && made.IsValid()
}

// drops reports whether a message is the answer to a request that was
// cancelled, which is not to be sent (MCP, "Cancellation").
func (o *openCalls) drops(msg jsonrpc.Message) bool {
	resp, ok := msg.(*jsonrpc.Response)
	if !ok {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	dropped := o.dropped[resp.ID.Raw()]
	delete(o.dropped, resp.ID.Raw())
	return dropped
}

// sending notes a message to the other side before it can be answered.
func (o *openCalls) sending(msg jsonrpc.Message) {
	if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() && o.asked != nil {
		o.note(func() { o.asked[req.ID.Raw()] = req.ID })
	}
}

// sent notes a message to the other side.
func (o *openCalls) sent(msg jsonrpc.Message) {
	if resp, ok := msg.(*jsonrpc.Response); ok {
		o.note(func() { delete(o.ids, resp.ID.Raw()) })
	}
}

func (o *openCalls) note(change func()) {
	o.mu.Lock()
	change()
	o.mu.Unlock()
	select {
	case o.changed <- struct{}{}:
	default:
	}
}

// last is what comes behind the end of the input: an error for each question
// that nobody can answer any more, and nil when everything else is answered, or
// the connection is over.
func (o *openCalls) last(ctx context.Context, closed <-chan struct{}) *jsonrpc.Response {
	for {
		id, asked, open := o.state()
		switch {
		case asked:
			return &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: rpcInternal, Message: "the client is gone, and answers no more"}}
		case !open:
			return nil
		}
		select {
		case <-o.changed:
		case <-ctx.Done():
			return nil
		case <-closed:
			return nil
		}
	}
}

// state returns one of the questions without an answer, and takes it away, and
// whether calls are open.
func (o *openCalls) state() (id jsonrpc.ID, asked, open bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for raw, id := range o.asked {
		delete(o.asked, raw)
		return id, true, true
	}
	return jsonrpc.ID{}, false, len(o.ids) > 0
}
