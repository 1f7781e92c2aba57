package corpus

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/gen"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/internal/oracle/program"
)

// carried is a tool for which there is code.
type carried struct {
	*tool
	input, output string // schemas
	// own: a value may hold types with code of their own, which may refuse what
	// the schema allows.
	own bool
}

// outcome is what mcpgen says to the structs of a library.
type outcome struct {
	carried []*carried
	// findings are the reasons against each of the others, by name.
	findings map[string][]string
	// warnings change nothing on the wire.
	warnings map[string]bool
	// warned are the structs that have one.
	warned map[string]bool
	groups []*group
}

// generate runs mcpgen twice: over all structs, and over those without a
// finding, with the declarations that they turned out to need.
func generate(ctx context.Context, t *testing.T, lib library, list []subject) *outcome {
	t.Helper()
	tools := make([]*tool, len(list))
	for i, s := range list {
		tools[i] = &tool{subject: s, index: i}
	}
	out := &outcome{findings: map[string][]string{}, warnings: map[string]bool{}, warned: map[string]bool{}}
	first := run(ctx, t, lib, groups(lib, tools), gen.Load, out)
	for _, pkg := range first.Packages {
		for _, contract := range pkg.Tools {
			its := byName(tools, contract.Name)
			its.alone, its.wrapped = !contract.Struct, contract.Wrap
			its.opaque, _ = ownCode(pkg, contract.Func.Params[0].Type)
		}
	}
	tools = slices.DeleteFunc(tools, func(its *tool) bool { return out.findings[its.String()] != nil })
	out.groups = groups(lib, tools)
	clear(out.warnings) // declared types have none
	clear(out.warned)
	second := run(ctx, t, lib, out.groups, gen.Generate, out)
	if second.Findings.HasErrors() {
		t.Fatalf("findings come and go: %v", out.findings)
	}
	if _, err := second.Write(); err != nil {
		t.Fatal(err)
	}
	for _, pkg := range second.Packages {
		for _, contract := range pkg.Tools {
			c := &carried{tool: byName(tools, contract.Name)}
			c.input, c.output = gen.Schemas(pkg, contract)
			c.opaque, c.own = ownCode(pkg, contract.Func.Params[0].Type)
			out.carried = append(out.carried, c)
		}
	}
	slices.SortFunc(out.carried, func(a, b *carried) int { return a.index - b.index })
	return out
}

func byName(tools []*tool, name string) *tool {
	return tools[slices.IndexFunc(tools, func(t *tool) bool { return t.toolName() == name })]
}

// run writes the groups, has mcpgen read them, and notes its findings.
func run(ctx context.Context, t *testing.T, lib library, list []*group,
	do func(context.Context, gen.Config) (*gen.Result, error), out *outcome,
) *gen.Result {
	t.Helper()
	lines := map[string]map[int]*tool{}
	var patterns []string
	for _, g := range list {
		text, at := g.file(lib)
		write(t, filepath.Join(g.dir, "tools.go"), text)
		lines[filepath.Base(g.dir)] = at
		patterns = append(patterns, "./"+filepath.ToSlash(g.dir))
	}
	res, err := do(ctx, gen.Config{Patterns: patterns})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range res.Findings {
		its := lines[filepath.Base(filepath.Dir(f.Pos.Filename))][f.Pos.Line]
		if its == nil {
			t.Fatalf("a finding about no function: %+v", f)
		}
		name, reason := its.String(), reasonOf(f)
		switch {
		case f.Severity == diag.Warning:
			out.warnings[route.ReplaceAllString(reason, " ")] = true
			out.warned[name] = true
		case !slices.Contains(out.findings[name], reason):
			out.findings[name] = append(out.findings[name], reason)
		}
	}
	return res
}

var (
	where = regexp.MustCompile(`^(in|result)([.\[:])`)
	route = regexp.MustCompile(` T[^ ]*: `)
)

// reasonOf is the finding, the same for the parameter and the result.
func reasonOf(f diag.Finding) string {
	return string(f.Code) + " " + where.ReplaceAllString(f.Msg, "T$2")
}

// ownCode looks through all types that a value of typ can hold.
func ownCode(pkg *model.Package, typ *model.Type) (opaque []string, own bool) {
	seen := map[string]bool{}
	var visit func(typ *model.Type)
	visit = func(typ *model.Type) {
		if typ == nil {
			return
		}
		visit(typ.Elem)
		visit(typ.Key)
		if typ.Kind != model.Ref || seen[typ.Ref] {
			return
		}
		seen[typ.Ref] = true
		n := pkg.Named(typ.Ref)
		if kind := codeOf(n); kind != "" {
			own = true
			if kind == "opaque" {
				opaque = append(opaque, n.ID)
			}
			return
		}
		visit(n.Type)
		for _, f := range n.Fields {
			visit(f.Type)
		}
	}
	visit(typ)
	slices.Sort(opaque)
	return opaque, own
}

// codeOf says whether a type has code of its own: "opaque" when nothing is
// known of what it writes, "" when it has none.
func codeOf(n *model.Named) string {
	text, err := json.Marshal(n)
	if err != nil {
		return "opaque"
	}
	var parts struct {
		Type struct{ Kind string }
		Code *struct{ Schema string }
	}
	switch err := json.Unmarshal(text, &parts); {
	case err != nil:
		return "opaque"
	case parts.Code == nil:
		return ""
	case parts.Type.Kind == "custom" && parts.Code.Schema == "":
		return "opaque"
	}
	return "known"
}

// build builds one program of all groups and returns its path.
func build(ctx context.Context, t *testing.T, lib library, list []*group) string {
	t.Helper()
	var paths []string
	for _, g := range list {
		paths = append(paths, g.path)
	}
	dir := filepath.Join(workDir, lib.name, "main")
	write(t, filepath.Join(dir, "main.go"), program.Main(paths))
	binary, err := filepath.Abs(filepath.Join(dir, "main.exe"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", binary, "./"+filepath.ToSlash(dir)).CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, firstLines(string(out), 40))
	}
	return binary
}

func firstLines(text string, n int) string {
	lines := strings.SplitN(text, "\n", n+1)
	if len(lines) <= n {
		return text
	}
	return fmt.Sprintf("%s\n...", strings.Join(lines[:n], "\n"))
}
