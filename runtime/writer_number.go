package mcpruntime

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// Int appends an integer.
func (w *Writer) Int(v int64) {
	if v < 0 {
		w.buf = append(w.buf, '-')
		v = -v // the least one stays, and is right as a uint64
	}
	w.Uint(uint64(v))
}

// Uint appends an integer.
func (w *Writer) Uint(v uint64) {
	if v < 10 {
		w.buf = append(w.buf, '0'+byte(v))
		return
	}
	n := len(w.buf) + decimalLen(v)
	w.buf = slices.Grow(w.buf, n-len(w.buf))[:n]
	putDecimal(w.buf, v)
}

// powers has the powers of ten that a uint64 holds.
var powers = [...]uint64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// decimalLen returns how many digits v has.
func decimalLen(v uint64) int {
	n := bits.Len64(v|1) * 1233 >> 12 // times log10(2): right or one too few
	if v|1 >= powers[n] {
		n++
	}
	return n
}

// putDecimal writes v at the end of dst, two digits at a time.
func putDecimal(dst []byte, v uint64) {
	const pairs = "00010203040506070809" + "10111213141516171819" + "20212223242526272829" + "30313233343536373839" + "40414243444546474849" +
		"50515253545556575859" + "60616263646566676869" + "70717273747576777879" + "80818283848586878889" + "90919293949596979899"
	i := len(dst)
	for ; v >= 100; v /= 100 {
		pair := v % 100 * 2
		i -= 2
		dst[i], dst[i+1] = pairs[pair], pairs[pair+1]
	}
	dst[i-1] = pairs[v*2+1]
	if v >= 10 {
		dst[i-2] = pairs[v*2]
	}
}

// Float64 appends a number in the spelling of encoding/json. NaN and the
// infinities, which JSON lacks, are errors.
func (w *Writer) Float64(v float64) { w.float(v, 64) }

// Float32 is Float64 for a float32.
func (w *Writer) Float32(v float32) { w.float(float64(v), 32) }

func (w *Writer) float(v float64, bits int) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		w.Fail(strconv.FormatFloat(v, 'g', -1, bits) + " is no JSON number")
		w.Null()
		return
	}
	abs := math.Abs(v)
	if bits == 64 && abs < maxShort {
		if n := uint64(abs*shortUnit + 0.5); float64(n)/shortUnit == abs {
			w.short(n, math.Signbit(v))
			return
		}
	}
	small, large := abs < 1e-6, abs >= 1e21
	if bits == 32 {
		small, large = float32(abs) < 1e-6, float32(abs) >= 1e21
	}
	if abs == 0 || !small && !large {
		w.buf = strconv.AppendFloat(w.buf, v, 'f', -1, bits)
		return
	}
	w.buf = strconv.AppendFloat(w.buf, v, 'e', -1, bits)
	if n := len(w.buf); w.buf[n-4] == 'e' && w.buf[n-3] == '-' && w.buf[n-2] == '0' {
		w.buf[n-2] = w.buf[n-1] // e-09 is e-9
		w.buf = w.buf[:n-1]
	}
}

// Most floats are written with a few decimals. A number of at most 15 digits is
// the only one of so few that rounds to its float, so it is the shortest, which
// is what strconv looks for in a longer way.
const (
	shortUnit     = 1e6
	shortDecimals = 6
	maxShort      = 1e15 / shortUnit
)

// short appends n / shortUnit without trailing zeros.
func (w *Writer) short(n uint64, negative bool) {
	if negative {
		w.buf = append(w.buf, '-')
	}
	w.Uint(n / shortUnit)
	if n %= shortUnit; n == 0 {
		return
	}
	decimals := [1 + shortDecimals]byte([]byte(".000000"))
	putDecimal(decimals[:], n)
	end := len(decimals)
	for decimals[end-1] == '0' {
		end--
	}
	w.buf = append(w.buf, decimals[:end]...)
}
