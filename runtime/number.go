package mcpruntime

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-faster/jx"
)

// verdict is what an integer literal turned out to be.
type verdict uint8

const (
	exact    verdict = iota
	fraction         // the number is no integer
	overflow         // more than 64 bits
)

// magnitude is an integer of up to 64 bits with its sign.
type magnitude struct {
	abs uint64
	neg bool
}

// signed reads an integer between lo and hi. A reader of results enforces only
// the range of the type, bits wide.
func (r *Reader) signed(bits uint, lo, hi int64) int64 {
	if !r.strict {
		lo, hi = math.MinInt64>>(64-bits), math.MaxInt64>>(64-bits)
	}
	if r.fatal != nil || r.d.Next() != jx.Number && !r.begin(jx.Number, wantInt(lo, hi)) {
		return 0
	}
	save := r.d
	v, err := r.d.Int64()
	if err == nil && v >= lo && v <= hi {
		r.last = lastValue{kind: intValue, bits: uint64(v)}
		return v
	}
	r.d = save
	literal := r.rawText()
	if r.fatal != nil {
		return 0
	}
	m, verdict := parseInteger(literal)
	v, ok := m.signed()
	if verdict == exact && ok && v >= lo && v <= hi {
		r.last = lastValue{kind: intValue, bits: uint64(v)}
		return v
	}
	r.last = lastValue{bad: true}
	r.violate(wantInt(lo, hi), "number "+shorten(literal))
	return 0
}

// unsigned is signed for unsigned integers.
func (r *Reader) unsigned(bits uint, lo, hi uint64) uint64 {
	if !r.strict {
		lo, hi = 0, math.MaxUint64>>(64-bits)
	}
	if r.fatal != nil || r.d.Next() != jx.Number && !r.begin(jx.Number, wantUint(lo, hi)) {
		return 0
	}
	save := r.d
	v, err := r.d.UInt64()
	if err == nil && v >= lo && v <= hi {
		r.last = lastValue{kind: uintValue, bits: v}
		return v
	}
	r.d = save
	literal := r.rawText()
	if r.fatal != nil {
		return 0
	}
	m, verdict := parseInteger(literal)
	if verdict == exact && (!m.neg || m.abs == 0) && m.abs >= lo && m.abs <= hi {
		r.last = lastValue{kind: uintValue, bits: m.abs}
		return m.abs
	}
	r.last = lastValue{bad: true}
	r.violate(wantUint(lo, hi), "number "+shorten(literal))
	return 0
}

// signed returns the value when it fits into an int64.
func (m magnitude) signed() (int64, bool) {
	if m.neg {
		return -int64(m.abs), m.abs <= 1<<63
	}
	return int64(m.abs), m.abs <= math.MaxInt64
}

func wantInt(lo, hi int64) string {
	return wantBetween("integer", lo != math.MinInt64, hi != math.MaxInt64, strconv.FormatInt(lo, 10), strconv.FormatInt(hi, 10))
}

func wantUint(lo, hi uint64) string {
	return wantBetween("integer", true, true, strconv.FormatUint(lo, 10), strconv.FormatUint(hi, 10))
}

// wantBetween describes a number; a limit that is only the type's own is still
// said when the other one is.
func wantBetween(noun string, low, high bool, lo, hi string) string {
	switch {
	case low || high:
		return noun + " from " + lo + " to " + hi
	default:
		return noun + " of 64 bits"
	}
}

// parseInteger reads a JSON number that may be an integer in disguise, such as
// 1.0, 1e3 or -0, in time linear in the length of the literal: an exponent is
// never expanded.
func parseInteger(literal string) (magnitude, verdict) {
	m := magnitude{}
	if literal[0] == '-' {
		m.neg, literal = true, literal[1:]
	}
	digits, exponent := significand(literal)
	if digits == "" {
		return m, exact
	}
	if exponent < 0 {
		return m, fraction
	}
	const maxDigits = 20 // of math.MaxUint64
	if len(digits) > maxDigits || exponent > maxDigits-int64(len(digits)) {
		return m, overflow
	}
	for range exponent {
		digits += "0"
	}
	abs, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return m, overflow
	}
	m.abs = abs
	return m, exact
}

// significand splits an unsigned JSON number into its digits, without zeros at
// either end, and the power of ten they are to be multiplied with.
func significand(literal string) (digits string, exponent int64) {
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

// float reads a number between lo and hi that a float of the given size holds.
func (r *Reader) float(bits int, lo, hi float64) float64 {
	v, _ := r.decimal(bits, lo, hi)
	return v
}

// decimal is float with the literal, which is valid until the next read; nil
// when there was no such number.
func (r *Reader) decimal(bits int, lo, hi float64) (v float64, literal []byte) {
	if r.fatal != nil || r.d.Next() != jx.Number && !r.begin(jx.Number, wantFloat(bits, lo, hi)) {
		return 0, nil
	}
	raw, err := r.d.Raw()
	if err != nil {
		r.failSyntax()
		return 0, nil
	}
	v, err = strconv.ParseFloat(string(raw), bits)
	if err == nil && (!r.strict || inRange(string(raw), lo, hi)) {
		r.last = lastValue{kind: floatValue, bits: math.Float64bits(v)}
		return v, raw
	}
	r.last = lastValue{bad: true}
	r.violate(wantFloat(bits, lo, hi), "number "+shorten(string(raw)))
	return 0, nil
}

// inRange reports whether a literal is between lo and hi: the number as it is
// written, not as a float of 32 or 64 bits rounds it, since that is what a
// validator of the schema compares.
func inRange(literal string, lo, hi float64) bool {
	v, err := strconv.ParseFloat(literal, 64)
	switch {
	case err != nil || v < lo || v > hi:
		return false
	case v == lo && compareDecimals(literal, strconv.FormatFloat(lo, 'g', -1, 64)) < 0:
		return false
	case v == hi && compareDecimals(literal, strconv.FormatFloat(hi, 'g', -1, 64)) > 0:
		return false
	}
	return true
}

// compareDecimals compares two numbers that round to the same float, so that
// they have the same sign, or are zero or next to it.
func compareDecimals(a, b string) int {
	negative := strings.HasPrefix(a, "-")
	digitsA, exponentA := significand(strings.TrimPrefix(a, "-"))
	digitsB, exponentB := significand(strings.TrimPrefix(b, "-"))
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

func wantFloat(bits int, lo, hi float64) string {
	format := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, bits) }
	switch low, high := !math.IsInf(lo, -1), !math.IsInf(hi, 1); {
	case low && high:
		return "number from " + format(lo) + " to " + format(hi)
	case low:
		return "number of at least " + format(lo)
	case high:
		return "number of at most " + format(hi)
	default:
		return "number of " + strconv.Itoa(bits) + " bits"
	}
}

// IntEnum reads an integer that is one of values.
func (r *Reader) IntEnum(values []int64) int64 {
	v := r.Int64()
	checkEnum(r, v, values, func(v int64) string { return strconv.FormatInt(v, 10) })
	return v
}

// UintEnum reads an integer that is one of values.
func (r *Reader) UintEnum(values []uint64) uint64 {
	v := r.Uint64()
	checkEnum(r, v, values, func(v uint64) string { return strconv.FormatUint(v, 10) })
	return v
}

// FloatEnum reads a number that is one of values, as it is written: what only
// rounds to one of them is not.
func (r *Reader) FloatEnum(values []float64) float64 {
	v, literal := r.decimal(64, math.Inf(-1), math.Inf(1))
	format := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	ok := slices.ContainsFunc(values, func(e float64) bool {
		return e == v && compareDecimals(string(literal), format(e)) == 0
	})
	if !ok && len(literal) > 0 && r.strict {
		// Not by Check, which would show what the number rounds to.
		r.last.bad = true
		r.violate(oneOfNumbers(values, format), "number "+shorten(string(literal)))
	}
	return v
}

func checkEnum[T comparable](r *Reader, v T, values []T, format func(T) string) {
	if !r.strict || slices.Contains(values, v) {
		return
	}
	r.Check(false, oneOfNumbers(values, format))
}

func oneOfNumbers[T any](values []T, format func(T) string) string {
	literals := make([]string, len(values))
	for i, e := range values {
		literals[i] = format(e)
	}
	return oneOf(literals)
}
