package program

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// play runs a program and returns its answers.
func play(t *testing.T, host *fake, text string, options Options) (string, error) {
	t.Helper()
	p, err := compile(t, text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), host, options)
	return r.String(), err
}

func want(t *testing.T, got string, lines ...string) {
	t.Helper()
	if want := strings.Join(lines, "\n") + "\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestRun(t *testing.T) {
	host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
		"forecast": func(context.Context, Invocation) (Outcome, error) {
			return Outcome{JSON: []byte(`{"summary":"x","highs":[1,2]}`), Handle: "R1", Summary: "5 days,\n-2 to 4 celsius"}, nil
		},
		"chart":  gives("{\n\"url\":\"\u0085\u2028é\",\r\n\"owner\":{\"id\":7,\"name\":\"Ann\"},\"tags\":{},\"odd name\":true}"),
		"notify": fails(&Failure{Code: "bad_argument", Message: "user: want string,\ngot integer", Pointers: []string{"/user"}}),
	}}
	got, err := play(t, host, `
a: forecast city="Oslo" days=5
b: chart rows={"all": [ $a , $a.highs.1] } title="Next days"
c: notify user=$b.owner.name text="$b #R1"
d: notify user="x"
e: getNothing
help forecast weather
find charts
`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want(t, got,
		`a: #R1 5 days, -2 to 4 celsius`,
		`b: { "url":"\u0085\u2028é",  "owner":{"id":7,"name":"Ann"},"tags":{},"odd name":true}`,
		`c: ! bad_argument user: want string, got integer (from $b.owner.name)`,
		`d: - not run: c failed`,
		`e: ok`,
		`help for forecast+weather`,
		`and more`,
		`found charts`)
	calls := []string{
		`a forecast{"city":"Oslo","days":5}`,
		`b chart{"rows":{"all": [ {"summary":"x","highs":[1,2]} , 2] },"title":"Next days"}`,
		`c notify{"user":"Ann","text":"$b #R1"}`,
		`e getNothing{}`,
	}
	if !slices.Equal(host.record, calls) {
		t.Errorf("the host was called\n%s", strings.Join(host.record, "\n"))
	}
}

// Handles are passed as such where they are wanted, and stand for their values
// elsewhere.
func TestHandles(t *testing.T) {
	host := &fake{
		values: map[string]string{"T1": `[{"a":1}]`, "R7": `{"rows":[{"a":2}]}`},
		answer: map[string]func(context.Context, Invocation) (Outcome, error){
			"load": func(context.Context, Invocation) (Outcome, error) {
				return Outcome{Handle: "R7", Summary: "1 row"}, nil
			},
		},
	}
	got, err := play(t, host, `
a: load path="x"
b: getSum h=$a
c: getSum h=#R1
d: getTotal rows=$a.rows
e: getTotal rows=#T1
f: chart rows=[$a, #T1]
g: getTotal rows=#R1
`, Options{Parallel: 1})
	if err != nil {
		t.Fatal(err)
	}
	want(t, got, "a: #R7 1 row", "b: ok", "c: ok", "d: ok", "e: ok", "f: ok", "g: ! not_found #R1: there is no such handle")
	calls := []string{
		`a load{"path":"x"}`, `b getSum{"h":"#R7"}`, `c getSum{"h":"#R1"}`, `d getTotal{"rows":[{"a":2}]}`,
		`e getTotal{"rows":[{"a":1}]}`, `f chart{"rows":[{"rows":[{"a":2}]}, [{"a":1}]]}`,
	}
	if !slices.Equal(host.record, calls) {
		t.Errorf("the host was called\n%s", strings.Join(host.record, "\n"))
	}
}

// A reference that leads nowhere is the failure of the call that has it.
func TestReferencesAtRunTime(t *testing.T) {
	for path, message := range map[string]string{
		"$a.items.2":             "$a.items.2 leads nowhere: $a.items has only 1 elements",
		"$a.items.0.b":           "$a.items.0.b leads nowhere: $a.items.0 has no such member",
		"$a.more":                "$a.more leads nowhere: $a has no such member",
		`$b."x y".0.z`:           `$b."x y".0.z leads nowhere: $b."x y".0 is no object`,
		"$b.9999999999999999999": "$b.9999999999999999999 leads nowhere: $b is no object, but a list",
	} {
		host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
			"getItems": gives(`{"items":[{"a":1}]}`),
			"getText":  gives(`{"x y":[1]}`),
		}}
		if strings.HasPrefix(path, "$b.9") {
			host.answer["getText"] = gives("[]")
		}
		text := "a: getItems\nb: getText\nc: chart rows=" + path
		p, err := Parse(text, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		all := tools(t)
		all.byName["getText"].result = &side{typ: anything}
		if err := p.Check(all, nil); err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(t.Context(), host, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(path, "$b.9") {
			message = path + " leads nowhere: $b has only 0 elements"
		}
		if f := r.Answers[2].Failure; f == nil || f.Message != message {
			t.Errorf("%s: %v, want %s", path, f, message)
		}
	}
}

func TestArgumentsAreBounded(t *testing.T) {
	host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){"getItems": gives(`{"items":"` + strings.Repeat("x", 1000) + `"}`)}}
	p, err := Parse("a: getItems\nb: chart rows=[$a,$a]", Limits{ArgBytes: 1500})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(tools(t), nil); err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), host, Options{})
	if f := r.Answers[1].Failure; err != nil || f == nil || f.Code != CodeTooLarge {
		t.Errorf("%v, %v", f, err)
	}
}

// What runs beside what, in time that is not real.
func TestOrder(t *testing.T) {
	slow := func(d time.Duration) func(context.Context, Invocation) (Outcome, error) {
		return func(ctx context.Context, i Invocation) (Outcome, error) {
			select {
			case <-time.After(d):
				return Outcome{JSON: []byte(`{"items":[]}`)}, nil
			case <-ctx.Done():
				return Outcome{}, ctx.Err()
			}
		}
	}
	for _, c := range []struct {
		name, text string
		parallel   int
		took       time.Duration
	}{
		{"side by side", "a: getItems\nb: getItems\nc: getItems", 8, time.Second},
		{"at most two", "a: getItems\nb: getItems\nc: getItems", 2, 2 * time.Second},
		{"one by one", "a: getItems\nb: getItems\nc: getItems", 1, 3 * time.Second},
		{"after what it refers to", "a: getItems\nb: getTotal rows=$a.items\nc: getItems", 8, 2 * time.Second},
		{"a change waits and is waited for", "a: getItems\nb: chart rows=1\nc: getItems\nd: getItems", 8, 3 * time.Second},
		{"changes are one by one", "a: chart rows=1\nb: chart rows=1", 8, 2 * time.Second},
		{"a chain beside a chain", "a: getItems\nb: getTotal rows=$a.items\nc: getItems\nd: getTotal rows=$c.items", 2, 2 * time.Second},
		{"a helper goes on", "a: getItems\nb: getItems\nc: getTotal rows=$b.items\nd: getTotal rows=$b.items\ne: getTotal rows=$a.items\n", 3, 2 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){"getItems": slow(time.Second), "getTotal": slow(time.Second), "chart": slow(time.Second)}}
			p, err := compile(t, c.text)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			r, err := p.Run(t.Context(), host, Options{Parallel: c.parallel})
			if took := time.Since(start); took != c.took || err != nil || strings.Contains(r.String(), "!") {
				t.Errorf("%s: took %s, want %s: %v\n%s", c.name, took, c.took, err, r)
			}
		})
	}
}

// Which calls a failure stops.
func TestFailures(t *testing.T) {
	bad := fails(&Failure{Code: "x", Message: "y"})
	for _, c := range []struct{ text, want string }{
		{"a: getItems\nb: getTotal rows=$a.items\nc: notify user=$a.items.0.b\nd: notify user=\"x\"\ne: getNothing",
			"a: ! x y\nb: - not run: $a failed\nc: - not run: $a failed\nd: ok\ne: ok\n"},
		{"a: chart rows=1\nb: notify user=\"x\"\nc: getNothing\nd: open code=\"\" tab=\"\"\ne: getText s=$a.url",
			"a: ! x y\nb: - not run: a failed\nc: ok\nd: - not run: a failed\ne: - not run: $a failed\n"},
		{"a: getItems\nb: getTotal rows=$a.items\nc: getNumbers d=$b",
			"a: ! x y\nb: - not run: $a failed\nc: - not run: $b was not run\n"},
	} {
		host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){"getItems": bad, "chart": bad}}
		got, err := play(t, host, c.text, Options{})
		if err != nil || got != c.want {
			t.Errorf("%s\n%v\n%swant\n%s", c.text, err, got, c.want)
		}
	}
}

func TestFailureTexts(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("plain\x1b[31m\r\ntext"), "a: ! error plain [31m text"},
		{fmt.Errorf("wrapped: %w", &Failure{Code: "no", Message: "way"}), "a: ! no way"},
		{&Failure{Code: "", Message: "way"}, "a: ! way"},
	} {
		host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){"getNothing": func(context.Context, Invocation) (Outcome, error) { return Outcome{}, c.err }}}
		got, err := play(t, host, "a: getNothing", Options{})
		if err != nil {
			t.Error(err)
		}
		want(t, got, c.want)
	}
	got, _ := play(t, &fake{}, "find nothing", Options{})
	want(t, got, "find nothing: ! not_found nothing found")
}

// The references that a failure is about are named, wherever they stand.
func TestSources(t *testing.T) {
	for pointer, want := range map[string]string{
		"/rows":             " (from $a.items, $a, $a.more)",
		"/rows/0":           " (from $a.items)",
		"/rows/0/2/a":       " (from $a.items)",
		"/rows/1/x~1y":      " (from $a)",
		"/rows/1/x~1y/more": " (from $a)",
		"/rows/10":          "",
		"/title":            "",
		"":                  "",
	} {
		host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
			"getItems": gives(`{"items":[],"more":true}`),
			"chart":    fails(&Failure{Code: "bad_argument", Message: "m", Pointers: []string{pointer}}),
		}}
		got, err := play(t, host, "a: getItems\nb: chart rows=[$a.items, {\"x/y\" : $a , \"z\":[$a.more,$a]}]", Options{})
		if err != nil || !strings.HasSuffix(got, "b: ! bad_argument m"+want+"\n") {
			t.Errorf("%s: %s %v", pointer, got, err)
		}
	}
}

// A host that panics, or ends its goroutine, ends one call.
func TestHostPanics(t *testing.T) {
	host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
		"getNothing": func(context.Context, Invocation) (Outcome, error) { panic("secret") },
	}}
	got, err := play(t, host, "a: getNothing\nb: getItems", Options{})
	if err != nil {
		t.Error(err)
	}
	want(t, got, "a: ! internal internal error", "b: ok")

	begun := make(chan struct{})
	host = &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
		"getItems": func(context.Context, Invocation) (Outcome, error) { <-begun; return Outcome{}, nil },
		"getText": func(context.Context, Invocation) (Outcome, error) {
			close(begun)
			runtime.Goexit()
			return Outcome{}, nil
		},
	}}
	got, err = play(t, host, "a: getItems\nb: getText\nc: getNothing", Options{})
	if err != nil {
		t.Error(err)
	}
	want(t, got, "a: ok", "b: ! internal the call ended without a result", "c: ok")
}

func TestTimes(t *testing.T) {
	for name, c := range map[string]struct {
		options Options
		cancel  time.Duration
		want    []string
	}{
		"of a call":    {Options{CallTime: 5 * time.Second}, 0, []string{"a: ! timeout the call did not end in time", "b: - not run: $a failed", "c: ok", "d: ! timeout the call did not end in time", "e: - not run: d failed"}},
		"of a program": {Options{Time: 12 * time.Second}, 0, []string{"a: {}", "b: ! bad_argument $a.items.0.b leads nowhere: $a has no such member", "c: ok", "d: ! timeout the call did not end in time", "e: - not run: d failed"}},
		"cancelled":    {Options{}, 5 * time.Second, []string{"a: ! cancelled the call was cancelled", "b: - not run: $a failed", "c: - not run: the program was cancelled", "d: - not run: the program was cancelled", "e: - not run: the program was cancelled"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			wait := func(ctx context.Context, _ Invocation) (Outcome, error) {
				select {
				case <-time.After(10 * time.Second):
					return Outcome{JSON: []byte("{}")}, nil
				case <-ctx.Done():
					return Outcome{}, ctx.Err()
				}
			}
			host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){"getItems": wait, "chart": wait}}
			p, err := compile(t, "a: getItems\nb: getText s=$a.items.0.b\nc: getNothing\nd: chart rows=1\ne: notify user=\"x\"")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if c.cancel > 0 {
				time.AfterFunc(c.cancel, cancel)
			}
			if name == "cancelled" {
				c.options.Parallel = 1
			}
			r, err := p.Run(ctx, host, c.options)
			if (err != nil) != (c.cancel > 0) {
				t.Error(err)
			}
			t.Log(name)
			want(t, r.String(), c.want...)
		})
	}
}

// memory is a host that remembers calls that ended, and whose tool notify asks.
type memory struct {
	fake
	mu      sync.Mutex
	kept    map[string]Outcome
	answers int // questions that have an answer
	asked   int
	calls   map[string]int
}

func (m *memory) Call(ctx context.Context, i Invocation) (Outcome, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := fmt.Sprintf("%s %s %s", i.Label, i.Tool, i.Args)
	if o, ok := m.kept[key]; ok {
		return o, nil
	}
	if i.Tool == "notify" {
		if m.asked++; m.asked > m.answers {
			return Outcome{}, fmt.Errorf("question of %s: %w", i.Label, ErrSuspended)
		}
	}
	m.calls[i.Label]++
	o := Outcome{JSON: fmt.Appendf(nil, `{"items":[{"a":%d}]}`, m.calls[i.Label])}
	m.kept[key] = o
	return o, nil
}

// A suspended program goes on with the answer, and nothing that has ended is
// called again.
func TestSuspension(t *testing.T) {
	host := &memory{kept: map[string]Outcome{}, calls: map[string]int{}}
	p, err := compile(t, "a: getItems\nb: notify user=\"x\"\nc: getTotal rows=$a.items\nd: notify user=\"y\"\ne: getNothing")
	if err != nil {
		t.Fatal(err)
	}
	for round, lines := range [][]string{
		{`a: {"items":[{"a":1}]}`, "b: - not run: it waits for an answer", "c: - not run: the program waits for an answer", "d: - not run: the program waits for an answer", "e: - not run: the program waits for an answer"},
		{`a: {"items":[{"a":1}]}`, `b: {"items":[{"a":1}]}`, `c: {"items":[{"a":1}]}`, "d: - not run: it waits for an answer", "e: - not run: the program waits for an answer"},
		{`a: {"items":[{"a":1}]}`, `b: {"items":[{"a":1}]}`, `c: {"items":[{"a":1}]}`, `d: {"items":[{"a":1}]}`, `e: {"items":[{"a":1}]}`},
	} {
		host.answers, host.asked = round, 0
		if round == 2 {
			host.answers = 9
		} else if round == 1 {
			host.answers = 1
		}
		r, err := p.Run(t.Context(), host, Options{})
		if errors.Is(err, ErrSuspended) != (round < 2) {
			t.Errorf("round %d: %v", round, err)
		}
		want(t, r.String(), lines...)
	}
	for label, n := range host.calls {
		if n != 1 {
			t.Errorf("%s was called %d times", label, n)
		}
	}
}

// What runs when a call is suspended is awaited.
func TestSuspensionAwaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ended atomic.Bool
		host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
			"getItems": func(context.Context, Invocation) (Outcome, error) {
				time.Sleep(time.Second)
				ended.Store(true)
				return Outcome{}, nil
			},
			"getText": func(context.Context, Invocation) (Outcome, error) { return Outcome{}, ErrSuspended },
		}}
		p, err := compile(t, "a: getItems\nb: getText\nc: getTotal rows=$a.items")
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(t.Context(), host, Options{})
		if !errors.Is(err, ErrSuspended) || !ended.Load() {
			t.Error(err, ended.Load())
		}
		want(t, r.String(), "a: ok", "b: - not run: it waits for an answer", "c: - not run: the program waits for an answer")
	})
}

// The same outcomes give the same answers, whatever the scheduler does.
func TestDeterminism(t *testing.T) {
	host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
		"getItems":   gives(`{"items":[{"a":1,"b":"x"}]}`),
		"getNothing": fails(&Failure{Code: "x", Message: "y"}),
	}}
	text := "a: getItems\nb: getNothing\nc: getTotal rows=$a.items\nd: getItems\ne: notify user=$d.items.0.b\nf: getItems n=1\ng: getItems n=2\nh: getTotal rows=$g.items"
	first := ""
	for range 200 {
		got, err := play(t, host, text, Options{Parallel: 4})
		if first == "" {
			first = got
		}
		if err != nil || got != first {
			t.Fatalf("%v\n%s\n%s", err, got, first)
		}
	}
}
