package planner

// Signature is what a line says of a tool: its parameters, and its result.
type Signature struct {
	Params []Member
	// Result is nil for a tool that returns nothing.
	Result *Type
}

// Member is a parameter of a tool, or a member of an object.
type Member struct {
	Name     string
	Optional bool
	Type     *Type
	// Default is a JSON literal; "" for none.
	Default string
}

// Kind says what the values of a [Type] are.
type Kind string

// The kinds. Those up to [Any] are scalars, and written as their word.
const (
	Str    Kind = "str"
	Bool   Kind = "bool"
	Num    Kind = "num"
	Bytes  Kind = "bytes"
	Time   Kind = "time"
	Int    Kind = "int"
	Int8   Kind = "int8"
	Int16  Kind = "int16"
	Int32  Kind = "int32"
	Uint   Kind = "uint"
	Uint8  Kind = "uint8"
	Uint16 Kind = "uint16"
	Uint32 Kind = "uint32"
	Any    Kind = "any"

	Enum    Kind = "enum"    // one of Values
	List    Kind = "list"    // of Elem, as many as Low and High say
	Map     Kind = "map"     // from Key, nil for any string, to Elem
	Object  Kind = "object"  // with Members
	Union   Kind = "union"   // one of Cases, whose first members tell which
	Named   Kind = "named"   // the type called Name, whose definition is Elem at its first use
	Handle  Kind = "handle"  // a value that the server keeps; its kind is Name
	Content Kind = "content" // text, images, sound or resources instead of data; results alone
)

// Type is the type of a value in a line. Which fields count depends on Kind.
type Type struct {
	Kind Kind
	// Null is set when null is a value, too.
	Null bool
	// Low and High bound numbers, lengths of strings, and numbers of items; "" for
	// none, and behind > and < when the bound itself is no value. Step is what
	// numbers are multiples of.
	Low, High, Step string
	// Format is that of a string (JSON Schema, "format"), or the kind of the
	// scalar that it spells.
	Format string
	// Values are JSON literals: all of an enum, or the usual ones of a scalar.
	Values  []string
	Elem    *Type
	Key     *Type
	Members []Member
	Cases   []*Type
	Name    string
}

// IsScalar reports whether k is one of the words for values without parts.
func (k Kind) IsScalar() bool {
	switch k {
	case Str, Bool, Num, Bytes, Time, Int, Int8, Int16, Int32, Uint, Uint8, Uint16, Uint32, Any:
		return true
	}
	return false
}
