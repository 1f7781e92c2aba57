package corpus

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/internal/house"
	"github.com/mcpgen/mcpgen/internal/oracle/probe"
	"github.com/mcpgen/mcpgen/internal/oracle/program"
)

var (
	full      = flag.Bool("full", false, "take all libraries whole, and compare with the tables in testdata")
	only      = flag.String("only", "", "take the library of this name alone")
	update    = flag.Bool("update", false, "write the tables instead")
	seed      = flag.Uint64("seed", 1, "what the documents are made of")
	documents = flag.Int("documents", 40, "how many documents a struct gets")
)

func TestMain(m *testing.M) { os.Exit(house.RunLocked(m, workDir)) }

// TestCorpus takes every library; without -full a few structs of one.
func TestCorpus(t *testing.T) {
	for _, lib := range libraries {
		if *only != "" && lib.name != *only || !*full && *only == "" && lib.name != "s3" {
			continue
		}
		t.Run(lib.name, func(t *testing.T) { test(t, lib) })
	}
}

// smoke is how many structs a run without -full takes.
const smoke = 12

func test(t *testing.T, lib library) {
	start := time.Now()
	lap := func(what string) { t.Logf("%s: %.1fs", what, time.Since(start).Seconds()); start = time.Now() }
	ctx := t.Context()
	list := subjects(ctx, t, lib)
	if !*full {
		list = slices.DeleteFunc(list, func(s subject) bool { return !strings.HasPrefix(s.name, "Inventory") })
		list = list[:min(len(list), smoke)]
	}
	if err := os.RemoveAll(workDir + "/" + lib.name); err != nil {
		t.Fatal(err)
	}
	lap(fmt.Sprintf("%d structs listed", len(list)))
	out := generate(ctx, t, lib, list)
	lap("generated")
	binary := build(ctx, t, lib, out.groups)
	lap("compiled")
	ask(t, out, binary)
	lap("compared")
	report(t, lib, out, len(list))
	lap("measured")
}

// ask puts documents to all tools and fails for every disagreement; there is
// one failure for each struct at most.
func ask(t *testing.T, out *outcome, binary string) {
	t.Helper()
	var counts tally
	for part := range slices.Chunk(out.carried, 100) {
		var list []question
		for _, c := range part {
			list = append(list, questions(t, c, *documents)...)
		}
		requests := make([]probe.Request, len(list))
		for i, q := range list {
			requests[i] = q.request
		}
		answers, err := program.Ask(t.Context(), binary, requests)
		if err != nil {
			t.Fatal(err)
		}
		failed := map[int]bool{}
		for i, a := range answers {
			if what := list[i].compare(a, &counts); what != "" && !failed[list[i].index] {
				failed[list[i].index] = true
				list[i].fail(t, what, a)
			}
		}
	}
	t.Logf("%d documents accepted, %d refused, %d outputs compared", counts.accepted, counts.refused, counts.outputs)
	if total := counts.accepted + counts.refused; min(counts.accepted, counts.refused) < total/10 {
		t.Errorf("%d accepted, %d refused: the documents show little", counts.accepted, counts.refused)
	}
}
