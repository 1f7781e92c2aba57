package program

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// keeping is a host that keeps the results of load behind handles, and fails when
// a value is asked for, or given to a call, that it was told nobody needs.
type keeping struct {
	fake
	mu       sync.Mutex
	live     map[string]bool
	released int
	wrong    []string
}

func (k *keeping) complain(format string, args ...any) {
	k.wrong = append(k.wrong, fmt.Sprintf(format, args...))
}

func (k *keeping) Call(_ context.Context, i Invocation) (Outcome, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, handle, ok := strings.Cut(string(i.Args), `"#`); ok {
		if id, _, _ := strings.Cut(handle, `"`); !k.live[id] {
			k.complain("%s is given to %s and was released", id, i.Label)
		}
	}
	switch {
	case strings.Contains(string(i.Args), "fail"):
		return Outcome{}, &Failure{Code: "no"}
	case i.Tool != "load":
		return Outcome{JSON: []byte("3")}, nil
	}
	id := "V" + i.Label
	if k.live[id] = i.Needed; !i.Needed {
		delete(k.live, id)
	}
	return Outcome{Handle: id}, nil
}

func (k *keeping) Value(_ context.Context, id string) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.live[id] {
		k.complain("the value of %s is asked for and was released", id)
	}
	return []byte(`[{"a":1}]`), nil
}

func (k *keeping) Release(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.live[id] {
		k.complain("%s is released and was not held", id)
	}
	delete(k.live, id)
	k.released++
}

// Whatever a program refers to stays as long as a line needs it, and no longer.
func TestValuesStayAsLongAsTheyAreNeeded(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	released := 0
	for range 2000 {
		var text strings.Builder
		loads := []string{"#R1"}
		for i := range 1 + random.IntN(12) {
			ref := loads[random.IntN(len(loads))]
			switch random.IntN(5) {
			case 0:
				fmt.Fprintf(&text, "c%d: getTotal rows=%s\n", i, ref)
			case 1:
				fmt.Fprintf(&text, "c%d: getSum h=%s\n", i, ref)
			case 2:
				fmt.Fprintf(&text, "c%d: chart rows=[%s,%s] title=\"fail\"\n", i, ref, loads[random.IntN(len(loads))])
			case 3:
				fmt.Fprintf(&text, "c%d: getNothing\n", i)
			default:
				fmt.Fprintf(&text, "c%d: load path=\"x\"\n", i)
				loads = append(loads, fmt.Sprint("$c", i))
			}
		}
		host := &keeping{live: map[string]bool{}}
		p, err := Parse(text.String(), Limits{})
		if err == nil {
			err = p.Check(tools(t), func(id string) (string, bool) { host.live[id] = true; return "range", true })
		}
		if err != nil {
			t.Fatalf("%s%v", text.String(), err)
		}
		if _, err := p.Run(t.Context(), host, Options{}); err != nil {
			t.Fatal(err)
		}
		if len(host.wrong) > 0 || len(host.live) > 0 {
			t.Fatalf("%s%q, at the end there is %v", text.String(), host.wrong, host.live)
		}
		released += host.released
	}
	if released < 1000 {
		t.Errorf("%d values were released: nothing is tested", released)
	}
}

// A value is released before the program ends, when its last line has.
func TestValuesGoWithTheirLastLine(t *testing.T) {
	host := &keeping{live: map[string]bool{}}
	p, err := compile(t, "a: load path=\"x\"\nb: getSum h=$a\nc: load path=\"y\"\nd: getSum h=$c\ne: load path=\"fail\"\nf: getSum h=$e\n")
	if err != nil {
		t.Fatal(err)
	}
	seen := &watched{keeping: host}
	if _, err := p.Run(t.Context(), seen, Options{}); err != nil {
		t.Fatal(err)
	}
	if seen.most != 1 || len(host.wrong) > 0 {
		t.Errorf("%d values were held at a time, %q", seen.most, host.wrong)
	}
}

// watched notes how many values are held at most while a call begins.
type watched struct {
	*keeping
	most int
}

func (w *watched) Call(ctx context.Context, i Invocation) (Outcome, error) {
	out, err := w.keeping.Call(ctx, i)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.most = max(w.most, len(w.live))
	return out, err
}
