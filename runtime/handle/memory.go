package handle

import (
	"container/heap"
	"context"
	"crypto/rand"
	"strconv"
	"sync"
	"time"
)

// Limits bound what a [Memory] keeps. Fields left zero have the defaults of
// [DefaultLimits].
type Limits struct {
	// Bytes bounds all values together, Principal those of one principal. A value
	// counts with its size as JSON and [Overhead].
	Bytes, Principal int64
	// Count is how many values one principal may have.
	Count int
	// TTL is how long a value is kept after it was last used.
	TTL time.Duration
}

// DefaultLimits returns the limits of a [Memory] that is given none.
func DefaultLimits() Limits {
	return Limits{Bytes: 256 << 20, Principal: 64 << 20, Count: 10_000, TTL: time.Hour}
}

// Overhead is how many bytes a value counts beyond its size, for what the store
// itself needs to keep it.
const Overhead = 512

// Memory is a [Holder] in this process. What has expired goes soon. When it is
// full, values go in this order: when their owner is beyond a limit of its own,
// the least recently used of that owner; when all together are beyond the bound,
// the least recently used of whoever has most. So a principal loses nothing that
// has not expired as long as it stays within its own limits and within its share,
// which is the bound divided by the number of principals that have values.
//
// What is held does not make room for its owner: what has no room beside it is
// refused. It does go, last of what its owner has, when it is more than a share
// and others need theirs.
type Memory struct {
	limits Limits
	now    func() time.Time

	mu       sync.Mutex
	last     uint64 // of the short IDs
	bytes    int64
	items    map[string]*item
	accounts map[string]*account
	expiry   byExpiry // all items
	heaviest byWeight // all accounts
	sweeps   int64    // when what has expired is dropped, as in item; 0 when there is nothing to wait for
	sweeper  *time.Timer
}

// item is an entry in the store: in a list of its account, and in expiry.
type item struct {
	Entry
	account      *account
	chain        *chain
	newer, older *item
	holds        int
	expires      int64 // Unix time in nanoseconds
	expiryRank   int   // its place in expiry
}

func (i *item) cost() int64 { return int64(i.Size) + Overhead }

// account is what a principal has.
type account struct {
	principal  string
	idle       chain // by use
	held       chain // by when that began
	heldCount  int
	heldBytes  int64
	count      int // of all
	bytes      int64
	weightRank int // its place in heaviest
}

// next returns what makes room first; nil when there is nothing.
func (a *account) next() *item {
	if a.idle.oldest != nil {
		return a.idle.oldest
	}
	return a.held.oldest
}

// NewMemory returns an empty store.
func NewMemory(limits Limits) *Memory {
	d := DefaultLimits()
	if limits.Bytes <= 0 {
		limits.Bytes = d.Bytes
	}
	if limits.Principal <= 0 {
		limits.Principal = min(d.Principal, limits.Bytes)
	}
	if limits.Count <= 0 {
		limits.Count = d.Count
	}
	if limits.TTL <= 0 {
		limits.TTL = d.TTL
	}
	return &Memory{limits: limits, now: time.Now, items: map[string]*item{}, accounts: map[string]*account{}}
}

// Put keeps a value; see [Store].
func (m *Memory) Put(_ context.Context, e Entry) (Entry, error) {
	i := &item{Entry: e}
	if most := min(m.limits.Principal, m.limits.Bytes) - Overhead; int64(e.Size) > most {
		return Entry{}, errorf(CodeTooLarge, "the value has %d bytes, at most %d can be kept", e.Size, max(most, 0))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	i.Created = m.now()
	m.dropExpired(i.Created)
	if e.TTL <= 0 {
		i.TTL = m.limits.TTL
	}
	if err := m.makeRoom(i); err != nil {
		return Entry{}, err
	}
	i.ID = m.newID(e.Secret)
	m.add(i)
	return i.Entry, nil
}

// makeRoom drops what has to go for an item.
func (m *Memory) makeRoom(i *item) error {
	a := m.accounts[i.Principal]
	if a == nil {
		a = &account{principal: i.Principal}
	}
	if a.heldCount >= m.limits.Count || a.heldBytes+i.cost() > m.limits.Principal {
		return noRoom(a, i)
	}
	for a.count >= m.limits.Count || a.bytes+i.cost() > m.limits.Principal {
		m.drop(a.idle.oldest)
	}
	for m.bytes+i.cost() > m.limits.Bytes {
		from := m.toGo(a, i.cost())
		if from == a && a.idle.oldest == nil {
			return noRoom(a, i)
		}
		m.drop(from.next())
	}
	return nil
}

func noRoom(a *account, i *item) error {
	return errorf(CodeTooLarge, "the value has %d bytes, and there is no room for it beside %s of %d bytes in use; do it in smaller parts, or one after the other",
		i.Size, count(a.heldCount, "value"), a.heldBytes-int64(a.heldCount)*Overhead)
}

// toGo returns the account that loses a value so that a principal can have
// another one, of some cost: the heaviest, with that value already counted.
func (m *Memory) toGo(own *account, cost int64) *account {
	heaviest := m.heaviest[0]
	if own.count > 0 && own.bytes+cost > heaviest.bytes {
		return own
	}
	return heaviest
}

// newID makes an ID. The secret ones have 128 bits and more of chance.
func (m *Memory) newID(secret bool) string {
	if secret {
		return "R" + rand.Text()
	}
	m.last++
	return "R" + strconv.FormatUint(m.last, 10)
}

// Get returns a value, which is then the most recently used; see [Store].
func (m *Memory) Get(_ context.Context, principal, id string) (Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, err := m.find(principal, id)
	if err != nil {
		return Entry{}, err
	}
	return i.Entry, nil
}

// find returns an item and notes its use.
func (m *Memory) find(principal, id string) (*item, error) {
	i := m.items[id]
	if i == nil || i.Principal != principal {
		return nil, unknown(id)
	}
	now := m.now()
	if i.expires <= now.UnixNano() {
		m.drop(i)
		return nil, expired(i.Entry)
	}
	if i.holds == 0 {
		i.leave()
		m.rest(i, now)
	}
	return i, nil
}

// Delete forgets a value; see [Store].
func (m *Memory) Delete(_ context.Context, principal, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.items[id]; i != nil && i.Principal == principal {
		m.drop(i)
	}
	return nil
}

// Usage is how much a store holds.
type Usage struct {
	Values, Principals int
	Bytes              int64 // with [Overhead]
}

// Usage returns how much there is now.
func (m *Memory) Usage() Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return Usage{len(m.items), len(m.accounts), m.bytes}
}

func (m *Memory) add(i *item) {
	a := m.accounts[i.Principal]
	if a == nil {
		a = &account{principal: i.Principal}
		m.accounts[i.Principal] = a
		heap.Push(&m.heaviest, a)
	}
	i.account, i.expires = a, never
	m.items[i.ID] = i
	heap.Push(&m.expiry, i)
	if i.Held {
		m.hold(i)
	} else {
		m.rest(i, i.Created)
	}
	m.weigh(a, 1, i.cost())
}

func (m *Memory) drop(i *item) {
	delete(m.items, i.ID)
	heap.Remove(&m.expiry, i.expiryRank)
	i.leave()
	if i.holds > 0 {
		i.account.heldCount--
		i.account.heldBytes -= i.cost()
	}
	m.weigh(i.account, -1, -i.cost())
}

// weigh counts what has come or gone. An account of nothing is forgotten, since
// principals come without end.
func (m *Memory) weigh(a *account, count int, bytes int64) {
	m.bytes += bytes
	a.count += count
	a.bytes += bytes
	if a.count == 0 {
		heap.Remove(&m.heaviest, a.weightRank)
		delete(m.accounts, a.principal)
		return
	}
	heap.Fix(&m.heaviest, a.weightRank)
}
