package docs

import (
	"go/doc/comment"
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

// block makes a Go doc comment safe as Markdown: paragraphs, lists, headings and
// code, as https://go.dev/doc/comment has them.
func block(text string) markdown {
	doc := new(comment.Parser).Parse(strings.ReplaceAll(text, "\r", ""))
	var parts []string
	for _, b := range doc.Content {
		switch b := b.(type) {
		case *comment.Code:
			parts = append(parts, fence(b.Text))
		case *comment.Heading:
			// Not a heading of the page, whose parts have their own.
			parts = append(parts, "**"+string(inline(plain(b.Text)))+"**")
		case *comment.Paragraph:
			parts = append(parts, paragraph(b))
		case *comment.List:
			parts = append(parts, list(b))
		}
	}
	return markdown(strings.Join(parts, "\n\n"))
}

// plain returns the words of a text; links keep theirs.
func plain(text []comment.Text) string {
	var b strings.Builder
	for _, t := range text {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(plain(t.Text))
		case *comment.DocLink:
			b.WriteString(plain(t.Text))
		}
	}
	return b.String()
}

func paragraph(p *comment.Paragraph) string {
	lines := strings.Split(plain(p.Text), "\n")
	for i, line := range lines {
		lines[i] = guard(string(inline(line)))
	}
	return strings.Join(lines, "\n")
}

// list writes a list; what belongs to an item is indented.
func list(l *comment.List) string {
	var items []string
	for _, item := range l.Items {
		mark := "- "
		if item.Number != "" {
			mark = item.Number + ". "
		}
		var parts []string
		for _, b := range item.Content {
			if p, ok := b.(*comment.Paragraph); ok { // nothing else stands in items
				parts = append(parts, paragraph(p))
			}
		}
		indent := "\n" + strings.Repeat(" ", len(mark))
		items = append(items, mark+strings.ReplaceAll(strings.Join(parts, "\n\n"), "\n", indent))
	}
	return strings.Join(items, "\n")
}

// fence writes a code block, behind more backticks than it holds.
func fence(text string) string {
	marks := strings.Repeat("`", max(3, longestTicks(text)+1))
	return marks + "\n" + strings.TrimSuffix(text, "\n") + "\n" + marks
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
