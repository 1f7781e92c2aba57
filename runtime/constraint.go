package mcpruntime

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/decimal"
	"github.com/mcpgen/mcpgen/runtime/format"
)

// The constraints below are checked after reading, on what has just been read.
// Like all constraints they are for strict readers alone.

// Matching checks that the string read last, s, has a match of pattern
// somewhere, and returns it.
func (r *Reader) Matching(s string, pattern *regexp.Regexp) string {
	if r.strict && !r.last.bad && !pattern.MatchString(s) {
		r.Check(false, "string that matches "+patternText(pattern))
	}
	return s
}

// anyChar is what a dot of a pattern has become, which nobody wants to read.
const anyChar = "[^\\n\\r\u2028\u2029]"

func patternText(pattern *regexp.Regexp) string {
	return strings.ReplaceAll(pattern.String(), anyChar, ".")
}

// Formatted checks that the string read last, s, is of a format, and returns
// it.
func (r *Reader) Formatted(s string, f format.Format) string {
	if r.strict && !r.last.bad && !f.Match(s) {
		r.Check(false, f.Noun())
	}
	return s
}

// Integer is what an integer on the wire is read into.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Multiple checks that the integer that r has read last, v, is a multiple of
// step, which is above zero, and returns it.
func Multiple[T Integer](r *Reader, v, step T) T {
	if v%step != 0 {
		r.Check(false, fmt.Sprintf("multiple of %d", step))
	}
	return v
}

// Unique notes a violation when two elements of the list that r has read last
// are equal. It is for elements whose JSON is equal exactly when they are. A
// list with a fault inside has zero values, and is left alone.
func Unique[T comparable](r *Reader, list []T) {
	if !r.strict || r.fatal != nil {
		return
	}
	first, second := duplicates(list)
	if second == 0 || r.faultBelow(r.pointer()+"/") {
		return
	}
	r.violate("array of elements that differ", fmt.Sprintf("elements %d and %d that are equal", first, second))
}

// smallList is how many elements are compared with one another; more of them
// get a map.
const smallList = 16

// duplicates returns the indices of two elements that are equal; zeros when
// there are none.
func duplicates[T comparable](list []T) (first, second int) {
	if len(list) <= smallList {
		for j := range list {
			for i := range j {
				if list[i] == list[j] {
					return i, j
				}
			}
		}
		return 0, 0
	}
	seen := make(map[T]int, len(list))
	for j, v := range list {
		if i, again := seen[v]; again {
			return i, j
		}
		seen[v] = j
	}
	return 0, 0
}

// faultBelow reports whether there may be a violation below the prefix of a
// pointer.
func (r *Reader) faultBelow(prefix string) bool {
	for _, v := range r.violations {
		if strings.HasPrefix(v.Pointer, prefix) {
			return true
		}
	}
	return r.more
}

// FloatRules are the bounds of a number as decimal text; "" is no bound.
// Numbers are compared as they are written, since no float holds 0.1.
type FloatRules struct {
	Min, Max                   string
	ExclusiveMin, ExclusiveMax string
	MultipleOf                 string // above zero, of at most 18 digits between its outer zeros
}

// Float64Of reads a number within rules.
func (r *Reader) Float64Of(rules *FloatRules) float64 { return r.floatOf(64, rules) }

// Float32Of reads a number within rules that a float32 holds.
func (r *Reader) Float32Of(rules *FloatRules) float32 { return float32(r.floatOf(32, rules)) }

func (r *Reader) floatOf(size int, rules *FloatRules) float64 {
	v, raw := r.decimal(size, math.Inf(-1), math.Inf(1))
	if len(raw) == 0 || !r.strict {
		return v
	}
	if literal := string(raw); !rules.allow(literal) {
		r.last.bad = true // not by Check, which would show what the number rounds to
		r.violate(rules.want(), "number "+shorten(literal))
	}
	return v
}

func (rules *FloatRules) allow(literal string) bool {
	within := func(bound string, orders ...int) bool {
		if bound == "" {
			return true
		}
		order := decimal.Compare(literal, bound)
		return order == orders[0] || order == orders[len(orders)-1]
	}
	return within(rules.Min, 0, 1) && within(rules.Max, -1, 0) &&
		within(rules.ExclusiveMin, 1) && within(rules.ExclusiveMax, -1) &&
		(rules.MultipleOf == "" || decimal.IsMultiple(literal, rules.MultipleOf))
}

func (rules *FloatRules) want() string {
	var parts []string
	add := func(words, bound string) {
		if bound != "" {
			parts = append(parts, words+bound)
		}
	}
	add("at least ", rules.Min)
	add("above ", rules.ExclusiveMin)
	add("at most ", rules.Max)
	add("below ", rules.ExclusiveMax)
	add("a multiple of ", rules.MultipleOf)
	return "number that is " + strings.Join(parts, ", ")
}
