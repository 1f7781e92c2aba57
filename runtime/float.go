package mcpruntime

import (
	"math"
	"strconv"

	"github.com/go-faster/jx"

	"github.com/mcpgen/mcpgen/runtime/decimal"
)

// float reads a number between lo and hi that a float of the given size holds.
func (r *Reader) float(bits int, lo, hi float64) float64 {
	v, _ := r.decimal(bits, lo, hi)
	return v
}

// decimal is float with the literal, which is valid until the next read; nil
// when there was no such number.
func (r *Reader) decimal(bits int, lo, hi float64) (v float64, literal []byte) {
	if r.fatal != nil || !startsNumber(r.peek()) {
		if r.unquote(jx.Number) {
			defer r.requote()
			return r.decimal(bits, lo, hi)
		}
		r.refuse(wantFloat(bits, lo, hi))
		return 0, nil
	}
	start := r.pos
	p, end := plainDecimal(r.data, start)
	if end > 0 {
		r.pos = end
	} else if r.raw() == nil {
		return 0, nil
	}
	literal = r.data[start:r.pos]
	v, err := p.parse(literal, bits)
	if err == nil && (!r.strict || p.inRange(literal, v, bits, lo, hi)) {
		r.last = lastValue{kind: floatValue, bits: math.Float64bits(v)}
		return v, literal
	}
	r.last = lastValue{bad: true}
	r.violate(wantFloat(bits, lo, hi), "number "+shorten(string(literal)))
	return 0, nil
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

// plainNumber is a number without an exponent, as most are written: all its digits
// as an integer, and how many of them are behind the point.
type plainNumber struct {
	digits uint64
	scale  int
	neg    bool
}

// notPlain is the scale of whatever a plainNumber does not hold.
const notPlain = math.MaxInt

// plainDecimal reads a number of at most 19 digits without an exponent at
// data[i], and returns the index behind it; 0 when there is anything else.
func plainDecimal(data []byte, i int) (p plainNumber, end int) {
	if p.neg = data[i] == '-'; p.neg {
		i++
	}
	first := i
	for ; i < len(data) && data[i]-'0' <= 9; i++ {
		p.digits = p.digits*10 + uint64(data[i]-'0')
	}
	whole := i - first
	valid := whole == 1 || whole > 1 && data[first] != '0'
	if i < len(data) && data[i] == '.' {
		i++
		first = i
		for ; i < len(data) && data[i]-'0' <= 9; i++ {
			p.digits = p.digits*10 + uint64(data[i]-'0')
		}
		p.scale = i - first
		valid = valid && p.scale > 0
	}
	if !valid || whole+p.scale > maxDigits || !endsNumber(data, i) {
		return plainNumber{scale: notPlain}, 0
	}
	return p, i
}

// pow10 has the powers of ten that a float64 holds exactly and that a plainNumber can
// need. A float32 holds those below maxScale32.
var pow10 = [maxDigits + 1]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// Up to these, integers and powers of ten are exact as floats.
const (
	maxExact64 = 1 << 53
	maxExact32 = 1 << 24
	maxScale32 = 10
)

// parse returns the float of 64 or 32 bits that is nearest to the literal,
// which p is of. IEEE 754 rounds the quotient of two exact floats correctly;
// what has more digits is left to strconv.
func (p plainNumber) parse(literal []byte, bits int) (v float64, err error) {
	switch {
	case p.scale == notPlain:
		return strconv.ParseFloat(string(literal), bits)
	case bits == 64 && p.digits <= maxExact64:
		v = float64(p.digits) / pow10[p.scale]
	case bits == 32 && p.digits <= maxExact32 && p.scale <= maxScale32:
		v = float64(float32(p.digits) / float32(pow10[p.scale]))
	default:
		return strconv.ParseFloat(string(literal), bits)
	}
	if p.neg {
		v = -v
	}
	return v, nil
}

// inRange reports whether the literal is between lo and hi: the number as it
// is written, not as a float of 32 or 64 bits rounds it (v is that), since
// that is what a validator of the schema compares.
func (p plainNumber) inRange(literal []byte, v float64, bits int, lo, hi float64) bool {
	if math.IsInf(lo, -1) && math.IsInf(hi, 1) {
		return true
	}
	if bits < 64 {
		v, _ = p.parse(literal, 64) // no error: a smaller one held it
	}
	switch {
	case v > lo && v < hi: // rounding keeps the order
		return true
	case v < lo || v > hi:
		return false
	case p.scale == 0 && p.digits <= maxExact64 || p.scale != notPlain && p.digits == 0:
		return true // not rounded, so it is the limit
	case v == lo && decimal.Compare(string(literal), strconv.FormatFloat(lo, 'g', -1, 64)) < 0:
		return false
	case v == hi && decimal.Compare(string(literal), strconv.FormatFloat(hi, 'g', -1, 64)) > 0:
		return false
	}
	return true
}
