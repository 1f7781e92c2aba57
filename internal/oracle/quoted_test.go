package oracle

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// quoted reports whether the option string makes a JSON string of the member.
func (m *member) quoted() bool {
	return m.field != nil && strings.Contains(m.opts, ",string") && m.typ.quotedBase() != nil
}

// literal is a literal of the rules as it travels.
func (m *member) literal(literal string) any {
	if m.quoted() {
		return spelt(m.typ.quotedBase().basic, literal)
	}
	return document.Parse(literal)
}

// spelt is the text of a scalar under the option string, as encoding/json
// writes it.
func spelt(basic, literal string) string {
	v := document.Parse(literal)
	switch basic {
	case "float32":
		f, _ := strconv.ParseFloat(literal, 32)
		v = float32(f)
	case "float64":
		v, _ = strconv.ParseFloat(literal, 64)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// member judges the value of a member.
func (r *reading) member(m *member, v any) any {
	if !m.quoted() {
		return r.value(m.typ, []rules{m.rules}, nil, v)
	}
	text, ok := v.(string)
	if !ok {
		r.refuse("%v is no string", v)
		return v
	}
	basic := m.typ.quotedBase().basic
	inner := rules{} // enums are of texts
	switch _, integer := widths[basic]; {
	case basic == "bool" && text != "true" && text != "false",
		basic == "string" && (!strings.HasPrefix(text, `"`) || !strings.HasSuffix(text, `"`) || !json.Valid([]byte(text))),
		integer && !canonical.MatchString(text),
		strings.HasPrefix(basic, "float") && !decimal.MatchString(text):
		r.refuse("%q is no such text", text)
	case integer, strings.HasPrefix(basic, "float"):
		r.number(basic, []rules{inner}, nil, json.Number(text))
	}
	use, consts := m.typ.named([]rules{m.rules})
	r.enum(use, consts, func(literal string) bool { return spelt(basic, literal) == text })
	return v
}

var (
	canonical = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)
	decimal   = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
)

// named collects the rules and the constants of the names on the way to a
// scalar, behind those of the use.
func (t *typ) named(use []rules) ([]rules, []constant) {
	var consts []constant
	for t.kind != scalar {
		if t.kind == pointer {
			t = t.elem
			continue
		}
		if use = append(use, t.def.rules); len(consts) == 0 {
			consts = t.def.consts
		}
		t = t.def.under
	}
	return use, consts
}

// key judges a name as a key of a map.
func (r *reading) key(t *typ, name string) {
	if t.kind == named && t.def.text != nil {
		if _, ok := t.def.text(name); !ok {
			r.beyond = append(r.beyond, strconv.Quote(name)+" is no key")
		}
		return
	}
	use, consts := t.named(nil)
	basic := t.scalarBase().basic
	if basic == "string" {
		r.scalar(basic, use, consts, name)
		return
	}
	if !canonical.MatchString(name) {
		r.refuse("%q is no key", name)
		return
	}
	r.number(basic, use, consts, json.Number(name))
}

// keys are names for the members of a map.
func (s sampler) keys(t *typ, depth int) []string {
	if depth > 3 {
		return nil
	}
	if t.kind == named && t.def.text != nil {
		return pick(s.Rand, [][]string{nil, {"v1"}, {"v-7", "V0"}})
	}
	keys := []string{"", "k", "K", "a b", "日本", "\"\\\n", "x~/y"}
	for _, literal := range document.Literals(t.scalarBase().basic) {
		keys = append(keys, bare(literal))
	}
	keys = slices.DeleteFunc(keys, func(name string) bool {
		r := &reading{}
		r.key(t, name)
		return len(r.refused)+len(r.beyond) > 0
	})
	slices.Sort(keys)
	keys = slices.Compact(keys)
	s.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys[:s.IntN(1+min(2, len(keys)))]
}

// quoted tries texts until one keeps the rules.
func (s sampler) quoted(m member) any {
	basic := m.typ.quotedBase().basic
	texts := []string{"1.50", "-2E3", `"\u0061\/"`}
	for _, literal := range document.Literals(basic) {
		texts = append(texts, spelt(basic, literal))
	}
	s.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	for _, text := range texts {
		r := &reading{}
		if r.member(&m, text); len(r.refused)+len(r.beyond) == 0 {
			return text
		}
	}
	return texts[0]
}

// version is a key type whose text code decides in both directions; some names
// are the same key.
var version = def{pkg: shared, name: "Version", source: `// Version is a number behind a letter.
type Version struct{ N int8 }

// MarshalText writes a small letter.
func (v Version) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "v%d", v.N), nil }

// UnmarshalText reads a letter of any size.
func (v *Version) UnmarshalText(text []byte) error {
	if len(text) == 0 || text[0]|0x20 != 'v' {
		return fmt.Errorf("%q is no version", text)
	}
	n, err := strconv.ParseInt(string(text[1:]), 10, 8)
	v.N = int8(n)
	return err
}
`, text: func(name string) (string, bool) {
	if name == "" || name[0]|0x20 != 'v' {
		return "", false
	}
	n, err := strconv.ParseInt(name[1:], 10, 8)
	return strconv.FormatInt(n, 10), err == nil
}}

// loud is a key type that is a string: its MarshalText is not asked.
var loud = def{pkg: shared, name: "Loud", source: `// Loud is read in capitals.
type Loud string

// MarshalText is not called.
func (l Loud) MarshalText() ([]byte, error) { return nil, fmt.Errorf("not asked") }

// UnmarshalText reads in capitals.
func (l *Loud) UnmarshalText(text []byte) error {
	*l = Loud(strings.ToUpper(string(text)))
	return nil
}
`, text: func(name string) (string, bool) { return strings.ToUpper(name), true }}
