package mcpruntime

import (
	"context"
	"sync"

	"github.com/mcpgen/mcpgen/runtime/handle"
)

// heldText bounds the bytes of JSON that a program keeps of values whose types
// are not JSON themselves: its lines may refer to each of them often. The one
// used last is kept however large it is.
const heldText = 16 << 20

// holding is what a program needs of the values that the server keeps: as long
// as it does, they are not pushed out by others, and each is encoded once.
type holding struct {
	store     handle.Store
	principal string
	room      int // for the texts, in bytes

	mu    sync.Mutex
	ids   map[string]bool // what is held
	ended bool            // nothing is held any more, whatever calls that went on beyond their time still do
	texts map[keptValue]*heldDocument
	bytes int // of the texts
}

// heldDocument is a value that has been encoded, or is just being.
type heldDocument struct {
	once sync.Once
	doc  handle.Document
	err  error
}

type holdingKey struct{}

// holdFor returns what a program of the caller of ctx holds.
func (s *Server) holdFor(ctx context.Context) *holding {
	principal, _ := handleOwner(ctx)
	return &holding{store: s.handles, principal: principal, room: heldText, ids: map[string]bool{}, texts: map[keptValue]*heldDocument{}}
}

// keeping returns the context of a call whose result is needed: what is kept
// there is held from the beginning.
func (h *holding) keeping(ctx context.Context) context.Context {
	return context.WithValue(ctx, holdingKey{}, h)
}

// put keeps a value for the caller of ctx, and holds it when the call is one of
// those of keeping.
func put(ctx context.Context, store handle.Store, e handle.Entry) (handle.Entry, error) {
	h, _ := ctx.Value(holdingKey{}).(*holding)
	if h == nil || h.principal != e.Principal {
		return store.Put(ctx, e)
	}
	_, e.Held = store.(handle.Holder)
	e, err := store.Put(ctx, e)
	if err == nil && e.Held {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.ended {
			store.(handle.Holder).Release(e.Principal, e.ID)
		} else {
			h.ids[e.ID] = true
		}
	}
	return e, err
}

// hold holds a value that is there, with a store that can.
func (h *holding) hold(ctx context.Context, id string) (handle.Entry, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	holder, ok := h.store.(handle.Holder)
	if !ok || h.ended || h.ids[id] {
		return h.store.Get(ctx, h.principal, id)
	}
	e, err := holder.Hold(ctx, h.principal, id)
	if err == nil {
		h.ids[id] = true
	}
	return e, err
}

// release lets go what is not needed any more.
func (h *holding) release(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ids[id] {
		delete(h.ids, id)
		h.store.(handle.Holder).Release(h.principal, id)
	}
}

// end lets everything go, for good.
func (h *holding) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id := range h.ids {
		h.store.(handle.Holder).Release(h.principal, id)
	}
	h.ids, h.ended = nil, true
}

// document is [HandleDocument] for the program.
func (h *holding) document(ctx context.Context, id string) (handle.Document, error) {
	entry, value, err := keptBy(ctx, "#"+id)
	if err != nil {
		return handle.Document{}, err
	}
	if value.isText() {
		return value.document(id)
	}
	held := h.text(value, entry.Size)
	held.once.Do(func() {
		held.err = Errorf(CodeInternal, "the value of handle #%s cannot be encoded", id) // if that panics
		held.doc, held.err = value.document(entry.ID)
	})
	return held.doc, held.err
}

// text returns the place for what is encoded, and makes room for it.
func (h *holding) text(value keptValue, size int) *heldDocument {
	h.mu.Lock()
	defer h.mu.Unlock()
	held := h.texts[value]
	if held == nil {
		if h.bytes += size; h.bytes > h.room {
			clear(h.texts)
			h.bytes = size
		}
		held = new(heldDocument)
		h.texts[value] = held
	}
	return held
}
