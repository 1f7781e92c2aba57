package handle

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/go-faster/jx"
)

// rank orders values of different kinds: what is absent first.
type rank uint8

const (
	ofNull rank = iota
	ofBool
	ofNumber
	ofText
	ofOther
)

// String names values of a kind.
func (r rank) String() string {
	return [...]string{"nulls", "booleans", "numbers", "texts", "lists or objects"}[r]
}

func rankOf(raw []byte) rank {
	switch kindOf(raw) {
	case jx.Null:
		return ofNull
	case jx.Bool:
		return ofBool
	case jx.Number:
		return ofNumber
	case jx.String:
		return ofText
	}
	return ofOther
}

// key is a value that has been read once, to be compared many times.
type key struct {
	rank rank
	raw  []byte
	text string // of what is no number
	// near is the float64 next to a number, infinite beyond the range of those. Of
	// the plain numbers no two are next to the same one, and what is not exact is
	// beyond that range, too small for it, or too long.
	near         float64
	plain, exact bool
}

// plainDigits is how many significant digits a decimal can have for no other one
// of as many to be next to the same float64.
const plainDigits = 15

func keyOf(raw []byte) key {
	k := key{rank: rankOf(raw), raw: raw}
	if k.rank != ofNumber {
		k.text = stringOf(raw)
		return k
	}
	text := string(raw)
	near, err := strconv.ParseFloat(text, 64)
	k.near = near
	k.exact = err == nil && len(raw) <= maxDigits && !isTiny(near, text)
	k.plain = k.exact && len(raw) <= plainDigits && (near == 0 || near > 1e-290 || near < -1e-290)
	return k
}

// compare orders two values: numbers by value, text by character.
func (k *key) compare(other *key) int {
	if k.rank != other.rank {
		return cmp.Compare(k.rank, other.rank)
	}
	if k.rank != ofNumber {
		return cmp.Compare(k.text, other.text)
	}
	if c := cmp.Compare(k.near, other.near); c != 0 || k.plain && other.plain {
		return c
	}
	switch {
	case k.exact && other.exact:
		return number(k.raw).Cmp(number(other.raw))
	case k.exact:
		return -1
	case other.exact:
		return 1
	}
	return bytes.Compare(k.raw, other.raw)
}

// compare orders two values as keys are.
func compare(a, b []byte) int {
	x, y := keyOf(a), keyOf(b)
	return x.compare(&y)
}
