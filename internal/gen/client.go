package gen

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/module"

	"github.com/mcpgen/mcpgen/emit/client"
	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser"
)

// clientFolder is the folder of a separate client package as the run finds it,
// our own file left out.
type clientFolder struct {
	file string // where the client goes, absolute
	name string // of the package
	// scope lists the package-level identifiers of the other files.
	scope []model.Ident
	// found says what is wrong among the other files.
	found diag.List
}

// openClient reads the folder of the client. Errors are a [UsageError] for a
// folder that no package can live in, or the system's. The result is nil when
// no client is asked for.
func openClient(cfg Config) (*clientFolder, error) {
	if cfg.ClientDir == "" {
		return nil, nil
	}
	if err := importable(cfg); err != nil {
		return nil, err
	}
	f := &clientFolder{file: filepath.Join(cfg.ClientDir, model.ClientFile)}
	files, err := parser.GoFiles(cfg.ClientDir, cfg.Tags, model.ClientFile)
	if err != nil {
		return nil, err
	}
	first := chief(files)
	if first == nil {
		f.name = client.PackageName(cfg.ClientDir)
		return f, nil
	}
	f.name = first.Package
	for _, file := range files {
		switch {
		case file.Package == f.name:
			f.scope = append(f.scope, file.Scope...)
		case file.Built:
			f.found = append(f.found, diag.New(file.Pos, diag.NotOurs,
				fmt.Sprintf("this file is of package %s, and the client would be of package %s", file.Package, f.name),
				"choose another -client folder", diag.Related{Pos: first.Pos, Msg: "package " + f.name}))
		}
	}
	return f, nil
}

// chief returns the file that names the package of a folder: the first one that
// is built, and no test if possible.
func chief(files []parser.GoFile) *parser.GoFile {
	for _, test := range []bool{false, true} {
		for i := range files {
			if f := &files[i]; f.Built && f.Test == test {
				return f
			}
		}
	}
	return nil
}

// importable refuses a client folder that the go command would not take for a
// package.
func importable(cfg Config) error {
	refuse := func(why, hint string) error {
		return UsageError(fmt.Sprintf("-client folder %q %s; %s", diag.Short(cfg.ClientDir, cfg.Dir), why, hint))
	}
	root := moduleRoot(cfg.ClientDir)
	if root == "" {
		return refuse("is in no module, so nothing could import the client", "choose a folder below a go.mod")
	}
	rel, err := filepath.Rel(root, cfg.ClientDir)
	if err != nil || rel == "." {
		return err
	}
	const hint = "name it in ASCII letters, digits and - . _ ~"
	if strings.Contains("/"+filepath.ToSlash(rel), "/-") {
		return refuse("cannot be imported: leading dash in path element", hint)
	}
	err = module.CheckImportPath(filepath.ToSlash(rel))
	if bad := (*module.InvalidPathError)(nil); errors.As(err, &bad) {
		return refuse("cannot be imported: "+bad.Err.Error(), hint)
	}
	return err
}

// moduleRoot returns the nearest folder at or above dir with a go.mod; "" when
// there is none.
func moduleRoot(dir string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// pending is what stands for the client while packages are read: whatever is
// there now, other packages may import it and nothing of it counts.
func (f *clientFolder) pending() map[string]string {
	if f == nil {
		return nil
	}
	old, err := readIfThere(f.file)
	if err != nil || old != nil && !isOurs(f.file, old) {
		return nil // it is in the way, and a finding will say so
	}
	return map[string]string{f.file: "package " + f.name + "\n"}
}

// clashes reports what the client would declare a second time, and what else
// keeps it out of the folder.
func (f *clientFolder) clashes(pkgs []*model.Package) diag.List {
	if f == nil || len(pkgs) == 0 {
		return nil
	}
	found := slices.Clone(f.found)
	for _, name := range client.Names(pkgs[0]) {
		for _, taken := range f.scope {
			if taken.Name == name.Name && taken.Pos == name.Pos {
				found = append(found, diag.New(taken.Pos, diag.NameTaken,
					"a signature uses "+taken.Name+" of the client's own folder, where the client is to declare a copy of it",
					"declare it in the package of the functions, or choose another -client folder"))
			} else if taken.Name == name.Name {
				found = append(found, diag.New(taken.Pos, diag.NameTaken,
					taken.Name+" is declared here, but the generated client needs the name",
					"rename yours, or choose another -client folder", diag.Related{Pos: name.Pos, Msg: "needed for this"}))
			}
		}
	}
	return found
}

// supersede finds client files of earlier runs that declare what the output of
// their package will declare now, takes their identifiers out of the contract,
// and returns them: they are to go.
func supersede(pkgs []*model.Package) []string {
	var gone []string
	for _, pkg := range pkgs {
		file := filepath.Join(pkg.Dir, model.ClientFile)
		content, err := readIfThere(file)
		if err != nil || content == nil || !isOurs(file, content) {
			continue
		}
		inFile := func(id model.Ident) bool { return filepath.Base(id.Pos.Filename) == model.ClientFile }
		needed := pkg.ExportedNames()
		clash := func(id model.Ident) bool { return inFile(id) && slices.Contains(needed, id.Name) }
		if slices.ContainsFunc(pkg.Scope, clash) {
			pkg.Scope = slices.DeleteFunc(pkg.Scope, inFile)
			gone = append(gone, file)
		}
	}
	return gone
}

// sameDir reports whether two paths lead to one folder.
func sameDir(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return cmp.Or(err, err2) == nil && os.SameFile(x, y)
}
