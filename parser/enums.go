package parser

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// enum lists the constants of a named type, each value once: the exported
// ones, or all when the type itself is unexported, so that a type has one
// contract whoever generates.
func (w *walker) enum(n *model.Named, t *types.Named, at place) {
	seen, obj := map[string]bool{}, t.Obj()
	d, _ := w.prog.declOf(obj)
	told := platformOf(d.file) != ""
	for _, c := range w.prog.constants(t) {
		if obj.Exported() && !c.Exported() {
			continue
		}
		d, _ := w.prog.declOf(c)
		value, ok := w.constant(c, d, n, at)
		if !ok || seen[value] {
			continue
		}
		told = told || w.onlyHere(d, "the constant "+c.Name()+" of "+w.spell(t), "declare the constants without constraints", at)
		seen[value] = true
		n.Enum = append(n.Enum, model.EnumValue{Name: c.Name(), Value: value, Doc: constantDoc(d, c.Name())})
	}
	n.Open = len(n.Enum) > 0 && !w.prog.sameModule(w.root, obj.Pkg())
}

// constant returns a constant as a JSON literal.
func (w *walker) constant(c *types.Const, d decl, n *model.Named, at place) (string, bool) {
	if c.Pkg() == w.root.pkg.Types && d.node != nil {
		w.compilerErrors(w.root.typeErrorsIn(d.node.Pos(), d.node.End()))
	}
	switch n.Type.Kind {
	case model.String:
		if c.Val().Kind() != constant.String {
			return "", false
		}
		s := constant.StringVal(c.Val())
		if !utf8.ValidString(s) {
			if c.Pkg() == w.root.pkg.Types {
				at.pos = c.Pos()
			}
			w.report(at, diag.BadLiteral, "the constant "+c.Name()+" is not UTF-8 text, so JSON cannot hold it", "")
		}
		return model.Quote(s), utf8.ValidString(s)
	case model.Float:
		return floatLiteral(c.Val(), n.Type.Bits)
	}
	v := constant.ToInt(c.Val())
	return v.ExactString(), v.Kind() == constant.Int
}

// floatLiteral prints the shortest decimal text that reads back as the value.
func floatLiteral(v constant.Value, bits int) (string, bool) {
	f := constant.ToFloat(v)
	if f.Kind() != constant.Float {
		return "", false
	}
	x, _ := constant.Float64Val(f)
	return strconv.FormatFloat(x, 'g', -1, bits), true
}

// constantDoc is the description of a constant. A comment above the first of
// several constants that stand together is about all of them, unless it
// begins with the name of the first.
func constantDoc(d decl, name string) string {
	doc, behind := describeGroup(d.doc), describeGroup(d.comment)
	if doc.Doc != "" && aboutGroup(d) && !beginsWith(doc.Doc, name) {
		doc = text{}
	}
	return doc.or(behind).Doc
}

// beginsWith reports whether a doc comment opens as Go's do: "Name is ...".
func beginsWith(doc, name string) bool {
	words := strings.Fields(doc)
	if len(words) > 1 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
		words = words[1:]
	}
	return len(words) > 0 && strings.TrimRight(words[0], ".,:;") == name
}

// aboutGroup reports whether the constant below, on the next line, has no
// comment above it.
func aboutGroup(d decl) bool {
	if d.file == nil || d.file.ast == nil {
		return false
	}
	for _, g := range d.file.ast.Decls {
		group, ok := g.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		i := slices.IndexFunc(group.Specs, func(s ast.Spec) bool { return s == d.node })
		if i < 0 || i+1 >= len(group.Specs) {
			continue
		}
		next := group.Specs[i+1].(*ast.ValueSpec)
		return next.Doc == nil && !d.file.gap(d.node.End(), next.Pos())
	}
	return false
}

// gap reports whether a blank line lies between two positions.
func (f *file) gap(from, to token.Pos) bool {
	lo, hi := int(from-f.ast.FileStart), int(to-f.ast.FileStart)
	if lo < 0 || hi > len(f.src) || lo > hi {
		return false
	}
	lines := strings.Split(string(f.src[lo:hi]), "\n")
	for i := 1; i < len(lines)-1; i++ {
		if strings.TrimSpace(lines[i]) == "" {
			return true
		}
	}
	return false
}
