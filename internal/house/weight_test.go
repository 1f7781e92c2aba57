package house

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var updateWeight = flag.Bool("update", false, "take what is measured for the weights to hold")

const weightFile = "testdata/weight.txt"

// weights are what a user's program gets from us: the packages that the runtime
// depends on, and the bytes of a stripped binary of examples/hello, both for
// linux/amd64.
type weights struct{ packages, bytes int64 }

func (w weights) String() string {
	return fmt.Sprintf("deps runtime %d\nsize hello %d\n", w.packages, w.bytes)
}

// TestWeight fails when a program has become more than 5% heavier than what is
// written down; -update writes it down anew.
func TestWeight(t *testing.T) {
	got := measure(t)
	fmt.Print(got)
	if *updateWeight {
		if err := os.WriteFile(weightFile, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(weightFile)
	if err != nil {
		t.Fatal(err)
	}
	var held weights
	if _, err := fmt.Sscanf(string(text), "deps runtime %d\nsize hello %d", &held.packages, &held.bytes); err != nil {
		t.Fatalf("%s: %v", weightFile, err)
	}
	if got.packages*100 > held.packages*105 || got.bytes*100 > held.bytes*105 {
		t.Errorf("a program gets more than 5%% heavier; what is written down:\n%s", held)
	}
}

func measure(t *testing.T) (w weights) {
	t.Helper()
	packages := bufio.NewScanner(bytes.NewReader(goCommand(t, "list", "-deps", "./runtime")))
	for packages.Scan() {
		w.packages++
	}
	binary := filepath.Join(t.TempDir(), "hello")
	goCommand(t, "build", "-trimpath", "-ldflags=-s -w", "-o", binary, "./examples/hello")
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	w.bytes = info.Size()
	return w
}

func goCommand(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = Root(t)
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, &stderr)
	}
	return out
}
