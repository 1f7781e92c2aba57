package model

import "strings"

// What arguments that are text on the wire, those of prompts, are of form.

// TextValues lists the values that an argument is meant to have as text: those
// of an enum in its order, those of a boolean; none for all others.
func (p *Package) TextValues(prop *Property) []string {
	if base, _ := p.Deref(prop.Type); base.Kind == Bool {
		return []string{"true", "false"}
	}
	values, _ := p.EnumOf(prop.Type, prop.Rules)
	var texts []string
	for _, v := range values {
		texts = append(texts, Unquote(v.Value))
	}
	return texts
}

// TextForm describes an argument: its doc, or that of its type, and in sentences
// which text is expected. A string may be any text, which goes without saying.
func (p *Package) TextForm(prop *Property) string {
	doc := prop.Doc
	for _, n := range p.Names(prop.Type) {
		if doc == "" {
			doc = n.Doc
		}
	}
	if form := p.textForm(prop); form != doc { // a duration's is its doc
		doc = AddSentence(doc, form)
	}
	rules := p.Effective(prop.Type, prop.Rules)
	doc = AddSentence(doc, ExampleText(rules.Examples))
	if rules.Default != "" {
		doc = AddSentence(doc, "Default: "+shown(rules.Default)+".")
	}
	return doc
}

// ExampleText names examples in a sentence, for where no keyword does.
func ExampleText(literals []string) string {
	if len(literals) == 0 {
		return ""
	}
	list := make([]string, len(literals))
	for i, l := range literals {
		list[i] = shown(l)
	}
	return "Example: " + strings.Join(list, ", ") + "."
}

func (p *Package) textForm(prop *Property) string {
	rules := p.Effective(prop.Type, prop.Rules)
	base, _ := p.Deref(prop.Type)
	values, closed := p.EnumOf(prop.Type, prop.Rules)
	all := EnumText(values, true)
	if closed {
		return all
	}
	switch base.Kind {
	case Bool:
		return "Either true or false."
	case Time:
		return "A date and time as in RFC 3339, such as 2006-01-02T15:04:05Z."
	case Int, Uint, BigInt:
		low, high := IntBounds(base)
		if rules.ExclusiveMin == "" {
			rules.Min = Tighter(rules.Min, low, 1)
		}
		if rules.ExclusiveMax == "" {
			rules.Max = Tighter(rules.Max, high, -1)
		}
		return AddSentence(numberForm("An integer", rules), all)
	case Float, Numeral:
		return AddSentence(numberForm("A number", rules), all)
	case Text:
		if code := p.CodeOf(prop.Type); code != nil && code.Read == ReadDuration {
			return durationForm
		}
	}
	return AddSentence(Sentence(LimitsText(String, rules)), all)
}

// durationForm is the doc of a duration that is text, too.
const durationForm = "A Go duration, such as 1h30m."

func numberForm(noun string, rules *Rules) string {
	limits := LimitsText(Float, rules)
	switch {
	case limits == "":
		return noun + "."
	case strings.Contains("-0123456789", limits[:1]):
		return noun + " from " + limits + "."
	}
	return noun + ", " + limits + "."
}
