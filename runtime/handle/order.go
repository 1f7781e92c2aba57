package handle

// chain is a list of items, from the one that came last to the one that came
// first.
type chain struct{ newest, oldest *item }

// push makes an item the newest.
func (c *chain) push(i *item) {
	i.chain, i.newer, i.older = c, nil, c.newest
	if c.newest != nil {
		c.newest.newer = i
	}
	c.newest = i
	if c.oldest == nil {
		c.oldest = i
	}
}

// leave takes an item out of its list.
func (i *item) leave() {
	if i.newer == nil {
		i.chain.newest = i.older
	} else {
		i.newer.older = i.older
	}
	if i.older == nil {
		i.chain.oldest = i.newer
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
