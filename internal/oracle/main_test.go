package oracle

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// TestMain keeps a second run of these tests waiting: both write into the same
// folder.
func TestMain(m *testing.M) { os.Exit(runLocked(m)) }

func runLocked(m *testing.M) int {
	if err := os.MkdirAll(workDir, 0o777); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(workDir, ".lock")).Lock()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer unlock()
	return m.Run()
}
