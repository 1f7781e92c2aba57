package client

import (
	"slices"

	"github.com/mcpgen/mcpgen/internal/model"
)

// plainZero says what is zero among the copies of a type, which have no methods
// and no fields but those on the wire; nil where its kind says it.
func plainZero(pkg *model.Package, t *model.Type) *model.Zero {
	switch base := pkg.Resolve(t); base.Kind {
	case model.Ref, model.Array:
	case model.Handle:
		return &model.Zero{Method: true}
	default:
		return nil
	}
	z := &model.Zero{}
	zeroParts(pkg, t, nil, z)
	return z
}

// zeroParts lists the parts of a copy that are all zero when it is.
func zeroParts(pkg *model.Package, t *model.Type, path []string, z *model.Zero) {
	switch base := pkg.Resolve(t); {
	case isComparable(pkg, base):
		z.Parts = append(z.Parts, model.ZeroPart{Path: path})
	case base.Kind == model.Array:
		*z = model.Zero{Deep: true}
	case base.Kind == model.Ref:
		for _, f := range flatFields(pkg, pkg.Named(base.Ref).Fields) {
			if zeroParts(pkg, f.Type, append(slices.Clone(path), f.Path[0].Name), z); z.Deep {
				return
			}
		}
	default:
		z.Parts = append(z.Parts, model.ZeroPart{Path: path, Nil: true})
	}
}

// isComparable reports whether Go can compare copies of a type.
func isComparable(pkg *model.Package, t *model.Type) bool {
	switch base := pkg.Resolve(t); base.Kind {
	case model.List, model.Map, model.Bytes, model.Raw:
		return false
	case model.Array:
		return isComparable(pkg, base.Elem)
	case model.Ref:
		return !slices.ContainsFunc(pkg.Fields(base), func(f *model.Field) bool { return !isComparable(pkg, f.Type) })
	}
	return true
}
