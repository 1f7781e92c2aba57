package planner

import (
	"slices"
	"strings"
)

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
	all := slices.Clone(lists)
	var names []string
	for len(names) < maxLists {
		run := bestRun(all)
		if run == nil {
			break
		}
		name := mark + listName(len(names))
		for i := range all {
			all[i] = replace(all[i], run, name)
		}
		names = append(names, name)
		all = append(all, run)
	}
	o := &ordering{found: map[string][]string{}, names: map[string]string{}}
	for i, name := range names {
		o.found[name] = all[len(lists)+i]
	}
	for i, list := range all[:len(lists)] {
		lists[i] = o.rename(list)
	}
	return o.definitions
}

// ordering gives lists new names, so that those that a list holds stand above it.
type ordering struct {
	found       map[string][]string
	names       map[string]string // new ones by old ones
	definitions [][]string
}

func (o *ordering) rename(list []string) []string {
	out := slices.Clone(list)
	for i, text := range out {
		if strings.HasPrefix(text, mark) {
			out[i] = o.name(text)
		}
	}
	return out
}

func (o *ordering) name(old string) string {
	if name, ok := o.names[old]; ok {
		return name
	}
	list := o.rename(o.found[old])
	name := mark + listName(len(o.definitions))
	o.definitions = append(o.definitions, list)
	o.names[old] = name
	return name
}

// bestRun returns the run that saves most when it has a name; of equal ones the
// first in the order of lists. nil when none is worth it.
func bestRun(lists [][]string) []string {
	type found struct {
		run   []string
		count int
		list  int // the last that counts, and where its next can begin
		next  int
	}
	byText := map[string]*found{}
	var order []*found
	for i, list := range lists {
		for from := range list {
			for to := from + 1; to <= min(len(list), from+maxRun); to++ {
				text := strings.Join(list[from:to], " ")
				f := byText[text]
				if f == nil {
					f = &found{run: list[from:to], list: -1}
					byText[text] = f
					order = append(order, f)
				}
				if f.list != i || f.next <= from {
					f.count++
					f.list, f.next = i, to
				}
			}
		}
	}
	var best []string
	gain := minGain
	for _, f := range order {
		if f.count < 2 {
			continue
		}
		text := strings.Join(f.run, " ")
		size := pieces(text)
		// A use is a mark and a name; a definition those, the run, and a line break.
		if g := f.count*(size-2) - size - 3; g > gain {
			best, gain = slices.Clone(f.run), g
		}
	}
	return best
}

// replace puts name in the place of each run in list.
func replace(list, run []string, name string) []string {
	var out []string
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
