package program

import (
	"context"
	"errors"
)

// Host is where the calls of a program are made. Its methods may be called side
// by side, and return soon after their context is done: Run waits for them.
type Host interface {
	// Call calls a tool. What a model should read of an error is a [*Failure]; an
	// error that wraps [ErrSuspended] ends the program for now.
	Call(ctx context.Context, call Invocation) (Outcome, error)
	// Value returns the JSON of a value that is kept behind a handle.
	Value(ctx context.Context, handle string) ([]byte, error)
	// Help answers help NAME…, without names with what there is, and Find find
	// QUERY, in text of any number of lines.
	Help(ctx context.Context, names []string) (string, error)
	Find(ctx context.Context, query string) (string, error)
}

// Invocation is one call as it reaches the host.
type Invocation struct {
	Label, Tool string
	// Args is a JSON object, with the results in place of references. The host may
	// keep it.
	Args []byte
	// Needed reports whether lines below refer to the result.
	Needed bool
}

// Outcome is the result of a call.
type Outcome struct {
	// JSON is the value that the signature of the tool describes: without the
	// object that wraps other results on the wire. It is nil when there is none,
	// and for a tool that returns a handle.
	JSON []byte
	// Handle is the id, such as "R1", under which the host keeps the value, when it
	// does, and Summary what the answer says of it.
	Handle, Summary string
	// Content is the host's own: where it has what no line can hold, such as images.
	Content string
}

// ErrSuspended is in the chain of the error of a call that waits for something
// outside, such as an answer of the user. No other call begins then, and Run
// returns that error. The program is run again later: the host then answers the
// calls that have ended from memory, by label, tool and arguments.
var ErrSuspended = errors.New("the call waits for an answer")

// Codes of the failures that the program itself finds.
const (
	CodeBadArgument = "bad_argument" // a reference leads nowhere
	CodeTooLarge    = "too_large"    // the arguments are larger than allowed
	CodeTimeout     = "timeout"
	CodeCancelled   = "cancelled"
	CodeInternal    = "internal" // the host panicked
	CodeError       = "error"    // the error has no code
)

// Failure is the error of a call as a model reads it.
type Failure struct {
	Code, Message string
	// Pointers are the places in the arguments that it is about, JSON Pointers
	// (RFC 6901), as far as known. References that stand there are named in the
	// answer.
	Pointers []string
}

// Error returns the code and the message.
func (f *Failure) Error() string { return f.Code + " " + f.Message }

// failure makes one of any error.
func failure(ctx context.Context, err error) *Failure {
	var f *Failure
	switch {
	case errors.As(err, &f):
		return f
	case ctx.Err() != nil && errors.Is(err, context.DeadlineExceeded):
		return &Failure{Code: CodeTimeout, Message: "the call did not end in time"}
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return &Failure{Code: CodeCancelled, Message: "the call was cancelled"}
	}
	return &Failure{Code: CodeError, Message: err.Error()}
}
