// Command visitor visits the observatory: over HTTP when its argument is a URL,
// else by starting a server.
//
//	go run ./visitor http://127.0.0.1:8080
//	go run ./visitor ./everything
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/mcpgen/mcpgen/examples/everything/tour"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: visitor URL, or visitor PROGRAM")
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	err := visit(ctx, os.Args[1], os.Stdout)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// visit has a look at everything, and writes what it sees.
func visit(ctx context.Context, where string, out io.Writer) (err error) {
	client, err := connect(ctx, where)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, client.Close()) }()
	observatory, house := tour.NewObservatoryMCPClient(client), tour.NewMCPClient(client)

	watched := mcpruntime.OnProgress(ctx, func(done, total float64, message string) {
		fmt.Fprintf(out, "%v of %v: %s\n", done, total, message)
	})
	observer := "Ada"
	found, err := observatory.Find(watched, nil, nil, 2, nil, nil, "magnitude", &observer, nil)
	if err != nil {
		return err
	}
	for _, object := range found {
		told, err := house.Guide(ctx, object.Name)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s, magnitude %v. %s\n", object.Name, object.Magnitude, told)
	}
	ticket, err := house.Visit(ctx, 12)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, ticket)
	return nil
}

func connect(ctx context.Context, where string) (*mcpruntime.Client, error) {
	options := answers()
	if strings.HasPrefix(where, "http://") || strings.HasPrefix(where, "https://") {
		return mcpruntime.Dial(ctx, where, append(options, mcpruntime.WithHTTPClient(&http.Client{Timeout: 30 * time.Second}))...)
	}
	return mcpruntime.SpawnCommand(ctx, exec.Command(where), options...)
}

// answers are what a server hears that asks. A host would ask its user.
func answers() []mcpruntime.ClientOption {
	return []mcpruntime.ClientOption{
		mcpruntime.WithForms(func(context.Context, string, []byte) ([]byte, error) { return []byte(`{"approve":true}`), nil }),
		mcpruntime.WithURLs(func(_ context.Context, _, url string) error {
			if !strings.HasPrefix(url, "https://example.com/pay") {
				return mcpruntime.ErrDeclined
			}
			return nil
		}),
		mcpruntime.WithSampling(func(_ context.Context, request mcpruntime.SampleRequest) (mcpruntime.Sampled, error) {
			return mcpruntime.Sampled{Text: "What a sight!", Model: "a parrot"}, nil
		}),
		mcpruntime.WithRoots(mcpruntime.Root{URI: "file:///home/ada", Name: "home"}),
	}
}
