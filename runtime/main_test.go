package mcpruntime

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

func opened(s *Server) func(context.Context) (*Server, error) {
	return func(context.Context) (*Server, error) { return s, nil }
}

// A server is opened only for what needs it, and closed after the calls.
func TestRunOpensAndCloses(t *testing.T) {
	var log []string
	note := func(word string) func() error {
		return func() error { log = append(log, word); return nil }
	}
	open := func(context.Context) (*Server, error) {
		log = append(log, "open")
		s := newTestServer(WithClose(note("close database")), WithClose(note("close cache")))
		addTool(s, "note", func(context.Context, *Writer) error { return note("call")() })
		return s, nil
	}
	for _, test := range []struct {
		args string
		want string
	}{
		{"-h", ""},
		{"-nope", ""},
		{"extra", ""},
		{"-http 8080", ""},
		{"-call note", "open call close cache close database"},
		{"-list", "open close cache close database"},
		{"", "open close cache close database"},
	} {
		log = nil
		run(t.Context(), open, strings.Fields(test.args), strings.NewReader(""), io.Discard, io.Discard)
		if got := strings.Join(log, " "); got != test.want {
			t.Errorf("%q: %s, want %s", test.args, got, test.want)
		}
	}
	var stderr bytes.Buffer
	failing := func(context.Context) (*Server, error) { return nil, errors.New("no database") }
	if code := run(t.Context(), failing, nil, nil, io.Discard, &stderr); code != exitFailure || stderr.String() != "no database\n" {
		t.Errorf("open fails: exit %d, %s", code, &stderr)
	}
	stderr.Reset()
	s := newTestServer(WithClose(func() error { return errors.New("not saved") }))
	if code := run(t.Context(), opened(s), []string{"-list"}, nil, io.Discard, &stderr); code != exitFailure || stderr.String() != "not saved\n" {
		t.Errorf("close fails: exit %d, %s", code, &stderr)
	}
}

func TestRun(t *testing.T) {
	silenceStderr(t)
	tests := []struct {
		args           []string
		stdin          string
		code           int
		stdout, stderr string
	}{
		{args: []string{"-call", "echo", orderJSON}, stdout: orderJSON + "\n"},
		{args: []string{"-call", "echo", "-"}, stdin: orderJSON, stdout: orderJSON + "\n"},
		{args: []string{"--call", "list"}, stdout: `{"result":[]}` + "\n"},
		{args: []string{"-call", "nothing"}},
		{args: []string{"-call", "fail"}, code: 1, stderr: "the disk is full\n"},
		{args: []string{"-call", "panic"}, code: 1, stderr: "internal error in tool panic\n"},
		{args: []string{"-call", "none"}, code: 1, stderr: "unknown tool \"none\"\n"},
		{args: []string{"-call", "nothing", "[]"}, code: 1, stderr: "arguments must be an object\n"},
		{args: []string{"-call", "nothing", `{"x":1}`}, code: 1, stderr: "bad arguments: /x: unknown property; none is allowed\n"},
		{args: []string{"-call", "nothing", "{}", "{}"}, code: 2, stderr: "usage: [-profile NAME] [-planner] [-http ADDR | -list | -call TOOL [JSON]]\n"},
		{args: []string{"-call", "a", "-list"}, code: 2, stderr: "usage: [-profile NAME] [-planner] [-http ADDR | -list | -call TOOL [JSON]]\n"},
		{args: []string{"extra"}, code: 2, stderr: "usage: [-profile NAME] [-planner] [-http ADDR | -list | -call TOOL [JSON]]\n"},
		{args: []string{"-nope"}, code: 2, stderr: "flag provided but not defined: -nope"},
		{args: []string{"-call", ""}, code: 2, stderr: "-call is empty"},
		{args: []string{"-http", ""}, code: 2, stderr: "-http is empty"},
		{args: []string{"-http="}, code: 2, stderr: "-http is empty"},
		{args: []string{"-call"}, code: 2, stderr: "flag needs an argument: -call"},
		{args: []string{"-h"}, stderr: "Usage of server"},
		{args: nil, stdin: ""},
	}
	for _, test := range tests {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), opened(newTestServer()), test.args, strings.NewReader(test.stdin), &stdout, &stderr)
		if code != test.code || stdout.String() != test.stdout || !strings.HasPrefix(stderr.String(), test.stderr) || test.stderr == "" && stderr.Len() > 0 {
			t.Errorf("%q: exit %d, stdout %q, stderr %q; want %d, %q, %q", test.args, code, stdout.String(), stderr.String(), test.code, test.stdout, test.stderr)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), opened(newTestServer()), []string{"-list"}, nil, &stdout, &stderr); code != 0 || !strings.HasPrefix(stdout.String(), "echo(id:int64)\nfail() -> {*:any}\ngoexit() -> {*:any}\n") {
		t.Errorf("-list: exit %d, %q", code, stdout.String())
	}
	twice := newTestServer()
	addTool(twice, "echo", nil)
	if code := run(t.Context(), opened(twice), nil, strings.NewReader(""), &stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), `two tools are called "echo"`) {
		t.Errorf("a name taken twice: exit %d, %s", code, stderr.String())
	}
}

// The end of the context ends the server with status 0 although the input stays
// open: at once when nothing runs, else after the call that runs, and when that
// takes too long without it.
func TestRunEndsWithItsContext(t *testing.T) {
	silenceStderr(t)
	for name, test := range map[string]struct {
		takes    time.Duration
		answered bool
	}{"quick": {50 * time.Millisecond, true}, "deaf": {time.Minute, false}} {
		s := newTestServer(WithLimits(Limits{StopTime: time.Second}))
		started := make(chan struct{})
		addTool(s, name, func(context.Context, *Writer) error {
			close(started)
			time.Sleep(test.takes)
			return nil
		})
		in, input := io.Pipe()
		defer input.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var stdout, stderr bytes.Buffer
		done := make(chan int, 1)
		go func() { done <- run(ctx, opened(s), nil, in, &stdout, &stderr) }()
		fmt.Fprint(input, legacyHello+request(1, "tools/call", `{"name":"`+name+`"}`, false))
		<-started
		cancel()
		select {
		case code := <-done:
			if code != 0 || stderr.Len() > 0 || strings.Contains(stdout.String(), `"id":1,`) != test.answered {
				t.Errorf("%s: exit %d, stdout %q, stderr %q", name, code, stdout.String(), stderr.String())
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the server does not end")
		}
	}
}
