package model

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Scalars that travel as text: the keys of maps, and members whose tag has the
// option string.

// IntegerPattern returns a regular expression for the decimal text of the
// values of an integer type, each in its one spelling. The range of types of 64
// bits is the decoder's alone.
func IntegerPattern(t *Type) string {
	low, high := IntBounds(t)
	switch {
	case low == "" && high == "":
		return `^(0|-?[1-9][0-9]*)$`
	case high == "":
		return `^(0|[1-9][0-9]*)$`
	case t.Kind == Uint:
		return "^(0|" + upTo(high) + ")$"
	}
	return "^(0|-?(" + upTo(high) + ")|" + low + ")$" // the least is one further from zero than the greatest
}

// upTo returns alternatives that match the numbers from 1 to high: those of
// fewer digits, then, digit by digit, those that are below it from there on.
func upTo(high string) string {
	last := len(high) - 1
	var parts []string
	if last > 0 {
		parts = append(parts, "[1-9]"+digits(0, last-1))
	}
	for i := range high {
		least, most := byte('0'), high[i]-1
		if i == 0 {
			least = '1'
		}
		if i == last {
			most++ // high itself
		}
		if least <= most {
			parts = append(parts, high[:i]+oneDigit(least, most)+digits(last-i, last-i))
		}
	}
	return strings.Join(parts, "|")
}

func oneDigit(least, most byte) string {
	if least == most {
		return string(least)
	}
	return "[" + string(least) + "-" + string(most) + "]"
}

// digits matches from low to high digits.
func digits(low, high int) string {
	switch {
	case high == 0:
		return ""
	case high == 1 && low == 0:
		return "[0-9]?"
	case high == 1:
		return "[0-9]"
	case low == high:
		return "[0-9]{" + strconv.Itoa(high) + "}"
	}
	return "[0-9]{" + strconv.Itoa(low) + "," + strconv.Itoa(high) + "}"
}

const (
	numberPattern = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`
	stringPattern = `^"([^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"$`
)

// QuotedPattern returns a regular expression for the text of a scalar under the
// tag option string; empty for booleans, which are two words.
func QuotedPattern(base *Type) string {
	switch base.Kind {
	case Int, Uint:
		return IntegerPattern(base)
	case Float:
		return numberPattern
	case String:
		return stringPattern
	}
	return ""
}

// QuotedNoun says what the strings of a scalar under the tag option string are.
func QuotedNoun(base *Type) string {
	switch base.Kind {
	case Bool:
		return "true or false as a string"
	case Int, Uint:
		return "an integer as a string"
	case Float:
		return "a number as a string"
	}
	return "a string that holds a JSON string"
}

// QuotedLiteral returns the JSON string for a literal of a scalar under the tag
// option string, as encoding/json spells it.
func QuotedLiteral(base *Type, literal string) string {
	switch base.Kind {
	case Float:
		return Quote(floatText(literal, base.Bits))
	case String:
		// The inner string has the escapes of HTML even where the outer has not.
		var inner bytes.Buffer
		json.HTMLEscape(&inner, []byte(Quote(Unquote(literal))))
		return Quote(inner.String())
	}
	return Quote(literal)
}

func floatText(literal string, bits int) string {
	x, err := strconv.ParseFloat(literal, bits)
	if err != nil {
		return literal
	}
	var v any = x
	if bits == 32 {
		v = float32(x)
	}
	return encode(v)
}

// QuotedEnum returns the values that an input can have under the tag option
// string, given those of the scalar: a boolean has two.
func QuotedEnum(base *Type, values []EnumValue, closed bool) ([]EnumValue, bool) {
	if base.Kind == Bool {
		return []EnumValue{{Value: `"true"`}, {Value: `"false"`}}, true
	}
	return Quoted(base, values), closed
}

// Quoted returns values as they travel under the tag option string.
func Quoted(base *Type, values []EnumValue) []EnumValue {
	quoted := make([]EnumValue, len(values))
	for i, v := range values {
		v.Value = QuotedLiteral(base, v.Value)
		quoted[i] = v
	}
	return quoted
}

// Keys says which names the members of a map can have.
type Keys struct {
	// Base is the type of the keys without its name.
	Base *Type
	// Rules are those of a string type; nil for others.
	Rules *Rules
	// Read: UnmarshalText makes keys of names; Write: MarshalText does names of
	// keys.
	Read, Write bool
	// Values are the only names when Closed, else the usual ones.
	Values []EnumValue
	Closed bool
}

// Keys returns what a map of the type takes for names.
func (p *Package) Keys(t *Type) Keys {
	k := Keys{Base: p.Resolve(t.Key)}
	if n := p.ref(t.Key); n != nil && n.Keyed != nil {
		k.Base, k.Read, k.Write = n.Keyed.Base, n.Keyed.Read, n.Keyed.Write
		if k.Read {
			k.Base = &Type{Kind: String, Basic: "string"}
		}
	}
	if k.Base.Kind == String {
		k.Rules = p.Effective(t.Key, nil)
	}
	k.Values, k.Closed = p.EnumOf(t.Key, nil)
	if k.Base.Kind == Int || k.Base.Kind == Uint {
		k.Values = Quoted(k.Base, k.Values)
	}
	return k
}
