//go:build unix

package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Limits of a server over HTTP. It gives calls that run 10 seconds to end.
const (
	startTime = 15 * time.Second
	stopTime  = 15 * time.Second
)

// grouped makes a command the head of a process group, which ends as a whole:
// a client that is killed cannot end the server it has started.
func grouped(cmd *exec.Cmd) *exec.Cmd {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return killGroup(cmd) }
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// killGroup ends what is left of the group of a command.
func killGroup(cmd *exec.Cmd) error {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil && err != syscall.ESRCH {
		return err
	}
	return nil
}

// runGroup runs a command to its end, and ends what it leaves behind. The
// error holds what it wrote to standard error.
func runGroup(cmd *exec.Cmd) (stdout []byte, stderr string, err error) {
	var out, log strings.Builder
	grouped(cmd).Stdout, cmd.Stderr = &out, &log
	err = cmd.Run()
	if cmd.Process != nil {
		err = errors.Join(err, killGroup(cmd))
	}
	return []byte(out.String()), log.String(), err
}

// httpServer is a program that serves HTTP.
type httpServer struct {
	url    string
	cmd    *exec.Cmd
	exited chan error
}

// startHTTP starts a server on a free port of loopback, and reads its URL from
// what it says on standard error.
func startHTTP(ctx context.Context, to target) (*httpServer, error) {
	cmd := grouped(exec.CommandContext(ctx, to.command, append(slices.Clone(to.flags), "-http", "127.0.0.1:0")...))
	cmd.Env = append(os.Environ(), to.env...)
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = write
	if err := errors.Join(cmd.Start(), write.Close()); err != nil {
		return nil, errors.Join(err, read.Close())
	}
	s := &httpServer{cmd: cmd, exited: make(chan error, 1)}
	url := make(chan string, 1)
	go func() {
		said := scanURL(read, url)
		if to.logs {
			said = nil
		}
		s.exited <- errors.Join(said, cmd.Wait(), read.Close())
	}()
	select {
	case s.url = <-url:
		return s, nil
	case err := <-s.exited:
		return nil, fmt.Errorf("the server did not start: %w", err)
	case <-time.After(startTime):
		return nil, errors.Join(errors.New("the server does not say where it listens"), killGroup(cmd))
	}
}

// scanURL sends the URL that a server announces, and reads on to the end. What
// else the server says is an error: nothing here gives it a reason to.
func scanURL(stderr io.Reader, url chan<- string) error {
	var log []string
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		if at, ok := strings.CutPrefix(lines.Text(), "listening on "); ok && len(url) == 0 {
			url <- at
			continue
		}
		log = append(log, lines.Text())
	}
	if log != nil {
		return fmt.Errorf("the server says: %s", strings.Join(log, "\n"))
	}
	return nil
}

// stop asks the server to end, as a supervisor does, and expects it to.
func (s *httpServer) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case err := <-s.exited:
		return errors.Join(err, killGroup(s.cmd))
	case <-time.After(stopTime):
		return errors.Join(errors.New("the server goes on after SIGTERM"), killGroup(s.cmd))
	}
}
