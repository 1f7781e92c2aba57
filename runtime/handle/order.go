package handle

// push makes an item the most recently used one.
func (a *account) push(i *item) {
	i.newer, i.older = nil, a.newest
	if a.newest != nil {
		a.newest.newer = i
	}
	a.newest = i
	if a.oldest == nil {
		a.oldest = i
	}
}

// remove takes an item out of the list.
func (a *account) remove(i *item) {
	if i.newer == nil {
		a.newest = i.older
	} else {
		i.newer.older = i.older
	}
	if i.older == nil {
		a.oldest = i.newer
	} else {
		i.older.newer = i.newer
	}
	i.newer, i.older = nil, nil
}

// byExpiry is a heap of items; the first expires first.
type byExpiry []*item

func (h byExpiry) Len() int           { return len(h) }
func (h byExpiry) Less(i, j int) bool { return h[i].expires < h[j].expires }
func (h byExpiry) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].expiryRank, h[j].expiryRank = i, j
}

func (h *byExpiry) Push(x any) {
	i := x.(*item)
	i.expiryRank = len(*h)
	*h = append(*h, i)
}

func (h *byExpiry) Pop() any {
	last := len(*h) - 1
	i := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return i
}

// byWeight is a heap of accounts; the first has most bytes, and of equal ones
// the first by name, so that who loses is no chance.
type byWeight []*account

func (h byWeight) Len() int { return len(h) }
func (h byWeight) Less(i, j int) bool {
	return h[i].bytes > h[j].bytes || h[i].bytes == h[j].bytes && h[i].principal < h[j].principal
}

func (h byWeight) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].weightRank, h[j].weightRank = i, j
}

func (h *byWeight) Push(x any) {
	a := x.(*account)
	a.weightRank = len(*h)
	*h = append(*h, a)
}

func (h *byWeight) Pop() any {
	last := len(*h) - 1
	a := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return a
}
