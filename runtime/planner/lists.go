package planner

import "slices"

// Lists of parameters that several tools have are written once, under a name:
//
//	&a owner repo
//	get_label(&a name)
//
// The name stands where the parameters would. A list may begin with, or hold,
// lists above it. Which lists are worth a name is found as in byte pair
// encoding: the run of parameters that saves most is named, then the next one.

// mark stands in front of the name of a list.
const mark = "&"

const (
	// maxLists bounds the names of lists: letters, then pairs of them.
	maxLists = 26 + 26*26
	// maxRun is the number of parameters that are named together at once. Longer
	// runs are found as lists of lists.
	maxRun = 8
	// minGain is what a name must save, in pieces of text: its line costs the
	// reader a look as well.
	minGain = 2
)

// shorten names the runs that recur in lists, which it changes, and returns
// the definitions.
func shorten(lists [][]string) [][]string {
	s := newShortener(lists)
	for range maxLists {
		run := s.best()
		if run == nil {
			break
		}
		s.name(run)
	}
	for i := range lists {
		lists[i] = s.written(s.lists[i])
	}
	return s.definitions
}

// shortener works with numbers instead of texts: those of parameters, and from
// first on those of lists.
type shortener struct {
	texts []string
	sizes []int // of the texts, in pieces
	first int
	// lists holds those of the tools, and then the definitions as they are found.
	lists [][]int
	tools int
	// definitions are written in an order in which each stands below those that
	// it holds; names are by number.
	definitions [][]string
	names       map[int]string
}

func newShortener(lists [][]string) *shortener {
	s := &shortener{lists: make([][]int, len(lists)), tools: len(lists), names: map[int]string{}}
	numbers := map[string]int{}
	for i, list := range lists {
		for _, text := range list {
			n, ok := numbers[text]
			if !ok {
				n = len(s.texts)
				numbers[text] = n
				s.texts = append(s.texts, text)
				s.sizes = append(s.sizes, pieces(text))
			}
			s.lists[i] = append(s.lists[i], n)
		}
	}
	s.first = len(s.texts)
	return s
}

// candidate is a run and where it was seen.
type candidate struct {
	run   []int
	size  int
	count int
	list  int // the last that counts, and where its next can begin
	next  int
}

// best returns the run that saves most when it has a name; of equal ones the
// first in the order of lists. nil when none is worth it.
func (s *shortener) best() []int {
	byRun := map[[maxRun]int]*candidate{}
	var best *candidate
	for i, list := range s.recurring() {
		for from := range list {
			var key [maxRun]int
			size := 0
			for to := from + 1; to <= min(len(list), from+maxRun) && list[to-1] >= 0; to++ {
				key[to-from-1] = list[to-1] + 1
				size += s.sizes[list[to-1]]
				c := byRun[key]
				if c == nil {
					c = &candidate{run: s.lists[i][from:to], size: size, list: -1}
					byRun[key] = c
				}
				if c.list != i || c.next <= from {
					c.count++
					c.list, c.next = i, to
				}
				if c.count > 1 && c.better(best) {
					best = c
				}
			}
		}
	}
	if best == nil || best.gain() <= minGain {
		return nil
	}
	return slices.Clone(best.run)
}

// gain is what a name saves. A use is a mark and a name; a definition those, the
// run, and a line break.
func (c *candidate) gain() int { return c.count*(c.size-2) - c.size - 3 }

// better compares gains; of equal ones the longer run wins, which needs fewer
// names, and then the one that was seen first.
func (c *candidate) better(than *candidate) bool {
	return than == nil || c.gain() > than.gain() || c.gain() == than.gain() && len(c.run) > len(than.run)
}

// recurring returns the lists with -1 for what stands once, and cannot be part
// of a run.
func (s *shortener) recurring() [][]int {
	uses := make([]int, len(s.texts))
	for _, list := range s.lists {
		for _, n := range list {
			uses[n]++
		}
	}
	out := make([][]int, len(s.lists))
	for i, list := range s.lists {
		out[i] = slices.Clone(list)
		for j, n := range list {
			if uses[n] < 2 {
				out[i][j] = -1
			}
		}
	}
	return out
}

// name puts a name in the place of a run.
func (s *shortener) name(run []int) {
	n := len(s.texts)
	s.texts = append(s.texts, "")
	s.sizes = append(s.sizes, 2)
	for i := range s.lists {
		s.lists[i] = replace(s.lists[i], run, n)
	}
	s.lists = append(s.lists, run)
}

// replace puts a name in the place of each run in list.
func replace(list, run []int, name int) []int {
	var out []int
	for i := 0; i < len(list); {
		if n := len(run); i+n <= len(list) && slices.Equal(list[i:i+n], run) {
			out = append(out, name)
			i += n
			continue
		}
		out = append(out, list[i])
		i++
	}
	return out
}

// written returns the texts of a list, and defines the lists in it.
func (s *shortener) written(list []int) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = s.texts[n]
		if n >= s.first {
			out[i] = s.reference(n)
		}
	}
	return out
}

func (s *shortener) reference(n int) string {
	if name, ok := s.names[n]; ok {
		return name
	}
	list := s.written(s.lists[s.tools+n-s.first])
	name := mark + listName(len(s.definitions))
	s.definitions = append(s.definitions, list)
	s.names[n] = name
	return name
}

// listName counts a, b ... z, aa, ab ...
func listName(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return listName(i/26-1) + listName(i%26)
}

// pieces guesses how many tokens a text is: words of up to eight letters, three
// digits, or two other characters are one each, with the blank in front.
func pieces(text string) int {
	n, left, class := 0, 0, byte(0)
	for i := range len(text) {
		c, room := byte('.'), 2
		switch b := text[i]; {
		case b == ' ':
			left = 0
			continue
		case 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= 0x80:
			c, room = 'a', 8
		case '0' <= b && b <= '9':
			c, room = '0', 3
		}
		if c != class || left == 0 {
			n, left, class = n+1, room, c
		}
		left--
	}
	return n
}
