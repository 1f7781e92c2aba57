package parser

import (
	"cmp"
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// loadMode asks for syntax and types of the roots and for the export data of
// everything else, so that no dependency is type-checked from source.
const loadMode = packages.LoadSyntax | packages.NeedExportFile | packages.NeedModule

// Config says which packages to read, and how the go command is to be asked
// for them. The go command's own settings (go.work, vendor, GOFLAGS, GOPROXY)
// hold as for go build.
type Config struct {
	// Dir is the directory that patterns are relative to; "" is the current one.
	Dir string
	// Patterns are directories, .go files, which stand for their directory,
	// and import paths, with or without "..."; none means ".".
	Patterns []string
	// Tags is the value of go build's -tags flag; "" leaves the flag out.
	Tags string
	// Env is the environment of the go command; nil means os.Environ.
	Env []string
	// Pending holds the files that this run will write or replace beside the
	// output of a package, by absolute path, each with the text that stands for
	// it in the load. What is there now, or is not there yet, is not looked at.
	Pending map[string]string
	// Schemas runs the methods JSONSchema of types for a package of the given
	// name, and returns what they return by import path and name; nil leaves
	// such methods alone.
	Schemas func(ctx context.Context, r Root, name string, list []SchemaType) (map[string]string, error)
}

// program is what one run has loaded.
type program struct {
	fset *token.FileSet
	// roots are the packages asked for, by import path. Positions of different
	// files must not be compared as numbers: files are parsed side by side.
	roots []*root
	// orphans are output files of ours in directories that hold no other Go
	// file of this build: there is nothing left to generate there.
	orphans []string

	pkgs    map[string]*packages.Package // the whole import graph, by import path
	view    map[string]*types.Package    // every types.Package of the load, by path
	foreign map[string]*sources          // declarations of packages, by import path
}

// root is one package to generate for.
type root struct {
	pkg   *packages.Package
	dir   string
	files []*file // by name
	// old holds our existing output files in dir; they are not part of pkg.
	old []string
	// broken: a file or an import could not be read, and a finding says so.
	// Types are incomplete then, and errors about them are consequences.
	broken bool

	typeErrors []typeError
}

// file is one source file.
type file struct {
	name string // absolute
	// src is what ast was parsed from: for a cgo file the output of cmd/cgo.
	src []byte
	ast *ast.File
	// constrained is the build constraint that the file stands under, such as
	// "//go:build linux"; "" for none.
	constrained string
	// broken: the file has a syntax error and ast is partial.
	broken bool
	// asks are the mentions of forms in the bodies, which ast lacks.
	asks []ask
}

// loader carries the state of one load.
type loader struct {
	Config
	targets targets
	outputs map[string]output // by directory
	listed  []string          // directories of the packages that the go command found
	failed  bool              // the go command gave up; a finding says why
	reader  *reader
	prog    *program
	found   diag.List
}

// load reads the packages that cfg names. What is wrong with the user's source
// or arguments is a finding; the error is for a go command that cannot be run
// and for the end of ctx. The program is nil exactly when there is an error.
func load(ctx context.Context, cfg Config) (*program, diag.List, error) {
	l, err := newLoader(cfg)
	if err != nil {
		return nil, nil, err
	}
	if err := l.locate(ctx); err != nil {
		return nil, nil, err
	}
	pkgs, err := l.packages(ctx)
	if err != nil {
		return nil, nil, err
	}
	if len(l.targets.queries) > 0 && !l.failed {
		l.scanUnlisted()
	}
	l.prog.graph(pkgs)
	for _, pkg := range pkgs {
		l.addRoot(pkg)
	}
	l.addOrphans()
	slices.SortFunc(l.prog.roots, func(a, b *root) int { return cmp.Compare(a.pkg.PkgPath, b.pkg.PkgPath) })
	return l.prog, l.found.Sorted(), ctx.Err()
}

func newLoader(cfg Config) (*loader, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	cfg.Dir = dir
	if cfg.Env == nil {
		cfg.Env = os.Environ()
	}
	cfg.Pending = maps.Clone(cfg.Pending)
	if cfg.Pending == nil {
		cfg.Pending = map[string]string{}
	}
	if len(cfg.Patterns) == 0 {
		cfg.Patterns = []string{"."}
	}
	return &loader{
		Config:  cfg,
		outputs: map[string]output{},
		reader:  newReader(),
		prog:    &program{fset: token.NewFileSet(), foreign: map[string]*sources{}},
	}, nil
}

func (l *loader) report(pos token.Position, code diag.Code, msg, hint string, related ...diag.Related) {
	l.found = append(l.found, diag.New(pos, code, msg, hint, related...))
}

// locate finds the directories of the roots, and in them our old output.
func (l *loader) locate(ctx context.Context) error {
	l.targets = l.resolve(l.Patterns)
	dirs := l.targets.dirs
	if len(l.targets.queries) > 0 {
		more, err := l.queryDirs(ctx)
		if err != nil {
			return err
		}
		dirs = append(slices.Clone(dirs), more...)
	}
	l.listed = dirs
	for _, dir := range dirs {
		l.outputs[dir] = findOutput(dir)
		client := filepath.Join(dir, model.ClientFile)
		if text, stale := staleClient(client); stale && !l.isPending(client) {
			l.Pending[client] = text
		}
	}
	return nil
}

// packages loads the roots without our old output.
func (l *loader) packages(ctx context.Context) ([]*packages.Package, error) {
	patterns := l.targets.patterns()
	if len(patterns) == 0 {
		return nil, nil
	}
	flags := l.buildFlags()
	ov, err := l.writeOverlay()
	if err != nil {
		return nil, err
	}
	defer ov.remove()
	l.reader.replace = ov.replace
	flags = append(flags, ov.flags()...)
	pkgs, err := packages.Load(&packages.Config{
		Context:    ctx,
		Mode:       loadMode,
		Dir:        l.Dir,
		Env:        l.Env,
		BuildFlags: flags,
		Fset:       l.prog.fset,
		ParseFile:  l.reader.parse,
	}, patterns...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || len(pkgs) == 0 {
		return nil, l.explain(ctx, flags, err)
	}
	return pkgs, nil
}

func (l *loader) buildFlags() []string {
	if l.Tags == "" {
		return nil
	}
	return []string{"-tags=" + l.Tags}
}

// addRoot turns a loaded package into a root, unless there is nothing in it.
func (l *loader) addRoot(pkg *packages.Package) {
	r := &root{pkg: pkg, dir: pkg.Dir, files: l.reader.filesOf(l.prog.fset, pkg)}
	out := l.outputIn(r.dir)
	if out.state == ours {
		r.old = []string{out.path}
	}
	skipped := l.checkSkipped(pkg)
	switch found := l.checkFiles(r); {
	case found && out.state == notOurs:
		l.report(token.Position{Filename: out.path}, diag.NotOurs, out.problem, "rename or delete it")
	case out.flaw.Code != "":
		l.found = append(l.found, out.flaw)
		r.broken = true
	}
	l.checkErrors(r, skipped)
	if len(r.files) == 0 {
		return
	}
	r.typeErrors = typeErrorsOf(pkg)
	l.prog.roots = append(l.prog.roots, r)
}

// outputIn returns what stands in the directory of a package. The go command
// may spell a directory in another way than the user does.
func (l *loader) outputIn(dir string) output {
	if out, ok := l.outputs[dir]; ok {
		return out
	}
	for known, out := range l.outputs {
		if sameDir(known, dir) {
			return out
		}
	}
	return findOutput(dir)
}

func sameDir(a, b string) bool {
	if a == b {
		return true
	}
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// addOrphans lists our output files where no package was found. A directory
// whose package cannot be read is listed too; its finding stops the run.
func (l *loader) addOrphans() {
	for dir, out := range l.outputs {
		used := slices.ContainsFunc(l.prog.roots, func(r *root) bool { return sameDir(r.dir, dir) })
		if out.state == ours && !used {
			l.prog.orphans = append(l.prog.orphans, out.path)
		}
	}
	slices.Sort(l.prog.orphans)
}
