// Package codec emits the functions that read and write the types of a
// contract: one line per property over the leaf helpers of the runtime, which
// owns the loops, names, limits and violations. Functions are declared once,
// when first asked for.
package codec

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// Set is the codecs of one generated file.
type Set struct {
	file *jenx.File
	pkg  *model.Package

	readers map[string]string // type ID -> function
	writers map[string]string
	keys    map[string]string // type ID -> variable with the rules of map keys
	pending []func()          // declarations asked for and not yet written
}

// New returns the empty set of a file.
func New(f *jenx.File) *Set {
	return &Set{file: f, pkg: f.Pkg, readers: map[string]string{}, writers: map[string]string{}, keys: map[string]string{}}
}

// Declare writes every function that has been asked for, and those that they
// need in turn, in the order of first use.
func (s *Set) Declare() {
	for len(s.pending) > 0 {
		declare := s.pending[0]
		s.pending = s.pending[1:]
		declare()
	}
}

// reader returns the name of the function that reads the named type.
func (s *Set) reader(n *model.Named) string {
	name, ok := s.readers[n.ID]
	if !ok {
		name = s.file.Ident("read" + s.typeWord(n))
		s.readers[n.ID] = name
		s.pending = append(s.pending, func() { s.declareReader(name, n) })
	}
	return name
}

// writer returns the name of the function that writes the named type.
func (s *Set) writer(n *model.Named) string {
	name, ok := s.writers[n.ID]
	if !ok {
		name = s.file.Ident("write" + s.typeWord(n))
		s.writers[n.ID] = name
		s.pending = append(s.pending, func() { s.declareWriter(name, n) })
	}
	return name
}

// typeWord is the part that a type adds to the name of its functions: its
// name, the package in front when it is another's, the arguments behind.
func (s *Set) typeWord(n *model.Named) string {
	word := model.Exported(n.Label())
	if n.Pkg != s.pkg.Path {
		word = model.Exported(s.packageName(n.Pkg)) + word
	}
	for _, arg := range n.Args {
		word += s.argWord(arg)
	}
	return word
}

func (s *Set) argWord(t *model.Type) string {
	switch t.Kind {
	case model.Ref:
		return s.typeWord(s.pkg.Named(t.Ref))
	case model.Ptr:
		return "Ptr" + s.argWord(t.Elem)
	case model.List, model.Array:
		return "List" + s.argWord(t.Elem)
	case model.Map:
		return "Map" + s.argWord(t.Elem)
	case model.Handle:
		return "Handle" + s.argWord(t.Elem)
	case model.Bytes, model.Time, model.Any, model.Raw, model.Numeral, model.BigInt:
		return model.Exported(string(t.Kind))
	default:
		return model.Exported(t.Basic)
	}
}

func (s *Set) packageName(path string) string {
	for _, imp := range s.pkg.Imports {
		if imp.Path == path {
			return imp.Name
		}
	}
	return ""
}

// leaf reports whether one call of the runtime reads the kind.
func leaf(t *model.Type) bool {
	switch t.Kind {
	case model.Bool, model.Int, model.Uint, model.Float, model.String, model.Time, model.Any, model.Raw, model.Numeral, model.BigInt, model.Handle:
		return true
	case model.Bytes:
		return t.Elem == nil
	}
	return false
}

// needsReader reports whether uses of the type share a function: structs, and
// everything that more than a conversion of one call reads.
func (s *Set) needsReader(n *model.Named) bool {
	if n.Whole() || n.Via != "" || !leaf(s.pkg.Resolve(n.Type)) {
		return true
	}
	_, closed := s.pkg.EnumOf(&model.Type{Kind: model.Ref, Ref: n.ID}, nil)
	return closed || constrains(n.Rules)
}

// Plain reports whether an argument that is text on the wire needs no reading: a
// string, or a pointer to one, without rules that a decoder enforces.
func Plain(p *model.Param) bool {
	t := p.Type
	if t.Kind == model.Ptr {
		t = t.Elem
	}
	return t.Kind == model.String && !constrains(p.Rules)
}

// constrains reports whether rules say anything that a decoder enforces.
func constrains(r *model.Rules) bool {
	return r != nil && (r.Min != "" || r.Max != "" || r.ExclusiveMin != "" || r.ExclusiveMax != "" || r.MultipleOf != "" ||
		r.MinLength != nil || r.MaxLength != nil || r.Pattern != "" || r.Format != "" ||
		r.MinItems != nil || r.MaxItems != nil || r.Unique || len(r.Enum) > 0 || r.EnumMode != "")
}

// selector spells base.A.B for the path of a field.
func selector(base string, path []model.Step) *jen.Statement {
	s := jen.Id(base)
	for _, step := range path {
		s = s.Dot(step.Name)
	}
	return s
}
