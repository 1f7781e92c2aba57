package planner

import (
	"encoding/json"
	"strings"
)

func zcpMembers(list []Member) string {
	parts := make([]string, len(list))
	for i, m := range list {
		parts[i] = zcpName(m.Name)
		if m.Optional {
			parts[i] += "?"
		}
		parts[i] += ":" + zcpType(m.Type)
		if m.Default != "" {
			parts[i] += "=" + zcpValue(m.Default)
		}
	}
	return strings.Join(parts, ",")
}

func zcpType(t *Type) string {
	text := zcpBase(t)
	if t.Null {
		return closed(t, text) + "?"
	}
	return text
}

// closed puts a type in parentheses when a suffix could not follow it.
func closed(t *Type, text string) string {
	if t.Kind == Enum || t.Kind == Union || len(t.Values) > 0 {
		return "(" + text + ")"
	}
	return text
}

func zcpBase(t *Type) string {
	switch t.Kind {
	case Enum:
		return zcpValues(t.Values)
	case List:
		elem := zcpType(t.Elem)
		if !t.Elem.Null {
			elem = closed(t.Elem, elem)
		}
		return elem + "[" + zcpSpan(t) + "]"
	case Map:
		if t.Key == nil {
			return "{*:" + zcpType(t.Elem) + "}"
		}
		return "{*" + zcpType(t.Key) + ":" + zcpType(t.Elem) + "}"
	case Object:
		return "{" + zcpMembers(t.Members) + "}"
	case Union:
		parts := make([]string, len(t.Cases))
		for i, c := range t.Cases {
			parts[i] = zcpType(c)
		}
		return strings.Join(parts, "|")
	case Named:
		if t.Elem == nil {
			return "@" + t.Name
		}
		return "@" + t.Name + "(" + zcpType(t.Elem) + ")"
	case Handle:
		return "#" + t.Name
	case Content:
		return "content"
	}
	return zcpScalar(t)
}

func zcpScalar(t *Type) string {
	text := string(t.Kind)
	if t.Format != "" {
		text += "@" + t.Format
	}
	limits := zcpSpan(t)
	if t.Step != "" {
		limits += "%" + t.Step
	}
	if limits != "" {
		text += "(" + limits + ")"
	}
	if len(t.Values) > 0 {
		text += "~" + zcpValues(t.Values)
	}
	return text
}

func zcpSpan(t *Type) string {
	if t.Low == t.High {
		return t.Low
	}
	return t.Low + ".." + t.High
}

func zcpValues(values []string) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = zcpValue(v)
	}
	return strings.Join(parts, "|")
}

// zcpName writes the name of a member, bare when it is a word.
func zcpName(name string) string {
	if isPlainWord(name) {
		return name
	}
	return zcpQuote(name)
}

// zcpValue writes a JSON literal; a string that is a word and no keyword stands
// bare.
func zcpValue(value string) string {
	if len(value) < 3 || value[0] != '"' {
		return value
	}
	bare := value[1 : len(value)-1]
	switch bare {
	case "true", "false", "null", "content", "handle":
		return value
	}
	if isPlainWord(bare) && !Kind(bare).IsScalar() {
		return bare
	}
	return value
}

func zcpQuote(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // strings and builders do not fail
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\u0085", `\u0085`)
}

func isPlainWord(text string) bool {
	s := scanner{text: text}
	return s.word() == text && text != ""
}
