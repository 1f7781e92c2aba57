package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/gen"
)

// program is one run of the command.
type program struct {
	dir    string // the working directory
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

func (p *program) run(ctx context.Context, args []string) error {
	app := p.app()
	args, err := p.arrange(ctx, app, args)
	if err != nil {
		return err
	}
	return app.RunContext(ctx, args)
}

// app describes the command line. Exit statuses and errors are run's business,
// so everything in cli that would exit or print on its own is turned off.
func (p *program) app() *cli.App {
	usageError := func(_ *cli.Context, err error, _ bool) error { return gen.UsageError(err.Error()) }
	app := &cli.App{
		Name:                  "mcpgen",
		Usage:                 "MCP servers from annotated Go functions",
		Writer:                p.stdout,
		ErrWriter:             p.stderr,
		ExitErrHandler:        func(*cli.Context, error) {},
		OnUsageError:          usageError,
		HideVersion:           true,
		CustomAppHelpTemplate: appHelp,
		Commands: []*cli.Command{
			{
				Name: "gen", Usage: "write the generated files (the default command)",
				Description: genHelp, Flags: outputFlags(), Action: p.gen,
			},
			{
				Name: "check", Usage: "exit with 1 and a diff when a generated file is out of date",
				Description: checkHelp, Flags: checkFlagSet(), Action: p.check,
			},
			{
				Name: "show", Usage: "list tools, resources and prompts; print contract, schema or registry",
				Description: showHelp, Flags: showFlags(), Action: p.show,
			},
			{
				Name: "version", Usage: "print the version of mcpgen",
				Description: versionHelp, Action: p.version,
			},
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = usageError
		c.CustomHelpTemplate = commandHelp
		c.HideHelpCommand = true
	}
	return app
}

func loadFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "tags", Usage: "build `TAGS`, comma-separated, as for go build"},
		&cli.BoolFlag{Name: "helper", Usage: "run the JSONSchema methods of types whose JSON code hides their form"},
		&cli.BoolFlag{Name: "strict", Usage: "treat warnings as errors"},
		&cli.StringFlag{Name: "format", Value: "text", Usage: "`FORM` of findings on standard error: text, or json (one array, alone)"},
	}
}

func outputFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "client", Usage: "also a typed client as a package of its own in `DIR`"},
		&cli.StringFlag{Name: "docs", Usage: "also reference pages in `DIR`, one for each package"},
	}, loadFlags()...)
}

func checkFlagSet() []cli.Flag {
	return append(outputFlags(),
		&cli.IntFlag{Name: "budget", Usage: "also fail when the planner lines of all tools take more than `N` tokens"})
}

func showFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.BoolFlag{Name: "json", Usage: "print the contract, a JSON array of packages"},
		&cli.StringFlag{Name: "schema", Usage: "print input and output schema of the tool `NAME`"},
		&cli.BoolFlag{Name: "registry", Usage: "print the planner lines"},
		&cli.StringFlag{Name: "style", Value: styleLines, Usage: "with --registry: `STYLE` of the registry, lines or zcp (that of the ZCP papers)"},
		&cli.BoolFlag{Name: "tokens", Usage: "with --registry: what each tool costs in a prompt instead"},
		&cli.StringFlag{Name: "from", Usage: "with --registry: the tools of a tools/list result in `FILE` (- is standard input) instead of packages"},
	}, loadFlags()...)
}

// config reads the flags that all commands share.
func (p *program) config(c *cli.Context) (gen.Config, error) {
	if f := c.String("format"); f != "text" && f != "json" {
		return gen.Config{}, usage("flag --format is %q; want text or json", f)
	}
	if c.IsSet("budget") && c.Int("budget") <= 0 {
		return gen.Config{}, usage("flag --budget is %d; want a number of tokens", c.Int("budget"))
	}
	return gen.Config{
		Dir:       p.dir,
		Patterns:  c.Args().Slice(),
		Tags:      c.String("tags"),
		ClientDir: c.String("client"),
		DocsDir:   c.String("docs"),
		Strict:    c.Bool("strict"),
		Helper:    c.Bool("helper"),
		Budget:    c.Int("budget"),
	}, nil
}

// report prints findings; the error is errFindings when one is an error. In
// JSON the array is printed even when empty, so that a reader always has a
// document to parse.
func (p *program) report(c *cli.Context, findings diag.List) error {
	if asJSON(c) {
		_, _ = p.stderr.Write(findings.JSON(p.dir))
	} else {
		_, _ = io.WriteString(p.stderr, findings.Text(p.dir))
	}
	if findings.HasErrors() {
		return errFindings
	}
	return nil
}

func asJSON(c *cli.Context) bool { return c.String("format") == "json" }

// note prints a line for people; the JSON form has room for findings only.
func (p *program) note(c *cli.Context, format string, args ...any) {
	if !asJSON(c) {
		fmt.Fprintf(p.stderr, format+"\n", args...)
	}
}
