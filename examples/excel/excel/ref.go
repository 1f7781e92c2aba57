package excel

import (
	"regexp"
	"strings"

	"github.com/xuri/excelize/v2"
)

// area is a rectangle of cells; columns and rows count from 1, and both ends
// are included.
type area struct{ left, top, right, bottom int }

// What is taken for a range, and is none.
var (
	wholeLines = regexp.MustCompile(`^([A-Za-z]+|\d+):([A-Za-z]+|\d+)$`)
	beyond     = regexp.MustCompile(`^\$?[A-Za-z]+\$?[1-9]\d*(:\$?[A-Za-z]+\$?[1-9]\d*)?$`)
)

// parseArea reads a cell, A1, or a range, A1:D20.
func parseArea(ref string) (area, error) {
	first, last, found := strings.Cut(strings.ReplaceAll(ref, "$", ""), ":")
	if !found {
		last = first
	}
	left, top, err := excelize.CellNameToCoordinates(first)
	if err == nil {
		var right, bottom int
		if right, bottom, err = excelize.CellNameToCoordinates(last); err == nil && top > 0 && bottom > 0 {
			return area{min(left, right), min(top, bottom), max(left, right), max(top, bottom)}, nil
		}
	}
	switch {
	case strings.Contains(ref, "!"):
		return area{}, badArgument("%q is no range: write it without the sheet, such as A1 or A1:D20", ref)
	case wholeLines.MatchString(ref):
		return area{}, badArgument("%q is no range: write whole columns and rows with their ends, such as A1:D20", ref)
	case beyond.MatchString(ref):
		return area{}, badArgument("%q is beyond the sheet, which ends at XFD1048576", ref)
	}
	return area{}, badArgument("%q is no range: write A1 or A1:D20", ref)
}

// parseAreaWithin is parseArea for ranges of at most so many cells.
func parseAreaWithin(ref string, most int) (area, error) {
	a, err := parseArea(ref)
	if err == nil && a.cells() > most {
		err = tooLarge("%s has %d cells, more than %d: take it in parts", ref, a.cells(), most)
	}
	return a, err
}

func (a area) columns() int { return a.right - a.left + 1 }
func (a area) rows() int    { return a.bottom - a.top + 1 }
func (a area) cells() int   { return a.columns() * a.rows() }

// row returns one row of an area, counted from 0.
func (a area) row(i int) area { return area{a.left, a.top + i, a.right, a.top + i} }

// column returns one column of an area, counted from 0.
func (a area) column(i int) area { return area{a.left + i, a.top, a.left + i, a.bottom} }

// below returns an area without its first row, the header.
func (a area) below() area { return area{a.left, a.top + 1, a.right, a.bottom} }

func (a area) first() string { return cellName(a.left, a.top) }
func (a area) last() string  { return cellName(a.right, a.bottom) }

func (a area) String() string {
	if a.cells() == 1 {
		return a.first()
	}
	return a.first() + ":" + a.last()
}

// in writes an area as formulas of other sheets have it, 'Orders'!$A$1:$A$9.
func (a area) in(sheet string) string {
	return quoteSheet(sheet) + "!" + absolute(a.left, a.top) + ":" + absolute(a.right, a.bottom)
}

func absolute(column, row int) string {
	name, err := excelize.CoordinatesToCellName(column, row, true)
	if err != nil {
		return "#REF!"
	}
	return name
}

// cellName names a cell of a sheet; areas are within the sheet, so the names of
// their cells are.
func cellName(column, row int) string {
	name, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		return "#REF!"
	}
	return name
}

// columnName names a column of a sheet.
func columnName(column int) string {
	return strings.TrimRight(cellName(column, 1), "1")
}

// sized returns the area of so many columns and rows that begins at a cell.
func sized(at string, columns, rows int) (area, error) {
	a, err := parseArea(at)
	if err != nil {
		return a, err
	}
	if a.cells() != 1 {
		return a, badArgument("at is %s: give the first cell alone", at)
	}
	a.right, a.bottom = a.left+columns-1, a.top+rows-1
	if a.right > excelize.MaxColumns || a.bottom > excelize.TotalRows {
		return a, badArgument("%d columns and %d rows from %s on do not fit on a sheet", columns, rows, at)
	}
	return a, nil
}

// used returns the cells of a sheet that hold something; ok is false when none
// do.
func (b *book) used(sheet string) (a area, ok bool, err error) {
	rows, err := b.Rows(sheet)
	if err != nil {
		return a, false, err
	}
	defer func() { err = firstError(err, rows.Close()) }()
	for row := 1; rows.Next(); row++ {
		if err := b.ctx.Err(); err != nil {
			return a, false, err
		}
		cells, err := rows.Columns(options)
		if err != nil {
			return a, false, err
		}
		for i, text := range cells {
			column := i + 1
			if text == "" {
				if formula, err := b.GetCellFormula(sheet, cellName(column, row)); err != nil || formula == "" {
					continue
				}
			}
			if !ok {
				a, ok = area{column, row, column, row}, true
			}
			a.left, a.right, a.bottom = min(a.left, column), max(a.right, column), row
		}
	}
	return a, ok, nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// areaOrUsed reads an optional range; without one it is all that the sheet
// holds, which must be something.
func (b *book) areaOrUsed(sheet string, ref *string, most int) (area, error) {
	if ref != nil {
		return parseAreaWithin(*ref, most)
	}
	a, ok, err := b.used(sheet)
	if err == nil && !ok {
		err = badArgument("sheet %s is empty", sheet)
	}
	if err == nil && a.cells() > most {
		err = tooLarge("sheet %s has %d cells, in %s, more than %d: give a ref", sheet, a.cells(), a, most)
	}
	return a, err
}
