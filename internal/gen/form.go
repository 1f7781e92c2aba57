package gen

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/mcpgen/mcpgen/internal/model"
)

// Flips says, one sentence each, which tools take their arguments in another
// form than the code on disk: the fields of a struct instead of one property
// for each parameter, or the other way round. A second parameter beside a
// struct is enough, and no caller can know.
func (r *Result) Flips(changes []Change) []string {
	var flips []string
	for _, pkg := range r.Packages {
		for _, c := range changes {
			if c.Old == nil || c.New == nil || c.Path != filepath.Join(pkg.Dir, model.OutputFile) {
				continue
			}
			old := formsIn(c.Old)
			for _, t := range pkg.Tools {
				if before, ok := old[spell(t.Func)]; ok && before != formOf(t) && formOf(t) != noForm {
					flips = append(flips, fmt.Sprintf("the arguments of tool %s are now %s; they were %s", t.Name, formOf(t), before))
				}
			}
		}
	}
	return flips
}

// form is how the arguments of a tool come about.
type form string

const (
	noForm         form = "" // there are none
	fieldForm      form = "the fields of its struct"
	positionalForm form = "one property for each parameter"
)

func formOf(t *model.Tool) form {
	switch {
	case t.Struct:
		return fieldForm
	case len(t.Func.Params) > 0:
		return positionalForm
	}
	return noForm
}

// spell is a function as generated comments name it: Forecast, Store.Get.
func spell(f model.Func) string {
	if f.Owner == "" {
		return f.Name
	}
	return f.Owner + "." + f.Name
}

// Generated code in a few lines: what it says of a tool, and of the struct that
// the arguments of a positional one are read into.
var (
	toolBlock = regexp.MustCompile(`(?ms)^// \w+ describes (\S+)\.$(.*?)^}$`)
	argsDoc   = regexp.MustCompile(`(?m)^// \w+ holds the arguments of (\S+)\.$`)
)

// formsIn reads the forms off generated code, by function.
func formsIn(content []byte) map[string]form {
	forms := map[string]form{}
	for _, tool := range toolBlock.FindAllSubmatch(lf(content), -1) {
		if bytes.Contains(tool[2], []byte("properties")) {
			forms[string(tool[1])] = fieldForm
		}
	}
	for _, args := range argsDoc.FindAllSubmatch(lf(content), -1) {
		forms[string(args[1])] = positionalForm
	}
	return forms
}
