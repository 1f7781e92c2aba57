package planner

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Search returns the k tools of the view that fit a query best, the best first;
// fewer when fewer fit at all, all that fit for a k below 1. A query is words, as
// people say what they want, or a name or a part of one.
//
// Tools are ranked by BM25F (Robertson and Zaragoza, "The Probabilistic
// Relevance Framework", 2009) over their names, groups, descriptions and
// parameters. Forms of a word count as one, words that mean the same count a
// little, and a word that no tool has stands for those that it nearly is. Equal
// ranks are in the order of the names.
func (v *View) Search(query string, k int) []*Tool {
	type hit struct {
		tool *Tool
		rank int64
	}
	var hits []hit
	for i, score := range v.registry.index().scores(query) {
		if t := v.registry.whole.tools[i]; score > 0 && v.Has(t.Name) {
			hits = append(hits, hit{t, int64(score * 1e6)}) // what differs by less is equal, on every machine
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.rank, a.rank) })
	var tools []*Tool
	for _, h := range hits {
		if k > 0 && len(tools) == k {
			break
		}
		tools = append(tools, h.tool)
	}
	return tools
}

// index is what is searched: how much each word says of each tool. It is made at
// the first search and kept: how rare a word is depends on all tools of a server,
// which generated code, package by package, does not know; and it takes some
// milliseconds for a thousand tools, where tables in every program would cost
// each of them its size.
type index struct {
	names  []string             // of the tools, as words
	weight map[string][]posting // by word, in the order of the tools
	vocab  []string             // in order
}

// posting is what a word says of a tool.
type posting struct {
	tool   int
	weight float64
}

// field is a part of what is known of a tool.
type field struct {
	text   func(*Tool) string
	weight float64 // of a word in it
	length float64 // how much a word loses in a text that is longer than others, from 0 to 1
}

// fields are ordered by what a word in them says. The weights were tried out on
// the catalogue of the tests, and lie in the middle of a wide range.
var fields = []field{
	{func(t *Tool) string { return t.Name }, 3, 0.3},
	{func(t *Tool) string { return t.About }, 1.5, 0.5},
	{(*Tool).more, 0.7, 0.6},
	{func(t *Tool) string { return strings.Join(t.Groups, " ") }, 1, 0.3},
	{func(t *Tool) string { return paramText(t, func(p Param) string { return p.Name }) }, 0.8, 0.6},
	{func(t *Tool) string { return paramText(t, func(p Param) string { return p.About }) }, 0.4, 0.6},
}

func paramText(t *Tool, of func(Param) string) string {
	var list []string
	for _, p := range t.Params() {
		list = append(list, of(p))
	}
	return strings.Join(list, " ")
}

// saturation is how soon more of a word says no more (k1 of BM25).
const saturation = 1.2

func newIndex(tools []*Tool) *index {
	x := &index{weight: map[string][]posting{}}
	found := make([]map[string]float64, len(tools))
	for i, t := range tools {
		found[i] = map[string]float64{}
		x.names = append(x.names, strings.Join(words(t.Name, true), " "))
	}
	for _, f := range fields {
		f.count(tools, found)
	}
	for i, counts := range found {
		for word, count := range counts {
			x.weight[word] = append(x.weight[word], posting{i, count})
		}
	}
	for word, list := range x.weight {
		rarity := math.Log(1 + (float64(len(tools)-len(list))+0.5)/(float64(len(list))+0.5))
		for i, p := range list {
			list[i].weight = rarity * p.weight * (1 + saturation) / (p.weight + saturation)
		}
		x.vocab = append(x.vocab, word)
	}
	slices.Sort(x.vocab)
	return x
}

// count adds the words of a field to what was found of each tool.
func (f field) count(tools []*Tool, found []map[string]float64) {
	lists, total := make([][]string, len(tools)), 0
	for i, t := range tools {
		lists[i] = words(f.text(t), false)
		total += len(lists[i])
	}
	mean := float64(max(total, 1)) / float64(len(tools))
	for i, list := range lists {
		for _, word := range list {
			found[i][word] += f.weight / (1 - f.length + f.length*float64(len(list))/mean)
		}
	}
}

// What a word of the query counts that is not in the text itself.
const (
	likeSynonym = 0.4
	likeNear    = 0.5
)

// scores returns for each tool how well it fits.
func (x *index) scores(query string) []float64 {
	scores := make([]float64, len(x.names))
	seen := map[string]bool{}
	for _, word := range words(query, false) {
		if seen[word] {
			continue
		}
		seen[word] = true
		best := map[int]float64{}
		x.take(best, word, 1)
		for _, other := range synonyms()[word] {
			x.take(best, other, likeSynonym)
		}
		if x.weight[word] == nil {
			for _, near := range x.near(word) {
				x.take(best, near, likeNear)
			}
		}
		for tool, score := range best {
			scores[tool] += score
		}
	}
	if name := strings.Join(words(query, true), " "); name != "" {
		for i := range x.names {
			if x.names[i] == name {
				scores[i] += 1000 // it was called by its name
			}
		}
	}
	return scores
}

// take keeps for each tool the most that a word or one of those like it says.
func (x *index) take(best map[int]float64, word string, part float64) {
	for _, p := range x.weight[word] {
		best[p.tool] = max(best[p.tool], part*p.weight)
	}
}

// near returns the words of the index that begin like a word, or that it is with
// a letter wrong.
func (x *index) near(word string) []string {
	if len(word) < 4 {
		return nil
	}
	var list []string
	for _, other := range x.vocab {
		begins := len(other) >= 4 && (strings.HasPrefix(other, word) || strings.HasPrefix(word, other))
		if begins || oneWrong([]rune(word), []rune(other)) {
			list = append(list, other)
		}
	}
	return list
}

// oneWrong reports whether two words differ by one letter: another one, one more,
// one less, or two that have changed places.
func oneWrong(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return slices.Equal(a[i:], b[i+1:])
	}
	if i == len(a) || slices.Equal(a[i+1:], b[i+1:]) {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
}
