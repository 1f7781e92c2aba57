package golden

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/parser/directive"
)

var (
	okName  = regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)+$`)
	errName = regexp.MustCompile(`^MCP\d{3}(_[a-z0-9]+)+$`)
)

// TestNames holds the names of cases to their pattern, and every case to a
// word on why it exists.
func TestNames(t *testing.T) {
	for folder, pattern := range map[string]*regexp.Regexp{"ok": okName, "err": errName} {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name, isCase := strings.CutSuffix(e.Name(), ".txtar")
			if !isCase || !pattern.MatchString(name) {
				t.Errorf("%s/%s is not named like %s.txtar", folder, e.Name(), pattern)
				continue
			}
			c, err := readCase(folder + "/" + e.Name())
			if err != nil {
				t.Fatal(err)
			}
			if len(strings.TrimSpace(c.why)) < 20 {
				t.Errorf("%s does not say why it exists", c.file)
			}
		}
	}
}

// TestEveryCode wants an error case for every finding of the catalogue.
func TestEveryCode(t *testing.T) {
	entries, err := os.ReadDir("err")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range diag.Catalogue {
		has := func(e os.DirEntry) bool { return codeOf(e.Name()) == string(entry.Code) }
		if !slices.ContainsFunc(entries, has) {
			t.Errorf("%s (%s) has no case err/%s_....txtar", entry.Code, entry.Title, entry.Code)
		}
	}
}

// TestEveryArgument wants every directive, and every argument that one takes,
// in a case of ok/. The arguments come from the definitions themselves.
func TestEveryArgument(t *testing.T) {
	used := map[string]bool{}
	for _, source := range sources(t) {
		for line := range strings.Lines(source) {
			_, comment, ok := strings.Cut(line, directive.Prefix)
			if !ok {
				continue
			}
			d, _ := directive.Parse(directive.Prefix + strings.TrimSpace(comment))
			used[d.Name] = true
			for _, arg := range d.Args {
				used[d.Name+" "+family(arg.Key)] = true
			}
		}
	}
	checked := 0
	for _, d := range directive.Definitions() {
		for _, arg := range append([]string{""}, arguments(reflect.TypeOf(d.New()))...) {
			checked++
			if key := strings.TrimSpace(d.Name + " " + arg); !used[key] {
				t.Errorf("no case of ok/ uses //mcp:%s", key)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d arguments were found: the definitions have changed their form", checked)
	}
}

// sources returns the Go sources of every case of ok/.
func sources(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("ok")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		c, err := readCase("ok/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range c.inputs {
			list = append(list, string(f.Data))
		}
	}
	return list
}

// family is the name under which an argument is defined.
func family(key string) string {
	if strings.HasPrefix(key, "meta.") {
		return "meta.KEY"
	}
	return key
}

// arguments lists the mcp tags of a definition, embedded ones included.
func arguments(t reflect.Type) []string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, arguments(f.Type)...)
			continue
		}
		if name, _, _ := strings.Cut(f.Tag.Get("mcp"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}
