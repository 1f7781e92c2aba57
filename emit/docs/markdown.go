package docs

import (
	"strings"
	"unicode"

	"github.com/mcpgen/mcpgen/internal/model"
)

// markdown is text that is ready to stand in a page.
type markdown string

// special are the characters that begin something in Markdown or GitHub's
// tables wherever they stand, the backslash first.
const special = "\\`*_[]|~$"

// inline makes text safe for one line, a table cell included: it stays the
// same words and can start no markup and no HTML.
func inline(text string) markdown {
	var b strings.Builder
	for _, r := range model.OneLine(text) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune(special, r):
			b.WriteRune('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			b.WriteRune('\ufffd')
		default:
			b.WriteRune(r)
		}
	}
	return markdown(b.String())
}

// block makes text safe as paragraphs. A paragraph whose lines are all
// indented is code, as in Go doc comments.
func block(text string) markdown {
	var parts []string
	for _, paragraph := range paragraphs(text) {
		if isCode(paragraph) {
			parts = append(parts, fence(paragraph))
			continue
		}
		var lines []string
		for _, line := range paragraph {
			lines = append(lines, guard(string(inline(line))))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return markdown(strings.Join(parts, "\n\n"))
}

// paragraphs splits a text at its blank lines, but not between two indented
// lines.
func paragraphs(text string) [][]string {
	var list [][]string
	gap := true
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "")) {
		line = strings.TrimRight(line, "\n \t")
		if line == "" {
			gap = true
			continue
		}
		last := len(list) - 1
		code := last >= 0 && isCode(list[last])
		switch {
		case gap && code && indented(line):
			list[last] = append(list[last], "", line)
		case gap || code != indented(line):
			list = append(list, []string{line})
		default:
			list[last] = append(list[last], line)
		}
		gap = false
	}
	return list
}

func indented(line string) bool {
	return strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    ")
}

func isCode(lines []string) bool { return indented(lines[0]) }

// fence writes lines as a code block, behind more backticks than they hold.
func fence(lines []string) string {
	var body []string
	for _, line := range lines {
		line = strings.TrimPrefix(line, "\t")
		if trimmed, ok := strings.CutPrefix(line, "    "); ok {
			line = trimmed
		}
		body = append(body, line)
	}
	text := strings.Join(body, "\n")
	marks := strings.Repeat("`", max(3, longestTicks(text)+1))
	return marks + "\n" + text + "\n" + marks
}

// guard keeps a line from beginning a heading, a list, a rule or a number.
func guard(line string) string {
	if line == "" {
		return line
	}
	if strings.ContainsRune("#+-=:", rune(line[0])) {
		return `\` + line
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if digits > 0 && digits < len(line) && strings.ContainsRune(".)", rune(line[digits])) {
		return line[:digits] + `\` + line[digits:]
	}
	return line
}

// code writes text as a code span, for use outside tables.
func code(text string) markdown {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
	if strings.TrimSpace(text) == "" {
		return markdown(model.Quote(text))
	}
	marks := strings.Repeat("`", longestTicks(text)+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || text != strings.TrimSpace(text) {
		text = " " + text + " "
	}
	return markdown(marks + text + marks)
}

// cell writes text as a code span for a table cell. One with a bar is no code
// there, because GitHub drops the backslash that keeps the bar from ending the
// cell, and any that stood before it.
func cell(text string) markdown {
	if strings.Contains(text, "|") {
		return inline(text)
	}
	return code(text)
}

// longestTicks is the length of the longest run of backticks.
func longestTicks(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
