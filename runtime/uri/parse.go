// Package uri reads, matches and expands URI templates (RFC 6570). The RFC
// defines expansion alone; what a template matches here is what it expands to,
// with every value decoded once. Templates whose values could not be told apart
// again are refused. The generator and the programs that it makes judge by the
// same code.
package uri

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Template is a URI, fixed or with expressions.
type Template struct {
	text  string
	parts []part
}

// part is literal text, or an expression.
type part struct {
	literal  string
	operator byte       // one of +#./;?&, or 0 for none
	vars     []Variable // none for a literal
}

// Variable is a variable of a template.
type Variable struct {
	Name string
	// Explode is the modifier *.
	Explode bool
}

// Parse reads a template. The error says why the text is none: it is not
// absolute, or an expression is malformed, has a modifier that cannot be turned
// back, or names a variable twice.
func Parse(text string) (*Template, error) {
	t := &Template{text: text}
	var plain strings.Builder // the URI with the least that an expression leaves
	for rest := text; rest != ""; {
		literal, expr, more, err := cut(rest)
		if err != nil {
			return nil, err
		}
		if err := checkLiteral(literal); err != nil {
			return nil, err
		}
		plain.WriteString(literal)
		if literal != "" {
			t.parts = append(t.parts, part{literal: literal})
		}
		if rest = more; expr == "" {
			continue
		}
		if !strings.Contains(plain.String(), ":") {
			return nil, fmt.Errorf("URI %q does not begin with a scheme", text)
		}
		p, err := t.expression(expr)
		if err != nil {
			return nil, err
		}
		t.parts = append(t.parts, p)
		plain.WriteString(filling(p.operator))
	}
	return t, checkAbsolute(text, plain.String())
}

// filling stands for an expression where a URI is checked: 1 passes as a host,
// a port and a path.
func filling(operator byte) string {
	if operator == 0 || operator == '+' {
		return "1"
	}
	return ""
}

// cut splits a template at its first expression; expr is empty when there is
// none.
func cut(s string) (literal, expr, rest string, err error) {
	i := strings.IndexAny(s, "{}")
	if i < 0 {
		return s, "", "", nil
	}
	if s[i] == '}' {
		return "", "", "", fmt.Errorf("a } without { stands in the URI after %q", s[:i])
	}
	expr, rest, ok := strings.Cut(s[i+1:], "}")
	if !ok {
		return "", "", "", fmt.Errorf("{%s in the URI has no }", expr)
	}
	if expr == "" {
		return "", "", "", fmt.Errorf("{} in the URI names no variable")
	}
	return s[:i], expr, rest, nil
}

// expression reads what stands between braces.
func (t *Template) expression(expr string) (part, error) {
	p, list := part{}, expr
	switch c := expr[0]; {
	case strings.IndexByte("+#./;?&", c) >= 0:
		p.operator, list = c, expr[1:]
	case strings.IndexByte("=,!@|", c) >= 0:
		return p, fmt.Errorf("{%s} has the operator %c, which RFC 6570 keeps for later", expr, c)
	}
	for spec := range strings.SplitSeq(list, ",") {
		name, explode := strings.CutSuffix(spec, "*")
		if i := strings.IndexByte(name, ':'); i >= 0 {
			return p, fmt.Errorf("{%s} keeps only the beginning of %s, and the value cannot be told from it", expr, name[:i])
		}
		if !isName(name) {
			return p, fmt.Errorf("%q is no name of a variable (letters, digits, _ and single dots)", name)
		}
		same := func(v Variable) bool { return v.Name == name }
		if slices.ContainsFunc(p.vars, same) || slices.ContainsFunc(t.Variables(), same) {
			return p, fmt.Errorf("variable %q stands twice in the URI", name)
		}
		p.vars = append(p.vars, Variable{name, explode})
	}
	return p, nil
}

// isName reports whether RFC 6570, 2.3, allows the name of a variable, percent
// sequences left out.
func isName(name string) bool {
	if name == "" {
		return false
	}
	for i := range len(name) {
		c := name[i]
		dot := c == '.' && i > 0 && i+1 < len(name) && name[i-1] != '.'
		if !dot && c != '_' && !isAlphanumeric(c) {
			return false
		}
	}
	return true
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// checkLiteral reports characters that no URI holds as they are (RFC 3986, 2).
func checkLiteral(text string) error {
	for i, r := range text {
		if r == '%' && !isTriplet(text[i:]) {
			return errors.New("a % that begins no percent sequence stands in the URI; write %25")
		}
		if r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`|", r) {
			return fmt.Errorf("%q cannot stand in a URI as it is; percent-encode it", r)
		}
	}
	return nil
}

func checkAbsolute(text, plain string) error {
	u, err := url.Parse(plain)
	if err != nil {
		return fmt.Errorf("%q is no URI", text)
	}
	if !u.IsAbs() {
		return fmt.Errorf("URI %q does not begin with a scheme", text)
	}
	return nil
}

// String returns the template as it was written.
func (t *Template) String() string { return t.text }

// Variables returns the variables in order; none for a fixed URI.
func (t *Template) Variables() []Variable {
	var all []Variable
	for _, p := range t.parts {
		all = append(all, p.vars...)
	}
	return all
}

// Shape is the template without what makes no difference to the URIs that it
// matches: the names of positional variables, and everything about a query,
// whose variables can all be absent and of which unknown ones are ignored.
func (t *Template) Shape() string {
	var b strings.Builder
	for _, p := range t.parts {
		b.WriteString(p.literal)
		if len(p.vars) == 0 || p.operator == '?' || p.operator == '&' {
			continue
		}
		b.WriteByte('{')
		if p.operator != 0 {
			b.WriteByte(p.operator)
		}
		for i, v := range p.vars {
			if i > 0 {
				b.WriteByte(',')
			}
			if p.operator == ';' {
				b.WriteString(v.Name)
			}
			if v.Explode {
				b.WriteByte('*')
			}
		}
		b.WriteByte('}')
	}
	return b.String()
}
