package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// progress shows on a terminal that the command is alive, once it has run for
// the given delay; a first run may compile every dependency. The function it
// returns stops and wipes the line, and must be called before anything else is
// printed.
func (p *program) progress(delay time.Duration, quiet bool) (done func()) {
	if quiet || !isTerminal(p.stderr) {
		return func() {}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		spin(p.stderr, delay, stop)
	}()
	return func() {
		close(stop)
		<-stopped
	}
}

// spin rewrites one line every delay until stop is closed.
func spin(w io.Writer, delay time.Duration, stop <-chan struct{}) {
	start := time.Now()
	tick := time.NewTicker(delay)
	defer tick.Stop()
	width := 0
	for {
		select {
		case <-stop:
			if width > 0 {
				fmt.Fprintf(w, "\r%s\r", strings.Repeat(" ", width))
			}
			return
		case <-tick.C:
			text := fmt.Sprintf("mcpgen: reading packages, %.0fs", time.Since(start).Seconds())
			width = max(width, len(text))
			fmt.Fprintf(w, "\r%s", text)
		}
	}
}

// isTerminal reports whether w is a character device, which is enough to tell
// a terminal from a file and a pipe.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
