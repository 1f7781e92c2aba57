package handle

import "context"

// watch looks at a context now and then, for loops as long as what a caller
// keeps. It is for one goroutine.
type watch struct {
	ctx   context.Context // nil for one that does not end
	steps int
	ended error
}

// watchSteps is how many steps lie between two looks.
const watchSteps = 1 << 10

// over counts a step, and reports whether the context is done.
func (w *watch) over() bool {
	if w.steps++; w.ctx != nil && w.steps%watchSteps == 0 && w.ended == nil {
		w.ended = context.Cause(w.ctx)
	}
	return w.ended != nil
}

// err returns why the context is done, once over has found that.
func (w *watch) err() error { return w.ended }
