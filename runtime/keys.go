package mcpruntime

import (
	"encoding"
	"regexp"
	"slices"

	"github.com/mcpgen/mcpgen/runtime/format"
)

// KeyRules say which names the members of a map can have; what is zero says
// nothing, but for MaxLength, where -1 does.
type KeyRules struct {
	MinLength, MaxLength int // in code points
	Pattern              *regexp.Regexp
	Format               format.Format
	Enum                 []string
}

// Check checks the name of the member at hand. Like all constraints, rules are
// for strict readers alone.
func (m *Map) Check(rules *KeyRules) {
	if !m.r.strict {
		return
	}
	switch {
	case rules.Enum != nil && !slices.Contains(rules.Enum, m.key):
		m.refuse(oneOfTexts(rules.Enum))
	case !inLength([]byte(m.key), rules.MinLength, rules.MaxLength):
		m.refuse("text" + span(rules.MinLength, rules.MaxLength, "character", "characters"))
	case rules.Pattern != nil && !rules.Pattern.MatchString(m.key):
		m.refuse("text that matches " + patternText(rules.Pattern))
	case rules.Format != "" && !rules.Format.Match(m.key):
		m.refuse(rules.Format.Noun())
	}
}

// refuse notes that the name of the member at hand is not what is wanted,
// unless it has been noted.
func (m *Map) refuse(want string) {
	if m.bad {
		return
	}
	m.bad = true
	m.r.violate("property name: "+want, quote(m.key))
}

// IntKey returns the name of the member at hand as an integer in its one
// decimal spelling.
func IntKey[K Integer](m *Map) K {
	k, ok := canonicalInt[K](m.key)
	if !ok {
		m.refuse(wantInteger[K]())
	}
	return k
}

// textReader is a pointer to a type that reads its own text.
type textReader[K any] interface {
	*K
	encoding.TextUnmarshaler
}

// TextKey returns the name of the member at hand as a key of the map into which
// m reads. Two names can be one key; that is a violation.
func TextKey[K comparable, V any, P textReader[K]](m *Map, into map[K]V) K {
	var k K
	if err := P(&k).UnmarshalText([]byte(m.key)); err != nil {
		m.refuse("text of its type (" + err.Error() + ")")
		return k
	}
	if _, again := into[k]; again && m.r.strict && !m.bad {
		m.bad = true
		m.r.violate("", "duplicate property: another name means the same")
	}
	return k
}
