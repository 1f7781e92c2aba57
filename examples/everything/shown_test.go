package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	option = regexp.MustCompile(`(?m)^func (\w+)(\[[^\]]*\])?\(.*\) (Option|ClientOption|AskOption) \{`)
	called = []string{ // by functions while a call runs
		"Ask", "AskAll", "AskURL", "Sample", "NewRoots", "Once", "Approve", "ClientCan", "Progress", "OnProgress", "Logger", "Errorf",
		"ResourceUpdated", "RemoveTools", "RemovePrompts", "Dial", "SpawnCommand",
	}
)

// Every option of the runtime is used here, or by the code that a directive
// makes, and so is what functions call. [mcpruntime.WithLenient] is lenient of
// the directive, which the tour turns off, and [mcpruntime.WithPlanner] the flag -planner.
func TestEveryOptionIsShown(t *testing.T) {
	code := read(t, ".", func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
	names := called
	for _, m := range option.FindAllStringSubmatch(read(t, "../../runtime", func(name string) bool { return !strings.HasSuffix(name, "_test.go") }), -1) {
		if m[1] != "WithLenient" && m[1] != "WithPlanner" {
			names = append(names, m[1])
		}
	}
	if len(names) < len(called)+20 {
		t.Fatalf("the runtime has the options %v: has the form of its code changed?", names[len(called):])
	}
	for _, name := range names {
		if !regexp.MustCompile(`\.` + name + `\b`).MatchString(code) {
			t.Errorf("%s is not shown", name)
		}
	}
}

// read returns the Go files below a folder.
func read(t *testing.T, dir string, wanted func(name string) bool) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || !wanted(path) {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
