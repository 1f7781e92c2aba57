package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/runtime/handle"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

var largeArgs = Props{Names: []string{"n", "h"}}

// largeServer has tools of large values: one whose result programs keep, one
// that answers with a handle, one that takes such a handle, and one that takes
// the value.
func largeServer(encoded *atomic.Int64, limits handle.Limits) *Server {
	s := NewServer("large", "1", WithHandleStore(handle.NewMemory(limits)), WithLimits(Limits{ResultBytes: 64 << 20, ArgumentBytes: 64 << 20, Items: 1 << 30}))
	s.AddTool(&Tool{Name: "text", Line: "(n:int) -> str", Input: `{"type":"object"}`, Output: `{"type":"object"}`, Wrapped: true, Hints: ReadOnly},
		func(_ context.Context, in *Reader, out *Writer) error {
			n := 0
			for o := in.Object(&largeArgs); o.Next(); {
				n = in.Int()
			}
			out.Raw(`{"result":"` + strings.Repeat("x", n) + `"}`)
			return in.Done()
		})
	kind := &HandleKind[[]int]{Name: "numbers", Write: func(w *Writer, v *[]int) {
		encoded.Add(1)
		w.Raw("[")
		for i, n := range *v {
			w.Sep(i)
			w.Int(int64(n))
		}
		w.Raw("]")
	}}
	s.AddTool(&Tool{Name: "list", Line: "(n:int) -> #numbers", Input: `{"type":"object"}`, Output: `{"type":"object"}`, Handle: "numbers", Hints: ReadOnly},
		func(ctx context.Context, in *Reader, out *Writer) error {
			n := 0
			for o := in.Object(&largeArgs); o.Next(); {
				n = in.Int()
			}
			return KeepHandle(ctx, out, kind, NewHandle(make([]int, n)))
		})
	s.AddTool(&Tool{Name: "length", Line: "(h:#numbers) -> int", Input: `{"type":"object"}`, Output: `{"type":"object"}`, Wrapped: true, Hints: ReadOnly},
		func(ctx context.Context, in *Reader, out *Writer) error {
			var h Handle[[]int]
			for o := in.Object(&largeArgs); o.Next(); {
				h = ReadHandle[[]int](in, "numbers")
			}
			if err := in.Done(); err != nil {
				return err
			}
			out.Raw(fmt.Sprintf(`{"result":%d}`, len(h.Value())))
			return nil
		})
	s.AddTool(&Tool{Name: "size", Line: "(h:any) -> int", Input: `{"type":"object"}`, Output: `{"type":"object"}`, Wrapped: true, Hints: ReadOnly},
		func(_ context.Context, in *Reader, out *Writer) error {
			var raw []byte
			for o := in.Object(&largeArgs); o.Next(); {
				raw = in.Raw()
			}
			out.Raw(fmt.Sprintf(`{"result":%d}`, len(raw)))
			return in.Done()
		})
	return s
}

func report(t *testing.T, s *Server, lines ...string) []string {
	t.Helper()
	text, err := s.RunProgram(t.Context(), strings.Join(lines, "\n"), planner.Select{All: true})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// A program does not push out what its lines still refer to, and does what they
// do not.
func TestProgramsKeepWhatTheyNeed(t *testing.T) {
	const most = 100_000
	limits := handle.Limits{Principal: most, TTL: time.Hour}
	for _, c := range []struct {
		name    string
		program []string
		want    string // of the last lines
	}{
		{"the first of many", []string{"a: text n=30000", "b: text n=30000", "c: text n=30000", "d: text n=30000", "e: text n=30000", "f: size h=$a"}, "f: 30002"},
		{"a handle of a tool", []string{"a: list n=15000", "b: text n=30000", "c: text n=30000", "d: text n=30000", "e: length h=$a", "f: size h=$a"}, "f: 30001"},
		{"one after the other", []string{"a: list n=30000", "b: length h=$a", "c: list n=30000", "d: length h=$c", "e: list n=30000", "f: length h=$e"}, "f: 30000"},
		{"more than there is room for", []string{"a: text n=30000", "b: text n=30000", "c: text n=30000", "d: text n=30000", "e: size h=[$a,$b,$c,$d]"},
			"d: ! too_large the value has 30002 bytes, and there is no room for it beside 3 values of 90006 bytes in use; do it in smaller parts, or one after the other\nw4: ok\n" +
				"e: - not run: $d failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := largeServer(new(atomic.Int64), limits)
			// One call is made after the other, so that what is in use is no chance.
			got := strings.Join(report(t, s, serially(s, c.program)...), "\n")
			if !strings.HasSuffix(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if m := s.handles.(*handle.Memory); m.Usage().Bytes > most {
				t.Errorf("%+v", m.Usage())
			}
			// Nothing stays held: there is room for a large one again.
			if got := report(t, s, "z: text n=90000"); !strings.HasPrefix(got[0], "z: #R") {
				t.Error(got)
			}
		})
	}
}

// serially has the lines wait for each other, by a tool in between that is not
// read-only.
func serially(s *Server, lines []string) (list []string) {
	s.AddTool(&Tool{Name: "wait", Line: "()", Input: `{"type":"object"}`}, func(_ context.Context, in *Reader, _ *Writer) error {
		for o := in.Object(&Props{}); o.Next(); {
		}
		return in.Done()
	})
	for i, line := range lines {
		if i > 0 {
			list = append(list, fmt.Sprintf("w%d: wait", i))
		}
		list = append(list, line)
	}
	return list
}

// A handle that is written in a program stays as long as its lines need it.
func TestProgramsHoldHandlesGiven(t *testing.T) {
	s := largeServer(new(atomic.Int64), handle.Limits{Principal: 100_000})
	report(t, s, "a: list n=20000")
	got := report(t, s, serially(s, []string{"a: text n=40000", "b: text n=40000", "c: text n=40000", "d: length h=#R1"})...)
	if last := got[len(got)-1]; last != "d: 20000" {
		t.Errorf("%q", got)
	}
}

// However often a program refers to a value, it is encoded once, beside the time
// when it was kept.
func TestProgramsEncodeOnce(t *testing.T) {
	var encoded atomic.Int64
	s := largeServer(&encoded, handle.Limits{})
	lines := []string{"a: list n=300000"}
	for i := range 98 {
		lines = append(lines, fmt.Sprintf("b%d: size h=$a.%d", i, i))
	}
	begin := time.Now()
	got := report(t, s, lines...)
	if got[98] != "b97: 1" {
		t.Errorf("%q", got[98])
	}
	if n := encoded.Load(); n != 2 {
		t.Errorf("encoded %d times in %v", n, time.Since(begin))
	}
	// What does not all fit is encoded again, and not kept.
	encoded.Store(0)
	held := s.holdFor(s.asHost(t.Context()))
	held.room = 25_000 // for two
	for i := range 3 {
		report(t, s, fmt.Sprintf("c: list n=%d", 5000+i))
	}
	for range 2 {
		for _, id := range []string{"R2", "R3", "R4"} {
			if doc, err := held.document(s.asHost(t.Context()), id); err != nil || len(doc.JSON) < 10_000 {
				t.Fatal(len(doc.JSON), err)
			}
		}
	}
	if n := len(held.texts); n == 0 || n > 2 || held.bytes > held.room {
		t.Errorf("%d texts are kept, %d bytes", n, held.bytes)
	}
}

// What a call keeps whose result is needed is held before anybody else can push
// it out.
func TestNeededResultsAreHeldAtOnce(t *testing.T) {
	s := largeServer(new(atomic.Int64), handle.Limits{Count: 1})
	ctx := s.asHost(t.Context())
	h := s.holdFor(ctx)
	if _, err := keepJSON(h.keeping(ctx), "text", []byte(`"a"`)); err != nil {
		t.Fatal(err)
	}
	_, err := keepJSON(ctx, "text", []byte(`"b"`))
	wantErrorCode(t, err, handle.CodeTooLarge)
	h.end()
	if _, err = keepJSON(ctx, "text", []byte(`"b"`)); err != nil {
		t.Error(err)
	}
}

// A result is what it is, however many parts it has.
func TestProgramsReferIntoLongLists(t *testing.T) {
	s := largeServer(new(atomic.Int64), handle.Limits{})
	s.AddTool(&Tool{Name: "ones", Line: "() -> int[]", Input: `{"type":"object"}`, Output: `{"type":"object"}`, Wrapped: true, Hints: ReadOnly},
		func(_ context.Context, in *Reader, out *Writer) error {
			for o := in.Object(&Props{}); o.Next(); {
			}
			out.Raw(`{"result":[23` + strings.Repeat(",1", 400_000) + `]}`)
			return in.Done()
		})
	got := report(t, s, "a: ones", "b: size h=$a.0", "c: size h=$a.400000")
	if want := "a: #R1 400001 numbers\nb: 2\nc: 1"; strings.Join(got, "\n") != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// A store that cannot hold values works as before.
func TestStoresNeedNotHold(t *testing.T) {
	s := largeServer(new(atomic.Int64), handle.Limits{})
	s.handles = struct{ handle.Store }{s.handles}
	got := report(t, s, "a: list n=5000", "b: length h=$a", "c: size h=$a")
	if strings.Join(got[1:], "\n") != "b: 5000\nc: 10001" {
		t.Errorf("%q", got)
	}
}

// A host in this process looks into what its programs have kept, and into
// nothing of others.
func TestHostsLookIntoHandles(t *testing.T) {
	s := largeServer(new(atomic.Int64), handle.Limits{})
	got := report(t, s, "a: text n=50000")
	ref, _, _ := strings.Cut(strings.TrimPrefix(got[0], "a: "), " ")
	doc, err := s.HandleDocument(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := doc.Count("", ""); n != 50000 || err != nil {
		t.Errorf("%d characters, %v", n, err)
	}
	if e, err := s.handles.Put(t.Context(), handle.Entry{Principal: "ann", Kind: "x", Value: 1}); err != nil {
		t.Fatal(err)
	} else if _, err = s.HandleDocument(t.Context(), "#"+e.ID); codeOf(err) != handle.CodeUnknown {
		t.Errorf("another's: %v", err)
	}
	_, err = s.HandleDocument(t.Context(), "R1")
	wantErrorCode(t, err, CodeBadArgument)
}

// What a call puts that went on beyond its time, and its program's, is not held:
// nobody would let it go.
func TestLateValuesAreNotHeld(t *testing.T) {
	store := handle.NewMemory(handle.Limits{Count: 4})
	s := NewServer("late", "1", WithHandleStore(store))
	h := s.holdFor(t.Context())
	ctx := h.keeping(t.Context())
	var late sync.WaitGroup
	for range 100 { // some of them while the program ends
		late.Go(func() {
			if _, err := put(ctx, store, handle.Entry{Kind: "k", Value: 1, Size: 1}); err != nil {
				var full *handle.Error
				if !errors.As(err, &full) || full.Code != handle.CodeTooLarge {
					t.Error(err)
				}
			}
		})
	}
	h.end()
	late.Wait()
	for range 8 {
		if _, err := put(t.Context(), store, handle.Entry{Kind: "k", Value: 1, Size: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if entry, err := put(ctx, store, handle.Entry{Kind: "k", Value: 1, Size: 1}); err != nil {
		t.Error(err)
	} else if _, err := h.hold(t.Context(), entry.ID); err != nil {
		t.Error(err)
	}
	for range 8 {
		if _, err := put(t.Context(), store, handle.Entry{Kind: "k", Value: 1, Size: 1}); err != nil {
			t.Fatal(err)
		}
	}
}
