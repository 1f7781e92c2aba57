package house

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/mcpgen/mcpgen"

type reachRule struct {
	from string
	may  []string
	why  string
}

// reach says which packages of this module a package may depend on, directly
// or through others. The first rule that matches a package counts; all of them
// may reach themselves. A package without a rule fails the test.
var reach = []reachRule{
	{"internal/diag", nil, "the leaf that everything else reports through"},
	{"internal/owned", nil, "a helper for file contents"},
	{"internal/bench", []string{"runtime/..."}, "generated code beside its peers, which only its tests use"},
	{"internal/hostile", []string{"runtime/..."}, "generated code under attack, which only its tests are"},
	{"internal/house", nil, "only tests of other packages use it"},
	{"internal/helper", nil, "it knows the go command and types by name, and no more"},
	{"internal/model", []string{"internal/diag", "runtime/format", "runtime/planner", "runtime/uri"}, "the seam: plain data and its checks; formats, URIs and first sentences are judged by the code that judges them later"},
	{"runtime/handle", nil, "a store, and the JSON in it, know nothing of servers"},
	{"internal/tokens", []string{"runtime/planner/..."}, "it counts texts and lines, wherever they are from"},
	{"runtime/...", []string{"runtime/..."}, "generated code and users depend on it, so it depends on nothing of ours"},
	{"templates", nil, "embedded text and nothing else"},
	{"parser/directive", []string{"internal/diag", "runtime/near"}, "the grammar knows nothing of Go's types"},
	{"parser/pattern", nil, "the syntax of patterns, and no more"},
	{"parser/tag", []string{"parser/directive", "internal/diag", "runtime/near"}, "a dialect of the same arguments, which knows nothing of Go's types"},
	{"parser", []string{"parser/directive", "parser/pattern", "parser/tag", "internal/model", "internal/diag", "internal/owned", "runtime/format", "runtime/near", "runtime/planner", "runtime/uri"}, "source to contract, and no artefact in sight"},
	{"emit/...", []string{"emit/...", "internal/model", "internal/diag", "internal/owned", "runtime/...", "templates"}, "contract to artefact, and no source in sight"},
	{"internal/oracle/probe", []string{"runtime/..."}, "it runs inside a program of generated code"},
	{"internal/oracle/document", []string{"runtime/format"}, "documents and schemas are JSON, whatever makes and judges them"},
	{"internal/oracle/judge", []string{"internal/oracle/document", "internal/oracle/probe", "runtime/..."}, "it sees what generated code wrote, not how it was made"},
	{"internal/oracle/program", []string{"internal/oracle/probe", "runtime/..."}, "it speaks to generated code through a pipe"},
	{"internal/oracle", []string{"parser/...", "emit/...", "internal/...", "runtime/...", "templates"}, "tests of the whole pipeline"},
	{"internal/gen", []string{"parser/...", "emit/...", "internal/...", "runtime/...", "templates"}, "the one place where parser and emitters meet"},
	{"examples/...", []string{"examples/...", "runtime/..."}, "an example that imports internals teaches nobody"},
	{"scripts/...", nil, "helpers of the Makefile speak to programs, not to packages"},
	{"cmd/...", []string{"parser/...", "emit/...", "internal/...", "runtime/...", "templates"}, "the top: see direct for what it may name itself"},
	{"golden", []string{"parser/...", "emit/...", "internal/...", "runtime/...", "templates"}, "tests of the whole pipeline"},
}

// forbidden lists what a package must not depend on, directly or through
// others.
var forbidden = []struct{ from, to, why string }{
	{"runtime/...", "github.com/dave/jennifer/...", "a user's program does not generate code"},
	{"runtime/...", "golang.org/x/tools/...", "a user's program does not load packages"},
	{"runtime/...", "github.com/invopop/...", "schemas are constants in the generated code"},
	{"runtime/...", "github.com/urfave/...", "a library has no command line"},
	{"runtime/handle", "github.com/modelcontextprotocol/...", "values are kept whatever protocol asks for them"},
	{"runtime/...", "github.com/tiktoken-go/...", "a user's program carries no vocabulary of a tokenizer"},
	{"examples/...", "golang.org/x/tools/...", "what a user's program links is the runtime alone"},
	{"examples/...", "github.com/dave/jennifer/...", "what a user's program links is the runtime alone"},
	{"parser/...", "github.com/dave/jennifer/...", "the parser writes no code"},
	{"parser/directive", "github.com/invopop/...", "directives are a dialect of their own"},
	{"emit/...", "golang.org/x/tools/...", "emitters see the contract, not the source"},
	{"emit/...", "go/types", "emitters see the contract, not the source"},
	{"internal/model", "go/types", "no type-checker value crosses the seam"},
	{"internal/model", "golang.org/x/tools/...", "no type-checker value crosses the seam"},
	{"internal/diag", "golang.org/x/tools/...", "findings are for every layer"},
}

// direct lists what a package must not import itself, though it may reach it.
// Emitters reach go/ast through jennifer, which formats with go/format.
var direct = []struct{ from, to, why string }{
	{"parser", "github.com/invopop/...", "the parser writes no schema; parser/tag reads its tags"},
	{"cmd/...", "parser/...", "the command goes through internal/gen"},
	{"cmd/...", "emit/...", "the command goes through internal/gen"},
	{"cmd/...", "golang.org/x/tools/...", "the command goes through internal/gen"},
	{"emit/...", "go/ast", "emitters see the contract, not the source"},
	{"emit/...", "go/parser", "emitters see the contract, not the source"},
	{"internal/model", "go/ast", "no syntax tree crosses the seam"},
	{"internal/gen", "go/types", "only the parser sees types"},
	{"internal/gen", "go/ast", "only the parser sees source"},
	{"internal/gen", "go/parser", "only the parser sees source"},
	{"internal/gen", "github.com/dave/jennifer/...", "only emitters write code"},
}

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// list runs go list once over the root module and all it depends on.
func list(t *testing.T) map[string]listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Imports,Deps", "./...")
	cmd.Dir = Root(t)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	packages := map[string]listed{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = p
	}
}

// full gives a pattern of a rule its module; the paths of other modules have a
// dot in the first element, and the standard library's rules begin with go/.
func full(pattern string) string {
	first, _, _ := strings.Cut(pattern, "/")
	if strings.Contains(first, ".") || first == "go" {
		return pattern
	}
	return module + "/" + pattern
}

func match(pattern, path string) bool {
	base, tree := strings.CutSuffix(full(pattern), "/...")
	return path == base || tree && strings.HasPrefix(path, base+"/")
}

func matchAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return match(p, path) })
}

func ours(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }

func TestImportDirection(t *testing.T) {
	packages := list(t)
	used := map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		if !ours(path) {
			continue
		}
		i := slices.IndexFunc(reach, func(r reachRule) bool { return match(r.from, path) })
		if i < 0 {
			t.Errorf("%s has no rule in the table reach", path)
			continue
		}
		used[reach[i].from] = true
		for _, dep := range packages[path].Deps {
			if ours(dep) && !match(reach[i].from, dep) && !matchAny(reach[i].may, dep) {
				t.Errorf("%s must not reach %s (%s)\n\t%s", path, dep, reach[i].why, route(packages, path, dep))
			}
		}
	}
	for _, r := range reach {
		if !used[r.from] {
			t.Errorf("the rule for %s matches no package", r.from)
		}
	}
}

func TestForbiddenImports(t *testing.T) {
	packages := list(t)
	for _, r := range forbidden {
		apply(t, packages, r.from, r.to, r.why, func(p listed) []string { return p.Deps })
	}
	for _, r := range direct {
		apply(t, packages, r.from, r.to, r.why, func(p listed) []string { return p.Imports })
	}
}

// apply checks one forbidden edge, and that both its ends exist: a rule about
// a package that was renamed would hold for ever.
func apply(t *testing.T, packages map[string]listed, from, to, why string, edges func(listed) []string) {
	t.Helper()
	fromSeen, toSeen := false, false
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		toSeen = toSeen || match(to, path)
		if !match(from, path) {
			continue
		}
		fromSeen = true
		for _, dep := range edges(packages[path]) {
			if match(to, dep) {
				t.Errorf("%s must not depend on %s (%s)\n\t%s", path, dep, why, route(packages, path, dep))
			}
		}
	}
	if !fromSeen || !toSeen {
		t.Errorf("the rule from %s to %s matches no package (from %v, to %v)", from, to, fromSeen, toSeen)
	}
}

// route returns a shortest chain of imports.
func route(packages map[string]listed, from, to string) string {
	via := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range packages[queue[0]].Imports {
			if _, seen := via[next]; !seen {
				via[next] = queue[0]
				queue = append(queue, next)
			}
		}
	}
	chain := []string{to}
	for at := via[to]; at != ""; at = via[at] {
		chain = append([]string{at}, chain...)
	}
	return strings.Join(chain, " -> ")
}
