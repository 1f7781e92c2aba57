package model

import (
	"math/big"
	"strconv"
	"testing"
)

func TestCommonMultiple(t *testing.T) {
	for _, c := range [][3]string{
		{"", "", ""}, {"2", "", "2"}, {"", "0.5", "0.5"}, {"4", "6", "12"}, {"0.1", "0.25", "0.5"}, {"1e2", "3", "300"}, {"1.50", "1", "3"}, {"0.3", "0.3", "0.3"}, {"1e-3", "1e-2", "0.01"},
	} {
		if got := commonMultiple(c[0], c[1]); got != c[2] {
			t.Errorf("of %s and %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func TestOneBound(t *testing.T) {
	for _, c := range []struct {
		bound, exclusive string
		sign             int
		want, wantOut    string
	}{
		{"1", "", 1, "1", ""}, {"", "1", 1, "", "1"}, {"1", "1.0", 1, "", "1.0"}, {"2", "1", 1, "2", ""}, {"1", "2", 1, "", "2"},
		{"2", "1", -1, "", "1"}, {"1", "2", -1, "1", ""},
	} {
		if got, out := OneBound(c.bound, c.exclusive, c.sign); got != c.want || out != c.wantOut {
			t.Errorf("%v: %q %q", c, got, out)
		}
	}
}

// The oracle tries all the numbers there can be.
func TestNoNumberLikeTryingAll(t *testing.T) {
	small := &Type{Kind: Int, Basic: "int8", Bits: 8}
	bounds := []string{"", "-128", "-3", "0", "1", "2", "7", "127"}
	for _, low := range bounds {
		for _, high := range bounds {
			for _, step := range []string{"", "1", "4", "100"} {
				for n := range 4 {
					r := &Rules{Min: low, Max: high, MultipleOf: step}
					if n&1 == 1 {
						r.Min, r.ExclusiveMin = "", low
					}
					if n&2 == 2 {
						r.Max, r.ExclusiveMax = "", high
					}
					want := true
					for i := -128; i < 128; i++ {
						want = want && !r.Allows(strconv.Itoa(i))
					}
					if got := r.NoNumber(small); got != want {
						t.Errorf("%+v: %v, want %v", r, got, want)
					}
				}
			}
		}
	}
	float := &Type{Kind: Float, Basic: "float64", Bits: 64}
	for want, rules := range map[bool][]Rules{
		true:  {{Min: "1", ExclusiveMax: "1"}, {ExclusiveMin: "0.1", Max: "0.1"}, {Min: "0.11", Max: "0.19", MultipleOf: "0.1"}, {ExclusiveMin: "0", ExclusiveMax: "0.5", MultipleOf: "0.5"}},
		false: {{}, {Min: "1"}, {Min: "1", Max: "1"}, {ExclusiveMin: "0.1", Max: "0.2"}, {Min: "0.11", Max: "0.2", MultipleOf: "0.1"}, {ExclusiveMin: "-0.5", ExclusiveMax: "0.5", MultipleOf: "0.5"}},
	} {
		for _, r := range rules {
			if got := r.NoNumber(float); got != want {
				t.Errorf("%+v: %v", r, got)
			}
		}
	}
}

func TestAllows(t *testing.T) {
	for _, c := range []struct {
		rules     Rules
		good, bad []string
	}{
		{Rules{ExclusiveMin: "0", ExclusiveMax: "0.3", MultipleOf: "0.1"}, []string{"0.1", "2e-1", "0.20"}, []string{"0", "0.3", "0.15", "1e-1000000000", "1e1000000000"}},
		{Rules{Pattern: "^[a-c]", Format: "hostname"}, []string{`"a.b"`, `"\u0061"`}, []string{`"x.y"`, `"a_b"`, `""`}},
		{Rules{Unique: true}, []string{"[]", "[1,2]", `["1",1]`}, []string{"[1,1.0]", `["a","\u0061"]`, `[{"a":1,"b":2},{"b":2,"a":1}]`}},
	} {
		for _, literal := range c.good {
			if !c.rules.Allows(literal) {
				t.Errorf("%+v refuses %s", c.rules, literal)
			}
		}
		for _, literal := range c.bad {
			if c.rules.Allows(literal) {
				t.Errorf("%+v allows %s", c.rules, literal)
			}
		}
	}
}

func TestDecimal(t *testing.T) {
	for text, want := range map[string]string{"1/8": "0.125", "100": "100", "-1/4": "-0.25", "0": "0"} {
		x, _ := new(big.Rat).SetString(text)
		if got := decimal(x); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
