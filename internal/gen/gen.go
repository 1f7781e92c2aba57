// Package gen is the pipeline of mcpgen: load, parse, check, emit. [Generate]
// turns packages into files in memory and writes nothing; [Result.Write] is a
// second step and decides nothing. The command, the goldens and the benchmarks
// all go through here.
package gen

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"

	"github.com/mcpgen/mcpgen/emit"
	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/helper"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser"
)

// Config says what to generate and from what.
type Config struct {
	// Dir is the directory that patterns and the folders below are relative
	// to; "" is the current one.
	Dir string
	// Patterns are package patterns as the go command takes them, or .go files,
	// which mean their package; none means ".".
	Patterns []string
	// Tags is the value of the go command's -tags flag.
	Tags string
	// Env is the environment of the go command; nil means that of the process.
	Env []string
	// ClientDir is the folder of a separate client package; "" for none.
	ClientDir string
	// DocsDir is the folder of the reference pages; "" for none.
	DocsDir string
	// Strict raises warnings to errors.
	Strict bool
	// Helper runs the JSONSchema methods of types whose JSON code hides their
	// form.
	Helper bool
	// Budget is how many tokens the planner lines of all tools may take; 0 for
	// any number.
	Budget int
}

// Result is what a run has found and would write.
type Result struct {
	// Packages are the contracts of the packages with directives, by path.
	Packages []*model.Package
	// Files are the generated files, by path; none when a finding is an error.
	Files []emit.File
	// Remove lists, by path, files that mcpgen wrote earlier and that nothing
	// stands behind any more.
	Remove []string
	// Unmet are the modules that do not require yet what the files import.
	Unmet []string
	// Findings are sorted by position.
	Findings diag.List
}

// UsageError says that a request makes no sense, such as one client folder for
// two packages.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// BugError is a fault of mcpgen itself: the contract was checked, and still an
// emitter failed on it.
type BugError struct{ Err error }

func (e *BugError) Error() string { return e.Err.Error() }
func (e *BugError) Unwrap() error { return e.Err }

// Load reads and checks the packages without emitting anything. What is wrong
// with them is in the findings; the error is for everything else, such as a go
// command that cannot be run.
func Load(ctx context.Context, cfg Config) (*Result, error) {
	run, err := load(ctx, cfg, nil)
	return run.Result, err
}

// Generate loads the packages and renders every file. It reads, never writes.
// Errors are a [UsageError], a [*BugError], the context's, or the system's.
func Generate(ctx context.Context, cfg Config) (*Result, error) {
	cfg, err := cfg.absolute()
	if err != nil {
		return nil, err
	}
	if err := cfg.checkFolders(); err != nil {
		return nil, err
	}
	folder, err := openClient(cfg)
	if err != nil {
		return nil, err
	}
	run, err := load(ctx, cfg, folder.pending())
	if err != nil || run.Findings.HasErrors() {
		return run.Result, err
	}
	if over, err := overBudget(cfg.Budget, run.Packages); err != nil || len(over) > 0 {
		run.Findings = append(run.Findings, over...).Sorted()
		return run.Result, err
	}
	files, err := render(ctx, cfg, folder, run.Packages)
	if err != nil {
		return nil, err
	}
	blocked, err := inTheWay(files)
	if err != nil {
		return nil, err
	}
	if blocked = append(blocked, folder.clashes(run.Packages)...); len(blocked) > 0 {
		run.Findings = append(run.Findings, blocked...).Sorted()
		return run.Result, nil
	}
	run.Files, run.Unmet = files, unmet(cfg, files)
	run.Remove, err = removable(cfg, run, files)
	return run.Result, err
}

// loaded is a result, and what decides about old output.
type loaded struct {
	*Result
	orphans []string // old output with no directive beside it, or superseded
	empty   []string // import paths of the packages without directives
}

// schemas is what runs the JSONSchema methods of a package's types; nil when
// none are to be run.
func (cfg Config) schemas() func(context.Context, parser.Root, string, []parser.SchemaType) (map[string]string, error) {
	if !cfg.Helper {
		return nil
	}
	var ahead map[string][]byte
	return func(ctx context.Context, r parser.Root, name string, list []parser.SchemaType) (map[string]string, error) {
		if ahead == nil {
			ahead = cfg.ahead(ctx)
		}
		job := helper.Job{Dir: r.Dir, Path: r.Path, Package: name, Tags: cfg.Tags, Env: cfg.Env, Ahead: ahead}
		for _, t := range list {
			job.Types = append(job.Types, helper.Type(t))
		}
		return helper.Run(ctx, job)
	}
}

// ahead is the Go code that a run without the methods would write, by path: the
// packages whose methods run may already call it. It has nothing where such a
// run fails, which says so itself.
func (cfg Config) ahead(ctx context.Context) map[string][]byte {
	cfg.Helper, cfg.Strict = false, false
	code := map[string][]byte{}
	run, err := Generate(ctx, cfg)
	if err != nil {
		return code
	}
	for _, file := range run.Files {
		if filepath.Ext(file.Path) == ".go" {
			code[file.Path] = file.Content
		}
	}
	return code
}

func load(ctx context.Context, cfg Config, pending map[string]string) (loaded, error) {
	parsed, err := parser.Parse(ctx, parser.Config{
		Dir: cfg.Dir, Patterns: cfg.Patterns, Tags: cfg.Tags, Env: cfg.Env, Pending: pending, Schemas: cfg.schemas(),
	})
	if err != nil {
		return loaded{}, err
	}
	run := loaded{
		Result:  &Result{Packages: parsed.Packages, Findings: parsed.Findings},
		orphans: append(supersede(parsed.Packages), parsed.Orphans...),
	}
	for _, pkg := range run.Packages {
		run.Findings = append(run.Findings, model.Check(pkg)...)
	}
	for _, root := range parsed.Roots {
		has := func(p *model.Package) bool { return p.Path == root.Path }
		if !slices.ContainsFunc(run.Packages, has) {
			run.empty = append(run.empty, root.Path)
		}
	}
	if len(run.Packages) == 0 && !run.Findings.HasErrors() {
		run.Findings = append(run.Findings, diag.New(token.Position{}, diag.NothingHere,
			"no package has a directive", "write //mcp:tool in the doc comment of a function"))
	}
	if cfg.Strict {
		run.Findings = run.Findings.Strict()
	}
	run.Findings = run.Findings.Sorted()
	return run, ctx.Err()
}

// Render emits every file of checked contracts, by path. Folders in cfg are
// absolute. Errors are those of [Generate].
func Render(ctx context.Context, cfg Config, pkgs []*model.Package) ([]emit.File, error) {
	folder, err := openClient(cfg)
	if err != nil {
		return nil, err
	}
	return render(ctx, cfg, folder, pkgs)
}

func render(ctx context.Context, cfg Config, folder *clientFolder, pkgs []*model.Package) ([]emit.File, error) {
	if err := oneClient(cfg, pkgs); err != nil {
		return nil, err
	}
	var files []emit.File
	from := map[string]*model.Package{}
	for _, e := range emitters(cfg, folder) {
		for _, pkg := range pkgs {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			more, err := e.Emit(pkg)
			if err != nil {
				return nil, &BugError{fmt.Errorf("emit %s of %s: %w", e.Name(), pkg.Path, err)}
			}
			for _, f := range more {
				if other, ok := from[f.Path]; ok {
					return nil, clash(f.Path, other, pkg, e)
				}
				from[f.Path] = pkg
			}
			files = append(files, more...)
		}
	}
	slices.SortFunc(files, func(a, b emit.File) int { return cmp.Compare(a.Path, b.Path) })
	return files, nil
}

// clash refuses two files of one path, as the pages of two packages of one
// name would be.
func clash(path string, a, b *model.Package, e emit.Emitter) error {
	return UsageError(fmt.Sprintf("packages %s and %s would both write %s; run mcpgen once for each, with a -%s folder of its own",
		a.Path, b.Path, filepath.Base(path), e.Name()))
}

// oneClient refuses a client folder for several packages, and one that is the
// package's own: the two files would declare the same names.
func oneClient(cfg Config, pkgs []*model.Package) error {
	switch {
	case cfg.ClientDir == "" || len(pkgs) == 0:
		return nil
	case len(pkgs) > 1:
		return UsageError(fmt.Sprintf("-client takes one package, but %d have directives: %s; run mcpgen once for each",
			len(pkgs), pathsOf(pkgs)))
	case sameDir(cfg.ClientDir, pkgs[0].Dir):
		return UsageError(fmt.Sprintf("-client names the folder of package %s; a client has a folder of its own", pkgs[0].Path))
	}
	return nil
}

func pathsOf(pkgs []*model.Package) string {
	var list string
	for i, p := range pkgs {
		switch {
		case i == 3 && len(pkgs) > 4:
			return list + ", ..."
		case i > 0:
			list += ", "
		}
		list += p.Path
	}
	return list
}

// absolute returns the configuration with every folder absolute.
func (cfg Config) absolute() (Config, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return cfg, err
	}
	cfg.Dir = dir
	for _, d := range []*string{&cfg.ClientDir, &cfg.DocsDir} {
		if *d != "" && !filepath.IsAbs(*d) {
			*d = filepath.Join(dir, *d)
		}
	}
	return cfg, nil
}

// checkFolders refuses a file where a folder is meant.
func (cfg Config) checkFolders() error {
	for _, f := range []struct{ flag, dir string }{{"client", cfg.ClientDir}, {"docs", cfg.DocsDir}} {
		if file := fileIn(f.dir); f.dir != "" && file != "" {
			return UsageError(fmt.Sprintf("-%s takes a folder, but %q is a file", f.flag, diag.Short(file, cfg.Dir)))
		}
	}
	return nil
}

// fileIn returns the element of a path that is no folder; "" when all are, or
// are yet to be made.
func fileIn(path string) string {
	for {
		info, err := os.Stat(path)
		switch parent := filepath.Dir(path); {
		case err == nil && !info.IsDir():
			return path
		case err == nil || parent == path:
			return ""
		default:
			path = parent
		}
	}
}
