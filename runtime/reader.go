package mcpruntime

import (
	"context"
	"errors"
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
// Values read do not refer to the document. Short strings share allocations of
// up to 512 bytes, so that a string that is kept for long keeps at most as much
// of others in memory.
//
// A Reader is not safe for concurrent use.
type Reader struct {
	reading
	chunk   []byte    // see keep
	scratch []byte    // see textBytes
	names   []string  // see Map; nil while one has it
	objects []*Object // see Object
}

// reading is what a reader knows of one document.
type reading struct {
	data    []byte
	pos     int        // of the next byte to read
	nameAt  int        // where the name that member has read last begins
	d       jx.Decoder // see raw
	strict  bool
	open    bool // see Open
	lenient bool // see Lenient
	around  quotation
	subject string // what a document is that is not the arguments; see MetaReader
	absent  bool   // there is no such document

	maxDepth, maxItems int
	depth, items       int
	inside             int // how many of objects are in use

	outline    *outline // of the object that Case has last looked into; nil for none
	path       []step
	last       lastValue
	violations []Violation
	more       bool

	ctx        context.Context // of the call whose arguments are read; nil for none
	handles    int             // how many violations are handles that cannot be used
	handleCode string          // of the last one

	fatal   error
	fatalAt string
}

// step is one level of the path: a list index, or below zero a property (or
// map key), by where its name stands in the document. Pointers are for faults,
// and most documents have none.
type step int

// unread is the step into an object of which no name has been read.
const unread step = -1

// namedStep is the step to the member whose name begins at an offset.
func namedStep(offset int) step { return unread - 1 - step(offset) }

// offset is where the name of a named step begins.
func (s step) offset() int { return int(unread - 1 - s) }

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

// maxObjects is how many levels of objects a reader in the pool is ready for.
const maxObjects = 32

// pooledReader returns a strict reader from the pool; free gives it back.
func pooledReader(data []byte, limits Limits) *Reader {
	r := readers.Get().(*Reader)
	r.reset(data, true, limits)
	return r
}

// free gives a reader back to the pool. Nothing read from it refers to it.
func (r *Reader) free() {
	if cap(r.scratch) > maxPooled {
		r.scratch = nil
	}
	if len(r.objects) > maxObjects {
		r.objects = nil
	}
	r.reset(nil, true, Limits{})
	readers.Put(r)
}

func (r *Reader) reset(data []byte, strict bool, limits Limits) {
	r.reading = reading{data: data, strict: strict, maxDepth: limits.Depth, maxItems: limits.Items, path: r.path[:0]}
}

// Strict reports whether the reader enforces constraints. Generated code
// applies the defaults of absent properties only then.
func (r *Reader) Strict() bool { return r.strict }

// Done ends reading. It returns nil when the document was one JSON value that
// fitted, else a [*DocumentError].
func (r *Reader) Done() error {
	if r.fatal == nil && !r.ended() {
		r.fatal = errTrailing
	}
	if r.fatal != nil {
		return r.documentError(&DocumentError{Violations: []Violation{r.fatalViolation()}})
	}
	if len(r.violations) == 0 {
		return nil
	}
	e := &DocumentError{Violations: r.violations, More: r.more}
	if r.handles >= len(r.violations) {
		e.code = r.handleCode
	}
	return r.documentError(e)
}

// documentError says of which document an error is.
func (r *Reader) documentError(e *DocumentError) error {
	e.what = badArguments
	switch {
	case !r.strict:
		e.what = "unexpected result"
	case r.absent:
		return Errorf(CodeBadArgument, "%s is missing", r.subject)
	case r.subject != "":
		e.what = "bad " + r.subject
	}
	return e
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

func (r *Reader) leave() {
	r.depth--
	r.endQuote()
}

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
	for i, s := range r.path {
		switch {
		case s == unread:
		case s < 0:
			writeStep(&b, r.nameOf(i))
		default:
			writeStep(&b, strconv.Itoa(int(s)))
		}
	}
	return b.String()
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// writeStep appends a reference token of a JSON Pointer (RFC 6901).
func writeStep(b *strings.Builder, name string) {
	b.WriteByte('/')
	b.WriteString(pointerEscaper.Replace(name))
}

// at goes to the member whose name member has read last.
func (r *Reader) at() { r.path[len(r.path)-1] = namedStep(r.nameAt) }

// violate notes a violation at the current path.
func (r *Reader) violate(want, got string) {
	if len(r.violations) == maxViolations {
		r.more = true
		return
	}
	r.violations = append(r.violations, Violation{Pointer: r.pointer(), Want: want, Got: got})
}

// missing notes that the object at the current path lacks a property.
func (r *Reader) missing(name string) { r.violateMember(name, "", "missing required property") }

// violateMember notes a violation at a member of the object at the current path.
func (r *Reader) violateMember(name, want, got string) {
	var b strings.Builder
	writeStep(&b, name)
	if r.violate(want, got); !r.more {
		r.violations[len(r.violations)-1].Pointer += b.String()
	}
}

// Check adds a violation for the value read last unless ok holds or reading
// that value has failed. It does nothing when the reader is not strict. want
// says what is allowed, such as "one of 1, 2, 3".
func (r *Reader) Check(ok bool, want string) {
	if ok || !r.strict || r.fatal != nil || r.last.bad {
		return
	}
	r.last.bad = true
	r.violate(want, r.describeLast())
}

// wrongType notes that the next value is not of the wanted type, and skips it.
func (r *Reader) wrongType(want string) {
	r.last = lastValue{bad: true}
	got := r.describe()
	if r.fatal == nil {
		r.violate(want, got)
	}
}

// refuse skips the next value, which is not of the wanted type. That is a
// violation, but for a null that a reader of results meets.
func (r *Reader) refuse(want string) {
	if r.fatal != nil || !r.strict && r.Null() {
		return
	}
	r.wrongType(want)
}

// Null consumes a null and reports true, or leaves any other value alone.
func (r *Reader) Null() bool {
	if r.fatal != nil || r.peek() != 'n' {
		return false
	}
	r.last = lastValue{bad: true}
	return r.word("null")
}
