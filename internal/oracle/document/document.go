// Package document makes JSON documents to test decoders with: good ones from a
// schema, bad ones by spoiling good ones. Members keep their order and can come
// twice, which no Go map can say.
package document

import (
	"encoding/json"
	"strings"
)

// Object is a JSON object with its names in order, some perhaps twice. The
// other values of a document are []any, json.Number, string, bool and nil.
type Object []Entry

// Entry is one member of an object.
type Entry struct {
	Name  string
	Value any
}

// Read reads JSON with its numbers as they are spelt and objects as maps, as a
// validator takes them.
func Read(doc string) (v any, err error) {
	decoder := json.NewDecoder(strings.NewReader(doc))
	decoder.UseNumber()
	err = decoder.Decode(&v)
	return v, err
}

// Plain is a document as a validator takes it: of the members of one name the
// last counts.
func Plain(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = Plain(e)
		}
		return list
	case Object:
		m := map[string]any{}
		for _, e := range v {
			m[e.Name] = Plain(e.Value)
		}
		return m
	}
	return v
}

// Encode writes a document; spaced ones have blanks between all tokens.
func Encode(v any, spaced bool) string {
	w := writer{}
	if spaced {
		w.blank = " \n"
	}
	w.value(v)
	w.WriteString(w.blank)
	return w.String()
}

type writer struct {
	strings.Builder
	blank string
}

func (w *writer) value(v any) {
	w.WriteString(w.blank)
	switch v := v.(type) {
	case []any:
		w.list("[]", len(v), func(i int) { w.value(v[i]) })
	case Object:
		w.list("{}", len(v), func(i int) {
			w.value(v[i].Name)
			w.WriteString(w.blank + ":")
			w.value(v[i].Value)
		})
	default:
		text, err := json.Marshal(v)
		if err != nil {
			text = []byte(err.Error())
		}
		w.Write(text)
	}
}

func (w *writer) list(brackets string, n int, element func(i int)) {
	w.WriteString(brackets[:1])
	for i := range n {
		if i > 0 {
			w.WriteString("," + w.blank)
		}
		element(i)
	}
	w.WriteString(w.blank + brackets[1:])
}

// Nodes counts the values of a document, containers included.
func Nodes(v any) int {
	n := 1
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			n += Nodes(e)
		}
	case Object:
		for _, e := range v {
			n += Nodes(e.Value)
		}
	case map[string]any:
		for _, e := range v {
			n += Nodes(e)
		}
	}
	return n
}

// Repeats reports whether a name comes twice in an object, at any depth.
func Repeats(v any) bool {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if Repeats(e) {
				return true
			}
		}
	case Object:
		seen := map[string]bool{}
		for _, e := range v {
			if seen[e.Name] || Repeats(e.Value) {
				return true
			}
			seen[e.Name] = true
		}
	}
	return false
}
