package excel

import (
	"bytes"
	"encoding/xml"
	"regexp"
	"strings"

	"github.com/xuri/excelize/v2"
)

// tablePart is the XML of a table, and what counts of it. The library makes a
// table anew where one changes, and loses what it does not know of it.
type tablePart struct {
	path string
	text []byte

	Name       string `xml:"name,attr"`
	Ref        string `xml:"ref,attr"`
	HeaderRows *int   `xml:"headerRowCount,attr"` // nil for 1
	TotalsRows int    `xml:"totalsRowCount,attr"`
	Columns    []struct {
		Name string `xml:"name,attr"`
	} `xml:"tableColumns>tableColumn"`
}

// tableParts returns the tables of a workbook by their names.
func (b *book) tableParts() map[string]*tablePart {
	parts := map[string]*tablePart{}
	b.Pkg.Range(func(name, content any) bool {
		path, _ := name.(string)
		text, isText := content.([]byte)
		if !isText || !strings.HasPrefix(path, "xl/tables/table") {
			return true
		}
		part := &tablePart{path: path, text: text}
		if xml.Unmarshal(text, part) == nil {
			parts[part.Name] = part
		}
		return true
	})
	return parts
}

// growTables makes tables longer that end in a row, after rows were appended.
func (b *book) growTables(sheet string, from, to int) error {
	tables, err := b.GetTables(sheet)
	if err != nil || len(tables) == 0 {
		return err
	}
	parts := b.tableParts()
	for _, t := range tables {
		part, a := parts[t.Name], area{}
		if part != nil {
			a, err = parseArea(part.Ref)
		}
		if part == nil || err != nil || a.bottom != from || part.TotalsRows > 0 {
			continue
		}
		a.bottom = to
		b.Pkg.Store(part.path, bytes.ReplaceAll(part.text, []byte(` ref="`+part.Ref+`"`), []byte(` ref="`+a.String()+`"`)))
	}
	return nil
}

// syncTables gives the columns of tables the names that their headers have now:
// where these differ, Excel calls the file damaged.
func (b *book) syncTables() error {
	parts := b.tableParts()
	if len(parts) == 0 {
		return nil
	}
	for _, sheet := range b.GetSheetList() {
		tables, err := b.GetTables(sheet)
		if err != nil {
			continue // a sheet of a chart has none
		}
		for _, t := range tables {
			if part := parts[t.Name]; part != nil && (part.HeaderRows == nil || *part.HeaderRows > 0) {
				if err := b.syncTable(sheet, part); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (b *book) syncTable(sheet string, part *tablePart) error {
	a, err := parseArea(part.Ref)
	if err != nil || a.columns() != len(part.Columns) {
		return nil // not a table that anything here has made
	}
	names, err := b.header(sheet, a)
	if err != nil {
		return err
	}
	same := true
	for i, name := range names {
		cell := cellName(a.left+i, a.top)
		kind, err := b.GetCellType(sheet, cell)
		if err != nil {
			return err
		}
		formula, err := b.GetCellFormula(sheet, cell)
		if err != nil {
			return err
		}
		if formula != "" {
			return badArgument("%s is in the header of table %s, which holds no formulas", cell, part.Name)
		}
		if kind != excelize.CellTypeSharedString && kind != excelize.CellTypeInlineString && name != "" {
			if err := b.SetCellStr(sheet, cell, name); err != nil {
				return err
			}
		}
		same = same && name == lineBreak.ReplaceAllString(part.Columns[i].Name, "\n")
	}
	if same {
		return nil
	}
	if err := b.checkHeader(sheet, a); err != nil {
		return err
	}
	b.Pkg.Store(part.path, part.renamed(names))
	return nil
}

var (
	lineBreak   = regexp.MustCompile(`(?i)_x000a_`)
	tableColumn = regexp.MustCompile(`<(?:\w+:)?tableColumn\s[^>]*>`)
	nameOf      = regexp.MustCompile(`\sname="[^"]*"`)
)

// renamed returns the XML of a table with other names of the columns.
func (t *tablePart) renamed(names []string) []byte {
	i := -1
	return tableColumn.ReplaceAllFunc(t.text, func(tag []byte) []byte {
		i++
		var name bytes.Buffer
		_ = xml.EscapeText(&name, []byte(strings.ReplaceAll(names[i], "\n", "_x000a_"))) // a buffer takes all
		return nameOf.ReplaceAllLiteral(tag, []byte(` name="`+name.String()+`"`))
	})
}

// dropTables removes the tables that lie within rows which are to be deleted. The
// header of a table goes with all of it, or not at all.
func (b *book) dropTables(sheet string, first, last int) error {
	tables, err := b.GetTables(sheet)
	if err != nil {
		return err
	}
	for _, t := range tables {
		a, err := parseArea(t.Range)
		if err != nil || a.top < first || a.top > last {
			continue
		}
		if a.bottom > last {
			return badArgument("row %d is the header of table %s in %s: delete all of its rows, or the rows below %d", a.top, t.Name, t.Range, a.top)
		}
		if err := b.DeleteTable(t.Name); err != nil {
			return err
		}
	}
	return nil
}

// removeLine deletes a row that is not the header of a table, or a column; the
// other number is 0. The library goes wrong about tables whose first column has
// that number, so these are made again.
func (b *book) removeLine(sheet string, column, row int) error {
	tables, err := b.GetTables(sheet)
	if err != nil {
		return err
	}
	var again []excelize.Table
	for _, t := range tables {
		a, err := parseArea(t.Range)
		if err != nil || a.left != max(column, row) {
			continue
		}
		if err := b.DeleteTable(t.Name); err != nil {
			return err
		}
		if a = a.without(column, row); a.columns() > 0 && a.rows() > 1 {
			t.Range = a.first() + ":" + a.last()
			again = append(again, t)
		}
	}
	if column > 0 {
		err = b.RemoveCol(sheet, columnName(column))
	} else {
		err = b.RemoveRow(sheet, row)
	}
	for _, t := range again {
		err = firstError(err, b.File.AddTable(sheet, &t))
	}
	return err
}

// without returns where an area is once a column or a row is deleted; the other
// number is 0.
func (a area) without(column, row int) area {
	less := func(first, last *int, gone int) {
		if gone == 0 || gone > *last {
			return
		}
		if gone < *first {
			*first--
		}
		*last--
	}
	less(&a.left, &a.right, column)
	less(&a.top, &a.bottom, row)
	return a
}
