package mcpruntime

import (
	"encoding"
	"slices"
	"strconv"
	"strings"
)

// Members writes the members of a map in ascending order of their names, as
// encoding/json does:
//
//	for m := mcpruntime.Members(w, v); m.Next(); {
//		w.String(m.Value())
//	}
//
// Next writes the name and the comma before it; each turn of the loop must
// write exactly one value. The braces are the caller's.
func Members[K ~string, V any](w *Writer, m map[K]V) MapMembers[K, V] {
	start := len(w.keys)
	for k := range m {
		w.keys = append(w.keys, string(k))
	}
	slices.Sort(w.keys[start:])
	return MapMembers[K, V]{w: w, m: m, start: start, next: start, end: len(w.keys)}
}

// MapMembers walks through the members of a map; see [Members]. The names lie
// in a stack of the writer, above those of the maps around this one.
type MapMembers[K ~string, V any] struct {
	w                *Writer
	m                map[K]V
	start, next, end int
}

// Next writes the next name, and reports whether there was one.
func (m *MapMembers[K, V]) Next() bool {
	w := m.w
	if m.next == m.end {
		clear(w.keys[m.start:])
		w.keys = w.keys[:m.start]
		return false
	}
	w.Sep(m.next - m.start)
	w.String(w.keys[m.next])
	w.buf = append(w.buf, ':')
	m.next++
	return true
}

// Value is the value to write now.
func (m *MapMembers[K, V]) Value() V { return m.m[K(m.w.keys[m.next-1])] }

// IntMembers is [Members] for keys that are integers. Their order is that of
// their names, where 10 stands before 9.
func IntMembers[K Integer, V any](w *Writer, m map[K]V) NamedMembers[V] {
	members := NamedMembers[V]{w: w, list: make([]namedMember[V], 0, len(m))}
	for k, v := range m {
		name := strconv.FormatUint(uint64(k), 10)
		if isSigned[K]() {
			name = strconv.FormatInt(int64(k), 10)
		}
		members.list = append(members.list, namedMember[V]{name, v})
	}
	members.sort()
	return members
}

// textKey is a key that writes its own text.
type textKey interface {
	comparable
	encoding.TextMarshaler
}

// TextMembers is [Members] for keys that write their own text.
func TextMembers[K textKey, V any](w *Writer, m map[K]V) NamedMembers[V] {
	members := NamedMembers[V]{w: w, list: make([]namedMember[V], 0, len(m))}
	for k, v := range m {
		text, err := k.MarshalText()
		if err != nil {
			w.Fail("a key of a map: " + err.Error())
		}
		members.list = append(members.list, namedMember[V]{string(text), v})
	}
	members.sort()
	return members
}

// NamedMembers walks through the members of a map whose keys are no strings;
// see [Members].
type NamedMembers[V any] struct {
	w    *Writer
	list []namedMember[V]
	next int
}

type namedMember[V any] struct {
	name  string
	value V
}

func (m *NamedMembers[V]) sort() {
	slices.SortFunc(m.list, func(a, b namedMember[V]) int { return strings.Compare(a.name, b.name) })
}

// Next writes the next name, and reports whether there was one.
func (m *NamedMembers[V]) Next() bool {
	if m.next == len(m.list) {
		return false
	}
	m.w.Sep(m.next)
	m.w.String(m.list[m.next].name)
	m.w.buf = append(m.w.buf, ':')
	m.next++
	return true
}

// Value is the value to write now.
func (m *NamedMembers[V]) Value() V { return m.list[m.next-1].value }
