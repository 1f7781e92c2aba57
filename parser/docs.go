package parser

import (
	"go/ast"
	"go/doc/comment"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/parser/directive"
)

// text is a description made from Go comments.
type text struct {
	// Doc is plain text: paragraphs are one line each, with a blank line in
	// between; code blocks keep their lines, indented by a tab.
	Doc string
	// Deprecated: a paragraph begins with "Deprecated: ".
	Deprecated bool
	// First is the first paragraph of Doc.
	First string
}

// describe makes a description from comments: what is for tools and not for
// readers is dropped, the rest is laid out as go/doc/comment prints it.
func describe(comments ...*ast.Comment) text {
	var prose []*ast.Comment
	for _, c := range comments {
		switch {
		case isForTools(c.Text):
		case strings.HasPrefix(c.Text, "/*"):
			prose = append(prose, slices.DeleteFunc(unblock(c.Text), func(line *ast.Comment) bool {
				return directive.LooksLike(line.Text)
			})...)
		default:
			prose = append(prose, c)
		}
	}
	if len(prose) == 0 {
		return text{}
	}
	group := ast.CommentGroup{List: prose}
	return layOut(dropNotes(strings.ReplaceAll(group.Text(), "\r", "")))
}

// describeGroup is [describe] for a comment group, which may be nil.
func describeGroup(group *ast.CommentGroup) text {
	if group == nil {
		return text{}
	}
	return describe(group.List...)
}

// unblock turns a block comment into line comments. Text behind the opening
// makes it a remark whose lines are prose; otherwise only the indentation that
// all lines have in common goes.
func unblock(block string) (lines []*ast.Comment) {
	body := strings.TrimSuffix(strings.TrimPrefix(block, "/*"), "*/")
	all := strings.Split(body, "\n")
	strip := strings.TrimSpace
	if strings.TrimSpace(all[0]) == "" {
		indent := commonIndent(all[1:])
		strip = func(line string) string { return strings.TrimRight(strings.TrimPrefix(line, indent), " \t") }
	}
	for _, line := range all {
		lines = append(lines, &ast.Comment{Text: strings.TrimRight("// "+strip(line), " ")})
	}
	return lines
}

// commonIndent returns the longest blank prefix of all lines that are not
// blank.
func commonIndent(lines []string) string {
	indent, first := "", true
	for _, line := range lines {
		text := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(text) == "" {
			continue
		}
		own := line[:len(line)-len(text)]
		if first {
			indent, first = own, false
		}
		for !strings.HasPrefix(own, indent) {
			indent = indent[:len(indent)-1]
		}
	}
	return indent
}

// or returns t, or other when t says nothing.
func (t text) or(other text) text {
	if t.Doc == "" {
		return other
	}
	return t
}

// linter matches comments to linters and to old go tools, which, unlike
// directives, ast.CommentGroup.Text keeps.
var linter = regexp.MustCompile(`^//\s*(nolint\b(\s*$|\s*:|\s*//)|#nosec\b|\+build\s)|^//line |^/\*line `)

func isForTools(text string) bool {
	if strings.Contains(text, "\n") {
		return false // a block comment of several lines, each of which is looked at
	}
	return directive.Is(text) || directive.LooksLike(text) || linter.MatchString(text)
}

// note matches the first line of a note to the authors, in the form that
// go/doc knows or without a name.
var note = regexp.MustCompile(`^((TODO|FIXME|XXX|BUG)(\(|:|$)|(FIXME|XXX)\s)`)

// dropNotes leaves out notes to the authors: from the marker to the end of
// the paragraph.
func dropNotes(doc string) string {
	var kept []string
	inNote := false
	for line := range strings.SplitSeq(doc, "\n") {
		switch {
		case strings.TrimSpace(line) == "":
			inNote = false
		case note.MatchString(line):
			inNote = true
		}
		if !inNote {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func layOut(doc string) text {
	// go/doc/comment makes typographic quotes of doubled ones. A description
	// is data, often Markdown: it must say the same as the source.
	doc, restore := hideQuotes(doc)
	known := comment.Parser{
		// [pkg.Name] is a link, [word] alone is prose more often than a package.
		LookupPackage: func(name string) (string, bool) { return "", strings.Contains(doc, name+".") },
		LookupSym:     func(string, string) bool { return true },
	}
	tree := known.Parse(doc)
	printer := comment.Printer{TextWidth: -1}
	out := text{Doc: restore(strings.Trim(string(printer.Text(tree)), "\n"))}
	for i, block := range tree.Content {
		paragraph, ok := block.(*comment.Paragraph)
		if !ok {
			continue
		}
		plain := strings.TrimSpace(string(printer.Text(&comment.Doc{Content: []comment.Block{paragraph}})))
		out.Deprecated = out.Deprecated || strings.HasPrefix(plain, "Deprecated: ")
		if i == 0 {
			out.First = restore(plain)
		}
	}
	return out
}

// hideQuotes replaces doubled quotes by runes of the private use area that
// doc does not contain, and returns what puts them back.
func hideQuotes(doc string) (hidden string, restore func(string) string) {
	if !strings.Contains(doc, "``") && !strings.Contains(doc, "''") {
		return doc, func(s string) string { return s }
	}
	var free []string
	for r := '\ue000'; len(free) < 2; r++ {
		if !strings.ContainsRune(doc, r) {
			free = append(free, string(r))
		}
	}
	hide := strings.NewReplacer("``", free[0], "''", free[1])
	show := strings.NewReplacer(free[0], "``", free[1], "''")
	return hide.Replace(doc), show.Replace
}
