// Package program is the way from a test to a program of generated code: its
// main function, and questions to it.
package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"

	"github.com/mcpgen/mcpgen/internal/oracle/probe"
)

// Main is the source of a program that answers [probe.Request]s for the tools
// of the packages with these import paths.
func Main(paths []string) string {
	var imports, registers strings.Builder
	for i, path := range paths {
		fmt.Fprintf(&imports, "\tp%d %q\n", i, path)
		fmt.Fprintf(&registers, "\tp%d.RegisterMCP(server)\n", i)
	}
	return fmt.Sprintf(`// Command main answers a test of generated code.
package main

import (
	"fmt"
	"os"

%s	"github.com/mcpgen/mcpgen/internal/oracle/probe"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

func main() {
	server := mcpruntime.NewServer("oracle", "1")
%s	if err := probe.Serve(server, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`, &imports, &registers)
}

// Ask runs the program, sends all requests and returns an answer for each.
func Ask(ctx context.Context, program string, requests []probe.Request) ([]probe.Answer, error) {
	var in, stderr bytes.Buffer
	for _, r := range requests {
		if err := json.NewEncoder(&in).Encode(r); err != nil {
			return nil, err
		}
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, &stderr)
	}
	var answers []probe.Answer
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var a probe.Answer
		if err := decoder.Decode(&a); err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	if len(answers) != len(requests) {
		return nil, fmt.Errorf("%d answers to %d requests\n%s", len(answers), len(requests), &stderr)
	}
	return answers, nil
}
