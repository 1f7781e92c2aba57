package model

import (
	"math/big"
	"strings"
)

// OneBound drops the weaker of a bound that is included and one that is not:
// lower bounds for sign 1, upper ones for -1.
func OneBound(bound, exclusive string, sign int) (string, string) {
	switch {
	case bound == "" || exclusive == "":
		return bound, exclusive
	case CompareNumbers(bound, exclusive)*sign > 0:
		return bound, ""
	}
	return "", exclusive
}

// rational returns a JSON number; nil for text that is none, and for exponents
// that nobody expands.
func rational(text string) *big.Rat {
	if f, ok := new(big.Rat).SetString(text); ok {
		return f
	}
	return nil
}

func (r *Rules) allowsNumber(literal string) bool {
	within := func(bound string, sign, least int) bool {
		return bound == "" || CompareNumbers(literal, bound)*sign >= least
	}
	return within(r.Min, 1, 0) && within(r.Max, -1, 0) && within(r.ExclusiveMin, 1, 1) && within(r.ExclusiveMax, -1, 1) &&
		(r.MultipleOf == "" || isMultiple(literal, r.MultipleOf))
}

func isMultiple(literal, step string) bool {
	x, y := rational(literal), rational(step)
	return x != nil && y != nil && y.Sign() > 0 && x.Quo(x, y).IsInt()
}

// commonMultiple returns the least number that two steps divide; the empty
// string is no step.
func commonMultiple(a, b string) string {
	x, y := rational(a), rational(b)
	switch {
	case y == nil || y.Sign() <= 0 || a == b:
		return a
	case x == nil || x.Sign() <= 0:
		return b
	}
	// Over one denominator they are integers. Both are decimals, so it divides
	// a power of ten.
	numA := new(big.Int).Mul(x.Num(), y.Denom())
	numB := new(big.Int).Mul(y.Num(), x.Denom())
	least := new(big.Int).GCD(nil, nil, numA, numB)
	least.Mul(numA.Div(numA, least), numB)
	return decimal(new(big.Rat).SetFrac(least, numB.Mul(x.Denom(), y.Denom())))
}

// decimal spells a finite decimal fraction.
func decimal(x *big.Rat) string {
	places, _ := x.FloatPrec()
	text := x.FloatString(places)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// NoNumber reports whether no value of a number type keeps the bounds and is a
// multiple of what it must be.
func (r *Rules) NoNumber(base *Type) bool {
	low, lowOut := bound(r.Min, r.ExclusiveMin)
	high, highOut := bound(r.Max, r.ExclusiveMax)
	step := rational(r.MultipleOf)
	if base.Kind != Float && base.Kind != Numeral && step == nil {
		step = big.NewRat(1, 1)
	}
	if base.Kind == Int || base.Kind == Uint {
		least, most := integerBounds(base)
		if low == nil || low.Cmp(least) < 0 {
			low, lowOut = least, false
		}
		if high == nil || high.Cmp(most) > 0 {
			high, highOut = most, false
		}
	}
	if low == nil || high == nil {
		return false
	}
	if step != nil && step.Sign() > 0 {
		low, lowOut = nextMultiple(low, step, lowOut), false
	}
	order := low.Cmp(high)
	return order > 0 || order == 0 && (lowOut || highOut)
}

// bound returns a bound as a number, and whether it is excluded; nil for none.
func bound(included, excluded string) (*big.Rat, bool) {
	if excluded != "" {
		return rational(excluded), true
	}
	return rational(included), false
}

// nextMultiple returns the least multiple of step from x on, or beyond x.
func nextMultiple(x, step *big.Rat, beyond bool) *big.Rat {
	quotient := new(big.Rat).Quo(x, step)
	n := new(big.Int).Div(quotient.Num(), quotient.Denom()) // rounded down, since the denominator is above zero
	if !quotient.IsInt() || beyond {
		n.Add(n, big.NewInt(1))
	}
	return new(big.Rat).Mul(new(big.Rat).SetInt(n), step)
}

func integerBounds(t *Type) (least, most *big.Rat) {
	bits := uint(t.Bits)
	if bits == 0 {
		bits = 64
	}
	one := big.NewInt(1)
	if t.Kind == Uint {
		high := new(big.Int).Lsh(one, bits)
		return new(big.Rat), new(big.Rat).SetInt(high.Sub(high, one))
	}
	half := new(big.Int).Lsh(one, bits-1)
	return new(big.Rat).SetInt(new(big.Int).Neg(half)), new(big.Rat).SetInt(new(big.Int).Sub(half, one))
}
