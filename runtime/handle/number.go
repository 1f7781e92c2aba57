package handle

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-faster/jx"
)

// number returns the value of a number, exactly; nil for anything else, and for
// numbers beyond the range of a float64, whose digits would be without end.
func number(raw []byte) *big.Rat {
	if kindOf(raw) != jx.Number || len(raw) > 400 {
		return nil
	}
	text := string(raw)
	if f, err := strconv.ParseFloat(text, 64); err != nil || f == 0 && strings.ContainsAny(text, "eE") {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
}

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

// rank orders values of different kinds: what is absent first.
func rank(raw []byte) int {
	switch kindOf(raw) {
	case jx.Null:
		return 0
	case jx.Bool:
		return 1
	case jx.Number:
		return 2
	case jx.String:
		return 3
	}
	return 4
}

// compare orders two values: numbers by value, text by character.
func compare(a, b []byte) int {
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	if x, y := number(a), number(b); x != nil && y != nil {
		return x.Cmp(y)
	}
	return cmp.Compare(stringOf(a), stringOf(b))
}
