package directive

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// lexer walks over the text of one comment.
type lexer struct {
	text     string
	name     string // of the directive
	pos      int
	problems []Problem
}

func (l *lexer) fail(offset int, code diag.Code, msg, hint string) {
	l.problems = append(l.problems, Problem{Offset: offset, Code: code, Msg: msg, Hint: hint})
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func isQuote(c byte) bool { return c == '"' || c == '`' }

func (l *lexer) skipSpace() {
	l.until(func(c byte) bool { return !isSpace(c) })
}

// until moves to the first byte that stop accepts and returns what it passed.
func (l *lexer) until(stop func(byte) bool) string {
	start := l.pos
	for l.pos < len(l.text) && !stop(l.text[l.pos]) {
		l.pos++
	}
	return l.text[start:l.pos]
}

// subject takes the first word. A word that can only be an argument is left
// where it is.
func (l *lexer) subject(directive, placeholder string) (string, int) {
	start := l.pos
	word := l.until(isSpace)
	if word == "" || strings.ContainsAny(word, "=\"`") {
		l.pos = start
		l.fail(start, diag.Malformed, Prefix+directive+" does not say what it is about",
			"write "+Prefix+directive+" "+placeholder+" and then the arguments")
		return "", start
	}
	return word, start
}

// arg reads one argument; ok is false when it was not understood.
func (l *lexer) arg() (a Arg, ok bool) {
	if isQuote(l.text[l.pos]) {
		return l.quotedArg()
	}
	a.KeyOffset, a.ValueOffset = l.pos, l.pos
	a.Key = l.until(func(c byte) bool { return c == '=' || isSpace(c) })
	if l.pos == len(l.text) || l.text[l.pos] != '=' {
		return a, l.keyOK(a)
	}
	l.pos++
	a.HasValue, a.ValueOffset = true, l.pos
	if l.pos < len(l.text) && isQuote(l.text[l.pos]) {
		a.Value, ok = l.quoted()
		return a, l.keyOK(a) && ok
	}
	a.Value = l.until(isSpace)
	switch why := bare(a.Value); {
	case !l.keyOK(a):
		return a, false
	case a.Value == "":
		l.fail(a.ValueOffset, diag.BadValue, a.Key+"= has no value", l.valueHint(a.Key))
		return a, false
	case why != "":
		l.fail(a.ValueOffset, diag.Malformed, why, "put the whole value into double quotes or backquotes")
		return a, false
	}
	return a, true
}

// valueHint says what to write where an argument has no value.
func (l *lexer) valueHint(key string) string {
	if def, ok := definition(l.name); ok {
		dec := decoder{slots: slotsIn(def.New())}
		s, _, known := dec.slot(key)
		switch {
		case known && s.form == "":
			return "write " + key + " or " + key + "=false"
		case known && forms[s.form].check("") == "":
			return "write " + key + `="" for the empty text`
		case known:
			return s.toWrite(key)
		}
	}
	return "write " + key + "=VALUE"
}

// freeKey is the name of an argument whose key is the user's as a whole.
const freeKey = "KEY"

// takesAnyKey reports whether the keys of a directive can be any text, which
// stands in quotes then. Such a key may hold an =, its value holds none.
func takesAnyKey(directive string) bool {
	def, ok := definition(directive)
	return ok && slices.ContainsFunc(slotsIn(def.New()), func(s slot) bool { return s.name == freeKey })
}

// quotedArg reads "key=value" or "flag".
func (l *lexer) quotedArg() (a Arg, ok bool) {
	start := l.pos
	content, ok := l.quoted()
	if !ok {
		return a, false
	}
	a.Key, a.Value, a.HasValue = strings.Cut(content, "=")
	free := takesAnyKey(l.name)
	if last := strings.LastIndexByte(content, '='); free && last >= 0 {
		a.Key, a.Value = content[:last], content[last+1:]
	}
	a.KeyOffset, a.ValueOffset = start+1, start+1
	// An escape before the = moves it; the argument's own place serves then.
	if raw := l.text[start+1 : l.pos]; a.HasValue && strings.HasPrefix(raw, a.Key+"=") {
		a.ValueOffset += len(a.Key) + 1
	}
	if free && a.HasValue && a.Key != "" && utf8.ValidString(a.Key) {
		return a, true
	}
	return a, l.keyOK(a)
}

var keyForm = regexp.MustCompile(`^\pL[^\s=\x60"\pC\x{FFFD}]*$`)

func (l *lexer) keyOK(a Arg) bool {
	if utf8.ValidString(a.Key) && keyForm.MatchString(a.Key) {
		return true
	}
	hint := "an argument begins with its name: flag, key=value or key=\"quoted value\""
	switch {
	case strings.HasPrefix(a.Key, "//"):
		hint = "a directive takes the whole line; put remarks on a line of their own"
	case strings.HasPrefix(a.Key, "'"):
		hint = "Go strings stand in double quotes or backquotes"
	}
	l.fail(a.KeyOffset, diag.Malformed, strconv.Quote(a.Key)+" is not the name of an argument", hint)
	return false
}

// quoted reads the Go string that begins here. A space or the end must follow.
func (l *lexer) quoted() (string, bool) {
	start := l.pos
	end := closingQuote(l.text[start:])
	if end < 0 {
		l.pos = len(l.text)
		l.fail(start, diag.Malformed, "the quoted string does not end", "close it with "+l.text[start:start+1])
		return "", false
	}
	literal := l.text[start : start+end+1]
	l.pos = start + end + 1
	if rest := l.until(isSpace); rest != "" {
		l.fail(l.pos-len(rest), diag.Malformed, strconv.Quote(rest)+" stands right after a closing quote",
			"put a space after the quote, or write quotes inside a string as \\\"")
		return "", false
	}
	value, err := strconv.Unquote(literal)
	if err != nil {
		l.fail(start+badEscape(literal), diag.Malformed, "the quoted string is not a Go string", "the escapes are those of Go; a backslash is written \\\\")
		return "", false
	}
	return value, true
}

// closingQuote returns the index of the quote that ends the string s begins
// with, -1 when there is none.
func closingQuote(s string) int {
	quote := s[0]
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == quote:
			return i
		case s[i] == '\\' && quote == '"':
			i++
		}
	}
	return -1
}

// badEscape returns the offset of what makes a double-quoted literal invalid.
func badEscape(literal string) int {
	for rest := literal[1 : len(literal)-1]; rest != ""; {
		_, _, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil || rest[0] == '\n' {
			return len(literal) - 1 - len(rest)
		}
		rest = tail
	}
	return 0
}

// bare says why a value cannot stand without quotes, "" when it can.
func bare(value string) string {
	switch {
	case value == "":
		return "the value is empty"
	case isQuote(value[0]):
		return "the value begins with a quote"
	case value[0] == '\'':
		return "single quotes do not quote"
	case strings.IndexFunc(value, func(r rune) bool { return r < utf8.RuneSelf && isSpace(byte(r)) }) >= 0:
		return "the value has a space"
	}
	for i := 0; i < len(value); i++ {
		if value[i] != '"' {
			continue
		}
		end := closingQuote(value[i:])
		if end < 0 {
			return "a quote is left open in the value"
		}
		i += end
	}
	return ""
}
