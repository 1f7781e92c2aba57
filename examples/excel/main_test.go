package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// asServer makes the test binary be the program.
const asServer = "EXCEL_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		main()
	}
	os.Exit(m.Run())
}

func program(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asServer+"=1", "EXCEL_ROOT=")
	return cmd
}

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestTakeRoot(t *testing.T) {
	for _, c := range []struct {
		args []string
		root string
		rest []string
	}{
		{nil, ".", nil},
		{[]string{"-list"}, ".", []string{"-list"}},
		{[]string{"-root", "x", "-list"}, "x", []string{"-list"}},
		{[]string{"--root=x"}, "x", nil},
		{[]string{"-root"}, "", nil},
		{[]string{"-root="}, "", nil},
	} {
		root, rest, err := takeRoot(c.args, "")
		if root != c.root || !slices.Equal(rest, c.rest) || (err != nil) != (c.root == "") {
			t.Errorf("%q gives %q, %q and %v", c.args, root, rest, err)
		}
	}
	if root, _, _ := takeRoot(nil, "y"); root != "y" {
		t.Errorf("the folder is %q", root)
	}
}

// What a host is told about each tool: whether it may call it unasked depends
// on that. The model gets a description that hosts do not cut.
func TestHints(t *testing.T) {
	ctx := testContext(t)
	client, err := mcpruntime.SpawnCommand(ctx, program(ctx, "-root", t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	list, err := client.Session().ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	var reads, adds []string
	for _, tool := range list.Tools {
		a := tool.Annotations
		switch {
		case a.ReadOnlyHint:
			reads = append(reads, tool.Name)
		case a.DestructiveHint != nil && !*a.DestructiveHint:
			adds = append(adds, tool.Name)
		}
		if a.OpenWorldHint == nil || *a.OpenWorldHint {
			t.Errorf("%s is said to reach out", tool.Name)
		}
		if tool.Description == "" || len(tool.Description) > 1000 {
			t.Errorf("the description of %s has %d bytes", tool.Name, len(tool.Description))
		}
	}
	if got := strings.Join(reads, " "); got != "find_cells get_formulas keep_range list_workbooks read_range workbook_info" {
		t.Errorf("these read: %s", got)
	}
	if got := strings.Join(adds, " "); got != "add_chart add_column add_conditional_format add_sheet add_table add_validation append_rows build_dashboard check_column compare_sheets copy_sheet create_workbook import_csv insert_lines new_period rename_sheet set_column_width summarize" {
		t.Errorf("these add: %s", got)
	}
	if len(list.Tools) != 36 {
		t.Errorf("%d tools, want 25, keep_range and 10", len(list.Tools))
	}
}

func TestNoFolder(t *testing.T) {
	out, err := program(testContext(t), "-root", filepath.Join(t.TempDir(), "none"), "-list").CombinedOutput()
	if err == nil || strings.Count(string(out), "\n") != 1 {
		t.Errorf("error %v, output %q", err, out)
	}
}

// The commands of the README do what it says.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "```console\n")
	block, _, closed := strings.Cut(section, "```")
	if !found || !closed {
		t.Fatal("README.md has no console block")
	}
	ctx, folder, ran := testContext(t), t.TempDir(), 0
	for step := range strings.SplitSeq("\n"+block, "\n$ ") {
		command, want, _ := strings.Cut(step, "\n")
		line, ok := strings.CutPrefix(command, "go run . -root /tmp/books -call ")
		if !ok {
			continue
		}
		ran++
		tool, arguments, _ := strings.Cut(line, " ")
		var out bytes.Buffer
		cmd := program(ctx, "-root", folder, "-call", tool, strings.Trim(arguments, "'"))
		cmd.Stdout, cmd.Stderr = &out, &out
		_ = cmd.Run() // what it prints says whether it failed
		if got := strings.TrimSpace(out.String()); got != strings.TrimSpace(want) {
			t.Errorf("%s prints\n%s\nREADME.md says\n%s", command, got, want)
		}
	}
	if ran != 5 {
		t.Errorf("%d commands, want 5", ran)
	}
}
