//go:build unix

package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// check is one of the checks of a scenario, as the suite writes them.
type check struct {
	ID           string          `json:"id"`
	Status       string          `json:"status"`
	ErrorMessage string          `json:"errorMessage"`
	Details      json.RawMessage `json:"details"`
}

// resultFolder is where the suite writes about a scenario: its name and a time.
var resultFolder = regexp.MustCompile(`^(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$`)

// verdict is the error of a scenario that has not passed: one with a failure or
// a warning, and one without a success.
func (r suiteRun) verdict(results, scenario string) error {
	folder := scenario
	if r.role == "server" {
		folder = "server-" + scenario
	}
	var found []string
	err := filepath.WalkDir(results, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "checks.json" {
			return err
		}
		name, err := filepath.Rel(results, filepath.Dir(path))
		if m := resultFolder.FindStringSubmatch(filepath.ToSlash(name)); err == nil && m != nil && m[1] == folder {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(found) != 1 {
		return fmt.Errorf("the suite has written %d results", len(found))
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		return err
	}
	return judge(text)
}

// judge reads the checks of a scenario.
func judge(text []byte) error {
	var checks []check
	if err := json.Unmarshal(text, &checks); err != nil {
		return err
	}
	succeeded := false
	var problems []error
	for _, c := range checks {
		switch c.Status {
		case "SUCCESS":
			succeeded = true
		case "INFO", "SKIPPED":
		default: // FAILURE, WARNING, and what later suites may say
			problems = append(problems, fmt.Errorf("%s %s: %s %.2000s", c.Status, c.ID, c.ErrorMessage, c.Details))
		}
	}
	if !succeeded {
		problems = append(problems, errors.New("nothing has been checked"))
	}
	return errors.Join(problems...)
}

func TestJudge(t *testing.T) {
	for checks, want := range map[string]string{
		`[{"id":"a","status":"SUCCESS"}]`:                                                      "",
		`[{"id":"a","status":"INFO"},{"id":"b","status":"SUCCESS"}]`:                           "",
		`[{"id":"a","status":"SUCCESS"},{"id":"b","status":"SKIPPED"}]`:                        "",
		`[{"id":"a","status":"SUCCESS"},{"id":"b","status":"FAILURE","errorMessage":"wrong"}]`: "FAILURE b: wrong",
		`[{"id":"a","status":"SUCCESS"},{"id":"b","status":"WARNING"}]`:                        "WARNING b",
		`[{"id":"a","status":"SUCCESS"},{"id":"b","status":"MAYBE"}]`:                          "MAYBE b",
		`[{"id":"a","status":"SKIPPED"}]`:                                                      "nothing has been checked",
		`[]`:                                                                                   "nothing has been checked",
		``:                                                                                     "unexpected end",
	} {
		err := judge([]byte(checks))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", checks, err, want)
		}
	}
}

func TestVerdict(t *testing.T) {
	results := t.TempDir()
	for folder, checks := range map[string]string{
		"server-tools-list-2026-12-02T23-28-57-780Z": `[{"status":"SUCCESS"}]`,
		"server-ping-2026-12-02T23-28-57-780Z":       `[{"status":"FAILURE","id":"ping"}]`,
		"auth/basic-2026-12-02T23-28-57-780Z":        `[{"status":"SUCCESS"}]`,
		"twice-2026-12-02T23-28-57-780Z":             `[{"status":"SUCCESS"}]`,
		"twice-2026-12-02T23-28-58-780Z":             `[{"status":"SUCCESS"}]`,
	} {
		if err := os.MkdirAll(filepath.Join(results, folder), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(results, folder, "checks.json"), []byte(checks), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		role, scenario string
		passed         bool
	}{
		{"server", "tools-list", true}, {"client", "auth/basic", true},
		{"server", "ping", false}, {"server", "tools", false}, {"client", "tools-list", false}, {"client", "twice", false},
	} {
		if err := (suiteRun{role: c.role}).verdict(results, c.scenario); (err == nil) != c.passed {
			t.Errorf("%s %s: %v", c.role, c.scenario, err)
		}
	}
}

func TestReadRequirements(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.yaml")
	text := "# about\nserver:\n  - b\n  - a\n\nclient:\n  - auth/c\nnot_scored:\n  - scenario: d\n    leg: server\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	server, err := readRequirements(path, "server")
	if err != nil || strings.Join(server, " ") != "a b" {
		t.Error(server, err)
	}
	client, err := readRequirements(path, "client")
	if err != nil || strings.Join(client, " ") != "auth/c" {
		t.Error(client, err)
	}
}
