// Mcpcall starts an MCP server as a child process, calls one tool over stdio
// and prints the answer:
//
//	mcpcall TOOL JSON COMMAND [ARG...]
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// timeout bounds the whole conversation.
const timeout = 30 * time.Second

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mcpcall:", err)
		os.Exit(1)
	}
}

// run calls the tool and writes its result as indented JSON. A result that is
// a tool error is written and returned as an error too.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) < 3 {
		return errors.New("usage: mcpcall TOOL JSON COMMAND [ARG...]")
	}
	tool, input, command := args[0], args[1], args[2:]
	if !json.Valid([]byte(input)) {
		return fmt.Errorf("the arguments are not JSON: %s", input)
	}
	server := exec.CommandContext(ctx, command[0], command[1:]...)
	server.Stderr = stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "mcpcall", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: server}, nil)
	if err != nil {
		return fmt.Errorf("connecting to %s: %w", command[0], err)
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(input)})
	if err := errors.Join(err, session.Close()); err != nil {
		return err
	}
	out, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "%s\n", out); err != nil {
		return err
	}
	if result.IsError {
		return fmt.Errorf("%s answered with an error", tool)
	}
	return nil
}
