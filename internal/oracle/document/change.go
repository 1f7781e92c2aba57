package document

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
)

// Random makes documents worse.
type Random struct{ *rand.Rand }

// Chance is true in so many of a hundred cases.
func (r Random) Chance(percent int) bool { return r.IntN(100) < percent }

func pick[T any](r Random, list []T) T { return list[r.IntN(len(list))] }

// Spoil changes one node of a document, or what hangs on it. The result may be
// as good as before.
func (r Random) Spoil(v any) any {
	at := r.IntN(Nodes(v))
	return r.change(v, &at)
}

// change copies v with node number at changed, counted in document order.
func (r Random) change(v any, at *int) any {
	here := *at == 0
	*at--
	switch v := v.(type) {
	case []any:
		if here && r.Chance(70) {
			return r.changeList(slices.Clone(v))
		}
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = r.change(e, at)
		}
		if !here {
			return out
		}
	case Object:
		if here && r.Chance(85) {
			return r.changeObject(slices.Clone(v))
		}
		out := make(Object, len(v))
		for i, e := range v {
			out[i] = Entry{e.Name, r.change(e.Value, at)}
		}
		if !here {
			return out
		}
	}
	if here {
		return r.instead(v)
	}
	return v
}

// instead replaces a scalar, often by one of its kind that may be right or next
// to it: bounds are picked from the same lists.
func (r Random) instead(v any) any {
	kind := ""
	switch v.(type) {
	case json.Number:
		kind = "float64"
	case string:
		kind = "string"
	}
	if kind == "" || r.Chance(35) {
		return pick(r, odd)
	}
	return Parse(pick(r, Literals(kind)))
}

func (r Random) changeList(list []any) any {
	if len(list) == 0 || r.Chance(30) {
		return append(list, pick(r, odd))
	}
	i := r.IntN(len(list))
	if r.Chance(30) {
		return slices.Delete(list, i, i+1)
	}
	return slices.Insert(list, i, list[i])
}

func (r Random) changeObject(o Object) any {
	if len(o) == 0 || r.Chance(25) {
		return append(o, Entry{pick(r, Names), pick(r, odd)})
	}
	i := r.IntN(len(o))
	switch r.IntN(5) {
	case 0:
		return slices.Delete(o, i, i+1)
	case 1:
		return append(o, Entry{o[i].Name, pick(r, []any{o[i].Value, pick(r, odd)})})
	case 2:
		o[i].Name = pick(r, []func(string) string{strings.ToUpper, strings.ToLower, strings.TrimSpace})(o[i].Name)
	case 3:
		o[i].Value = nil
	default:
		o[i].Value = pick(r, odd)
	}
	return o
}

// Garble changes bytes of a document until it is no JSON any more.
func (r Random) Garble(doc string) string {
	for b := []byte(doc); ; {
		if len(bytes.TrimSpace(b)) == 0 {
			b = []byte(doc) // no arguments at all are an empty object
		}
		i := r.IntN(len(b))
		switch r.IntN(3) {
		case 0:
			b = b[:i]
		case 1:
			b[i] = pick(r, []byte("{}[]\",:0e\\\x00\xff "))
		default:
			b = slices.Insert(b, i, pick(r, []byte("{}[]\",:-e.tn")))
		}
		if !json.Valid(b) && len(bytes.TrimSpace(b)) > 0 {
			return string(b)
		}
	}
}
