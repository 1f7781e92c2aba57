package golden

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
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

// commandCase finds the case in a command such as
// go test ./golden -run TestGolden -case tool_arguments.
var commandCase = regexp.MustCompile(`-run (TestGolden|TestFindings) -case (\w+)`)

// TestCommandsInDocs wants every case that a page names in a command to exist,
// as the whole name of one.
func TestCommandsInDocs(t *testing.T) {
	folders := map[string]string{"TestGolden": "ok", "TestFindings": "err"}
	for _, page := range []string{"README.md", "../AGENTS.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		commands := commandCase.FindAllSubmatch(text, -1)
		if len(commands) == 0 {
			t.Errorf("%s has no command for one case", page)
		}
		for _, m := range commands {
			if _, err := os.Stat(folders[string(m[1])] + "/" + string(m[2]) + ".txtar"); err != nil {
				t.Errorf("%s names a case that does not exist: %s", page, m[0])
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
				used[d.Name+" "+family(d.Name, arg.Key)] = true
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

// TestLimits holds the limit that the contract is checked against to the one of
// the runtime, which checks nothing: it keeps account in so many bits.
func TestLimits(t *testing.T) {
	if model.MaxProperties != mcpruntime.MaxProps {
		t.Errorf("the contract allows %d properties, the runtime %d", model.MaxProperties, mcpruntime.MaxProps)
	}
	if entry, _ := diag.Lookup(diag.TooMany); !strings.Contains(entry.Text, fmt.Sprintf("at most %d properties", mcpruntime.MaxProps)) {
		t.Errorf("%s says %q", diag.TooMany, entry.Text)
	}
}

// family is the name under which an argument is defined.
func family(name, key string) string {
	switch {
	case strings.HasPrefix(key, "meta."):
		return "meta.KEY"
	case strings.HasPrefix(key, "group."):
		return "group.KEY"
	case name == "oneof" && key != "discriminator":
		return "KEY"
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
