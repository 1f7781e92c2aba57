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

// showRegistry is "mcpgen show --registry": the tools as planners read them, or
// what that costs.
func (p *program) showRegistry(c *cli.Context) error {
	style := c.String("style")
	if style != styleLines && style != styleZCP {
		return usage("flag --style is %q; want %s or %s", style, styleLines, styleZCP)
	}
	if style == styleZCP && c.Bool("tokens") {
		return usage("--tokens counts lines; leave out --style %s", style)
	}
	tools, err := p.tools(c)
	if err != nil {
		return err
	}
	var text string
	switch entries := tokens.Entries(tools, true); {
	case c.Bool("tokens"):
		text, err = costs(tools)
	case style == styleZCP:
		text = planner.RenderZCP(planner.ZCPTools(entries))
	default:
		text = planner.Render(entries)
	}
	if err == nil {
		_, err = io.WriteString(p.stdout, text)
	}
	return err
}

// The styles of a registry.
const (
	styleLines = "lines"
	styleZCP   = "zcp"
)

// costs is the report of what tools take in a prompt.
func costs(tools []tokens.Tool) (string, error) {
	counter, err := tokens.New()
	if err != nil {
		return "", err
	}
	report, err := counter.Measure(tools)
	return report.String(), err
}

// tools reads the tools of packages, or of a file. All of them are one registry:
// those of packages by name, as in a server that has them all.
func (p *program) tools(c *cli.Context) ([]tokens.Tool, error) {
	if from := c.String("from"); from != "" {
		return p.toolsOf(c, from)
	}
	res, err := p.generate(c, gen.Load)
	if err != nil {
		return nil, err
	}
	tools := gen.Tools(res.Packages)
	for i := 1; i < len(tools); i++ {
		if name := tools[i].Name; name == tools[i-1].Name && (i == 1 || name != tools[i-2].Name) {
			p.note(c, "mcpgen: more than one package has a tool %s, which a server takes once", name)
		}
	}
	return tools, nil
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
