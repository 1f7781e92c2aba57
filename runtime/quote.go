package mcpruntime

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// appendString appends s as a JSON string, byte for byte as encoding/json does
// with HTML escaping off.
func appendString(dst []byte, s string) []byte {
	n := len(dst)
	dst = slices.Grow(dst, len(s)+2)
	text := dst[n : n+len(s)+2]
	text[0], text[len(s)+1] = '"', '"'
	plain := copyPlain(text[1:], s)
	if plain == len(s) {
		return dst[:n+len(s)+2]
	}
	return append(appendRich(dst[:n+1+plain], s, plain), '"')
}

// appendRich appends what follows s[:start], which is there already.
func appendRich(dst []byte, s string, start int) []byte {
	for i := start; i < len(s); i = plainEnd(s, i) {
		if c := s[i]; c < utf8.RuneSelf {
			dst = append(dst, s[start:i]...)
			dst = appendEscape(dst, c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if escape := escapeOf(r, size); escape != "" {
			dst = append(dst, s[start:i]...)
			dst = append(dst, escape...)
			start = i + size
		}
		i += size
	}
	return append(dst, s[start:]...)
}

// copyPlain copies the beginning of s to dst, which is long enough for all of
// it, and returns the index of the first byte that is not plain ASCII text;
// len(s) when there is none. It looks at eight bytes at once, at the end at
// some of those before for a second time.
func copyPlain(dst []byte, s string) int {
	n := len(s)
	switch {
	case n < 4:
		copy(dst, s)
		return plainEnd(s, 0)
	case n < 8: // two halves that overlap, and zeros, which count as special
		head, tail := four(s, 0), four(s, n-4)
		binary.LittleEndian.PutUint32(dst, uint32(head))
		binary.LittleEndian.PutUint32(dst[n-4:], uint32(tail))
		return bits.TrailingZeros64(specialBytes(head|tail<<(8*(n-4)))) / 8
	}
	for i := 0; i < n-8; i += 8 {
		x := eight(s, i)
		binary.LittleEndian.PutUint64(dst[i:], x)
		if special := specialBytes(x); special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	x := eight(s, n-8)
	binary.LittleEndian.PutUint64(dst[n-8:], x)
	if special := specialBytes(x); special != 0 {
		return n - 8 + bits.TrailingZeros64(special)/8
	}
	return n
}

// escapeOf returns the escape for a rune beyond ASCII; "" when it stands for
// itself. U+2028 and U+2029 end a line in JavaScript.
func escapeOf(r rune, size int) string {
	switch {
	case r == utf8.RuneError && size == 1:
		return `\ufffd`
	case r == '\u2028':
		return `\u2028`
	case r == '\u2029':
		return `\u2029`
	}
	return ""
}

// appendEscape appends the escape of an ASCII character.
func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	default:
		return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
	}
}
