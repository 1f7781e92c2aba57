package parser

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// printer is a program that fills every string below a struct with its own
// selector and lets encoding/json say which of them reach the wire, under
// which name and in which order. Pointers are allocated, hidden ones too.
const printer = `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"unsafe"
)

func fill(v reflect.Value, path string) {
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	switch v.Kind() {
	case reflect.String:
		v.SetString(path)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), path)
	case reflect.Struct:
		for i := range v.NumField() {
			sub := v.Type().Field(i).Name
			if path != "" {
				sub = path + "." + sub
			}
			fill(v.Field(i), sub)
		}
	}
}

func main() {
	for _, p := range all {
		v := reflect.ValueOf(p).Elem()
		fill(v, "")
		text, err := json.Marshal(p)
		if err != nil {
			panic(err)
		}
		fmt.Print(v.Type().Name(), ":")
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.Token()
		for dec.More() {
			key, _ := dec.Token()
			var value any
			dec.Decode(&value)
			if _, ok := value.(map[string]any); ok {
				value = "{}"
			}
			fmt.Printf(" %v=%v", key, value)
		}
		fmt.Println()
	}
}
`

// known are cases from public bug reports.
const known = `package main

type P struct { First string ` + "`json:\"k\"`; Second string `json:\"k\"`" + `; Note string }
type Home struct{ Name, City string }
type Post struct{ Name, Zip string }
type Addr struct{ Home; Post }
type Head struct{ No string ` + "`json:\"no\"`" + ` }
type Sheet struct{ Head; No string ` + "`json:\"row_no\"`" + ` }
type core struct{ Size string }
type Hidden struct{ *core; X string }
type Base struct{ ID string ` + "`json:\"id\"`" + ` }
type N struct{ Base ` + "`json:\"base\"`" + ` }
type F struct{ Base ` + "`json:\",omitempty\"`" + ` }
type U struct{ A string ` + "`json:\"-\"`; B string `json:\"-,\"`" + ` }
type Self struct{ *Loop; A string }
type Loop struct{ B string }
type Alias = Home
type Aliased struct{ Alias; City string }
type G[T any] struct{ V T }
type Generic struct{ G[string] }
type Left struct{ Base; L string }
type Right struct{ Base; R string }
type Twice struct{ Left; Right }
type Str string
type str string
type Texts struct{ Str; str }
`

// The fields of a struct are those that encoding/json writes, in its order and
// from the same Go fields: for the known cases and for random structs.
func TestMembersLikeEncodingJSON(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	src := known + randomStructs(rand.New(rand.NewPCG(3, 4)), 200)
	names, pkg := checkStructs(t, src)
	var list strings.Builder
	for _, name := range names {
		list.WriteString("\tnew(" + name + "),\n")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "types.go"), src+"\nvar all = []any{\n"+list.String()+"}\n")
	write(t, filepath.Join(dir, "main.go"), printer)
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir, cmd.Stderr, cmd.Env = dir, os.Stderr, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, fields, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		want[name] = fields
	}
	for _, name := range names {
		obj := pkg.Scope().Lookup(name)
		kept, _, _ := members(obj.Type().Underlying().(*types.Struct), obj.Type())
		got := ""
		for _, m := range kept {
			value := dotted(m)
			if _, nested := types.Unalias(deref(m.field().Type())).Underlying().(*types.Struct); nested {
				value = "{}"
			}
			got += " " + m.name + "=" + value
		}
		if got != want[name] {
			t.Errorf("%s:\n got%s\nwant%s", name, got, want[name])
		}
	}
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// checkStructs type-checks src and lists its struct types in source order.
func checkStructs(t *testing.T, src string) (names []string, pkg *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "types.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	if pkg, err = (&types.Config{}).Check("main", fset, []*ast.File{f}, nil); err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		for _, s := range d.(*ast.GenDecl).Specs {
			spec := s.(*ast.TypeSpec)
			if _, ok := spec.Type.(*ast.StructType); ok && spec.TypeParams == nil {
				names = append(names, spec.Name.Name)
			}
		}
	}
	return names, pkg
}

func randomStructs(rnd *rand.Rand, n int) string {
	tags := []string{"", "", "", `json:"a"`, `json:"b"`, `json:"A"`, `json:"B,omitempty"`, `json:",omitempty"`, `json:"-"`, `json:"-,"`, `json:"a b!"`, `json:"q\"x"`, `xml:"a"`, `json:a`}
	var b strings.Builder
	for i := range n {
		name := fmt.Sprintf("T%d", i)
		if i%3 == 2 {
			name = fmt.Sprintf("t%d", i)
		}
		used := map[string]bool{}
		b.WriteString("type " + name + " struct {\n")
		for range 1 + rnd.IntN(5) {
			field, typ := []string{"A", "B", "C", "x"}[rnd.IntN(4)], " string"
			if i > 0 && rnd.IntN(2) == 0 {
				j := max(0, i-1-rnd.IntN(12))
				field, typ = fmt.Sprintf("T%d", j), ""
				if j%3 == 2 {
					field = fmt.Sprintf("t%d", j)
				}
			}
			if used[field] {
				continue
			}
			used[field] = true
			star := ""
			if typ == "" && rnd.IntN(3) == 0 {
				star = "*"
			}
			b.WriteString("\t" + star + field + typ)
			if tag := tags[rnd.IntN(len(tags))]; tag != "" {
				b.WriteString(" `" + tag + "`")
			}
			b.WriteString("\n")
		}
		b.WriteString("}\n")
	}
	return b.String()
}
