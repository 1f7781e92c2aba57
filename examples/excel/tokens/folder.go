package tokens

import (
	"archive/zip"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Folder is the server's folder after a case. It opens workbooks with the
// library, not with the server, and collects what is not as it was wanted.
type Folder struct {
	Path   string
	Faults []string
}

// Book is an open workbook.
type Book struct {
	*excelize.File
	folder *Folder
	name   string
}

func (f *Folder) fault(format string, args ...any) {
	f.Faults = append(f.Faults, fmt.Sprintf(format, args...))
}

// book has a function check a workbook.
func (f *Folder) book(name string, check func(b *Book)) {
	file, err := excelize.OpenFile(filepath.Join(f.Path, name))
	if err != nil {
		f.fault("%s: %v", name, err)
		return
	}
	defer file.Close()
	check(&Book{file, f, name})
}

func (b *Book) fault(format string, args ...any) {
	b.folder.fault("%s: %s", b.name, fmt.Sprintf(format, args...))
}

// must takes the error of the library for a fault.
func must[T any](b *Book) func(v T, err error) T {
	return func(v T, err error) T {
		if err != nil {
			b.fault("%v", err)
		}
		return v
	}
}

// cell returns what a cell holds, formulas computed.
func (b *Book) cell(sheet, cell string) string {
	if must[string](b)(b.GetCellFormula(sheet, cell)) != "" {
		return must[string](b)(b.CalcCellValue(sheet, cell, excelize.Options{RawCellValue: true}))
	}
	return must[string](b)(b.GetCellValue(sheet, cell, excelize.Options{RawCellValue: true}))
}

// is wants a cell to hold something.
func (b *Book) is(sheet, cell string, want any) {
	got := b.cell(sheet, cell)
	if w, ok := number(want); ok {
		if g, err := strconv.ParseFloat(got, 64); err == nil && math.Abs(g-w) < 1e-6*math.Max(1, math.Abs(w)) {
			return
		}
	}
	if want == nil {
		want = ""
	}
	if got != fmt.Sprint(want) {
		b.fault("%s!%s is %q, want %v", sheet, cell, got, want)
	}
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// rows wants rows from a cell on.
func (b *Book) rows(sheet, at string, want [][]any) {
	column, row, err := excelize.CellNameToCoordinates(at)
	if err != nil {
		b.fault("%v", err)
		return
	}
	for i, values := range want {
		for j, v := range values {
			if text, ok := v.(string); ok && strings.HasPrefix(text, "2026-") {
				continue // a date, or text
			}
			b.is(sheet, must[string](b)(excelize.CoordinatesToCellName(column+j, row+i)), v)
		}
	}
}

// beside wants a number in one of the cells to the right of a label, wherever
// that stands on the sheet.
func (b *Book) beside(sheet, label string, want float64) {
	if !slices.Contains(b.GetSheetList(), sheet) {
		b.fault("there is no sheet %s", sheet)
		return
	}
	found := must[[]string](b)(b.SearchSheet(sheet, label))
	for _, cell := range found {
		column, row, err := excelize.CellNameToCoordinates(cell)
		if err != nil {
			b.fault("%v", err)
			return
		}
		for next := column + 1; next <= column+6; next++ {
			got, err := strconv.ParseFloat(b.cell(sheet, must[string](b)(excelize.CoordinatesToCellName(next, row))), 64)
			if err == nil && math.Abs(got-want) < 0.005 {
				return
			}
		}
	}
	b.fault("%s: %v does not stand beside %q (found in %v)", sheet, want, label, found)
}

// table wants a table in a range.
func (b *Book) table(sheet, ref string) {
	for _, t := range must[[]excelize.Table](b)(b.GetTables(sheet)) {
		if t.Range == ref {
			return
		}
	}
	b.fault("%s has no table in %s", sheet, ref)
}

// style wants something of the style of a cell.
func (b *Book) style(sheet, cell, what string, is func(s *excelize.Style) bool) {
	s := must[*excelize.Style](b)(b.GetStyle(must[int](b)(b.GetCellStyle(sheet, cell))))
	if s == nil || !is(s) {
		b.fault("%s!%s is not %s", sheet, cell, what)
	}
}

func (b *Book) bold(sheet, cell string) {
	b.style(sheet, cell, "bold", func(s *excelize.Style) bool { return s.Font != nil && s.Font.Bold })
}

// header wants the house style of headers.
func (b *Book) header(sheet, cell string) {
	b.bold(sheet, cell)
	b.style(sheet, cell, "on 1F4E78", func(s *excelize.Style) bool { return len(s.Fill.Color) == 1 && s.Fill.Color[0] == "1F4E78" })
}

// format wants a number format.
func (b *Book) format(sheet, cell, want string) {
	b.style(sheet, cell, "shown as "+want, func(s *excelize.Style) bool { return s.CustomNumFmt != nil && *s.CustomNumFmt == want })
}

// wide wants a column to be wider than it is by itself.
func (b *Book) wide(sheet, column string, least float64) {
	if w := must[float64](b)(b.GetColWidth(sheet, column)); w < least {
		b.fault("%s: column %s has the width %v", sheet, column, w)
	}
}

// charts wants so many charts in the file.
func (b *Book) charts(want int) {
	z, err := zip.OpenReader(filepath.Join(b.folder.Path, b.name))
	if err != nil {
		b.fault("%v", err)
		return
	}
	defer z.Close()
	got := 0
	for _, file := range z.File {
		if strings.HasPrefix(file.Name, "xl/charts/chart") {
			got++
		}
	}
	if got != want {
		b.fault("there are %d charts, want %d", got, want)
	}
}

// checked wants a rule about what may be entered into a cell.
func (b *Book) checked(sheet, cell string) {
	for _, v := range must[[]*excelize.DataValidation](b)(b.GetDataValidations(sheet)) {
		if covers(v.Sqref, cell) {
			return
		}
	}
	b.fault("%s!%s takes anything", sheet, cell)
}

// highlighted wants a conditional format about a cell.
func (b *Book) highlighted(sheet, cell string) {
	for ref := range must[map[string][]excelize.ConditionalFormatOptions](b)(b.GetConditionalFormats(sheet)) {
		if covers(ref, cell) {
			return
		}
	}
	b.fault("%s!%s is never highlighted", sheet, cell)
}

// covers reports whether a range such as A1:A9 has a cell in it.
func covers(ref, cell string) bool {
	first, last, found := strings.Cut(ref, ":")
	if !found {
		last = first
	}
	left, top, err1 := excelize.CellNameToCoordinates(first)
	right, bottom, err2 := excelize.CellNameToCoordinates(last)
	column, row, err3 := excelize.CellNameToCoordinates(cell)
	return err1 == nil && err2 == nil && err3 == nil && left <= column && column <= right && top <= row && row <= bottom
}

// float returns the number in a cell.
func (b *Book) float(sheet, cell string) float64 {
	text := b.cell(sheet, cell)
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		b.fault("%s!%s is %q, want a number", sheet, cell, text)
	}
	return n
}
