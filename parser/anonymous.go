package parser

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// anonymous converts a struct type without a name; nil when it has been
// refused. Identical types are one, whatever place they are met in.
func (w *walker) anonymous(t *types.Struct, at place) *model.Type {
	if own := ownCodeOf(t).first(); own != "" {
		w.report(at, diag.OwnCode, at.path+": the struct has its own JSON or text code: "+own, "declare a named struct type")
		return nil
	}
	n := &model.Named{ID: key(t), Pkg: w.root.pkg.PkgPath, Place: at.owner, Struct: true, Pos: w.prog.fset.Position(at.pos)}
	if t.NumFields() == 0 {
		n.Place = "Empty"
	}
	met := n.ID
	if !w.fields(n, t, t, at) || !w.spelling(n, t, at) {
		return nil
	}
	n.ID = structID(n.Go)
	if hidden := w.hidden[met]; met != n.ID && len(hidden) > 0 {
		w.hidden[n.ID] = hidden
	}
	if w.types.Named(n.ID) == nil {
		w.types.Define(n)
		w.places[n.ID] = at
	}
	return &model.Type{Kind: model.Ref, Ref: n.ID}
}

// spelling lists all fields of a struct, for generated code to write its type;
// false when it cannot.
func (w *walker) spelling(n *model.Named, t *types.Struct, at place) bool {
	for i := range t.NumFields() {
		v := t.Field(i)
		if !v.Exported() && v.Pkg() != w.root.pkg.Types {
			w.report(at, diag.Unreachable, at.path+": the struct has no name, and its field "+v.Name()+" is unexported in package "+v.Pkg().Path(),
				"declare a type of your own in this package")
			return false
		}
		f := model.GoField{Name: v.Name(), Embedded: v.Embedded(), Tag: t.Tag(i)}
		if w.travels(v, f.Tag) || w.quiet(v.Type(), at) {
			f.Type = w.typ(v.Type(), at.sub("."+v.Name()))
		}
		if f.Type == nil {
			w.report(at, diag.Unsupported, at.path+": the struct has no name, and generated code cannot spell the type of its field "+v.Name(),
				"declare a named struct type")
			return false
		}
		n.Go = append(n.Go, f)
	}
	return true
}

// travels reports whether a field has been converted as a member already.
func (w *walker) travels(v *types.Var, tag string) bool {
	return v.Exported() && !v.Embedded() && reflect.StructTag(tag).Get("json") != "-"
}

// quiet reports whether a type that is not on the wire can be converted at all.
func (w *walker) quiet(t types.Type, at place) bool {
	trial := newWalker(w.prog, w.root, &directives{})
	return trial.typ(t, at) != nil && !trial.found.HasErrors()
}

// structID spells a struct type with import paths, whatever aliases its fields
// came through.
func structID(fields []model.GoField) string {
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = f.Name + " " + f.Type.ID()
		if f.Embedded {
			parts[i] = "embedded " + parts[i]
		}
		if f.Tag != "" {
			parts[i] += " " + model.Quote(f.Tag)
		}
	}
	return "struct{" + strings.Join(parts, "; ") + "}"
}
