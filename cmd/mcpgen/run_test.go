package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/internal/gen"
)

// An end of the context, which is what a signal amounts to, ends the run in
// time, with nothing written and no temporary file left.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("GOWORK", "off")
	for name, content := range map[string]string{
		"go.mod": "module example.com/app\n\ngo 1.26\n",
		"a.go":   "package app\n\nimport \"net/http\"\n\nvar _ http.Header\n\n//mcp:tool\nfunc A() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, after := range []time.Duration{0, 5 * time.Millisecond, 50 * time.Millisecond} {
		ctx, cancel := context.WithCancel(t.Context())
		var ended time.Time
		timer := time.AfterFunc(after, func() { ended = time.Now(); cancel() })
		var stdout, stderr bytes.Buffer
		status := run(ctx, nil, &stdout, &stderr)
		if timer.Stop() {
			t.Fatal("the run was faster than its interrupt: nothing has been interrupted")
		}
		if took := time.Since(ended); took > time.Second {
			t.Errorf("interrupted after %v, it took %v more", after, took)
		}
		if status != exitFailure || stdout.Len() > 0 || stderr.String() != "mcpgen: interrupted; nothing was written\n" {
			t.Errorf("interrupted after %v: status %d, %q, %q", after, status, &stdout, &stderr)
		}
		cancel()
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 2 {
		t.Errorf("files are left: %v (%v)", files, err)
	}
	if left, err := filepath.Glob(filepath.Join(temp, "mcpgen*")); err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v (%v)", left, err)
	}
}

func TestFail(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		want   []string
	}{
		{errFindings, exitFindings, nil},
		{gen.UsageError("no such flag"), exitFailure, []string{"mcpgen: no such flag\n"}},
		{errors.New("disk full"), exitFailure, []string{"mcpgen: disk full\n"}},
		{&gen.BugError{Err: errors.New("boom")}, exitFailure, []string{"internal error: boom", "not of your code", "/issues", "mcpgen "}},
	} {
		var stderr bytes.Buffer
		if got := fail(&stderr, c.err); got != c.status {
			t.Errorf("%v: status %d, want %d", c.err, got, c.status)
		}
		if len(c.want) == 0 && stderr.Len() > 0 {
			t.Errorf("%v prints %q", c.err, &stderr)
		}
		for _, text := range c.want {
			if !strings.Contains(stderr.String(), text) {
				t.Errorf("%v prints %q without %q", c.err, &stderr, text)
			}
		}
	}
}

// lockedBuffer is a bytes.Buffer for two goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// The progress line appears after the delay, not before, and is wiped.
func TestSpin(t *testing.T) {
	var out lockedBuffer
	stop := make(chan struct{})
	close(stop)
	spin(&out, time.Hour, stop)
	if out.String() != "" {
		t.Errorf("a short run prints %q", out.String())
	}
	stop = make(chan struct{})
	done := make(chan struct{})
	go func() { defer close(done); spin(&out, time.Millisecond, stop) }()
	for deadline := time.Now().Add(10 * time.Second); out.String() == "" && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	close(stop)
	<-done
	text := out.String()
	last := text[strings.LastIndex(strings.TrimSuffix(text, "\r"), "\r"):]
	if !strings.HasPrefix(text, "\rmcpgen: ") || strings.TrimSpace(last) != "" || !strings.HasSuffix(last, "\r") {
		t.Errorf("progress is %q", text)
	}
}

func TestNoProgressWithoutTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if isTerminal(f) || isTerminal(new(bytes.Buffer)) {
		t.Error("a file or a buffer counts as a terminal")
	}
}

func TestHeadline(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{"Find finds. It is slow.", "Find finds."},
		{"Find\nfinds v1.2 of it\n\nMore.", "Find finds v1.2 of it"},
		{strings.Repeat("ä", 80), strings.Repeat("ä", 69) + "..."},
		{"", ""},
	} {
		if got := headline(c.doc); got != c.want {
			t.Errorf("headline(%q) = %q, want %q", c.doc, got, c.want)
		}
	}
}

// Windows paths are packages on every system, never misspelt commands.
func TestLooksLikePackage(t *testing.T) {
	for word, want := range map[string]bool{
		`.\weather`: true, `weather\`: true, `C:\src\app\...`: true, `a.go`: true, `./a`: true, "all...": true,
		"check": false, "fmt": false, "": false,
	} {
		if got := looksLikePackage(word); got != want {
			t.Errorf("looksLikePackage(%q) = %v", word, got)
		}
	}
}
