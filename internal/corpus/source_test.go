package corpus

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "github.com/mcpgen/mcpgen/internal/corpus"
	// workDir holds the generated packages; see the tests of package oracle.
	workDir = "_work"
	// groupSize is how many tools a package has. They share what is generated for
	// the types that they have in common, and packages compile side by side.
	groupSize = 60
)

// tool is a function under test. Its form is known once it has been read.
type tool struct {
	subject
	index int
	// alone: the struct is not the arguments but one of them.
	alone bool
	// wrapped: the result is not an object.
	wrapped bool
	// opaque lists the types with JSON code of which nothing is known.
	opaque []string
}

func (t *tool) toolName() string { return "t" + strconv.Itoa(t.index) }

// source is the function of a tool. It hands what stands for its arguments and
// its results on the wire to the program that it is part of, and returns what
// it got.
func (t *tool) source() string {
	args, results, value := "in", "in", "in"
	var b strings.Builder
	typ := "*" + t.spell()
	fmt.Fprintf(&b, "// T%d is under test.\n//\n//mcp:tool name=%s\nfunc T%d(ctx context.Context, in %s) (%s, error) {\n", t.index, t.toolName(), t.index, typ, typ)
	if t.alone {
		fmt.Fprintf(&b, "\targs := struct{ In %s `json:\"in\"` }{in}\n", typ)
		fmt.Fprintf(&b, "\tif in == nil {\n\t\tin = new(%s)\n\t}\n", t.spell())
		args = "&args"
	}
	if t.wrapped {
		fmt.Fprintf(&b, "\tresults := struct{ Result %s `json:\"result\"` }{*in}\n", t.spell())
		results, value = "&results", "&results.Result"
	}
	fmt.Fprintf(&b, "\terr := probe.Through(ctx, %s, %s)\n\treturn %s, err\n}\n", args, results, value)
	return b.String()
}

// group is a package of tools.
type group struct {
	dir, path string
	tools     []*tool
	// declared lists the types whose declarations the package needs.
	declared []string
}

// groups distributes tools over packages. A declaration that nothing needs is a
// finding, so each package has those of its own.
func groups(lib library, tools []*tool) []*group {
	var list []*group
	for part := range slices.Chunk(tools, groupSize) {
		name := fmt.Sprintf("%s/g%d", lib.name, len(list))
		g := &group{dir: filepath.Join(workDir, filepath.FromSlash(name)), path: module + "/" + workDir + "/" + name, tools: part}
		for _, t := range part {
			for _, id := range t.opaque {
				if lib.declared[id] != "" && !slices.Contains(g.declared, id) {
					g.declared = append(g.declared, id)
				}
			}
		}
		slices.Sort(g.declared)
		list = append(list, g)
	}
	return list
}

// file is the source of a group. Line says which tool stands where.
func (g *group) file(lib library) (text string, lines map[int]*tool) {
	var b strings.Builder
	for _, id := range g.declared {
		fmt.Fprintf(&b, "//mcp:type %s schema=%s\n", id, strconv.Quote(lib.declared[id]))
	}
	b.WriteString("package tools\n\nimport (\n\t\"context\"\n\n\t\"github.com/mcpgen/mcpgen/internal/oracle/probe\"\n")
	imports := map[string]string{}
	for _, t := range g.tools {
		imports[t.alias()] = t.pkg
	}
	for _, alias := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&b, "\t%s %q\n", alias, imports[alias])
	}
	b.WriteString(")\n")
	lines = map[int]*tool{}
	for _, t := range g.tools {
		from := strings.Count(b.String(), "\n")
		b.WriteString("\n" + t.source())
		for line := from; line <= strings.Count(b.String(), "\n"); line++ {
			lines[line+1] = t
		}
	}
	return b.String(), lines
}

// write puts a file into the work folder.
func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
