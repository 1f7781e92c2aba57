// Command client is the client that the conformance suite starts: it carries
// out one scenario against the server of the suite whose URL is its argument.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

// scenarioTime bounds a scenario; the suite's own limit is 30 seconds.
const scenarioTime = 25 * time.Second

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), scenarioTime)
	code := run(ctx, os.Args[1:], os.Getenv, os.Stderr)
	cancel()
	os.Exit(code)
}

// run is main with its world as arguments.
func run(ctx context.Context, args []string, getenv func(string) string, stderr io.Writer) int {
	name := getenv("MCP_CONFORMANCE_SCENARIO")
	s, known := scenarios[name]
	if known && len(args) == 1 {
		err := s.play(ctx, args[0], getenv("MCP_CONFORMANCE_CONTEXT"))
		if err == nil {
			return 0
		}
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return 1
	}
	fmt.Fprintf(stderr, "usage: MCP_CONFORMANCE_SCENARIO=NAME client URL; the scenarios are\n  %s\n", strings.Join(slices.Sorted(maps.Keys(scenarios)), "\n  "))
	return 2
}

// given is what the suite tells the client beside the URL; most of it only in
// some scenarios.
type given struct {
	ClientID     string     `json:"client_id"`
	ClientSecret string     `json:"client_secret"`
	ToolCalls    []toolCall `json:"toolCalls"`
}

type toolCall struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

func readGiven(text string) (g given, err error) {
	if text == "" {
		return g, nil
	}
	return g, json.Unmarshal([]byte(text), &g)
}
