package corpus

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// report prints the lines of a library, compares its table, and fails when too
// few structs are carried.
func report(t *testing.T, lib library, out *outcome, total int) {
	t.Helper()
	opaque, whole, warned := 0, 0, 0
	for _, c := range out.carried {
		if len(c.opaque) > 0 {
			opaque++
			continue
		}
		whole++
		if out.warned[c.String()] {
			warned++
		}
	}
	if !*full {
		if whole < total {
			t.Errorf("%d of %d are carried", whole, total)
		}
		return
	}
	fmt.Printf("corpus %s carried %d of %d opaque %d findings %d\n", lib.module, whole, total, opaque, len(out.findings))
	fmt.Printf("corpus-warned %s %d of the carried\n", lib.module, warned)
	fmt.Println(sizes(t, lib, out))
	if whole*100 < lib.least*total {
		t.Errorf("%d of %d are less than %d%%", whole, total, lib.least)
	}
	compareTable(t, filepath.Join("testdata", lib.name+".txt"), table(lib, out))
}

// table lists the structs that are not carried, and why; then the warnings, which
// come once for a type and say nothing against it.
func table(lib library, out *outcome) string {
	rows := map[string][]string{}
	for name, reasons := range out.findings {
		for _, r := range reasons {
			rows[name] = append(rows[name], "finding: "+r)
		}
	}
	for _, c := range out.carried {
		for _, id := range c.opaque {
			rows[c.String()] = append(rows[c.String()], "opaque: "+id)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: structs that are not carried, and why; then all warnings.\n# Written by scripts/corpus.sh -update.\n", lib.module)
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		for _, r := range slices.Compact(slices.Sorted(slices.Values(rows[name]))) {
			fmt.Fprintf(&b, "%s: %s\n", name, r)
		}
	}
	for _, w := range slices.Sorted(maps.Keys(out.warnings)) {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	return b.String()
}

func compareTable(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		write(t, file, text)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) == text {
		return
	}
	has := func(lines []string, line string) bool { _, found := slices.BinarySearch(lines, line); return found }
	before, after := slices.Sorted(strings.Lines(string(want))), slices.Sorted(strings.Lines(text))
	var diff strings.Builder
	for _, line := range before {
		if !has(after, line) {
			diff.WriteString("-" + line)
		}
	}
	for _, line := range after {
		if !has(before, line) {
			diff.WriteString("+" + line)
		}
	}
	t.Errorf("%s is not what came out; scripts/corpus.sh -update writes it:\n%s", file, firstLines(diff.String(), 60))
}

// sizes measures the input schemas: in JSON values, and in the tokens of a
// common model.
func sizes(t *testing.T, lib library, out *outcome) string {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	var nodes, tokens []int
	worst, name := -1, ""
	for _, c := range out.carried {
		schema, err := document.NewSchema(c.input)
		if err != nil {
			t.Fatal(err)
		}
		n, err := codec.Count(c.input)
		if err != nil {
			t.Fatal(err)
		}
		nodes, tokens = append(nodes, schema.Nodes()), append(tokens, n)
		if n > worst {
			worst, name = n, c.String()
		}
	}
	if len(nodes) == 0 {
		return fmt.Sprintf("corpus-size %s nothing", lib.module)
	}
	slices.Sort(nodes)
	slices.Sort(tokens)
	middle, last := len(nodes)/2, len(nodes)-1
	return fmt.Sprintf("corpus-size %s nodes median=%d worst=%d tokens median=%d worst=%d (%s)",
		lib.module, nodes[middle], nodes[last], tokens[middle], tokens[last], name)
}
