//go:build unix

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Transports, as they are printed.
const (
	stdio    = "stdio"
	overHTTP = "http"
)

// The newest protocol revision of each generation: without sessions, and with
// the initialize handshake.
const (
	modern = "2026-07-28"
	legacy = "2025-11-25"
	// mixed is for a client that connects anew for each request, and takes
	// turns: it would need twice the time for twice the plan.
	mixed = "mixed"
)

// report is what a client says of a plan: the protocol revision that client
// and server agreed on, and an outcome for each request.
type report struct {
	Revision string    `json:"revision"`
	Outcomes []outcome `json:"outcomes"`
}

// client is a client of the protocol that other people wrote.
type client struct {
	name      string
	revisions []string
	// plain is for a client that connects anew for each request, and leaves out
	// demanding ones. Over stdio each finds a server that has kept nothing.
	plain bool
	// drive connects to a server with a protocol revision, makes the requests
	// of a plan, and disconnects.
	drive func(ctx context.Context, t *testing.T, tools npmTools, to target, revision string, plan []request) (report, error)
}

var clients = []client{
	{name: "inspector", revisions: []string{mixed}, plain: true, drive: driveInspector},
	{name: "npm-client-2", revisions: []string{modern, legacy}, drive: driveScript("client-2.mjs")},
	{name: "npm-sdk-1", revisions: []string{legacy}, drive: driveScript("sdk-1.mjs")},
	{name: "go-sdk", revisions: []string{modern, legacy}, drive: driveGoSDK},
}

// plan is what the client does of the plan of a server over a transport.
func (c client) plan(s server, transport string) []request {
	if !c.plain {
		return s.plan
	}
	return slices.DeleteFunc(slices.Clone(s.plan), func(r request) bool {
		return r.demanding() || transport == stdio && r.usesHandle()
	})
}

// driveScript drives a client through one of the scripts below npm.
func driveScript(script string) func(context.Context, *testing.T, npmTools, target, string, []request) (report, error) {
	return func(ctx context.Context, t *testing.T, tools npmTools, to target, revision string, plan []request) (report, error) {
		input, err := json.Marshal(map[string]any{
			"command": to.command, "args": append([]string{}, to.flags...), "env": environment(t, to),
			"url": to.url, "revision": revision, "requests": plan,
		})
		if err != nil {
			return report{}, err
		}
		cmd := exec.CommandContext(ctx, tools.node, filepath.Join(tools.scripts, script))
		cmd.Stdin = bytes.NewReader(input)
		stdout, stderr, err := runGroup(cmd)
		if err != nil {
			return report{}, fmt.Errorf("%s: %w\n%s", script, err, stderr)
		}
		var got report
		return got, json.Unmarshal(stdout, &got)
	}
}

// environment is what a client hands on to the server it starts.
func environment(t *testing.T, to target) map[string]string {
	env := map[string]string{"PATH": os.Getenv("PATH"), "HOME": t.TempDir()}
	for _, entry := range to.env {
		name, value, _ := strings.Cut(entry, "=")
		env[name] = value
	}
	return env
}

// driveInspector runs the Inspector's command line, once for each request.
// Every run is a connection of its own, and pins a revision; what is modern
// over one transport is legacy over the other.
func driveInspector(ctx context.Context, t *testing.T, tools npmTools, to target, revision string, plan []request) (report, error) {
	got := report{Revision: revision}
	home := t.TempDir() // it may keep a catalogue there
	var kept handles
	for i, r := range plan {
		r, err := kept.fill(r)
		if err != nil {
			return report{}, err
		}
		era := "modern"
		if (i%2 == 0) == (to.url == "") {
			era = "legacy"
		}
		arguments, err := inspectorArguments(r, to, era)
		if err != nil {
			return report{}, err
		}
		o, err := runInspector(ctx, tools, home, arguments)
		if err != nil {
			return report{}, fmt.Errorf("%s: %w", strings.Join(arguments, " "), err)
		}
		kept.note(r, o)
		got.Outcomes = append(got.Outcomes, o)
	}
	return got, nil
}

// inspectorArguments spells a request for the Inspector's command line.
func inspectorArguments(r request, to target, era string) ([]string, error) {
	arguments := []string{"--format", "json", "--quiet", "--protocol-era", era, "--method", r.Method}
	switch r.Method {
	case "tools/list":
		arguments = append(arguments, "--strict") // fails for schemas that hosts choke on
	case "tools/call":
		input, err := json.Marshal(r.Params["arguments"])
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, "--tool-name", fmt.Sprint(r.Params["name"]), "--tool-args-json", string(input))
	case "resources/read":
		arguments = append(arguments, "--uri", fmt.Sprint(r.Params["uri"]))
	case "prompts/get":
		arguments = append(arguments, "--prompt-name", fmt.Sprint(r.Params["name"]))
		values, _ := r.Params["arguments"].(args)
		for name, value := range values {
			arguments = append(arguments, "--prompt-args", fmt.Sprintf("%s=%v", name, value))
		}
	}
	for _, entry := range to.env {
		arguments = append(arguments, "-e", entry)
	}
	if to.url != "" {
		return append(arguments, "--transport", "http", "--server-url", to.url), nil
	}
	return append(append(arguments, "--", to.command), to.flags...), nil
}

// exitToolError is the Inspector's exit status for tool errors and unknown
// tools; others mean that it did not come so far.
const exitToolError = 5

// runInspector returns what one run prints: an object with a result on
// standard output, or one with an error on standard error.
func runInspector(ctx context.Context, tools npmTools, home string, arguments []string) (outcome, error) {
	script := filepath.Join(tools.modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js")
	cmd := exec.CommandContext(ctx, tools.inspectorNode, append([]string{script, "--cli"}, arguments...)...)
	cmd.Env = append(os.Environ(), "HOME="+home)
	stdout, stderr, err := runGroup(cmd)
	var o outcome
	switch {
	case len(stdout) > 0 && (err == nil || cmd.ProcessState.ExitCode() == exitToolError):
		err = json.Unmarshal(stdout, &o)
		return outcome{Result: o.Result}, err
	case json.Unmarshal([]byte(stderr), &o) == nil && o.Error != nil:
		return o, nil
	}
	return outcome{}, fmt.Errorf("%w\n%s%s", err, stdout, stderr)
}
