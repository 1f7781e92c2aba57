// Command client reads and writes notes, whether they are in this process, in a
// server that it starts, or behind a URL.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// patience is how long a command may take, with connecting.
const patience = 30 * time.Second

var errUsage = errors.New("wrong usage")

// run is main with its world as arguments; it returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var at place
	flags := flag.NewFlagSet("client", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&at.url, "http", "", "use the server at `URL`, such as http://127.0.0.1:8080/mcp")
	flags.StringVar(&at.program, "spawn", "", "start `PROGRAM` and use it as a server on its standard streams")
	flags.Usage = func() { usage(flags) }
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	err := command(ctx, at, flags.Args(), stdin, stdout)
	switch {
	case errors.Is(err, errUsage):
		fmt.Fprintln(stderr, err)
		flags.Usage()
		return 2
	case err != nil:
		fmt.Fprintln(stderr, explain(err))
		return 1
	}
	return 0
}

// command connects and runs one command.
func command(ctx context.Context, at place, args []string, stdin io.Reader, stdout io.Writer) error {
	do, err := parse(args, stdin)
	if err != nil {
		return err
	}
	client, end, err := connect(ctx, at)
	if err != nil {
		return err
	}
	err = do(ctx, notes.NewNotebookMCPClient(client), stdout)
	return errors.Join(err, end())
}

// explain adds the code of an error that has one.
func explain(err error) string {
	if e := (*mcpruntime.Error)(nil); errors.As(err, &e) && e.Code != "" {
		return e.Code + ": " + e.Message
	}
	return err.Error()
}

func usage(flags *flag.FlagSet) {
	out := flags.Output()
	fmt.Fprintln(out, "usage: client [-http URL | -spawn PROGRAM] COMMAND")
	fmt.Fprintln(out, "\nWithout -http and -spawn it opens the file that NOTES_DB names.")
	flags.PrintDefaults()
	fmt.Fprintln(out, "\ncommands:")
	for _, c := range commands {
		fmt.Fprintf(out, "  %-28s %s\n", c.name+" "+c.args, c.about)
	}
}
