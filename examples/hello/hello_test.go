package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asServer makes the test binary be the program.
const asServer = "HELLO_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		main()
	}
	os.Exit(m.Run())
}

func program(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asServer+"=1")
	return cmd
}

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// The program as a host sees it: a child process that speaks MCP on its
// standard streams, and a client of the official SDK.
func TestSpeaksMCP(t *testing.T) {
	ctx := testContext(t)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: program(ctx)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()

	list, err := session.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != 1 || list.Tools[0].Name != "greet" || !list.Tools[0].Annotations.ReadOnlyHint {
		t.Errorf("tools/list: %+v", list.Tools)
	}
	for _, c := range []struct {
		args  map[string]any
		want  string
		error bool
	}{
		{map[string]any{"name": "Ada"}, "Hello, Ada!", false},
		{map[string]any{"name": "Ada", "greeting": "Welcome"}, "Welcome, Ada!", false},
		{map[string]any{"name": "Ada", "greeting": "Hi"}, `"Hello", "Welcome", "Goodbye"`, true},
	} {
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "greet", Arguments: c.args})
		if err != nil {
			t.Fatal(err)
		}
		text := result.Content[0].(*mcp.TextContent).Text
		if result.IsError != c.error || !strings.Contains(text, c.want) {
			t.Errorf("%v: error %v, %q; want error %v, %q", c.args, result.IsError, text, c.error, c.want)
		}
	}
}

// What the README shows is what stands here, word for word.
func TestReadme(t *testing.T) {
	readme := readFile(t, "../../README.md")
	for _, file := range []string{"hello.go", "main.go"} {
		if block := "```go\n" + readFile(t, file) + "```\n"; !strings.Contains(readme, block) {
			t.Errorf("README.md does not show %s as it is", file)
		}
	}
	_, lines, _ := strings.Cut(MCPRegistry, "\n")
	for what, text := range map[string]string{"schema": greetTool.Input, "registry line": lines} {
		if !strings.Contains(readme, "  "+strings.TrimSpace(text)+"\n") {
			t.Errorf("README.md does not show the %s: %s", what, text)
		}
	}
}

// The README's console block, run.
func TestReadmeConsole(t *testing.T) {
	_, rest, found := strings.Cut(readFile(t, "../../README.md"), "$ go generate ./...\n")
	block, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("README.md has no console block that generates and calls")
	}
	calls := 0
	for step := range strings.SplitSeq(strings.TrimPrefix(block, "$ "), "\n$ ") {
		command, want, _ := strings.Cut(step, "\n")
		rest, ok := strings.CutPrefix(command, "go run . -call greet ")
		if !ok {
			t.Fatalf("unexpected command %q", command)
		}
		calls++
		cmd := program(testContext(t), "-call", "greet", strings.Trim(rest, "'"))
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		if failed := strings.HasPrefix(want, "bad arguments"); (err != nil) != failed {
			t.Errorf("%s: %v", command, err)
		}
		if strings.TrimSpace(out.String()) != strings.TrimSpace(want) {
			t.Errorf("%s prints\n%s\nREADME.md says\n%s", command, out.String(), want)
		}
	}
	if calls != 2 {
		t.Errorf("%d calls, want 2", calls)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
