package schema

import (
	"github.com/mcpgen/mcpgen/internal/model"
)

const (
	// maxRepeat is how many bytes of schema the repetitions of a struct may
	// add before it moves to $defs.
	maxRepeat = 1024
	// manyBytes stands for every greater size and number; structs that hold
	// each other twice double at each level.
	manyBytes = 1 << 30
	// rootID is the graph's name for the root; no type has it.
	rootID = ""
)

// graph is the structs and recursive types of a document, each taken once.
type graph struct {
	b     builder // refers to every candidate instead of inlining it
	nodes map[string]*node
	order []string // post-order of the walk: children before parents
}

// node is one type: what it refers to, and how large its schema is.
type node struct {
	children []string // one entry for each reference, in order
	full     int      // size with every child inlined, recursive ones excepted
}

// plan decides which types go to $defs and names them: the recursive ones, and
// the structs whose repetition would add more than maxRepeat bytes.
func (b *builder) plan(root use) map[string]string {
	g := &graph{b: *b, nodes: map[string]*node{}}
	g.walk(rootID, root)
	uses := map[string]int{rootID: 1}
	shared := map[string]bool{}
	for i := len(g.order) - 1; i >= 0; i-- { // parents before children
		id := g.order[i]
		n, times := g.nodes[id], uses[id]
		if g.recursive(id) || mul(times-1, n.full) > maxRepeat {
			shared[id], times = true, 1
		}
		for _, child := range n.children {
			uses[child] = min(uses[child]+times, manyBytes)
		}
	}
	if len(shared) == 0 {
		return nil
	}
	var ids []string // in the order of the types, which numbers equal names
	for _, n := range b.p.Types {
		if shared[n.ID] {
			ids = append(ids, n.ID)
		}
	}
	return b.p.ShortNames(ids)
}

// walk measures a type and, once each, those it refers to.
func (g *graph) walk(id string, u use) {
	n := &node{}
	g.nodes[id] = n
	g.b.seen = func(child string) { n.children = append(n.children, child) }
	n.full = len(render(g.b.inline(u)))
	for _, child := range n.children {
		if g.nodes[child] == nil {
			g.walk(child, use{typ: &model.Type{Kind: model.Ref, Ref: child}})
		}
		if !g.recursive(child) {
			n.full = min(n.full+g.nodes[child].full, manyBytes)
		}
	}
	g.order = append(g.order, id)
}

func (g *graph) recursive(id string) bool {
	t := g.b.p.Named(id)
	return t != nil && t.Recursive
}

func mul(a, b int) int {
	if a > 0 && b > manyBytes/a {
		return manyBytes
	}
	return a * b
}
