package house

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// RunLocked makes a folder and runs the tests that write into it; a second run
// of them waits. It returns the exit status, for TestMain.
func RunLocked(m *testing.M, dir string) int {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(dir, ".lock")).Lock()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer unlock()
	return m.Run()
}
