// Command mcpgen turns annotated Go functions into Model Context Protocol
// servers. Run mcpgen help for its manual, or put
//
//	//go:generate go tool mcpgen
//
// into a source file of the package.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/mcpgen/mcpgen/internal/gen"
)

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }

// Exit statuses.
const (
	exitOK       = 0
	exitFindings = 1 // errors in the user's source, or files out of date
	exitFailure  = 2 // wrong usage, the system, interrupts, our own faults
)

// errFindings ends a command that has said what is wrong already.
var errFindings = errors.New("findings")

// run is the command: it reads the packages that args name, writes data to
// stdout and everything else to stderr, and returns the exit status. It stops
// early, with nothing half written, when ctx ends or a signal asks for it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (status int) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer func() {
		if r := recover(); r != nil {
			status = fail(stderr, &gen.BugError{Err: fmt.Errorf("panic: %v\n%s", r, debug.Stack())})
		}
	}()
	dir, err := os.Getwd()
	if err != nil {
		return fail(stderr, err)
	}
	p := &program{dir: dir, stdin: os.Stdin, stdout: stdout, stderr: stderr}
	if err := p.run(ctx, args); err != nil {
		if ctx.Err() != nil {
			err = errors.New("interrupted; nothing was written")
		}
		return fail(stderr, err)
	}
	return exitOK
}

// fail reports an error and returns the exit status that goes with it.
func fail(stderr io.Writer, err error) int {
	if errors.Is(err, errFindings) {
		return exitFindings
	}
	if bug := (*gen.BugError)(nil); errors.As(err, &bug) {
		fmt.Fprintf(stderr, "mcpgen: internal error: %v\n%s", bug, reportBug(version()))
		return exitFailure
	}
	fmt.Fprintf(stderr, "mcpgen: %v\n", err)
	return exitFailure
}

func reportBug(version string) string {
	return "This is a fault of mcpgen, not of your code; nothing was written. Please report it at\n" +
		"https://github.com/mcpgen/mcpgen/issues with the text above, the annotated declaration, and\n" +
		version + ".\n"
}
