// Package docs writes the reference pages of a package: one Markdown file with
// its tools, resources and prompts, through the templates in templates/docs.
package docs

import (
	"bytes"
	"fmt"
	"path/filepath"
	"text/template"

	"github.com/mcpgen/mcpgen/emit"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/templates"
)

// pageTemplate is the one that makes a file; it calls the others.
const pageTemplate = "package.md.tmpl"

// New returns the emitter that writes DIR/NAME.md for the package NAME. The
// directory is absolute.
func New(dir string) emit.Emitter { return emitter{dir} }

type emitter struct{ dir string }

func (emitter) Name() string { return "docs" }

// Emit returns one page, none for a package without directives.
func (e emitter) Emit(p *model.Package) ([]emit.File, error) {
	if p.Empty() {
		return nil, nil
	}
	pages, err := parse()
	if err != nil {
		return nil, err
	}
	content, err := page(pages, p)
	if err != nil {
		return nil, err
	}
	return []emit.File{{Path: filepath.Join(e.dir, p.Name+".md"), Content: content}}, nil
}

func parse() (*template.Template, error) {
	t := template.New("docs").Option("missingkey=error")
	if _, err := t.ParseFS(templates.FS, "docs/*.tmpl"); err != nil {
		return nil, fmt.Errorf("docs templates: %w", err)
	}
	return t, nil
}

func page(pages *template.Template, p *model.Package) ([]byte, error) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, pageTemplate, newPackageView(p)); err != nil {
		return nil, fmt.Errorf("docs of package %s: %w", p.Path, err)
	}
	return append(bytes.TrimSpace(b.Bytes()), '\n'), nil
}
