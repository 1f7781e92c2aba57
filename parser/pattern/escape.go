package pattern

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// class passes on a class in brackets. A bracket inside one is escaped, and a -
// that is no range stands at an end or is escaped.
func (r *reader) class() {
	r.copy(1)
	if r.have("^") {
		r.copy(1)
	}
	if r.have("]") {
		r.fail(`for the character write \]`, "an empty class means one thing in Go and another in JavaScript")
		return
	}
	for first := true; ; first = false {
		switch {
		case r.rest == "":
			r.fail("close it with ]", "a class is not closed")
			return
		case r.have("]"):
			r.copy(1)
			return
		case r.have("-") && !first && !r.have("-]"):
			r.fail(`write \-`, "a - in the middle of a class is doubtful")
			return
		}
		if single := r.member(); r.have("-") && !r.have("-]") && r.err == nil {
			r.ranged(single)
		}
	}
}

// ranged passes on the - and the end of a range; single says that it has begun
// with one character.
func (r *reader) ranged(single bool) {
	r.copy(1)
	if !r.member() || !single {
		r.fail(`write \- for the character`, "a range goes from one character to another")
	}
}

// member passes on one member of a class and reports whether it is a single
// character.
func (r *reader) member() bool {
	switch {
	case r.rest == "":
		return false
	case r.have("["):
		r.fail(`for the character write \[, and for classes such as [:alpha:] the ranges`, "a [ in a class is doubtful")
		return false
	case r.have(`\-`):
		r.copy(2)
		return true
	case r.have(`\b`) || r.have(`\B`):
		r.fail(`for the backspace write \x08`, "%s in a class is no word boundary", r.rest[:2])
		return false
	case r.have(`\`):
		return r.escape()
	}
	_, size := utf8.DecodeRuneInString(r.rest)
	r.copy(size)
	return true
}

// instead is what to write for escapes that only one of the two has, or that
// mean different things.
var instead = map[byte]string{
	's': `write [ \t\n\r], or what else there may be`, 'S': `write [^ \t\n\r], or what else there may not be`,
	'A': "write ^", 'z': "write $", 'Z': "write $", 'a': `write \x07`, 'e': `write \x1b`, '0': `write \x00`,
	'Q': "escape the characters one by one", 'E': "escape the characters one by one",
	'B': "write which characters may stand there", // V8 finds one inside a surrogate pair
	'c': `write its code, such as \x01`, 'k': "Go has no references to groups", 'C': "write .",
}

// escape passes on a backslash and what belongs to it, and reports whether it
// is a single character.
func (r *reader) escape() bool {
	if len(r.rest) == 1 {
		r.fail(`for the character write \\`, `a pattern ends in \`)
		return false
	}
	switch c := r.rest[1]; {
	case c == 'b':
		r.prev = assertion
		r.copy(2)
		return false
	case strings.IndexByte("dDwW", c) >= 0:
		r.copy(2)
		return false
	case strings.IndexByte("nrtfv^$\\.*+?()[]{}|/", c) >= 0:
		r.copy(2)
		return true
	case c == 'p' || c == 'P':
		r.property()
		return false
	case c == 'x' || c == 'u':
		return r.code()
	case '1' <= c && c <= '9':
		r.fail("write out what is to come again", "Go has no references such as %s", r.rest[:2])
	case instead[c] != "":
		r.fail(instead[c], "%s means one thing in Go and another in JavaScript", r.rest[:2])
	case c > ' ' && c <= '~' && !isWord(c): // JavaScript wants it bare
		r.rest = r.rest[1:]
		r.copy(1)
		return true
	default:
		_, size := utf8.DecodeRuneInString(r.rest[1:])
		r.fail("write the character without the backslash", "there is no escape %s", r.rest[:1+size])
	}
	return false
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// categories are those that both know by these names, but for what is not
// assigned, or no character of a string.
const categories = " L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs Cc Cf "

func (r *reader) property() {
	name, _, closed := strings.Cut(r.rest[2:], "}")
	category, braced := strings.CutPrefix(name, "{")
	if !closed || !braced || category == "" || !strings.Contains(categories, " "+category+" ") {
		r.fail(`write a general category such as \p{L} or \p{Lu}, or the ranges`, "%s is not a class that Go and JavaScript both have", shown(r.rest))
		return
	}
	r.copy(len(`\p{}`) + len(category))
}

// shown is the beginning of what is wrong.
func shown(s string) string {
	if end := strings.IndexByte(s, '}'); end > 0 && end < 40 {
		return s[:end+1]
	}
	_, size := utf8.DecodeRuneInString(s[2:])
	return s[:2+size]
}

// code writes a character given by its number as itself: \x41, \u0041,
// \x{1F600} or \u{1F600}.
func (r *reader) code() bool {
	digits, braced := strings.CutPrefix(r.rest[2:], "{")
	length := 2
	if r.rest[1] == 'u' {
		length = 4
	}
	end := min(length, len(digits))
	if braced {
		end = max(0, strings.IndexByte(digits, '}'))
	}
	n, err := strconv.ParseUint(digits[:end], 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) || !braced && end < length {
		r.fail("write the character itself", "%s is no code of a character", shown(r.rest))
		return false
	}
	r.rest = digits[end:]
	if braced {
		r.rest = r.rest[1:]
	}
	r.literal(rune(n))
	return true
}

func (r *reader) literal(c rune) {
	switch {
	case c < ' ' || c == 0x7f:
		fmt.Fprintf(&r.out, `\x%02x`, c)
	case strings.ContainsRune(`^$\.*+?()[]{}|/`, c):
		r.out.WriteString(`\` + string(c))
	case c == '-': // in a class it would be a range
		r.out.WriteString(`\x2d`)
	default:
		r.out.WriteRune(c)
	}
}
