package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/xuri/excelize/v2"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// A server that is killed while it writes leaves the workbook as it was, or as it
// was to be.
func TestKilled(t *testing.T) {
	ctx, folder := testContext(t), t.TempDir()
	rows := many()
	for i := range 3 {
		cmd := program(ctx, "-root", folder)
		client, err := mcpruntime.SpawnCommand(ctx, cmd)
		if err != nil {
			t.Fatal(err)
		}
		c := connection{t, ctx, client}
		if i == 0 {
			c.says("", "create_workbook", args{"path": "a.xlsx"})
			c.says("A1:C10000", "append_rows", args{"path": "a.xlsx", "sheet": "Sheet1", "rows": rows})
		}
		before, done := state(t, folder), make(chan struct{})
		go func() {
			defer close(done)
			_, _ = c.Session().CallTool(ctx, &mcp.CallToolParams{Name: "append_rows", Arguments: args{"path": "a.xlsx", "sheet": "Sheet1", "rows": rows}})
		}()
		for state(t, folder) == before && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-done
		_ = client.Close() // of a process that was killed
		whole(t, filepath.Join(folder, "a.xlsx"), len(rows))
	}
}

// state says what files there are, with their sizes.
func state(t *testing.T, folder string) string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			text += fmt.Sprintln(info.Name(), info.Size(), info.ModTime())
		}
	}
	return text
}

// whole wants a workbook that can be read, and has had so many rows appended any
// number of times.
func whole(t *testing.T, path string, rows int) {
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	found, err := f.GetRows("Sheet1")
	if err != nil || len(found) == 0 || len(found)%rows != 0 {
		t.Errorf("%d rows; %v", len(found), err)
	}
}
