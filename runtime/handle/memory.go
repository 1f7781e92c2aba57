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

// Memory is a [Store] in this process. When it is full, values go in this order:
// what has expired; when their owner is beyond a limit of its own, the least
// recently used of that owner; when all together are beyond the bound, the least
// recently used of whoever has most. So a principal loses nothing that has not
// expired as long as it stays within its own limits and within its share, which
// is the bound divided by the number of principals that have values.
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
}

// item is an entry in the store: in the list of its account, and in expiry.
type item struct {
	Entry
	account    *account
	newer      *item
	older      *item
	expires    int64 // Unix time in nanoseconds
	expiryRank int   // its place in expiry
}

func (i *item) cost() int64 { return int64(i.Size) + Overhead }

// account is what a principal has, from the most to the least recently used.
type account struct {
	principal      string
	newest, oldest *item
	count          int
	bytes          int64
	weightRank     int // its place in heaviest
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
	i.ID = m.newID(e.Secret)
	a := m.accounts[e.Principal]
	for a != nil && a.oldest != nil && (a.count >= m.limits.Count || a.bytes+i.cost() > m.limits.Principal) {
		m.drop(a.oldest)
	}
	for m.bytes+i.cost() > m.limits.Bytes {
		m.drop(m.toGo(e.Principal, i.cost()).oldest)
	}
	m.add(i)
	return i.Entry, nil
}

// toGo returns the account that loses a value so that the principal can have
// another one, of some cost: the heaviest, with that value already counted.
func (m *Memory) toGo(principal string, cost int64) *account {
	heaviest := m.heaviest[0]
	if own := m.accounts[principal]; own != nil && own.bytes+cost > heaviest.bytes {
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
	i := m.items[id]
	if i == nil || i.Principal != principal {
		return Entry{}, unknown(id)
	}
	now := m.now()
	if i.expires <= now.UnixNano() {
		m.drop(i)
		return Entry{}, expired(i.Entry)
	}
	i.expires = now.Add(i.TTL).UnixNano()
	heap.Fix(&m.expiry, i.expiryRank)
	i.account.remove(i)
	i.account.push(i)
	return i.Entry, nil
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

func (m *Memory) dropExpired(now time.Time) {
	for len(m.expiry) > 0 && m.expiry[0].expires <= now.UnixNano() {
		m.drop(m.expiry[0])
	}
}

func (m *Memory) add(i *item) {
	a := m.accounts[i.Principal]
	if a == nil {
		a = &account{principal: i.Principal}
		m.accounts[i.Principal] = a
		heap.Push(&m.heaviest, a)
	}
	i.account, i.expires = a, i.Created.Add(i.TTL).UnixNano()
	m.items[i.ID] = i
	heap.Push(&m.expiry, i)
	a.push(i)
	m.weigh(a, 1, i.cost())
}

func (m *Memory) drop(i *item) {
	delete(m.items, i.ID)
	heap.Remove(&m.expiry, i.expiryRank)
	i.account.remove(i)
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
