package parser

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

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
}

func findOutput(dir string) output {
	out := output{path: filepath.Join(dir, model.OutputFile)}
	content, err := os.ReadFile(out.path)
	switch {
	case os.IsNotExist(err):
		out.state = noOutput
	case err == nil && owned.IsOurs(content):
		out.state = ours
	default:
		out.state = notOurs
	}
	return out
}

// overlay is the file behind the go command's -overlay flag. It takes our old
// output out of the build. packages.Config.Overlay could do the same, but one
// entry there makes go/packages type-check every dependency from source.
type overlay struct {
	file    string            // "" when there is nothing to hide
	replace map[string]string // absolute path to replacement, "" for none
}

// hideOutputs writes the overlay file. A -overlay of the user's own in GOFLAGS
// would be overridden by ours, so its entries are taken over.
func (l *loader) hideOutputs() (*overlay, error) {
	hidden := map[string]string{}
	for _, out := range l.outputs {
		if out.state != ours {
			continue
		}
		hidden[out.path] = ""
		// The go command compares names, and may know the directory by another.
		if dir, err := filepath.EvalSymlinks(filepath.Dir(out.path)); err == nil {
			hidden[filepath.Join(dir, model.OutputFile)] = ""
		}
	}
	replace, err := l.userOverlay()
	if err != nil || len(hidden) == 0 {
		return &overlay{replace: replace}, err
	}
	if replace == nil {
		replace = map[string]string{}
	}
	maps.Copy(replace, hidden)
	file, err := writeOverlay(replace)
	return &overlay{file: file, replace: replace}, err
}

// overlayJSON is the format of the -overlay flag (go help build).
type overlayJSON struct {
	Replace map[string]string
}

func writeOverlay(replace map[string]string) (name string, err error) {
	text, err := json.Marshal(overlayJSON{replace})
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp("", "mcpgen-overlay-*.json")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

func (o *overlay) remove() {
	if o.file != "" {
		os.Remove(o.file)
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
