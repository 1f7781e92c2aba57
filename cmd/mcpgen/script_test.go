package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mcpgen/mcpgen/internal/house"
)

// TestMain makes the test binary the command itself when a script runs mcpgen.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mcpgen": main})
}

// TestScripts runs testdata/script. Every script works in a module of its own,
// example.com/app, which requires this repository and nothing that is not in
// its go.sum, so that no script needs a network.
func TestScripts(t *testing.T) {
	root := house.Root(t)
	env := goEnv(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			for name, value := range env {
				e.Setenv(name, value)
			}
			e.Setenv("REPO", root)
			return writeModule(root, e.WorkDir)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"age":   age,
			"old":   old,
		},
	})
}

// goEnv is what the go command needs although scripts have no home: without
// GOCACHE it would compile the standard library anew in each of them.
func goEnv(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{}
	if err := json.Unmarshal(out, &env); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"GOPROXY": "off", "GOSUMDB": "off", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local", "GOENV": "off", "GOWORK": "",
	} {
		env[name] = value
	}
	return env
}

// writeModule writes a go.mod with the requirements of this repository, unless
// the script brings its own.
func writeModule(root, dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); !os.IsNotExist(err) {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	mod = bytes.Replace(mod, []byte("module "+modulePath), []byte("module example.com/app"), 1)
	mod = append(mod, "\nrequire "+modulePath+" v0.0.0\n\nreplace "+modulePath+" => "+root+"\n"...)
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(dir, "go.mod"), mod, 0o666),
		os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o666),
	)
}

const modulePath = "github.com/mcpgen/mcpgen"

// exits runs a command and fails unless it exits with the status given:
// exits 2 mcpgen gen -x
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARGS]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("%s exits with %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// longAgo is the modification time that age gives to files.
var longAgo = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

// age makes files look old, so that old can tell whether they were touched.
func age(ts *testscript.TestScript, _ bool, files []string) {
	for _, f := range files {
		ts.Check(os.Chtimes(ts.MkAbs(f), longAgo, longAgo))
	}
}

// old fails unless the files are as age left them; ! old, if they are.
func old(ts *testscript.TestScript, neg bool, files []string) {
	for _, f := range files {
		info, err := os.Stat(ts.MkAbs(f))
		ts.Check(err)
		if untouched := info.ModTime().Equal(longAgo); untouched == neg {
			ts.Fatalf("%s: untouched is %v", f, untouched)
		}
	}
}
