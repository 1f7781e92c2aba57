package mcpruntime

import (
	"os"

	"golang.org/x/sys/windows"
)

// takeStdio keeps standard input and output for the protocol alone: the
// returned files are where the messages are, and what this process and its
// children write to standard output goes to standard error. (A handle that
// somebody took before still writes to the old one.)
func takeStdio() (in, out *os.File, err error) {
	in, out = os.Stdin, os.Stdout
	if err := windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, windows.Handle(os.Stderr.Fd())); err != nil {
		return nil, nil, os.NewSyscallError("SetStdHandle", err)
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, nil, err
	}
	if err := windows.SetStdHandle(windows.STD_INPUT_HANDLE, windows.Handle(null.Fd())); err != nil {
		return nil, nil, os.NewSyscallError("SetStdHandle", err)
	}
	os.Stdin, os.Stdout = null, os.Stderr
	return in, out, nil
}
