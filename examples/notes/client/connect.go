package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	"github.com/mcpgen/mcpgen/examples/notes/store"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// place says where the notes are; the zero place is this process.
type place struct{ url, program string }

// connect connects to the notes, and returns what ends that again.
func connect(ctx context.Context, at place) (*mcpruntime.Client, func() error, error) {
	var client *mcpruntime.Client
	var err error
	switch {
	case at.url != "" && at.program != "":
		return nil, nil, fmt.Errorf("%w: -http and -spawn exclude each other", errUsage)
	case at.url != "":
		client, err = mcpruntime.Dial(ctx, at.url)
	case at.program != "":
		client, err = spawn(ctx, strings.Fields(at.program))
	default:
		return local(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	return client, client.Close, nil
}

func spawn(ctx context.Context, words []string) (*mcpruntime.Client, error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("%w: -spawn wants a program", errUsage)
	}
	return mcpruntime.Spawn(ctx, words[0], words[1:]...)
}

// local connects to a server in this process.
func local(ctx context.Context) (*mcpruntime.Client, func() error, error) {
	path, err := store.Path()
	if err != nil {
		return nil, nil, err
	}
	notebook, err := store.Open(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	client, err := notes.NewServer(notebook).Local(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, notebook.Close())
	}
	return client, func() error { return errors.Join(client.Close(), notebook.Close()) }, nil
}
