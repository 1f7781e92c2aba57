package parser

import (
	"go/types"
	"slices"

	"github.com/mcpgen/mcpgen/internal/model"
)

// zero says how generated code finds out whether a field has the zero value of
// omitzero; nil where its kind says it.
func (w *walker) zero(t types.Type, m *model.Type) *model.Zero {
	if m.Kind == model.Time {
		return nil // through time.Time.IsZero
	}
	if isZeroer(t) {
		return &model.Zero{Method: true}
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
	default:
		return nil
	}
	z := &model.Zero{}
	if !w.zeroParts(t, nil, z) {
		return &model.Zero{Deep: true}
	}
	return z
}

// isZeroer reports whether t, or a pointer to it, has the method IsZero that
// encoding/json calls.
func isZeroer(t types.Type) bool {
	f := method(t, "IsZero")
	if f == nil {
		return false
	}
	in, out := f.Signature().Params(), f.Signature().Results()
	return in.Len() == 0 && out.Len() == 1 && types.Identical(out.At(0).Type(), types.Typ[types.Bool])
}

// zeroParts lists the parts of a value that are all zero when it is: the whole
// where Go can compare it, else field by field. It fails at what Go code of the
// root package cannot name, and at arrays that cannot be compared.
func (w *walker) zeroParts(t types.Type, path []string, z *model.Zero) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Signature, *types.Pointer, *types.Interface, *types.Chan:
		z.Parts = append(z.Parts, model.ZeroPart{Path: path, Nil: true})
		return true
	case *types.Array:
		if u.Len() == 0 {
			return true
		}
	case *types.Struct:
		if types.Comparable(t) {
			break
		}
		for f := range u.Fields() {
			if f.Name() == "_" {
				continue // which reflection skips, too
			}
			hidden := !f.Exported() && f.Pkg() != w.root.pkg.Types
			if hidden || !w.zeroParts(f.Type(), append(slices.Clone(path), f.Name()), z) {
				return false
			}
		}
		return true
	}
	z.Parts = append(z.Parts, model.ZeroPart{Path: path})
	return types.Comparable(t)
}
