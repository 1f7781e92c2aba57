// Command notes is a server of notes that are kept in an SQLite database.
package main

import (
	"context"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	"github.com/mcpgen/mcpgen/examples/notes/store"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

func main() {
	mcpruntime.MainFunc(func(ctx context.Context) (*mcpruntime.Server, error) {
		path, err := store.Path()
		if err != nil {
			return nil, err
		}
		notebook, err := store.Open(ctx, path)
		if err != nil {
			return nil, err
		}
		return notes.NewServer(notebook, mcpruntime.WithClose(notebook.Close)), nil
	})
}
