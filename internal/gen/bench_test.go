package gen

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/mcpgen/mcpgen/internal/house"
)

// BenchmarkGenHello compares generating for examples/hello with loading it,
// which is the least that any tool of this kind has to do.
func BenchmarkGenHello(b *testing.B) {
	compare(b, "gen-hello", filepath.Join(house.Root(b), "examples", "hello"), 12)
}

// BenchmarkGen500 is the same for a package of 500 tools.
func BenchmarkGen500(b *testing.B) {
	// Below the root, so that go.mod holds; the underscore hides it from ./...
	parent := filepath.Join(house.Root(b), "internal", "gen", "_work")
	if err := os.MkdirAll(parent, 0o777); err != nil {
		b.Fatal(err)
	}
	dir, err := os.MkdirTemp(parent, "bench500-")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			b.Error(err)
		}
	})
	if err := os.WriteFile(filepath.Join(dir, "tools.go"), manyTools(500), 0o666); err != nil {
		b.Fatal(err)
	}
	compare(b, "gen-500", dir, 6)
}

// manyTools is the source of a package with n tools of three to five
// parameters, all with comments, rules here and there, and a struct for every
// ten of them.
func manyTools(n int) []byte {
	var src bytes.Buffer
	src.WriteString("// Package tools has many tools.\npackage tools\n\nimport \"context\"\n")
	for i := range n {
		if i%10 == 0 {
			fmt.Fprintf(&src, "\n// Record%d is a record.\ntype Record%d struct {\n", i, i)
			src.WriteString("\t// ID of the record.\n\tID   string   `json:\"id\"`\n\tSize int64    `json:\"size\"`\n\tTags []string `json:\"tags,omitempty\"`\n}\n")
		}
		fmt.Fprintf(&src, "\n// Tool%d does the work number %d.\n//\n//mcp:tool readonly group=g%d\n//mcp:param limit min=1 max=100 default=10\n", i, i, i%7)
		fmt.Fprintf(&src, "func Tool%d(ctx context.Context,\n\tname string, // name to look for\n\tlimit int, // how many\n\texact bool,\n", i)
		if i%3 > 0 {
			src.WriteString("\tweights []float64, // one for each\n")
		}
		if i%3 > 1 {
			fmt.Fprintf(&src, "\trecord *Record%d, // where to start\n", i-i%10)
		}
		fmt.Fprintf(&src, ") (*Record%d, error) {\n\treturn nil, nil\n}\n", i-i%10)
	}
	return src.Bytes()
}

// compare measures generating for a package against loading it, turn by turn
// in one run, and prints "ratio NAME load VALUE" with the medians. The number
// of turns is fixed: what counts is the ratio, not the time of one turn.
func compare(b *testing.B, name, dir string, turns int) {
	ctx := b.Context()
	generate(ctx, b, dir) // the first of each fills the build cache
	loadSyntax(ctx, b, dir)
	for range b.N {
		var gens, loads []time.Duration
		for range turns {
			gens = append(gens, timed(func() { generate(ctx, b, dir) }))
			loads = append(loads, timed(func() { loadSyntax(ctx, b, dir) }))
		}
		ratio := float64(median(gens)) / float64(median(loads))
		b.ReportMetric(ratio, "ratio")
		fmt.Printf("ratio %s load %.2f\n", name, ratio)
	}
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

func generate(ctx context.Context, b *testing.B, dir string) {
	res, err := Generate(ctx, Config{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	if len(res.Files) != 1 {
		b.Fatalf("%d files, findings %v", len(res.Files), res.Findings)
	}
}

func loadSyntax(ctx context.Context, b *testing.B, dir string) {
	pkgs, err := packages.Load(&packages.Config{Context: ctx, Dir: dir, Mode: packages.LoadSyntax}, ".")
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Syntax) == 0 {
		b.Fatalf("%d packages, error %v", len(pkgs), err)
	}
}
