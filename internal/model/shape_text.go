package model

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// Quote returns s as a JSON string with <, > and & as they are; bytes that are
// no UTF-8 become U+FFFD.
func Quote(s string) string {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return encode(s)
		}
	}
	return `"` + s + `"` // plain text, as names are
}

// Literal returns a JSON literal in one form for all its spellings: compact,
// members by name, strings as Quote writes them, numbers as they stand. Text
// that is no JSON comes back unchanged.
func Literal(text string) string {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return text
	}
	return encode(v)
}

// RawMember is a member of a JSON object as it is written.
type RawMember struct {
	Name  string
	Value json.RawMessage
}

// RawMembers lists the members of a JSON object in the order written, those
// that come twice, too; ok is false for any other text.
func RawMembers(text string) (members []RawMember, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, false
		}
		m := RawMember{Name: name.(string)}
		if err := d.Decode(&m.Value); err != nil {
			return nil, false
		}
		members = append(members, m)
	}
	return members, true
}

func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "null" // strings and decoded JSON always encode
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// FirstSentence returns the first sentence of a doc text on one line, as it
// stands in registries.
func FirstSentence(doc string) string { return planner.FirstSentence(doc) }

// OneLine joins the words of a text by single spaces.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// EnumText lists values as one sentence: "Values: celsius (the usual one);
// 2 = High." Constant names stand beside values that are no strings. With all
// unset only the values that have a doc are listed, or a name to show.
func EnumText(values []EnumValue, all bool) string {
	var items []string
	for _, v := range values {
		item, bare := v.Value, strings.HasPrefix(v.Value, `"`)
		if bare {
			item = shown(v.Value)
		} else if v.Name != "" {
			item += " = " + v.Name
		}
		if doc := strings.TrimSuffix(OneLine(v.Doc), "."); doc != "" {
			item += " (" + doc + ")"
		} else if bare && !all {
			continue
		}
		items = append(items, OneLine(item))
	}
	if len(items) == 0 {
		return ""
	}
	return "Values: " + strings.Join(items, "; ") + "."
}

// shown is a string as an enum's description has it: bare, unless it would not
// be seen or would look like another.
func shown(literal string) string {
	s := Unquote(literal)
	if s == "" || OneLine(s) != s || strings.ContainsAny(s, `;"`) {
		return Quote(s)
	}
	return s
}

// Unquote returns the string that a JSON string literal stands for, and any
// other literal unchanged.
func Unquote(literal string) string {
	var s string
	if !strings.HasPrefix(literal, `"`) || json.Unmarshal([]byte(literal), &s) != nil {
		return literal
	}
	return s
}

// LimitsText says the constraints that rules put on a value of the kind in a
// few words, such as "1 to 14", "at most 80 characters, an email address";
// empty when none apply.
func LimitsText(kind Kind, r *Rules) string {
	var parts []string
	add := func(before, text string) {
		if text != "" {
			parts = append(parts, before+text)
		}
	}
	switch kind {
	case Int, Uint, Float, Numeral, BigInt:
		add("", span(r.Min, r.Max, ""))
		add("above ", r.ExclusiveMin)
		add("below ", r.ExclusiveMax)
		add("a multiple of ", r.MultipleOf)
	case String, Text:
		add("", span(intText(r.MinLength), intText(r.MaxLength), " characters"))
		add("", r.Format.Noun())
		add("matching ", PatternText(r.Pattern))
	case List:
		add("", span(intText(r.MinItems), intText(r.MaxItems), " items"))
		if r.Unique {
			add("", "no two of them equal")
		}
	}
	return strings.Join(parts, ", ")
}

// PatternText returns a pattern with dots for what they stand for: any
// character but the line breaks of JavaScript.
func PatternText(pattern string) string {
	return strings.ReplaceAll(pattern, "[^\\n\\r\u2028\u2029]", ".")
}

// Sentence makes one of a phrase; nothing of nothing.
func Sentence(phrase string) string {
	if phrase == "" {
		return ""
	}
	return strings.ToUpper(phrase[:1]) + phrase[1:] + "."
}

// AddSentence appends a sentence to a doc text.
func AddSentence(doc, sentence string) string {
	switch {
	case doc == "" || sentence == "":
		return doc + sentence
	case strings.Contains(doc, "\n"):
		return doc + "\n\n" + sentence
	case strings.HasSuffix(doc, ".") || strings.HasSuffix(doc, "!") || strings.HasSuffix(doc, "?"):
		return doc + " " + sentence
	}
	return doc + ". " + sentence
}

func intText(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

func span(low, high, unit string) string {
	if cmp.Or(high, low) == "1" {
		unit = strings.TrimSuffix(unit, "s")
	}
	switch {
	case low != "" && high != "" && low == high:
		return "exactly " + low + unit
	case low != "" && high != "":
		return low + " to " + high + unit
	case low != "":
		return "at least " + low + unit
	case high != "":
		return "at most " + high + unit
	}
	return ""
}

// ShortNames gives each of the named types a name of A-Z, a-z, 0-9, ., _ and -
// that is unique among them: the type's own name, with the arguments of an
// instance, and a number when two packages use the same. The order of ids
// decides who gets the number.
func (p *Package) ShortNames(ids []string) map[string]string {
	return p.shortNames(ids, func(r rune) bool { return r <= unicode.MaxASCII && nameRune(byte(r)) })
}

// GoNames is [Package.ShortNames] with all the letters and digits that stand in
// Go identifiers, and nothing else but underscores.
func (p *Package) GoNames(ids []string) map[string]string {
	return p.shortNames(ids, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// Spelling is the name of a type with its arguments, without its package.
func (n *Named) Spelling() string {
	if n.Place != "" {
		return n.Place
	}
	return strings.TrimPrefix(n.ID, n.Pkg+".")
}

func (p *Package) shortNames(ids []string, allowed func(rune) bool) map[string]string {
	names := make(map[string]string, len(ids))
	taken := map[string]bool{}
	for _, id := range ids {
		want := id
		if n := p.Named(id); n != nil {
			want = n.Spelling()
		}
		name := Unique(safeName(want, allowed), func(s string) bool { return taken[s] })
		names[id], taken[name] = name, true
	}
	return names
}

// safeName drops the folders of import paths and replaces what is not allowed by
// underscores.
func safeName(text string, allowed func(rune) bool) string {
	var b strings.Builder
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[],* ", r) }) {
		part = part[strings.LastIndexByte(part, '/')+1:]
		if b.Len() > 0 {
			b.WriteByte('_')
		}
		for _, r := range part {
			if !allowed(r) {
				r = '_'
			}
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return "T"
	}
	return b.String()
}

// nameRune reports whether c may stand in a tool name (MCP, "Tool Names").
func nameRune(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.'
}
