package program

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/runtime/decimal"
	"github.com/mcpgen/mcpgen/runtime/format"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// fits reports whether a string, a number or a word can be a value of a type.
func (c *checker) fits(t *planner.Type, literal string) bool {
	t, null := c.tool.params.resolve(t)
	switch first := literal[0]; t.Kind {
	case planner.Any:
		return true
	case planner.Enum:
		return allows(t, literal)
	case planner.Bool:
		return first == 't' || first == 'f'
	case planner.Str:
		return first == '"' && (t.Format == "" && t.Low == "" && t.High == "" || fitsText(t, unquote(literal)))
	case planner.Bytes, planner.Time:
		return first == '"' && fitsText(t, unquote(literal))
	default:
		if first == 'n' {
			return null
		}
		return isNumeric(t.Kind) && (first == '-' || isDigit(first)) && fitsNumber(t, literal)
	}
}

// fitsKey reports whether the name of a member of a map is one of its keys.
func (c *checker) fitsKey(t *planner.Type, name string) bool {
	t, _ = c.tool.params.resolve(t)
	switch {
	case t.Kind == planner.Enum:
		return slices.ContainsFunc(t.Values, func(v string) bool { return v == name || same(v, planner.Quote(name)) })
	case isNumeric(t.Kind):
		return isNumber(name) && fitsNumber(t, name)
	case t.Kind == planner.Str:
		return fitsText(t, name)
	}
	return true
}

func isNumeric(k planner.Kind) bool { return k == planner.Num || isInteger(k) }

func isInteger(k planner.Kind) bool {
	switch k {
	case planner.Int, planner.Int8, planner.Int16, planner.Int32, planner.Uint, planner.Uint8, planner.Uint16, planner.Uint32:
		return true
	}
	return false
}

// isNumber reports whether a text is a JSON number and nothing else.
func isNumber(text string) bool {
	if text == "" || text[0] != '-' && !isDigit(text[0]) {
		return false
	}
	s := scanner{faults: faults{text: text}}
	s.number()
	return s.sound() && s.at == len(text)
}

// fitsNumber judges a number exactly, as it is written.
func fitsNumber(t *planner.Type, literal string) bool {
	if isInteger(t.Kind) && !fitsInteger(t.Kind, literal) {
		return false
	}
	if t.Step != "" && !decimal.IsMultiple(literal, t.Step) {
		return false
	}
	return bounded(t.Low, literal, -1) && bounded(t.High, literal, 1)
}

// fitsInteger reports whether a number, such as 1, 1.0 or 1e3, has no fraction
// and is in the range of its Go type.
func fitsInteger(k planner.Kind, literal string) bool {
	if _, ok := plain(literal); !ok {
		digits, exponent := decimal.Significand(strings.TrimPrefix(literal, "-"))
		if digits == "" {
			return true
		}
		if exponent < 0 {
			return false
		}
	}
	switch k {
	case planner.Int: // of 64 bits, or of any size: the tool knows
		return true
	case planner.Uint:
		return bounded("0", literal, -1) // -0 is no less
	}
	low, high := limits(k)
	return bounded(low, literal, -1) && bounded(high, literal, 1)
}

// limits are those of the Go type of an integer.
func limits(k planner.Kind) (low, high string) {
	switch k {
	case planner.Int8:
		return "-128", "127"
	case planner.Int16:
		return "-32768", "32767"
	case planner.Int32:
		return "-2147483648", "2147483647"
	case planner.Uint8:
		return "0", "255"
	case planner.Uint16:
		return "0", "65535"
	default:
		return "0", "4294967295"
	}
}

// plain returns the value of an integer of few digits without an exponent.
func plain(literal string) (n int, ok bool) {
	digits := strings.TrimPrefix(literal, "-")
	if len(digits) == 0 || len(digits) > 9 {
		return 0, false
	}
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return 0, false
		}
		n = n*10 + int(digits[i]-'0')
	}
	if len(digits) < len(literal) {
		n = -n
	}
	return n, true
}

// bounded reports whether a number is on the right side of a bound: order is -1
// for the lower one, 1 for the upper one.
func bounded(bound, literal string, order int) bool {
	if bound == "" {
		return true
	}
	limit := bound
	if limit[0] == '<' || limit[0] == '>' {
		limit = limit[1:]
	}
	n := 0
	a, easy := plain(literal)
	if b, ok := plain(limit); easy && ok {
		n = cmp.Compare(a, b)
	} else {
		n = decimal.Compare(literal, limit)
	}
	return n == -order || n == 0 && limit == bound
}

// within reports whether a length or a number of items is allowed.
func within(t *planner.Type, n int) bool {
	if t.Low == "" && t.High == "" {
		return true
	}
	low, ok := plain(t.Low)
	high, few := plain(t.High)
	if ok && few {
		return low <= n && n <= high
	}
	literal := strconv.Itoa(n)
	return bounded(t.Low, literal, -1) && bounded(t.High, literal, 1)
}

// fitsText judges the text of a string.
func fitsText(t *planner.Type, text string) bool {
	switch t.Kind {
	case planner.Bytes:
		_, err := base64.StdEncoding.DecodeString(text)
		return err == nil
	case planner.Time:
		_, err := time.Parse(time.RFC3339, text)
		return err == nil
	}
	switch kind := planner.Kind(t.Format); {
	case kind == "":
	case kind == planner.Bool:
		return text == "true" || text == "false"
	case isNumeric(kind):
		return isNumber(text) && fitsNumber(&planner.Type{Kind: kind}, text)
	case !kind.IsScalar() && format.Format(t.Format).Noun() != "" && !format.Format(t.Format).Match(text): // others are not enforced
		return false
	}
	return within(t, utf8.RuneCountInString(text))
}

// allows reports whether an enum has a value.
func allows(t *planner.Type, literal string) bool {
	return t.Kind == planner.Enum && slices.ContainsFunc(t.Values, func(v string) bool { return same(v, literal) })
}

// same reports whether two literals mean the same.
func same(a, b string) bool {
	switch {
	case a == b:
		return true
	case a[0] == '"' || b[0] == '"':
		return a[0] == b[0] && unquote(a) == unquote(b)
	default:
		return isNumber(a) && isNumber(b) && decimal.Compare(a, b) == 0
	}
}

// describe says in words what the values of a type are.
func (c *checker) describe(t *planner.Type) string { return describe(c.tool.params, t) }

func describe(s side, t *planner.Type) string {
	t, _ = s.resolve(t)
	switch t.Kind {
	case planner.Str:
		if t.Format != "" {
			return "text (" + t.Format + ")"
		}
		return "text" + extent(t, " of ", " characters")
	case planner.Bytes:
		return "text (base64)"
	case planner.Time:
		return "text (a time such as 2006-01-02T15:04:05Z)"
	case planner.Bool:
		return "true or false"
	case planner.Any:
		return "any value"
	case planner.Enum:
		return "one of " + list(t.Values)
	case planner.List:
		return "a list" + extent(t, " of ", " items")
	case planner.Handle:
		return "a handle of kind " + t.Name
	case planner.Map, planner.Object, planner.Union:
		return "an object"
	}
	text := "a number"
	if isInteger(t.Kind) {
		text = "an integer"
	}
	if text += extent(t, " from ", ""); t.Step != "" {
		text += ", a multiple of " + t.Step
	}
	if t.Low == "" && t.High == "" && isInteger(t.Kind) && t.Kind != planner.Int {
		text += " (" + string(t.Kind) + ")"
	}
	return text
}

// extent says the bounds of a type.
func extent(t *planner.Type, before, after string) string {
	low, high := t.Low, t.High
	switch {
	case low == "" && high == "":
		return ""
	case low == high:
		return before + low + after
	case high == "":
		return before + low + " and more" + after
	case low == "":
		return strings.Replace(before, "from", "up to", 1) + high + after
	}
	return before + low + " to " + high + after
}

// list lists literals, and says when there are more.
func list(literals []string) string {
	if more := len(literals) - maxListed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(literals[:maxListed], ", "), more)
	}
	return strings.Join(literals, ", ")
}
