// Package house keeps the repository in order: its tests check the direction
// of imports, sizes and habits, and its helpers keep generated reference pages
// up to date. Only tests import it.
package house

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Root returns the directory of the repository's go.mod, looking upwards from
// the working directory, which in a test is the package's.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && bytes.HasPrefix(mod, []byte("module github.com/mcpgen/mcpgen\n")) {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("the test does not run inside the repository")
		}
		dir = up
	}
}

// Page compares a reference page with what its source says; with update it
// writes the page instead. The path is relative to the root, with slashes.
func Page(t testing.TB, path, want string, update bool) {
	t.Helper()
	file := filepath.Join(Root(t), filepath.FromSlash(path))
	have, err := os.ReadFile(file)
	switch {
	case err == nil && string(have) == want:
	case update:
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("%s is out of date; run: make golden\n%s", path, firstDifference(string(have), want))
	}
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(have, want string) string {
	haves, wants := strings.SplitAfter(have, "\n"), strings.SplitAfter(want, "\n")
	i := 0
	for i < len(haves) && i < len(wants) && haves[i] == wants[i] {
		i++
	}
	return "-" + at(haves, i) + "+" + at(wants, i)
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return strings.TrimSuffix(lines[i], "\n") + "\n"
	}
	return "(end)\n"
}

// Table returns a Markdown table. Bars in cells are escaped.
func Table(header []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(strings.Join(strings.Fields(c), " "), "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	line(header)
	b.WriteString(strings.Repeat("| --- ", len(header)) + "|\n")
	for _, row := range rows {
		line(row)
	}
	return b.String()
}

// Code returns a fenced Markdown block. The fence is longer than any run of
// backquotes in the text.
func Code(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}
