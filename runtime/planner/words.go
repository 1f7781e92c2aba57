package planner

import (
	"strings"
	"sync"
	"unicode"
)

// words splits a text, or a name at its signs and capitals, into words as the
// index has them: in lower case and without endings. Words that stand in every
// other sentence are left out, unless all is said.
func words(text string, all bool) []string {
	var list []string
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '\'' }) {
		for _, part := range splitCase(word) {
			part = strings.ToLower(strings.Trim(strings.TrimSuffix(part, "'s"), "'"))
			if part != "" && (all || !common()[part]) {
				list = append(list, stem(part))
			}
		}
	}
	return list
}

// splitCase splits getURLByID into get, URL, By, ID.
func splitCase(word string) []string {
	var parts []string
	runes, start := []rune(word), 0
	for i := 1; i < len(runes); i++ {
		begins := unicode.IsUpper(runes[i]) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if begins {
			parts = append(parts, string(runes[start:i]))
			start = i
		}
	}
	return append(parts, string(runes[start:]))
}

// common are words that tell no tool from another.
var common = sync.OnceValue(func() map[string]bool {
	return wordSet(`a an and any are as at be been but by can could do does for from has have how i if in into is it its me
	my of on or our please so some than that the their them then there these this those to us want was we what when where which
	will with would you your`)
})

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// synonyms are words for the same, in programs and among people. The index has
// the stems.
var synonyms = sync.OnceValue(func() map[string][]string {
	return synonymsOf(synonymLines)
})

const synonymLines = `create add new make insert open register
delete remove drop erase destroy discard trash
get fetch read show retrieve view see tell give
list all browse enumerate every
search find look lookup query locate
update edit change modify set alter adjust
send post deliver write
stop cancel abort end terminate
start run launch begin execute trigger
copy duplicate clone
rename name call
save store keep
reserve book
buy order purchase
pay payment charge
money amount price cost
picture image photo
directory folder
person people user
mail email
error failure crash
repository repo
calendar schedule appointment
meeting event`

// synonymsOf maps each word of a line to the others.
func synonymsOf(lines string) map[string][]string {
	same := map[string][]string{}
	for line := range strings.Lines(lines) {
		list := words(line, true)
		for i, word := range list {
			same[word] = append(append(same[word], list[:i]...), list[i+1:]...)
		}
	}
	return same
}

// stem takes the endings off an English word, so that its forms become one:
// creates, created, creating and create are creat. Words of other languages
// lose little by it, since queries are treated alike.
func stem(word string) string {
	if len(word) < 4 {
		return word
	}
	word = plural(word)
	for _, ending := range []string{"ing", "ed"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 3 && strings.ContainsAny(rest, "aeiouy") {
			word = undouble(rest)
			break
		}
	}
	if rest, ok := strings.CutSuffix(word, "ion"); ok && len(rest) >= 4 && (strings.HasSuffix(rest, "t") || strings.HasSuffix(rest, "s")) {
		word = rest
	}
	if rest, ok := strings.CutSuffix(word, "e"); ok && len(rest) >= 3 {
		word = rest
	}
	return word
}

// plural returns the singular of a noun, and the first person of a verb.
func plural(word string) string {
	rest, ok := strings.CutSuffix(word, "s")
	switch {
	case !ok || strings.HasSuffix(rest, "s") || strings.HasSuffix(rest, "u") || strings.HasSuffix(rest, "i"):
		return word
	case strings.HasSuffix(rest, "ie") && len(rest) > 4:
		return rest[:len(rest)-2] + "y"
	}
	for _, ending := range []string{"xe", "che", "she", "sse", "zze"} {
		if strings.HasSuffix(rest, ending) {
			return rest[:len(rest)-1]
		}
	}
	return rest
}

// undouble returns stopp as stop, and leaves call and pass alone.
func undouble(word string) string {
	n := len(word)
	if n > 3 && word[n-1] == word[n-2] && !strings.ContainsRune("lsz", rune(word[n-1])) {
		return word[:n-1]
	}
	return word
}
