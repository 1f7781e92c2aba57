// Command count prints what the cases of package tokens cost in each mode. See
// docs/tokens.md.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/mcpgen/mcpgen/examples/excel/tokens"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer) error {
	count, err := tokens.NewCounter()
	if err != nil {
		return err
	}
	modes, err := tokens.Modes(ctx)
	if err != nil {
		return err
	}
	report := tokens.Report{}
	var names []string
	for _, m := range modes {
		if report[m.Name()], err = tokens.Measure(ctx, m, count, tokens.Cases()); err != nil {
			return err
		}
		names = append(names, m.Name())
	}
	return report.Print(w, names)
}
