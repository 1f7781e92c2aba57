package gen

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen/mcpgen/emit"
)

// result builds one over a folder from name-content pairs.
func result(dir string, files map[string]string, remove ...string) *Result {
	r := &Result{}
	for name, content := range files {
		r.Files = append(r.Files, emit.File{Path: filepath.Join(dir, filepath.FromSlash(name)), Content: []byte(content)})
	}
	for _, name := range remove {
		r.Remove = append(r.Remove, filepath.Join(dir, filepath.FromSlash(name)))
	}
	return r
}

func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// tree reads everything below dir; folders end in a slash.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if e.IsDir() {
			found[filepath.ToSlash(rel)+"/"] = ""
			return nil
		}
		data, err := os.ReadFile(path)
		found[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func said(dir string, changes []Change) string {
	var lines []string
	for _, c := range changes {
		lines = append(lines, filepath.ToSlash(c.String(dir)))
	}
	return strings.Join(lines, "\n")
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"same": "s\n", "crlf": "a\r\nb\r\n", "old": "1\n", "gone": "x", "mine": "m"})
	past := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range []string{"same", "crlf"} {
		if err := os.Chtimes(filepath.Join(dir, name), past, past); err != nil {
			t.Fatal(err)
		}
	}
	r := result(dir, map[string]string{"same": "s\n", "crlf": "a\nb\n", "old": "2\n", "new/deep/er": "n"}, "gone", "never-there")
	changes, err := r.Write()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("removed gone\nwrote new/deep/er\nwrote old", said(dir, changes)); diff != "" {
		t.Errorf("changes: -want +got:\n%s", diff)
	}
	want := map[string]string{"same": "s\n", "crlf": "a\r\nb\r\n", "old": "2\n", "mine": "m", "new/": "", "new/deep/": "", "new/deep/er": "n"}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("on disk: -want +got:\n%s", diff)
	}
	for _, name := range []string{"same", "crlf"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.ModTime().Equal(past) {
			t.Errorf("%s was touched (%v)", name, err)
		}
	}
	if again, err := r.Write(); err != nil || len(again) > 0 {
		t.Errorf("a second write changes %s (%v)", said(dir, again), err)
	}
}

// An error while writing leaves everything as it was: "blocked" leads nowhere,
// cannot become a folder, and comes last.
func TestWriteFailsWhole(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"a/old": "1", "a/gone": "x"})
	if err := os.Symlink("nowhere", filepath.Join(dir, "blocked")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	before := tree(t, filepath.Join(dir, "a"))
	r := result(dir, map[string]string{"a/old": "2", "a/new/file": "3", "blocked/file": "4"}, "a/gone")
	changes, err := r.Write()
	bad := (*WriteError)(nil)
	if !errors.As(err, &bad) || bad.Path != filepath.Join(dir, "blocked", "file") || strings.Contains(err.Error(), ".mcpgen") {
		t.Fatalf("error %v, and changes: %s", err, said(dir, changes))
	}
	if diff := cmp.Diff(before, tree(t, filepath.Join(dir, "a"))); diff != "" {
		t.Errorf("the failure changed something: -before +after:\n%s", diff)
	}
}

func TestWriteKeepsModeAndLink(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"real": "1"})
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.Chmod(real, 0o440); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if _, err := result(dir, map[string]string{"link": "2"}).Write(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"real": "2", "link": "2"}, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", info, err)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o440 {
		t.Errorf("the mode is %v (%v)", info.Mode(), err)
	}
}

// A new file gets the mode that any new file gets.
func TestWriteNewFileMode(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"other": "1"})
	if _, err := result(dir, map[string]string{"new": "2"}).Write(); err != nil {
		t.Fatal(err)
	}
	want, err1 := os.Stat(filepath.Join(dir, "other"))
	got, err2 := os.Stat(filepath.Join(dir, "new"))
	if err1 != nil || err2 != nil || got.Mode() != want.Mode() {
		t.Errorf("mode %v, want %v (%v, %v)", got.Mode(), want.Mode(), err1, err2)
	}
}

func TestDiff(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	got := string(Diff([]Change{
		{Path: at("a/x"), Old: []byte("1\r\n2\r\n3\r\n"), New: []byte("1\n3\n")},
		{Path: at("empty"), Old: []byte{}},
		{Path: at("gone"), Old: []byte("g\n")},
		{Path: at("new"), New: []byte("n\n")},
	}, dir))
	want := `diff a/x a/x
--- a/x
+++ a/x
@@ -1,3 +1,2 @@
 1
-2
 3
diff empty /dev/null
--- empty
+++ /dev/null
diff gone /dev/null
--- gone
+++ /dev/null
@@ -1,1 +0,0 @@
-g
diff /dev/null new
--- /dev/null
+++ new
@@ -0,0 +1,1 @@
+n
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestPageOf(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{"<!-- Generated by mcpgen. Changes ... -->\n\n# Package a\n\nImport path `example.com/a_b`.\n", "example.com/a_b"},
		{"<!-- Generated by mcpgen. Changes ... -->\r\n\r\nImport path `x`.\r\n", "x"},
		{"# Notes\n\nImport path `x`.\n", ""},
		{"", ""},
	} {
		if got := pageOf([]byte(c.page)); got != c.want {
			t.Errorf("pageOf(%q) = %q, want %q", c.page, got, c.want)
		}
	}
}
