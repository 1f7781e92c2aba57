package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/mcpgen/mcpgen/runtime/handle"
)

// handleTemplate is under which URIs handles are read.
const handleTemplate = "handle://{id}"

// WithHandleStore sets where the values of handles are kept; without it, in
// memory, with the limits of [handle.DefaultLimits].
func WithHandleStore(store handle.Store) Option {
	return func(o *options) { o.handles = store }
}

// kept is the value of a handle as the store has it. It never changes.
type kept[T any] struct {
	value   T
	kind    *HandleKind[T]
	summary string
	text    []byte // the JSON, of a value that is nothing else
}

// keptValue is a [kept] of whatever type.
type keptValue interface {
	document(id string) (handle.Document, error)
	isText() bool // what document returns is there already
}

// document returns the JSON of the value, which is made anew each time when it
// is no JSON itself: it is asked for less often than it would take space.
func (k *kept[T]) document(id string) (_ handle.Document, err error) {
	text := k.text
	if text == nil {
		text, err = encodeKept(k.kind, &k.value)
	}
	return handle.Document{ID: id, Kind: k.kind.Name, About: k.summary, JSON: text}, err
}

func (k *kept[T]) isText() bool { return k.text != nil }

// handle returns the value under the name that the store gave it.
func (k *kept[T]) handle(e handle.Entry) Handle[T] {
	return Handle[T]{&k.value, HandleInfo{Ref: "#" + e.ID, Kind: e.Kind, Summary: k.summary, Size: e.Size}}
}

// encodeKept returns the JSON of a value.
func encodeKept[T any](kind *HandleKind[T], value *T) ([]byte, error) {
	w := pooledWriter()
	kind.Write(w, value)
	if w.err != nil {
		return nil, Errorf(CodeInternal, "the value of a handle of kind %s cannot be encoded: %w", kind.Name, w.err)
	}
	text := bytes.Clone(w.buf)
	w.free()
	if nests(text, partDepth) {
		return nil, Errorf(CodeTooLarge, "the value of a handle of kind %s is nested too deep: at most %d levels are allowed", kind.Name, partDepth)
	}
	return text, nil
}

// KeepHandle keeps the value of a handle that a tool returns, and makes its
// reference the result. What the caller has already is not kept again.
func KeepHandle[T any](ctx context.Context, out *Writer, kind *HandleKind[T], h Handle[T]) error {
	if h.held == nil {
		return Errorf(CodeNoResult, "there is no value in the handle that was returned")
	}
	if !h.belongs(ctx) {
		var err error
		if h, err = keepValue(ctx, kind, h.held); err != nil {
			return err
		}
	}
	out.Raw(`{"handle":`)
	out.String(h.info.Ref)
	out.Raw(`,"kind":`)
	out.String(h.info.Kind)
	out.Raw(`,"summary":`)
	out.String(h.info.Summary)
	out.Raw(`,"size":`)
	out.Int(int64(h.info.Size))
	out.Raw("}")
	out.Content(TextContent{Text: h.info.Ref + " " + h.info.Summary}, handleLink(h.info.Ref[1:], h.info.Summary))
	return nil
}

// handleLink is a handle as a resource.
func handleLink(id, summary string) ResourceLink {
	return ResourceLink{URI: "handle://" + id, Name: id, Description: summary, MIME: "application/json"}
}

// belongs reports whether the value is kept for the caller of ctx.
func (h Handle[T]) belongs(ctx context.Context) bool {
	if h.info.Ref == "" {
		return false
	}
	entry, err := findHandle(ctx, h.info.Ref)
	k, ok := entry.Value.(*kept[T])
	return err == nil && ok && &k.value == h.held
}

func keepValue[T any](ctx context.Context, kind *HandleKind[T], value *T) (h Handle[T], err error) {
	text, err := encodeKept(kind, value)
	if err != nil {
		return h, err
	}
	k := &kept[T]{value: *value, kind: kind}
	if kind.Summary == nil {
		k.summary = handle.Summarize(text)
	} else {
		k.summary = handle.Line(kind.Summary(*value))
	}
	return k.keep(ctx, len(text))
}

// keepJSON keeps a result that is JSON, and returns what is said of it.
func keepJSON(ctx context.Context, kind string, text json.RawMessage) (HandleInfo, error) {
	k := &kept[json.RawMessage]{value: text, kind: &HandleKind[json.RawMessage]{Name: kind}, summary: handle.Summarize(text), text: text}
	h, err := k.keep(ctx, len(text))
	return h.info, err
}

// keep gives a value to the store, for the caller of ctx.
func (k *kept[T]) keep(ctx context.Context, size int) (h Handle[T], err error) {
	c := callingOf(ctx)
	if c.server == nil {
		return h, Errorf(CodeInternal, "there is no call that a handle could be the result of")
	}
	principal, remote := handleOwner(ctx)
	entry, err := put(ctx, c.server.handles, handle.Entry{Principal: principal, Kind: k.kind.Name, Value: k, Size: size, Secret: remote})
	if err != nil {
		return h, err
	}
	return k.handle(entry), nil
}

// handleOwner returns whom handles of a call belong to, and whether the caller
// came over HTTP: there a principal may be anybody, and what was kept for this
// process or for standard input and output is none of theirs.
func handleOwner(ctx context.Context) (principal string, remote bool) {
	d := dialogOf(ctx)
	if remote = d != nil && d.remote; remote {
		return "http:" + Principal(ctx), true
	}
	return Principal(ctx), false
}

// findHandle returns what a reference stands for, for the caller of ctx.
func findHandle(ctx context.Context, ref string) (handle.Entry, error) {
	store, principal, err := storeOf(ctx, ref)
	if err != nil {
		return handle.Entry{}, err
	}
	return store.Get(ctx, principal, ref[1:])
}

// storeOf returns where a reference of the caller of ctx is kept, and for whom.
func storeOf(ctx context.Context, ref string) (store handle.Store, principal string, err error) {
	c := callingOf(ctx)
	if c.server == nil || !handle.IsRef(ref) {
		return nil, "", Errorf(CodeBadArgument, "%q is no handle here; want %s", shorten(ref), wantHandle)
	}
	principal, _ = handleOwner(ctx)
	return c.server.handles, principal, nil
}

// HandleDocument returns the value of a handle, such as "#R1", to look into: its
// summary, and its items, rows and groups. It is for functions that tools,
// resources and prompts call: the handle is one of whoever calls them.
//
// What takes long to find in the document ends with ctx.
func HandleDocument(ctx context.Context, ref string) (handle.Document, error) {
	entry, value, err := keptBy(ctx, ref)
	if err != nil {
		return handle.Document{}, err
	}
	doc, err := value.document(entry.ID)
	return doc.WithContext(ctx), err
}

// keptBy returns what the store keeps by a reference, for the caller of ctx.
func keptBy(ctx context.Context, ref string) (e handle.Entry, value keptValue, err error) {
	if e, err = findHandle(ctx, ref); err != nil {
		return e, nil, err
	}
	value, ok := e.Value.(keptValue)
	if !ok {
		err = Errorf(CodeInternal, "the value of handle %s is not in this process", ref)
	}
	return e, value, err
}

// DropHandle forgets a handle of whoever calls; it need not exist.
func DropHandle(ctx context.Context, ref string) error {
	store, principal, err := storeOf(ctx, ref)
	if err != nil {
		return err
	}
	return store.Delete(ctx, principal, ref[1:])
}

// readHandle reads a handle as a resource.
func readHandle(ctx context.Context, vars Vars) (Contents, error) {
	doc, err := HandleDocument(ctx, "#"+vars.byName()["id"])
	if err != nil {
		code := codeOf(err)
		if code == handle.CodeUnknown || code == handle.CodeExpired || code == CodeBadArgument {
			err = Errorf(CodeNotFound, "%s", err)
		}
		return Contents{}, err
	}
	return Text(string(doc.JSON)), nil
}

// serveHandles adds the resources that handles are, with the first tool that
// makes some.
func (s *Server) serveHandles() {
	s.handleResources.Do(func() {
		s.AddResource(&Resource{
			URI: handleTemplate, Template: true, Vars: []Variable{{Name: "id"}}, Name: "handle", MIME: "application/json",
			Description: "The JSON of a value that a tool has answered with a handle of: handle://R1 for #R1.",
		}, readHandle)
	})
}
