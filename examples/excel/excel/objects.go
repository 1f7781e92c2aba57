package excel

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/xuri/excelize/v2"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// AddTable makes a table of a range with a header.
//
//mcp:tool group=objects destructive=false openworld=false
func (f *Files) AddTable(ctx context.Context,
	path string, // workbook
	sheet string,
	ref *string, // cells with the header; without it, all that are used
	name *string, // name that formulas use; without it, Table1 and so on
) (string, error) {
	made := ""
	err := f.edit(ctx, path, func(b *book) error {
		s, err := b.sheet(sheet)
		if err != nil {
			return err
		}
		a, err := b.areaOrUsed(s, ref, MaxRead)
		if err != nil {
			return err
		}
		made, err = b.addTable(s, a, name)
		return err
	})
	return made, err
}

// tableName is what a table may be called: no cell has such a name.
var tableName = regexp.MustCompile(`^[\pL_\\][\pL\pN_.\\]{0,254}$`)

func (b *book) addTable(sheet string, a area, name *string) (string, error) {
	taken := map[string]bool{}
	for _, s := range b.GetSheetList() {
		tables, err := b.GetTables(s)
		if err != nil {
			continue // a sheet of a chart has none
		}
		for _, t := range tables {
			taken[strings.ToLower(t.Name)] = true
			if other, err := parseArea(t.Range); err == nil && s == sheet && other.overlaps(a) {
				return "", mcpruntime.Errorf(CodeExists, "%s overlaps table %s in %s", a, t.Name, t.Range)
			}
		}
	}
	chosen := ""
	for i := len(taken) + 1; chosen == "" || name == nil && taken[strings.ToLower(chosen)]; i++ {
		chosen = fmt.Sprintf("Table%d", i)
	}
	if name != nil {
		chosen = *name
	}
	_, notACell := parseArea(chosen)
	switch {
	case taken[strings.ToLower(chosen)]:
		return "", mcpruntime.Errorf(CodeExists, "%s has a table %s already", b.path, chosen)
	case !tableName.MatchString(chosen) || notACell == nil:
		return "", badArgument("table name %q: letters, digits and _, beginning with a letter, and no name of a cell", chosen)
	case a.rows() < 2:
		return "", badArgument("%s: a table has a header and at least one row", a)
	}
	if err := b.checkHeader(sheet, a); err != nil {
		return "", err
	}
	merged, err := b.covered(sheet, a)
	if err != nil {
		return "", err
	}
	for _, m := range merged {
		return "", badArgument("%s is merged, and tables have no merged cells: undo that with merge_cells", m)
	}
	yes := true
	return chosen, b.File.AddTable(sheet, &excelize.Table{Range: a.String(), Name: chosen, StyleName: "TableStyleMedium2", ShowRowStripes: &yes})
}

// checkHeader refuses headers that Excel would change when it opens the file.
func (b *book) checkHeader(sheet string, a area) error {
	names, err := b.header(sheet, a)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for i, name := range names {
		key := strings.ToLower(name)
		if name == "" || seen[key] {
			return badArgument("the columns of a table have different names, and %s is %q", cellName(a.left+i, a.top), name)
		}
		seen[key] = true
	}
	return nil
}

func (a area) overlaps(o area) bool {
	return a.left <= o.right && o.left <= a.right && a.top <= o.bottom && o.top <= a.bottom
}

// ChartType is a kind of chart.
type ChartType string

// The kinds of charts.
const (
	Column  ChartType = "column"
	Bar     ChartType = "bar"
	Line    ChartType = "line"
	Pie     ChartType = "pie"
	Area    ChartType = "area"
	Scatter ChartType = "scatter"
	Stacked ChartType = "stacked" // columns on top of each other
)

var chartTypes = map[ChartType]excelize.ChartType{
	Column: excelize.Col, Bar: excelize.Bar, Line: excelize.Line, Pie: excelize.Pie,
	Area: excelize.Area, Scatter: excelize.Scatter, Stacked: excelize.ColStacked,
}

// AddChart draws a range: labels in the first column, series named in the first
// row.
//
//mcp:tool group=objects destructive=false openworld=false
//mcp:param kind name=type
//mcp:param title maxLength=255
func (f *Files) AddChart(ctx context.Context,
	path string, // workbook
	sheet string, // sheet with the data
	kind ChartType, // kind of chart
	ref string, // data with its header, such as A1:B5
	at string, // cell for the upper left corner, such as D2
	title *string,
	on *string, // sheet to put it on; without it, that of the data
) error {
	return f.edit(ctx, path, func(b *book) error {
		data, err := b.sheet(sheet)
		if err != nil {
			return err
		}
		a, err := parseAreaWithin(ref, MaxRead)
		if err != nil {
			return err
		}
		target := data
		if on != nil {
			if target, err = b.sheet(*on); err != nil {
				return err
			}
		}
		text := ""
		if title != nil {
			text = *title
		}
		return b.addChart(chart{kind, data, a, target, at, text})
	})
}

// chart is what is drawn, and where.
type chart struct {
	kind      ChartType
	data      string // sheet
	ref       area
	on, at    string // sheet, and its cell
	titleText string
}

// maxSeries is how many series a chart shows.
const maxSeries = 50

func (b *book) addChart(c chart) error {
	if c.ref.columns() < 2 || c.ref.rows() < 2 || c.ref.columns() > maxSeries+1 {
		return badArgument("%s: a chart has a column of labels, 1 to %d columns of numbers, and a header above", c.ref, maxSeries)
	}
	if _, err := sized(c.at, 1, 1); err != nil {
		return err
	}
	if err := b.hasNumbers(c.data, c.ref); err != nil {
		return err
	}
	spec := &excelize.Chart{
		Type:      chartTypes[c.kind],
		Legend:    excelize.ChartLegend{Position: "bottom"},
		Dimension: excelize.ChartDimension{Width: 480, Height: 288},
	}
	if c.titleText != "" {
		spec.Title = excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: c.titleText}}}
	}
	labels := c.ref.column(0).below()
	for i := 1; i < c.ref.columns(); i++ {
		column := c.ref.column(i)
		spec.Series = append(spec.Series, excelize.ChartSeries{
			Name:       quoteSheet(c.data) + "!" + absolute(column.left, column.top),
			Categories: labels.in(c.data),
			Values:     column.below().in(c.data),
		})
	}
	if c.kind != Pie && len(spec.Series) == 1 {
		spec.Legend.Position = "none"
	}
	return b.File.AddChart(c.on, c.at, spec)
}

// hasNumbers refuses a range in which a chart would find nothing to draw.
func (b *book) hasNumbers(sheet string, a area) error {
	values := area{a.left + 1, a.top + 1, a.right, a.bottom}
	for i := range values.rows() {
		rows, err := b.read(sheet, values.row(i))
		if err != nil {
			return err
		}
		for _, v := range rows[0] {
			if _, isNumber := v.(float64); isNumber {
				return nil
			}
		}
	}
	return badArgument("there are no numbers in %s, which a chart of %s would draw", values, a)
}
