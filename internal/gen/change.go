package gen

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// Change is one file that differs from what is on disk.
type Change struct {
	// Path is absolute, in the form of the operating system.
	Path string
	// Old is what the file holds; nil when there is none.
	Old []byte
	// New is what it is to hold; nil when the file is to go.
	New []byte
}

// String says what writing the change does, with the path relative to dir:
// "wrote mcp_gen.go" or "removed mcp_gen.go".
func (c Change) String(dir string) string {
	if c.New == nil {
		return "removed " + diag.Short(c.Path, dir)
	}
	return "wrote " + diag.Short(c.Path, dir)
}

// Changes compares the result with the disk and lists the files that differ,
// by path. It reads, never writes; an error is one of the file system.
//
// A file that differs in CRLF line endings alone counts as equal: a checkout
// with core.autocrlf is up to date.
func (r *Result) Changes() ([]Change, error) {
	var changes []Change
	for _, f := range r.Files {
		old, err := readIfThere(f.Path)
		if err != nil {
			return nil, err
		}
		if old == nil || !bytes.Equal(lf(old), f.Content) {
			changes = append(changes, Change{Path: f.Path, Old: old, New: f.Content})
		}
	}
	for _, path := range r.Remove {
		old, err := readIfThere(path)
		if err != nil {
			return nil, err
		}
		if old != nil {
			changes = append(changes, Change{Path: path, Old: old})
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return changes, nil
}

// Diff renders the changes as one unified diff, with slash-separated paths
// relative to the directory dir. A file that is new or goes is compared with
// /dev/null.
//
// The differ is go-internal's, which the tests need anyway: maintained, and
// O(n log n) where the usual algorithm is quadratic in the lines changed.
func Diff(changes []Change, dir string) []byte {
	var out []byte
	for _, c := range changes {
		path := filepath.ToSlash(diag.Short(c.Path, dir))
		oldName, newName := path, path
		if c.Old == nil {
			oldName = "/dev/null"
		}
		if c.New == nil {
			newName = "/dev/null"
		}
		text := diff.Diff(oldName, lf(c.Old), newName, c.New)
		if text == nil { // an empty file that goes has no lines to show
			text = []byte("diff " + oldName + " " + newName + "\n--- " + oldName + "\n+++ " + newName + "\n")
		}
		out = append(out, text...)
	}
	return out
}

// readIfThere returns the content of a file, not nil, or nil when there is no
// such file, be it that a folder has the name.
func readIfThere(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err != nil && isDir(path) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if data == nil {
		data = []byte{}
	}
	return data, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func lf(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) }
