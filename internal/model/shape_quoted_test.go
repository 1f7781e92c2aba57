package model

import (
	"regexp"
	"strconv"
	"testing"
)

// The pattern of an integer type matches exactly the spellings that
// encoding/json writes for its values.
func TestIntegerPattern(t *testing.T) {
	types := map[string]*Type{
		"int8": {Kind: Int, Bits: 8}, "uint8": {Kind: Uint, Bits: 8}, "int16": {Kind: Int, Bits: 16}, "uint16": {Kind: Uint, Bits: 16},
		"int32": {Kind: Int, Bits: 32}, "uint32": {Kind: Uint, Bits: 32},
	}
	for name, typ := range types {
		pattern := regexp.MustCompile(IntegerPattern(typ))
		lowText, highText := IntBounds(typ)
		low, _ := strconv.ParseInt(lowText, 10, 64)
		high, _ := strconv.ParseInt(highText, 10, 64)
		check := func(n int64) {
			if got, want := pattern.MatchString(strconv.FormatInt(n, 10)), low <= n && n <= high; got != want {
				t.Errorf("%s: %d matches %v, want %v: %s", name, n, got, want, pattern)
			}
		}
		for n := int64(-70_000); n <= 70_000; n++ {
			check(n)
		}
		for power := int64(1); power < 1e12; power *= 10 { // where a digit changes
			for digit := range int64(10) {
				for d := int64(-3); d <= 3; d++ {
					check(digit*power + d)
					check(-digit*power + d)
				}
			}
		}
		for d := int64(-300); d <= 300; d++ {
			check(low + d)
			check(high + d)
		}
	}
}

func TestIntegerPatternSpelling(t *testing.T) {
	for _, typ := range []*Type{{Kind: Int, Bits: 8}, {Kind: Uint, Bits: 16}, {Kind: Int, Bits: 64}, {Kind: Uint, Bits: 64}} {
		pattern := regexp.MustCompile(IntegerPattern(typ))
		for _, good := range []string{"0", "7", "10", "100"} {
			if !pattern.MatchString(good) {
				t.Errorf("%q does not match %s", good, pattern)
			}
		}
		for _, bad := range []string{"", "-", "-0", "07", "+7", " 7", "7\n", "1.0", "1e1", "-07", "x"} {
			if pattern.MatchString(bad) {
				t.Errorf("%q matches %s", bad, pattern)
			}
		}
		if got, want := pattern.MatchString("-7"), typ.Kind == Int; got != want {
			t.Errorf("-7 matches %v: %s", got, pattern)
		}
	}
}

func TestQuotedLiteral(t *testing.T) {
	for _, c := range []struct {
		typ           Type
		literal, want string
	}{
		{Type{Kind: Int, Bits: 64}, "9007199254740993", `"9007199254740993"`},
		{Type{Kind: Bool}, "true", `"true"`},
		{Type{Kind: Float, Bits: 64}, "1.50", `"1.5"`},
		{Type{Kind: Float, Bits: 32}, "0.1", `"0.1"`},
		{Type{Kind: Float, Bits: 64}, "1E21", `"1e+21"`},
		{Type{Kind: String}, `"a\"b"`, `"\"a\\\"b\""`},
		{Type{Kind: String}, `"<"`, `"\"\\u003c\""`},
	} {
		if got := QuotedLiteral(&c.typ, c.literal); got != c.want {
			t.Errorf("%s of kind %s is %s, want %s", c.literal, c.typ.Kind, got, c.want)
		}
		if pattern := QuotedPattern(&c.typ); !regexp.MustCompile(pattern).MatchString(Unquote(c.want)) {
			t.Errorf("%s does not match %s", c.want, pattern)
		}
	}
}
