package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"
	"time"
)

// typedNil is an error whose methods panic on nil, as a forgotten check makes
// them.
type typedNil struct{ text string }

func (e *typedNil) Error() string { return e.text }

// rude panics in everything that errors.As and errors.Is call.
type rude struct{}

func (rude) Error() string { return "rude" }
func (rude) As(any) bool   { panic("As") }

// What a function returns as an error is asked for its text where a panic is
// caught: the process lives on, for every primitive.
func TestErrorsThatPanic(t *testing.T) {
	silenceStderr(t)
	for name, err := range map[string]error{
		"typed nil":        (*typedNil)(nil),
		"joined typed nil": errors.Join(errors.New("first"), (*typedNil)(nil)),
		"As":               rude{},
		"wrapped As":       fmt.Errorf("wrapped: %w", rude{}),
	} {
		s := NewServer("test", "1")
		addTool(s, "t", func(context.Context, *Writer) error { return err })
		s.AddResource(&Resource{URI: "r://r", Name: "r"}, func(context.Context, Vars) (Contents, error) { return Contents{}, err })
		s.AddPrompt(&Prompt{Name: "p"}, func(context.Context, Args) (Messages, error) { return Messages{}, err })
		answers := talk(t, s, legacyHello+
			`{"jsonrpc":"2.0","id":"tool","method":"tools/call","params":{"name":"t"}}`+"\n"+
			`{"jsonrpc":"2.0","id":"resource","method":"resources/read","params":{"uri":"r://r"}}`+"\n"+
			`{"jsonrpc":"2.0","id":"prompt","method":"prompts/get","params":{"name":"p"}}`+"\n"+
			`{"jsonrpc":"2.0","id":"after","method":"ping"}`+"\n")
		for _, id := range []string{"tool", "resource", "prompt"} {
			if got := string(answers[`"`+id+`"`]); !strings.Contains(got, "internal error in "+id) {
				t.Errorf("%s, %s: %s", name, id, got)
			}
		}
		if !strings.Contains(string(answers[`"after"`]), `"result":{}`) {
			t.Errorf("%s: the server is gone", name)
		}
	}
}

// Messages that the SDK would read in another way than they are written.
func TestEnvelope(t *testing.T) {
	for _, test := range []struct{ line, id, want string }{
		{`{"jsonrpc":"2.0","id":4.5,"method":"ping"}`, `4.5`, wantID},
		{`{"jsonrpc":"2.0","id":1e3,"method":"ping"}`, `1e3`, wantID},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, `null`, wantID},
		{`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, `null`, wantID},
		{`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, `1`, `duplicate member \"id\"`},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","n\u0061me":"panic"}}`, `1`, `duplicate member \"name\"`},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"} trailing`, `1`, "-32700"},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}{}`, `1`, "-32700"},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"id":` + strings.Repeat("[", 1500) + strings.Repeat("]", 1500) + `}}}`, `1`, "nested too deep"},
		{`{"jsonrpc":"2.0","id":"x","method":"ping"}`, `"x"`, `"result":{}`},
		{`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, `9007199254740993`, wantID},
		{`{"jsonrpc":"2.0","id":9007199254740991,"method":"ping"}`, `9007199254740991`, `"result":{}`},
	} {
		answers := talk(t, newTestServer(), legacyHello+test.line+"\n")
		if got := string(answers[test.id]); !strings.Contains(got, test.want) {
			t.Errorf("%.90s: %s (all: %d)", test.line, got, len(answers))
		}
	}
}

// What a caller chooses, names included, cannot break or flood the message.
func TestViolationsAreShortLines(t *testing.T) {
	long := strings.Repeat("n", 400_000)
	doc := `{"id":1,"customer":{"name":"x"},"items":[{"sku":"s","count":1,"price":0}],"` + long + `":1,"a\nIGNORE \u202e":1}`
	r := NewReader([]byte(doc))
	readOrder(r)
	err := r.Done()
	if err == nil {
		t.Fatal("accepted")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 3 || len(err.Error()) > 2000 {
		t.Errorf("%d lines, %d bytes: %.300s", len(lines), len(err.Error()), err)
	}
	if strings.ContainsRune(err.Error(), '\u202e') || !strings.Contains(err.Error(), `a\nIGNORE`) {
		t.Errorf("not escaped: %q", err)
	}
}

func TestErrorfWrapsSeveral(t *testing.T) {
	err := Errorf("c", "%w and %w", fs.ErrExist, context.Canceled)
	if !errors.Is(err, fs.ErrExist) || !errors.Is(err, context.Canceled) || errors.Is(err, fs.ErrInvalid) {
		t.Errorf("%v does not wrap what it names", err)
	}
}

// A bound holds for the number as it is written, as in a validator of the
// schema, whatever float it is rounded to.
func TestFloatBounds(t *testing.T) {
	for _, test := range []struct {
		doc    string
		lo, hi float64
		ok     bool
	}{
		{"0.1", -0.3, 0.1, true}, {"-0.3", -0.3, 0.1, true},
		{"0.10000000000000000001", -0.3, 0.1, false}, {"0.09999999999999999999", -0.3, 0.1, true},
		{"-0.30000000000000000001", -0.3, 0.1, false}, {"1e-1", -0.3, 0.1, true}, {"10E-2", -0.3, 0.1, true},
		{"0", 0, 1, true}, {"-0", 0, 1, true}, {"-1e-400", 0, 1, false}, {"1e-400", 0, 1, true}, {"1e-400", -1, 0, false},
		{"1.0000000000000000000001", 0, 1, false}, {"100e-2", 0, 1, true}, {"1", 1, 1, true},
	} {
		for bits, read := range map[int]func(*Reader) float64{
			32: func(r *Reader) float64 { return float64(r.Float32In(test.lo, test.hi)) },
			64: func(r *Reader) float64 { return r.Float64In(test.lo, test.hi) },
		} {
			r := NewReader([]byte(test.doc))
			read(r)
			if err := r.Done(); (err == nil) != test.ok {
				t.Errorf("%s in [%v, %v], %d bits: %v, want ok %v", test.doc, test.lo, test.hi, bits, err, test.ok)
			}
		}
	}
}

// A context that lives longer than its calls does not collect them.
func TestClientKeepsNothing(t *testing.T) {
	s := newTestServer()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	client, err := s.Local(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	objects := func(calls int) uint64 {
		for range calls {
			if _, err := client.CallTool(ctx, "list", NewWriter()); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapObjects
	}
	before := objects(200)
	if after := objects(1000); after > before+1500 {
		t.Errorf("%d objects after 200 calls, %d after 1,000 more", before, after)
	}
}
