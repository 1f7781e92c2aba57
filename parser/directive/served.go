package directive

import (
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// headerName is a token of HTTP (RFC 9110, section 5.6.2).
var headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

func validDuration(s string) bool {
	d, err := time.ParseDuration(s)
	return err == nil && d > 0
}

func validTTL(s string) bool {
	return validDuration(s) && Text{Value: s}.Duration()%time.Millisecond == 0
}

// Duration returns the value of a DURATION or TTL argument; 0 when it is not set.
func (t Text) Duration() time.Duration {
	d, err := time.ParseDuration(t.Value)
	if err != nil {
		return 0
	}
	return d
}

// Where the value of a hidden parameter comes from.
const (
	SourcePrincipal = "principal"
	SourceMeta      = "meta"
	SourceProvider  = "provider"
)

// Source splits the value of a SOURCE argument: the kind, and the key of _meta
// or the name of the provider.
func (t Text) Source() (kind, name string) {
	if t.Value == SourcePrincipal {
		return SourcePrincipal, ""
	}
	if key, ok := strings.CutPrefix(t.Value, SourceMeta+"."); ok {
		return SourceMeta, key
	}
	return SourceProvider, t.Value
}

// validSource leaves reserved keys of _meta alone: to read them is no harm.
func validSource(s string) bool {
	kind, name := Text{Value: s}.Source()
	return validName(s) && (kind != SourceMeta || name != "" && metaKey.MatchString(name))
}

// Icon is the value of an ICON argument.
type Icon struct {
	Source, MIME string
	Sizes        []string
	Theme        string
}

var iconSize = regexp.MustCompile(`^([1-9]\d*x[1-9]\d*|any)$`)

// Icon reads the value of an ICON argument; false when it is none.
func (t Text) Icon() (icon Icon, ok bool) {
	words := strings.Fields(t.Value)
	if len(words) == 0 || !validPicture(words[0]) {
		return icon, false
	}
	icon.Source = words[0]
	for _, word := range words[1:] {
		switch {
		case iconSize.MatchString(word):
			icon.Sizes = append(icon.Sizes, word)
		case (word == "light" || word == "dark") && icon.Theme == "":
			icon.Theme = word
		case strings.HasPrefix(word, "image/") && validMIME(word) && icon.MIME == "":
			icon.MIME = word
		default:
			return icon, false
		}
	}
	return icon, true
}

func validIcon(s string) bool {
	_, ok := Text{Value: s}.Icon()
	return ok
}

// validPicture allows the schemes that hosts load (MCP 2026-07-28, "Icons").
func validPicture(s string) bool {
	u, err := url.Parse(s)
	if err != nil {
		return false
	}
	return u.Scheme == "data" && strings.HasPrefix(u.Opaque, "image/") || (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// contradictions adds that nothing can be said of a hidden parameter: it is in
// no schema.
func (p *Param) contradictions() []Problem {
	problems := p.Rules.contradictions()
	if !p.Hidden.Set {
		return problems
	}
	for _, s := range slotsIn(p) {
		if at, said := s.offset(); said && s.name != "hidden" {
			problems = append(problems, Problem{max(at, p.Hidden.KeyOffset), diag.Contradiction,
				"a hidden parameter is in no schema, so there is no " + s.name, "keep hidden alone"})
		}
	}
	return problems
}

// offset is where the argument of a slot stands first; false when it is not
// given.
func (s slot) offset() (at int, said bool) {
	switch v := s.value.Interface().(type) {
	case Text:
		return v.KeyOffset, v.Set
	case Flag:
		return v.KeyOffset, v.Set
	case List:
		if len(v) > 0 {
			return v[0].KeyOffset, true
		}
	}
	return 0, false
}
