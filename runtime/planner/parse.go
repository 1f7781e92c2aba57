package planner

import (
	"slices"
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
	sig := &Signature{Params: p.members(")")}
	switch {
	case p.zcp && p.have(" -> handle "):
		sig.Result = &Type{Kind: Handle, Name: p.word()}
	case p.have(" -> "):
		sig.Result = p.typ()
		if sig.Result.Kind == Enum && slices.Equal(sig.Result.Values, []string{`"content"`}) {
			sig.Result = &Type{Kind: Content}
		}
	}
	return sig
}

func (p *parser) members(end string) []Member {
	list := []Member{}
	for !p.have(end) && p.err == nil {
		if len(list) > 0 {
			p.want(p.separator())
		}
		m := p.member()
		if slices.ContainsFunc(list, func(before Member) bool { return before.Name == m.Name }) {
			p.fail("%q stands twice", m.Name)
		}
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
	m := Member{Type: &Type{Kind: Str}}
	if p.peek() == '"' {
		m.Name = p.string()
	} else {
		m.Name = p.word()
	}
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
	t := p.atom()
	if t.Kind == Object && p.peek() == '|' {
		t = &Type{Kind: Union, Cases: []*Type{t}}
		for p.have("|") {
			if t.Cases = append(t.Cases, p.atom()); t.Cases[len(t.Cases)-1].Kind != Object {
				p.fail("want an object")
			}
		}
		return t
	}
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
		p.want(")")
		return t
	case p.have("{*"):
		return p.mapping()
	case p.have("{"):
		return &Type{Kind: Object, Members: p.members("}")}
	case p.have("#"):
		return &Type{Kind: Handle, Name: p.word()}
	case p.have("@"):
		t := &Type{Kind: Named, Name: p.word()}
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
		t.Format = p.word()
	}
	if p.have("(") {
		t.Low, t.High = p.span("%)")
		if p.have("%") {
			t.Step = p.until(")")
		}
		p.want(")")
	}
	if p.have("~") {
		t.Values = p.values()
	}
	return t
}

func (p *parser) values() []string {
	list := []string{p.value()}
	for p.have("|") {
		list = append(list, p.value())
	}
	return list
}

// span reads bounds up to one of the marks.
func (p *parser) span(marks string) (low, high string) {
	low, high, two := strings.Cut(p.until(marks), "..")
	if !two {
		high = low
	}
	return low, high
}
