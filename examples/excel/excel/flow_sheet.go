package excel

import (
	"context"
	"fmt"
	"strings"
)

// AddColumn adds a column that a formula computes for each row.
//
//mcp:tool group=workflow destructive=false openworld=false
//mcp:param formula minLength=1 example="=E2*F2"
func (f *Files) AddColumn(ctx context.Context,
	path string, // workbook
	sheet string, // sheet with a header
	header string, // name of the column
	formula string, // formula of the first row below the header
	number *string, // number format such as 0.0%
) (string, error) {
	if err := checkNumberFormat(text(number)); err != nil {
		return "", err
	}
	return f.editGrid(ctx, path, sheet, func(b *book, g grid) (area, error) {
		if _, err := g.find(header); err == nil {
			return area{}, badArgument("sheet %s has a column %q already", g.sheet, header)
		}
		a, err := sized(cellName(g.right+1, g.top), 1, g.rows())
		if err != nil {
			return a, err
		}
		if err := b.SetCellStr(g.sheet, a.first(), header); err != nil {
			return a, err
		}
		style, err := b.GetCellStyle(g.sheet, cellName(g.right, g.top))
		if err != nil {
			return a, err
		}
		if err := b.SetCellStyle(g.sheet, a.first(), a.first(), style); err != nil {
			return a, err
		}
		if err := b.fill(g.sheet, a.below(), formula); err != nil {
			return a, err
		}
		if err := b.restyleArea(g.sheet, a.below(), styleChange{numberFormat: text(number)}); err != nil {
			return a, err
		}
		return a, b.widen(g.sheet, a)
	})
}

// Function says how many values become one.
type Function string

// The functions.
const (
	Sum     Function = "sum"
	Average Function = "average"
	Count   Function = "count"
	Min     Function = "min"
	Max     Function = "max"
)

// AddTotals writes a row of totals below the data.
//
//mcp:tool group=workflow destructive idempotent openworld=false
//mcp:param function default=sum
func (f *Files) AddTotals(ctx context.Context,
	path string, // workbook
	sheet string, // sheet with a header
	function Function, // what is computed
	columns ...string, // headers; without any, all columns of numbers
) (string, error) {
	return f.editGrid(ctx, path, sheet, func(b *book, g grid) (area, error) { return b.addTotals(g, function, columns) })
}

func (b *book) addTotals(g grid, function Function, columns []string) (area, error) {
	totals := area{g.left, g.bottom + 1, g.right, g.bottom + 1}
	wanted, err := b.columnsOf(g, columns)
	if err != nil {
		return totals, err
	}
	if err := b.SetCellStr(g.sheet, totals.first(), totalLabel); err != nil {
		return totals, err
	}
	for _, i := range wanted {
		if i == 0 {
			continue // where the label stands
		}
		formula := fmt.Sprintf("%s(%s)", strings.ToUpper(string(function)), g.data(i))
		if err := b.setFormula(g.sheet, totals.column(i).first(), formula); err != nil {
			return totals, err
		}
		format, err := b.numberFormat(g, i)
		if err != nil {
			return totals, err
		}
		if err := b.restyleArea(g.sheet, totals.column(i), styleChange{numberFormat: format}); err != nil {
			return totals, err
		}
	}
	return totals, b.restyleArea(g.sheet, totals, totalStyle())
}

// columnsOf finds columns by their headers: without any, those with numbers.
func (b *book) columnsOf(g grid, headers []string) ([]int, error) {
	var columns []int
	for _, header := range headers {
		i, err := g.find(header)
		if err != nil {
			return nil, err
		}
		columns = append(columns, i)
	}
	for i := range g.columns() {
		if len(headers) > 0 {
			break
		}
		is, err := b.numeric(g, i)
		if err != nil {
			return nil, err
		}
		if is {
			columns = append(columns, i)
		}
	}
	return columns, nil
}

// StyleSheet gives a sheet the house style (dark header, two decimals, fitting
// widths), and sorts it or makes a table of it if that is wanted.
//
//mcp:tool group=workflow destructive idempotent openworld=false
//mcp:param sortBy name=sort_by
func (f *Files) StyleSheet(ctx context.Context,
	path string, // workbook
	sheet string, // sheet with a header
	sortBy *string, // header of the column to sort by
	descending *bool, // largest first
	table *string, // name of the table to make
) error {
	_, err := f.editGrid(ctx, path, sheet, func(b *book, g grid) (area, error) {
		if sortBy != nil {
			column, err := g.find(*sortBy)
			if err != nil {
				return g.area, err
			}
			if err := b.sort(g.sheet, g.below(), column, isTrue(descending)); err != nil {
				return g.area, err
			}
		}
		if table != nil {
			if _, err := b.addTable(g.sheet, g.area, table); err != nil {
				return g.area, err
			}
		}
		return g.area, b.houseStyle(g.sheet)
	})
	return err
}

// houseStyle formats the header, the numbers and the widths of a sheet.
func (b *book) houseStyle(sheet string) error {
	g, err := b.grid(sheet)
	if err != nil {
		return err
	}
	if err := b.restyleArea(sheet, g.row(0), headerStyle()); err != nil {
		return err
	}
	for i := range g.columns() {
		fractions, err := b.hasFractions(g, i)
		if err != nil {
			return err
		}
		format, err := b.numberFormat(g, i)
		if err != nil {
			return err
		}
		if fractions && format == "" {
			if err := b.restyleArea(sheet, g.data(i), styleChange{numberFormat: "#,##0.00"}); err != nil {
				return err
			}
		}
	}
	return b.widen(sheet, g.area)
}

func (b *book) hasFractions(g grid, column int) (bool, error) {
	rows, err := b.read(g.sheet, g.data(column))
	if err != nil {
		return false, err
	}
	for _, row := range rows {
		if n, ok := row[0].(float64); ok && n != float64(int64(n)) {
			return true, nil
		}
	}
	return false, nil
}

// NewPeriod copies a sheet for the next month or year, and empties columns to be
// filled in again.
//
//mcp:tool group=workflow destructive=false openworld=false
//mcp:param clear minItems=1
func (f *Files) NewPeriod(ctx context.Context,
	path string, // workbook
	sheet string, // sheet with a header
	to string, // name of the copy
	clear []string, // headers of the columns to empty; formulas in them stay
) (string, error) {
	return f.editGrid(ctx, path, sheet, func(b *book, g grid) (area, error) {
		if err := b.copySheet(g.sheet, to); err != nil {
			return g.area, err
		}
		for _, header := range clear {
			i, err := g.find(header)
			if err != nil {
				return g.area, err
			}
			for row := g.top + 1; row <= g.bottom; row++ {
				cell := cellName(g.left+i, row)
				formula, err := b.GetCellFormula(to, cell)
				if err != nil {
					return g.area, err
				}
				if formula != "" {
					continue
				}
				if err := b.SetCellValue(to, cell, nil); err != nil {
					return g.area, err
				}
			}
		}
		return g.area, nil
	})
}

// CheckColumn lets people enter only certain values into a column, shows others
// in red and counts them.
//
//mcp:tool group=workflow destructive=false openworld=false
//mcp:param list maxItems=100
func (f *Files) CheckColumn(ctx context.Context,
	path string, // workbook
	sheet string, // sheet with a header
	column string, // header of the column
	list *[]string, // values allowed
	min, max *float64, // bounds of numbers
) (int, error) {
	wrong := 0
	_, err := f.editGrid(ctx, path, sheet, func(b *book, g grid) (area, error) {
		i, err := g.find(column)
		if err != nil {
			return g.area, err
		}
		r := rule{min: min, max: max}
		if list != nil {
			r.list = *list
		}
		a := g.data(i)
		if err := b.validate(g.sheet, a, r); err != nil {
			return a, err
		}
		rows, err := b.read(g.sheet, a)
		if err != nil {
			return a, err
		}
		for _, row := range rows {
			if row[0] != nil && !r.allows(row[0]) {
				wrong++
			}
		}
		return a, b.highlight(g.sheet, a, If, r.violated(a.first()), "", "FFC7CE")
	})
	return wrong, err
}

func (r rule) allows(v any) bool {
	if len(r.list) > 0 {
		for _, item := range r.list {
			if strings.EqualFold(item, show(v)) {
				return true
			}
		}
		return false
	}
	n, ok := v.(float64)
	return ok && (r.min == nil || n >= *r.min) && (r.max == nil || n <= *r.max)
}

// violated writes the rule as a formula about a cell, which is true when it
// holds something else.
func (r rule) violated(cell string) string {
	var wrong []string
	for _, item := range r.list {
		wrong = append(wrong, fmt.Sprintf("%s<>%s", cell, operand(item)))
	}
	if len(wrong) > 0 {
		return fmt.Sprintf(`AND(%s<>"",%s)`, cell, strings.Join(wrong, ","))
	}
	wrong = append(wrong, fmt.Sprintf("ISTEXT(%s)", cell))
	if r.min != nil {
		wrong = append(wrong, fmt.Sprintf("%s<%s", cell, show(*r.min)))
	}
	if r.max != nil {
		wrong = append(wrong, fmt.Sprintf("%s>%s", cell, show(*r.max)))
	}
	return fmt.Sprintf(`AND(%s<>"",OR(%s))`, cell, strings.Join(wrong, ","))
}

// editGrid has a function change a sheet with a header, and returns the cells
// that it names.
func (f *Files) editGrid(ctx context.Context, path, sheet string, change func(b *book, g grid) (area, error)) (string, error) {
	return f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		g, err := b.grid(name)
		if err != nil {
			return area{}, err
		}
		return change(b, g)
	})
}
