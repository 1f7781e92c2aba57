package handle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func put(t testing.TB, m *Memory, principal string, size int) Entry {
	t.Helper()
	e, err := m.Put(t.Context(), Entry{Principal: principal, Kind: "range", Value: &size, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func has(t testing.TB, m *Memory, principal, id string) bool {
	t.Helper()
	_, err := m.Get(t.Context(), principal, id)
	return err == nil
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if e := (*Error)(nil); !errors.As(err, &e) || e.Code != code {
		t.Errorf("error %v, want code %s", err, code)
	}
}

// clock is a time that tests move.
type clock struct{ at time.Time }

func newClock(m *Memory) *clock {
	c := &clock{time.Unix(1_000_000, 0)}
	m.now = func() time.Time { return c.at }
	return c
}

func TestPutGetDelete(t *testing.T) {
	m := NewMemory(Limits{})
	e := put(t, m, "ann", 7)
	if e.ID != "R1" || e.Created.IsZero() || e.TTL != time.Hour {
		t.Errorf("entry %+v", e)
	}
	got, err := m.Get(t.Context(), "ann", "R1")
	if err != nil || got.Value != e.Value || got.Kind != "range" {
		t.Errorf("got %+v, %v", got, err)
	}
	_, err = m.Get(t.Context(), "bob", "R1")
	_, unknownError := m.Get(t.Context(), "bob", "R2")
	wantCode(t, err, CodeUnknown)
	if strings.ReplaceAll(err.Error(), "R1", "R2") != unknownError.Error() {
		t.Errorf("another's handle says %q, one that never was %q", err, unknownError)
	}
	if err := m.Delete(t.Context(), "bob", "R1"); err != nil || !has(t, m, "ann", "R1") {
		t.Error("bob has deleted what is ann's")
	}
	if err := m.Delete(t.Context(), "ann", "R1"); err != nil || has(t, m, "ann", "R1") {
		t.Error("it is still there")
	}
	if u := m.Usage(); u != (Usage{}) {
		t.Errorf("the empty store has %+v", u)
	}
}

func TestSecretIDs(t *testing.T) {
	m, seen := NewMemory(Limits{}), map[string]bool{}
	for range 1000 {
		e, err := m.Put(t.Context(), Entry{Secret: true})
		if err != nil || len(e.ID) < 27 || seen[e.ID] || strings.Trim(e.ID, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
			t.Fatalf("id %q, %v", e.ID, err)
		}
		seen[e.ID] = true
	}
}

func TestExpiry(t *testing.T) {
	m := NewMemory(Limits{TTL: time.Minute})
	c := newClock(m)
	first, second := put(t, m, "ann", 1), put(t, m, "ann", 1)
	c.at = c.at.Add(40 * time.Second)
	if !has(t, m, "ann", first.ID) {
		t.Error("gone too early")
	}
	c.at = c.at.Add(40 * time.Second)
	_, err := m.Get(t.Context(), "ann", second.ID)
	wantCode(t, err, CodeExpired)
	if !has(t, m, "ann", first.ID) {
		t.Error("its use does not keep a value alive")
	}
	c.at = c.at.Add(time.Hour)
	put(t, m, "bob", 1)
	if u := m.Usage(); u.Values != 1 || u.Principals != 1 {
		t.Errorf("what has expired is still there: %+v", u)
	}
}

func TestQuota(t *testing.T) {
	m := NewMemory(Limits{Count: 3, Principal: 10 * Overhead})
	var ids []string
	for range 4 {
		ids = append(ids, put(t, m, "ann", 0).ID)
		has(t, m, "ann", ids[0]) // it stays the last used
	}
	if !has(t, m, "ann", ids[0]) || has(t, m, "ann", ids[1]) || !has(t, m, "ann", ids[2]) {
		t.Error("the least recently used goes")
	}
	put(t, m, "ann", 9*Overhead)
	if u := m.Usage(); u.Values != 1 || u.Bytes != 10*Overhead {
		t.Errorf("the bytes of a principal are not bounded: %+v", u)
	}
	_, err := m.Put(t.Context(), Entry{Principal: "ann", Size: 9*Overhead + 1})
	wantCode(t, err, CodeTooLarge)
}

// owed returns how many of the sizes, from the last one on, fit into a share.
func owed(sizes []int, share int64) (n int) {
	for n < len(sizes) {
		if share -= int64(sizes[len(sizes)-1-n]) + Overhead; share < 0 {
			break
		}
		n++
	}
	return n
}

// A principal keeps what was last used as far as its share goes, whatever the
// others do.
func TestNothingOwedIsLost(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const principals, bound = 5, 200 * Overhead
	m := NewMemory(Limits{Bytes: bound})
	ids, sizes := map[string][]string{}, map[string][]int{}
	for range 20_000 {
		p := fmt.Sprint(random.IntN(principals) * random.IntN(2)) // one of them is greedy
		size := random.IntN(8 * Overhead)
		ids[p], sizes[p] = append(ids[p], put(t, m, p, size).ID), append(sizes[p], size)
		u := m.Usage()
		if u.Bytes > bound {
			t.Fatalf("%d bytes, at most %d", u.Bytes, bound)
		}
		for p := range ids {
			for i := range owed(sizes[p], bound/int64(u.Principals)) {
				id := ids[p][len(ids[p])-1-i]
				if m.items[id] == nil {
					t.Fatalf("%s of %s is lost", id, p)
				}
			}
		}
	}
}

// lost checks what one put has cost: it is never more than the bound, only
// whoever is beyond a limit or a share loses something, what is held goes last,
// and that of the principal itself never.
func (m *Memory) lost(t *testing.T, before map[string]item, owner string, cost int64) {
	t.Helper()
	had, idle, people := map[string]int64{owner: cost}, map[string]bool{}, map[string]bool{owner: true}
	for _, i := range before {
		had[i.Principal] += i.cost()
		people[i.Principal] = true
	}
	for id, i := range m.items {
		idle[i.Principal] = idle[i.Principal] || i.holds == 0 && before[id].account != nil
	}
	for id, i := range before {
		if m.items[id] != nil {
			continue
		}
		own := i.Principal == owner && had[owner] > m.limits.Principal
		if share := m.limits.Bytes / int64(len(people)); !own && had[i.Principal] <= share {
			t.Fatalf("%s has lost %s with %d bytes, its share is %d", i.Principal, id, had[i.Principal], share)
		}
		if i.holds > 0 && (i.Principal == owner || idle[i.Principal]) {
			t.Fatalf("%s has lost %s, which is held", i.Principal, id)
		}
	}
}

// What is held stays as long as there is any way, and what is refused has no
// room beside it.
func TestHeldValuesStay(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	m := NewMemory(Limits{Bytes: 100 * Overhead, Principal: 60 * Overhead})
	holds, refused, pushed := []Entry{}, 0, 0
	for range 20_000 {
		before := map[string]item{}
		for id, i := range m.items {
			before[id] = *i
		}
		p := fmt.Sprint(random.IntN(4) * random.IntN(2))
		e := Entry{Principal: p, Size: random.IntN(20 * Overhead), Held: random.IntN(3) == 0}
		kept, err := m.Put(t.Context(), e)
		if err == nil {
			m.lost(t, before, p, int64(e.Size)+Overhead)
		} else {
			wantCode(t, err, CodeTooLarge)
			refused++
		}
		if kept.Held {
			holds = append(holds, kept)
		}
		for len(holds) > 12 || len(holds) > 0 && random.IntN(6) == 0 {
			n := random.IntN(len(holds))
			if m.items[holds[n].ID] == nil {
				pushed++
			}
			m.Release(holds[n].Principal, holds[n].ID)
			holds = append(holds[:n], holds[n+1:]...)
		}
		m.checkSums(t)
	}
	if refused == 0 || pushed == 0 {
		t.Errorf("%d were refused and %d that were held pushed out: nothing is tested", refused, pushed)
	}
}

// checkSums counts again what the store has counted.
func (m *Memory) checkSums(t *testing.T) {
	t.Helper()
	bytes, held := int64(0), map[string]int64{}
	for _, i := range m.items {
		if bytes += i.cost(); i.holds > 0 {
			held[i.Principal] += i.cost()
		}
	}
	if u := m.Usage(); u.Bytes != bytes || bytes > m.limits.Bytes {
		t.Fatalf("%d bytes in use, there are %d, the bound is %d", u.Bytes, bytes, m.limits.Bytes)
	}
	for name, a := range m.accounts {
		n := 0
		for _, list := range []chain{a.idle, a.held} {
			for i := list.newest; i != nil; i = i.older {
				n++
			}
		}
		if n != a.count || a.heldBytes != held[name] || a.bytes > m.limits.Principal {
			t.Fatalf("%s has %d of %d values, %d bytes, %d held of %d", name, n, a.count, a.bytes, a.heldBytes, held[name])
		}
	}
}

func TestHold(t *testing.T) {
	m := NewMemory(Limits{Count: 3, TTL: time.Minute})
	c := newClock(m)
	first := put(t, m, "ann", 1)
	for range 2 { // as two who need it
		if e, err := m.Hold(t.Context(), "ann", first.ID); err != nil || e.ID != first.ID {
			t.Fatal(e, err)
		}
	}
	_, err := m.Hold(t.Context(), "bob", first.ID)
	wantCode(t, err, CodeUnknown)
	for range 5 {
		put(t, m, "ann", 1)
	}
	m.Release("bob", first.ID)
	m.Release("ann", first.ID)
	if c.at = c.at.Add(time.Hour); !has(t, m, "ann", first.ID) {
		t.Error("what is held is gone")
	}
	m.Release("ann", first.ID)
	if c.at = c.at.Add(50 * time.Second); !has(t, m, "ann", first.ID) {
		t.Error("what was held until now has expired")
	}
	c.at = c.at.Add(2 * time.Minute)
	_, err = m.Hold(t.Context(), "ann", first.ID)
	wantCode(t, err, CodeExpired)
	m.Release("ann", first.ID)
	for range 3 {
		if _, err = m.Put(t.Context(), Entry{Principal: "ann", Size: 5, Held: true}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = m.Put(t.Context(), Entry{Principal: "ann", Size: 7})
	check(t, "no room", answer(nil, err), "too_large: the value has 7 bytes, and there is no room for it beside 3 values of 15 bytes in use; do it in smaller parts, or one after the other")
}

// What has expired goes by itself, and with the last of it the timer.
func TestExpiredValuesGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(Limits{TTL: time.Hour})
		e := put(t, m, "ann", 1)
		short, err := m.Put(t.Context(), Entry{Principal: "bob", TTL: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		held, err := m.Put(t.Context(), Entry{Principal: "bob", TTL: time.Minute, Held: true})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute + minSweep)
		if u := m.Usage(); u.Values != 2 || !m.without(short.ID) {
			t.Errorf("after a minute: %+v", u)
		}
		time.Sleep(30 * time.Minute)
		_ = has(t, m, "ann", e.ID)
		m.Release("bob", held.ID)
		time.Sleep(59 * time.Minute)
		if u := m.Usage(); u.Values != 1 || m.without(e.ID) {
			t.Errorf("before the hour is over: %+v", u)
		}
		time.Sleep(time.Minute + 2*minSweep)
		synctest.Wait()
		if u := m.Usage(); u != (Usage{}) || m.sweeps != 0 {
			t.Errorf("after the hour: %+v, and the store waits for %d", u, m.sweeps)
		}
	})
}

// A store that nobody has any more is not kept by what it waits for.
func TestStoreIsNotKeptByItsTimer(t *testing.T) {
	m := NewMemory(Limits{})
	put(t, m, "ann", 1)
	gone := make(chan struct{})
	runtime.AddCleanup(m, func(gone chan struct{}) { close(gone) }, gone)
	for range 100 {
		runtime.GC()
		select {
		case <-gone:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("it is still there")
}

// Eight principals put, small values without end: memory stays within the bound
// all the time, and each keeps its last ones as far as its share goes.
func TestTenMillionPuts(t *testing.T) {
	puts, principals := 10_000_000, 8
	if testing.Short() || raceEnabled {
		puts /= 100
	}
	const bound = 16 << 20
	m := NewMemory(Limits{Bytes: bound})
	share := bound / principals / (16 + Overhead)
	before, most := heapBytes(), int64(0)
	var wg sync.WaitGroup
	for p := range principals {
		wg.Go(func() {
			name, ids, random := fmt.Sprint("principal ", p), make([]string, share), rand.New(rand.NewPCG(5, uint64(p)))
			for i := range puts / principals {
				e, err := m.Put(t.Context(), Entry{Principal: name, Kind: "small", Value: &struct{ N, M int }{i, p}, Size: 16})
				if err != nil {
					t.Error(err)
					return
				}
				ids[i%share] = e.ID
				if i%1000 != 0 || i < share {
					continue
				}
				if u := m.Usage(); u.Bytes > bound {
					t.Errorf("%d bytes in use, the bound is %d", u.Bytes, bound)
				}
				if id := ids[(i+1+random.IntN(share))%share]; m.without(id) {
					t.Errorf("%s has lost %s, which is within its share", name, id)
					return
				}
				if p == 0 && i%(puts/principals/20) == 0 {
					most = max(most, heapBytes()-before)
				}
			}
			for _, id := range ids {
				if !has(t, m, name, id) {
					t.Errorf("%s has lost %s, which is within its share", name, id)
					return
				}
			}
		})
	}
	wg.Wait()
	u := m.Usage()
	if u.Bytes > bound || u.Bytes < bound*9/10 || u.Principals != principals {
		t.Errorf("usage %+v", u)
	}
	if !raceEnabled && most > bound {
		t.Errorf("%d bytes of memory, the bound is %d", most, bound)
	}
	t.Logf("%d values of %d bytes in use, at most %d bytes of memory; the bound is %d", u.Values, u.Bytes, most, bound)
}

// without reports whether a value is gone, and uses it not.
func (m *Memory) without(id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.items[id] == nil
}

// heapBytes returns what was in use when memory was last collected, which is
// now; what comes meanwhile does not count.
func heapBytes() int64 {
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return int64(live[0].Value.Uint64())
}

func BenchmarkPut(b *testing.B) {
	m := NewMemory(Limits{Bytes: 16 << 20})
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		name := fmt.Sprint(rand.IntN(8))
		for pb.Next() {
			_, _ = m.Put(b.Context(), Entry{Principal: name, Size: 16})
		}
	})
}

func BenchmarkGet(b *testing.B) {
	m := NewMemory(Limits{})
	for range 1000 {
		put(b, m, "ann", 16)
	}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, _ = m.Get(b.Context(), "ann", "R500")
		}
	})
}
