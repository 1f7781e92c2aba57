package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// Call knows nothing of the SDK; what it returns is what the wire carries.
func TestCall(t *testing.T) {
	s := newTestServer()
	result, err := s.Call(t.Context(), "echo", []byte(" "+orderJSON+"\n"))
	if err != nil || string(result.Structured) != orderJSON || result.Text != orderJSON {
		t.Errorf("echo: %s, %v", result.Structured, err)
	}
	result, err = s.Call(t.Context(), "fail", nil)
	if err == nil || err.Error() != "the disk is full" || result.Structured != nil {
		t.Errorf("fail: %+v, %v", result, err) // The partial result is not there
	}
	_, err = s.Call(t.Context(), "typed", nil)
	if e := (*Error)(nil); !errors.As(err, &e) || e.Code != "not_found" {
		t.Errorf("typed: %v", err)
	}
	_, err = s.Call(t.Context(), "echo", []byte(`{"id":1.5}`))
	if e := (*DocumentError)(nil); !errors.As(err, &e) || len(e.Violations) != 3 || e.Violations[0].Pointer != "/id" {
		t.Errorf("bad arguments: %v", err)
	}
	for _, args := range []string{`[]`, `"x"`, `7`, `true`, `nul`} {
		_, err := s.Call(t.Context(), "nothing", []byte(args))
		if rpc := (*RPCError)(nil); !errors.As(err, &rpc) || rpc.Code != -32602 {
			t.Errorf("arguments %s: %v", args, err)
		}
	}
	if rpc := (*RPCError)(nil); !errors.As(second(s.Call(t.Context(), "none", nil)), &rpc) || rpc.Code != -32602 {
		t.Error("an unknown tool is no protocol error")
	}
}

func second[T any](_ T, err error) error { return err }

// A wrapped string is the bare text; an object that only looks like one is not.
func TestWrappedText(t *testing.T) {
	for _, test := range []struct {
		structured string
		wrapped    bool
		want       string
	}{
		{`{"result":"a\nb"}`, true, "a\nb"},
		{`{"result":["a"]}`, true, `{"result":["a"]}`},
		{`{"result":5}`, true, `{"result":5}`},
		{`{"result":"a"}`, false, `{"result":"a"}`},
	} {
		s := NewServer("test", "1")
		s.AddTool(&Tool{Name: "t", Input: `{"type":"object"}`, Wrapped: test.wrapped}, func(_ context.Context, _ *Reader, out *Writer) error {
			out.Raw(test.structured)
			return nil
		})
		if result, err := s.Call(t.Context(), "t", nil); err != nil || result.Text != test.want {
			t.Errorf("%+v: %q, %v", test, result.Text, err)
		}
	}
}

// Each limit with a call inside it and one beyond.
func TestLimits(t *testing.T) {
	nested := func(depth int) string {
		return `{"v":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`
	}
	list := func(n int) string { return `{"v":[` + strings.Repeat("0,", n-1) + `0]}` }
	padded := func(n int) string { return `{"v":"` + strings.Repeat("x", n-len(`{"v":""}`)) + `"}` }
	tests := []struct {
		name           string
		limits         Limits
		inside, beyond string
		want           string
	}{
		{"depth", Limits{Depth: 10}, nested(9), nested(10), "nested too deep: at most 10 levels are allowed"},
		{"default depth", Limits{}, nested(999), nested(1000), "nested too deep: at most 1000 levels are allowed"},
		{"items", Limits{Items: 101}, list(100), list(101), "too many values: at most 101 are allowed"},
		{"default items", Limits{}, list(249_999), list(250_000), "too many values: at most 250000 are allowed"},
		{"bytes", Limits{ArgumentBytes: 100}, padded(100), padded(101), "bad arguments: 101 bytes, at most 100 are allowed"},
		{"default bytes", Limits{}, padded(4 << 20), padded(4<<20 + 1), "bytes, at most 4194304 are allowed"},
	}
	for _, test := range tests {
		for name, read := range map[string]func(*Reader){"any": func(r *Reader) { r.Any() }, "raw": func(r *Reader) { r.Raw() }} {
			s := NewServer("test", "1", WithLimits(test.limits))
			s.AddTool(&Tool{Name: "t", Input: noArguments}, func(_ context.Context, in *Reader, _ *Writer) error {
				props := Props{Names: []string{"v"}}
				for o := in.Object(&props); o.Next(); {
					read(in)
				}
				return in.Done()
			})
			if _, err := s.Call(t.Context(), "t", []byte(test.inside)); err != nil {
				t.Errorf("%s, %s, inside: %v", test.name, name, err)
			}
			_, err := s.Call(t.Context(), "t", []byte(test.beyond))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s, %s, beyond: %v, want %s", test.name, name, err, test.want)
			}
			if codeOf(err) != CodeBadArgument {
				t.Errorf("%s: code %q", test.name, codeOf(err))
			}
		}
	}
}

// Deep and wide documents are answered in no time, whatever reads them.
func TestDeepAndWide(t *testing.T) {
	var wide strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&wide, `"k%d":%d,`, i, i)
	}
	object := "{" + strings.TrimSuffix(wide.String(), ",") + "}"
	docs := map[string]string{
		"100k arrays":  `{"v":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}",
		"100k objects": strings.Repeat(`{"v":`, 100_000) + "1" + strings.Repeat("}", 100_000),
		"unclosed":     strings.Repeat(`{"v":[`, 100_000),
		"50k keys":     `{"v":` + object + "}",
		"50k unknown":  object,
	}
	var recurse func(r *Reader)
	props := Props{Names: []string{"v"}}
	recurse = func(r *Reader) {
		for o := r.Object(&props); o.Next(); {
			recurse(r)
		}
	}
	readers := map[string]func(*Reader){
		"recursive": recurse,
		"any":       func(r *Reader) { r.Any() },
		"raw":       func(r *Reader) { r.Raw() },
		"mismatch":  func(r *Reader) { r.Int() },
		"map": func(r *Reader) {
			for m := r.Map(); m.Next(); {
				r.Any()
			}
		},
		"open": func(r *Reader) { r.Open(); r.Empty() },
	}
	for doc, text := range docs {
		for name, read := range readers {
			start := time.Now()
			r := NewReader([]byte(text))
			read(r)
			err := r.Done()
			if spent := time.Since(start); spent > 2*time.Second {
				t.Errorf("%s, %s: %v", doc, name, spent)
			}
			if deep := !strings.HasPrefix(doc, "50k"); deep && err == nil {
				t.Errorf("%s, %s: accepted", doc, name)
			}
			if err != nil && len(err.Error()) > 4000 {
				t.Errorf("%s, %s: an error of %d bytes", doc, name, len(err.Error()))
			}
		}
	}
}

func TestCallTime(t *testing.T) {
	s := newTestServer(WithLimits(Limits{CallTime: 30 * time.Millisecond, Calls: 2}))
	release := make(chan struct{})
	running := make(chan struct{}, 8)
	addTool(s, "deaf", func(context.Context, *Writer) error { // ignores its context
		running <- struct{}{}
		<-release
		return nil
	})
	for range 2 {
		_, err := s.Call(t.Context(), "deaf", nil)
		if codeOf(err) != CodeTimeout || err.Error() != "tool deaf did not end within 30ms" {
			t.Fatalf("got %v", err)
		}
	}
	// Both functions still run: their slots are taken.
	if _, err := s.Call(t.Context(), "nothing", nil); codeOf(err) != CodeBusy {
		t.Errorf("a third call: %v, want busy", err)
	}
	close(release)
	deadline := time.Now().Add(5 * time.Second)
	for {
		_, err := s.Call(t.Context(), "nothing", nil)
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the slots are not given back: %v", err)
		}
		time.Sleep(time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, err := s.Call(ctx, "sleep", nil); codeOf(err) != CodeTimeout && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the caller's deadline: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Call(cancelled, "sleep", nil); codeOf(err) != CodeCancelled && !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call: %v", err)
	}
}

// Calls side by side do not see each other, whatever ends how.
func TestConcurrentCalls(t *testing.T) {
	silenceStderr(t)
	s := newTestServer()
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			for range 50 {
				doc := strings.Replace(orderJSON, "9007199254740993", fmt.Sprint(i), 1)
				if result, err := s.Call(t.Context(), "echo", []byte(doc)); err != nil || string(result.Structured) != doc {
					t.Errorf("call %d: %s %v", i, result.Structured, err)
				}
				for _, name := range []string{"panic", "goexit", "fail", "nan"} {
					if result, err := s.Call(t.Context(), name, nil); err == nil || result.Structured != nil {
						t.Errorf("%s: %+v %v", name, result, err)
					}
				}
			}
		})
	}
	group.Wait()
}

// A panic leaves no trace of itself with the caller.
func TestPanicDoesNotLeak(t *testing.T) {
	silenceStderr(t)
	_, err := newTestServer().Call(t.Context(), "panic", nil)
	if err == nil || err.Error() != "internal error in tool panic" || codeOf(err) != CodeInternal {
		t.Errorf("got %v, code %q", err, codeOf(err))
	}
}
