package mcpruntime

import "math"

// The readers of integers accept every JSON number without a fraction that
// the Go type holds, whatever its spelling: 1, 1.0, 1e3, -0. The forms with In
// also want the value to lie between lo and hi, both included.

// Int reads an int.
func (r *Reader) Int() int { return int(r.signed(intBits, math.MinInt, math.MaxInt)) }

// IntIn reads an int from lo to hi.
func (r *Reader) IntIn(lo, hi int) int { return int(r.signed(intBits, int64(lo), int64(hi))) }

// Int8 reads an int8.
func (r *Reader) Int8() int8 { return int8(r.signed(8, math.MinInt8, math.MaxInt8)) }

// Int8In reads an int8 from lo to hi.
func (r *Reader) Int8In(lo, hi int8) int8 { return int8(r.signed(8, int64(lo), int64(hi))) }

// Int16 reads an int16.
func (r *Reader) Int16() int16 { return int16(r.signed(16, math.MinInt16, math.MaxInt16)) }

// Int16In reads an int16 from lo to hi.
func (r *Reader) Int16In(lo, hi int16) int16 { return int16(r.signed(16, int64(lo), int64(hi))) }

// Int32 reads an int32.
func (r *Reader) Int32() int32 { return int32(r.signed(32, math.MinInt32, math.MaxInt32)) }

// Int32In reads an int32 from lo to hi.
func (r *Reader) Int32In(lo, hi int32) int32 { return int32(r.signed(32, int64(lo), int64(hi))) }

// Int64 reads an int64.
func (r *Reader) Int64() int64 { return r.signed(64, math.MinInt64, math.MaxInt64) }

// Int64In reads an int64 from lo to hi.
func (r *Reader) Int64In(lo, hi int64) int64 { return r.signed(64, lo, hi) }

// Uint reads a uint.
func (r *Reader) Uint() uint { return uint(r.unsigned(intBits, 0, math.MaxUint)) }

// UintIn reads a uint from lo to hi.
func (r *Reader) UintIn(lo, hi uint) uint { return uint(r.unsigned(intBits, uint64(lo), uint64(hi))) }

// Uint8 reads a uint8.
func (r *Reader) Uint8() uint8 { return uint8(r.unsigned(8, 0, math.MaxUint8)) }

// Uint8In reads a uint8 from lo to hi.
func (r *Reader) Uint8In(lo, hi uint8) uint8 { return uint8(r.unsigned(8, uint64(lo), uint64(hi))) }

// Uint16 reads a uint16.
func (r *Reader) Uint16() uint16 { return uint16(r.unsigned(16, 0, math.MaxUint16)) }

// Uint16In reads a uint16 from lo to hi.
func (r *Reader) Uint16In(lo, hi uint16) uint16 {
	return uint16(r.unsigned(16, uint64(lo), uint64(hi)))
}

// Uint32 reads a uint32.
func (r *Reader) Uint32() uint32 { return uint32(r.unsigned(32, 0, math.MaxUint32)) }

// Uint32In reads a uint32 from lo to hi.
func (r *Reader) Uint32In(lo, hi uint32) uint32 {
	return uint32(r.unsigned(32, uint64(lo), uint64(hi)))
}

// Uint64 reads a uint64.
func (r *Reader) Uint64() uint64 { return r.unsigned(64, 0, math.MaxUint64) }

// Uint64In reads a uint64 from lo to hi.
func (r *Reader) Uint64In(lo, hi uint64) uint64 { return r.unsigned(64, lo, hi) }

// Uintptr reads a uintptr.
func (r *Reader) Uintptr() uintptr { return uintptr(r.unsigned(intBits, 0, math.MaxUint)) }

// UintptrIn reads a uintptr from lo to hi.
func (r *Reader) UintptrIn(lo, hi uintptr) uintptr {
	return uintptr(r.unsigned(intBits, uint64(lo), uint64(hi)))
}

// Float32 reads a number that a float32 can hold, rounded to the nearest.
func (r *Reader) Float32() float32 { return float32(r.float(32, math.Inf(-1), math.Inf(1))) }

// Float32In reads a float32 from lo to hi.
func (r *Reader) Float32In(lo, hi float64) float32 { return float32(r.float(32, lo, hi)) }

// Float64 reads a number that a float64 can hold, rounded to the nearest.
func (r *Reader) Float64() float64 { return r.float(64, math.Inf(-1), math.Inf(1)) }

// Float64In reads a float64 from lo to hi.
func (r *Reader) Float64In(lo, hi float64) float64 { return r.float(64, lo, hi) }

// intBits is the size of int, uint and uintptr.
const intBits = 32 << (^uint(0) >> 63)
