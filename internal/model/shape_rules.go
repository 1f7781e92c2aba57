package model

import (
	"cmp"
	"encoding/json"
	"math/big"
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
	return &eff
}

// narrow intersects r with the rules of a type that it is a use of.
func (r *Rules) narrow(of *Rules) {
	r.Min = tighter(r.Min, of.Min, 1)
	r.Max = tighter(r.Max, of.Max, -1)
	r.MinLength = tighterInt(r.MinLength, of.MinLength, 1)
	r.MaxLength = tighterInt(r.MaxLength, of.MaxLength, -1)
	r.MinItems = tighterInt(r.MinItems, of.MinItems, 1)
	r.MaxItems = tighterInt(r.MaxItems, of.MaxItems, -1)
	if len(r.Enum) == 0 {
		r.Enum, r.EnumMode = of.Enum, cmp.Or(r.EnumMode, of.EnumMode)
	}
	if len(r.Examples) == 0 {
		r.Examples = of.Examples
	}
}

// tighter returns the greater of two numbers for sign 1, the lesser for -1;
// the empty string is no bound.
func tighter(a, b string, sign int) string {
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
func CompareNumbers(a, b string) int { return number(a).Cmp(number(b)) }

func number(text string) *big.Float {
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
			if Literal(c.Value) == Literal(literal) {
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
		if r.allows(v.Value) {
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
	seen := map[string]bool{}
	for _, v := range values {
		if key := Literal(v.Value); !seen[key] {
			kept, seen[key] = append(kept, v), true
		}
	}
	return kept
}

// allows reports whether a string, number or boolean literal is in bounds.
func (r *Rules) allows(literal string) bool {
	var s string
	if json.Unmarshal([]byte(literal), &s) == nil {
		n := utf8.RuneCountInString(s)
		return (r.MinLength == nil || n >= *r.MinLength) && (r.MaxLength == nil || n <= *r.MaxLength)
	}
	return (r.Min == "" || CompareNumbers(literal, r.Min) >= 0) &&
		(r.Max == "" || CompareNumbers(literal, r.Max) <= 0)
}
