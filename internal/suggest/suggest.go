// Package suggest finds what a misspelt word was meant to be.
package suggest

import "strings"

// Nearest returns the candidate that word most likely stands for, or "" when
// none is near. Case does not count; a transposition, an insertion, a deletion
// and a substitution are one slip each, and a third of the letters may be
// slips. A word that begins like a candidate, or the reverse, is near too
// ("description" for "desc"). Of equally near ones the longest common
// beginning wins, then the order of candidates.
func Nearest(word string, candidates []string) string {
	best, bestDist, bestPrefix := "", 0, 0
	for _, c := range candidates {
		dist, ok := near(strings.ToLower(word), strings.ToLower(c))
		if !ok {
			continue
		}
		prefix := commonPrefix(strings.ToLower(word), strings.ToLower(c))
		if best == "" || dist < bestDist || dist == bestDist && prefix > bestPrefix {
			best, bestDist, bestPrefix = c, dist, prefix
		}
	}
	return best
}

// maxWord bounds the work; nothing that we suggest is longer.
const maxWord = 64

func near(a, b string) (dist int, ok bool) {
	short := min(len(a), len(b))
	if short == 0 || max(len(a), len(b)) > maxWord {
		return 0, false
	}
	dist = distance([]rune(a), []rune(b))
	if short >= 3 && commonPrefix(a, b) == short {
		dist = min(dist, 1)
	}
	return dist, dist <= max(1, len([]rune(b))/3)
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// distance is the optimal string alignment distance of a and b: edits of
// single runes and swaps of neighbours.
func distance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
