package golden

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/gen"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// floatCase is one parameter with rules, and the line they stand on.
type floatCase struct {
	basic, low, high, literal string
	line                      int
}

// floatCases pairs bounds with literals around them, around what 32 and 64 bits
// hold, and next to zero.
func floatCases() (cases []floatCase) {
	bounds := [][2]string{{"", ""}, {"0", ""}, {"", "0"}, {"0.1", "0.3"}, {"-1.5", "16777216"}, {"16777217", ""}, {"1e-46", "1"}, {"-3e38", "3e38"}}
	literals := []string{"0", "-0", "0.1", "0.10000000000000000001", "0.09999999999999999999", "0.3", "0.30000001", "1", "-1.5", "-1.50000000000000000001",
		"16777216", "16777217", "16777218", "16777216.0000001", "1e-46", "-1e-46", "1e-45", "1e-400", "-1e-400", "3e38", "-3e38",
		"3.4028234663852886e38", "3.4028235e38", "-3.4028235e38", "3.40282356e38", "3.4028236e38", "1e39",
		"1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e309", "-1e309"}
	for _, basic := range []string{"float32", "float64"} {
		for _, b := range bounds {
			for _, literal := range literals {
				cases = append(cases, floatCase{basic: basic, low: b[0], high: b[1], literal: literal})
			}
		}
	}
	return cases
}

// takes asks the runtime's reader.
func (c floatCase) takes() bool {
	limit := func(text string, none int) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return math.Inf(none)
		}
		return v
	}
	low, high := limit(c.low, -1), limit(c.high, 1)
	r := mcpruntime.NewReader([]byte(c.literal))
	if c.basic == "float32" {
		r.Float32In(low, high)
	} else {
		r.Float64In(low, high)
	}
	return r.Done() == nil
}

// A default or an example of a float is accepted exactly when the decoder of
// the parameter accepts it.
func TestFloatLiteralsLikeTheDecoder(t *testing.T) {
	cases := floatCases()
	var src strings.Builder
	src.WriteString("package floats\n")
	line := 1
	for i := range cases {
		c := &cases[i]
		rules := "//mcp:param x example=" + c.literal
		if c.low != "" {
			rules += " min=" + c.low
		}
		if c.high != "" {
			rules += " max=" + c.high
		}
		fmt.Fprintf(&src, "\n//mcp:tool\n%s\nfunc F%d(x %s) {}\n", rules, i, c.basic)
		c.line = line + 3
		line += 4
	}
	dir := filepath.Join(workDir, "floats")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "floats.go")
	if err := os.WriteFile(file, []byte(src.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	res, err := gen.Generate(t.Context(), gen.Config{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	refused := map[int]diag.Finding{}
	for _, f := range res.Findings {
		if f.Code != diag.BadLiteral || !strings.HasPrefix(f.Msg, "example=") {
			t.Errorf("%d: %s [%s]", f.Pos.Line, f.Msg, f.Code)
		}
		refused[f.Pos.Line] = f
	}
	for _, c := range cases {
		if f, bad := refused[c.line]; bad == c.takes() {
			t.Errorf("%s from %s to %s: %s: decoder %v, finding %q", c.basic, cmp.Or(c.low, "-"), cmp.Or(c.high, "-"), c.literal, c.takes(), f.Msg)
		}
	}
	if len(refused) < 50 || len(refused) > len(cases)-50 {
		t.Errorf("%d of %d were refused: the cases say nothing", len(refused), len(cases))
	}
}
