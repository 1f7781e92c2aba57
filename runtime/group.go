package mcpruntime

import (
	"errors"
	"runtime/debug"
	"sync"
)

// Group runs parts of a function side by side, such as the requests that a tool
// makes. A panic in a goroutine that was started with a plain go statement ends
// the process, whatever this package does; one in a Group is that of Wait, and
// so an error of the call like any other. The zero Group is ready for use.
type Group struct {
	wg     sync.WaitGroup
	mu     sync.Mutex
	err    error
	panics *PanicError
}

var errNoEnd = errors.New("a function of a Group ended without returning")

// Go calls f in a goroutine of its own.
func (g *Group) Go(f func() error) {
	g.wg.Go(func() {
		err := errNoEnd // runtime.Goexit
		defer func() {
			var panics *PanicError
			if p := recover(); p != nil {
				panics = &PanicError{Value: p, Stack: debug.Stack()}
			}
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.err == nil {
				g.err = err
			}
			if g.panics == nil {
				g.panics = panics
			}
		}()
		err = f()
	})
}

// Wait waits for all functions and returns the first error. When one of them
// panicked, Wait panics.
func (g *Group) Wait() error {
	g.wg.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.panics != nil {
		panic(g.panics)
	}
	return g.err
}
