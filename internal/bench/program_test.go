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

// finder makes calls of Find from the bytes of their arguments, as a server
// does.
type finder struct {
	r     *mcpruntime.Reader
	w     *mcpruntime.Writer
	calls int
}

func newFinder() *finder { return &finder{r: mcpruntime.NewReader(nil), w: mcpruntime.NewWriter()} }

func (f *finder) find(args []byte) ([]byte, error) {
	f.calls++
	f.r.Reset(args)
	q := readQuery(f.r)
	if err := f.r.Done(); err != nil {
		return nil, err
	}
	q = Find(q)
	f.w.Reset()
	writeQuery(f.w, &q)
	return append([]byte(nil), f.w.JSON()...), f.w.Err()
}

// Call implements [program.Host].
func (f *finder) Call(_ context.Context, i program.Invocation) (program.Outcome, error) {
	result, err := f.find(i.Args)
	return program.Outcome{JSON: result}, err
}

func (*finder) Value(context.Context, string) ([]byte, error)  { return nil, errors.ErrUnsupported }
func (*finder) Help(context.Context, []string) (string, error) { return "", errors.ErrUnsupported }
func (*finder) Find(context.Context, string) (string, error)   { return "", errors.ErrUnsupported }

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
// checked, run and answered, in times of the same call made directly: its
// arguments encoded and decoded, the function called, its result encoded.
func BenchmarkProgram(b *testing.B) {
	all := queries()
	sources := texts(all)
	sig, err := planner.ParseSignature(findTool.Line)
	if err != nil {
		b.Fatal(err)
	}
	tools := program.NewTools(program.Tool{Name: "find", Signature: sig, ReadOnly: true})
	direct, host := newFinder(), newFinder()
	w := mcpruntime.NewWriter()
	var answers []byte
	race(b, "program", nil, contestant{run: func([]byte) error {
		for i := range all {
			w.Reset()
			writeQuery(w, &all[i])
			if _, err := direct.find(w.JSON()); err != nil {
				return err
			}
		}
		return nil
	}}, []contestant{{name: "direct", run: func([]byte) error {
		for _, text := range sources {
			p, err := program.Parse(text, program.Limits{})
			if err == nil {
				err = p.Check(tools, nil)
			}
			if err != nil {
				return err
			}
			r, err := p.Run(context.Background(), host, program.Options{})
			if err != nil {
				return err
			}
			answers = r.Append(answers[:0])
		}
		return nil
	}}})
	if host.calls == 0 || direct.calls%len(all) != 0 || host.calls%len(all) != 0 || !strings.Contains(string(answers), `c9: {"owner":"example"`) {
		b.Fatalf("%d calls directly, %d in programs, which end with\n%s", direct.calls, host.calls, answers)
	}
}

// A program allocates the arguments of its calls, and a handful of lists.
func TestProgramAllocations(t *testing.T) {
	sig, err := planner.ParseSignature(findTool.Line)
	if err != nil {
		t.Fatal(err)
	}
	tools := program.NewTools(program.Tool{Name: "find", Signature: sig, ReadOnly: true})
	text := texts(queries())[0]
	result := []byte(`{"owner":"x","per_page":30}`)
	host := &constant{result: result}
	var answers []byte
	most := callsPerProgram + 12.0
	if got := testing.AllocsPerRun(100, func() {
		p, err := program.Parse(text, program.Limits{})
		if err == nil {
			err = p.Check(tools, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(context.Background(), host, program.Options{})
		if err != nil {
			t.Fatal(err)
		}
		answers = r.Append(answers[:0])
	}); got > most {
		t.Errorf("a program of %d calls allocates %.0f times, want at most %.0f", callsPerProgram, got, most)
	}
}

// constant is a host that always gives the same.
type constant struct {
	finder
	result []byte
}

func (c *constant) Call(context.Context, program.Invocation) (program.Outcome, error) {
	return program.Outcome{JSON: c.result}, nil
}
