package tokens

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/tiktoken-go/tokenizer"
)

// cachedPrice is what a token of a cached prefix costs.
const cachedPrice = 0.1

// Tally is what is paid for some cases.
type Tally struct {
	Cases, Turns int
	Tokens       int
	Cached       float64 // with a cached prefix
}

func (t *Tally) add(o Tally) {
	t.Cases += o.Cases
	t.Turns += o.Turns
	t.Tokens += o.Tokens
	t.Cached += o.Cached
}

// Counter counts tokens.
type Counter struct{ codec tokenizer.Codec }

// NewCounter counts by the vocabulary o200k_base.
func NewCounter() (Counter, error) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	return Counter{codec}, err
}

// Count adds up the prompts of a transcript.
func (c Counter) Count(t Transcript) (Tally, error) {
	sum := Tally{Cases: 1}
	var before []uint
	for _, prompt := range t.prompts() {
		now, _, err := c.codec.Encode(prompt)
		if err != nil {
			return sum, err
		}
		same := 0
		for same < min(len(before), len(now)) && before[same] == now[same] {
			same++
		}
		sum.Turns++
		sum.Tokens += len(now)
		sum.Cached += float64(len(now)-same) + cachedPrice*float64(same)
		before = now
	}
	return sum, nil
}

// Sums are the tallies of a mode, by tier.
type Sums map[string]Tally

// All adds up the tiers.
func (s Sums) All() (all Tally) {
	for _, tier := range s {
		all.add(tier)
	}
	return all
}

// Measure carries out the cases that a mode covers, and counts.
func Measure(ctx context.Context, m Mode, count Counter, cases []Case) (Sums, error) {
	sums := Sums{}
	for _, c := range cases {
		if !m.Covers(c) {
			continue
		}
		t, err := Do(ctx, m, c)
		if err != nil {
			return nil, err
		}
		one, err := count.Count(t)
		if err != nil {
			return nil, err
		}
		tier := sums[c.Tier()]
		tier.add(one)
		sums[c.Tier()] = tier
	}
	return sums, nil
}

var tiers = []string{"A", "B", "C", "D", "all"}

// Report is what was measured, by the name of the mode.
type Report map[string]Sums

// MeasureAll measures modes, and returns their names beside.
func MeasureAll(ctx context.Context, modes []Mode) (Report, []string, error) {
	count, err := NewCounter()
	if err != nil {
		return nil, nil, err
	}
	report := Report{}
	var names []string
	for _, m := range modes {
		if report[m.Name()], err = Measure(ctx, m, count, Cases()); err != nil {
			return nil, nil, err
		}
		names = append(names, m.Name())
	}
	return report, names, nil
}

// Print writes a line for each tier and mode. Modes 1 and 1p must be among
// them, since the others are compared with those.
func (r Report) Print(w io.Writer, modes []string) error {
	for _, tier := range tiers {
		for _, mode := range modes {
			if err := r.printLine(w, tier, mode); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r Report) printLine(w io.Writer, tier, mode string) error {
	ours, covered := r.at(mode, tier)
	if !covered {
		return nil
	}
	plain, _ := r.at("1", tier)
	parallel, _ := r.at("1p", tier)
	_, err := fmt.Fprintf(w, "tokens tier=%s mode=%s plain=%d ours=%d ratio=%.2f ratio_parallel=%.2f ratio_cached=%.2f\n",
		tier, mode, plain.Tokens, ours.Tokens, ratio(plain.Tokens, ours.Tokens), ratio(parallel.Tokens, ours.Tokens), plain.Cached/ours.Cached)
	return err
}

// Table writes the ratios as docs/tokens.md has them, a row for each mode.
func (r Report) Table(modes []string) string {
	var b strings.Builder
	b.WriteString(tableHead + "\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	plain, _ := r.at("1", "all")
	parallel, _ := r.at("1p", "all")
	for _, mode := range modes {
		b.WriteString("| " + mode)
		for _, tier := range tiers {
			text := ""
			if ours, covered := r.at(mode, tier); covered {
				before, _ := r.at("1", tier)
				text = fmt.Sprintf("%.2f", ratio(before.Tokens, ours.Tokens))
			}
			b.WriteString(" | " + text)
		}
		all, _ := r.at(mode, "all")
		fmt.Fprintf(&b, " | %.2f | %.2f | %d |\n", ratio(parallel.Tokens, all.Tokens), plain.Cached/all.Cached, all.Tokens)
	}
	return b.String()
}

const tableHead = "| mode | A | B | C | D | all | all, to 1p | all, cached | tokens |"

// at returns the tally of a tier. Mode 4 has no calls for tier A and takes that
// of mode 2 into its sum; without sentences it is 4s and 2s.
func (r Report) at(mode, tier string) (Tally, bool) {
	sums := r[mode]
	if tier != "all" {
		t, ok := sums[tier]
		return t, ok
	}
	all := sums.All()
	if _, ok := sums["A"]; !ok {
		lines := "2"
		if strings.HasSuffix(mode, "s") {
			lines = "2s"
		}
		all.add(r[lines]["A"])
	}
	return all, all.Cases == len(Cases())
}

func ratio(x, y int) float64 { return float64(x) / float64(y) }
