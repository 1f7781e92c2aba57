package planner

import (
	"container/heap"
	"slices"
)

// element is a parameter or a list in a list.
type element struct {
	n int // its number
	// place is where it stood when nothing in the list had a name yet, so that the
	// places of two runs can be compared whatever has been named since.
	place int
}

// run is a run of numbers, each plus one; zeros stand behind the last.
type run [maxRun]int32

func (r *run) at(i int) int { return int(r[i]) - 1 }

// candidate is a run that may get a name.
type candidate struct {
	run    run
	length int
	size   int
	count  int // the lists that hold it
	// seen is where it stands, in the order of lists, and where it did once.
	seen []spot
	// offered is the worth by which it is queued.
	offered worth
}

// spot is the place of a run in a list.
type spot struct{ list, place int }

// worth decides which run gets the next name: the one that saves most; of equal
// ones the longest, which needs fewer names; then the one of which nothing more
// is to come first.
type worth struct {
	gain, length int
	last         spot
}

func (w worth) before(v worth) bool {
	switch {
	case w.gain != v.gain:
		return w.gain > v.gain
	case w.length != v.length:
		return w.length > v.length
	case w.last.list != v.last.list:
		return w.last.list < v.last.list
	}
	return w.last.place < v.last.place
}

// find returns the index of the run that began at a place of a list; -1 when it
// is not there any more.
func (c *candidate) find(list []element, place int) int {
	at, ok := slices.BinarySearchFunc(list, place, func(e element, place int) int { return e.place - place })
	if !ok || at+c.length > len(list) {
		return -1
	}
	for i := range c.length {
		if list[at+i].n != c.run.at(i) {
			return -1
		}
	}
	return at
}

// gain is what a name saves. A use is a mark and a name; a definition those, the
// run, and a line break.
func (c *candidate) gain() int { return c.count*(c.size-2) - c.size - 3 }

// worth is what the run is worth now; some list holds it.
func (c *candidate) worth(lists [][]element) worth {
	for {
		last := c.seen[len(c.seen)-1]
		if c.find(lists[last.list], last.place) >= 0 {
			return worth{c.gain(), c.length, last}
		}
		c.seen = c.seen[:len(c.seen)-1]
	}
}

// runs are all runs that recur in lists, and the queue of those worth a name.
// Names only take from the runs that are there: what was offered is never worth
// more later, so the queue is put right when a run comes to its head.
type runs struct {
	sizes []int // of what has a number
	all   map[run]*candidate
	fresh []*candidate // not offered yet
	queue queue
}

func newRuns(lists [][]element, sizes []int) *runs {
	r := &runs{sizes: sizes, all: map[run]*candidate{}}
	pairs := map[[2]int]int{}
	for _, list := range lists {
		for i := 1; i < len(list); i++ {
			pairs[[2]int{list[i-1].n, list[i].n}]++
		}
	}
	for i, list := range lists {
		for from, to := 0, 0; from < len(list); from = to {
			to = from + 1
			for to < len(list) && pairs[[2]int{list[to-1].n, list[to].n}] > 1 { // no run recurs across others
				to++
			}
			r.count(i, list[from:to], 0, to-from)
		}
	}
	r.offer(lists)
	return r
}

// each calls do with the runs of a list that touch the part from..to.
func (r *runs) each(list []element, from, to int, do func(c candidate, place int)) {
	for begin := max(0, from-maxRun+1); begin < to; begin++ {
		var c candidate
		for i, e := range list[begin:min(len(list), begin+maxRun)] {
			c.run[i] = int32(e.n) + 1
			c.size += r.sizes[e.n]
			c.length++
			if begin+i >= from {
				do(c, list[begin].place)
			}
		}
	}
}

// count adds the runs that touch a part of a list.
func (r *runs) count(i int, list []element, from, to int) {
	r.each(list, from, to, func(found candidate, place int) {
		c := r.all[found.run]
		if c == nil {
			added := found // so that what is known already costs no memory
			c = &added
			r.all[c.run] = c
			r.fresh = append(r.fresh, c)
		}
		c.count++
		c.seen = append(c.seen, spot{i, place})
	})
}

// forget takes away the runs that touch a part of a list.
func (r *runs) forget(list []element, from, to int) {
	r.each(list, from, to, func(found candidate, _ int) {
		if c := r.all[found.run]; c != nil {
			c.count--
		}
	})
}

// offer queues the runs that have been found, as far as a name may pay. Of the
// others none will ever be worth one.
func (r *runs) offer(lists [][]element) {
	for _, c := range r.fresh {
		if c.count < 2 || c.gain() <= minGain {
			delete(r.all, c.run)
			continue
		}
		c.offered = c.worth(lists)
		heap.Push(&r.queue, c)
	}
	r.fresh = r.fresh[:0]
}

// best takes the run from the queue that is worth most; nil when none is worth
// a name.
func (r *runs) best(lists [][]element) *candidate {
	for len(r.queue) > 0 {
		c := r.queue[0]
		if c.count < 2 || c.gain() <= minGain {
			heap.Pop(&r.queue)
			delete(r.all, c.run)
			continue
		}
		if now := c.worth(lists); now != c.offered {
			c.offered = now
			heap.Fix(&r.queue, 0)
			continue
		}
		heap.Pop(&r.queue)
		delete(r.all, c.run)
		return c
	}
	return nil
}

// queue is a heap of candidates, the one that is worth most first.
type queue []*candidate

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].offered.before(q[j].offered) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(c any)        { *q = append(*q, c.(*candidate)) }

// Pop takes the last element, as package heap wants it.
func (q *queue) Pop() any {
	last := len(*q) - 1
	c := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	return c
}
