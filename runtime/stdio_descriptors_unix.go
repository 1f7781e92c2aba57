//go:build unix

package mcpruntime

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// takeStdio keeps standard input and output for the protocol alone: the
// returned files are where the messages are, descriptor 0 is empty, and what
// anything in the process or a child of it writes to descriptor 1 goes to
// standard error.
func takeStdio() (in, out *os.File, err error) {
	if in, err = aside(0, "stdin"); err != nil {
		return nil, nil, err
	}
	if out, err = aside(1, "stdout"); err != nil {
		return nil, nil, err
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = null.Close() }() // its copy stays
	if err := unix.Dup2(int(null.Fd()), 0); err != nil {
		return nil, nil, err
	}
	if err := unix.Dup2(2, 1); err != nil {
		return nil, nil, err
	}
	os.Stdout = os.Stderr
	// When nobody reads standard error any longer, what is printed is lost; by
	// default the process would be too. (Children do not inherit this.)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return in, out, nil
}

// aside returns a copy of a descriptor that children do not inherit.
func aside(fd int, name string) (*os.File, error) {
	copied, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(copied), name), nil
}
