package planner

import (
	"strings"
)

// ParseSignature reads the parameters and the result of a tool as a line holds
// them. The error is a [*SyntaxError].
func ParseSignature(text string) (*Signature, error) {
	if len(text) > maxLine {
		return nil, &SyntaxError{maxLine, "the line is too long"}
	}
	p := &parser{scanner: scanner{text: text}}
	sig := p.signature()
	if p.err == nil && p.at < len(text) {
		p.fail("there is more than a signature")
	}
	if p.err != nil {
		return nil, p.err
	}
	return sig, nil
}

// parser reads the grammar of the package comment, one function for each rule.
type parser struct {
	scanner
	zcp bool // the style of [ParseZCP]
}

func (p *parser) signature() *Signature {
	p.want("(")
	return &Signature{Params: p.members(")"), Result: p.result()}
}

// result reads what stands behind the parameters; nil for nothing.
func (p *parser) result() *Type {
	if p.zcp && p.have(" -> handle ") {
		return &Type{Kind: Handle, Name: p.name()}
	}
	if !p.have(" -> ") {
		return nil
	}
	start := p.at
	t := p.typ()
	if strings.HasPrefix(p.text[start:], "content") && t.isContent() {
		return &Type{Kind: Content}
	}
	return t
}

// isContent reports whether t is the only value that spells content as well.
func (t *Type) isContent() bool {
	return t.Kind == Enum && !t.Null && len(t.Values) == 1 && t.Values[0] == contentLiteral
}

func (p *parser) members(end string) []Member {
	list := []Member{}
	seen := map[string]bool{}
	for !p.have(end) && p.err == nil {
		if len(list) > 0 {
			p.want(p.separator())
		}
		m := p.member()
		if seen[m.Name] {
			p.fail("%q stands twice", m.Name)
		}
		seen[m.Name] = true
		list = append(list, m)
	}
	return list
}

func (p *parser) separator() string {
	if p.zcp {
		return ","
	}
	return " "
}

func (p *parser) member() Member {
	m := Member{Name: p.name(), Type: &Type{Kind: Str}}
	m.Optional = p.have("?")
	if p.have(":") {
		m.Type = p.typ()
	}
	if p.have("=") {
		m.Default = p.value()
	}
	return m
}

func (p *parser) typ() *Type {
	if p.depth++; p.depth > maxDepth {
		p.fail("more than %d levels", maxDepth)
	}
	defer func() { p.depth-- }()
	t := p.suffixed()
	if p.peek() != '|' {
		return t
	}
	t = &Type{Kind: Union, Cases: []*Type{t}}
	for p.have("|") {
		t.Cases = append(t.Cases, p.suffixed())
	}
	return t
}

func (p *parser) suffixed() *Type {
	t := p.atom()
	for levels := 0; ; levels++ {
		switch {
		case levels > maxDepth:
			p.fail("more than %d levels", maxDepth)
			return t
		case p.have("?"):
			t.Null = true
		case p.have("["):
			t = &Type{Kind: List, Elem: t}
			t.Low, t.High = p.span("]")
			p.want("]")
		default:
			return t
		}
	}
}

func (p *parser) atom() *Type {
	switch {
	case p.have("("):
		t := p.typ()
		for t.Kind == Enum && !t.Null && p.have(" ") {
			t.Values = append(t.Values, p.value())
		}
		p.want(")")
		return t
	case p.have("{*"):
		return p.mapping()
	case p.have("{"):
		return &Type{Kind: Object, Members: p.members("}")}
	case p.have("#"):
		return &Type{Kind: Handle, Name: p.name()}
	case p.have("@"):
		t := &Type{Kind: Named, Name: p.name()}
		if p.have("(") {
			t.Elem = p.typ()
			p.want(")")
		}
		return t
	}
	if start := p.at; isLetter(p.peek()) {
		if kind := Kind(p.word()); kind.IsScalar() {
			return p.scalar(kind)
		}
		p.at = start
	}
	return &Type{Kind: Enum, Values: p.values()}
}

func (p *parser) mapping() *Type {
	t := &Type{Kind: Map}
	if !p.have(":") {
		t.Key = p.typ()
		p.want(":")
	}
	t.Elem = p.typ()
	p.want("}")
	return t
}

func (p *parser) scalar(kind Kind) *Type {
	t := &Type{Kind: kind}
	if p.have("@") {
		t.Format = p.name()
	}
	if p.have("(") {
		t.Low, t.High = p.span("%)")
		if p.have("%") {
			t.Step = p.until(")")
			if !isBound(t.Step, "") {
				p.fail("want a number")
			}
		}
		p.want(")")
	}
	if p.have("~") {
		t.Values = p.values()
	}
	return t
}

// values reads one value, several in parentheses, or several with | in between,
// as they were written once.
func (p *parser) values() []string {
	end, between := "", "|"
	if p.have("(") {
		end, between = ")", " "
	}
	list := []string{p.value()}
	for p.have(between) {
		list = append(list, p.value())
	}
	p.want(end)
	return list
}

// span reads bounds up to one of the marks.
func (p *parser) span(marks string) (low, high string) {
	low, high, two := strings.Cut(p.until(marks), "..")
	if !two {
		high = low
	}
	if !isBound(low, ">") || !isBound(high, "<") && low != high {
		p.fail("want a number")
	}
	return low, high
}
