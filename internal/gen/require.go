package gen

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/mcpgen/mcpgen/emit"
)

// ModulePath is the module that generated code imports its runtime from.
const ModulePath = "github.com/mcpgen/mcpgen"

// unmet lists the modules that hold a generated Go file and do not require
// what it imports, by path. A go.mod that cannot be read is the go command's to
// complain about.
func unmet(cfg Config, files []emit.File) []string {
	var modules []string
	for _, f := range files {
		root := moduleRoot(filepath.Dir(f.Path))
		if filepath.Ext(f.Path) != ".go" || root == "" {
			continue
		}
		mod := readMod(root)
		if mod == nil || meets(mod) || workspaceMeets(cfg, root) || slices.Contains(modules, mod.Module.Mod.Path) {
			continue
		}
		modules = append(modules, mod.Module.Mod.Path)
	}
	slices.Sort(modules)
	return modules
}

// readMod reads the go.mod of a folder; nil when it does not say what module
// it is about.
func readMod(root string) *modfile.File {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil
	}
	mod, err := modfile.ParseLax("go.mod", text, nil)
	if err != nil || mod.Module == nil {
		return nil
	}
	return mod
}

// meets reports whether a module is ours or requires ours.
func meets(mod *modfile.File) bool {
	return mod.Module.Mod.Path == ModulePath ||
		slices.ContainsFunc(mod.Require, func(r *modfile.Require) bool { return r.Mod.Path == ModulePath })
}

// workspaceMeets reports whether a go.work that holds for root lists a module
// that is ours or requires ours: the modules of a workspace share what they
// require.
func workspaceMeets(cfg Config, root string) bool {
	name := workFile(cfg, root)
	text, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	work, err := modfile.ParseWork("go.work", text, nil)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(work.Use, func(use *modfile.Use) bool {
		dir := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(name), dir)
		}
		mod := readMod(dir)
		return mod != nil && meets(mod)
	})
}

// workFile finds the go.work as the go command does: the one that GOWORK
// names, or the nearest at or above a folder; "" for none.
func workFile(cfg Config, dir string) string {
	env := cfg.Env
	if env == nil {
		env = os.Environ()
	}
	var named string
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, "GOWORK="); ok {
			named = value
		}
	}
	switch named {
	case "off":
		return ""
	case "":
	default:
		return named
	}
	for {
		name := filepath.Join(dir, "go.work")
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			return name
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
