// Package handle keeps large results of tools on the server, and looks into
// them: a model gets a short name for a value, a summary of it, and the parts
// that it asks for.
//
// It knows nothing of servers and transports. A [Store] keeps values; [Memory]
// is one. A [Document] is the JSON of a value, with operations that are the same
// for values of every type.
package handle

import (
	"context"
	"fmt"
	"time"
)

// Entry is a value that a store keeps.
type Entry struct {
	// ID is what the store calls it: a letter, then letters and digits.
	ID string
	// Principal is whom it belongs to. For anybody else it does not exist.
	Principal string
	// Kind says what it is, in a word.
	Kind string
	// Value must not change any more.
	Value any
	// Size is how many bytes the value has as JSON.
	Size int
	// TTL is how long it is kept after it was last used; 0 for as long as the
	// store keeps things.
	TTL     time.Duration
	Created time.Time
	// Secret asks for an ID that nobody can guess.
	Secret bool
	// Held asks a [Holder] to hold the value from the beginning.
	Held bool
}

// Store keeps values. Its methods are called side by side.
type Store interface {
	// Put keeps a value and returns the entry with its ID. The error is an
	// [*Error] with [CodeTooLarge] for what does not fit.
	Put(ctx context.Context, e Entry) (Entry, error)
	// Get returns what belongs to the principal. The error is an [*Error] with
	// [CodeUnknown] or [CodeExpired].
	Get(ctx context.Context, principal, id string) (Entry, error)
	// Delete forgets a value; it need not exist.
	Delete(ctx context.Context, principal, id string) error
}

// Holder is a [Store] that can be told what is in use. What is held neither
// expires nor makes room for other values of whom it belongs to.
type Holder interface {
	Store
	// Hold is Get, and the value is held until Release has been called as often.
	Hold(ctx context.Context, principal, id string) (Entry, error)
	// Release ends what Hold, or Put with [Entry.Held], has begun. The value need
	// not exist any more.
	Release(principal, id string)
}

// IsRef reports whether a text is the reference of a handle: #, a letter, and
// then letters and digits.
func IsRef(text string) bool {
	for i := range len(text) {
		c := text[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if i == 0 && c != '#' || i == 1 && !letter || i > 1 && !letter && !('0' <= c && c <= '9') {
			return false
		}
	}
	return len(text) > 1
}

// Pattern is the regular expression of what [IsRef] accepts.
const Pattern = "^#[A-Za-z][0-9A-Za-z]*$"

// The codes of errors.
const (
	CodeUnknown   = "unknown_handle" // no such handle, or not one of the caller
	CodeExpired   = "expired_handle" // it has not been used for too long
	CodeTooLarge  = "too_large"      // a value for the store, or an answer for whoever asks
	CodeNotFound  = "not_found"      // an item or a column that the value does not have
	CodeBadChoice = "bad_argument"   // what was asked for makes no sense
)

// Error is an error that a model can act on.
type Error struct{ Code, Message string }

// Error returns the message.
func (e *Error) Error() string { return e.Message }

func errorf(code, format string, args ...any) *Error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// maxShown bounds how much of an ID is repeated: it comes from the caller.
const maxShown = 40

func unknown(id string) *Error {
	if len(id) > maxShown {
		id = id[:maxShown] + "…"
	}
	return errorf(CodeUnknown, "there is no handle #%s, or no more; call the tool that returned it again", id)
}

func expired(e Entry) *Error {
	return errorf(CodeExpired, "handle #%s (%s) has expired; call the tool that returned it again", e.ID, e.Kind)
}
