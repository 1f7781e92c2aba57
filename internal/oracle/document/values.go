package document

import (
	"encoding/json"
	"strconv"
)

// Names are member names; some differ in case alone, some are those of JSON
// Schema, and encoding/json does not take the last from a tag.
var Names = []string{
	"id", "ID", "Id", "city", "City", "type", "properties", "$ref", "required", "items", "a b", "<b>&", "a|b", "日本", "x.y", "a/b~c",
	"int", "true", "k=v", "result", "F1", "name?", "f-1", "it's",
}

// Anything are values for a place of any shape.
var Anything = []any{
	nil, true, "text", "", json.Number("1e400"), json.Number("1.50"), []any{}, []any{nil, json.Number("1")},
	Object{}, Object{{"k", nil}, {"<", []any{Object{{"x", "y"}}}}},
}

// odd are what replaces a good value.
var odd = append([]any{
	false, "2026-07-28T12:00:00Z", "2026-02-30T12:00:00Z", "2026-07-28", "AQID", "AQI", "red", "celsius", "RED", "ääääääääääää", "1", "a\rb", "a\u2028b", "07", "-0", "255", "256", "-128", "-129", "1e5", "-0.50", "\"a\"", "\"\\u003c\"", "\"\\ud800\"", "\"\\x\"", " 1",
	json.Number("0"), json.Number("-1"), json.Number("1"), json.Number("1.0"), json.Number("1.5"), json.Number("300"), json.Number("65536"),
	json.Number("-129"), json.Number("1e2"), json.Number("4294967296"), json.Number("9223372036854775808"), json.Number("18446744073709551616"),
	json.Number("-9223372036854775809"), json.Number("0.1000000000000000001"), json.Number("0.1"), json.Number("1e-400"), json.Number("3.5e38"),
	json.Number("16777217"), json.Number("9007199254740993.0"), json.Number("100.00000000000000001"), json.Number("-0.0"),
	[]any{nil}, []any{"a"}, []any{json.Number("1"), json.Number("2"), json.Number("3"), json.Number("4")}, []any{Object{}},
	Object{{"id", json.Number("1")}}, Object{{"k", Object{}}}, Object{{"k", Object{{"k", nil}}}},
}, Anything...)

// Times are spellings that time.Time and RFC 3339 both take.
var Times = []string{"2026-07-28T12:00:00Z", "0001-01-01T00:00:00Z", "1999-12-31T23:59:59.5+01:30", "2024-02-29T00:00:00-00:00"}

// Base64 are bytes as JSON carries them.
var Base64 = []string{"", "AQID", "/+8="}

// Keys are names of members where every name is allowed.
var Keys = []string{"", "k", "K", "a b", "日本", "\"\\\n", "x~/y"}

// Literals lists values of a basic type of Go, spelt as JSON and as Go alike.
func Literals(basic string) []string {
	small := []string{"0", "1", "2", "3", "7", "14", "100"}
	switch basic {
	case "bool":
		return []string{"true", "false"}
	case "string":
		return []string{`"red"`, `"a b"`, `"null"`, `"<&>"`, `"日本"`, `"12"`, `"x"`, `"celsius"`, `"true"`, `"a@b.c"`, `"2024-02-29"`,
			`"23:59:60Z"`, `"2026-07-28T12:00:00Z"`, `"http://x/y"`, `"123e4567-e89b-12d3-a456-426614174000"`, `"192.0.2.1"`, `"::1"`, `"P1DT2H"`, `"1h30m"`}
	case "float32", "float64":
		return append(small, "0.5", "-3", "0.1", "2.25", "1e3", "0.30", "-1.5", "1e21", "16777217")
	case "json.Number":
		return append(small, "0.5", "-3", "1e3", "0.30", "1e300", "123456789012345678901234567890.5")
	case "big.Int":
		return append(small, "-7", "123456789012345678901234567890", "1e3")
	case "int64", "int":
		return append(small, "-1", "-7", "9223372036854775807", "-9223372036854775808", "9007199254740993")
	case "uint64", "uint", "uintptr":
		return append(small, "18446744073709551615", "9007199254740993")
	case "int8", "int16", "int32", "rune":
		return append(small, "-1", "-7", "127")
	}
	return append(small, "255")
}

// Parse reads the literal of a scalar.
func Parse(literal string) any {
	switch {
	case literal == "true" || literal == "false":
		return literal == "true"
	case literal[0] == '"':
		return unquote(literal)
	}
	return json.Number(literal)
}

func unquote(literal string) string {
	if s, err := strconv.Unquote(literal); err == nil {
		return s
	}
	return literal
}
