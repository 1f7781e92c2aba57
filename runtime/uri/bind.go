package uri

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Kind says what a variable is bound to.
type Kind struct {
	// Optional: it can be absent.
	Optional bool
	// List: it holds any number of values; without any it is as good as absent.
	List bool
}

// absent reports whether a URI can do without the variable.
func (k Kind) absent() bool { return k.Optional || k.List }

// Matcher finds the values of a template's variables in URIs. It is safe for
// concurrent use.
type Matcher struct {
	text  string // of the template
	open  openness
	parts []bound
	vars  []Variable
	re    *regexp.Regexp // one group for each positional variable, and for each named expression
}

// bound is an expression whose variables are bound.
type bound struct {
	part
	kinds []Kind
	stage stage
	at    int // of the first variable in Matcher.vars
}

// stage is the component of a URI that an expression stands in.
type stage int

const (
	inPath stage = iota
	inQuery
	inFragment
)

// Bind returns the matcher for variables of the given kinds. The error says why
// the template cannot be matched with them.
func (t *Template) Bind(kind func(name string) Kind) (*Matcher, error) {
	b := binder{template: t}
	b.text = t.text
	b.pattern.WriteString("(?s)^")
	for i, p := range t.parts {
		if err := b.add(i, p, kind); err != nil {
			return nil, err
		}
	}
	b.pattern.WriteString("$")
	re, err := regexp.Compile(b.pattern.String())
	b.re = re
	return &b.Matcher, err
}

// Covers reports whether a URI can be one that the template expands to, whatever
// its variables are bound to.
func (t *Template) Covers(uri string) bool {
	kinds := map[string]Kind{}
	for _, p := range t.parts {
		for j, v := range p.vars {
			kinds[v.Name] = Kind{Optional: p.named() || j+1 == len(p.vars), List: v.Explode}
		}
	}
	m, err := t.Bind(func(name string) Kind { return kinds[name] })
	if err != nil {
		return false
	}
	_, ok, err := m.Match(uri)
	return ok && err == nil
}

// binder is a matcher under construction.
type binder struct {
	Matcher
	template *Template
	pattern  strings.Builder
	stage    stage
	query    bool   // {? or a literal ? has been seen
	wide     string // the variable that can hold slashes
}

func (b *binder) add(i int, p part, kind func(string) Kind) error {
	if len(p.vars) == 0 {
		return b.literal(i, p.literal)
	}
	e := bound{part: p, at: len(b.vars)}
	for _, v := range p.vars {
		k := kind(v.Name)
		if v.Explode && !k.List {
			return fmt.Errorf("{%s*} holds a list, and the parameter is none", v.Name)
		}
		e.kinds = append(e.kinds, k)
	}
	if err := b.order(i, &e); err != nil {
		return err
	}
	e.stage = b.stage
	b.open.count(&e)
	b.vars = append(b.vars, p.vars...)
	b.parts = append(b.parts, e)
	if p.named() {
		b.named(i, e)
		return nil
	}
	if err := b.trailing(&e); err != nil {
		return err
	}
	b.positional(i, &e)
	return nil
}

// literal notes where the query and the fragment begin.
func (b *binder) literal(i int, text string) error {
	path, _, _ := strings.Cut(text, "?")
	switch {
	case i > 0 && (b.before(i).operator == '?' || b.before(i).operator == '&'):
		return fmt.Errorf("%q stands behind a query, which only {&x} and {#x} can follow", text)
	case b.before(i).operator == '#':
		return fmt.Errorf("%q stands behind the fragment, which is the end of a URI", text)
	case b.stage == inPath && (strings.Contains(path, "/../") || strings.HasSuffix(path, "/..") && b.after(i).vars == nil):
		return errors.New("a segment of the path is .., which no URI keeps")
	}
	if b.stage == inPath && strings.Contains(text, "?") {
		b.stage, b.query = inQuery, true
	}
	if strings.Contains(text, "#") {
		b.stage = inFragment
	}
	b.open.fixed += len(text)
	b.pattern.WriteString(regexp.QuoteMeta(text))
	return nil
}

// before is the part in front of the i-th; the zero part for none.
func (b *binder) before(i int) part {
	if i == 0 {
		return part{}
	}
	return b.template.parts[i-1]
}

// after is the part behind the i-th; the zero part for none.
func (b *binder) after(i int) part {
	if i+1 == len(b.template.parts) {
		return part{}
	}
	return b.template.parts[i+1]
}

// order reports expressions that stand where nothing tells their values from
// those around them.
func (b *binder) order(i int, e *bound) error {
	first := e.vars[0].Name
	before := b.before(i)
	switch {
	case b.stage == inFragment:
		return fmt.Errorf("{%s} stands behind a #, where only all of a fragment can vary, with one {#%s}", first, first)
	case len(before.vars) > 0 && (e.operator == 0 || e.operator == '+'):
		return fmt.Errorf("no text stands between {%s} and {%s}, so their values cannot be told apart", before.vars[len(before.vars)-1].Name, first)
	case b.stage == inQuery && strings.IndexByte("./;", e.operator) >= 0 && e.operator != 0:
		return fmt.Errorf("{%c%s} stands in the query, where it means nothing", e.operator, first)
	case e.operator == '?' && b.query:
		return fmt.Errorf("{?%s} begins a second query; write {&%s}", first, first)
	case e.operator == '&' && !b.query:
		return fmt.Errorf("{&%s} goes on with a query that nothing has begun; write {?%s}", first, first)
	}
	for j, v := range e.vars {
		if b.stage == inPath && (e.operator == '+' || e.operator == '/' && v.Explode) {
			if b.wide != "" {
				return fmt.Errorf("{%s} and {%s} can both hold slashes, so their values cannot be told apart", b.wide, v.Name)
			}
			b.wide = v.Name
		}
		if e.kinds[j].List && !e.named() && j+1 < len(e.vars) {
			return fmt.Errorf("{%s} is a list, and only the last variable of an expression can be one", v.Name)
		}
	}
	switch e.operator {
	case '?', '&':
		b.stage, b.query = inQuery, true
	case '#':
		b.stage = inFragment
	}
	return nil
}

// trailing reports variables that can be absent in front of ones that cannot:
// their places would be taken.
func (b *binder) trailing(e *bound) error {
	for j := 1; j < len(e.vars); j++ {
		if e.kinds[j-1].absent() {
			return fmt.Errorf("{%s} can be absent, and then %s would stand in its place: only the last variable of an expression can be optional", e.vars[j-1].Name, e.vars[j].Name)
		}
	}
	return nil
}

// named adds an expression whose pairs are in any order: all of them are one
// group.
func (b *binder) named(i int, e bound) {
	switch {
	case e.operator == ';':
		b.pattern.WriteString("((?:;[^/?#;]*)*)")
	case e.operator == '?':
		b.pattern.WriteString(`((?:\?[^#]*)?)`)
	case b.before(i).operator == '?' || b.before(i).operator == '&':
		b.pattern.WriteString("()") // the group before has it
	default:
		b.pattern.WriteString("((?:&[^#]*)?)")
	}
}

// positional adds an expression whose values are told by their places.
func (b *binder) positional(i int, e *bound) {
	lazy := ""
	if next := b.after(i); strings.IndexByte("./;", next.operator) >= 0 && next.operator != 0 {
		lazy = "?" // what is optional behind it comes first
	}
	for j, v := range e.vars {
		value, sep := b.class(i, j, e)+"*"+lazy, regexp.QuoteMeta(string(e.separator()))
		if j == 0 {
			sep = regexp.QuoteMeta(e.first())
		}
		switch {
		case v.Explode && e.operator == '/', v.Explode && e.operator == '.':
			fmt.Fprintf(&b.pattern, "((?:%s%s)*%s)", sep, value, lazy)
		case sep == "":
			fmt.Fprintf(&b.pattern, "(%s)", value)
		case e.kinds[j].absent():
			fmt.Fprintf(&b.pattern, "(?:%s(%s))?", sep, value)
		default:
			fmt.Fprintf(&b.pattern, "%s(%s)", sep, value)
		}
	}
}

// class is the set of characters that a value can have in the URI. It is wider
// than what expansion makes: only what ends a value is left out.
func (b *binder) class(i, j int, e *bound) string {
	last := j+1 == len(e.vars)
	out := ""
	switch {
	case e.operator == '#':
	case e.operator == '+':
		out = b.reservedEnd(i)
	case e.stage == inQuery:
		out = "&#"
	default:
		out = "/?#"
	}
	switch {
	case e.operator == '.' && (!last || e.vars[j].Explode || len(b.before(i).vars) > 0):
		out += "."
	case !last && e.separator() == ',', last && j > 0 && e.separator() == ',' && !e.kinds[j].List:
		out += ","
	}
	if e.stage == inPath && slices.ContainsFunc(b.template.parts, func(p part) bool { return p.operator == ';' }) {
		out += ";"
	}
	if out == "" {
		return "."
	}
	return "[^" + out + "]"
}

// reservedEnd is what a value that may hold reserved characters stops at.
func (b *binder) reservedEnd(i int) string {
	out := ""
	for _, p := range b.template.parts[i+1:] {
		switch {
		case p.operator == '?' || strings.Contains(p.literal, "?"):
			out = "?#"
		case p.operator == '&':
			out = "&#"
		case out == "" && (p.operator == '#' || strings.Contains(p.literal, "#")):
			out = "#"
		}
	}
	if out == "" && b.stage == inQuery {
		return "#"
	}
	return out
}
