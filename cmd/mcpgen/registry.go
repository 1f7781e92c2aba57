package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/mcpgen/mcpgen/internal/gen"
	"github.com/mcpgen/mcpgen/internal/tokens"
	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/fromschema"
)

// showRegistry is "mcpgen show --registry": the lines, or what they cost.
func (p *program) showRegistry(c *cli.Context) error {
	tools, text, err := p.tools(c)
	if err != nil {
		return err
	}
	if c.Bool("tokens") {
		counter, err := tokens.New()
		if err != nil {
			return err
		}
		report, err := counter.Measure(tools)
		if err != nil {
			return err
		}
		text = report.String()
	}
	_, err = io.WriteString(p.stdout, text)
	return err
}

// tools reads the tools of packages, or of a file, and their lines: those of a
// package have a registry of their own, as in the generated code.
func (p *program) tools(c *cli.Context) (tools []tokens.Tool, text string, err error) {
	if from := c.String("from"); from != "" {
		tools, err := p.toolsOf(c, from)
		return tools, planner.Render(tokens.Entries(tools, true)), err
	}
	res, err := p.generate(c, gen.Load)
	if err != nil {
		return nil, "", err
	}
	for _, pkg := range res.Packages {
		text += gen.Registry(pkg)
	}
	return gen.Tools(res.Packages), text, nil
}

// toolsOf reads a result of tools/list. What their lines cannot carry goes to
// standard error.
func (p *program) toolsOf(c *cli.Context, path string) ([]tokens.Tool, error) {
	if c.Args().Len() > 0 {
		return nil, usage("--from reads a file, and no packages; leave out %s", c.Args().First())
	}
	doc, err := p.read(path)
	if err != nil {
		return nil, err
	}
	list, err := fromschema.Tools(doc)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var tools []tokens.Tool
	for _, t := range list {
		for _, loss := range t.Losses {
			fmt.Fprintf(p.stderr, "mcpgen: the line of %s leaves out %s\n", t.Name, loss)
		}
		tools = append(tools, tokens.Tool{
			Entry: planner.Entry{Name: t.Name, Line: t.Signature.String(), About: planner.About(t.Name, t.Description)},
			JSON:  t.JSON, Prompt: t.Prompt,
		})
	}
	return tools, nil
}

func (p *program) read(path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(p.stdin)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.dir, path)
	}
	return os.ReadFile(path)
}
