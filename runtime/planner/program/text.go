package program

import (
	"encoding/binary"
	"encoding/json"
	"strings"
	"unicode"
)

// class is a set of bytes; see the package comment.
type class uint8

const (
	space     class = 1 << iota // and line breaks
	digit                       // of decimal numbers
	nameByte                    // of words
	labelByte                   // of labels, ids and members
	delimiter                   // what a value can end before
)

var classes = func() (all [256]class) {
	mark := func(set class, bytes string) {
		for i := range len(bytes) {
			all[bytes[i]] |= set
		}
	}
	mark(space|delimiter, " \t\n\r")
	mark(delimiter, ",]});")
	mark(digit|nameByte|labelByte, "0123456789")
	mark(nameByte|labelByte, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-")
	mark(nameByte, "$./")
	return all
}()

func isSpace(c byte) bool { return classes[c]&space != 0 }

func isDigit(c byte) bool { return c-'0' <= 9 }

func isLetter(c byte) bool { return c|0x20-'a' < 26 || c == '_' }

// run returns the end of the bytes of a class that begin at an offset.
func run(text string, at int, set class) int {
	for at < len(text) && classes[text[at]]&set != 0 {
		at++
	}
	return at
}

// skip returns the end of the value at an offset of valid JSON, in which there
// may be references and handles; in what is not valid, some offset behind.
func skip(text string, at int) int {
	depth := 0
	for at < len(text) {
		switch c := text[at]; {
		case c == '"':
			if at = skipString(text, at); depth == 0 {
				return at
			}
			continue
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth <= 0 {
				return at + 1
			}
		case depth == 0:
			return skipWord(text, at)
		}
		at++
	}
	return at
}

func skipString(text string, at int) int {
	for at++; ; at++ {
		i := strings.IndexByte(text[min(at, len(text)):], '"')
		if i < 0 {
			return len(text)
		}
		at += i
		slashes := 0
		for text[at-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return at + 1
		}
	}
}

// skipWord skips a number, a word, a handle or a reference.
func skipWord(text string, at int) int {
	for at < len(text) && classes[text[at]]&delimiter == 0 {
		if text[at] == '"' { // a member of a reference
			at = skipString(text, at)
			continue
		}
		at++
	}
	return at
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

// jsonLine appends JSON that may hold line breaks, without them: between values
// they are blanks, and those in strings are escaped.
func jsonLine(b []byte, json []byte) []byte {
	i := plainEnd(json)
	b = append(b, json[:i]...)
	for ; i < len(json); i++ {
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

// plainEnd returns how many bytes at the beginning are surely ASCII without
// control characters, eight at a time.
func plainEnd(text []byte) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	n := 0
	for ; n+8 <= len(text); n += 8 {
		if x := binary.LittleEndian.Uint64(text[n:]); (x|(x-each*' '))&high != 0 {
			break
		}
	}
	return n
}
