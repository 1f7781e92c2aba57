package mcpruntime

import "reflect"

// IsZero reports whether v is the zero value of its type, as omitzero means it.
func IsZero[T comparable](v T) bool {
	var zero T
	return v == zero
}

// IsDeepZero is IsZero for what Go cannot compare, at v. It is for types with
// fields that generated code cannot reach.
func IsDeepZero[T any](v *T) bool { return reflect.ValueOf(v).Elem().IsZero() }
