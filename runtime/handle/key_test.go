package handle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Numbers are ordered as exact ones are, also where a float64 cannot tell them
// apart.
func TestNumbersAreOrderedExactly(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	spell := func() string {
		digits := fmt.Sprintf("%020d", random.Uint64())[:1+random.IntN(19)]
		switch random.IntN(5) {
		case 0:
			return digits
		case 1:
			return digits + "." + fmt.Sprint(random.IntN(1000))
		case 2:
			return digits + fmt.Sprintf("e%d", random.IntN(600)-300)
		case 3: // neighbours
			return fmt.Sprint(9007199254740990 + random.IntN(8))
		}
		return "0.1" + strings.Repeat("0", random.IntN(20)) + fmt.Sprint(random.IntN(9))
	}
	exact := func(text string) *big.Rat {
		r, _ := new(big.Rat).SetString(text)
		return r
	}
	for range 50_000 {
		a, b := spell(), spell()
		if random.IntN(2) == 0 {
			a = "-" + strings.TrimLeft(a, "0") + "1"
		}
		if a, b = valid(a), valid(b); number([]byte(a)) == nil || number([]byte(b)) == nil {
			continue
		}
		if got, want := compare([]byte(a), []byte(b)), exact(a).Cmp(exact(b)); got != want {
			t.Fatalf("compare(%s, %s) is %d, want %d", a, b, got, want)
		}
	}
}

// valid takes away the zeros that JSON does not have in front.
func valid(number string) string {
	sign, digits := "", number
	if strings.HasPrefix(number, "-") {
		sign, digits = "-", number[1:]
	}
	for len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9' {
		digits = digits[1:]
	}
	return sign + digits
}

// Whatever is sorted, there is one order.
func TestOrderIsTotal(t *testing.T) {
	values := []string{`null`, `true`, `false`, `0`, `-0`, `0e9`, `1e-400`, `-1e-400`, `1e400`, `2e400`, `-1e400`, `5`, `5.0`, `50e-1`,
		`9007199254740993`, `9007199254740992`, strings.Repeat("9", 500), strings.Repeat("8", 500), `"a"`, `"b"`, `"1"`, `[1]`, `{"a":1}`, `1e308`, `-1e308`}
	for _, a := range values {
		for _, b := range values {
			if compare([]byte(a), []byte(b)) != -compare([]byte(b), []byte(a)) {
				t.Errorf("%s and %s are ordered both ways", a, b)
			}
			for _, c := range values {
				if compare([]byte(a), []byte(b)) <= 0 && compare([]byte(b), []byte(c)) <= 0 && compare([]byte(a), []byte(c)) > 0 {
					t.Errorf("%s <= %s <= %s, and the first is more than the last", a, b, c)
				}
			}
		}
	}
}

// many is a list of rows with numbers in no order.
func many(rows int) Document {
	random, b := rand.New(rand.NewPCG(9, 10)), strings.Builder{}
	for i := range rows {
		fmt.Fprintf(&b, `,{"id":%d,"price":%d.%02d,"name":"n%d"}`, i, random.IntN(1_000_000), random.IntN(100), random.IntN(1000))
	}
	return Document{ID: "R1", JSON: []byte("[" + b.String()[1:] + "]")}
}

// looks is a context that is done when it has been looked at often enough.
type looks struct {
	context.Context
	n, most int
}

func (l *looks) Err() error {
	if l.n++; l.n > l.most {
		return context.DeadlineExceeded
	}
	return nil
}

// What takes long looks at its context all the way, and ends with it.
func TestAnswersEndWithTheContext(t *testing.T) {
	const rows = 20 * watchSteps
	d := many(rows)
	for _, c := range []struct {
		name   string
		passes int // over all rows, at least
		ask    func(d Document) error
	}{
		{"count", 2, func(d Document) error { _, err := d.Count("", "price>5"); return err }},
		{"view", 13, func(d Document) error {
			_, err := d.View(Query{Filter: "price>5", Sort: []string{"price"}})
			return err
		}},
		{"group", 4, func(d Document) error {
			_, err := d.Group(Grouping{Filter: "price>5", By: []string{"name"}, Aggregates: []string{"sum(price)"}})
			return err
		}},
	} {
		all := &looks{Context: t.Context(), most: math.MaxInt}
		if err := c.ask(d.WithContext(all)); err != nil || all.n < c.passes*rows/watchSteps-c.passes {
			t.Errorf("%s: %d looks, %v", c.name, all.n, err)
		}
		for most := 0; most < all.n; most += 1 + all.n/25 {
			l := &looks{Context: t.Context(), most: most}
			if err := c.ask(d.WithContext(l)); !errors.Is(err, context.DeadlineExceeded) || l.n > most+1 {
				t.Errorf("%s, done after %d of %d looks: %v after %d", c.name, most, all.n, err, l.n)
			}
		}
	}
}

func BenchmarkSort(b *testing.B) {
	d := many(400_000)
	for b.Loop() {
		if _, err := d.View(Query{Sort: []string{"-price"}, Limit: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSum(b *testing.B) {
	d := many(400_000)
	for b.Loop() {
		if _, err := d.Group(Grouping{By: []string{"name"}, Aggregates: []string{"sum(price)"}, Limit: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

// Rows that are equal in what they are sorted by stay in their order.
func TestSortIsStable(t *testing.T) {
	d := Document{ID: "R1", JSON: []byte(`[{"a":2,"n":0},{"a":1.0,"n":1},{"a":1,"n":2},{"n":3},{"a":"x","n":4},{"a":1e0,"n":5}]`)}
	var orders []string
	for _, by := range []string{"a", "-a"} {
		out, err := d.View(Query{Columns: []string{"n"}, Sort: []string{by}})
		orders = append(orders, answer(out, err))
	}
	want := []string{`{"columns":["n"],"rows":[[3],[1],[2],[5],[0],[4]],"total":6}`, `{"columns":["n"],"rows":[[4],[0],[1],[2],[5],[3]],"total":6}`}
	if !slices.Equal(orders, want) {
		t.Errorf("got  %q\nwant %q", orders, want)
	}
}
