package schema

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/runtime/format"
)

// The pattern takes what time.ParseDuration does, whose range is the one thing
// that it does not know.
func TestGoDurationPattern(t *testing.T) {
	pattern := regexp.MustCompile(format.GoDurationPattern)
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"", "+", "-", "0", "1", "12", ".", ".5", "5.", "ns", "us", "µs", "μs", "ms", "s", "m", "h", "d", " ", "S", "e3"}
	good := 0
	for range 200_000 {
		var b strings.Builder
		for range r.IntN(7) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		s := b.String()
		_, err := time.ParseDuration(s)
		if got := pattern.MatchString(s); got != (err == nil) && len(s) < 14 {
			t.Fatalf("%q: the pattern says %v, time.ParseDuration %v", s, got, err)
		}
		if err == nil {
			good++
		}
	}
	if good < 1000 {
		t.Errorf("%d durations among the texts", good)
	}
}
