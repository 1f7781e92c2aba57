package decimal

import (
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"
)

// rational returns the value of a JSON number, unless its exponent is one that
// math/big had better not expand.
func rational(literal string) *big.Rat {
	if _, power := cutAny(literal, "eE"); len(power) > 4 {
		return nil
	}
	value, ok := new(big.Rat).SetString(literal)
	if !ok {
		return nil
	}
	return value
}

// The oracle is math/big.
func FuzzMultiplesLikeBig(f *testing.F) {
	for _, seed := range [][2]string{
		{"0.3", "0.1"}, {"0.30000000000000001", "0.1"}, {"1e300", "7"}, {"1e-300", "1e-301"}, {"-7.5", "2.5"}, {"1e3", "1E2"},
		{"12345678901234567890.123", "0.001"}, {"0", "3"}, {"-0.0", "3"}, {"5", "999999999999999999"}, {"999999999999999999e5", "999999999999999999"}, {"33e-1", "11e-1"},
	} {
		f.Add(seed[0], seed[1])
	}
	number := regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$`)
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 500 || !number.MatchString(a) || !number.MatchString(b) {
			return
		}
		x, y := rational(a), rational(b)
		if x == nil || y == nil {
			return
		}
		if got, want := Compare(a, b), x.Cmp(y); got != want {
			t.Errorf("compare %s with %s: %d, want %d", a, b, got, want)
		}
		if digits, _ := Significand(b); y.Sign() <= 0 || len(digits) > 18 {
			return
		}
		if got, want := IsMultiple(a, b), new(big.Rat).Quo(x, y).IsInt(); got != want {
			t.Errorf("%s is a multiple of %s: %v, want %v", a, b, got, want)
		}
	})
}

// Random products, since a fuzzer hardly ever meets a multiple.
func TestMultiplesOfRandomSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		step := strconv.FormatUint(random.Uint64N(1e18), 10) + "e" + strconv.Itoa(random.IntN(20)-10)
		factor := random.Int64()
		product := new(big.Rat).Mul(rational(step), new(big.Rat).SetInt64(factor))
		literal := product.FloatString(30)
		if product.Sign() == 0 {
			continue
		}
		if !IsMultiple(literal, step) {
			t.Fatalf("%s is %d times %s", literal, factor, step)
		}
		if beside := literal + "1"; IsMultiple(beside, step) {
			t.Fatalf("%s is a multiple of %s", beside, step)
		}
	}
}

// A huge exponent costs nothing.
func TestHugeExponents(t *testing.T) {
	for literal, want := range map[string]bool{"1e999999999": true, "1e-999999999": false, "7e99999999999999999999": true, "0e999999999": true} {
		if got := IsMultiple(literal, "0.5"); got != want {
			t.Errorf("%s: %v", literal, got)
		}
	}
	if IsMultiple("1e999999999", "3") {
		t.Error("a power of ten is a multiple of 3")
	}
	if Compare("-1e999999999", "1e-999999999") >= 0 || Compare("1e999999999", "2e999999998") <= 0 {
		t.Error("wrong order")
	}
}
