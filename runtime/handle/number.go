package handle

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/go-faster/jx"
)

// number returns the value of a number, exactly; nil for anything else, and for
// numbers beyond the range of a float64, whose digits would be without end.
func number(raw []byte) *big.Rat {
	if kindOf(raw) != jx.Number || len(raw) > maxDigits {
		return nil
	}
	text := string(raw)
	if f, err := strconv.ParseFloat(text, 64); err != nil || isTiny(f, text) {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
}

// maxDigits bounds the digits of a number that is counted with exactly.
const maxDigits = 400

// isTiny reports whether a number that was read as f may be too small for that.
func isTiny(f float64, text string) bool { return f == 0 && strings.ContainsAny(text, "eE") }

// decimal spells a number as JSON: exactly where that takes few digits, else to
// 17 significant ones.
func decimal(r *big.Rat) []byte {
	if r.IsInt() && r.Num().BitLen() < 128 {
		return r.Num().Append(nil, 10)
	}
	if places, exact := r.FloatPrec(); exact && places <= 20 {
		return []byte(r.FloatString(places))
	}
	f, _ := r.Float64()
	return strconv.AppendFloat(nil, f, 'g', -1, 64)
}
