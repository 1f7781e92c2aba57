// Package near finds the name that a misspelt one was meant to be.
package near

import "strings"

// Name returns the name that was probably meant: one that differs in case
// or separators only, else one an edit or two away; "" when there is none.
func Name(name string, names []string) string {
	for _, n := range names {
		if strings.EqualFold(plain(n), plain(name)) {
			return n
		}
	}
	best, least := "", 3
	if len(name) < 6 {
		least = 2
	}
	for _, n := range names {
		if len(name) > 64 || len(n) > 64 {
			continue
		}
		if d := distance(name, n); d < least && d < len(n) {
			best, least = n, d
		}
	}
	return best
}

var separators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

func plain(name string) string { return separators.Replace(name) }

// distance is the Levenshtein distance of two names in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		previous := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := previous
			if a[i] != b[j] {
				cost = min(previous, row[j], row[j+1]) + 1
			}
			previous, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
