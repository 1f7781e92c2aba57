package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/gen"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/runtime/near"
)

// show is "mcpgen show".
func (p *program) show(c *cli.Context) error {
	if c.Bool("json") && c.Bool("registry") || c.String("schema") != "" && (c.Bool("json") || c.Bool("registry")) {
		return usage("choose one of --json, --schema and --registry")
	}
	if !c.Bool("registry") && (c.Bool("tokens") || c.String("from") != "" || c.IsSet("style")) {
		return usage("--tokens, --from and --style belong to --registry")
	}
	if c.Bool("registry") {
		return p.showRegistry(c)
	}
	res, err := p.generate(c, gen.Load)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch {
	case c.Bool("json"):
		err = writeJSON(&out, res.Packages, p.dir)
	case c.String("schema") != "":
		err = writeSchema(&out, res.Packages, c.String("schema"))
	default:
		err = writeTable(&out, res.Packages, p.dir)
	}
	if err != nil {
		return err
	}
	_, err = p.stdout.Write(out.Bytes())
	return err
}

// jsonPackage is a contract with the positions of what it offers. The contract
// itself holds none: it does not depend on where the sources are.
type jsonPackage struct {
	*model.Package
	Tools     []jsonTool     `json:"tools,omitempty"`
	Resources []jsonResource `json:"resources,omitempty"`
	Listings  []jsonListing  `json:"listings,omitempty"`
	Prompts   []jsonPrompt   `json:"prompts,omitempty"`

	Completers []jsonCompleter `json:"completers,omitempty"`
	// Types come behind what mentions them, as in the contract.
	Types []*model.Named `json:"types,omitempty"`
}

type jsonTool struct {
	*model.Tool
	jsonPosition
}

type jsonResource struct {
	*model.Resource
	jsonPosition
}

type jsonListing struct {
	*model.Listing
	jsonPosition
}

type jsonPrompt struct {
	*model.Prompt
	jsonPosition
}

type jsonCompleter struct {
	*model.Completer
	jsonPosition
}

// jsonPosition is where a directive stands: "sub/a.go:3:1", relative to the
// working directory, with slashes on every system.
type jsonPosition struct {
	Position string `json:"position"`
}

func placeOf(pos token.Position, dir string) jsonPosition {
	return jsonPosition{fmt.Sprintf("%s:%d:%d", filepath.ToSlash(diag.Short(pos.Filename, dir)), pos.Line, pos.Column)}
}

// writeJSON prints the contract: an array, whatever the number of packages.
func writeJSON(w io.Writer, pkgs []*model.Package, dir string) error {
	list := []jsonPackage{}
	for _, pkg := range pkgs {
		p := jsonPackage{Package: pkg, Types: pkg.Types}
		for _, x := range pkg.Tools {
			p.Tools = append(p.Tools, jsonTool{x, placeOf(x.Pos, dir)})
		}
		for _, x := range pkg.Resources {
			p.Resources = append(p.Resources, jsonResource{x, placeOf(x.Pos, dir)})
		}
		for _, x := range pkg.Listings {
			p.Listings = append(p.Listings, jsonListing{x, placeOf(x.Pos, dir)})
		}
		for _, x := range pkg.Prompts {
			p.Prompts = append(p.Prompts, jsonPrompt{x, placeOf(x.Pos, dir)})
		}
		for _, x := range pkg.Completers {
			p.Completers = append(p.Completers, jsonCompleter{x, placeOf(x.Pos, dir)})
		}
		list = append(list, p)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}

// writeSchema prints {"input": ..., "output": ...} of one tool; a tool that
// returns nothing has no output.
func writeSchema(w *bytes.Buffer, pkgs []*model.Package, name string) error {
	pkg, tool, err := findTool(pkgs, name)
	if err != nil {
		return err
	}
	input, output := gen.Schemas(pkg, tool)
	doc := `{"input":` + input
	if output != "" {
		doc += `,"output":` + output
	}
	if err := json.Indent(w, []byte(doc+"}"), "", "  "); err != nil {
		return &gen.BugError{Err: fmt.Errorf("schema of %s: %w", name, err)}
	}
	w.WriteByte('\n')
	return nil
}

func findTool(pkgs []*model.Package, name string) (pkg *model.Package, tool *model.Tool, err error) {
	var names []string
	for _, p := range pkgs {
		for _, t := range p.Tools {
			names = append(names, t.Name)
			if t.Name != name {
				continue
			}
			if tool != nil {
				return nil, nil, usage("both %s and %s have a tool %q; name the package", pkg.Path, p.Path, name)
			}
			pkg, tool = p, t
		}
	}
	if tool != nil {
		return pkg, tool, nil
	}
	if meant := near.Name(name, names); meant != "" {
		return nil, nil, usage("there is no tool %q; did you mean %s?", name, meant)
	}
	return nil, nil, usage("there is no tool %q; mcpgen show lists them", name)
}

// writeTable prints one line for each tool, resource, prompt and completer.
func writeTable(w io.Writer, pkgs []*model.Package, dir string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(kind, name string, pos token.Position, doc string) {
		where := fmt.Sprintf("%s:%d:%d", diag.Short(pos.Filename, dir), pos.Line, pos.Column)
		fmt.Fprintln(t, strings.TrimRight(strings.Join([]string{kind, name, where, headline(doc)}, "\t"), "\t"))
	}
	if len(pkgs) > 0 {
		fmt.Fprintln(t, "KIND\tNAME\tPOSITION\tDESCRIPTION")
	}
	for _, pkg := range pkgs {
		for _, x := range pkg.Tools {
			row("tool", x.Name, x.Pos, x.Doc)
		}
		for _, x := range pkg.Resources {
			row("resource", x.URI, x.Pos, x.Doc)
		}
		for _, x := range pkg.Listings {
			row("listing", x.Template, x.Pos, x.Doc)
		}
		for _, x := range pkg.Prompts {
			row("prompt", x.Name, x.Pos, x.Doc)
		}
		for _, x := range pkg.Completers {
			for _, to := range x.For {
				row("completer", to.Prompt+to.URI+" "+to.Arg, to.Pos, x.Doc)
			}
		}
	}
	return t.Flush()
}

// headlineMax bounds a description in the table, in runes.
const headlineMax = 72

// headline is the first sentence of a description, on one line.
func headline(doc string) string {
	text := model.FirstSentence(doc)
	if utf8.RuneCountInString(text) > headlineMax {
		text = string([]rune(text)[:headlineMax-3]) + "..."
	}
	return text
}
