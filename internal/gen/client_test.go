package gen

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What stands beside the client names its package, and reserves its names.
func TestOpenClient(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"go.mod":              "module example.com/app\n",
		"a/mcp_client_gen.go": "package old\n\ntype Mine int\n",
		"a/z.go":              "package right\n\nconst A, _ = 1, 2\n\nvar B int\n\ntype C int\n\nfunc D() {}\n\nfunc (C) E() {}\n\nfunc init() {}\n",
		"a/b_test.go":         "package right\n\nvar T int\n",
		"a/c_test.go":         "package right_test\n\nvar U int\n",
		"a/d_plan9.go":        "package right\n\nvar P int\n",
		"a/e.go":              "//go:build ignore\n\npackage main\n\nvar Q int\n",
		"a/f.go":              "//go:build pro\n\npackage right\n\nvar R int\n",
		"a/_g.go":             "package none\n",
		"a/h.go":              "package right\n\nvar S int\n\nfunc broken(\n",
		"a/i.go":              "no Go at all\n",
		"a/j.go/x":            "a folder",
		"crlf/a.go":           "package dos\r\n\r\nvar A int\r\n",
	})
	for _, c := range []struct{ folder, name, scope string }{
		{"a", "right", "T P R S broken A B C D"},
		{"crlf", "dos", "A"},
		{"yet/to/be-made", "bemade", ""},
	} {
		f, err := openClient(Config{Dir: dir, ClientDir: filepath.Join(dir, filepath.FromSlash(c.folder))})
		if err != nil || len(f.found) > 0 {
			t.Fatalf("%s: %v, %v", c.folder, err, f)
		}
		var scope []string
		for _, id := range f.scope {
			scope = append(scope, id.Name)
		}
		if diff := cmp.Diff(c.name+": "+c.scope, f.name+": "+strings.Join(scope, " ")); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.folder, diff)
		}
	}
}
