package mcpruntime

import (
	"maps"
	"slices"
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

// SortedKeys returns the keys of m in ascending order, the order in which
// encoding/json writes them.
func SortedKeys[K ~string, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
