package model

import (
	"go/token"

	"github.com/mcpgen/mcpgen/runtime/format"
)

// Kind says how a value looks on the wire and which Go type carries it.
type Kind string

// The kinds. Basic names the Go type of a Bool, Int, Uint, Float or String.
const (
	Bool   Kind = "bool"
	Int    Kind = "int"    // signed, Bits wide
	Uint   Kind = "uint"   // unsigned, Bits wide
	Float  Kind = "float"  // Bits wide
	String Kind = "string" // UTF-8 text
	Bytes  Kind = "bytes"  // a slice of byte kind, base64 on the wire; Elem is set when the element is a named type
	Time   Kind = "time"   // time.Time, RFC 3339
	Any    Kind = "any"    // the empty interface
	Raw    Kind = "raw"    // json.RawMessage
	List   Kind = "list"   // slice of Elem
	Array  Kind = "array"  // Len times Elem
	Map    Kind = "map"    // Key is of kind String, or Ref to such a type
	Ptr    Kind = "ptr"    // pointer to Elem
	Ref    Kind = "ref"    // the named type with ID Ref
)

// Noun names what values of the kind are on the wire.
func (k Kind) Noun() string {
	switch k {
	case Bool:
		return "boolean"
	case Int, Uint:
		return "integer"
	case Float:
		return "number"
	case Bytes:
		return "base64 string"
	case Time:
		return "date-time string"
	case Ref:
		return "object"
	case String, List, Array, Map:
		return string(k)
	}
	return "any value"
}

// Type is one use of a Go type. The Go spelling follows from it: a Ref is
// spelt by its package and name, everything else by its parts.
type Type struct {
	Kind  Kind   `json:"kind"`
	Basic string `json:"basic,omitempty"` // "int8", "float64", "string", ...
	Bits  int    `json:"bits,omitempty"`  // 8, 16, 32 or 64
	Len   int64  `json:"len,omitempty"`
	Key   *Type  `json:"key,omitempty"`
	Elem  *Type  `json:"elem,omitempty"`
	Ref   string `json:"ref,omitempty"`
}

// Named is a defined type that the contract mentions.
type Named struct {
	// ID is the import path, a dot, the name, and for an instance of a
	// generic type its arguments in brackets: "example.com/geo.Box[int]".
	ID string `json:"id"`
	// Pkg is the import path of the package that declares it.
	Pkg  string `json:"pkg"`
	Name string `json:"name"`
	// Args are the type arguments of an instance.
	Args       []*Type `json:"args,omitempty"`
	Doc        string  `json:"doc,omitempty"`
	Deprecated bool    `json:"deprecated,omitempty"`
	// Type is what it is defined as; nil for a struct.
	Type *Type `json:"type,omitempty"`
	// Struct: Fields holds its JSON members, promotion and shadowing done.
	Struct bool     `json:"struct,omitempty"`
	Fields []*Field `json:"fields,omitempty"`
	// Enum holds the constants of the type, in source order; Open says that
	// they are advice (types of other modules), not the whole set.
	Enum []EnumValue `json:"enum,omitempty"`
	Open bool        `json:"open,omitempty"`
	// Rules come from //mcp:field on the type itself.
	Rules *Rules `json:"rules,omitempty"`
	// Recursive: a value of the type can hold a value of the type.
	Recursive bool           `json:"recursive,omitempty"`
	Pos       token.Position `json:"-"`
}

// EnumValue is one constant of a named type.
type EnumValue struct {
	Name  string `json:"name"`
	Value string `json:"value"` // JSON literal, numbers exact
	Doc   string `json:"doc,omitempty"`
}

// Field is one JSON member of a struct. A field of an embedded struct is
// listed in the outer struct, reached through Path.
type Field struct {
	Property
	// Path is the selector from the outer struct, the field itself last.
	Path []Step `json:"path"`
	// Omit says when encoding/json leaves the member out of an output.
	Omit Omit `json:"omit,omitempty"`
}

// Step is one selector of a field's path.
type Step struct {
	Name string `json:"name"`
	// Embedded is set when the step is an embedded pointer that may be nil:
	// the type it points to.
	Embedded *Type `json:"embedded,omitempty"`
}

// Omit says when a member is left out of an output.
type Omit string

const (
	OmitNever Omit = ""
	OmitEmpty Omit = "empty" // false, 0, "", nil, length 0
	OmitZero  Omit = "zero"  // the zero value
)

// MayBeAbsent reports whether an output can lack the member.
func (f *Field) MayBeAbsent() bool {
	if f.Omit != OmitNever {
		return true
	}
	for _, s := range f.Path {
		if s.Embedded != nil {
			return true
		}
	}
	return false
}

// Rules are the constraints and annotations of a property or a named type.
// Numbers are decimal text, exactly as written.
type Rules struct {
	Min          string `json:"min,omitempty"`
	Max          string `json:"max,omitempty"`
	ExclusiveMin string `json:"exclusiveMin,omitempty"`
	ExclusiveMax string `json:"exclusiveMax,omitempty"`
	// MultipleOf is above zero, with at most 18 digits between its outer zeros.
	MultipleOf string `json:"multipleOf,omitempty"`
	MinLength  *int   `json:"minLength,omitempty"`
	MaxLength  *int   `json:"maxLength,omitempty"`
	// Pattern means the same in RE2 and in ECMA-262 with the flag u.
	Pattern string `json:"pattern,omitempty"`
	// Format is one of those of package runtime/format.
	Format   format.Format `json:"format,omitempty"`
	MinItems *int          `json:"minItems,omitempty"`
	MaxItems *int          `json:"maxItems,omitempty"`
	Unique   bool          `json:"unique,omitempty"`
	// Enum holds JSON literals: the only values allowed.
	Enum []string `json:"enum,omitempty"`
	// EnumMode is "closed" or "open" for the constants of the type, or "".
	EnumMode string `json:"enumMode,omitempty"`
	// Required: the property must be given although its Go type makes it
	// optional.
	Required bool `json:"required,omitempty"`
	// Title is for people.
	Title string `json:"title,omitempty"`
	// Default is a JSON literal; empty means none.
	Default string `json:"default,omitempty"`
	// Examples are JSON literals.
	Examples []string `json:"examples,omitempty"`
}
