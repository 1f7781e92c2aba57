package parser

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shapes is a package that roots reach only through another one.
const shapes = `package shapes

// The kinds there are.
const (
	// Round has no corners.
	Round Kind = iota + 1
	Zig, Aft Kind = 7, 8 // both on one line
	_    Kind = 20
	hidden Kind = 21
	Loose = 7
)

// Kind of a shape.
type Kind int

type (
	// Pair is in a group.
	Pair[T any] struct {
		// Left hand.
		Left T
		Right T // right hand
		Same, Line int
		*Base
		Deep struct {
			// Inner is nested.
			Inner int ` + "`json:\"inner\"`" + `
		}
	}
)

// Base is embedded.
type Base struct{ A struct{ X int }; B struct{ X int } }
`

func foreignProgram(t *testing.T, env ...string) (*program, *types.Package) {
	t.Helper()
	dir := writeTree(t, map[string]string{
		"go.mod":           goMod,
		"m.go":             "package m\n\nimport \"example.com/m/use\"\n\nfunc F(use.T) {}\n",
		"use/use.go":       "package use\n\nimport (\n\t\"io/fs\"\n\n\t\"example.com/m/shapes\"\n)\n\ntype T struct {\n\tK shapes.Kind\n\tP shapes.Pair[int]\n\tM fs.FileMode\n}\n",
		"shapes/a.go":      "package shapes\n\n// Early comes first.\nconst Early Kind = 99\n",
		"shapes/shapes.go": shapes,
		"shapes/y.go":      "package shapes\n\n//line grammar.y:40\n\n// Odd has another file's name.\nconst Odd Kind = 3\n\n// Y is generated.\ntype Y struct{ F int }\n",
	})
	p, found := loadTree(t, Config{Dir: dir, Env: offline(env...)})
	wantText(t, dir, found, "")
	return p, p.pkgs["example.com/m/shapes"].Types
}

func names(consts []*types.Const) []string {
	var out []string
	for _, c := range consts {
		out = append(out, c.Name())
	}
	return out
}

func TestConstantsOfOtherPackages(t *testing.T) {
	p, pkg := foreignProgram(t)
	if pkg.Complete() {
		t.Fatal("the package is complete from the start: this test shows nothing")
	}
	kind := pkg.Scope().Lookup("Kind").(*types.TypeName)
	got := names(p.constants(kind.Type().(*types.Named)))
	want := []string{"Early", "Round", "Zig", "Aft", "Odd"}
	if !slices.Equal(got, want) {
		t.Errorf("constants %v, want %v", got, want)
	}
	if pkg.Scope().Lookup("Kind") != kind || !pkg.Complete() {
		t.Error("completing the package made another one of it")
	}
	mode := p.pkgs["io/fs"].Types.Scope().Lookup("FileMode").(*types.TypeName)
	got = names(p.constants(mode.Type().(*types.Named)))
	if len(got) < 15 || got[0] != "ModeDir" || got[1] != "ModeAppend" || !slices.Contains(got, "ModePerm") {
		t.Errorf("constants of fs.FileMode: %v", got)
	}
}

// For a root all constants are known, and they stand in the same order.
func TestConstantsOfARoot(t *testing.T) {
	dir := writeTree(t, map[string]string{"go.mod": goMod, "b.go": shapes, "a.go": "package shapes\n\nconst Early Kind = 99\n"})
	p, found := loadTree(t, Config{Dir: dir})
	wantText(t, dir, found, "")
	kind := p.roots[0].pkg.Types.Scope().Lookup("Kind").(*types.TypeName)
	if got, want := names(p.constants(kind.Type().(*types.Named))), []string{"Early", "Round", "Zig", "Aft", "hidden"}; !slices.Equal(got, want) {
		t.Errorf("constants %v, want %v", got, want)
	}
}

func TestDeclOf(t *testing.T) {
	for name, env := range map[string][]string{"": nil, "trimpath": {"GOFLAGS=-trimpath"}} {
		t.Run(name, func(t *testing.T) {
			p, pkg := foreignProgram(t, env...)
			kind := pkg.Scope().Lookup("Kind")
			p.constants(kind.Type().(*types.Named)) // completes the scope
			pair := pkg.Scope().Lookup("Pair").Type().Underlying().(*types.Struct)
			base := pkg.Scope().Lookup("Base").Type().Underlying().(*types.Struct)
			deep := pair.Field(5).Type().(*types.Struct)
			p.complete(p.pkgs["io/fs"].Types)
			mode := p.pkgs["io/fs"].Types.Scope()
			tests := []struct {
				obj          types.Object
				doc, comment string
			}{
				{kind, "Kind of a shape.", ""},
				{pkg.Scope().Lookup("Pair"), "Pair is in a group.", ""},
				{pkg.Scope().Lookup("Round"), "Round has no corners.", ""},
				{pkg.Scope().Lookup("Aft"), "", "both on one line"},
				{pkg.Scope().Lookup("Early"), "Early comes first.", ""},
				{pkg.Scope().Lookup("Odd"), "Odd has another file's name.", ""},
				{pkg.Scope().Lookup("Y"), "Y is generated.", ""},
				{pair.Field(0), "Left hand.", ""},
				{pair.Field(1), "", "right hand"},
				{pair.Field(3), "", ""},
				{pair.Field(4), "", ""},
				{deep.Field(0), "Inner is nested.", ""},
				{mode.Lookup("ModeDir"), "The single letters are the abbreviations\nused by the String method's formatting.", "d: is a directory"},
				{mode.Lookup("FileMode"), "A FileMode represents", ""},
			}
			for _, tt := range tests {
				d, ok := p.declOf(tt.obj)
				if !ok {
					t.Errorf("%v: not found", tt.obj)
					continue
				}
				if doc := strings.TrimSpace(d.doc.Text()); !strings.HasPrefix(doc, tt.doc) || (doc == "") != (tt.doc == "") {
					t.Errorf("%v: doc %q, want %q", tt.obj, doc, tt.doc)
				}
				if comment := strings.TrimSpace(d.comment.Text()); comment != tt.comment {
					t.Errorf("%v: comment %q, want %q", tt.obj, comment, tt.comment)
				}
				at := p.fset.PositionFor(d.name, false)
				if got := string(d.file.src[at.Offset : at.Offset+len(tt.obj.Name())]); got != tt.obj.Name() || !filepath.IsAbs(at.Filename) {
					t.Errorf("%v: the name is at %v, where %q stands", tt.obj, at, got)
				}
			}
			if d, ok := p.declOf(deep.Field(0)); !ok || d.node.(*ast.Field).Tag == nil {
				t.Error("the tag of a field is lost")
			}
			x := base.Field(0).Type().(*types.Struct).Field(0)
			if d, ok := p.declOf(x); ok {
				t.Errorf("of two fields X on one line, %v was guessed", p.fset.Position(d.name))
			}
			if _, ok := p.declOf(types.Universe.Lookup("error")); ok {
				t.Error("error is declared nowhere")
			}
		})
	}
}

// Every exported name that the sources of a package declare is in its scope
// and is found, on the line where its position says.
func TestDeclOfFindsEverything(t *testing.T) {
	dir := writeTree(t, map[string]string{"go.mod": goMod, "m.go": "package m\n\nimport (\n\t_ \"encoding/json\"\n\t_ \"time\"\n)\n"})
	p, _ := loadTree(t, Config{Dir: dir})
	for _, path := range []string{"encoding/json", "time", "reflect", "io/fs"} {
		pkg := p.pkgs[path].Types
		p.complete(pkg)
		declared := exportedNames(t, p.pkgs[path].GoFiles)
		if len(declared) < 20 {
			t.Errorf("%s: the oracle finds only %v", path, declared)
		}
		for _, name := range declared {
			obj := pkg.Scope().Lookup(name)
			if obj == nil {
				t.Errorf("%s.%s is not in scope", path, name)
				continue
			}
			d, ok := p.declOf(obj)
			if !ok {
				t.Errorf("%v: not found", obj)
				continue
			}
			if at := p.fset.Position(d.name); at.Line != p.fset.Position(obj.Pos()).Line {
				t.Errorf("%v: found at line %d, declared at %v", obj, at.Line, p.fset.Position(obj.Pos()))
			}
			checkFields(t, p, obj)
		}
	}
}

// exportedNames lists what files declare at package level.
func exportedNames(t *testing.T, files []string) []string {
	t.Helper()
	var out []string
	for _, name := range files {
		// Deprecated object resolution is the point: it is not our code.
		tree, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for id := range tree.Scope.Objects {
			if ast.IsExported(id) {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return out
}

func checkFields(t *testing.T, p *program, obj types.Object) {
	t.Helper()
	st, ok := obj.Type().Underlying().(*types.Struct)
	if _, isType := obj.(*types.TypeName); !isType || !ok || obj.(*types.TypeName).IsAlias() {
		return
	}
	for i := range st.NumFields() {
		if d, ok := p.declOf(st.Field(i)); !ok || d.node.Pos() == d.node.End() {
			t.Errorf("%v: field %v not found", obj, st.Field(i))
		}
	}
}

func TestImportName(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"go.mod":        goMod,
		"m.go":          "package m\n\nimport (\n\t_ \"math/rand/v2\"\n\t_ \"example.com/m/go-geo\"\n)\n",
		"go-geo/geo.go": "package geo\n",
	})
	p, _ := loadTree(t, Config{Dir: dir})
	for path, want := range map[string]string{"math/rand/v2": "rand", "example.com/m/go-geo": "geo", "example.com/m": "m", "example.com/gone": ""} {
		if got := p.importName(path); got != want {
			t.Errorf("importName(%s) = %q, want %q", path, got, want)
		}
	}
}
