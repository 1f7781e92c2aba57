package mcpruntime

import (
	"errors"

	"github.com/mcpgen/mcpgen/runtime/handle"
)

// Handle is a value that stays on the server: callers get its reference, such
// as #R1, with a summary, and give it to other tools, which get the value
// itself. A tool makes one with [NewHandle] and returns it, or takes one as a
// parameter. The value belongs to whoever called, and must not be changed.
//
// On a client, a handle is the reference alone; it can be an argument of calls
// of the same server.
type Handle[T any] struct {
	held *T
	info HandleInfo
}

// HandleInfo is what a server says of a handle.
type HandleInfo struct {
	// Ref is the reference, such as "#R1"; "" for a value that no server has kept.
	Ref     string
	Kind    string
	Summary string
	// Size is how many bytes the value has as JSON.
	Size int
}

// NewHandle returns a handle of a value, which the server keeps when a tool
// returns it.
func NewHandle[T any](value T) Handle[T] { return Handle[T]{held: &value} }

// Held reports whether the value is in this process. It is, wherever the handle
// is a parameter that was given.
func (h Handle[T]) Held() bool { return h.held != nil }

// Value returns the value. It panics when that is not held: on a client, and
// when an optional parameter was left out.
func (h Handle[T]) Value() T {
	if h.held == nil {
		panic("mcpruntime: the value of this handle is not in this process; see Handle.Held")
	}
	return *h.held
}

// Info returns what is known of the handle beside its value.
func (h Handle[T]) Info() HandleInfo { return h.info }

// Ref returns the reference, such as "#R1"; "" for a value that no server has
// kept.
func (h Handle[T]) Ref() string { return h.info.Ref }

// IsZero reports whether h is no handle at all.
func (h Handle[T]) IsZero() bool { return h.held == nil && h.info.Ref == "" }

var errNotKept = errors.New("the value of the handle has not been kept by a server, so there is no reference to it")

// MarshalText returns the reference.
func (h Handle[T]) MarshalText() ([]byte, error) {
	if h.info.Ref == "" {
		return nil, errNotKept
	}
	return []byte(h.info.Ref), nil
}

// UnmarshalText makes h the handle with a reference.
func (h *Handle[T]) UnmarshalText(text []byte) error {
	if !handle.IsRef(string(text)) {
		return errors.New("want " + wantHandle)
	}
	*h = Handle[T]{info: HandleInfo{Ref: string(text)}}
	return nil
}

// wantHandle says what the reference of a handle looks like.
const wantHandle = "a handle such as #R1"

// HandleKind says what a server knows of the values that are handles of a kind.
// Generated code makes them.
type HandleKind[T any] struct {
	// Name is the kind, a word.
	Name string
	// Write appends the JSON of a value.
	Write func(*Writer, *T)
	// Summary says in a line what a value holds; nil for what its JSON shows.
	Summary func(T) string
}

// ReadHandle reads a parameter that is a handle. In the call of a tool it is
// looked up among those of the caller; elsewhere it is the reference alone.
func ReadHandle[T any](r *Reader, kind string) (h Handle[T]) {
	text := r.textValue("handle of kind " + kind + ", such as #R1")
	if text == nil {
		return h
	}
	ref := string(text)
	if !handle.IsRef(ref) {
		r.Check(false, "handle of kind "+kind+", such as #R1")
		return h
	}
	h.info.Ref = ref
	if r.ctx == nil {
		return h
	}
	entry, err := findHandle(r.ctx, ref)
	if err != nil {
		r.noHandle(codeOf(err), err.Error())
		return Handle[T]{}
	}
	kept, ok := entry.Value.(*kept[T])
	if !ok {
		r.noHandle(CodeWrongKind, "handle "+ref+" is of kind "+entry.Kind+", want one of kind "+kind)
		return Handle[T]{}
	}
	return kept.handle(entry)
}

// noHandle notes that the handle read last cannot be used.
func (r *Reader) noHandle(code, why string) {
	r.last.bad = true
	r.violate("", why)
	r.handles++
	r.handleCode = code
}

// Handle appends the reference of a handle, as an argument.
func (w *Writer) Handle(ref string) {
	if ref == "" {
		w.Fail(errNotKept.Error())
	}
	w.String(ref)
}

var handleProps = Props{Names: []string{"handle", "kind", "summary", "size"}, Required: 0b0001}

// HandleOf returns the handle that a tool has answered with. It takes the results
// of [Client.CallTool].
func HandleOf[T any](r *Reader, err error) (h Handle[T], _ error) {
	if err != nil {
		return h, err
	}
	for o := r.Object(&handleProps); o.Next(); {
		switch o.Name() {
		case "handle":
			h.info.Ref = r.String()
		case "kind":
			h.info.Kind = r.String()
		case "summary":
			h.info.Summary = r.String()
		case "size":
			h.info.Size = int(r.Int64())
		}
	}
	return h, r.Done()
}
