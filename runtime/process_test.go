package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The tests start this binary again as one of these programs.
const programVariable = "MCPRUNTIME_TEST_PROGRAM"

var programs = map[string]func(){
	"server": func() { Main(newTestServer()) },
	"noisy":  noisy,
	"exits": func() {
		fmt.Fprintln(os.Stderr, "starting\nno configuration file")
		os.Exit(3)
	},
	"prints":  func() { fmt.Println("noise of a child") },
	"hangs":   func() { time.Sleep(time.Minute) },
	"garbage": func() { fmt.Println("Listening on port 8080"); time.Sleep(time.Minute) },
	"deaf": func() {
		s := newTestServer()
		addTool(s, "deaf", func(context.Context, *Writer) error { fmt.Fprintln(os.Stderr, "deaf"); select {} })
		Main(s)
	},
	"rests": func() {
		s := newTestServer()
		addTool(s, "say", func(_ context.Context, out *Writer) error {
			fmt.Fprintln(os.Stderr, "resting")
			time.Sleep(500 * time.Millisecond)
			out.Raw(`{"result":"rested"}`)
			return nil
		})
		Main(s)
	},
	"dies": func() {
		s := newTestServer()
		addTool(s, "die", func(context.Context, *Writer) error { os.Exit(4); return nil })
		Main(s)
	},
	"babbles": func() {
		out := os.Stdout
		if null, err := os.Open(os.DevNull); err == nil {
			defer null.Close()
		}
		s := newTestServer()
		reader := io.TeeReader(os.Stdin, babbler{out})
		run(context.Background(), opened(s), nil, reader, io.Writer(struct{ io.Writer }{out}), os.Stderr)
	},
	"stubborn": func() {
		signal.Ignore(syscall.SIGTERM)
		go func() {
			run(context.Background(), opened(newTestServer()), nil, os.Stdin, struct{ io.Writer }{os.Stdout}, os.Stderr)
		}()
		select {}
	},
}

// babbler writes noise when a call comes in.
type babbler struct{ out io.Writer }

func (b babbler) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("tools/call")) {
		fmt.Fprintln(b.out, "noise")
	}
	return len(p), nil
}

func TestMain(m *testing.M) {
	if program := programs[os.Getenv(programVariable)]; program != nil {
		program()
		return
	}
	os.Exit(m.Run())
}

// testProgram is the command that runs this binary as one of the programs.
func testProgram(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), programVariable+"="+name)
	return cmd
}

// noisy is a server with everything that gets between messages by mistake.
func noisy() {
	before := os.Stdout
	logged := log.New(os.Stdout, "", 0)
	s := NewServer("noisy", "1")
	addTool(s, "print", func(ctx context.Context, out *Writer) error {
		fmt.Println("noise of Println")
		fmt.Fprintln(before, "noise of a library that took os.Stdout at start")
		logged.Print("noise of a logger")
		child := exec.CommandContext(ctx, os.Args[0])
		child.Env = append(os.Environ(), programVariable+"=prints")
		child.Stdout = before
		if err := child.Run(); err != nil {
			return err
		}
		// A child that inherits the standard input must not eat messages.
		eater := exec.CommandContext(ctx, "cat")
		eater.Stdin = os.Stdin
		eaten, _ := eater.Output()
		out.Raw(`{"result":`)
		out.String(string(eaten))
		out.Raw("}")
		return nil
	})
	Main(s)
}

// Whatever writes to standard output and reads standard input, the messages
// stay whole.
func TestStandardOutputIsTheProtocols(t *testing.T) {
	t.Parallel()
	cmd := testProgram(t, "noisy")
	cmd.Stdin = strings.NewReader(legacyHello + request(1, "tools/call", `{"name":"print"}`, false) + request(2, "ping", `{}`, false))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	answers := 0
	for line := range strings.Lines(stdout.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("standard output has %q", line)
		}
		answers++
	}
	if answers != 3 || !strings.Contains(stdout.String(), `"structuredContent":{"result":""}`) {
		t.Errorf("%d answers:\n%s", answers, &stdout)
	}
	for _, noise := range []string{"noise of Println", "noise of a library", "noise of a logger", "noise of a child"} {
		if !strings.Contains(stderr.String(), noise) {
			t.Errorf("standard error lacks %q:\n%s", noise, &stderr)
		}
	}
}

// A server whose standard error nobody reads any longer loses what it prints,
// not its life.
func TestStandardErrorGone(t *testing.T) {
	t.Parallel()
	cmd := testProgram(t, "server")
	cmd.Stdin = strings.NewReader(legacyHello + request(1, "tools/call", `{"name":"panic"}`, false) + request(2, "tools/call", `{"name":"list"}`, false))
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	defer write.Close()
	var stdout bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, write
	if err := cmd.Run(); err != nil || !strings.Contains(stdout.String(), "internal error in tool panic") || !strings.Contains(stdout.String(), `{"result":[]}`) {
		t.Errorf("%v\n%s", err, &stdout)
	}
}

// A signal ends the process with status 0, after the call that runs.
func TestSignals(t *testing.T) {
	t.Parallel()
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := testProgram(t, "rests")
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		var stdout bytes.Buffer
		cmd.Stdout = &stdout
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(stdin, legacyHello+request(1, "tools/call", `{"name":"say"}`, false))
		if _, err := fmt.Fscanln(stderr, new(string)); err != nil { // it rests
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil || !strings.Contains(stdout.String(), `"result":"rested"`) {
			t.Errorf("%v: %v\n%s", sig, err, &stdout)
		}
		stdin.Close()
	}
}

// A second signal does what signals do: the call that runs is not waited for.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	cmd := testProgram(t, "deaf")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(stdin, legacyHello+request(1, "tools/call", `{"name":"deaf"}`, false))
	if _, err := fmt.Fscanln(stderr, new(string)); err != nil { // it runs
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for deadline := time.After(8 * time.Second); ; {
		_ = cmd.Process.Signal(syscall.SIGTERM) // fails when it has ended
		select {
		case err := <-ended:
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.Exited() {
				t.Errorf("it ended with %v, not by the signal", err)
			}
			return
		case <-deadline:
			t.Fatal("it waits for the call")
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func TestSpawn(t *testing.T) {
	t.Parallel()
	cmd := testProgram(t, "server")
	cmd.Stderr = io.Discard
	c, err := SpawnCommand(t.Context(), cmd)
	if err != nil {
		t.Fatal(err)
	}
	checkClient(t, c)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := c.CallTool(t.Context(), "list", NewWriter()); !errors.Is(err, ErrDisconnected) {
		t.Errorf("after Close: %v", err)
	}
}

// A program that is no server, or stops being one, is said to be so in time.
func TestSpawnBadPrograms(t *testing.T) {
	t.Parallel()
	connect := func(name string, limit time.Duration) (*Client, error) {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		cmd := testProgram(t, name)
		cmd.Stderr = io.Discard
		return SpawnCommand(ctx, cmd)
	}
	for name, want := range map[string]string{
		"exits":   "exit status 3: no configuration file",
		"garbage": `wrote "Listening on port 8080" to standard output, which is no message`,
	} {
		if _, err := connect(name, 20*time.Second); !errors.Is(err, ErrDisconnected) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := connect("hangs", 200*time.Millisecond); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("hangs: %v", err)
	}
	if _, err := Spawn(t.Context(), "no-such-program"); !errors.Is(err, ErrDisconnected) || !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("no such program: %v", err)
	}
	for name, test := range map[string]struct{ tool, want string }{
		"dies":    {"die", "exit status 4"},
		"babbles": {"list", `wrote "noise" to standard output`},
	} {
		c, err := connect(name, 20*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.CallTool(t.Context(), test.tool, NewWriter())
		if !errors.Is(err, ErrDisconnected) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
		_ = c.Close()
	}
}

// A program that ignores the end of its input and SIGTERM is killed.
func TestSpawnStubbornProgram(t *testing.T) {
	t.Parallel()
	c, err := SpawnCommand(t.Context(), testProgram(t, "stubborn"))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_ = c.Close()
	if spent := time.Since(start); spent > 15*time.Second {
		t.Errorf("Close took %v", spent)
	}
}
