package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// union is what encoding/json does not know of an interface type.
type union struct {
	discriminator string
	// cases holds a zero value by what the discriminator says: of the struct,
	// or a nil pointer to it when only that has the methods.
	cases map[string]any
}

// unions holds the union of each interface type, filled when the program starts.
var unions sync.Map

// Union declares an interface to be a union, as the directive on it does.
func Union[T any](discriminator string, cases map[string]any) bool {
	unions.Store(reflect.TypeFor[T](), union{discriminator, cases})
	return true
}

func unionOf(t reflect.Type) (union, bool) {
	u, ok := unions.Load(t)
	if !ok {
		return union{}, false
	}
	return u.(union), true
}

// holdsUnion reports whether a value of type t can lead to one of a union.
func holdsUnion(t reflect.Type, seen map[reflect.Type]bool) bool {
	if _, ok := unionOf(t); ok {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return holdsUnion(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsUnion(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// node is a JSON value of which the parts that were looked at can be changed;
// the rest stays as it came.
type node struct {
	raw     json.RawMessage
	members map[string]*node
	items   []*node
}

// open splits an object or a list into its parts.
func (n *node) open() {
	var object map[string]json.RawMessage
	var list []json.RawMessage
	switch {
	case n.members != nil || n.items != nil:
	case bytes.HasPrefix(n.raw, []byte("{")) && json.Unmarshal(n.raw, &object) == nil:
		n.members = map[string]*node{}
		for name, raw := range object {
			n.members[name] = &node{raw: raw}
		}
	case json.Unmarshal(n.raw, &list) == nil:
		for _, raw := range list {
			n.items = append(n.items, &node{raw: raw})
		}
	}
}

func (n *node) text() string {
	var parts []string
	switch {
	case n.members != nil:
		for _, name := range slices.Sorted(maps.Keys(n.members)) {
			key, _ := json.Marshal(name) // a string has a JSON form
			parts = append(parts, string(key)+":"+n.members[name].text())
		}
		return "{" + strings.Join(parts, ",") + "}"
	case n.items != nil:
		for _, item := range n.items {
			parts = append(parts, item.text())
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return string(n.raw)
}

// each calls do for the values of unions in v, the outermost ones, together
// with the objects that they are in the document.
func each(v reflect.Value, n *node, do func(v reflect.Value, n *node) error) error {
	n.open()
	if _, ok := unionOf(v.Type()); ok {
		if n.members == nil {
			return nil
		}
		return do(v, n)
	}
	if !holdsUnion(v.Type(), map[reflect.Type]bool{}) {
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return each(v.Elem(), n, do)
		}
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), len(n.items)) {
			if err := each(v.Index(i), n.items[i], do); err != nil {
				return err
			}
		}
	case reflect.Map:
		return eachMember(v, n, do)
	case reflect.Struct:
		return eachField(v, n, do)
	}
	return nil
}

func eachMember(v reflect.Value, n *node, do func(v reflect.Value, n *node) error) error {
	for name, value := range n.members {
		key, err := keyOf(name, v.Type().Key())
		if err != nil {
			return err
		}
		e := reflect.New(v.Type().Elem()).Elem()
		if have := v.MapIndex(key); have.IsValid() {
			e.Set(have)
		}
		if err := each(e, value, do); err != nil {
			return err
		}
		v.SetMapIndex(key, e)
	}
	return nil
}

// keyOf returns the key that encoding/json makes of a name.
func keyOf(name string, t reflect.Type) (reflect.Value, error) {
	doc, err := json.Marshal(map[string]bool{name: true})
	if err != nil {
		return reflect.Value{}, err
	}
	keys := reflect.New(reflect.MapOf(t, reflect.TypeFor[bool]()))
	if err := json.Unmarshal(doc, keys.Interface()); err != nil {
		return reflect.Value{}, err
	}
	for _, key := range keys.Elem().MapKeys() {
		return key, nil
	}
	return reflect.Value{}, fmt.Errorf("%q is no key", name)
}

// eachField relies on names: the fields that hold unions have names, in Go and
// on the wire, that no other field has.
func eachField(v reflect.Value, n *node, do func(v reflect.Value, n *node) error) error {
	for _, f := range reflect.VisibleFields(v.Type()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		value, ok := n.members[name]
		if !ok || !f.IsExported() {
			continue
		}
		field, err := v.FieldByIndexErr(f.Index)
		if err != nil {
			continue // behind an embedded pointer that is nil
		}
		if err := each(field, value, do); err != nil {
			return err
		}
	}
	return nil
}

// decode reads a document into what a pointer points to, as encoding/json does
// but for the unions, which it leaves nil: those it reads case by case.
func decode(doc string, into reflect.Value) error {
	decoder := json.NewDecoder(strings.NewReader(doc))
	decoder.UseNumber()
	err := decoder.Decode(into.Interface())
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		if _, ok := unionOf(wrong.Type); ok {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	return each(into.Elem(), &node{raw: json.RawMessage(strings.TrimSpace(doc))}, decodeUnion)
}

func decodeUnion(v reflect.Value, n *node) error {
	u, _ := unionOf(v.Type())
	var value string
	if tag := n.members[u.discriminator]; tag == nil || json.Unmarshal(tag.raw, &value) != nil {
		return fmt.Errorf("no discriminator in %s", n.text())
	}
	zero, ok := u.cases[value]
	if !ok {
		return fmt.Errorf("%q is no case", value)
	}
	delete(n.members, u.discriminator)
	t := reflect.TypeOf(zero)
	if t.Kind() != reflect.Pointer {
		t = reflect.PointerTo(t)
	}
	target := reflect.New(t.Elem())
	if err := decode(n.text(), target); err != nil {
		return err
	}
	if reflect.TypeOf(zero).Kind() != reflect.Pointer {
		target = target.Elem()
	}
	v.Set(target)
	return nil
}

// encode is json.Marshal with the discriminators of unions.
func encode(v reflect.Value) (string, error) {
	text, err := json.Marshal(v.Interface())
	if err != nil {
		return "", err
	}
	n := &node{raw: text}
	err = each(v, n, label)
	return n.text(), err
}

// label adds the discriminator to what an interface holds. Generated code gives
// that an address, so that methods of pointers count, as encoding/json does not.
func label(v reflect.Value, n *node) error {
	u, _ := unionOf(v.Type())
	v = v.Elem()
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	held := reflect.New(v.Type())
	held.Elem().Set(v)
	v = held.Elem()
	text, err := json.Marshal(held.Interface())
	if err != nil {
		return err
	}
	*n = node{raw: text}
	n.open()
	for value, zero := range u.cases {
		t := reflect.TypeOf(zero)
		if t == v.Type() || t == reflect.PointerTo(v.Type()) {
			text, _ := json.Marshal(value) // a string has a JSON form
			n.members[u.discriminator] = &node{raw: text}
		}
	}
	return each(v, n, label)
}

// fillUnion sets an interface to a random case, or to nil.
func fillUnion(r *source, v reflect.Value, u union, depth int) {
	v.SetZero()
	if depth > 5 || r.IntN(5) == 0 {
		return
	}
	t := reflect.TypeOf(u.cases[pick(r, slices.Sorted(maps.Keys(u.cases)))])
	byPointer := t.Kind() == reflect.Pointer
	if byPointer {
		t = t.Elem()
	}
	target := reflect.New(t)
	fill(r, target.Elem(), depth+1)
	if !byPointer && r.IntN(2) == 0 {
		target = target.Elem()
	}
	v.Set(target)
}

// fullUnion is full for what an interface holds.
func fullUnion(v reflect.Value) {
	if v.IsNil() {
		return
	}
	if v.Elem().Kind() == reflect.Pointer {
		full(v.Elem().Elem())
		return
	}
	copied := reflect.New(v.Elem().Type()).Elem()
	copied.Set(v.Elem())
	full(copied)
	v.Set(copied)
}
