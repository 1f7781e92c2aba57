package mcpruntime

import (
	"encoding/json"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/go-faster/jx"
)

// What follows reads the tokens that most documents consist of: names, strings
// that stand for themselves or have common escapes, plain numbers. It takes
// only what is certainly right. Whatever is rarer, doubtful or wrong is left
// where it is, for jx to read or to refuse: see raw.

// peek skips blanks and returns the next byte; 0 at the end of the document,
// which no value begins with.
func (r *Reader) peek() byte {
	if r.pos < len(r.data) && r.data[r.pos] > ' ' {
		return r.data[r.pos]
	}
	return r.peekBlank()
}

func (r *Reader) peekBlank() byte {
	for ; r.pos < len(r.data); r.pos++ {
		if c := r.data[r.pos]; !isBlank(c) {
			return c
		}
	}
	return 0
}

// ended reports whether nothing but blanks is left.
func (r *Reader) ended() bool { return r.peek() == 0 && r.pos == len(r.data) }

// next returns the type of the next value by its first byte.
func (r *Reader) next() jx.Type {
	switch c := r.peek(); c {
	case '"':
		return jx.String
	case '{':
		return jx.Object
	case '[':
		return jx.Array
	case 't', 'f':
		return jx.Bool
	case 'n':
		return jx.Null
	default:
		if startsNumber(c) {
			return jx.Number
		}
		return jx.Invalid
	}
}

func startsNumber(c byte) bool { return c-'0' <= 9 || c == '-' }

// endsNumber reports whether a number can end before data[i].
func endsNumber(data []byte, i int) bool {
	if i == len(data) {
		return true
	}
	switch data[i] {
	case ',', '}', ']', ' ', '\n', '\t', '\r':
		return true
	}
	return false
}

// raw consumes the next value, whatever it is, and returns its bytes. They are
// nil when it is not valid JSON, which ends reading.
func (r *Reader) raw() []byte {
	r.peek()
	r.d.ResetBytes(r.data[r.pos:])
	raw, err := r.d.Raw()
	if err != nil {
		r.failSyntax()
		return nil
	}
	r.pos += len(raw)
	return raw
}

// word consumes a word such as null, or ends reading.
func (r *Reader) word(word string) bool {
	end := r.pos + len(word)
	if end > len(r.data) || string(r.data[r.pos:end]) != word {
		r.failSyntax()
		return false
	}
	r.pos = end
	return true
}

// member goes to the next member of an object, which has had some before when
// more is set, and returns its name as textBytes does. It returns false behind
// the closing brace, and when bad syntax has ended reading.
func (r *Reader) member(more bool) (name []byte, ok bool) {
	c := r.peek()
	if c == '}' {
		r.pos++
		return nil, false
	}
	if more && c == ',' {
		r.pos++
		c = r.peek()
	} else if more {
		c = 0
	}
	if c != '"' {
		r.failSyntax()
		return nil, false
	}
	r.nameAt = r.pos
	if name, ok = r.textBytes(); !ok {
		return nil, false
	}
	if r.peek() != ':' {
		r.failSyntax()
		return nil, false
	}
	r.pos++
	if r.ended() {
		r.failSyntax()
		return nil, false
	}
	return name, true
}

// dueMember is member for when a certain name is expected, one that needs no
// escapes. It reports false, and consumes nothing, when there is anything else,
// or another spelling of the name.
func (r *Reader) dueMember(more bool, name string) bool {
	data, i := r.data, r.pos
	if more {
		if i >= len(data) || data[i] != ',' {
			return false
		}
		i++
	}
	for i < len(data) && isBlank(data[i]) {
		i++
	}
	end := i + 1 + len(name)
	if end+2 >= len(data) || data[i] != '"' || data[end] != '"' || data[end+1] != ':' || string(data[i+1:end]) != name {
		return false
	}
	value := end + 2
	for isBlank(data[value]) {
		if value++; value == len(data) {
			return false // as member says it
		}
	}
	r.nameAt, r.pos = i, value
	return true
}

// isBlank reports whether c may stand between tokens.
func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// element goes to the next element of an array, as member does.
func (r *Reader) element(more bool) bool {
	c := r.peek()
	if c == ']' {
		r.pos++
		return false
	}
	if more {
		if c != ',' {
			r.failSyntax()
			return false
		}
		r.pos++
	}
	return true
}

// textBytes consumes the string at hand and returns what it says, in UTF-8:
// invalid bytes and lone surrogates become U+FFFD. The bytes are part of the
// document or of a buffer that the next call overwrites. It returns false when
// the string is not valid JSON, which ends reading.
func (r *Reader) textBytes() ([]byte, bool) {
	start := r.pos + 1
	end := plainEnd(r.data, start)
	if end < len(r.data) && r.data[end] == '"' {
		r.pos = end + 1
		return r.data[start:end], true
	}
	if text, end := r.richText(start, end); end > 0 {
		r.pos = end
		return text, true
	}
	return r.repairedText()
}

// textAt returns the string at an offset, which has been read before.
func (r *Reader) textAt(offset int) string {
	back := r.pos
	r.pos = offset
	text := r.text()
	r.pos = back
	return text
}

// chunkSize bounds what a short string that outlives the others of its
// document keeps in memory, in bytes.
const chunkSize = 512

// keep returns text as a string. Short ones share an allocation.
func (r *Reader) keep(text []byte) string {
	n := len(text)
	if n == 0 || n > chunkSize/4 {
		return string(text)
	}
	if cap(r.chunk)-len(r.chunk) < n {
		r.chunk = make([]byte, 0, chunkSize)
	}
	from := len(r.chunk)
	r.chunk = append(r.chunk, text...)
	return unsafe.String(&r.chunk[from], n) // nobody writes there again
}

// richText reads on in a string that begins at start and is plain up to i. It
// returns the text and where the string ends; 0 when it leaves the string to
// others.
func (r *Reader) richText(start, i int) (text []byte, end int) {
	data, buffer, from := r.data, r.scratch[:0], start
	for i < len(data) {
		switch c := data[i]; {
		case c == '"':
			text = data[start:i]
			if from > start {
				text = append(buffer, data[from:i]...)
				r.scratch = text
			}
			if !utf8.Valid(text) {
				return nil, 0
			}
			return text, i + 1
		case c == '\\':
			buffer, from = unescape(append(buffer, data[from:i]...), data, i)
			if from == 0 {
				return nil, 0
			}
			i = from
		case c < ' ':
			return nil, 0
		default:
			for i++; i < len(data) && data[i] >= utf8.RuneSelf; i++ {
			}
		}
		i = plainEnd(data, i)
	}
	return nil, 0
}

// repairedText is the last resort of textBytes: jx finds the end of the string
// and encoding/json, whose reading is the contract, says what it means.
func (r *Reader) repairedText() ([]byte, bool) {
	raw := r.raw()
	if raw == nil {
		return nil, false
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		r.failSyntax()
		return nil, false
	}
	return []byte(text), true
}

// plainEnd returns the index from i on of the first byte that is not plain
// ASCII text: a quote, a backslash, a control character or part of a longer
// rune. It is len(text) when there is none.
func plainEnd[T string | []byte](text T, i int) int {
	for ; i+8 <= len(text); i += 8 {
		if special := specialBytes(eight(text, i)); special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	// The rest, followed by zeros, which count as special.
	var rest uint64
	switch n := len(text) - i; {
	case len(text) >= 8:
		rest = eight(text, len(text)-8) >> (8 * (8 - n))
	case n >= 4: // two halves that overlap
		rest = four(text, i) | four(text, len(text)-4)<<(8*(n-4))
	default:
		for j := range n {
			rest |= uint64(text[i+j]) << (8 * j)
		}
	}
	return i + bits.TrailingZeros64(specialBytes(rest))/8
}

// eight returns the eight bytes of the text from i on, the first lowest. The
// compiler makes one load of it.
func eight[T string | []byte](text T, i int) uint64 {
	b := text[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// four is eight for four bytes.
func four[T string | []byte](text T, i int) uint64 {
	b := text[i : i+4]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24
}

// specialBytes looks at eight bytes at once. The lowest bit that is set in its
// result is the highest one of the first byte that is special; 0 when none is.
// Bits above it may be set in error, where a subtraction has borrowed.
func specialBytes(x uint64) uint64 {
	const each, high = 0x0101010101010101, 0x8080808080808080
	quote, backslash := x^each*'"', x^each*'\\'
	// Subtracting n borrows from the highest bit of a byte that is below n.
	return (x | (x-each*' ')&^x | (quote-each)&^quote | (backslash-each)&^backslash) & high
}

// unescape appends what the escape at data[i] stands for and returns the index
// behind it; 0 when it is wrong or half of a broken pair.
func unescape(dst, data []byte, i int) ([]byte, int) {
	if i+1 >= len(data) {
		return dst, 0
	}
	switch c := data[i+1]; c {
	case '"', '\\', '/':
		return append(dst, c), i + 2
	case 'b':
		return append(dst, '\b'), i + 2
	case 'f':
		return append(dst, '\f'), i + 2
	case 'n':
		return append(dst, '\n'), i + 2
	case 'r':
		return append(dst, '\r'), i + 2
	case 't':
		return append(dst, '\t'), i + 2
	case 'u':
		if c, size := escapedRune(data[i:]); size > 0 {
			return utf8.AppendRune(dst, c), i + size
		}
	}
	return dst, 0
}

// escapedRune reads an escape such as \u00e9, or two of them that are a
// surrogate pair, and returns how many bytes that is; 0 when it is neither.
func escapedRune(data []byte) (c rune, size int) {
	c, ok := hexRune(data)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(c) {
		return c, 6
	}
	low, ok := hexRune(data[6:])
	if pair := utf16.DecodeRune(c, low); ok && pair != utf8.RuneError {
		return pair, 12
	}
	return 0, 0
}

// hexRune reads \uXXXX.
func hexRune(data []byte) (c rune, ok bool) {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return 0, false
	}
	for _, d := range data[2:6] {
		switch {
		case d-'0' <= 9:
			c = c<<4 | rune(d-'0')
		case d|0x20-'a' <= 5:
			c = c<<4 | rune(d|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return c, true
}
