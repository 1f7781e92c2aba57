package directive

import (
	"regexp"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/near"
)

// Forms that a comment line can have which reads like a directive, without the
// comment's own marks.
var (
	withColon = regexp.MustCompile(`^\s*(?i:mcp)\s*:(\s*)(\w+)`)
	nameless  = regexp.MustCompile(`^mcp:\s*$`)
	noColon   = regexp.MustCompile(`^mcp([-_./]|[ \t]+)(\w+)(\s.*)?$`)
)

// LooksLike reports whether a comment that is no directive reads like one that
// was meant: "// mcp:tool", "//mcp: tool", "//MCP:tool", "//mcp:", "//mcp-tool",
// "//mcp tool", "/*mcp:tool*/". A word must follow that is the name of a
// directive, or near one when no space stands before it, so that prose about
// "mcp: the protocol" does not count. Behind a space, where prose stands, a line
// without a colon counts only when all of it is arguments.
func LooksLike(text string) bool {
	if Is(text) {
		return false
	}
	if line, ok := strings.CutPrefix(text, "//"); ok {
		return lineLooksLike(line)
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, "/*"), "*/")
	for line := range strings.Lines(text) {
		if lineLooksLike(strings.TrimRight(line, " \t\r\n")) {
			return true
		}
		if bare := strings.TrimLeft(line, " \t*"); bare != line && lineLooksLike(" "+strings.TrimSpace(bare)) {
			return true
		}
	}
	return false
}

// lineLooksLike judges a line of a comment, which begins with a space in
// comments of prose.
func lineLooksLike(line string) bool {
	if m := withColon.FindStringSubmatch(line); m != nil {
		return isNamed(m[2], m[1] == "")
	}
	line = strings.TrimRight(line, " \t\r")
	if nameless.MatchString(line) {
		return true
	}
	words := strings.TrimSpace(line)
	m := noColon.FindStringSubmatch(words)
	switch {
	case m == nil:
		return false
	case words == line:
		return isNamed(m[2], strings.TrimSpace(m[1]) != "")
	}
	return isClean(m[2], m[3])
}

// isNamed reports whether word is the name of a directive, or, if that is
// enough, near one.
func isNamed(word string, nearIsEnough bool) bool {
	word = strings.ToLower(word)
	_, known := definition(word)
	return known || nearIsEnough && near.Name(word, names()) != ""
}

// isClean reports whether a directive of that name and rest would have no
// problem. A mere name is a heading ("mcp server") more often than not, but for
// the name that most directives have.
func isClean(name, rest string) bool {
	def, known := definition(name)
	if !known || rest == "" && name != "tool" {
		return false
	}
	d, problems := Parse(Prefix + name + rest)
	return len(problems) == 0 && len(Decode(d, def.New())) == 0 && (d.Subject == "" || len(d.Args) > 0)
}
