package excel

import (
	"context"
	"strconv"

	"github.com/xuri/excelize/v2"
)

// InsertLines inserts empty rows or columns before a number or letter. Formulas
// move along.
//
//mcp:tool group=layout destructive=false openworld=false
//mcp:param before pattern="^([1-9][0-9]{0,6}|[A-Za-z]{1,3})$"
//mcp:param count min=1 max=1000 default=1
func (f *Files) InsertLines(ctx context.Context,
	path string, // workbook
	sheet string,
	before string, // a row's number for rows, or a column's letter for columns
	count int, // how many
) error {
	return f.editLines(ctx, path, sheet, before, func(b *book, name string, column, row int) error {
		if column > 0 {
			return b.InsertCols(name, columnName(column), count)
		}
		return b.InsertRows(name, row, count)
	})
}

// DeleteLines deletes rows or columns from a number or letter on.
//
//mcp:tool group=layout destructive openworld=false
//mcp:param from pattern="^([1-9][0-9]{0,6}|[A-Za-z]{1,3})$"
//mcp:param count min=1 max=1000 default=1
func (f *Files) DeleteLines(ctx context.Context,
	path string, // workbook
	sheet string,
	from string, // the first: a row's number, or a column's letter
	count int, // how many
) error {
	return f.editLines(ctx, path, sheet, from, func(b *book, name string, column, row int) error {
		if column == 0 {
			if err := b.dropTables(name, row, row+count-1); err != nil {
				return err
			}
		}
		for range count {
			if err := b.ctx.Err(); err != nil {
				return err
			}
			if err := b.removeLine(name, column, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// editLines has a function change rows or columns: the other number is 0.
func (f *Files) editLines(ctx context.Context, path, sheet, line string, change func(b *book, name string, column, row int) error) error {
	column, row := 0, 0
	var err error
	if line[0] >= '0' && line[0] <= '9' {
		row, err = strconv.Atoi(line)
	} else {
		column, err = excelize.ColumnNameToNumber(line)
	}
	if err != nil || row > excelize.TotalRows {
		return badArgument("there is no row or column %s", line)
	}
	return f.edit(ctx, path, func(b *book) error {
		name, err := b.sheet(sheet)
		if err != nil {
			return err
		}
		return change(b, name, column, row)
	})
}

// MergeCells makes one cell of a range; only its upper left value stays.
//
//mcp:tool group=layout destructive idempotent openworld=false
func (f *Files) MergeCells(ctx context.Context,
	path string, // workbook
	sheet string,
	ref string, // cells
	undo *bool, // make single cells of it again
) error {
	_, err := f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		a, err := parseAreaWithin(ref, MaxWrite)
		if err != nil {
			return a, err
		}
		if isTrue(undo) {
			delete(b.merged, name)
			return a, b.UnmergeCell(name, a.first(), a.last())
		}
		return a, b.merge(name, a)
	})
	return err
}
