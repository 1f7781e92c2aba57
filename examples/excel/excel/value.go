package excel

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// value returns what a cell holds: nil, a string, a float64 or a bool. A date
// is text such as 2026-01-31, or 2026-01-31T09:30:00 with a time.
func (b *book) value(sheet, cell string) (any, error) {
	formula, err := b.GetCellFormula(sheet, cell)
	if err != nil {
		return nil, err
	}
	if formula != "" {
		return b.result(sheet, cell, formula)
	}
	text, err := b.GetCellValue(sheet, cell, options)
	if err != nil || text == "" {
		return nil, err
	}
	kind, err := b.GetCellType(sheet, cell)
	if err != nil {
		return nil, err
	}
	switch kind {
	case excelize.CellTypeBool:
		return text == "1" || text == "TRUE", nil
	case excelize.CellTypeUnset, excelize.CellTypeNumber, excelize.CellTypeDate:
		return b.number(sheet, cell, text)
	}
	return text, nil
}

// number reads a number, or the date that it stands for.
func (b *book) number(sheet, cell, text string) (any, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return text, nil
	}
	isDate, err := b.showsDate(sheet, cell)
	if err != nil || !isDate {
		return n, err
	}
	t, err := excelize.ExcelDateToTime(n, b.from1904)
	if err != nil {
		return n, nil
	}
	if t = t.Round(time.Second); t.Equal(t.Truncate(24 * time.Hour)) {
		return t.Format(time.DateOnly), nil
	}
	return t.Format("2006-01-02T15:04:05"), nil
}

// showsDate reports whether a cell's number format is one of dates.
func (b *book) showsDate(sheet, cell string) (bool, error) {
	id, err := b.GetCellStyle(sheet, cell)
	if err != nil || id == 0 {
		return false, err
	}
	is, known := b.dates[id]
	if !known {
		style, err := b.GetStyle(id)
		if err != nil {
			return false, err
		}
		is = isDateFormat(style)
		b.dates[id] = is
	}
	return is, nil
}

func isDateFormat(style *excelize.Style) bool {
	if style.CustomNumFmt == nil {
		n := style.NumFmt
		return n >= 14 && n <= 17 || n == 22 || n >= 27 && n <= 31 || n == 36 || n >= 50 && n <= 58
	}
	quoted := false
	for _, r := range *style.CustomNumFmt {
		switch {
		case r == '"' || r == '[' && !quoted || r == ']' && quoted:
			quoted = !quoted
		case !quoted && (r == 'd' || r == 'D' || r == 'y' || r == 'Y'):
			return true
		}
	}
	return false
}

// set writes a value into a cell: text that begins with = as a formula, a date
// as a date.
func (b *book) set(sheet string, column, row int, v any) error {
	cell := cellName(column, row)
	text, isText := v.(string)
	if !isText {
		switch v := v.(type) {
		case literal:
			return b.SetCellStr(sheet, cell, string(v))
		case json.Number:
			n, err := cellNumber(v.String())
			if err != nil {
				return badArgument("%s: %w", cell, err)
			}
			return b.SetCellValue(sheet, cell, n)
		case nil, bool, float64, int, int64:
			return b.SetCellValue(sheet, cell, v)
		}
		return badArgument("%s: a cell holds text, a number, true, false or null", cell)
	}
	if len(text) > 1 && text[0] == '=' {
		formula, err := b.newFormula(cell, text)
		if err != nil {
			return err
		}
		return b.setFormula(sheet, cell, formula)
	}
	if utf16Len(text) > excelize.TotalCellChars {
		return tooLarge("%s: text has at most %d characters", cell, excelize.TotalCellChars)
	}
	if t, format, ok := parseDate(text); ok {
		return b.setDate(sheet, cell, t, format)
	}
	return b.SetCellStr(sheet, cell, text)
}

// cellNumber reads a number that a caller wrote. Excel keeps 15 digits, and an
// integer of more would come back as another one.
func cellNumber(text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return 0, errors.New(text + " is too large for a cell")
	case n == math.Trunc(n) && math.Abs(n) >= 1e15 && !strings.ContainsAny(text, ".eE"):
		return 0, errors.New(text + " has more digits than a cell keeps: write it as text")
	}
	return n, nil
}

// parseDate reads a date that Excel can show, and the format to show it in.
func parseDate(text string) (t time.Time, format string, ok bool) {
	t, err := time.Parse(time.DateOnly, text)
	format = "yyyy-mm-dd"
	if err != nil {
		t, err = time.Parse("2006-01-02T15:04:05", text)
		format = "yyyy-mm-dd hh:mm:ss"
	}
	return t, format, err == nil && t.Year() >= 1901 && t.Year() <= 9999
}

// setDate writes a date, in a format of dates: the cell's own if it has one.
func (b *book) setDate(sheet, cell string, t time.Time, format string) error {
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if b.from1904 {
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	if t.Before(first) {
		return badArgument("%s: dates of this workbook begin in %d", cell, first.Year())
	}
	serial := t.Sub(first).Seconds() / 86400
	if err := b.SetCellValue(sheet, cell, serial); err != nil {
		return err
	}
	if is, err := b.showsDate(sheet, cell); err != nil || is {
		return err
	}
	return b.restyle(sheet, cell, styleChange{numberFormat: format})
}

// result computes a formula. An error of the formula is its value, such as
// #DIV/0!, as Excel shows it.
func (b *book) result(sheet, cell, formula string) (any, error) {
	if err := b.ctx.Err(); err != nil {
		return nil, err
	}
	if b.formulas > maxFormulas {
		return nil, tooLarge("%s has %d formulas; in a workbook of more than %d none is computed", b.path, b.formulas, maxFormulas)
	}
	if err := checkFormula(formula); err != nil {
		return "#VALUE!", nil // it stands in the file; only others can compute it
	}
	if namesNothing(formula) {
		return "#REF!", nil
	}
	text, err := b.CalcCellValue(sheet, cell, options)
	if err != nil {
		if strings.HasPrefix(text, "#") {
			return text, nil
		}
		return "#VALUE!", nil
	}
	switch text {
	case "TRUE":
		return true, nil
	case "FALSE":
		return false, nil
	case "":
		return nil, nil
	}
	return b.number(sheet, cell, text)
}

// namesNothing reports whether a formula refers to what was deleted, and does not
// say what is then: the library takes it for 0.
func namesNothing(formula string) (is bool) {
	eachCode(formula, func(code string) string {
		is = is || strings.Contains(code, "#REF!")
		return code
	})
	return is && !strings.Contains(strings.ToUpper(formula), "ERR")
}

// maxText is how much text is read at once, in bytes: a small file may have it
// only once, and show it in every cell.
const maxText = 16 << 20

// read returns the values of an area, row by row.
func (b *book) read(sheet string, a area) ([][]any, error) {
	hidden, err := b.covered(sheet, a)
	if err != nil {
		return nil, err
	}
	rows, bytes := make([][]any, a.rows()), 0
	for i := range rows {
		if err := b.ctx.Err(); err != nil {
			return nil, err
		}
		if bytes > maxText {
			return nil, tooLarge("%s has more than %d bytes of text: take it in parts", a, maxText)
		}
		rows[i] = make([]any, a.columns())
		for j := range rows[i] {
			if _, is := hidden[place{a.left + j, a.top + i}]; is {
				continue
			}
			v, err := b.value(sheet, cellName(a.left+j, a.top+i))
			if err != nil {
				return nil, err
			}
			text, _ := v.(string)
			bytes += len(text)
			rows[i][j] = v
		}
	}
	return rows, nil
}

// write writes rows, which may differ in length, from a cell on. It returns
// the area that they fill.
func (b *book) write(sheet, at string, rows [][]any) (area, error) {
	return b.writeWithin(sheet, at, rows, MaxWrite)
}

// writeWithin is write for rows of at most so many cells.
func (b *book) writeWithin(sheet, at string, rows [][]any, most int) (area, error) {
	width, cells := 1, 0
	for _, row := range rows {
		width = max(width, len(row))
		cells += len(row)
	}
	switch {
	case cells == 0:
		return area{}, badArgument("the rows have no values; clear_range empties cells")
	case cells > most:
		return area{}, tooLarge("%d cells are more than %d: write them in parts", cells, most)
	}
	a, err := sized(at, width, len(rows))
	if err != nil {
		return a, err
	}
	hidden, err := b.covered(sheet, a)
	if err != nil {
		return a, err
	}
	for i, row := range rows {
		if err := b.ctx.Err(); err != nil {
			return a, err
		}
		for j, v := range row {
			at := place{a.left + j, a.top + i}
			if m, is := hidden[at]; is && v == nil {
				continue
			} else if is {
				return a, hiddenBy(at, m)
			}
			if err := b.set(sheet, a.left+j, a.top+i, v); err != nil {
				return a, err
			}
		}
	}
	return a, nil
}

// operand writes a value as formulas have it.
func operand(value string) string {
	if _, err := strconv.ParseFloat(value, 64); err == nil {
		return value
	}
	if rest, ok := strings.CutPrefix(value, "="); ok {
		return rest
	}
	return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
}
