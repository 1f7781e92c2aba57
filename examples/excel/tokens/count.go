package tokens

import (
	"context"
	"fmt"
	"io"

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

// Report is what was measured, by the name of the mode.
type Report map[string]Sums

// Print writes a line for each tier and mode. Modes 1 and 1p must be among
// them, since the others are compared with those.
func (r Report) Print(w io.Writer, modes []string) error {
	for _, tier := range []string{"A", "B", "C", "D", "all"} {
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

// at returns the tally of a tier. Mode 4 has no calls for tier A and takes that
// of mode 2 into its sum.
func (r Report) at(mode, tier string) (Tally, bool) {
	sums := r[mode]
	if tier != "all" {
		t, ok := sums[tier]
		return t, ok
	}
	all := sums.All()
	if _, ok := sums["A"]; !ok {
		all.add(r["2"]["A"])
	}
	return all, all.Cases == len(Cases())
}

func ratio(x, y int) float64 { return float64(x) / float64(y) }
