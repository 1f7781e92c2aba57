package parser

import (
	"go/ast"
	"strings"
	"testing"
)

// comments turns source lines into the comments the Go parser makes of them.
func commentsOf(src string) (list []*ast.Comment) {
	if strings.HasPrefix(src, "/*") {
		return []*ast.Comment{{Text: src}}
	}
	for line := range strings.SplitSeq(src, "\n") {
		list = append(list, &ast.Comment{Text: line})
	}
	return list
}

func TestDescribe(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"tool comments", "// Search finds notes.\n//mcp:tool\n//nolint:revive // why\n//nolint\n// nolint:foo\n//go:noinline\n//export Foo\n//+build x\n// +build y\n// TODO(name): paging\n// #nosec G101", "Search finds notes."},
		{"only for tools", "//mcp:tool\n//nolint", ""},
		{"look-alike", "// Search finds.\n// mcp:tool", "Search finds."},
		{"look-alike in a block", "/*\nSearch finds.\n\nmcp:tool\n*/", "Search finds."},
		{"look-alike block", "/*mcp:tool*/", ""},
		{"look-alike without a colon", "// Search finds.\n//mcp-tool readonly", "Search finds."},
		{"prose about nolint", "// nolint is a word.", "nolint is a word."},
		{"prose about mcp", "// F speaks\n// mcp: the protocol.", "F speaks mcp: the protocol."},
		{"note runs to the end of its paragraph", "// A.\n//\n// TODO: more\n// and more\n//\n// B.", "A.\n\nB."},
		{"all kinds of notes", "// A.\n// FIXME: x\n//\n// XXX y\n//\n// BUG(me): z\n//\n// B.", "A.\n\nB."},
		{"prose about TODO items", "// Adds\n// TODO items to a list.", "Adds TODO items to a list."},
		{"lines join", "// One\n// two.\n//\n// Three\n// four.", "One two.\n\nThree four."},
		{"code keeps its layout", "// Sample:\n//\n//\ta:\n//\t  - b  c\n//\n//\td: e\n//\n// # More\n//\n// See [other.Type] and [Name].", "Sample:\n\n\ta:\n\t  - b  c\n\n\td: e\n\n# More\n\nSee other.Type and Name."},
		{"note in code stays", "// A:\n//\n//\tTODO: x", "A:\n\n\tTODO: x"},
		{"list", "// Kinds:\n//   - one\n//     more\n//   - two", "Kinds:\n  - one more\n  - two"},
		{"quotes", "// Run the `go tool` step; match \\.md and \"x\"; ``c`` ''d''; 100% of %d; end */ and </script>", "Run the `go tool` step; match \\.md and \"x\"; ``c`` ''d''; 100% of %d; end */ and </script>"},
		{"private runes", "// ``a`` \ue000 ''b'' \ue001", "``a`` \ue000 ''b'' \ue001"},
		{"block comment", "/* city name */", "city name"},
		{"block comment over lines", "/* city,\n\tas spelt */", "city, as spelt"},
		{"block comment of paragraphs", "/*\n\tA does\n\tit.\n\n\t\tcode\n\n\tB.\n*/", "A does it.\n\n\tcode\n\nB."},
		{"carriage returns", "// One\r\n// two.\r", "One two."},
		{"brackets in prose", "// Takes a[0], [1] and [optional].", "Takes a[0], [1] and [optional]."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := describe(commentsOf(tt.src)...).Doc; got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestDeprecated(t *testing.T) {
	for src, want := range map[string]bool{
		"// Max rows.\n//\n// Deprecated: use Limit instead.": true,
		"// Deprecated: gone.":                                true,
		"// Says Deprecated: in the middle.":                  false,
		"// Max rows.\n// Deprecated: no paragraph.":          false,
		"// Sample:\n//\n//\tDeprecated: code":                false,
		"// Deprecated:no space":                              false,
	} {
		got := describe(commentsOf(src)...)
		if got.Deprecated != want {
			t.Errorf("%q: deprecated = %v", src, got.Deprecated)
		}
		if want && !strings.Contains(got.Doc, "Deprecated: ") {
			t.Errorf("%q: the text is lost: %q", src, got.Doc)
		}
	}
}

// Whatever stands in a comment, a description never holds a carriage return
// or a blank line at either end, and describing it again changes nothing of
// its words.
func FuzzDescribe(f *testing.F) {
	f.Add("Search finds notes.\n\n\tcode\n\n - a\n - b")
	f.Add("``x`` [y.Z] # h\n\n# Head\n\nDeprecated: z")
	f.Fuzz(func(t *testing.T, doc string) {
		var src []string
		for line := range strings.SplitSeq(doc, "\n") {
			src = append(src, "// "+line)
		}
		got := describe(commentsOf(strings.Join(src, "\n"))...)
		if strings.Contains(got.Doc, "\r") || strings.Trim(got.Doc, "\n") != got.Doc {
			t.Errorf("%q: %q", doc, got.Doc)
		}
		if !strings.HasPrefix(got.Doc, got.First) {
			t.Errorf("%q begins with %q", got.Doc, got.First)
		}
	})
}
