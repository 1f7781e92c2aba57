package handle

import (
	"container/heap"
	"context"
	"math"
	"time"
	"weak"
)

// never is when a value expires that is held.
const never = math.MaxInt64

// Hold returns a value, which then stays; see [Holder].
func (m *Memory) Hold(_ context.Context, principal, id string) (Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, err := m.find(principal, id)
	if err != nil {
		return Entry{}, err
	}
	if i.holds > 0 {
		i.holds++
		return i.Entry, nil
	}
	i.leave()
	m.hold(i)
	return i.Entry, nil
}

// hold begins to hold an item that is in no list.
func (m *Memory) hold(i *item) {
	i.holds, i.expires = 1, never
	heap.Fix(&m.expiry, i.expiryRank)
	i.account.held.push(i)
	i.account.heldCount++
	i.account.heldBytes += i.cost()
}

// Release lets a value go that was held as often; see [Holder].
func (m *Memory) Release(principal, id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.items[id]
	if i == nil || i.Principal != principal || i.holds == 0 {
		return
	}
	if i.holds--; i.holds > 0 {
		return
	}
	i.leave()
	i.account.heldCount--
	i.account.heldBytes -= i.cost()
	m.rest(i, m.now())
}

// rest makes an item that is in no list the most recently used.
func (m *Memory) rest(i *item, now time.Time) {
	i.expires = now.Add(i.TTL).UnixNano()
	heap.Fix(&m.expiry, i.expiryRank)
	i.account.idle.push(i)
	m.sweepAt(i.expires, now)
}

// minSweep is how long values that have expired may stay, so that many of them
// go at once.
const minSweep = time.Second

// sweepAt has what has expired dropped at a time, when that is not to be done
// before. The timer does not keep a store that nobody has any more.
func (m *Memory) sweepAt(expires int64, now time.Time) {
	if m.sweeps != 0 && m.sweeps <= expires {
		return
	}
	m.sweeps = expires
	wait := max(time.Duration(expires-now.UnixNano()), minSweep)
	if m.sweeper != nil {
		m.sweeper.Reset(wait)
		return
	}
	store := weak.Make(m)
	m.sweeper = time.AfterFunc(wait, func() {
		if m := store.Value(); m != nil {
			m.sweep()
		}
	})
}

// sweep drops what has expired, and sees to the rest later.
func (m *Memory) sweep() {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	m.dropExpired(now)
	m.sweeps = 0
	if len(m.expiry) > 0 && m.expiry[0].expires != never {
		m.sweepAt(m.expiry[0].expires, now)
	}
}

func (m *Memory) dropExpired(now time.Time) {
	for len(m.expiry) > 0 && m.expiry[0].expires <= now.UnixNano() {
		m.drop(m.expiry[0])
	}
}
