package jenx

import (
	"fmt"
	"go/format"
	"strings"
	"testing"
)

// What is formatted in pieces is what gofmt makes of the whole.
func TestFormatted(t *testing.T) {
	for name, decl := range map[string]string{
		"functions":  "// F%d is one.\nfunc F%[1]d() {\nif   x {\n return\n}\n}\n",
		"types":      "// T%d is one.\ntype T%[1]d struct {\na int // one\nlonger   string // two\n}\n",
		"variables":  "// V%d are some.\nvar (\na%[1]d = 1\nlonger%[1]d = 2\n)\n// F%[1]d is one.\nfunc F%[1]d() {\n}\n\n\n",
		"no comment": "type T%d struct {\na int\n}\nfunc F%[1]d() {\n}\n",
		"raw string": "// F%d is one.\nfunc F%[1]d() {\n}\n// C%[1]d is one.\nconst C%[1]d = `{\n}\n// not a comment\n  x`\n",
		"section":    "// F%d is one.\nfunc F%[1]d() {\n}\n// A section.\n\n// Another.\n\nvar a%[1]d int\n",
	} {
		var src strings.Builder
		src.WriteString("// Header.\n\npackage p\nimport \"x\"\n")
		for i := 0; src.Len() < 3*pieceSize; i++ {
			fmt.Fprintf(&src, decl, i)
		}
		want, err := format.Source([]byte(src.String()))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := formatted(src.String()); err != nil || string(got) != string(want) {
			t.Errorf("%s: differs, %v", name, err)
		}
		if n := len(split(src.String())); name != "no comment" && n < 2 {
			t.Errorf("%s: %d pieces", name, n)
		}
	}
	if _, err := formatted("package p\nfunc"); err == nil {
		t.Error("no error")
	}
}
