package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/program"
)

// host makes the calls of programs.
type host struct {
	call func(ctx context.Context, args []byte) ([]byte, error)
}

// Call implements [program.Host].
func (h *host) Call(ctx context.Context, i program.Invocation) (program.Outcome, error) {
	result, err := h.call(ctx, i.Args)
	return program.Outcome{JSON: result}, err
}

func (*host) Value(context.Context, string) ([]byte, error)  { return nil, errors.ErrUnsupported }
func (*host) Help(context.Context, []string) (string, error) { return "", errors.ErrUnsupported }
func (*host) Find(context.Context, string) (string, error)   { return "", errors.ErrUnsupported }

// bare makes calls of Find with the generated code alone: no limits of time and
// size, no guard against panics.
func bare() func(context.Context, []byte) ([]byte, error) {
	r, w := mcpruntime.NewReader(nil), mcpruntime.NewWriter()
	return func(_ context.Context, args []byte) ([]byte, error) {
		r.Reset(args)
		q := readQuery(r)
		if err := r.Done(); err != nil {
			return nil, err
		}
		q = Find(q)
		w.Reset()
		writeQuery(w, &q)
		return append([]byte(nil), w.JSON()...), w.Err()
	}
}

const (
	programs        = 1000
	callsPerProgram = 10
)

// queries are the arguments of all calls.
func queries() []Query {
	list := make([]Query, programs*callsPerProgram)
	for i := range list {
		login := fmt.Sprint("user", i)
		list[i] = Query{
			Owner: "example", Project: fmt.Sprint("project-", i), Text: "crash on start", State: Open, Assignee: &login,
			Since: time.Date(2026, 1, 2, 3, 4, i%60, 0, time.UTC), Sort: "created", Page: 1 + i, PerPage: 30,
		}
	}
	return list
}

// texts are the same calls as programs. They are made one after the other, since
// each refers to the one above.
func texts(all []Query) []string {
	list := make([]string, programs)
	for i := range list {
		var b strings.Builder
		for j, q := range all[i*callsPerProgram : (i+1)*callsPerProgram] {
			fmt.Fprintf(&b, "c%d: find owner=%q project=%q text=%q state=%q assignee=%q since=%q archived=false sort=%q page=%d per_page=",
				j, q.Owner, q.Project, q.Text, q.State, *q.Assignee, q.Since.Format(time.RFC3339), q.Sort, q.Page)
			if j == 0 {
				b.WriteString("30\n")
			} else {
				fmt.Fprintf(&b, "$c%d.per_page\n", j-1)
			}
		}
		list[i] = b.String()
	}
	return list
}

// BenchmarkProgram measures what a call costs as part of a program, read,
// checked, run and answered, in times of the same call made alone: its arguments
// encoded and decoded, the function called, its result encoded. Direct is a
// server, which is given programs or calls; codec is the generated code alone,
// with and without the planner's, and has no server's limits and guards.
func BenchmarkProgram(b *testing.B) {
	b.Run("direct", func(b *testing.B) {
		s := mcpruntime.NewServer("bench", "1")
		RegisterMCP(s)
		raceProgram(b, "direct", func(ctx context.Context, args []byte) error {
			_, err := s.Call(ctx, "find", args)
			return err
		}, func(ctx context.Context, text string) (string, error) {
			return s.RunProgram(ctx, text, planner.Select{All: true})
		})
	})
	b.Run("codec", func(b *testing.B) {
		call := bare()
		tools, h := findTools(b), &host{call: call}
		var answers []byte
		raceProgram(b, "codec", func(ctx context.Context, args []byte) error {
			_, err := call(ctx, args)
			return err
		}, func(ctx context.Context, text string) (_ string, err error) {
			answers, err = runProgram(ctx, text, tools, h, answers[:0])
			return string(answers), err
		})
	})
}

func raceProgram(b *testing.B, name string, call func(context.Context, []byte) error, run func(context.Context, string) (string, error)) {
	all := queries()
	sources := texts(all)
	w := mcpruntime.NewWriter()
	ctx := b.Context()
	last := ""
	race(b, "program", nil, contestant{run: func([]byte) error {
		for i := range all {
			w.Reset()
			writeQuery(w, &all[i])
			if err := call(ctx, w.JSON()); err != nil {
				return err
			}
		}
		return nil
	}}, []contestant{{name: name, run: func([]byte) (err error) {
		for _, text := range sources {
			if last, err = run(ctx, text); err != nil {
				return err
			}
			if strings.Contains(last, ": !") {
				return errors.New(last)
			}
		}
		return nil
	}}})
	if strings.Count(last, "\n") != callsPerProgram || !strings.Contains(last, `c9: {"owner":"example"`) {
		b.Fatal(last)
	}
}

func findTools(tb testing.TB) *program.Tools {
	tb.Helper()
	sig, err := planner.ParseSignature(findTool.Line)
	if err != nil {
		tb.Fatal(err)
	}
	return program.NewTools(program.Tool{Name: "find", Signature: sig, ReadOnly: true})
}

// runProgram appends the answers of a program.
func runProgram(ctx context.Context, text string, tools *program.Tools, h *host, answers []byte) ([]byte, error) {
	p, err := program.Parse(text, program.Limits{})
	if err == nil {
		err = p.Check(tools, nil)
	}
	if err != nil {
		return nil, err
	}
	r, err := p.Run(ctx, h, program.Options{})
	return r.Append(answers), err
}

// A program allocates the arguments of its calls, and a handful of lists.
func TestProgramAllocations(t *testing.T) {
	text, tools := texts(queries())[0], findTools(t)
	result := []byte(`{"owner":"x","per_page":30}`)
	h := &host{call: func(context.Context, []byte) ([]byte, error) { return result, nil }}
	var answers []byte
	most := callsPerProgram + 12.0
	if got := testing.AllocsPerRun(100, func() {
		var err error
		if answers, err = runProgram(t.Context(), text, tools, h, answers[:0]); err != nil {
			t.Fatal(err)
		}
	}); got > most {
		t.Errorf("a program of %d calls allocates %.0f times, want at most %.0f", callsPerProgram, got, most)
	}
}
