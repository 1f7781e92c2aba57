package jenx

import (
	"go/doc/comment"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// docWidth is the width at which doc comments wrap.
const docWidth = 77

// Doc writes text as a doc comment: one // line each, never a block, so that
// nothing in it can end the comment or become a directive.
func Doc(g interface{ Comment(string) *jen.Statement }, text string) {
	for _, line := range docLines(text) {
		g.Comment(line)
	}
}

func docLines(text string) []string {
	var p comment.Parser
	pr := comment.Printer{TextWidth: docWidth, TextCodePrefix: "\t"}
	wrapped := strings.TrimRight(string(pr.Text(p.Parse(plain(text)))), "\n")
	var lines []string
	for line := range strings.SplitSeq(wrapped, "\n") {
		lines = append(lines, strings.TrimRight("// "+line, " "))
	}
	return lines
}

// plain keeps text from being read as doc comment markup that changes it.
func plain(text string) string {
	text = strings.ReplaceAll(text, "\r", "")
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return ' '
		}
		return r
	}, text)
}

// Str is a string literal: a raw one where that spares escapes, and shows no
// line break that is none to Go.
func Str(s string) *jen.Statement {
	if strings.ContainsAny(s, "\"\\") && strconv.CanBackquote(s) && !strings.ContainsAny(s, "\u2028\u2029") {
		return jen.Op("`" + s + "`")
	}
	return jen.Op(strconv.Quote(s))
}

// Lines is a string literal of several lines, one source line each.
func Lines(s string) *jen.Statement {
	expr := jen.Null()
	for i, line := range strings.SplitAfter(s, "\n") {
		switch {
		case i == 0:
			expr = Str(line)
		case line != "":
			expr = expr.Op("+").Line().Add(Str(line))
		}
	}
	return expr
}

// Text is literal source text, such as a number.
func Text(s string) *jen.Statement { return jen.Op(s) }
