package excel

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Summarize writes a row of formulas for each value of a column, and totals, to
// a new sheet; with a chart if a type is given.
//
//mcp:tool group=workflow destructive=false openworld=false
//mcp:param values minItems=1 maxItems=10
//mcp:param function default=sum
func (f *Files) Summarize(ctx context.Context,
	path string, // workbook
	sheet string, // sheet with a header
	by string, // header of the column to group by
	values []string, // headers of the columns to compute
	into string, // sheet for the result
	function Function, // what is computed
	chart *ChartType, // chart beside it
) (Range, error) {
	var r Range
	_, err := f.editGrid(ctx, path, sheet, func(b *book, g grid) (area, error) {
		target, err := b.newOrEmpty(into)
		if err != nil {
			return g.area, err
		}
		s := summary{g: g, by: by, values: values, function: function, sheet: target, at: area{1, 1, 1, 1}}
		a, err := b.summarize(s)
		if err != nil {
			return a, err
		}
		if chart != nil {
			err = b.drawSummary(s, a, *chart, cellName(a.right+2, 1))
		}
		if err != nil {
			return a, err
		}
		rows, err := b.read(target, a)
		r = Range{b.path, target, a.String(), rows}
		return a, err
	})
	return r, err
}

// summary is a table of formulas over a grid.
type summary struct {
	g        grid
	by       string
	values   []string
	function Function
	sheet    string // where it is written
	at       area   // its first cell
}

// maxGroups is how many rows a summary has.
const maxGroups = 1000

// summarize writes a summary and returns its cells, totals included.
func (b *book) summarize(s summary) (a area, err error) {
	by, err := s.g.find(s.by)
	if err != nil {
		return a, err
	}
	columns, err := b.columnsOf(s.g, s.values)
	if err != nil {
		return a, err
	}
	groups, err := b.distinct(s.g, by)
	if err != nil {
		return a, err
	}
	if len(groups) > maxGroups {
		return a, tooLarge("%s has %d values, more than %d", s.by, len(groups), maxGroups)
	}
	slices.SortStableFunc(groups, func(x, y any) int { return compare(x, y, false) })
	if a, err = sized(s.at.first(), len(columns)+1, len(groups)+2); err != nil {
		return a, err
	}
	rows := [][]any{{s.g.names[by]}}
	for _, i := range columns {
		name := s.g.names[i]
		if s.function != Sum {
			name = strings.ToUpper(string(s.function[:1])) + string(s.function[1:]) + " of " + name
		}
		rows[0] = append(rows[0], name)
	}
	for i, group := range groups {
		row := []any{group}
		for _, column := range columns {
			row = append(row, s.formula(column, by, cellName(a.left, a.top+1+i)))
		}
		rows = append(rows, row)
	}
	total := []any{totalLabel}
	for _, column := range columns {
		total = append(total, fmt.Sprintf("=%s(%s)", strings.ToUpper(string(s.function)), s.g.data(column).in(s.g.sheet)))
	}
	if _, err := b.write(s.sheet, a.first(), append(rows, total)); err != nil {
		return a, err
	}
	return a, b.styleSummary(s, a, columns)
}

// formula computes a column over the rows whose group is that of a cell.
func (s summary) formula(column, by int, group string) string {
	values, groups := s.g.data(column).in(s.g.sheet), s.g.data(by).in(s.g.sheet)
	switch s.function {
	case Count:
		return fmt.Sprintf(`=COUNTIFS(%s,%s,%s,"<>")`, groups, group, values)
	case Sum, Average, Min, Max:
		return fmt.Sprintf("=%sIFS(%s,%s,%s)", strings.ToUpper(string(s.function)), values, groups, group)
	}
	return ""
}

func (b *book) styleSummary(s summary, a area, columns []int) error {
	for i, column := range columns {
		format, err := b.numberFormat(s.g, column)
		if err != nil {
			return err
		}
		if s.function == Count {
			format = "0"
		} else if format == "" {
			format = "#,##0.00"
		}
		if err := b.restyleArea(s.sheet, a.column(i+1).below(), styleChange{numberFormat: format}); err != nil {
			return err
		}
	}
	if err := b.restyleArea(s.sheet, a.row(0), headerStyle()); err != nil {
		return err
	}
	if err := b.restyleArea(s.sheet, a.row(a.rows()-1), totalStyle()); err != nil {
		return err
	}
	return b.widen(s.sheet, a)
}

// drawSummary draws a summary without its totals.
func (b *book) drawSummary(s summary, a area, kind ChartType, at string) error {
	a.bottom--
	names, err := b.header(s.sheet, a)
	if err != nil {
		return err
	}
	title := strings.Join(names[1:], ", ") + " by " + names[0]
	return b.addChart(chart{kind, s.sheet, a, s.sheet, at, title})
}

// BuildDashboard makes a sheet with a title, the totals of columns, and for
// each grouping a summary with a chart.
//
//mcp:tool group=workflow destructive=false openworld=false
//mcp:param metrics minItems=1 maxItems=6
//mcp:param by minItems=1 maxItems=6
//mcp:param chart default=column
func (f *Files) BuildDashboard(ctx context.Context,
	path string, // workbook
	sheet string, // sheet with a header
	into string, // sheet for the dashboard
	title string,
	metrics []string, // headers of the columns to total
	by []string, // headers of the columns to group the first metric by
	chart ChartType, // type of the charts
) (string, error) {
	return f.editGrid(ctx, path, sheet, func(b *book, g grid) (area, error) {
		target, err := b.newOrEmpty(into)
		if err != nil {
			return g.area, err
		}
		whole := area{1, 1, max(len(metrics), 2), 4}
		if err := b.writeMetrics(g, target, title, metrics); err != nil {
			return whole, err
		}
		top := 7
		for _, name := range by {
			s := summary{g: g, by: name, values: metrics[:1], function: Sum, sheet: target, at: area{1, top, 1, top}}
			a, err := b.summarize(s)
			if err != nil {
				return whole, err
			}
			if err := b.drawSummary(s, a, chart, cellName(max(len(metrics), 2)+2, top)); err != nil {
				return whole, err
			}
			whole.bottom = a.bottom
			top = max(a.bottom+3, top+17) // below the chart
		}
		return whole, nil
	})
}

// writeMetrics writes the title, and below it the totals of columns.
func (b *book) writeMetrics(g grid, sheet, title string, metrics []string) error {
	columns, err := b.columnsOf(g, metrics)
	if err != nil {
		return err
	}
	names, totals := make([]any, len(columns)), make([]any, len(columns))
	for i, column := range columns {
		names[i] = g.names[column]
		totals[i] = fmt.Sprintf("=SUM(%s)", g.data(column).in(g.sheet))
	}
	if err := b.SetCellStr(sheet, "A1", title); err != nil {
		return err
	}
	a, err := b.write(sheet, "A3", [][]any{names, totals})
	if err != nil {
		return err
	}
	yes := true
	if err := b.restyle(sheet, "A1", styleChange{bold: &yes, size: 18}); err != nil {
		return err
	}
	if err := b.restyleArea(sheet, a.row(0), headerStyle()); err != nil {
		return err
	}
	if err := b.restyleArea(sheet, a.row(1), styleChange{bold: &yes, size: 14, align: string(Center), numberFormat: "#,##0.00"}); err != nil {
		return err
	}
	return b.merge(sheet, area{1, 1, max(len(columns), 2), 1})
}

// Differences says how two sheets differ.
type Differences struct {
	Added   int `json:"added"`
	Removed int `json:"removed"`
	Changed int `json:"changed"`
	// where they are listed: one row for each value that differs
	Ref string `json:"ref"`
}

// CompareSheets lists on a new sheet which rows were added, removed or changed
// between two sheets.
//
//mcp:tool group=workflow destructive=false openworld=false
func (f *Files) CompareSheets(ctx context.Context,
	path string, // workbook
	before string, // first sheet
	after string, // second sheet
	key string, // header of the column that tells rows apart
	into string, // sheet for the result
) (Differences, error) {
	var d Differences
	err := f.edit(ctx, path, func(b *book) error {
		old, err := b.keyed(before, key)
		if err != nil {
			return err
		}
		now, err := b.keyed(after, key)
		if err != nil {
			return err
		}
		target, err := b.newOrEmpty(into)
		if err != nil {
			return err
		}
		rows := append([][]any{{old.names[old.key], "Change", "Column", "Before", "After"}}, old.compare(now, &d)...)
		a, err := b.write(target, "A1", rows)
		if err != nil {
			return err
		}
		d.Ref = a.String()
		if err := b.restyleArea(target, a.row(0), headerStyle()); err != nil {
			return err
		}
		return b.widen(target, a)
	})
	return d, err
}

// keyedRows are the rows of a sheet under the values of a column.
type keyedRows struct {
	grid
	key   int
	rows  map[string][]any
	order []string
}

func (b *book) keyed(sheet, key string) (k keyedRows, err error) {
	if k.grid, err = b.grid(sheet); err != nil {
		return k, err
	}
	if k.key, err = k.find(key); err != nil {
		return k, err
	}
	rows, err := b.read(k.sheet, k.below())
	if err != nil {
		return k, err
	}
	k.rows = map[string][]any{}
	for _, row := range rows {
		name := show(row[k.key])
		if k.rows[name] != nil {
			return k, badArgument("sheet %s has %q twice in column %s", k.sheet, name, key)
		}
		k.rows[name] = row
		k.order = append(k.order, name)
	}
	return k, nil
}

// compare returns a row for each difference, in the order of the rows.
func (k keyedRows) compare(now keyedRows, d *Differences) (rows [][]any) {
	for _, name := range k.order {
		was, is := k.rows[name], now.rows[name]
		if is == nil {
			d.Removed++
			rows = append(rows, []any{was[k.key], "removed", nil, nil, nil})
			continue
		}
		changed := false
		for i, header := range k.names {
			j, err := now.find(header)
			if err == nil && was[i] != is[j] {
				changed = true
				rows = append(rows, []any{was[k.key], "changed", header, was[i], is[j]})
			}
		}
		if changed {
			d.Changed++
		}
	}
	for _, name := range now.order {
		if k.rows[name] == nil {
			d.Added++
			rows = append(rows, []any{now.rows[name][now.key], "added", nil, nil, nil})
		}
	}
	return rows
}
