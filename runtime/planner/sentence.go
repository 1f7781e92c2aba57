package planner

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// FirstSentence returns the first sentence of a description on one line, as it
// stands behind a line. A stop ends it when blank space follows, and after that
// no lower-case letter (as in "etc. and so on"); nor after a single capital (as in
// "J. Doe"), nor after an abbreviation that more belongs to (as in "e.g. JSON").
func FirstSentence(text string) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), "\n\n")
	line := oneLine(paragraph)
	for i, r := range line {
		if strings.ContainsRune(".!?", r) && endsSentence(line[:i], line[i+1:]) {
			return line[:i+1]
		}
		if strings.ContainsRune("。．！？", r) {
			return line[:i+utf8.RuneLen(r)]
		}
	}
	return line
}

// About returns what stands behind the line of a tool: the first sentence of its
// description, without the name of the function that comments in Go begin with.
// AddChart is what the line of add_chart, or of charts.add_chart, has said.
func About(tool, description string) string {
	sentence := FirstSentence(description)
	subject, rest, _ := strings.Cut(sentence, " ")
	if strings.IndexFunc(subject, unicode.IsUpper) != 0 || strings.LastIndexFunc(subject, unicode.IsUpper) == 0 {
		return sentence // a word such as Search, which may tell what to do
	}
	if next, _ := utf8.DecodeRuneInString(rest); !unicode.IsLower(next) {
		return sentence
	}
	for from := 0; ; {
		if strings.EqualFold(joined(tool[from:]), subject) {
			return rest
		}
		i := strings.IndexAny(tool[from:], separators)
		if i < 0 {
			return sentence
		}
		from += i + 1
	}
}

// endsSentence judges a stop between two parts of a line.
func endsSentence(before, after string) bool {
	if after == "" {
		return true
	}
	if after[0] != ' ' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(after[1:])
	last, size := utf8.DecodeLastRuneInString(before)
	initial := unicode.IsUpper(last) && (len(before) == size || before[len(before)-size-1] == ' ')
	return !unicode.IsLower(next) && !initial && !abbreviates(before, next)
}

// abbreviates reports whether a line ends in an abbreviation that what begins with
// next belongs to. "No." is one in front of a number; "etc." may end a sentence.
func abbreviates(line string, next rune) bool {
	word := line[strings.LastIndexByte(line, ' ')+1:]
	switch strings.ToLower(strings.TrimLeft(word, `([{"'`)) {
	case "e.g", "i.e", "eg", "ie", "cf", "vs", "approx", "incl", "mr", "mrs", "ms", "dr", "prof":
		return true
	case "no", "nos", "fig", "p", "pp":
		return unicode.IsDigit(next)
	}
	return false
}

// oneLine joins the words of a text by single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

const separators = "_-./"

// joined returns the name of a tool without separators.
func joined(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(separators, r) {
			return -1
		}
		return r
	}, name)
}
