package parser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// targets are the packages asked for.
type targets struct {
	dirs    []string // absolute, as the user's path leads there
	queries []string // what only the go command can resolve
}

// patterns returns the arguments for the go command. The prefix keeps
// go/packages from reading a "=" in a path as one of its own queries.
func (t targets) patterns() []string {
	var out []string
	for _, p := range slices.Concat(t.dirs, t.queries) {
		out = append(out, "pattern="+p)
	}
	return out
}

// resolve sorts the patterns. A path that leads nowhere is a finding.
func (l *loader) resolve(patterns []string) targets {
	var t targets
	for _, p := range patterns {
		local, ok := l.localPath(p)
		if !ok {
			t.queries = appendNew(t.queries, p)
			continue
		}
		base, wild := beforeDots(local)
		switch info, err := os.Stat(base); {
		case err != nil:
			l.report(token.Position{Filename: base}, diag.LoadFailed, missing(p, err), "")
		case wild:
			t.queries = appendNew(t.queries, p)
		case info.IsDir():
			t.dirs = appendNew(t.dirs, local)
		case filepath.Ext(local) == ".go":
			t.dirs = appendNew(t.dirs, filepath.Dir(local))
		default:
			l.report(token.Position{Filename: local}, diag.LoadFailed, fmt.Sprintf("%q is neither a directory nor a Go file", p), "")
		}
	}
	return t
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func missing(pattern string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Sprintf("%q cannot be read: %v", pattern, errors.Unwrap(err))
	}
	if filepath.Ext(pattern) == ".go" {
		return fmt.Sprintf("there is no file %q", pattern)
	}
	return fmt.Sprintf("there is no directory %q", pattern)
}

// localPath makes a pattern that is a path absolute. As for the go command, a
// path is rooted or begins with a dot; a .go file needs neither. Import paths
// may end in .go too, but then begin with a host name.
func (l *loader) localPath(p string) (string, bool) {
	slash := filepath.ToSlash(p)
	first, _, _ := strings.Cut(slash, "/")
	switch {
	case filepath.IsAbs(p):
		return l.throughModule(filepath.Clean(p)), true
	case first == "." || first == "..", strings.HasSuffix(p, ".go") && l.isFile(p):
		return l.throughModule(filepath.Join(l.Dir, p)), true
	}
	return "", false
}

// throughModule spells a path that leads into the module only over a symbolic
// link, on either side, as the go command wants it: below the go.mod.
func (l *loader) throughModule(path string) string {
	root := l.Dir
	for parent := filepath.Dir(root); !hasGoMod(root); root, parent = parent, filepath.Dir(parent) {
		if parent == root {
			return path
		}
	}
	if below(root, path) || strings.Contains(path, "...") {
		return path
	}
	rel, err := filepath.Rel(realPath(root), realPath(path))
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return filepath.Join(root, rel)
}

func hasGoMod(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// below reports whether a path, as it is written, is dir or in it.
func below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// isFile tells a file from an import path that ends in .go.
func (l *loader) isFile(p string) bool {
	_, err := os.Stat(filepath.Join(l.Dir, p))
	first, _, isPath := strings.Cut(filepath.ToSlash(p), "/")
	return err == nil || !isPath || !strings.Contains(first, ".")
}

// beforeDots returns the directory that a path with "..." starts from.
func beforeDots(path string) (base string, wild bool) {
	before, _, wild := strings.Cut(path, "...")
	if !wild {
		return path, false
	}
	if i := strings.LastIndexByte(before, filepath.Separator); i > 0 {
		return before[:i], true
	}
	return string(filepath.Separator), true
}

// queryDirs asks the go command for the directories that the queries match,
// our old output still in place: it may be the only file there.
func (l *loader) queryDirs(ctx context.Context) ([]string, error) {
	args := slices.Concat(l.buildFlags(), []string{"-find", "-f", "{{.Dir}}", "--"}, l.targets.queries)
	stdout, stderr, err := l.goList(ctx, args)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	if err != nil {
		l.reportFailure(stderr)
		l.targets.queries = nil
		return nil, nil
	}
	var dirs []string
	for line := range strings.Lines(stdout) {
		if dir := strings.TrimRight(line, "\r\n"); dir != "" {
			dirs = appendNew(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		if missing, err := l.moduleMissing(ctx); missing || err != nil {
			l.targets.queries = nil
			return nil, err
		}
	}
	l.reportUnmatched(stderr)
	return dirs, nil
}

// moduleMissing reports that there is no go.mod. Of "..." the go command then
// says only that it leads nowhere; of a folder, what is wrong.
func (l *loader) moduleMissing(ctx context.Context) (bool, error) {
	_, stderr, err := l.goList(ctx, []string{"-find", "--", "."})
	if err == nil || !strings.Contains(stderr, "go.mod file not found") {
		return false, ctx.Err()
	}
	l.reportFailure(stderr)
	return true, nil
}

// reportUnmatched reports the patterns of which the go command says, as a
// warning, that they match nothing.
func (l *loader) reportUnmatched(stderr string) {
	for line := range strings.Lines(stderr) {
		_, text, _ := strings.Cut(line, "warning: ")
		pattern, _, ok := strings.Cut(text, " matched no packages")
		if !ok {
			continue
		}
		l.report(token.Position{}, diag.LoadFailed, pattern+" matches no packages", "")
	}
}

// explain finds out why the go command listed nothing at all.
func (l *loader) explain(ctx context.Context, flags []string, cause error) error {
	args := slices.Concat(flags, []string{"-deps", "-export", "-f", "", "--"}, l.targets.dirs, l.targets.queries)
	_, stderr, err := l.goList(ctx, args)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		l.reportFailure(stderr)
		return nil
	case err != nil:
		return err
	}
	return cause
}

// reportFailure reports what the go command wrote when it gave up.
func (l *loader) reportFailure(stderr string) {
	l.failed = true
	l.reportOutput(stderr)
}

// goList runs go list -e with the environment of the load. The error is an *exec.ExitError when the command ran and failed.
func (l *loader) goList(ctx context.Context, args []string) (stdout, stderr string, err error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-e"}, args...)...)
	cmd.Dir = l.Dir
	cmd.Env = append(slices.Clone(l.Env), "PWD="+l.Dir)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return out.String(), errs.String(), err
}
