package excel

import (
	"context"
	"fmt"
	"iter"
	"regexp"
	"strings"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// AddSheet adds an empty sheet at the end.
//
//mcp:tool group=sheets destructive=false openworld=false
func (f *Files) AddSheet(ctx context.Context,
	path string, // workbook
	sheet string, // name of the new sheet
) error {
	return f.edit(ctx, path, func(b *book) error { return b.addSheet(sheet) })
}

func (b *book) addSheet(name string) error {
	if err := b.newSheet(name); err != nil {
		return err
	}
	_, err := b.NewSheet(name)
	return err
}

// RenameSheet renames a sheet, in formulas too, but not in charts.
//
//mcp:tool group=sheets destructive=false idempotent openworld=false
func (f *Files) RenameSheet(ctx context.Context,
	path string, // workbook
	sheet string, // name now
	to string, // new name
) error {
	return f.edit(ctx, path, func(b *book) error {
		from, err := b.sheet(sheet)
		if err != nil {
			return err
		}
		if !strings.EqualFold(from, to) {
			err = b.newSheet(to)
		} else {
			err = checkSheetName(to)
		}
		if err != nil {
			return err
		}
		if err := b.renameInFormulas(from, quoteSheet(to)+"!"); err != nil {
			return err
		}
		return b.SetSheetName(from, to)
	})
}

// renameInFormulas puts something in the place of NAME! in the formulas of all
// cells, which the library leaves alone when it renames or deletes a sheet.
func (b *book) renameInFormulas(from, to string) error {
	for _, name := range b.GetSheetList() {
		a, ok, err := b.used(name)
		if err != nil || !ok {
			continue // a sheet of a chart has no cells
		}
		for row := a.top; row <= a.bottom; row++ {
			for column := a.left; column <= a.right; column++ {
				cell := cellName(column, row)
				formula, err := b.GetCellFormula(name, cell)
				if err != nil {
					return err
				}
				if changed := renameSheet(formula, from, to); changed != formula {
					if err := b.SetCellFormula(name, cell, changed); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// renameSheet puts something in the place of a sheet's name in a formula, quoted
// or not, and the ! behind it.
func renameSheet(formula, from, to string) string {
	if !strings.Contains(strings.ToLower(formula), strings.ToLower(strings.ReplaceAll(from, "'", "''"))) {
		return formula
	}
	var out strings.Builder
	for p := range formulaPieces(formula) {
		if strings.EqualFold(p.sheet, from) && !isNameByte(p.before) {
			p.text = to
		}
		out.WriteString(p.text)
	}
	return out.String()
}

// formulaPiece is a text in quotes, the name of a sheet with the ! behind it, or
// what stands between.
type formulaPiece struct {
	text, sheet string
	before      byte // 0 at the beginning
}

func formulaPieces(formula string) iter.Seq[formulaPiece] {
	return func(yield func(formulaPiece) bool) {
		for at := 0; at < len(formula); {
			var p formulaPiece
			if at > 0 {
				p.before = formula[at-1]
			}
			length := 0
			if rest := formula[at:]; rest[0] == '"' {
				length = strings.IndexByte(rest[1:], '"') + 2
			} else {
				p.sheet, length = leadingSheet(rest)
			}
			p.text = formula[at : at+max(length, 1)]
			if !yield(p) {
				return
			}
			at += len(p.text)
		}
	}
}

// leadingSheet reads NAME! or 'NAME'! at the beginning of a part of a formula;
// its length is 0 when there is none.
func leadingSheet(s string) (name string, length int) {
	if s[0] != '\'' {
		n := 0
		for n < len(s) && isNameByte(s[n]) {
			n++
		}
		if n > 0 && n < len(s) && s[n] == '!' {
			return s[:n], n + 1
		}
		return "", n
	}
	for i := 1; i < len(s); i++ {
		if s[i] != '\'' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '\'' {
			i++
			continue
		}
		if i+1 < len(s) && s[i+1] == '!' {
			return strings.ReplaceAll(s[1:i], "''", "'"), i + 2
		}
		break
	}
	return "", 1
}

// DeleteSheet deletes a sheet, but not the only one. Formulas that name it become
// errors.
//
//mcp:tool group=sheets destructive openworld=false
func (f *Files) DeleteSheet(ctx context.Context,
	path string, // workbook
	sheet string, // sheet to delete
) error {
	return f.edit(ctx, path, func(b *book) error {
		name, err := b.sheet(sheet)
		if err != nil {
			return err
		}
		if len(b.GetSheetList()) == 1 {
			return badArgument("%s is the only sheet of %s", name, b.path)
		}
		tables, err := b.GetTables(name)
		if err != nil {
			return err
		}
		for _, t := range tables { // or no other could have their names
			if err := b.DeleteTable(t.Name); err != nil {
				return err
			}
		}
		if err := b.renameInFormulas(name, "#REF!"); err != nil {
			return err
		}
		return b.DeleteSheet(name)
	})
}

// CopySheet copies a sheet without its tables and charts.
//
//mcp:tool group=sheets destructive=false openworld=false
func (f *Files) CopySheet(ctx context.Context,
	path string, // workbook
	sheet string, // sheet to copy
	to string, // name of the copy
) error {
	return f.edit(ctx, path, func(b *book) error { return b.copySheet(sheet, to) })
}

func (b *book) copySheet(sheet, to string) error {
	name, err := b.sheet(sheet)
	if err != nil {
		return err
	}
	if err := b.addSheet(to); err != nil {
		return err
	}
	from, err := b.GetSheetIndex(name)
	if err != nil {
		return err
	}
	index, err := b.GetSheetIndex(to)
	if err != nil {
		return err
	}
	if err := b.File.CopySheet(from, index); err != nil {
		return err
	}
	b.dropRelations(to)
	return nil
}

// unshared finds the relations of a sheet to parts that no two sheets have.
var unshared = regexp.MustCompile(`<Relationship\s[^>]*/relationships/(?:drawing|pivotTable|printerSettings|table)"[^>]*>(?:</Relationship>)?`)

// dropRelations removes from a copy what the library copies of the relations to
// tables, charts and the like, which stay where they are.
func (b *book) dropRelations(sheet string) {
	for id, name := range b.GetSheetMap() {
		part := fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", id)
		if text, ok := b.Pkg.Load(part); ok && name == sheet {
			b.Pkg.Store(part, unshared.ReplaceAll(text.([]byte), nil))
		}
	}
}

// newOrEmpty returns a sheet to put results on: a new one, or one that holds
// nothing.
func (b *book) newOrEmpty(name string) (string, error) {
	if i, err := b.GetSheetIndex(name); err != nil || i < 0 {
		return name, b.addSheet(name)
	}
	found, err := b.sheet(name)
	if err != nil {
		return "", err
	}
	if _, ok, err := b.used(found); err != nil || ok {
		return "", firstError(err, mcpruntime.Errorf(CodeExists, "sheet %s of %s holds something already: name another", found, b.path))
	}
	return found, nil
}
