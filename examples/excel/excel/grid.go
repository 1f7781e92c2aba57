package excel

import (
	"strings"
)

// grid is what the workflow tools work on: the used cells of a sheet, with a
// header in the first row. A last row that begins with Total is none of it.
type grid struct {
	sheet string
	area  // with the header
	names []string
}

func (b *book) grid(sheet string) (g grid, err error) {
	if g.sheet, err = b.sheet(sheet); err != nil {
		return g, err
	}
	if g.area, err = b.areaOrUsed(g.sheet, nil, MaxWrite); err != nil {
		return g, err
	}
	last, err := b.value(g.sheet, cellName(g.left, g.bottom))
	if err != nil {
		return g, err
	}
	if last == totalLabel {
		g.bottom--
	}
	if g.rows() < 2 {
		return g, badArgument("sheet %s has no rows below its header", g.sheet)
	}
	g.names, err = b.header(g.sheet, g.area)
	return g, err
}

// totalLabel stands in front of totals.
const totalLabel = "Total"

// find returns the place of a column, counted from 0.
func (g grid) find(name string) (int, error) {
	for i, n := range g.names {
		if strings.EqualFold(n, strings.TrimSpace(name)) {
			return i, nil
		}
	}
	return 0, notFound("sheet %s has no column %q; its columns: %s", g.sheet, name, strings.Join(g.names, ", "))
}

// data returns the cells of a column without its header.
func (g grid) data(column int) area { return g.column(column).below() }

// numeric reports whether a column holds numbers and nothing else.
func (b *book) numeric(g grid, column int) (bool, error) {
	rows, err := b.read(g.sheet, g.data(column))
	if err != nil {
		return false, err
	}
	some := false
	for _, row := range rows {
		switch row[0].(type) {
		case float64:
			some = true
		case nil:
		default:
			return false, nil
		}
	}
	return some, nil
}

// distinct returns the values of a column in the order in which they come.
func (b *book) distinct(g grid, column int) ([]any, error) {
	rows, err := b.read(g.sheet, g.data(column))
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var values []any
	for _, row := range rows {
		key := strings.ToLower(show(row[0]))
		if row[0] != nil && !seen[key] {
			seen[key] = true
			values = append(values, row[0])
		}
	}
	return values, nil
}

// numberFormat returns the number format of the first cell below the header, ""
// when it has none of its own.
func (b *book) numberFormat(g grid, column int) (string, error) {
	id, err := b.GetCellStyle(g.sheet, g.data(column).first())
	if err != nil {
		return "", err
	}
	style, err := b.GetStyle(id)
	if err != nil || style.CustomNumFmt == nil {
		return "", err
	}
	return *style.CustomNumFmt, nil
}
