package program

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// isNameByte reports whether c can stand in a word; see the package comment.
func isNameByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '$' || c == '.' || c == '/' || c == '-'
}

// isLabelByte reports whether c can stand in a label, an id, or a member.
func isLabelByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '-' }

// run returns the end of the bytes of a kind that begin at an offset.
func run(text string, at int, is func(byte) bool) int {
	for at < len(text) && is(text[at]) {
		at++
	}
	return at
}

// word writes a name, in quotes unless it is a word.
func word(name string) string {
	if name != "" && (isLetter(name[0]) || name[0] == '$') && run(name, 0, isNameByte) == len(name) {
		return name
	}
	return quote(name)
}

// quote writes a JSON string.
func quote(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // strings and builders do not fail
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\u0085", `\u0085`)
}

// unquote returns the text of a valid JSON string.
func unquote(literal string) string {
	if strings.IndexByte(literal, '\\') < 0 {
		return literal[1 : len(literal)-1]
	}
	var text string
	_ = json.Unmarshal([]byte(literal), &text) // it has been read before
	return text
}

// oneLine returns a text without line breaks and control characters, and with
// single blanks for them and around them.
func oneLine(text string) string {
	bad := func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
	if strings.IndexFunc(text, bad) < 0 {
		return strings.TrimSpace(text)
	}
	parts := strings.FieldsFunc(text, bad)
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// breaks reports whether a byte begins what jsonLine replaces.
func breaks(c byte) bool { return c < ' ' || c == 0xC2 || c == 0xE2 }

// jsonLine appends JSON that may hold line breaks, without them: between values
// they are blanks, and those in strings are escaped.
func jsonLine(b []byte, json []byte) []byte {
	if !slices.ContainsFunc(json, breaks) {
		return append(b, json...)
	}
	for i := 0; i < len(json); i++ {
		switch c := json[i]; {
		case c < ' ':
			b = append(b, ' ')
		case c == 0xC2 && i+1 < len(json) && json[i+1] == 0x85:
			b = append(b, `\u0085`...)
			i++
		case c == 0xE2 && i+2 < len(json) && json[i+1] == 0x80 && json[i+2]&^1 == 0xA8:
			b = append(b, `\u202`...)
			b = append(b, json[i+2]-0xA0+'0')
			i += 2
		default:
			b = append(b, c)
		}
	}
	return b
}
