package mcpruntime

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-faster/jx"

	"github.com/mcpgen/mcpgen/runtime/decimal"
)

// maxBigDigits bounds the digits of a big integer, so that an exponent of a few
// digits does not fill the memory.
const maxBigDigits = 10_000

var wantBigInt = "integer of at most " + strconv.Itoa(maxBigDigits) + " digits"

// BigInt reads an integer of any size, up to 10,000 digits.
func (r *Reader) BigInt() big.Int { return r.bigInt(&FloatRules{}) }

// BigIntOf is BigInt within rules.
func (r *Reader) BigIntOf(rules *FloatRules) big.Int { return r.bigInt(rules) }

// BigIntEnum reads an integer that is one of values, which are decimal text.
func (r *Reader) BigIntEnum(values []string) big.Int {
	if r.numberInString() {
		defer r.requote()
	}
	v := r.bigInt(&FloatRules{})
	r.checkLiteral(values)
	return v
}

func (r *Reader) bigInt(rules *FloatRules) (v big.Int) {
	if r.numberInString() {
		defer r.requote()
	}
	literal := r.numberLiteral(wantBigInt)
	if literal == "" {
		return v
	}
	digits, exponent := decimal.Significand(strings.TrimPrefix(literal, "-"))
	if digits == "" {
		digits, exponent = "0", 0
	}
	if exponent < 0 || exponent > maxBigDigits-int64(len(digits)) {
		r.last.bad = true
		r.violate(wantBigInt, "number "+shorten(literal))
		return v
	}
	if literal[0] == '-' {
		digits = "-" + digits
	}
	v.SetString(digits+strings.Repeat("0", int(exponent)), 10)
	r.checkRules(rules, literal)
	return v
}

// Number reads a number of any size and keeps it as it is written.
func (r *Reader) Number() json.Number { return r.NumberOf(&FloatRules{}) }

// NumberOf is Number within rules.
func (r *Reader) NumberOf(rules *FloatRules) json.Number {
	if r.numberInString() {
		defer r.requote()
	}
	literal := r.numberLiteral("number")
	if literal != "" {
		r.checkRules(rules, literal)
	}
	return json.Number(literal)
}

// NumberEnum reads a number that is one of values, which are decimal text.
func (r *Reader) NumberEnum(values []string) json.Number {
	if r.numberInString() {
		defer r.requote()
	}
	literal := r.numberLiteral("number")
	r.checkLiteral(values)
	return json.Number(literal)
}

// numberInString goes into a string that holds a number; requote goes back.
func (r *Reader) numberInString() bool {
	return r.fatal == nil && !startsNumber(r.peek()) && r.unquote(jx.Number)
}

// numberLiteral reads a number as text; "" when there is none.
func (r *Reader) numberLiteral(want string) string {
	if r.fatal != nil || !startsNumber(r.peek()) {
		r.refuse(want)
		return ""
	}
	start := r.pos
	raw := r.raw()
	r.last = lastValue{kind: rawValue, bits: uint64(start), bad: raw == nil}
	return r.keep(raw)
}

// checkRules holds the number read last to rules.
func (r *Reader) checkRules(rules *FloatRules, literal string) {
	if r.strict && !rules.allow(literal) {
		r.Check(false, rules.want())
	}
}

// checkLiteral wants the number read last to be one of values.
func (r *Reader) checkLiteral(values []string) {
	if r.fatal != nil || r.last.bad || !r.strict {
		return
	}
	literal := string(r.lastRaw())
	if !slices.ContainsFunc(values, func(v string) bool { return decimal.Compare(literal, v) == 0 }) {
		r.Check(false, oneOf(values))
	}
}

// lastRaw returns the bytes of the value read last, a rawValue.
func (r *Reader) lastRaw() []byte {
	return r.data[r.last.bits:r.pos]
}

// Number appends a number as it is spelt; "" is 0.
func (w *Writer) Number(v json.Number) {
	switch {
	case v == "":
		w.Raw("0")
	case validNumber(string(v)):
		w.Raw(string(v))
	default:
		w.Fail("a json.Number is not a valid number: " + quote(string(v)))
		w.Null()
	}
}

// validNumber reports whether s is a JSON number and nothing else.
func validNumber(s string) bool {
	return s != "" && startsNumber(s[0]) && s[len(s)-1]-'0' <= 9 && json.Valid([]byte(s))
}

// BigInt appends an integer.
func (w *Writer) BigInt(v *big.Int) { w.buf = v.Append(w.buf, 10) }
