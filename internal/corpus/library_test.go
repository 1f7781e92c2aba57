package corpus

import (
	"cmp"
	"context"
	"go/types"
	"math/rand/v2"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// library is a module whose exported structs are under test.
type library struct {
	// name is that of its table and its folder.
	name, module string
	packages     []string // patterns
	sample       int      // how many structs to take; 0 for all
	least        int      // how many of a hundred are to be carried
	// declared are the schemas of types with JSON code, by import path and name.
	declared map[string]string
}

var libraries = []library{
	{
		name: "k8s", module: "k8s.io/api", packages: []string{"k8s.io/api/core/v1", "k8s.io/api/apps/v1"}, least: 98,
		declared: k8sTypes,
	},
	{
		name: "s3", module: "github.com/aws/aws-sdk-go-v2/service/s3", packages: []string{"github.com/aws/aws-sdk-go-v2/service/s3/types"}, least: 98,
	},
	{
		name: "otlp", module: "go.opentelemetry.io/proto/otlp", packages: []string{"go.opentelemetry.io/proto/otlp/..."}, least: 35,
	},
	{
		name: "github", module: "github.com/google/go-github/v89", packages: []string{"github.com/google/go-github/v89/github"}, least: 98,
		declared: githubTypes,
	},
	{
		name: "stripe", module: "github.com/stripe/stripe-go/v85", packages: []string{"github.com/stripe/stripe-go/v85"}, sample: 500, least: 88,
	},
}

// subject is one exported struct.
type subject struct {
	pkg, within, name string
}

// String is the name in tables: that of the type, with the path of its package
// below the module.
func (s subject) String() string { return s.within + "." + s.name }

// alias is the name that a source of ours imports the package by.
func (s subject) alias() string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, "pkg/"+s.within)
}

// spell writes the type in Go.
func (s subject) spell() string { return s.alias() + "." + s.name }

// subjects lists the structs of a library: those of the sample, or all. Generic
// ones are none before they have arguments, and an alias is another's name.
func subjects(ctx context.Context, t *testing.T, lib library) []subject {
	t.Helper()
	// Built once here, the packages are not built by two loads at a time later.
	if out, err := exec.CommandContext(ctx, "go", append([]string{"build"}, lib.packages...)...).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	mode := packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile
	pkgs, err := packages.Load(&packages.Config{Context: ctx, Mode: mode}, lib.packages...)
	if err != nil {
		t.Fatal(err)
	}
	var list []subject
	for _, pkg := range pkgs {
		for _, e := range pkg.Errors {
			t.Fatal(e)
		}
		for _, name := range pkg.Types.Scope().Names() {
			if isSubject(pkg.Types.Scope().Lookup(name)) {
				list = append(list, subject{pkg.PkgPath, within(lib, pkg.PkgPath), name})
			}
		}
	}
	byName := func(a, b subject) int { return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name)) }
	slices.SortFunc(list, byName)
	if lib.sample > 0 {
		random := rand.New(rand.NewPCG(1, 2))
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		list = list[:lib.sample]
		slices.SortFunc(list, byName)
	}
	return list
}

// within is the path of a package below its module, or its last element.
func within(lib library, pkg string) string {
	if below, ok := strings.CutPrefix(pkg, lib.module+"/"); ok {
		return below
	}
	return path.Base(pkg)
}

func isSubject(obj types.Object) bool {
	name, ok := obj.(*types.TypeName)
	if !ok || !name.Exported() || name.IsAlias() {
		return false
	}
	named := name.Type().(*types.Named)
	_, isStruct := named.Underlying().(*types.Struct)
	return isStruct && named.TypeParams().Len() == 0
}
