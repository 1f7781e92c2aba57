package main

import (
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/examples/everything/tour"
)

const seen = `sirius, magnitude -1.5. What a sight!
vega, magnitude 0. What a sight!
ticket 1 for 12
`

var progress = regexp.MustCompile(`(?m)^[0-3] of 4: \w+\n`)

func TestVisitOverHTTP(t *testing.T) {
	srv := tour.NewMCPServer(tour.WithDesk(new(tour.Desk)))
	tour.RegisterMCP(srv)
	tour.RegisterObservatoryMCP(srv, new(tour.Observatory))
	h := httptest.NewServer(srv.Handler())
	t.Cleanup(func() { srv.Drain(); h.Close() })
	check(t, h.URL)
}

func TestVisitOfAProgram(t *testing.T) {
	program := filepath.Join(t.TempDir(), "everything")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	check(t, program)
}

func check(t *testing.T, where string) {
	t.Helper()
	var out strings.Builder
	err := visit(t.Context(), where, &out)
	// What is said of progress when a call returns is dropped, so lines may be missing.
	if got := progress.ReplaceAllString(out.String(), ""); err != nil || got != seen {
		t.Errorf("%v, saw\n%s", err, &out)
	}
}
