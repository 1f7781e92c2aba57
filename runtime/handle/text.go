package handle

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable replaces what would break a line or cannot be seen by blanks.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// cut shortens a text to a number of characters.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	runes := 0
	for i := range text {
		if runes == most-1 {
			return text[:i] + "…"
		}
		runes++
	}
	return text
}
