package golden

import (
	"context"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/internal/gen"
)

// TestFindings runs every case of err/ and compares what is printed, to the
// column. An error writes nothing; after warnings alone the list of what was
// written follows.
func TestFindings(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	t.Cleanup(cancel) // not defer: parallel cases outlive this function
	cases := loadCases(t, "err")
	parallel := make(chan bool, runtime.GOMAXPROCS(0))
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			parallel <- true
			defer func() { <-parallel }()
			c.got["stderr"] = stderrOf(ctx, t, c)
			checkPaths(t, c.got["stderr"])
			if !strings.Contains(c.got["stderr"], "["+codeOf(c.name)+"]") {
				t.Errorf("%s does not bring about %s:\n%s", c.file, codeOf(c.name), c.got["stderr"])
			}
			c.compare(t)
		})
	}
}

// checkPaths refuses absolute paths: they, and the lines of the standard
// library, differ from machine to machine.
func checkPaths(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if filepath.IsAbs(strings.TrimSpace(line)) {
			t.Errorf("not the same everywhere: %s", line)
		}
	}
}

// stderrOf is what mcpgen gen prints for the case: for the packages in args, or
// else for all folders with Go files.
func stderrOf(ctx context.Context, t *testing.T, c *testCase) string {
	t.Helper()
	cfg := c.config()
	if len(cfg.Patterns) == 0 {
		dirs, err := c.goDirs("")
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range dirs {
			cfg.Patterns = append(cfg.Patterns, "./"+dir)
		}
	}
	res, err := gen.Generate(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	text := res.Findings.Text(c.dir)
	if res.Findings.HasErrors() {
		if len(res.Files)+len(res.Remove) > 0 {
			t.Errorf("there are errors, and still files: %v %v", res.Files, res.Remove)
		}
		return filepath.ToSlash(text)
	}
	if len(res.Findings) == 0 {
		t.Fatal("no finding at all")
	}
	changes, err := res.Write()
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range changes {
		text += change.String(c.dir) + "\n"
	}
	more, err := res.Changes()
	if err != nil || len(more) > 0 {
		t.Errorf("after writing, there is more to write: %v %v", more, err)
	}
	return filepath.ToSlash(text)
}

// codeOf is the part of a case's name that says which finding it is about.
func codeOf(name string) string {
	code, _, _ := strings.Cut(name, "_")
	return code
}
