// Package decimal judges JSON numbers as they are written, exactly and in time
// linear in their length: exponents are never expanded.
package decimal

import (
	"cmp"
	"math/bits"
	"strconv"
	"strings"
)

// Compare compares two JSON numbers by value.
func Compare(a, b string) int {
	signA, signB := sign(a), sign(b)
	if signA != signB {
		return cmp.Compare(signA, signB)
	}
	if signA == 0 {
		return 0
	}
	return compareAlike(a, b)
}

// sign returns -1, 0 or 1.
func sign(number string) int {
	digits, _ := Significand(strings.TrimPrefix(number, "-"))
	switch {
	case digits == "":
		return 0
	case number[0] == '-':
		return -1
	}
	return 1
}

// IsMultiple reports whether a JSON number is an integer times step, exactly.
// The exponents are never expanded: a remainder of powers of ten is enough.
func IsMultiple(number, step string) bool {
	digits, exponent := Significand(strings.TrimPrefix(number, "-"))
	stepDigits, stepExponent := Significand(step)
	m, err := strconv.ParseUint(stepDigits, 10, 64)
	if digits == "" || err != nil {
		return digits == ""
	}
	shift := exponent - stepExponent
	if shift < 0 {
		// The last digit is none of 0, so a power of ten does not divide it.
		return false
	}
	var rest uint64
	for i := range len(digits) {
		rest = mulMod(rest, 10, m)
		rest = (rest + uint64(digits[i]-'0')) % m // both are below 2⁶⁰
	}
	for power := uint64(10) % m; shift > 0; shift >>= 1 {
		if shift&1 == 1 {
			rest = mulMod(rest, power, m)
		}
		power = mulMod(power, power, m)
	}
	return rest == 0
}

// mulMod returns a*b modulo m, for a and b below m or m above neither.
func mulMod(a, b, m uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return bits.Rem64(high, low, m)
}

// compareAlike compares two numbers that round to the same float, so that
// they have the same sign, or are zero or next to it.
func compareAlike(a, b string) int {
	negative := strings.HasPrefix(a, "-")
	digitsA, exponentA := Significand(strings.TrimPrefix(a, "-"))
	digitsB, exponentB := Significand(strings.TrimPrefix(b, "-"))
	var c int
	switch {
	case digitsA == "" && digitsB == "":
		return 0
	case digitsB == "": // a is next to zero
		c = 1
	case digitsA == "": // b is
		negative, c = strings.HasPrefix(b, "-"), -1
	default:
		// The digits are those of a fraction 0.ddd; its exponent decides first.
		c = cmp.Or(
			cmp.Compare(exponentA+int64(len(digitsA)), exponentB+int64(len(digitsB))),
			strings.Compare(digitsA, digitsB))
	}
	if negative {
		return -c
	}
	return c
}

// Significand splits an unsigned JSON number into its digits, without zeros at
// either end, and the power of ten they are to be multiplied with.
func Significand(literal string) (digits string, exponent int64) {
	number, power := cutAny(literal, "eE")
	whole, decimals := cutAny(number, ".")
	exponent = saturated(power) - int64(len(decimals))
	digits = whole + decimals
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		exponent++
	}
	for len(digits) > 0 && digits[0] == '0' {
		digits = digits[1:]
	}
	return digits, exponent
}

// cutAny cuts s around the first byte that is one of chars.
func cutAny(s, chars string) (before, after string) {
	for i := range len(s) {
		for j := range len(chars) {
			if s[i] == chars[j] {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

// saturated parses the digits of an exponent; those too large for any document
// that fits into memory become a number that is as good.
func saturated(power string) int64 {
	if power == "" {
		return 0
	}
	v, err := strconv.ParseInt(power, 10, 48)
	if err != nil { // out of range: ParseInt returns the nearest limit
		return v
	}
	return v
}
