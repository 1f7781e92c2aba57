package handle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
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

func TestTenMillionPuts(t *testing.T) {
	puts, principals := 10_000_000, 8
	if testing.Short() || raceEnabled {
		puts /= 100
	}
	const bound = 16 << 20
	m := NewMemory(Limits{Bytes: bound})
	before := heapBytes()
	var wg sync.WaitGroup
	last := make([][]string, principals)
	for p := range principals {
		wg.Go(func() {
			name := fmt.Sprint("principal ", p)
			for i := range puts / principals {
				e, err := m.Put(t.Context(), Entry{Principal: name, Kind: "small", Value: &struct{ N, M int }{i, p}, Size: 16})
				if err != nil {
					t.Error(err)
					return
				}
				if i >= puts/principals-bound/principals/(16+Overhead) {
					last[p] = append(last[p], e.ID)
				}
			}
		})
	}
	wg.Wait()
	if u := m.Usage(); u.Bytes > bound || u.Bytes < bound*9/10 || u.Principals != principals {
		t.Errorf("usage %+v", u)
	}
	if grown := heapBytes() - before; !raceEnabled && grown > bound {
		t.Errorf("%d bytes of memory, the bound is %d", grown, bound)
	}
	for p, ids := range last {
		// The slowest may have put some of its last when the others had less.
		for _, id := range ids {
			if !has(t, m, fmt.Sprint("principal ", p), id) {
				t.Fatalf("principal %d has lost %s, which is within its share", p, id)
			}
		}
	}
}

func heapBytes() int64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
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
