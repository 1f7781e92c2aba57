package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// asServer makes the test binary be the program.
const asServer = "NOTES_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		main()
	}
	os.Exit(m.Run())
}

func program(ctx context.Context, database string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asServer+"=1", "NOTES_DB="+database)
	return cmd
}

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// What a host is told about each tool: whether it may call it unasked depends
// on that.
func TestHints(t *testing.T) {
	ctx := testContext(t)
	client, err := mcpruntime.SpawnCommand(ctx, program(ctx, filepath.Join(t.TempDir(), "notes.db")))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	list, err := client.Session().ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"create_note": "adds", "append_note": "adds", "tag_note": "adds idempotent",
		"get_note": "reads idempotent", "search_notes": "reads idempotent", "list_notes": "reads idempotent", "list_tags": "reads idempotent",
		"update_note": "destroys idempotent", "delete_note": "destroys idempotent", "untag_note": "destroys idempotent", "rename_tag": "destroys",
	}
	for _, tool := range list.Tools {
		a := tool.Annotations
		got := "adds"
		switch {
		case a.ReadOnlyHint:
			got = "reads"
		case a.DestructiveHint == nil || *a.DestructiveHint:
			got = "destroys"
		}
		if a.IdempotentHint {
			got += " idempotent"
		}
		if got != want[tool.Name] {
			t.Errorf("%s %s, want %q", tool.Name, got, want[tool.Name])
		}
		if a.OpenWorldHint == nil || *a.OpenWorldHint {
			t.Errorf("%s is said to reach out", tool.Name)
		}
		if tool.Description == "" || len(tool.Description) > 1000 {
			t.Errorf("the description of %s has %d bytes", tool.Name, len(tool.Description))
		}
		delete(want, tool.Name)
	}
	if len(want) > 0 {
		t.Errorf("not offered: %v", want)
	}
}

// What one process has written is there for the next one, though nothing closes
// the database.
func TestNotesOutliveTheProgram(t *testing.T) {
	ctx := testContext(t)
	database := filepath.Join(t.TempDir(), "folder", "notes.db")
	for i := range 3 {
		cmd := program(ctx, database)
		client, err := mcpruntime.SpawnCommand(ctx, cmd)
		if err != nil {
			t.Fatal(err)
		}
		n := notes.NewNotebookMCPClient(client)
		page, err := n.ListNotes(ctx, nil, nil, 10)
		if err != nil || len(page.Notes) != i {
			t.Errorf("%d notes, want %d; %v", len(page.Notes), i, err)
		}
		if _, err := n.CreateNote(ctx, "note", ""); err != nil {
			t.Error(err)
		}
		if i == 1 { // the hard way
			if err := cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
		if err := client.Close(); err != nil && i != 1 {
			t.Error(err)
		}
	}
}

func TestNoDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := program(testContext(t), filepath.Join(file, "notes.db")).CombinedOutput()
	if err == nil || strings.Count(string(out), "\n") != 1 {
		t.Errorf("error %v, output %q", err, out)
	}
}

// The commands of the README's section about the server do what it says, but
// for the time.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "$ export NOTES_DB=")
	block, _, closed := strings.Cut(section, "```")
	if !found || !closed {
		t.Fatal("README.md has no console block about the server")
	}
	ctx, database, ran := testContext(t), filepath.Join(t.TempDir(), "notes.db"), 0
	for step := range strings.SplitSeq(block, "\n$ ") {
		command, want, _ := strings.Cut(step, "\n")
		line, ok := strings.CutPrefix(command, "go run . -call ")
		if !ok {
			continue
		}
		ran++
		tool, arguments, _ := strings.Cut(line, " ")
		var out bytes.Buffer
		cmd := program(ctx, database, "-call", tool, strings.Trim(arguments, "'"))
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); (err != nil) != !strings.HasPrefix(want, "{") {
			t.Errorf("%s: %v", command, err)
		}
		if got := withoutTime(out.String()); got != withoutTime(want) {
			t.Errorf("%s prints\n%s\nREADME.md says\n%s", command, got, withoutTime(want))
		}
	}
	if ran != 4 {
		t.Errorf("%d commands, want 4", ran)
	}
}

func withoutTime(text string) string {
	return strings.TrimSpace(regexp.MustCompile(`"20[0-9T:.Z-]+"`).ReplaceAllString(text, "TIME"))
}
