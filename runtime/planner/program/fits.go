package program

import (
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
	case planner.Str, planner.Bytes, planner.Time:
		return first == '"' && c.fitsText(t, unquote(literal))
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
		return slices.ContainsFunc(t.Values, func(v string) bool { return v == name || same(v, quote(name)) })
	case isNumeric(t.Kind):
		return isNumber(name) && fitsNumber(t, name)
	case t.Kind == planner.Str:
		return c.fitsText(t, name)
	}
	return true
}

func isNumeric(k planner.Kind) bool { return k == planner.Num || isInteger(k) }

func isInteger(k planner.Kind) bool {
	return strings.HasPrefix(strings.TrimPrefix(string(k), "u"), "int")
}

// isNumber reports whether a text is a JSON number and nothing else.
func isNumber(text string) bool {
	if text == "" || text[0] != '-' && !isDigit(text[0]) {
		return false
	}
	s := scanner{faults: faults{text: text}}
	s.number()
	return !s.bad && s.at == len(text)
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
	digits, exponent := decimal.Significand(strings.TrimPrefix(literal, "-"))
	if digits == "" {
		return true
	}
	if exponent < 0 {
		return false
	}
	bits, unsigned := strings.CutPrefix(string(k), "u")
	size, err := strconv.Atoi(strings.TrimPrefix(bits, "int"))
	if err != nil { // of 64 bits, or of any size: the tool knows
		return !unsigned || literal[0] != '-'
	}
	low, high := int64(0), int64(1)<<size-1
	if !unsigned {
		low, high = -1<<(size-1), 1<<(size-1)-1
	}
	return decimal.Compare(literal, strconv.FormatInt(low, 10)) >= 0 && decimal.Compare(literal, strconv.FormatInt(high, 10)) <= 0
}

// bounded reports whether a number is on the right side of a bound: order is -1
// for the lower one, 1 for the upper one.
func bounded(bound, literal string, order int) bool {
	limit := strings.TrimLeft(bound, "<>")
	if limit == "" {
		return true
	}
	cmp := decimal.Compare(literal, limit)
	return cmp == -order || cmp == 0 && limit == bound
}

// within reports whether a length or a number of items is allowed.
func within(t *planner.Type, n int) bool {
	literal := strconv.Itoa(n)
	return bounded(t.Low, literal, -1) && bounded(t.High, literal, 1)
}

// fitsText judges the text of a string.
func (c *checker) fitsText(t *planner.Type, text string) bool {
	switch t.Kind {
	case planner.Bytes:
		_, err := base64.StdEncoding.DecodeString(text)
		return err == nil
	case planner.Time:
		_, err := time.Parse(time.RFC3339, text)
		return err == nil
	}
	switch kind := planner.Kind(t.Format); {
	case kind == planner.Bool:
		return text == "true" || text == "false"
	case isNumeric(kind):
		return isNumber(text) && fitsNumber(&planner.Type{Kind: kind}, text)
	case format.Format(t.Format).Noun() != "" && !format.Format(t.Format).Match(text): // others are not enforced
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
		return "text" + span(t, " of ", " characters")
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
		return "a list" + span(t, " of ", " items")
	case planner.Handle:
		return "a handle of kind " + t.Name
	case planner.Map, planner.Object, planner.Union:
		return "an object"
	}
	text := "a number"
	if isInteger(t.Kind) {
		text = "an integer"
	}
	if text += span(t, " from ", ""); t.Step != "" {
		text += ", a multiple of " + t.Step
	}
	if t.Low == "" && t.High == "" && isInteger(t.Kind) && t.Kind != planner.Int {
		text += " (" + string(t.Kind) + ")"
	}
	return text
}

// span says the bounds of a type.
func span(t *planner.Type, before, after string) string {
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
