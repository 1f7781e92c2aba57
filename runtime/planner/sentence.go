package planner

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// FirstSentence returns the first sentence of a description on one line, as it
// stands behind a line. A stop ends it when blank space follows, and after that
// no lower-case letter (as in "e.g. this"); nor after a single capital (as in
// "J. Doe").
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
	return !unicode.IsLower(next) && !initial
}

// oneLine joins the words of a text by single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
