//go:build unix

package e2e

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var conformance = flag.Bool("conformance", false, "run the conformance suite of the protocol; needs npm")

const (
	// suiteNode is the oldest Node that the suite runs with.
	suiteNode = "v22.0.0"
	// suiteTime bounds one run of the suite, which takes some seconds.
	suiteTime = 3 * time.Minute
)

// suiteRun is what the suite requires of a server or of a client for a revision
// of the protocol.
type suiteRun struct {
	role, revision string
	// total is how many scenarios are scored. The list of the suite is frozen;
	// another number means that not all of it was seen.
	total int
	// pending are scenarios that have to pass although the suite does not
	// score them.
	pending []string
}

var suiteRuns = []suiteRun{
	{role: "server", revision: modern, total: 37, pending: []string{"json-schema-2020-12", "http-header-validation", "http-custom-header-server-validation"}},
	{role: "server", revision: legacy, total: 30, pending: []string{"json-schema-2020-12"}},
	{role: "client", revision: modern, total: 32},
	{role: "client", revision: legacy, total: 18},
}

// examples/everything passes what the official suite requires of servers and of
// clients, without a warning. One server, at one URL, serves both revisions.
// Lines at the end say what was counted in the files that the suite writes:
//
//	conformance ROLE REVISION PASSED/TOTAL
//	conformance-pending REVISION PASSED/TOTAL
func TestConformance(t *testing.T) {
	if !*conformance {
		t.Skip("make conformance runs this")
	}
	modules, err := install(t, "conformance")
	if err != nil {
		leaveOutSuite(t, err)
		return
	}
	node, err := findNode(t, suiteNode)
	if err != nil {
		leaveOutSuite(t, err)
		return
	}
	program := buildProgram(t, "everything")
	client := buildProgram(t, "everything/client")
	running, err := startHTTP(t.Context(), target{command: program, logs: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range suiteRuns {
		subject := []string{"--url", running.url}
		if r.role == "client" {
			subject = []string{"--command", client}
		}
		r.run(t, node, modules, subject)
	}
	if err := running.stop(); err != nil {
		t.Errorf("stopping the server: %v", err)
	}
}

// leaveOutSuite says that the suite cannot run here; CI must not pass without.
func leaveOutSuite(t *testing.T, reason error) {
	if os.Getenv("CI") != "" {
		t.Errorf("CI is set, and the conformance suite cannot run: %v", reason)
		return
	}
	fmt.Printf("conformance: left out the suite, servers and clients of %s and %s: %v\n", modern, legacy, reason)
}

// run runs the suite against a subject and prints what came of it.
func (r suiteRun) run(t *testing.T, node, modules string, subject []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), suiteTime)
	defer cancel()
	suite := filepath.Join(modules, "@modelcontextprotocol", "conformance")
	required, err := readRequirements(filepath.Join(suite, "requirements", r.revision+".yaml"), r.role)
	if err != nil {
		t.Fatal(err)
	}
	results := t.TempDir()
	cmd := exec.CommandContext(ctx, node, append([]string{
		filepath.Join(suite, "dist", "index.js"), r.role, "--requirements", r.revision, "--output-dir", results,
	}, subject...)...)
	cmd.Dir = results
	stdout, stderr, runErr := runGroup(cmd)
	passed := r.count(t, results, required)
	fmt.Printf("conformance %s %s %d/%d\n", r.role, r.revision, passed, len(required))
	if r.pending != nil {
		fmt.Printf("conformance-pending %s %d/%d\n", r.revision, r.count(t, results, r.pending), len(r.pending))
	}
	if len(required) != r.total {
		t.Errorf("%s %s: the suite scores %d scenarios, want %d", r.role, r.revision, len(required), r.total)
	}
	if runErr != nil {
		t.Errorf("%s %s: %v\n%s%s", r.role, r.revision, runErr, stdout, stderr)
	}
}

// count returns how many of the scenarios have passed, and reports the others.
func (r suiteRun) count(t *testing.T, results string, scenarios []string) (passed int) {
	t.Helper()
	for _, scenario := range scenarios {
		if err := r.verdict(results, scenario); err != nil {
			t.Errorf("%s %s: %s: %v", r.role, r.revision, scenario, err)
			continue
		}
		passed++
	}
	return passed
}

// readRequirements returns the scenarios that a revision requires of a role. The
// file is YAML, of which only lists of words under a name are read.
func readRequirements(path, role string) (scenarios []string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	under := ""
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line := lines.Text()
		item, isItem := strings.CutPrefix(line, "  - ")
		name, isName := strings.CutSuffix(line, ":")
		switch {
		case isItem && under == role:
			scenarios = append(scenarios, item)
		case isName && !strings.HasPrefix(line, " "):
			under = name
		}
	}
	slices.Sort(scenarios)
	if unique := slices.Compact(slices.Clone(scenarios)); len(unique) != len(scenarios) {
		return nil, fmt.Errorf("%s names a scenario twice", path)
	}
	return scenarios, lines.Err()
}
