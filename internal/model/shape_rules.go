package model

import (
	"cmp"
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Effective returns the rules that hold for a use of t with rules of its own:
// the tighter of each pair of bounds, the enum, enum mode and examples of the
// use before those of the type. A default is the use's alone. The result is
// never nil and shares its slices with the contract.
func (p *Package) Effective(t *Type, rules *Rules) *Rules {
	eff := Rules{}
	if rules != nil {
		eff = *rules
	}
	for _, n := range p.Names(t) {
		if n.Rules != nil {
			eff.narrow(n.Rules)
		}
	}
	eff.Min, eff.ExclusiveMin = OneBound(eff.Min, eff.ExclusiveMin, 1)
	eff.Max, eff.ExclusiveMax = OneBound(eff.Max, eff.ExclusiveMax, -1)
	return &eff
}

// narrow intersects r with the rules of a type that it is a use of.
func (r *Rules) narrow(of *Rules) {
	r.Min = Tighter(r.Min, of.Min, 1)
	r.Max = Tighter(r.Max, of.Max, -1)
	r.ExclusiveMin = Tighter(r.ExclusiveMin, of.ExclusiveMin, 1)
	r.ExclusiveMax = Tighter(r.ExclusiveMax, of.ExclusiveMax, -1)
	r.MultipleOf = commonMultiple(r.MultipleOf, of.MultipleOf)
	r.Pattern, r.Format = cmp.Or(r.Pattern, of.Pattern), cmp.Or(r.Format, of.Format)
	r.Unique = r.Unique || of.Unique
	r.MinLength = tighterInt(r.MinLength, of.MinLength, 1)
	r.MaxLength = tighterInt(r.MaxLength, of.MaxLength, -1)
	r.MinItems = tighterInt(r.MinItems, of.MinItems, 1)
	r.MaxItems = tighterInt(r.MaxItems, of.MaxItems, -1)
	if len(r.Enum) == 0 {
		r.Enum, r.EnumMode = of.Enum, cmp.Or(r.EnumMode, of.EnumMode)
	}
	r.Title = cmp.Or(r.Title, of.Title)
	if len(r.Examples) == 0 {
		r.Examples = of.Examples
	}
}

// Tighter returns the greater of two numbers for sign 1, the lesser for -1;
// the empty string is no bound.
func Tighter(a, b string, sign int) string {
	if a == "" || b == "" {
		return cmp.Or(a, b)
	}
	if CompareNumbers(a, b)*sign >= 0 {
		return a
	}
	return b
}

func tighterInt(a, b *int, sign int) *int {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	if cmp.Compare(*a, *b)*sign >= 0 {
		return a
	}
	return b
}

// numberBits keeps integers of 1,200 digits exact, and a huge exponent cheap.
const numberBits = 4096

// CompareNumbers compares two JSON numbers by value: 1, 1.0 and 10e-1 are
// equal. Text that is no number counts as zero.
func CompareNumbers(a, b string) int { return Number(a).Cmp(Number(b)) }

// SameLiteral reports whether two JSON literals are the same value: 1 and 1.0
// are, and the members of an object have no order.
func SameLiteral(a, b string) bool {
	return a == b || Literal(a) == Literal(b) || isNumber(a) && isNumber(b) && CompareNumbers(a, b) == 0
}

func isNumber(literal string) bool {
	return literal != "" && strings.IndexByte("-0123456789", literal[0]) >= 0
}

// Number returns a JSON number with a precision beyond that of any integer or
// float of 64 bits; text that is no number is zero.
func Number(text string) *big.Float {
	f, _, err := big.ParseFloat(text, 10, numberBits, big.ToNearestEven)
	if err != nil && f == nil {
		return new(big.Float)
	}
	return f
}

// EnumOf returns the values that a use of t with rules of its own is meant to
// have: its own enum= list, else the constants of the named type, without
// those that its bounds exclude. Closed says that no other value is allowed.
func (p *Package) EnumOf(t *Type, rules *Rules) (values []EnumValue, closed bool) {
	eff := p.Effective(t, rules)
	constants, open := p.constants(t)
	values, closed = constants, !open
	if len(eff.Enum) > 0 {
		values, closed = listed(eff.Enum, constants), true
	}
	switch eff.EnumMode {
	case "open":
		closed = false
	case "closed":
		closed = true
	}
	return eff.within(distinct(values)), closed && len(values) > 0
}

// constants returns those of the first named type of t that has any.
func (p *Package) constants(t *Type) (values []EnumValue, open bool) {
	for _, n := range p.Names(t) {
		if len(n.Enum) > 0 {
			return n.Enum, n.Open
		}
	}
	return nil, false
}

// listed returns an enum= list with the names and docs of the constants of
// the same value.
func listed(literals []string, constants []EnumValue) []EnumValue {
	values := make([]EnumValue, 0, len(literals))
	for _, literal := range literals {
		value := EnumValue{Value: literal}
		for _, c := range constants {
			if SameLiteral(c.Value, literal) {
				value.Name, value.Doc = c.Name, c.Doc
				break
			}
		}
		values = append(values, value)
	}
	return values
}

// within drops values outside the bounds, but never all of them: a type
// without values has no enum to show.
func (r *Rules) within(values []EnumValue) []EnumValue {
	var kept []EnumValue
	for _, v := range values {
		if r.Allows(v.Value) {
			kept = append(kept, v)
		}
	}
	if len(kept) == 0 {
		return values
	}
	return kept
}

// distinct keeps the first of the values that are one literal.
func distinct(values []EnumValue) []EnumValue {
	var kept []EnumValue
	for _, v := range values {
		if !slices.ContainsFunc(kept, func(have EnumValue) bool { return SameLiteral(have.Value, v.Value) }) {
			kept = append(kept, v)
		}
	}
	return kept
}

// Allows reports whether a string, number, boolean or list keeps the
// constraints; enums are not looked at.
func (r *Rules) Allows(literal string) bool {
	switch {
	case strings.HasPrefix(literal, `"`):
		return r.allowsText(Unquote(literal))
	case strings.HasPrefix(literal, "["):
		var items []json.RawMessage
		return json.Unmarshal([]byte(literal), &items) != nil ||
			inSpan(len(items), r.MinItems, r.MaxItems) && (!r.Unique || !repeats(items))
	case isNumber(literal):
		return r.allowsNumber(literal)
	}
	return true
}

func (r *Rules) allowsText(s string) bool {
	if !inSpan(utf8.RuneCountInString(s), r.MinLength, r.MaxLength) || r.Format != "" && !r.Format.Match(s) {
		return false
	}
	pattern, err := regexp.Compile(r.Pattern)
	return err != nil || pattern.MatchString(s)
}

// repeats reports whether two JSON values are the same.
func repeats(items []json.RawMessage) bool {
	for i, item := range items {
		if slices.ContainsFunc(items[:i], func(have json.RawMessage) bool { return SameLiteral(string(have), string(item)) }) {
			return true
		}
	}
	return false
}

func inSpan(n int, low, high *int) bool {
	return (low == nil || n >= *low) && (high == nil || n <= *high)
}
