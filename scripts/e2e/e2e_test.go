//go:build unix

// Package e2e drives clients that other people wrote against the examples, as
// a host does: built servers, over stdio and over HTTP on loopback. make e2e
// runs it.
package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"
)

var enabled = flag.Bool("e2e", false, "drive the clients of other projects; needs npm")

const (
	buildTime = 3 * time.Minute
	// combinationTime bounds all that one client does with one server over
	// one transport.
	combinationTime = 2 * time.Minute
)

// Every client lists and calls every server over every transport. One line
// each says so at the end:
//
//	e2e CLIENT SERVER TRANSPORT CALLS
//
// The snippets of docs/clients.md are tried with the Inspector.
func TestE2E(t *testing.T) {
	if !*enabled {
		t.Skip("make e2e runs this")
	}
	tools, missing := prepareNPM(t)
	binaries := buildServers(t)
	combinations := combine()
	calls := make([]int, len(combinations))
	t.Run("run", func(t *testing.T) {
		for i, c := range combinations {
			if missing[c.client.name] != "" {
				continue
			}
			t.Run(c.client.name+"/"+c.server.name+"/"+c.transport, func(t *testing.T) {
				t.Parallel()
				calls[i] = c.run(t, tools, binaries[c.server.folder()])
			})
		}
		if missing["inspector"] == "" {
			t.Run("docs/clients.md", func(t *testing.T) {
				t.Parallel()
				tryPage(t, tools, binaries[pageServer])
			})
		}
	})
	for i, c := range combinations {
		if calls[i] > 0 {
			fmt.Printf("e2e %s %s %s %d\n", c.client.name, c.server.name, c.transport, calls[i])
		} else if missing[c.client.name] == "" {
			t.Errorf("%s %s %s is missing", c.client.name, c.server.name, c.transport)
		}
	}
	reportMissing(t, missing)
}

// reportMissing says which clients were left out; CI must not pass without.
func reportMissing(t *testing.T, missing map[string]string) {
	for _, c := range clients {
		reason := missing[c.name]
		switch {
		case reason == "":
		case os.Getenv("CI") != "":
			t.Errorf("CI is set, and %s cannot run: %s", c.name, reason)
		default:
			fmt.Printf("e2e: left out %s: %s\n", c.name, reason)
		}
	}
}

// combination is one client, one server and one transport.
type combination struct {
	client    client
	server    server
	transport string
}

func combine() []combination {
	var all []combination
	for _, c := range clients {
		for _, s := range servers {
			all = append(all, combination{c, s, stdio}, combination{c, s, overHTTP})
		}
	}
	return all
}

// run carries out the plan of the server once for each protocol revision of
// the client, each time with a fresh server, and returns how many requests
// were made and verified.
func (c combination) run(t *testing.T, tools npmTools, binary string) int {
	ctx, cancel := context.WithTimeout(t.Context(), combinationTime)
	defer cancel()
	calls := 0
	for _, revision := range c.client.revisions {
		calls += c.runRevision(ctx, t, tools, binary, revision)
	}
	if t.Failed() {
		return 0
	}
	return calls
}

func (c combination) runRevision(ctx context.Context, t *testing.T, tools npmTools, binary, revision string) int {
	to, plan := c.server.target(t, binary), c.client.plan(c.server, c.transport)
	if c.transport == overHTTP {
		running, err := startHTTP(ctx, to)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := running.stop(); err != nil {
				t.Errorf("%s: stopping the server: %v", revision, err)
			}
		}()
		to.url = running.url
	}
	got, err := c.client.drive(ctx, t, tools, to, revision, plan)
	if err != nil {
		t.Fatalf("%s: %v", revision, err)
	}
	if got.Revision != revision {
		t.Errorf("the protocol is that of %q, want %q", got.Revision, revision)
	}
	if len(got.Outcomes) != len(plan) {
		t.Fatalf("%s: %d outcomes of %d requests", revision, len(got.Outcomes), len(plan))
	}
	for i, o := range got.Outcomes {
		if err := plan[i].verify(o); err != nil {
			t.Errorf("%s: %v", revision, err)
		}
	}
	return len(got.Outcomes)
}
