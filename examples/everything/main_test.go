package main

import (
	"os"
	"regexp"
	"testing"
)

var shown = regexp.MustCompile(`(?m)^\$ go run \. -call (\w+) '(.*)'\n(.*)$`)

// The README shows what the server really answers.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	calls := shown.FindAllStringSubmatch(string(text), -1)
	if len(calls) < 3 {
		t.Fatalf("%d calls in the README", len(calls))
	}
	for _, call := range calls {
		result, err := newServer().Call(t.Context(), call[1], []byte(call[2]))
		got := result.Text
		if err != nil {
			got = err.Error()
		}
		if got != call[3] {
			t.Errorf("%s: got %s, the README has %s", call[1], got, call[3])
		}
	}
}
