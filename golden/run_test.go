package golden

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"text/template"
	"time"

	"github.com/mcpgen/mcpgen/internal/model"
)

// serverDir is the folder, below workDir, of the one program that serves every
// case: one build and one link for all transcripts.
const serverDir = "server_main"

// serverMain serves the case that its first argument names. With a second
// argument it instead drives a typed client of the case, in process.
var serverMain = template.Must(template.New("").Parse(`// Command server_main serves a case of the golden tests.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
{{range .}}
	{{.Alias}} "{{.Path}}"{{if .Drive}}
	{{.Alias}}drive "{{.Drive}}"{{end}}{{end}}
)

func main() {
	srv := mcpruntime.NewServer("golden", "1")
	var drive func(context.Context, *mcpruntime.Client, io.Writer) error
	switch os.Args[1] {
{{- range .}}
	case "{{.Name}}":{{if .New}}
		srv = {{.Alias}}.NewMCPServer(){{end}}
		{{.Alias}}.{{.Register}}(srv){{if .Drive}}
		drive = {{.Alias}}drive.Drive{{end}}
{{- end}}
	}
	if len(os.Args) > 2 {
		client, err := srv.Local(context.Background())
		if err == nil {
			err = drive(context.Background(), client, os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Args = os.Args[:1]
	mcpruntime.Main(srv)
}
`))

// served is a case as serverMain sees it.
type served struct {
	Name, Path, Alias, Register string
	New                         bool
	Drive                       string // import path of the package with func Drive
}

// hasFunc finds the functions by which a case takes part: Serve registers more
// than RegisterMCP would, Drive talks to the server through a typed client.
var hasFunc = map[string]*regexp.Regexp{
	"Serve": regexp.MustCompile(`(?m)^func Serve\(`),
	"Drive": regexp.MustCompile(`(?m)^func Drive\(`),
}

// folderOf returns the folder of the input file that declares the function, as
// an import path; "" when none does.
func (c *testCase) folderOf(function string) string {
	for _, f := range c.inputs {
		if path.Ext(f.Name) == ".go" && hasFunc[function].Match(f.Data) {
			return path.Join(workPath, c.name, path.Dir(f.Name))
		}
	}
	return ""
}

// runs reports whether the case has anything to run.
func (c *testCase) runs() bool { return c.calls != "" || c.folderOf("Drive") != "" }

// transcribe runs every case that can be run, and notes what came back: the
// answers to client.jsonl as want/server.jsonl, and what Drive printed as
// want/client.txt.
func transcribe(ctx context.Context, t *testing.T, cases []*testCase, packages map[*testCase][]*model.Package) {
	t.Helper()
	var list []served
	for i, c := range cases {
		if !c.runs() {
			continue
		}
		if len(packages[c]) == 0 {
			t.Fatalf("%s has calls and nothing that answers", c.file)
		}
		pkg := packages[c][0]
		s := served{
			Name: c.name, Path: pkg.Path, Alias: fmt.Sprintf("case%d", i), Register: model.RegisterName(""),
			New: pkg.Server != nil, Drive: c.folderOf("Drive"),
		}
		if c.folderOf("Serve") != "" {
			s.Register = "Serve"
		}
		list = append(list, s)
	}
	if len(list) == 0 {
		t.Fatal("no case has a transcript")
	}
	program := buildServer(ctx, t, list)
	for _, c := range cases {
		if c.calls != "" {
			t.Run(c.name+"/calls", func(t *testing.T) {
				answers, err := converse(ctx, program, c.name, c.calls)
				if err != nil {
					t.Fatalf("%v\nanswers so far:\n%s", err, answers)
				}
				c.got["server.jsonl"] = answers
				if calls, ok := modernCalls(c.calls); ok {
					modern, err := converse(ctx, program, c.name, calls)
					if alike(modern) != alike(answers) || err != nil {
						t.Errorf("2026-07-28 differs, %v\n%s", err, unified(alike(answers), alike(modern)))
					}
				}
			})
		}
		if c.folderOf("Drive") != "" {
			t.Run(c.name+"/drive", func(t *testing.T) {
				out, err := drive(ctx, program, c.name)
				if err != nil {
					t.Fatal(err)
				}
				c.got["client.txt"] = out
			})
		}
	}
}

// drive runs the function Drive of a case and returns what it printed.
func drive(ctx context.Context, program, name string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, name, "drive")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, &stderr)
	}
	return string(out), err
}

func buildServer(ctx context.Context, t *testing.T, list []served) string {
	t.Helper()
	var src bytes.Buffer
	if err := serverMain.Execute(&src, list); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(workDir, serverDir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), src.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "server")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "./"+path.Join(workDir, serverDir)).CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// handshake opens a session where a case does not do so itself. Its answer is
// not part of the transcript.
const handshake = `{"jsonrpc":"2.0","id":"handshake","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"golden","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// converse starts the server and sends the calls, waiting for each answer
// before it sends the next, so that the order is always the same. It returns
// every line that the server wrote.
func converse(ctx context.Context, program, name, calls string) (answers string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, name)
	var stderr, transcript bytes.Buffer
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	lines := bufio.NewReader(out)
	if first, _, _ := strings.Cut(calls, "\n"); !strings.Contains(first, `"initialize"`) {
		err = exchange(in, lines, handshake, io.Discard)
	}
	if err == nil {
		err = exchange(in, lines, calls, &transcript)
	}
	if err == nil {
		err = in.Close()
	}
	if err == nil {
		_, err = io.Copy(&transcript, lines)
	}
	if waitErr := cmd.Wait(); err == nil {
		err = waitErr
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, &stderr)
	}
	return withoutHash(transcript.String()), err
}

// hashMember is the hash of the registry in the result of a tool.
var hashMember = regexp.MustCompile(`"_meta":\{"io\.github\.mcpgen/registry":"[0-9a-f]{12}"\},|"io\.github\.mcpgen/registry":"[0-9a-f]{12}",|,"io\.github\.mcpgen/registry":"[0-9a-f]{12}"`)

// withoutHash takes the hash out of results. It changes with every word about
// every tool, all of which the case has to show for itself; what the hash is, the
// tests of the runtime say.
func withoutHash(transcript string) string { return hashMember.ReplaceAllString(transcript, "") }

// exchange sends messages one by one and copies what comes back.
func exchange(in io.Writer, out *bufio.Reader, messages string, transcript io.Writer) error {
	for message := range strings.Lines(messages) {
		if strings.TrimSpace(message) == "" {
			continue
		}
		if _, err := io.WriteString(in, message); err != nil {
			return err
		}
		want := idOf([]byte(message))
		for answered := want == ""; !answered; {
			line, err := out.ReadBytes('\n')
			if err != nil {
				return fmt.Errorf("no answer to %s: %w", strings.TrimSpace(message), err)
			}
			if _, err := transcript.Write(line); err != nil {
				return err
			}
			answered = idOf(line) == want
		}
	}
	return nil
}

// idOf returns the id of a message as JSON. A message that is no JSON, or is a
// notification, has none; a malformed one is answered with id null.
func idOf(message []byte) string {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(message, &m); err != nil {
		return "null"
	}
	return string(m.ID)
}
