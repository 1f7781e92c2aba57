package planner

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// shortenPlainly says what shorten does: it looks at all runs again for each name.
func shortenPlainly(lists [][]string) (definitions [][]string) {
	type found struct{ gain, length, list, place int }
	tools, sizes := len(lists), map[string]int{}
	all := slices.Clone(lists)
	for named := range maxLists {
		counts, best, run := map[string]int{}, found{}, []string(nil)
		for i, list := range all {
			for from := range list {
				for to := from + 1; to <= min(len(list), from+maxRun); to++ {
					size := 0
					for _, text := range list[from:to] {
						if _, ok := sizes[text]; !ok {
							sizes[text] = pieces(text)
						}
						size += sizes[text]
					}
					key := strings.Join(list[from:to], " ")
					counts[key]++
					n := counts[key]
					f := found{n*(size-2) - size - 3, to - from, i, from}
					if n > 1 && (run == nil || f.gain > best.gain || f.gain == best.gain && f.length > best.length) {
						best, run = f, slices.Clone(list[from:to])
					}
				}
			}
		}
		if run == nil || best.gain <= minGain {
			break
		}
		name := fmt.Sprint("&&", named) // which no parameter is called
		sizes[name] = 2
		for i, list := range all {
			for at := range list {
				if at+len(run) <= len(list) && slices.Equal(list[at:at+len(run)], run) {
					all[i] = slices.Concat(list[:at], []string{name}, list[at+len(run):])
					break
				}
			}
		}
		all = append(all, run)
	}
	// The names that are written count from the first that is needed.
	final := map[string]string{}
	var write func(list []string) []string
	write = func(list []string) []string {
		out := slices.Clone(list)
		for i, text := range out {
			number, ok := strings.CutPrefix(text, "&&")
			if !ok {
				continue
			}
			if final[text] == "" {
				var n int
				_, _ = fmt.Sscan(number, &n)
				definition := write(all[tools+n])
				final[text] = mark + listName(len(definitions))
				definitions = append(definitions, definition)
			}
			out[i] = final[text]
		}
		return out
	}
	for i := range lists {
		lists[i] = write(all[i])
	}
	return definitions
}

// randomLists has parameters in common, alone and in runs.
func randomLists(seed uint64, tools, params, kinds int) [][]string {
	r := rand.New(rand.NewPCG(seed, 3))
	lists := make([][]string, tools)
	for i := range lists {
		from := r.IntN(kinds)
		seen := map[int]bool{}
		for j := range r.IntN(params + 1) {
			n := (from + j) % kinds
			if r.IntN(3) == 0 {
				n = r.IntN(kinds)
			}
			if !seen[n] {
				seen[n] = true
				lists[i] = append(lists[i], fmt.Sprintf("p%d%s", n, []string{"", "?:int(1..100)=20", ":(one two three)", "?"}[n%4]))
			}
		}
	}
	return lists
}

func TestShortenNamesWhatSavesMost(t *testing.T) {
	for seed := range uint64(150) {
		size := 1 + int(seed)%30
		want := randomLists(seed, size, 1+size/2, 5+size)
		got := slices.Clone(want)
		wantDefined, gotDefined := shortenPlainly(want), shorten(got)
		if diff := cmp.Diff(wantDefined, gotDefined); diff != "" {
			t.Fatalf("seed %d, lists: %s", seed, diff)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("seed %d, tools: %s", seed, diff)
		}
	}
}

// A registry is written at the first call of a server. Names, of which there are
// hundreds, must not cost a look at everything each.
func TestManyToolsAreWrittenSoon(t *testing.T) {
	took := func(do func(lists [][]string)) time.Duration {
		best := time.Hour
		for range 3 {
			lists := randomLists(1, 1500, 20, 500)
			start := time.Now()
			do(lists)
			best = min(best, time.Since(start))
		}
		return best
	}
	one := took(func(lists [][]string) { newShortener(lists) })
	all := took(func(lists [][]string) {
		if names := len(shorten(lists)); names < 100 {
			t.Errorf("only %d names", names)
		}
	})
	t.Logf("looking takes %v, naming %v", one, all)
	if all > 60*one {
		t.Errorf("looking at all runs takes %v, naming them %v", one, all)
	}
}
