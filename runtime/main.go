package mcpruntime

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"
)

// Main is the main function of a server. It does not return.
//
// Without flags it serves standard input and output, which then belong to the
// protocol: what the program prints goes to standard error. With -http ADDR it
// serves HTTP, see [Server.Handler], at / and /mcp; :8080 means
// 127.0.0.1:8080, any other host must be spelt. When the input ends, the calls
// that run are answered before the program ends. On a SIGINT or SIGTERM they get
// 10 seconds to finish ([Limits.StopTime]), unless a second signal arrives.
//
// With -list it prints the tools, with -call TOOL [JSON] it calls one of them,
// with the arguments given ("-" reads them from standard input), and prints the
// text of the result, as a model would read it.
//
// -profile NAME goes with all of these: only the tools of a profile are there
// then, see [WithProfile]. The profile workflow always exists. -planner serves
// planner mode, see [WithPlanner].
//
// Exit status: 0, 1 for a failure, 2 for a usage error.
func Main(srv *Server) {
	MainFunc(func(context.Context) (*Server, error) { return srv, nil })
}

// MainFunc is [Main] for a server that has to be opened: a database, a
// connection. Open is called when the command line is right and asks for the
// server; its context ends with the signal. An error ends the program with
// status 1. See [WithClose] for what is to be done at the end.
func MainFunc(open func(context.Context) (*Server, error)) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal does what signals do
	code := run(ctx, open, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// WithClose has [Main] call a function when the calls have ended, to close what
// the server holds. An error is printed and makes the exit status 1.
func WithClose(end func() error) Option {
	return func(o *options) { o.closers = append(o.closers, end) }
}

// close calls what [WithClose] was given, the last first.
func (s *Server) close() (err error) {
	for _, end := range slices.Backward(s.closers) {
		err = errors.Join(err, end())
	}
	return err
}

const (
	exitOK = iota
	exitFailure
	exitUsage
)

// command is what the command line asks for.
type command struct {
	list       bool
	call, args string
	http       string
	profile    string
	planner    bool
}

// parseCommand reads the command line; on its errors the flag set has said why.
func parseCommand(args []string, stderr io.Writer) (c command, err error) {
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.BoolVar(&c.list, "list", false, "print the tools and exit")
	flags.StringVar(&c.call, "call", "", "call `TOOL` with the JSON object that follows, print the result and exit")
	flags.StringVar(&c.http, "http", "", "serve HTTP at `ADDR` instead of standard input and output; :8080 means 127.0.0.1:8080")
	flags.StringVar(&c.profile, "profile", "", "show and call only the tools of profile `NAME`, such as workflow")
	flags.BoolVar(&c.planner, "planner", false, "serve planner mode: three tools that run programs of all others")
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	c.args = flags.Arg(0)
	given := 0
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "profile" && f.Name != "planner" {
			given++
		}
		if f.Value.String() == "" { // most often a variable that a script forgot to set
			err = fmt.Errorf("-%s is empty", f.Name)
		}
	})
	if err == nil && c.http != "" {
		c.http, err = listenAddress(c.http)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return c, err
	}
	if given > 1 || c.call == "" && flags.NArg() > 0 || flags.NArg() > 1 {
		err = errors.New("usage: [-profile NAME] [-planner] [-http ADDR | -list | -call TOOL [JSON]]")
		fmt.Fprintln(stderr, err)
	}
	return c, err
}

// run is MainFunc with its world as arguments.
func run(ctx context.Context, open func(context.Context) (*Server, error), args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c, err := parseCommand(args, stderr)
	if err == flag.ErrHelp {
		return exitOK
	} else if err != nil {
		return exitUsage
	}
	srv, err := open(ctx)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailure
	}
	code, err := srv.begin(ctx, c, stdin, stdout, stderr)
	if err = errors.Join(err, srv.close()); err != nil {
		fmt.Fprintln(stderr, err)
		return max(code, exitFailure)
	}
	return code
}

// begin does what the command line asks for, unless the server cannot start.
func (s *Server) begin(ctx context.Context, c command, stdin io.Reader, stdout, stderr io.Writer) (code int, err error) {
	if err := s.Err(); err != nil {
		return exitFailure, err
	}
	if c.profile != "" {
		if err := s.chooseProfile(c.profile); err != nil {
			return exitUsage, err
		}
	}
	if c.planner && s.modeTools == nil {
		s.planMode()
		if err := s.Err(); err != nil {
			return exitFailure, err
		}
	}
	if s.modeTools != nil {
		s.warnOfFewTools(stderr)
	}
	return s.do(ctx, c, stdin, stdout, stderr), nil
}

// do does what the command line asks for.
func (s *Server) do(ctx context.Context, c command, stdin io.Reader, stdout, stderr io.Writer) int {
	switch {
	case c.list:
		return s.printTools(stdout)
	case c.call != "":
		return s.printCall(ctx, c.call, c.args, stdin, stdout, stderr)
	case c.http != "":
		return s.serveHTTP(ctx, c.http, stderr)
	default:
		return s.serveStdio(ctx, stdin, stdout, stderr)
	}
}

// printTools prints a line for each tool.
func (s *Server) printTools(stdout io.Writer) int {
	for _, t := range s.plan().view.Tools() {
		fmt.Fprintln(stdout, t.Name+t.Line)
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
	if stdout == io.Writer(os.Stdout) {
		os.Stdout = os.Stderr // what the function prints is not the result
	}
	result, err := s.Call(ctx, name, arguments)
	if err != nil {
		fmt.Fprintln(stderr, describe(KindTool, name, err).text)
		return exitFailure
	}
	if result.Tool != nil && result.Tool.IsError {
		fmt.Fprint(stderr, result.print())
		return exitFailure
	}
	fmt.Fprint(stdout, result.print())
	return exitOK
}

// serveStdio serves one connection. The end of the input and the end of ctx
// are the normal ways for it to end; after that of ctx, calls that run get
// [Limits.StopTime].
func (s *Server) serveStdio(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
	if stdout == io.Writer(os.Stdout) {
		in, out, err := takeStdio()
		if err != nil {
			fmt.Fprintln(stderr, err)
			return exitFailure
		}
		stdin, stdout = in, out
	}
	running, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	transport := newLineTransport(stdin, stdout, s.limits.MessageBytes)
	transport.stop = ctx.Done()
	ended := make(chan error, 1)
	go func() { ended <- s.Run(running, transport) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		select {
		case err = <-ended:
		case <-time.After(s.limits.StopTime):
			s.cutOff()
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailure
	}
	return exitOK
}
