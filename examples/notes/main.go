// Command notes is a server of notes that are kept in an SQLite database.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	"github.com/mcpgen/mcpgen/examples/notes/store"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

func main() {
	notebook, err := open()
	if err != nil {
		fmt.Fprintln(os.Stderr, "notes:", err)
		os.Exit(1)
	}
	// Main does not return, so that nothing closes the notebook. What a call has
	// changed is in the file by the time of its answer.
	mcpruntime.Main(notes.NewServer(notebook))
}

func open() (*store.Store, error) {
	path, err := store.Path()
	if err != nil {
		return nil, err
	}
	return store.Open(context.Background(), path)
}
