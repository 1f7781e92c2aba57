package uri

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// Match returns the values of the variables, in the order of
// [Template.Variables], decoded once; a plus stays a plus. Variables of a query
// are in any order, and unknown ones are ignored. It reports false for a URI
// that the template does not match. The error is for one that it matches with
// what no value can be: no percent-encoded UTF-8, NUL, a segment .. in the path,
// or not one value where one is wanted.
func (m *Matcher) Match(uri string) ([]Value, bool, error) {
	at := m.re.FindStringSubmatchIndex(uri)
	if at == nil {
		return nil, false, nil
	}
	if err := check(uri); err != nil {
		return nil, true, err
	}
	values := make([]Value, len(m.vars))
	group := 1
	next := func() (text string, found bool) {
		from, to := at[2*group], at[2*group+1]
		if group++; from < 0 {
			return "", false
		}
		return uri[from:to], true
	}
	for i := range m.parts {
		e := &m.parts[i]
		if e.named() {
			text, _ := next()
			if err := m.pairs(e, text, values); err != nil {
				return nil, true, err
			}
			continue
		}
		for j := range e.vars {
			if text, found := next(); found {
				if err := e.place(j, text, &values[e.at+j]); err != nil {
					return nil, true, err
				}
			}
		}
	}
	return values, true, m.complete(values)
}

// complete reports a variable without a value that cannot be absent: the places
// in a URI cannot, but the pairs of a query can.
func (m *Matcher) complete(values []Value) error {
	for _, e := range m.parts {
		for j, v := range e.vars {
			if !values[e.at+j].Set && !e.kinds[j].absent() {
				return fmt.Errorf("{%s} is missing", v.Name)
			}
		}
	}
	return nil
}

// place reads the value of a variable that is told by its place.
func (e *bound) place(j int, text string, value *Value) error {
	v, kind := e.vars[j], e.kinds[j]
	switch {
	case v.Explode && (e.operator == '/' || e.operator == '.'):
		if text == "" {
			return nil
		}
		return e.list(v, strings.Split(text[1:], text[:1]), value)
	case kind.List && text == "", kind.Optional && text == "" && e.first() == "":
		return nil
	case kind.List:
		return e.list(v, strings.Split(text, ","), value)
	}
	return e.list(v, []string{text}, value)
}

// pairs reads the values of an expression, or of all query expressions, in any
// order.
func (m *Matcher) pairs(e *bound, text string, values []Value) error {
	if text == "" {
		return nil
	}
	separator := "&"
	if e.operator == ';' {
		separator = ";"
	}
	for pair := range strings.SplitSeq(text[1:], separator) {
		name, raw, _ := strings.Cut(pair, "=")
		if decoded, err := decode(name); err == nil {
			name = decoded
		}
		owner, j := m.find(e, name)
		if owner == nil {
			continue
		}
		v, value, items := owner.vars[j], &values[owner.at+j], []string{raw}
		switch {
		case owner.kinds[j].List && !v.Explode:
			items = strings.Split(raw, ",")
			fallthrough
		case !owner.kinds[j].List:
			if value.Set {
				return fmt.Errorf("{%s} has two values", v.Name)
			}
		}
		if err := owner.list(v, items, value); err != nil {
			return err
		}
	}
	return nil
}

// find returns the expression that a name in e belongs to, and which of its
// variables it is. A query may be made by several expressions.
func (m *Matcher) find(e *bound, name string) (*bound, int) {
	for i := range m.parts {
		owner := &m.parts[i]
		if owner != e && (e.operator == ';' || owner.operator != '?' && owner.operator != '&') {
			continue
		}
		for j, v := range owner.vars {
			if v.Name == name {
				return owner, j
			}
		}
	}
	return nil, 0
}

// list decodes items and adds them to a value.
func (e *bound) list(v Variable, items []string, value *Value) error {
	value.Set = true
	for _, raw := range items {
		item, err := decode(raw)
		if err == nil && e.stage == inPath && climbs(strings.ReplaceAll(item, `\`, "/")) {
			err = errClimbs
		}
		if err != nil {
			return fmt.Errorf("the value of {%s} %w", v.Name, err)
		}
		value.Items = append(value.Items, item)
	}
	return nil
}

var (
	errEncoding = errors.New("is not percent-encoded UTF-8")
	errNUL      = errors.New("holds NUL")
	errClimbs   = errors.New("holds .. as a path segment")
)

// decode undoes percent-encoding, once.
func decode(raw string) (string, error) {
	text, err := url.PathUnescape(raw) // "+" stays a plus
	switch {
	case err != nil || !utf8.ValidString(text):
		return "", errEncoding
	case strings.IndexByte(text, 0) >= 0:
		// RFC 3986, 7.3, has it rejected where raw data is not expected.
		return "", errNUL
	}
	return text, nil
}

// check reports what no URI holds: control characters, and a path segment ..,
// percent-encoded or not, which normalisation takes out (RFC 3986, 6.2.2).
func check(uri string) error {
	if strings.ContainsFunc(uri, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errors.New("a control character stands in it")
	}
	path := uri
	if i := strings.IndexAny(uri, "?#"); i >= 0 {
		path = uri[:i]
	}
	for segment := range strings.SplitSeq(path, "/") {
		if text, err := url.PathUnescape(segment); err == nil && text == ".." {
			return errors.New("it " + errClimbs.Error())
		}
	}
	return nil
}

// climbs reports whether a segment of a path leads out of its folder.
func climbs(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment == ".." {
			return true
		}
	}
	return false
}
