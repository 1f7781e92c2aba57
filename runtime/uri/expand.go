package uri

import "strings"

// Value is what a variable holds.
type Value struct {
	// Set: it holds something; RFC 6570 calls it defined. An empty list is as
	// good as none.
	Set bool
	// Items are the elements of a list, or one element.
	Items []string
}

// Text returns a value that is one string.
func Text(s string) Value { return Value{true, []string{s}} }

// Expand returns the URI that the values make (RFC 6570, 3.2). Characters
// beyond ASCII are encoded as UTF-8.
func (t *Template) Expand(values func(name string) Value) string {
	var b strings.Builder
	for _, p := range t.parts {
		b.WriteString(p.literal)
		first := true
		for _, v := range p.vars {
			value := values(v.Name)
			if !value.Set || len(value.Items) == 0 {
				continue
			}
			if first {
				b.WriteString(p.first())
			} else {
				b.WriteByte(p.separator())
			}
			first = false
			p.expand(&b, v, value.Items)
		}
	}
	return b.String()
}

// expand appends the value of one variable.
func (p *part) expand(b *strings.Builder, v Variable, items []string) {
	if !v.Explode {
		if p.named() {
			b.WriteString(v.Name)
			if len(items) > 1 || items[0] != "" || p.operator != ';' {
				b.WriteByte('=')
			}
		}
		for i, item := range items {
			if i > 0 {
				b.WriteByte(',')
			}
			p.encode(b, item)
		}
		return
	}
	for i, item := range items {
		if i > 0 {
			b.WriteByte(p.separator())
		}
		if p.named() {
			b.WriteString(v.Name)
			if item != "" || p.operator != ';' {
				b.WriteByte('=')
			}
		}
		p.encode(b, item)
	}
}

// first stands in front of an expression that is not empty.
func (p *part) first() string {
	if p.operator == 0 || p.operator == '+' {
		return ""
	}
	return string(p.operator)
}

// separator stands between the values of an expression.
func (p *part) separator() byte {
	switch p.operator {
	case '?':
		return '&'
	case '.', '/', ';', '&':
		return p.operator
	}
	return ','
}

// named reports whether the names of variables are in the URI.
func (p *part) named() bool { return p.operator == ';' || p.operator == '?' || p.operator == '&' }

// encode appends text percent-encoded: every byte but the unreserved ones of
// RFC 3986, and with the operators + and # but the reserved ones and percent
// sequences too.
func (p *part) encode(b *strings.Builder, text string) {
	const upperHex = "0123456789ABCDEF"
	reserved := p.operator == '+' || p.operator == '#'
	for i := range len(text) {
		c := text[i]
		switch {
		case isAlphanumeric(c), strings.IndexByte("-._~", c) >= 0,
			reserved && strings.IndexByte(":/?#[]@!$&'()*+,;=", c) >= 0,
			reserved && c == '%' && isTriplet(text[i:]):
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(upperHex[c>>4])
			b.WriteByte(upperHex[c&0xf])
		}
	}
}

// isTriplet reports whether text begins with a percent sequence.
func isTriplet(text string) bool {
	const hex = "0123456789abcdefABCDEF"
	return len(text) > 2 && text[0] == '%' && strings.IndexByte(hex, text[1]) >= 0 && strings.IndexByte(hex, text[2]) >= 0
}
