package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/examples/notes/store"
)

// The commands of the README's section about the client do what it says.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## The client\n")
	_, section, console := strings.Cut(section, "```console\n$ ")
	block, _, closed := strings.Cut(section, "```")
	if !found || !console || !closed {
		t.Fatal("README.md has no console block about the client")
	}
	path := newDatabase(t)
	afterServerSection(t, path)
	places := places(t, path)
	ran := 0
	for step := range strings.SplitSeq(block, "\n$ ") {
		command, want, _ := strings.Cut(step, "\n")
		line, ok := strings.CutPrefix(command, "go run ./client ")
		if !ok {
			continue // building and starting the server
		}
		ran++
		args := words(line)
		for i, arg := range args {
			switch arg {
			case "/tmp/notes-server":
				args[i] = places["stdio"].program
			case "http://127.0.0.1:8080/mcp":
				args[i] = places["http"].url
			}
		}
		var out bytes.Buffer
		run(t.Context(), args, strings.NewReader(""), &out, &out)
		if strings.TrimSpace(out.String()) != strings.TrimSpace(want) {
			t.Errorf("%s prints\n%s\nREADME.md says\n%s", command, out.String(), want)
		}
	}
	if ran != 6 {
		t.Errorf("%d commands, want 6", ran)
	}
}

// afterServerSection leaves the database as the section before does.
func afterServerSection(t *testing.T, path string) {
	notebook, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := notebook.CreateNote(t.Context(), "Oslo in May", "The ferry is booked.", "travel"); err != nil {
		t.Error(err)
	}
	if err := notebook.Close(); err != nil {
		t.Error(err)
	}
}

// words splits a command line as a shell does, as far as the README goes.
func words(line string) (list []string) {
	for _, word := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(line, -1) {
		list = append(list, strings.Trim(word, `"`))
	}
	return list
}
