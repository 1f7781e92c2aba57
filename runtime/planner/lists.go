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
// the definitions. No parameter stands in a list twice.
func shorten(lists [][]string) [][]string {
	s := newShortener(lists)
	for range maxLists {
		best := s.runs.best(s.lists)
		if best == nil {
			break
		}
		s.name(best)
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
	lists [][]element
	tools int
	runs  *runs
	// definitions are written in an order in which each stands below those that
	// it holds; names are by number.
	definitions [][]string
	names       map[int]string
}

func newShortener(lists [][]string) *shortener {
	s := &shortener{lists: make([][]element, len(lists)), tools: len(lists), names: map[int]string{}}
	numbers := map[string]int{}
	for i, list := range lists {
		for at, text := range list {
			n, ok := numbers[text]
			if !ok {
				n = len(s.texts)
				numbers[text] = n
				s.texts = append(s.texts, text)
				s.sizes = append(s.sizes, pieces(text))
			}
			s.lists[i] = append(s.lists[i], element{n, at})
		}
	}
	s.first = len(s.texts)
	s.runs = newRuns(s.lists, s.sizes)
	return s
}

// name puts a name in the place of a run, wherever it stands.
func (s *shortener) name(c *candidate) {
	n := len(s.texts)
	s.texts = append(s.texts, "")
	s.sizes = append(s.sizes, 2)
	s.runs.sizes = s.sizes
	definition := make([]element, c.length)
	for i := range definition {
		definition[i] = element{c.run.at(i), i}
	}
	for _, at := range c.seen {
		list := s.lists[at.list]
		from := c.find(list, at.place)
		if from < 0 {
			continue
		}
		s.runs.forget(list, from, from+c.length)
		list[from].n = n
		list = slices.Delete(list, from+1, from+c.length)
		s.lists[at.list] = list
		s.runs.count(at.list, list, from, from+1)
	}
	s.lists = append(s.lists, definition)
	s.runs.count(len(s.lists)-1, definition, 0, len(definition))
	s.runs.offer(s.lists)
}

// written returns the texts of a list, and defines the lists in it.
func (s *shortener) written(list []element) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = s.texts[e.n]
		if e.n >= s.first {
			out[i] = s.reference(e.n)
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
