package mcpruntime

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Main is the main function of a server. It does not return.
//
// Without flags it serves standard input and output until the input ends or a
// SIGINT or SIGTERM arrives, and exits with status 0. With -list it prints the
// names of the tools, with -call TOOL [JSON] it calls one of them, with the
// arguments given ("-" reads them from standard input), and prints the text of
// the result, as a model would read it.
// Exit status: 0, 1 for a failure, 2 for a usage error.
func Main(srv *Server) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, srv, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const (
	exitOK = iota
	exitFailure
	exitUsage
)

// run is Main with its world as arguments.
func run(ctx context.Context, srv *Server, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(stderr)
	list := flags.Bool("list", false, "print the tools and exit")
	call := flags.String("call", "", "call `TOOL` with the JSON object that follows, print the result and exit")
	if err := flags.Parse(args); err != nil {
		if err == flag.ErrHelp {
			return exitOK
		}
		return exitUsage
	}
	if *call == "" && flags.NArg() > 0 || *list && *call != "" || flags.NArg() > 1 {
		fmt.Fprintln(stderr, "usage: [-list | -call TOOL [JSON]]")
		return exitUsage
	}
	if err := srv.Err(); err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailure
	}
	switch {
	case *list:
		return srv.printTools(stdout)
	case *call != "":
		return srv.printCall(ctx, *call, flags.Arg(0), stdin, stdout, stderr)
	default:
		return srv.serveStdio(ctx, stdin, stdout, stderr)
	}
}

// printTools prints a line for each tool.
func (s *Server) printTools(stdout io.Writer) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, name := range SortedKeys(s.tools) {
		fmt.Fprintln(stdout, name+s.tools[name].tool.Line)
	}
	return exitOK
}

// printCall calls a tool and prints its text.
func (s *Server) printCall(ctx context.Context, name, args string, stdin io.Reader, stdout, stderr io.Writer) int {
	arguments := []byte(args)
	if args == "-" {
		read, err := io.ReadAll(io.LimitReader(stdin, int64(s.limits.ArgumentBytes)+1))
		if err != nil {
			fmt.Fprintln(stderr, err)
			return exitFailure
		}
		arguments = read
	}
	result, err := s.Call(ctx, name, arguments)
	if err == nil {
		err = result.Err
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailure
	}
	if result.Structured != nil {
		fmt.Fprintln(stdout, result.Text)
	}
	return exitOK
}

// serveStdio serves one connection. The end of the input and the end of ctx
// are the normal ways for it to end.
func (s *Server) serveStdio(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
	if file, ok := stdout.(*os.File); ok && file == os.Stdout {
		// What functions print must not get between the messages.
		os.Stdout = os.Stderr
		defer func() { os.Stdout = file }()
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, newLineTransport(stdin, stdout)) }()
	select {
	case err := <-ended:
		if err != nil && ctx.Err() == nil {
			fmt.Fprintln(stderr, err)
			return exitFailure
		}
	case <-ctx.Done(): // the SDK would wait for running functions, to no end
	}
	return exitOK
}
