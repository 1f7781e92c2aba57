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
	modes, err := tokens.Modes(ctx)
	if err != nil {
		return err
	}
	report, names, err := tokens.MeasureAll(ctx, modes)
	if err != nil {
		return err
	}
	return report.Print(w, names)
}
