package mcpruntime

import (
	"math"
	"slices"
	"strconv"

	"github.com/go-faster/jx"

	"github.com/mcpgen/mcpgen/runtime/decimal"
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
	if r.fatal != nil || !startsNumber(r.peek()) {
		if r.unquote(jx.Number) {
			defer r.requote()
			return r.signed(bits, lo, hi)
		}
		r.refuse(wantInt(lo, hi))
		return 0
	}
	start := r.pos
	m, verdict := r.integer()
	if r.fatal != nil {
		return 0
	}
	v, ok := m.signed()
	if verdict == exact && ok && v >= lo && v <= hi {
		r.last = lastValue{kind: intValue, bits: uint64(v)}
		return v
	}
	r.last = lastValue{bad: true}
	r.violate(wantInt(lo, hi), "number "+shorten(string(r.data[start:r.pos])))
	return 0
}

// unsigned is signed for unsigned integers.
func (r *Reader) unsigned(bits uint, lo, hi uint64) uint64 {
	if !r.strict {
		lo, hi = 0, math.MaxUint64>>(64-bits)
	}
	if r.fatal != nil || !startsNumber(r.peek()) {
		if r.unquote(jx.Number) {
			defer r.requote()
			return r.unsigned(bits, lo, hi)
		}
		r.refuse(wantUint(lo, hi))
		return 0
	}
	start := r.pos
	m, verdict := r.integer()
	if r.fatal != nil {
		return 0
	}
	if verdict == exact && (!m.neg || m.abs == 0) && m.abs >= lo && m.abs <= hi {
		r.last = lastValue{kind: uintValue, bits: m.abs}
		return m.abs
	}
	r.last = lastValue{bad: true}
	r.violate(wantUint(lo, hi), "number "+shorten(string(r.data[start:r.pos])))
	return 0
}

// integer consumes the number at hand, which may be no integer.
func (r *Reader) integer() (magnitude, verdict) {
	if m, end := plainInteger(r.data, r.pos); end > 0 {
		r.pos = end
		return m, exact
	}
	literal := r.rawText()
	if r.fatal != nil {
		return magnitude{}, exact
	}
	return parseInteger(literal)
}

// maxDigits is how many digits any number of 64 bits can have at least.
const maxDigits = 19

// plainInteger reads an integer of at most 19 digits without fraction and
// exponent at data[i], and returns the index behind it; 0 when there is
// anything else.
func plainInteger(data []byte, i int) (m magnitude, end int) {
	if m.neg = data[i] == '-'; m.neg {
		i++
	}
	first := i
	for ; i < len(data) && data[i]-'0' <= 9; i++ {
		m.abs = m.abs*10 + uint64(data[i]-'0')
	}
	if n := i - first; n == 0 || n > maxDigits || n > 1 && data[first] == '0' || !endsNumber(data, i) {
		return magnitude{}, 0
	}
	return m, i
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
	digits, exponent := decimal.Significand(literal)
	if digits == "" {
		return m, exact
	}
	if exponent < 0 {
		return m, fraction
	}
	const most = 20 // digits of math.MaxUint64
	if len(digits) > most || exponent > most-int64(len(digits)) {
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
		return e == v && decimal.Compare(string(literal), format(e)) == 0
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
