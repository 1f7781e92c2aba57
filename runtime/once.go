package mcpruntime

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"time"
)

// Once does something that must not be done again when the function runs again
// with an answer; see [Ask]. The result of do is kept with the answers so far,
// as JSON, and comes back in later rounds under the same key. An error is
// returned and not kept.
//
//	id, err := mcpruntime.Once(ctx, "reserve", func() (string, error) { return reserve(ctx, room) })
//
// Any goroutine of the call may use it: a question does not end the round before
// what is being done is done, and after it nothing is. Each use needs a key of its
// own; a key that comes twice in one run of the function is an error.
//
// The rounds of a call are tied together by what the client sends back. One that
// begins anew, because an answer was lost or by intent, makes do run again,
// unless the server has a store that remembers: [WithOnceStore].
func Once[T any](ctx context.Context, key string, do func() (T, error)) (value T, err error) {
	d := dialogOf(ctx)
	if d == nil {
		return do() // nothing runs again
	}
	if err := d.use("Once", key); err != nil {
		return value, err
	}
	text, ok := d.done(key)
	if !ok {
		text, err = d.once(ctx, key, func() ([]byte, error) {
			value, err := do()
			if err != nil {
				return nil, err
			}
			return json.Marshal(value)
		})
	}
	if err != nil {
		return value, err
	}
	if err := json.Unmarshal(text, &value); err != nil {
		return value, &Error{Code: CodeInternal, Message: "what was done once as " + strconv.Quote(key) + " is of another type", cause: err}
	}
	return value, nil
}

// done returns what was done under a key in this chain.
func (d *dialog) done(key string) ([]byte, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	text, ok := d.chain.Once[key]
	return text, ok
}

// doingOnce notes that something is being done, until over is called; it is an
// error when the call is suspended, and could not keep the result. The function
// itself does not suspend the call meanwhile, unless it asks within do.
func (d *dialog) doingOnce() (over func(), err error) {
	inside := d.inside()
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.ending != nil:
		return nil, Errorf(CodeCancelled, "not done: %w", ErrSuspended)
	case inside, d.doing == nil: // an interceptor's, which may go on with the call in do
		return func() {}, nil
	}
	d.doing.Add(1)
	return d.doing.Done, nil
}

func (d *dialog) once(ctx context.Context, key string, do func() ([]byte, error)) (text []byte, err error) {
	over, err := d.doingOnce()
	if err != nil {
		return nil, err
	}
	defer over()
	if store := d.server.onceStore; store != nil {
		name := d.onceName(key)
		text, err = store.Do(ctx, name, do)
		d.mu.Lock()
		d.stored = append(d.stored, name)
		d.mu.Unlock()
	} else {
		text, err = do()
	}
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.chain.Once == nil {
		d.chain.Once = map[string][]byte{}
	}
	d.chain.Once[key] = text
	return text, nil
}

// onceName is the key of the store: of the caller, the function, its arguments
// and the key.
func (d *dialog) onceName(key string) string { return digestOf(string(d.binding()), key) }

// forget drops what the store has of a call that has ended: the same call, made
// again, is another one.
func (d *dialog) forget(ctx context.Context) {
	store := d.server.onceStore
	if store == nil {
		return
	}
	d.mu.Lock()
	names := map[string]bool{}
	for _, name := range d.stored {
		names[name] = true
	}
	for key := range d.chain.Once {
		names[d.onceName(key)] = true
	}
	d.mu.Unlock()
	ctx = context.WithoutCancel(ctx) // its caller may be gone
	for name := range names {
		store.Forget(ctx, name)
	}
}

// OnceStore remembers what has been done under a key. Replicas share one.
type OnceStore interface {
	// Do returns what is stored under the key, or calls do and stores what it
	// returns. Of several calls at a time with one key, one calls do, and the
	// others wait for it. An error of do is not stored.
	Do(ctx context.Context, key string, do func() ([]byte, error)) ([]byte, error)
	// Forget drops the key. The context has the values of the call, and no end.
	Forget(ctx context.Context, key string)
}

// WithOnceStore makes [Once] hold for calls that begin anew with the same
// arguments before they have been answered. Calls are the same whose caller (see
// [WithPrincipal]), function and arguments are. Where nobody says who calls, as
// over open HTTP, all callers are one: those who call with the same arguments at
// the same time share what is done, and what it returned.
func WithOnceStore(store OnceStore) Option { return func(o *options) { o.onceStore = store } }

// NewOnceStore returns a store in memory, of at most 10,000 keys; each is kept
// for the given time, and the oldest go first.
func NewOnceStore(keep time.Duration) OnceStore {
	return &memoryOnce{keep: keep, entries: map[string]*onceEntry{}}
}

const maxOnce = 10_000

type memoryOnce struct {
	keep time.Duration

	mu      sync.Mutex
	entries map[string]*onceEntry
	order   []*onceEntry // the oldest first; entries that were dropped stay until they get there
}

type onceEntry struct {
	key  string
	born time.Time
	over chan struct{} // closed when do has returned
	text []byte
	err  error
}

// Do implements [OnceStore].
func (m *memoryOnce) Do(ctx context.Context, key string, do func() ([]byte, error)) ([]byte, error) {
	m.mu.Lock()
	m.expire()
	if e, ok := m.entries[key]; ok {
		m.mu.Unlock()
		select {
		case <-e.over:
			return e.text, e.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	e := &onceEntry{key: key, born: time.Now(), over: make(chan struct{}), err: Errorf(CodeInternal, "what was to be done once has panicked")}
	m.entries[key] = e
	m.order = append(m.order, e)
	m.mu.Unlock()
	defer func() { // do may panic
		if e.err != nil {
			m.drop(e)
		}
		close(e.over)
	}()
	e.text, e.err = do()
	return e.text, e.err
}

// Forget implements [OnceStore].
func (m *memoryOnce) Forget(_ context.Context, key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.entries, key)
}

func (m *memoryOnce) drop(e *onceEntry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.entries[e.key] == e {
		delete(m.entries, e.key)
	}
}

// expire drops what is too old or too much. The caller holds the lock.
func (m *memoryOnce) expire() {
	n := 0
	for ; n < len(m.order); n++ {
		e := m.order[n]
		if m.entries[e.key] != e {
			continue
		}
		if time.Since(e.born) < m.keep && len(m.entries) < maxOnce {
			break
		}
		delete(m.entries, e.key)
	}
	m.order = m.order[n:]
}
