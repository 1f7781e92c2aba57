//go:build !unix && !windows

package mcpruntime

import "os"

// takeStdio keeps standard output for the protocol as far as os.Stdout goes.
func takeStdio() (in, out *os.File, err error) {
	in, out = os.Stdin, os.Stdout
	os.Stdout = os.Stderr
	return in, out, nil
}
