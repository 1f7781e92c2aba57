// Package near finds the name that a misspelt one was meant to be.
package near

import "strings"

// Name returns the one of names that a misspelt one was probably meant to be, or
// "" when none is near. Case and separators do not count; a letter too many, one
// too few, another letter and two that are swapped are one slip each, and a third
// of the letters may be slips. A name that begins like one of them, or the
// reverse, is near too ("description" for "desc"). Of equally near ones that with
// the longest common beginning is taken, then the first.
func Name(name string, names []string) string {
	best, least, longest := "", maxName, 0
	word := plain(name)
	for _, n := range names {
		other := plain(n)
		slips, ok := slipsBetween(word, other)
		if !ok {
			continue
		}
		begin := commonPrefix(word, other)
		if slips < least || slips == least && begin > longest {
			best, least, longest = n, slips, begin
		}
	}
	return best
}

// maxName bounds the work, in bytes: names come from callers.
const maxName = 64

var separators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

// plain returns what of a name counts; "" for one that is near nothing.
func plain(name string) string {
	if len(name) > maxName {
		return ""
	}
	return strings.ToLower(separators.Replace(name))
}

// slipsBetween returns how many slips make a word another one, and whether they
// are few.
func slipsBetween(a, b string) (slips int, few bool) {
	if a == "" || b == "" {
		return 0, false
	}
	x, y := []rune(a), []rune(b)
	long := max(len(x), len(y))
	apart := long - min(len(x), len(y))
	if short := min(len(a), len(b)); short >= 3 && commonPrefix(a, b) == short {
		return min(1, apart), true
	}
	most := max(1, len(y)/3)
	if apart > most {
		return 0, false
	}
	slips = distance(x, y)
	return slips, slips <= most && slips < long // one letter is no slip for another
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// distance is the optimal string alignment distance: edits of single runes and
// swaps of neighbours. It keeps the rows of the last three runes of a.
func distance(a, b []rune) int {
	rows := make([]int, 3*(len(b)+1))
	older, last, row := rows[:len(b)+1], rows[len(b)+1:2*len(b)+2], rows[2*len(b)+2:]
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		older, last, row = last, row, older
		row[0] = i + 1
		for j, s := range b {
			cost := last[j]
			if r != s {
				cost++
			}
			cost = min(cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && r == b[j-1] && a[i-1] == s {
				cost = min(cost, older[j-1]+1)
			}
			row[j+1] = cost
		}
	}
	return row[len(b)]
}
