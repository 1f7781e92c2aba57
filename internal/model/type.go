package model

import (
	"cmp"
	"go/token"

	"github.com/mcpgen/mcpgen/runtime/format"
)

// Kind says how a value looks on the wire and which Go type carries it.
type Kind string

// The kinds. Basic names the Go type of a Bool, Int, Uint, Float or String.
const (
	Bool    Kind = "bool"
	Int     Kind = "int"    // signed, Bits wide
	Uint    Kind = "uint"   // unsigned, Bits wide
	Float   Kind = "float"  // Bits wide
	String  Kind = "string" // UTF-8 text
	Bytes   Kind = "bytes"  // a slice of byte kind, base64 on the wire; Elem is set when the element is a named type
	Time    Kind = "time"   // time.Time, RFC 3339
	Any     Kind = "any"    // the empty interface
	Raw     Kind = "raw"    // json.RawMessage
	Numeral Kind = "number" // json.Number: the literal of a number
	BigInt  Kind = "bigInt" // math/big.Int
	Text    Kind = "text"   // own text code: a string on the wire
	Custom  Kind = "custom" // own JSON code: anything, unless a schema is declared
	List    Kind = "list"   // slice of Elem
	Array   Kind = "array"  // Len times Elem
	Map     Kind = "map"    // Key is of kind String, Int or Uint, or Ref to such a type or to one that is Keyed
	Ptr     Kind = "ptr"    // pointer to Elem
	Ref     Kind = "ref"    // the named type with ID Ref
	Handle  Kind = "handle" // a reference to a value of type Elem that the server keeps; of arguments, or the only result
	Native  Kind = "native" // a type of the runtime, or of the SDK, called Basic; of results alone
)

// Noun names what values of the kind are on the wire.
func (k Kind) Noun() string {
	switch k {
	case Bool:
		return "boolean"
	case Int, Uint, BigInt:
		return "integer"
	case Float, Numeral:
		return "number"
	case Text:
		return "string"
	case Handle:
		return "handle"
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
	// Place names a struct type that has no name, after where it is used first.
	Place string `json:"place,omitempty"`
	// Go are all the fields of such a type, which generated code spells.
	Go []GoField `json:"go,omitempty"`
	// Args are the type arguments of an instance.
	Args       []*Type `json:"args,omitempty"`
	Doc        string  `json:"doc,omitempty"`
	Deprecated bool    `json:"deprecated,omitempty"`
	// Type is what it is defined as; nil for a struct and for a union. For a type
	// with JSON or text code of its own it is what that makes of it on the wire.
	Type *Type `json:"type,omitempty"`
	// Via names the embedded field that has all of the struct's code: the struct
	// is on the wire what that field, of type Type, is.
	Via string `json:"via,omitempty"`
	// Code says how a type of kind Text or Custom is read and written.
	Code *Code `json:"code,omitempty"`
	// Keyed is set for a type of map keys with text code, which is of kind Text.
	// As a value the type is another one, with an ID of its own.
	Keyed *Keyed `json:"keyed,omitempty"`
	// Struct: Fields holds its JSON members, promotion and shadowing done.
	Struct bool     `json:"struct,omitempty"`
	Fields []*Field `json:"fields,omitempty"`
	// Union is set for an interface that is a union of structs; it has
	// neither Type nor Fields.
	Union *Union `json:"union,omitempty"`
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

// Code says which code reads and writes the values of a type that does not go
// by its structure.
type Code struct {
	// Read and Write are "UnmarshalJSON", "UnmarshalText", "MarshalJSON" or
	// "MarshalText", methods of the type; ReadDuration and WriteDuration; "" leaves
	// it to encoding/json.
	Read  string `json:"read,omitempty"`
	Write string `json:"write,omitempty"`
	// Decode and Encode are functions of the user's package, instead.
	Decode string `json:"decode,omitempty"`
	Encode string `json:"encode,omitempty"`
	// Schema is the declared JSON Schema of the wire form, compact; empty when
	// there is none.
	Schema string `json:"schema,omitempty"`
	// Wire lists the JSON types that Schema allows; empty for all of them.
	Wire []string `json:"wire,omitempty"`
	// Under is the kind of the underlying Go type, which is what omitempty goes
	// by: Bool, Int, Float, String, List (a slice), Array, Map, Ptr (also an
	// interface), or Ref for a struct.
	Under Kind `json:"under"`
	// Foreign: the type is declared in another module.
	Foreign bool `json:"foreign,omitempty"`
}

// How a time.Duration is read and written that is text.
const (
	ReadDuration  = "time.ParseDuration"
	WriteDuration = "String"
)

// Whole reports whether the type is more than another one under a name of its
// own: a struct or a union.
func (n *Named) Whole() bool { return n.Struct || n.Union != nil }

// Parts lists the types that values of the type are made of.
func (n *Named) Parts() []*Type {
	var parts []*Type
	if n.Type != nil {
		parts = append(parts, n.Type)
	}
	for _, f := range n.Fields {
		parts = append(parts, f.Type)
	}
	if n.Union != nil {
		for _, c := range n.Union.Cases {
			parts = append(parts, c.Type)
		}
	}
	return parts
}

// Label is the name of a type, or what stands for one.
func (n *Named) Label() string { return cmp.Or(n.Name, n.Place) }

// GoField is a field of a struct type as Go has it.
type GoField struct {
	Name     string `json:"name"`
	Embedded bool   `json:"embedded,omitempty"`
	Type     *Type  `json:"type"`
	Tag      string `json:"tag,omitempty"`
}

// Keyed says how the keys of a map become names, and names keys.
type Keyed struct {
	// Read: by UnmarshalText; Write: by MarshalText.
	Read  bool `json:"read,omitempty"`
	Write bool `json:"write,omitempty"`
	// Base is what the keys are otherwise: of kind String, Int or Uint.
	Base *Type `json:"base,omitempty"`
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
	// Zero says what the zero value of omitzero is, where the kind of the type
	// does not. With OmitEmpty, both leave the member out.
	Zero *Zero `json:"zero,omitempty"`
	// Kept: clients send the zero value too. It is for the copy of a field whose
	// default, which would be its meaning otherwise, is known to the server alone.
	Kept bool `json:"-"`
}

// Zero says how to find out whether a value is zero.
type Zero struct {
	// Method: the type's IsZero knows. A nil pointer is zero without it.
	Method bool `json:"method,omitempty"`
	// Parts are all zero when the value is.
	Parts []ZeroPart `json:"parts,omitempty"`
	// Deep: only reflection can tell.
	Deep bool `json:"deep,omitempty"`
}

// ZeroPart is the value, or what Path selects of it.
type ZeroPart struct {
	Path []string `json:"path,omitempty"`
	Nil  bool     `json:"nil,omitempty"` // nil is its zero value
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
	// Header is the name behind Mcp-Param- of the HTTP header that the argument
	// travels as, too.
	Header string `json:"header,omitempty"`
	// Default is a JSON literal; empty means none.
	Default string `json:"default,omitempty"`
	// Examples are JSON literals.
	Examples []string `json:"examples,omitempty"`
}
