package planner

import (
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/model"
)

// reserved are the words that mean something where a value stands.
var reserved = []string{
	"any", "bool", "bytes", "false", "int", "int16", "int32", "int8", "null", "num",
	"str", "time", "true", "uint", "uint16", "uint32", "uint8",
}

// name writes the name of a member.
func name(s string) string {
	if isWord(s) {
		return s
	}
	return quote(s)
}

// value writes a JSON literal; a string that is a word stands bare.
func value(literal string) string {
	if s := model.Unquote(literal); s != literal && isWord(s) && !slices.Contains(reserved, s) {
		return s
	}
	return unbroken(model.Literal(literal))
}

func quote(s string) string { return unbroken(model.Quote(s)) }

// unbroken escapes the one line break that a JSON encoder leaves in a string.
func unbroken(json string) string { return strings.ReplaceAll(json, "\u0085", `\u0085`) }

// isWord reports whether s needs no quotes.
func isWord(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789./-", rune(c))) {
			return false
		}
	}
	return s != ""
}
