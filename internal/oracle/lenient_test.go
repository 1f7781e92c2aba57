package oracle

import (
	"encoding/json"
	"strings"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// wire is the JSON type that a Go type has; "" for any, and "string" for all
// that lenient tools leave alone.
func (t *typ) wire() string {
	switch t.kind {
	case pointer:
		return t.elem.wire()
	case named:
		if t.def.isStruct() {
			return "object"
		}
		return t.def.under.wire()
	case slice, array:
		return "array"
	case mapping, union:
		return "object"
	case anyKind, raw:
		return ""
	case scalar:
		switch t.basic {
		case "string", "bool":
			return t.basic
		}
		return "number"
	}
	return "string"
}

func wireOf(v any) string {
	switch v.(type) {
	case bool:
		return "bool"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	case document.Object:
		return "object"
	}
	return "null"
}

// each copies v, a t on the wire, with change made to every part that has a
// type; parts that change replaces are not looked into.
func each(t *typ, v any, change func(t *typ, v any) (any, bool)) any {
	if v, done := change(t, v); done {
		return v
	}
	for t.kind == pointer || t.kind == named && !t.def.isStruct() {
		if t.kind == pointer {
			t = t.elem
		} else {
			t = t.def.under
		}
	}
	switch x := v.(type) {
	case []any:
		if t.kind == slice || t.kind == array {
			list := make([]any, len(x))
			for i, e := range x {
				list[i] = each(t.elem, e, change)
			}
			return list
		}
	case document.Object:
		switch t.kind {
		case mapping:
			return eachMember(x, func(string) *typ { return t.elem }, change)
		case named:
			return eachMember(x, typeOf(t.def.members()), change)
		case union:
			return eachMember(x, typeOf(t.def.union.membersOf(x)), change)
		}
	}
	return v
}

func eachMember(o document.Object, of func(name string) *typ, change func(t *typ, v any) (any, bool)) document.Object {
	out := make(document.Object, len(o))
	for i, e := range o {
		out[i] = e
		if t := of(e.Name); t != nil {
			out[i].Value = each(t, e.Value, change)
		}
	}
	return out
}

func typeOf(members []member) func(name string) *typ {
	return func(name string) *typ {
		if m := find(members, name); m != nil && !m.quoted() { // which is a string as it is
			return m.typ
		}
		return nil
	}
}

// membersOf are those of the case that the first discriminator tells; nil for
// none.
func (u *unionDef) membersOf(o document.Object) []member {
	for _, e := range o {
		if e.Name != u.discriminator {
			continue
		}
		for _, c := range u.cases {
			if c.value == e.Value {
				return c.members(u)
			}
		}
		return nil
	}
	return nil
}

// inStrings is a document with some of its values as strings that hold them. They
// are spaced like the document: a json.RawMessage keeps its blanks.
func (s sampler) inStrings(members []member, doc document.Object, spaced bool) document.Object {
	return eachMember(doc, typeOf(members), func(t *typ, v any) (any, bool) {
		wire := t.wire()
		if wire == "string" || wire == "" || wire != wireOf(v) || !s.Chance(30) {
			return v, false
		}
		return document.Encode(v, spaced), true
	})
}

// unquoted is a document as a lenient tool sees it: what inStrings has changed,
// and what looks like it.
func unquoted(members []member, doc document.Object) document.Object {
	return eachMember(doc, typeOf(members), func(t *typ, v any) (any, bool) {
		text, isText := v.(string)
		wire := t.wire()
		if !isText || wire == "string" || wire == "" || !json.Valid([]byte(text)) {
			return v, false
		}
		inside := decode(text)
		if wireOf(inside) != wire {
			return v, false
		}
		return inside, true
	})
}

// decode reads a valid document with its names in order.
func decode(text string) any {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value func() any
	value = func() any {
		token, err := decoder.Token()
		if err != nil {
			return nil
		}
		switch token {
		case json.Delim('['):
			list := []any{}
			for decoder.More() {
				list = append(list, value())
			}
			_, _ = decoder.Token()
			return list
		case json.Delim('{'):
			o := document.Object{}
			for decoder.More() {
				name, _ := value().(string)
				o = append(o, document.Entry{Name: name, Value: value()})
			}
			_, _ = decoder.Token()
			return o
		}
		return token
	}
	return value()
}
