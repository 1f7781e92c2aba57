// Package helper runs the JSONSchema methods of a user's types in a test binary
// of their package. It writes nothing into the user's folders: the test file
// reaches the go command as an overlay.
package helper

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"
)

// Type is a type with a method JSONSchema.
type Type struct {
	// Path is the import path of its package, Name its name.
	Path, Name string
}

func (t Type) id() string { return t.Path + "." + t.Name }

// Job is what to run, and where.
type Job struct {
	// Dir, Path and Package are the folder, import path and name of the package
	// that is generated for.
	Dir, Path, Package string
	// Tags and Env are those of the go command.
	Tags string
	Env  []string
	// Ahead is code that stands in the place of what the files on disk hold, by
	// path.
	Ahead map[string][]byte
	Types []Type
}

// limit is how long one test binary may take to be built and to run.
const limit = 2 * time.Minute

// resultEnv names the variable that says where the test puts the schemas.
const resultEnv = "MCPGEN_SCHEMAS"

// testName is the test, and the stem of its file.
const testName = "TestMCPGenSchemas"

// Run returns the schemas that the methods return, by import path and name of
// the type; "" for a method that panicked. Types of the package itself run in
// its test binary, the others in one of a package that does not exist on disk.
func Run(ctx context.Context, job Job) (map[string]string, error) {
	schemas := map[string]string{}
	inside, outside := job, job
	inside.Types, outside.Types = nil, nil
	for _, t := range job.Types {
		if t.Path == job.Path {
			inside.Types = append(inside.Types, t)
		} else {
			outside.Types = append(outside.Types, t)
		}
	}
	outside.Dir, outside.Path, outside.Package = filepath.Join(job.Dir, "mcpgen_helper"), job.Path+"/mcpgen_helper", "mcpgen_helper"
	for _, j := range []Job{inside, outside} {
		if len(j.Types) == 0 {
			continue
		}
		if err := j.run(ctx, job.Dir, schemas); err != nil {
			return nil, err
		}
	}
	return schemas, nil
}

// run builds and runs the test of one package.
func (j Job) run(ctx context.Context, dir string, schemas map[string]string) error {
	temp, err := os.MkdirTemp("", "mcpgen-helper-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	overlay, err := j.overlay(temp)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	binary, result := filepath.Join(temp, "schemas.exe"), filepath.Join(temp, "schemas.json")
	build := []string{"test", "-c", "-vet=off", "-overlay=" + overlay, "-o=" + binary}
	if j.Tags != "" {
		build = append(build, "-tags="+j.Tags)
	}
	env := append(environment(j.Env), resultEnv+"="+result)
	if err := command(ctx, dir, env, "go", append(build, j.Path)...); err != nil {
		return err
	}
	if err := command(ctx, dir, env, binary, "-test.run=^"+testName+"$", "-test.timeout=30s"); err != nil {
		return err
	}
	return read(result, schemas)
}

// command runs a program; the error is the first line that says what is wrong.
func command(ctx context.Context, dir string, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, env, time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return fmt.Errorf("it did not end in time: %w", ctx.Err())
	}
	if err != nil {
		return errors.New(firstComplaint(out, err))
	}
	return nil
}

func environment(env []string) []string {
	if env == nil {
		return os.Environ()
	}
	return slices.Clone(env)
}

// overlay writes the test file and the description that puts it into the
// package in the place of its own tests, which need not compile.
func (j Job) overlay(temp string) (string, error) {
	source := filepath.Join(temp, "schemas_test.go")
	if err := os.WriteFile(source, j.source(), 0o600); err != nil {
		return "", err
	}
	replace := map[string]string{filepath.Join(j.Dir, "mcpgen_schemas_test.go"): source}
	tests, err := filepath.Glob(filepath.Join(j.Dir, "*_test.go"))
	if err != nil {
		return "", err
	}
	for _, name := range tests {
		replace[name] = ""
	}
	for i, name := range slices.Sorted(maps.Keys(j.Ahead)) {
		file := filepath.Join(temp, fmt.Sprintf("ahead%d.go", i))
		if err := os.WriteFile(file, j.Ahead[name], 0o600); err != nil {
			return "", err
		}
		replace[name] = file
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(temp, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}

// source is the test: it calls the methods and writes what they return.
func (j Job) source() []byte {
	f := jen.NewFilePathName(j.Path, j.Package)
	for _, path := range []string{"encoding/json", "os", "testing"} {
		f.ImportAlias(path, "mcpgen_"+filepath.Base(path)) // no identifier of the user's is called that
	}
	f.Func().Id(testName).Params(jen.Id("t").Op("*").Qual("testing", "T")).BlockFunc(func(g *jen.Group) {
		g.Id("schemas").Op(":=").Map(jen.String()).Any().Values()
		g.Id("call").Op(":=").Func().Params(jen.Id("name").String(), jen.Id("schema").Func().Params().Any()).Block(
			jen.Defer().Func().Params().Block(jen.Recover()).Call(),
			jen.Id("schemas").Index(jen.Id("name")).Op("=").Id("schema").Call(),
		)
		for _, t := range j.Types {
			value := jen.Parens(jen.Op("*").New(jen.Qual(t.Path, t.Name)))
			g.Id("call").Call(jen.Lit(t.id()), jen.Func().Params().Any().Block(jen.Return(value.Dot("JSONSchema").Call())))
		}
		g.List(jen.Id("data"), jen.Id("err")).Op(":=").Qual("encoding/json", "Marshal").Call(jen.Id("schemas"))
		g.If(jen.Id("err").Op("==").Nil()).Block(
			jen.Id("err").Op("=").Qual("os", "WriteFile").Call(jen.Qual("os", "Getenv").Call(jen.Lit(resultEnv)), jen.Id("data"), jen.Op("0o600")),
		)
		g.If(jen.Id("err").Op("!=").Nil()).Block(jen.Id("t").Dot("Fatal").Call(jen.Id("err")))
	})
	var b bytes.Buffer
	if err := f.Render(&b); err != nil {
		return []byte(err.Error()) // the compiler repeats it
	}
	return b.Bytes()
}

// read adds what the test has written.
func read(name string, schemas map[string]string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return errors.New("the test wrote nothing")
	}
	var byType map[string]json.RawMessage
	if err := json.Unmarshal(data, &byType); err != nil {
		return err
	}
	for id, schema := range byType {
		schemas[id] = string(schema)
	}
	return nil
}

// firstComplaint is the first line of the go command's output that says what is
// wrong.
func firstComplaint(out []byte, err error) string {
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "FAIL") && !strings.HasPrefix(line, "---") {
			return line
		}
	}
	return err.Error()
}
