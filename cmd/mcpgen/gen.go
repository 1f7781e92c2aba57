package main

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/gen"
)

// gen is "mcpgen gen": it writes what has changed and names it.
func (p *program) gen(c *cli.Context) error {
	res, err := p.generate(c, gen.Generate)
	if err != nil {
		return err
	}
	changes, err := res.Write()
	if bad := (*gen.WriteError)(nil); errors.As(err, &bad) {
		return &gen.WriteError{Path: diag.Short(bad.Path, p.dir), Err: bad.Err}
	}
	if err != nil {
		return err
	}
	for _, change := range changes {
		p.note(c, "%s", change.String(p.dir))
	}
	for _, module := range res.Unmet {
		p.note(c, "mcpgen: the generated code imports %[1]s, which module %[2]s does not require yet; run go get %[1]s", gen.ModulePath, module)
	}
	return nil
}

// check is "mcpgen check": the same, compared with the disk instead.
func (p *program) check(c *cli.Context) error {
	res, err := p.generate(c, gen.Generate)
	if err != nil {
		return err
	}
	changes, err := res.Changes()
	if err != nil || len(changes) == 0 {
		return err
	}
	if _, err := p.stdout.Write(gen.Diff(changes, p.dir)); err != nil {
		return err
	}
	for _, flip := range res.Flips(changes) {
		p.note(c, "mcpgen: %s", flip)
	}
	p.note(c, "mcpgen: %s out of date; run mcpgen gen with the same flags", counted(len(changes)))
	return errFindings
}

func counted(files int) string {
	if files == 1 {
		return "1 file is"
	}
	return strconv.Itoa(files) + " files are"
}

// generate runs one of the two entries of the pipeline and reports the
// findings. An error means that the command is at its end.
func (p *program) generate(c *cli.Context, entry func(context.Context, gen.Config) (*gen.Result, error)) (*gen.Result, error) {
	cfg, err := p.config(c)
	if err != nil {
		return nil, err
	}
	done := p.progress(time.Second, asJSON(c))
	res, err := entry(c.Context, cfg)
	done()
	if err != nil {
		return nil, err
	}
	return res, p.report(c, res.Findings)
}
