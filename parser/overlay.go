package parser

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/internal/owned"
)

// outputState says what stands where our output goes.
type outputState int

const (
	noOutput outputState = iota
	ours
	notOurs
)

// output is the place of our output in one directory.
type output struct {
	path  string
	state outputState
	// problem says why the output cannot go there; set when state is notOurs.
	problem string
	// flaw, when it has a code, is what keeps a file that is not ours from being
	// part of the package. It is hidden then, so that a package with directives
	// has one finding about the file, and reported in any other package.
	flaw diag.Finding
}

func findOutput(dir string) output {
	out := output{path: filepath.Join(dir, model.OutputFile)}
	content, err := os.ReadFile(out.path)
	switch {
	case os.IsNotExist(err) && isLink(out.path):
		out.state, out.problem = notOurs, "there is a symbolic link that leads nowhere where the output goes"
		out.flaw = diag.New(token.Position{Filename: out.path}, diag.LoadFailed, "the symbolic link leads nowhere", "delete it")
	case os.IsNotExist(err):
		out.state = noOutput
	case err == nil && owned.IsOurs(content):
		out.state = ours
	default:
		out.state, out.problem = notOurs, problemOf(out.path, err)
		if err == nil {
			out.flaw = flawOf(out.path, content)
		}
	}
	return out
}

// isLink reports whether a path is a symbolic link, wherever it leads.
func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// flawOf finds what is wrong with a file beside others, if anything, in the
// words of the parser and of the go command.
func flawOf(name string, content []byte) (flaw diag.Finding) {
	beside := packagesBeside(name)
	built, err := build.Default.MatchFile(filepath.Split(name))
	if len(beside) == 0 || !built && err == nil {
		return flaw
	}
	tree, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
	if list := (scanner.ErrorList)(nil); errors.As(err, &list) {
		return diag.New(list[0].Pos, diag.SyntaxError, list[0].Msg, "")
	}
	if err == nil && !slices.Contains(beside, tree.Name.Name) {
		return diag.New(token.Position{Filename: filepath.Dir(name)}, diag.LoadFailed,
			fmt.Sprintf("found packages %s and %s (%s)", beside[0], tree.Name.Name, filepath.Base(name)), "")
	}
	return flaw
}

// problemOf says why a file that could not be read, or was not written by
// mcpgen when err is nil, cannot be replaced.
func problemOf(path string, err error) string {
	info, statErr := os.Stat(path)
	switch {
	case err == nil:
		return "the file was not written by mcpgen, and the output would overwrite it"
	case statErr == nil && info.IsDir():
		return "there is a folder where the output goes"
	}
	return fmt.Sprintf("the file cannot be read: %v", errors.Unwrap(err))
}

// staleClient reports whether the file of a client package is ours, and in a
// state in which it would only keep the package from being loaded: with
// conflict marks or cut off, or in another package than the files beside it.
// The text stands for it then; other packages may import the folder.
func staleClient(name string) (text string, stale bool) {
	content, err := os.ReadFile(name)
	if err != nil || !owned.IsOurs(content) {
		return "", false
	}
	tree, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
	beside := packagesBeside(name)
	switch {
	case len(beside) > 0 && (err != nil || !slices.Contains(beside, tree.Name.Name)):
		return "package " + beside[0] + "\n", true
	case err != nil:
		return "package client\n", true
	}
	return "", false
}

// packagesBeside lists the package names of the other files, tests left out.
func packagesBeside(name string) []string {
	var names []string
	for _, other := range goFiles(filepath.Dir(name)) {
		if other == name || strings.HasSuffix(other, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), other, nil, parser.PackageClauseOnly)
		if err == nil {
			names = appendNew(names, tree.Name.Name)
		}
	}
	return names
}

// overlay is the file behind the go command's -overlay flag. It takes our old
// output out of the build, and puts in what stands for files yet to be written.
// packages.Config.Overlay could do the same, but one entry there makes
// go/packages type-check every dependency from source.
type overlay struct {
	dir     string            // of our temporary files; "" when there are none
	replace map[string]string // absolute path to replacement, "" for none
}

// writeOverlay writes the overlay file. A -overlay of the user's own in GOFLAGS
// would be overridden by ours, so its entries are taken over.
func (l *loader) writeOverlay() (*overlay, error) {
	user, err := l.userOverlay()
	if err != nil {
		return nil, err
	}
	o := &overlay{replace: user}
	var hidden []string
	for _, out := range l.outputs {
		if out.state == ours || out.flaw.Code != "" {
			hidden = append(hidden, out.path)
		}
	}
	if len(hidden) == 0 && len(l.Pending) == 0 {
		return o, nil
	}
	for _, name := range hidden {
		o.put(name, "")
	}
	if err := o.write(l.Pending); err != nil {
		o.remove()
		return nil, err
	}
	return o, nil
}

// put adds a replacement. The go command compares names, and may know the
// directory by another than the user.
func (o *overlay) put(name, replacement string) {
	if o.replace == nil {
		o.replace = map[string]string{}
	}
	o.replace[name] = replacement
	o.replace[filepath.Join(realPath(filepath.Dir(name)), filepath.Base(name))] = replacement
}

// realPath resolves the symbolic links in a path of which the end may not
// exist yet.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(realPath(parent), filepath.Base(path))
}

// isPending reports whether a file is yet to be written. go/packages wants to
// read it all the same, and says that it cannot.
func (l *loader) isPending(name string) bool {
	for file := range l.Pending {
		if filepath.Base(file) == filepath.Base(name) && realPath(file) == realPath(name) {
			return true
		}
	}
	return false
}

// overlayJSON is the format of the -overlay flag (go help build).
type overlayJSON struct {
	Replace map[string]string
}

// write fills a temporary directory with the texts that stand for pending
// files, and with the overlay itself.
func (o *overlay) write(pending map[string]string) (err error) {
	if o.dir, err = os.MkdirTemp("", "mcpgen-overlay-"); err != nil {
		return err
	}
	for i, name := range slices.Sorted(maps.Keys(pending)) {
		file := filepath.Join(o.dir, fmt.Sprintf("pending%d.go", i))
		if err := os.WriteFile(file, []byte(pending[name]), 0o600); err != nil {
			return err
		}
		o.put(name, file)
	}
	text, err := json.Marshal(overlayJSON{o.replace})
	if err != nil {
		return err
	}
	return os.WriteFile(o.file(), text, 0o600)
}

func (o *overlay) file() string { return filepath.Join(o.dir, "overlay.json") }

// flags are the build flags that make the overlay count.
func (o *overlay) flags() []string {
	if o.dir == "" {
		return nil
	}
	return []string{"-overlay=" + o.file()}
}

func (o *overlay) remove() {
	if o.dir != "" {
		os.RemoveAll(o.dir)
	}
}

// userOverlay reads the overlay that GOFLAGS names, with absolute paths; nil
// when there is none.
func (l *loader) userOverlay() (map[string]string, error) {
	var name string
	for _, flag := range splitFlags(l.goflags()) {
		if value, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "overlay="); ok {
			name = value
		}
	}
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(l.abs(name))
	if err != nil {
		return nil, fmt.Errorf("overlay in GOFLAGS: %w", err)
	}
	var user overlayJSON
	if err := json.Unmarshal(text, &user); err != nil {
		return nil, fmt.Errorf("overlay in GOFLAGS: %s: %w", name, err)
	}
	replace := make(map[string]string, len(user.Replace))
	for from, to := range user.Replace {
		if to != "" {
			to = l.abs(to)
		}
		replace[l.abs(from)] = to
	}
	return replace, nil
}

func (l *loader) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(l.Dir, path)
}

// goflags returns GOFLAGS from the environment or else from the file that
// go env -w writes, as the go command does.
func (l *loader) goflags() string {
	if value := l.env("GOFLAGS"); value != "" {
		return value
	}
	name := l.env("GOENV")
	if name == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		name = filepath.Join(dir, "go", "env")
	}
	text, err := os.ReadFile(name)
	if err != nil { // also GOENV=off: there is no such file
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "GOFLAGS="); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// env returns the last value of a variable, which is the one that counts.
func (l *loader) env(name string) string {
	var value string
	for _, entry := range l.Env {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value = v
		}
	}
	return value
}

// splitFlags splits GOFLAGS at blanks. An entry may stand in single or double
// quotes as a whole; there are no escapes.
func splitFlags(s string) []string {
	var flags []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		var flag string
		if q := s[0]; q == '"' || q == '\'' {
			flag, s, _ = strings.Cut(s[1:], s[:1])
		} else if i := strings.IndexAny(s, " \t\r\n"); i >= 0 {
			flag, s = s[:i], s[i:]
		} else {
			flag, s = s, ""
		}
		flags = append(flags, flag)
	}
	return flags
}
