package jenx

import "github.com/mcpgen/mcpgen/internal/model"

// predeclared holds the identifiers of the universe scope (Go specification,
// "Predeclared identifiers").
var predeclared = set(
	"any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64",
	"int", "int8", "int16", "int32", "int64", "rune", "string",
	"uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
	"true", "false", "iota", "nil",
	"append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len",
	"make", "max", "min", "new", "panic", "print", "println", "real", "recover",
)

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, name := range names {
		m[name] = true
	}
	return m
}

// Scope hands out names for the locals of one function.
type Scope struct {
	file  *File
	taken map[string]bool
}

// Scope starts the locals of a function.
func (f *File) Scope() *Scope { return &Scope{file: f, taken: map[string]bool{}} }

// Local reserves a name for a local variable: want, or the next free one. It
// hides neither a package-level identifier nor an import nor another local.
func (s *Scope) Local(want string) string {
	name := model.Unique(want, func(n string) bool { return s.taken[n] || s.file.Reserved(n) })
	s.taken[name] = true
	return name
}

// Param reserves the name of a parameter: the user's own name, unless the body
// needs what it would hide; then the name with Arg behind it.
func (s *Scope) Param(want string) string {
	if s.taken[want] || s.file.Reserved(want) {
		return s.Local(want + "Arg")
	}
	s.taken[want] = true
	return want
}

// Free gives back names whose block has ended, for the next block to use.
func (s *Scope) Free(names ...string) {
	for _, name := range names {
		delete(s.taken, name)
	}
}
