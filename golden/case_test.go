package golden

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mcpgen/mcpgen/internal/gen"
)

var (
	update = flag.Bool("update", false, "rewrite the want/ sections, then check as usual")
	only   = flag.String("case", "", "run the cases whose file has this in its name, and no others")
)

// Names of sections with a meaning; every other one is an input file.
const (
	wantPrefix = "want/"
	argsFile   = "args"         // flags of mcpgen, such as -client client
	callsFile  = "client.jsonl" // what a client sends, one JSON-RPC message a line
)

// workDir holds the unpacked cases. The underscore hides it from ./..., and
// still its packages belong to this module and build by explicit path.
const workDir = "_work"

// workPath is the import path of workDir.
const workPath = "github.com/mcpgen/mcpgen/golden/" + workDir

// testCase is one txtar file, unpacked.
type testCase struct {
	name    string
	file    string // the txtar
	dir     string // absolute, below workDir
	why     string // the comment in front of the first section
	inputs  []txtar.File
	calls   string
	want    map[string]string // by name without wantPrefix
	got     map[string]string
	client  string // value of -client in args
	docs    string
	tags    string
	strict  bool
	helper  bool
	budget  int
	pattern []string // packages in args
	rawArgs string
}

// loadCases reads and unpacks every case of a folder, sources only: expected
// files must not be on disk while packages are loaded.
func loadCases(t *testing.T, folder string) []*testCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"+*only+"*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s (%v)", folder, err)
	}
	var cases []*testCase
	for _, file := range files {
		c, err := readCase(file)
		if err == nil {
			err = c.unpack()
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases = append(cases, c)
	}
	return cases
}

func readCase(file string) (*testCase, error) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(filepath.Base(file), ".txtar")
	dir, err := filepath.Abs(filepath.Join(workDir, name))
	if err != nil {
		return nil, err
	}
	c := &testCase{
		name: name, file: file, dir: dir, why: string(archive.Comment),
		want: map[string]string{}, got: map[string]string{},
	}
	for _, f := range archive.Files {
		if want, ok := strings.CutPrefix(f.Name, wantPrefix); ok {
			c.want[want] = string(f.Data)
			continue
		}
		switch f.Name {
		case argsFile:
			c.rawArgs = string(f.Data)
		case callsFile:
			c.calls = string(f.Data)
		default:
			c.inputs = append(c.inputs, f)
		}
	}
	return c, c.parseArgs()
}

func (c *testCase) parseArgs() error {
	set := flag.NewFlagSet(c.name, flag.ContinueOnError)
	set.StringVar(&c.client, "client", "", "")
	set.StringVar(&c.docs, "docs", "", "")
	set.StringVar(&c.tags, "tags", "", "")
	set.BoolVar(&c.strict, "strict", false, "")
	set.BoolVar(&c.helper, "helper", false, "")
	set.IntVar(&c.budget, "budget", 0, "")
	err := set.Parse(strings.Fields(c.rawArgs))
	c.pattern = set.Args()
	return err
}

func (c *testCase) unpack() error {
	if err := os.RemoveAll(c.dir); err != nil {
		return err
	}
	for _, f := range c.inputs {
		if err := c.write(f.Name, f.Data); err != nil {
			return err
		}
	}
	return nil
}

func (c *testCase) write(name string, data []byte) error {
	file := filepath.Join(c.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}

// config is what the command would make of the case's args.
func (c *testCase) config() gen.Config {
	return gen.Config{
		Dir: c.dir, Patterns: c.pattern, Tags: c.tags, Strict: c.strict, Helper: c.helper,
		Budget: c.budget, ClientDir: c.client, DocsDir: c.docs,
	}
}

// goDirs lists, below the case's folder, those with Go files that hold the
// given text; "." is the folder itself.
func (c *testCase) goDirs(holding string) ([]string, error) {
	found := map[string]bool{}
	err := filepath.WalkDir(c.dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		src, err := os.ReadFile(file)
		if err == nil && bytes.Contains(src, []byte(holding)) {
			rel, relErr := filepath.Rel(c.dir, filepath.Dir(file))
			found[filepath.ToSlash(rel)] = true
			return relErr
		}
		return err
	})
	return slices.Sorted(maps.Keys(found)), err
}

// compare checks what the case made against its want/ sections; a section that
// is missing means that there must be no such output. With -update it rewrites
// the file instead.
func (c *testCase) compare(t *testing.T) {
	t.Helper()
	if *update {
		if err := c.rewrite(); err != nil {
			t.Fatal(err)
		}
		return
	}
	names := maps.Clone(c.want)
	maps.Copy(names, c.got)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		want, wanted := c.want[name]
		got, made := c.got[name]
		switch {
		case !made:
			t.Errorf("%s: the section %s%s has no output", c.file, wantPrefix, name)
		case !wanted:
			t.Errorf("%s: no section %s%s for this output:\n%s", c.file, wantPrefix, name, got)
		case want != got:
			t.Errorf("%s: %s%s differs (run make golden, then read the diff)\n%s", c.file, wantPrefix, name, unified(want, got))
		}
	}
}

func unified(want, got string) []byte {
	return gen.Diff([]gen.Change{{Path: "x", Old: []byte(want), New: []byte(got)}}, "")
}

// rewrite writes the case with what was made, inputs as they were.
func (c *testCase) rewrite() error {
	archive := &txtar.Archive{Comment: []byte(c.why)}
	if c.rawArgs != "" {
		archive.Files = append(archive.Files, txtar.File{Name: argsFile, Data: []byte(c.rawArgs)})
	}
	archive.Files = append(archive.Files, c.inputs...)
	if c.calls != "" {
		archive.Files = append(archive.Files, txtar.File{Name: callsFile, Data: []byte(c.calls)})
	}
	for _, name := range slices.SortedFunc(maps.Keys(c.got), wantOrder) {
		archive.Files = append(archive.Files, txtar.File{Name: wantPrefix + name, Data: []byte(c.got[name])})
	}
	text := txtar.Format(archive)
	if err := survives(text, archive); err != nil {
		return err
	}
	have, err := os.ReadFile(c.file)
	if err == nil && bytes.Equal(have, text) {
		return nil
	}
	return errors.Join(err, os.WriteFile(c.file, text, 0o666))
}

// wantOrder puts what a reader looks at first in front: the transcript, then
// the rest by name, the long model last.
func wantOrder(a, b string) int {
	rank := func(name string) int {
		switch path.Base(name) {
		case "server.jsonl", "client.txt":
			return 0
		case "model.json":
			return 2
		}
		return 1
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

// survives refuses a text that txtar would read back as something else, such
// as a file with a line that looks like a section mark.
func survives(text []byte, archive *txtar.Archive) error {
	again := txtar.Parse(text)
	if len(again.Files) != len(archive.Files) {
		return fmt.Errorf("the archive has %d sections, and %d when read back", len(archive.Files), len(again.Files))
	}
	for i, f := range archive.Files {
		if !bytes.Equal(f.Data, again.Files[i].Data) {
			return fmt.Errorf("section %s does not survive: it must end in a line break and hold no section mark", f.Name)
		}
	}
	return nil
}
