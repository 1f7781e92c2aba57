package gen

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/internal/house"
)

// handshakeSource has a function, methods on both kinds of receiver and an
// interface: all that generated code refers to by name.
const handshakeSource = `package tools

import "context"

//mcp:tool
func Add(ctx context.Context, a, b int) (int, error) { return a + b, nil }

// Store stores.
type Store struct{}

//mcp:tool
func (Store) Get(key string) string { return key }

// Remote is far away.
type Remote interface {
	//mcp:tool
	Ping(text string) error
}
`

// Generated code must stop compiling at the lines that say what to do, before
// anything else is complained about, when the source or the runtime is no
// longer the one it was made for.
func TestHandshakes(t *testing.T) {
	m := newHandshakeModule(t)
	if out, err := m.build(t, nil); err != nil {
		t.Fatalf("without a change: %v\n%s", err, out)
	}
	server, separate := "tools/mcp_gen.go", "client/mcp_client_gen.go"
	user := func(from, to string) map[string]string {
		return map[string]string{filepath.Join(m.dir, "tools", "tools.go"): replaceOnce(t, handshakeSource, from, to)}
	}
	for _, c := range []struct {
		name    string
		overlay map[string]string
		want    map[string]string // by file, a part of the line of its first error
		advice  string
	}{
		{"parameter type", user("a, b int)", "a, b int64)"), map[string]string{server: "= Add"}, "run it again"},
		{"one parameter more", user("a, b int)", "a, b, c int)"), map[string]string{server: "= Add"}, "run it again"},
		{"no context", user("ctx context.Context, ", ""), map[string]string{server: "= Add"}, "run it again"},
		{"no error", user("(int, error) { return a + b, nil }", "int { return a + b }"), map[string]string{server: "= Add"}, "run it again"},
		{"renamed", user("func Add(", "func Sum("), map[string]string{server: "= Add"}, "run it again"},
		{"method", user("Get(key string) string", "Get(key string) any"), map[string]string{server: "= Store.Get"}, "run it again"},
		{"pointer receiver", user("(Store) Get", "(*Store) Get"), map[string]string{server: "= Store.Get"}, "run it again"},
		{"interface method", user("Ping(text string)", "Ping(text []byte)"), map[string]string{server: "= Remote.Ping"}, "run it again"},
		{"newer runtime", m.runtime(t, "MinGenerated", 1000), map[string]string{server: "- mcpruntime.MinGenerated", separate: "- mcpruntime.MinGenerated"}, "run mcpgen again"},
		{"older runtime", m.runtime(t, "MaxGenerated", 0), map[string]string{server: "mcpruntime.MaxGenerated -", separate: "mcpruntime.MaxGenerated -"}, "go get -u"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := m.build(t, c.overlay)
			if err == nil {
				t.Fatal("it compiles")
			}
			for file, want := range c.want {
				m.wantFirstError(t, out, file, want, c.advice)
			}
		})
	}
}

func replaceOnce(t *testing.T, text, from, to string) string {
	t.Helper()
	if strings.Count(text, from) != 1 {
		t.Fatalf("%q stands %d times in the source", from, strings.Count(text, from))
	}
	return strings.Replace(text, from, to, 1)
}

// handshakeModule is a module of its own that requires this repository.
type handshakeModule struct {
	root, dir string
	env       []string
}

func newHandshakeModule(t *testing.T) *handshakeModule {
	t.Helper()
	m := &handshakeModule{
		root: house.Root(t), dir: t.TempDir(),
		env: append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local"),
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(m.root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	const path = "github.com/mcpgen/mcpgen"
	put(t, m.dir, map[string]string{
		"go.mod": replaceOnce(t, read("go.mod"), "module "+path+"\n", "module example.com/app\n") +
			"\nrequire " + path + " v0.0.0\n\nreplace " + path + " => " + strconv.Quote(m.root) + "\n",
		"go.sum":         read("go.sum"),
		"tools/tools.go": handshakeSource,
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := Generate(ctx, Config{Dir: m.dir, Patterns: []string{"./tools"}, ClientDir: "client", Env: m.env})
	if err != nil || res.Findings.HasErrors() {
		t.Fatalf("generate: %v\n%s", err, res.Findings.Text(m.dir))
	}
	if _, err := res.Write(); err != nil {
		t.Fatal(err)
	}
	return m
}

// runtime is the file of the runtime with another value of a constant.
func (m *handshakeModule) runtime(t *testing.T, constant string, value int) map[string]string {
	t.Helper()
	file := filepath.Join(m.root, "runtime", "version.go")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^\t` + constant + ` += \d+$`).FindString(string(src))
	return map[string]string{file: replaceOnce(t, string(src), line, "\t"+constant+" = "+strconv.Itoa(value))}
}

// build builds the module with other texts for some files and returns what the
// go command prints.
func (m *handshakeModule) build(t *testing.T, texts map[string]string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	for file, text := range texts {
		replace[file] = filepath.Join(dir, filepath.Base(file))
		put(t, dir, map[string]string{filepath.Base(file): text})
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, map[string]string{"overlay.json": string(overlay)})
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "./...")
	cmd.Dir, cmd.Env = m.dir, m.env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	return out.String(), err
}

// wantFirstError demands that the first error in a generated file is at a line
// that has the text, in a block of which the comments give the advice.
func (m *handshakeModule) wantFirstError(t *testing.T, out, file, text, advice string) {
	t.Helper()
	match := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(filepath.FromSlash(file)) + `:(\d+):\d+: `).FindStringSubmatch(out)
	if match == nil {
		t.Fatalf("no error in %s:\n%s", file, out)
	}
	src, err := os.ReadFile(filepath.Join(m.dir, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(src), "\n")
	n, err := strconv.Atoi(match[1])
	if err != nil || n > len(lines) || !strings.Contains(lines[n-1], text) {
		t.Fatalf("%s: line %s has no %q:\n%s", file, match[1], text, out)
	}
	start := n - 1
	for start > 0 && lines[start] != "var (" && lines[start] != "const (" {
		start--
	}
	for start > 0 && strings.HasPrefix(lines[start-1], "//") {
		start--
	}
	if comments := strings.Join(lines[start:n], " "); !strings.Contains(strings.ReplaceAll(comments, " // ", " "), advice) {
		t.Errorf("%s: nothing above line %d says %q:\n%s", file, n, advice, strings.Join(lines[start:n], "\n"))
	}
}
