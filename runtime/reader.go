package mcpruntime

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/go-faster/jx"
)

// Reader decodes one JSON document. Generated code calls it with the types it
// wants, one call a value; what does not fit is collected as a [Violation],
// the call returns the zero value, and reading goes on. [Reader.Done] returns
// everything that was wrong.
//
// A Reader is in one of two modes. Strict is for what a caller sends: names
// are exact, unknown and missing properties, constraints and enums are
// violations. The other mode is for results, whose sender may be newer than
// the reader: unknown properties are skipped, missing or null ones leave the
// zero value, constraints and enums are not checked; only what the Go type
// cannot hold is a violation.
//
// A Reader is not safe for concurrent use.
type Reader struct {
	d      jx.Decoder
	data   []byte
	strict bool
	open   bool // see Open

	maxDepth, maxItems int
	depth, items       int

	path       []step
	last       lastValue
	violations []Violation
	more       bool
	fatal      error
	fatalAt    string
}

// step is one level of the path: a property (or map key) or a list index.
type step struct {
	name  string
	index int
}

// A step that is a name has namedStep for an index, or unreadStep while no
// name has been read.
const (
	namedStep  = -1
	unreadStep = -2
)

var (
	errTooDeep  = errors.New("nested too deep")
	errTooMany  = errors.New("too many values")
	errBadJSON  = errors.New("not valid JSON")
	errTrailing = errors.New("data after the JSON value")
)

// NewReader returns a strict reader of one JSON document with the default
// [Limits]. It keeps data until it is done; data must not change.
func NewReader(data []byte) *Reader {
	r := new(Reader)
	r.reset(data, true, Limits{}.withDefaults())
	return r
}

// NewResultReader returns a reader of a tool's structured result; see [Reader]
// for how it differs from a strict one.
func NewResultReader(data []byte) *Reader {
	r := new(Reader)
	r.reset(data, false, Limits{}.withDefaults())
	return r
}

// Reset makes r a strict reader of another document, as [NewReader] returns
// one; it keeps its limits.
func (r *Reader) Reset(data []byte) {
	r.reset(data, true, Limits{Depth: r.maxDepth, Items: r.maxItems})
}

var readers = sync.Pool{New: func() any { return new(Reader) }}

// pooledReader returns a strict reader from the pool; free gives it back.
func pooledReader(data []byte, limits Limits) *Reader {
	r := readers.Get().(*Reader)
	r.reset(data, true, limits)
	return r
}

// free gives a reader back to the pool. Nothing read from it refers to it.
func (r *Reader) free() {
	r.reset(nil, true, Limits{})
	readers.Put(r)
}

func (r *Reader) reset(data []byte, strict bool, limits Limits) {
	*r = Reader{path: r.path[:0], data: data, strict: strict, maxDepth: limits.Depth, maxItems: limits.Items}
	r.d.ResetBytes(data)
}

// Strict reports whether the reader enforces constraints. Generated code
// applies the defaults of absent properties only then.
func (r *Reader) Strict() bool { return r.strict }

// Done ends reading. It returns nil when the document was one JSON value that
// fitted, else a [*DocumentError].
func (r *Reader) Done() error {
	if r.fatal == nil {
		if err := r.d.Skip(); err != io.EOF {
			r.fatal = errTrailing
		}
	}
	if r.fatal != nil {
		return &DocumentError{Violations: []Violation{r.fatalViolation()}, result: !r.strict}
	}
	if len(r.violations) == 0 {
		return nil
	}
	return &DocumentError{Violations: r.violations, More: r.more, result: !r.strict}
}

// fatalViolation describes what ended reading early.
func (r *Reader) fatalViolation() Violation {
	v := Violation{Pointer: r.fatalAt, Got: r.fatal.Error()}
	switch r.fatal {
	case errTooDeep:
		v.Got += ": at most " + strconv.Itoa(r.maxDepth) + " levels are allowed"
	case errTooMany:
		v.Got += ": at most " + strconv.Itoa(r.maxItems) + " are allowed"
	}
	return v
}

// fail ends reading: from here on every read returns its zero value.
func (r *Reader) fail(err error) {
	if r.fatal != nil {
		return
	}
	r.fatal = err
	if len(r.path) > 8 { // enough to find the argument; too deep has 1,000 of them
		r.path = r.path[:8]
	}
	r.fatalAt = r.pointer()
}

// failSyntax ends reading after an error of the decoder.
func (r *Reader) failSyntax() {
	if exceedsDepth(r.data, r.maxDepth) {
		r.fail(errTooDeep)
		return
	}
	r.fail(errBadJSON)
}

// exceedsDepth reports whether the brackets of data nest deeper than limit.
func exceedsDepth(data []byte, limit int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > limit {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// enter counts a level of nesting; it reports false past the limit.
func (r *Reader) enter() bool {
	if r.depth++; r.depth > r.maxDepth {
		r.fail(errTooDeep)
	}
	return r.fatal == nil
}

func (r *Reader) leave() { r.depth-- }

// count counts one member or element; it reports false past the limit.
func (r *Reader) count() bool {
	if r.items++; r.items > r.maxItems {
		r.fail(errTooMany)
		return false
	}
	return true
}

// pointer returns the JSON Pointer of the value being read.
func (r *Reader) pointer() string {
	var b strings.Builder
	for _, s := range r.path {
		if s.index == unreadStep {
			break
		}
		b.WriteByte('/')
		if s.index == namedStep {
			b.WriteString(pointerEscaper.Replace(s.name))
		} else {
			b.WriteString(strconv.Itoa(s.index))
		}
	}
	return b.String()
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// at names the member of the innermost object that is read now.
func (r *Reader) at(name string) { r.path[len(r.path)-1] = step{name: name, index: namedStep} }

// violate notes a violation at the current path.
func (r *Reader) violate(want, got string) {
	if len(r.violations) == maxViolations {
		r.more = true
		return
	}
	r.violations = append(r.violations, Violation{Pointer: r.pointer(), Want: want, Got: got})
}

// violateProperty notes a violation of the property name of the object at the
// current path.
func (r *Reader) violateProperty(name, got string) {
	r.path = append(r.path, step{name: name, index: namedStep})
	r.violate("", got)
	r.path = r.path[:len(r.path)-1]
}

// Check adds a violation for the value read last unless ok holds or reading
// that value has failed. It does nothing when the reader is not strict. want
// says what is allowed, such as "one of 1, 2, 3".
func (r *Reader) Check(ok bool, want string) {
	if ok || !r.strict || r.fatal != nil || r.last.bad {
		return
	}
	r.last.bad = true
	r.violate(want, r.last.String())
}

// wrongType notes that the next value is not of the wanted type, and skips it.
func (r *Reader) wrongType(want string) {
	r.last = lastValue{bad: true}
	got := r.describe()
	if r.fatal == nil {
		r.violate(want, got)
	}
}

// begin reports whether the next value is of type want; if not, it is a
// violation and has been skipped. A null is skipped without one by a reader of
// results.
func (r *Reader) begin(want jx.Type, text string) bool {
	if r.fatal != nil {
		return false
	}
	got := r.d.Next()
	if got == want {
		return true
	}
	if got == jx.Null && !r.strict {
		r.Null()
		return false
	}
	r.wrongType(text)
	return false
}

// Null consumes a null and reports true, or leaves any other value alone.
func (r *Reader) Null() bool {
	if r.fatal != nil || r.d.Next() != jx.Null {
		return false
	}
	if r.d.Null() != nil {
		r.failSyntax()
	}
	r.last = lastValue{bad: true}
	return r.fatal == nil
}
