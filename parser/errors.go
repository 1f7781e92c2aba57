package parser

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/internal/owned"
)

// typeError is an error of the type checker with the places it refers to.
type typeError struct {
	types.Error
	hint    string
	related []diag.Related
}

// typeErrorIn returns the first type error at or after from and before to,
// which lie in one file. Errors inside function bodies never occur.
func (r *root) typeErrorIn(from, to token.Pos) (typeError, bool) {
	var found typeError
	for _, e := range r.typeErrors {
		if from <= e.Pos && e.Pos < to && (!found.Pos.IsValid() || e.Pos < found.Pos) {
			found = e
		}
	}
	return found, found.Pos.IsValid()
}

// typeErrorsOf lists what the type checker found. Soft errors (unused imports)
// come from bodies being taken out; an error whose text begins with a tab
// continues the one before.
func typeErrorsOf(pkg *packages.Package) []typeError {
	var out []typeError
	for _, e := range pkg.TypeErrors {
		text, more := strings.CutPrefix(e.Msg, "\t")
		switch {
		case e.Soft || !e.Pos.IsValid():
		case !more:
			out = append(out, importClash(pkg, e))
		case len(out) > 0 && out[len(out)-1].hint == "":
			last := &out[len(out)-1]
			last.related = append(last.related, diag.Related{Pos: e.Fset.Position(e.Pos), Msg: text})
		}
	}
	return out
}

// checkErrors reports what kept the go command or the parser from reading a
// root. Type errors are not reported here: only the walk over the annotated
// declarations knows which of them matter.
func (l *loader) checkErrors(r *root, skipped bool) {
	for _, f := range r.files {
		r.broken = r.broken || f.broken
	}
	l.syntaxErrors(r, r.pkg)
	for _, e := range r.pkg.Errors {
		if e.Kind == packages.ListError || e.Kind == packages.UnknownError {
			l.listError(r, e, skipped)
		}
	}
	for _, e := range r.pkg.TypeErrors {
		if strings.Contains(e.Msg, "requires newer Go version") {
			l.report(e.Fset.Position(e.Pos), diag.LoadFailed, e.Msg, "build mcpgen with that version of Go")
			r.broken = true
		}
	}
	l.importErrors(r)
}

// syntaxErrors reports the first syntax error of each file of pkg; the ones
// after it are often its consequences.
func (l *loader) syntaxErrors(r *root, pkg *packages.Package) {
	first := map[string]packages.Error{}
	for _, e := range pkg.Errors {
		pos := l.position(e.Pos)
		if old, ok := first[pos.Filename]; e.Kind != packages.ParseError || ok && !before(pos, l.position(old.Pos)) {
			continue
		}
		if !isStale(pos.Filename) && !l.isPending(pos.Filename) {
			first[pos.Filename] = e
		}
	}
	for _, e := range first {
		l.report(l.position(e.Pos), diag.SyntaxError, e.Msg, "")
		r.broken = true
	}
}

func before(a, b token.Position) bool {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) < 0
}

// isStale reports whether name is an old output of ours. What is wrong with one
// only shows that it is to be generated again.
func isStale(name string) bool {
	if base := filepath.Base(name); base != model.OutputFile && base != model.ClientFile {
		return false
	}
	content, err := os.ReadFile(name)
	return err == nil && owned.IsOurs(content)
}

// listError reports an error of the go command about a root.
func (l *loader) listError(r *root, e packages.Error, skipped bool) {
	switch {
	case strings.HasPrefix(e.Msg, "# "):
		return // the compiler's copy, with errors in bodies and without positions
	case strings.HasPrefix(e.Msg, "pattern ") && strings.HasSuffix(e.Msg, "no matching files found"):
		return // go:embed of what another generator is yet to write
	case isNoGoFiles(e.Msg) && (skipped || l.outputIn(r.dir).state == ours):
		return // a finding says which files are left out, or an orphan is to be removed
	}
	pos, text := l.splitPosition(e)
	if isStale(pos.Filename) {
		return
	}
	if r.broken && l.hasSyntaxError(pos.Filename) {
		return
	}
	if pos.Filename == "" {
		pos.Filename = r.dir
	}
	r.broken = true
	msg, hint := l.readable(r.pkg.PkgPath, strings.TrimSuffix(text, " in "+r.dir))
	l.report(pos, diag.LoadFailed, msg, hint)
}

func isNoGoFiles(msg string) bool {
	return strings.HasPrefix(msg, "no Go files in") || strings.HasPrefix(msg, "build constraints exclude all Go files")
}

func (l *loader) hasSyntaxError(name string) bool {
	return slices.ContainsFunc(l.found, func(f diag.Finding) bool {
		return f.Code == diag.SyntaxError && f.Pos.Filename == name
	})
}

// importErrors reports the imports of a root that lead to no package. The go
// command says so in the entry of the imported package.
func (l *loader) importErrors(r *root) {
	for _, f := range r.files {
		if isStale(f.name) {
			continue
		}
		for _, spec := range f.ast.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			if path == "C" {
				l.checkCgo(r, f, spec)
			} else if dep := r.pkg.Imports[path]; dep != nil {
				l.importError(r, spec, dep)
			}
		}
	}
}

func (l *loader) importError(r *root, spec *ast.ImportSpec, dep *packages.Package) {
	l.syntaxErrors(r, dep)
	if dep.Name != "" && len(dep.GoFiles) > 0 {
		return
	}
	for _, e := range dep.Errors {
		if pos, _ := l.splitPosition(e); e.Kind == packages.ListError && !strings.HasPrefix(e.Msg, "# ") && !isStale(pos.Filename) {
			msg, hint := l.readable(dep.PkgPath, e.Msg)
			l.report(l.prog.fset.Position(spec.Path.Pos()), diag.LoadFailed, msg, hint)
			r.broken = true
			return
		}
	}
}

// checkCgo reports a file that cmd/cgo could not translate, which the go
// command leaves as it is.
func (l *loader) checkCgo(r *root, f *file, spec *ast.ImportSpec) {
	pos := l.prog.fset.PositionFor(spec.Path.Pos(), false)
	if pos.Filename == f.name {
		l.report(pos, diag.LoadFailed, "cgo cannot translate this file", "go build says why; a C compiler may be missing")
		r.broken = true
	}
}

// reportOutput reports what the go command wrote to stderr when it gave up.
func (l *loader) reportOutput(stderr string) {
	var lines []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "go: downloading ") || strings.HasPrefix(line, "go: finding ") {
			continue
		}
		lines = append(lines, line)
	}
	located := false
	for _, line := range lines {
		if pos, text := l.splitPosition(packages.Error{Msg: line}); pos.Line > 0 {
			l.report(pos, diag.LoadFailed, text, "")
			located = true
		}
	}
	if !located {
		msg, hint := sentence(strings.Join(lines, "\n"))
		l.report(token.Position{}, diag.LoadFailed, msg, hint)
	}
}

// readable words an error about the package path. The go command's own text
// advises to download what the user's module was meant to hold, and mentions
// where Go is installed.
func (l *loader) readable(path, text string) (msg, hint string) {
	if before, _, ok := strings.Cut(text, " is not in std ("); ok {
		return before + " is not in std", ""
	}
	if !strings.HasPrefix(text, "no required module provides") {
		return sentence(text)
	}
	module := ""
	for _, pkg := range l.prog.pkgs {
		if m := pkg.Module; m != nil && m.Main && len(m.Path) > len(module) && strings.HasPrefix(path, m.Path+"/") {
			module = m.Path
		}
	}
	if module != "" {
		return "there is no package " + path + " in module " + module, ""
	}
	return sentence(text)
}

// sentence splits a message of the go command, which may have several lines,
// into what is wrong and the advice that follows.
func sentence(text string) (msg, hint string) {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "the go command failed and did not say why", ""
	}
	msg = strings.TrimPrefix(lines[0], "go: ")
	rest := lines[1:]
	if before, advice, ok := strings.Cut(msg, "; "); ok {
		msg, rest = before, append([]string{advice}, rest...)
	}
	return strings.TrimSuffix(msg, ":"), strings.Join(rest, " ")
}

// splitPosition returns the position of an error of the go command, which
// stands beside its text or at its beginning.
func (l *loader) splitPosition(e packages.Error) (token.Position, string) {
	if pos := l.position(e.Pos); pos.Filename != "" {
		return pos, e.Msg
	}
	head, text, ok := strings.Cut(e.Msg, ": ")
	if pos := l.position(strings.TrimPrefix(head, "go: ")); ok && pos.Line > 0 && filepath.Ext(pos.Filename) != "" {
		return pos, text
	}
	return token.Position{}, e.Msg
}

// position reads "file:line:column" or "file:line", relative to the directory
// of the load; anything else is no position.
func (l *loader) position(s string) token.Position {
	name, last, ok := cutNumber(s)
	if !ok {
		return token.Position{}
	}
	pos := token.Position{Filename: name, Line: last}
	if shorter, line, ok := cutNumber(name); ok {
		pos = token.Position{Filename: shorter, Line: line, Column: last}
	}
	pos.Filename = l.abs(pos.Filename)
	return pos
}

// cutNumber cuts ":12" off the end of s.
func cutNumber(s string) (rest string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 1 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}
