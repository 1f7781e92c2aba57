package excel

import (
	"context"
	"encoding/csv"
	"errors"
	"io/fs"
	"strconv"
	"strings"
)

// ImportCSV writes CSV text to a new or empty sheet as a table in the house
// style, and makes the workbook when there is none.
//
//mcp:tool group=workflow destructive=false openworld=false
//mcp:param text maxLength=2000000
func (f *Files) ImportCSV(ctx context.Context,
	path string, // workbook
	sheet string,
	text string, // CSV with a header; commas, or else semicolons
	table *string, // name of the table
) (string, error) {
	rows, err := parseCSV(text)
	if err != nil {
		return "", err
	}
	ref := ""
	fill := func(b *book) error {
		name, err := b.newOrEmpty(sheet)
		if err != nil {
			return err
		}
		a, err := b.write(name, "A1", rows)
		if err != nil {
			return err
		}
		ref = a.String()
		if _, err := b.addTable(name, a, table); err != nil {
			return err
		}
		return b.houseStyle(name)
	}
	p, err := cleanPath(path)
	if err != nil {
		return "", err
	}
	if _, err := f.root.Lstat(p); errors.Is(err, fs.ErrNotExist) {
		err = f.make(ctx, path, sheet, fill)
		return ref, err
	}
	err = f.edit(ctx, path, fill)
	return ref, err
}

// parseCSV reads CSV; what looks like a number is one.
func parseCSV(text string) ([][]any, error) {
	first, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	if !strings.Contains(first, ",") && strings.Contains(first, ";") {
		r.Comma = ';'
	}
	records, err := r.ReadAll()
	if err != nil {
		return nil, badArgument("text: %w", err)
	}
	if len(records) < 2 {
		return nil, badArgument("text: a header and at least one row are wanted")
	}
	rows := make([][]any, len(records))
	for i, record := range records {
		for _, field := range record {
			var v any = strings.TrimSpace(field)
			if i > 0 {
				v = parseField(field)
			}
			rows[i] = append(rows[i], v)
		}
	}
	return rows, nil
}

// parseField reads what stands in a CSV file or in a cell that was pasted: a
// number, or text without blanks around it. What begins with a zero or
// has more digits than Excel keeps is a code, and a formula stays text.
func parseField(field string) any {
	field = strings.TrimSpace(field)
	if field == "" {
		return nil
	}
	digits := strings.TrimPrefix(field, "-")
	code := len(digits) > 1 && digits[0] == '0' && digits[1] != '.' || len(digits) > 15 && !strings.Contains(digits, ".")
	if n, err := strconv.ParseFloat(field, 64); err == nil && !code && len(digits) <= 25 && strings.Trim(digits, "0123456789.") == "" {
		return n
	}
	if field[0] == '=' {
		return literal(field)
	}
	return field
}

// literal is text that is no formula, whatever it looks like.
type literal string

// Cleaned says what was cleaned.
type Cleaned struct {
	// cells with blanks too many, or numbers written as text
	Cells int `json:"cells"`
	// rows without a value
	Empty int `json:"empty"`
	// rows that were there before
	Duplicates int `json:"duplicates"`
}

// CleanSheet removes empty and repeated rows and needless blanks, and turns text
// that is a number into one.
//
//mcp:tool group=workflow destructive idempotent openworld=false
func (f *Files) CleanSheet(ctx context.Context,
	path string, // workbook
	sheet string, // sheet with a header
	key *string, // column whose value makes a row a repeated one; without it, all of them
) (Cleaned, error) {
	var c Cleaned
	err := f.edit(ctx, path, func(b *book) error {
		g, err := b.grid(sheet)
		if err != nil {
			return err
		}
		columns := area{0, 0, g.columns() - 1, 0}
		if key != nil {
			column, err := g.find(*key)
			if err != nil {
				return err
			}
			columns.left, columns.right = column, column
		}
		c, err = b.clean(g, columns.left, columns.right)
		return err
	})
	return c, err
}

// clean cleans a grid; the columns from left to right tell rows apart.
func (b *book) clean(g grid, left, right int) (c Cleaned, err error) {
	if c.Cells, err = b.tidy(g); err != nil {
		return c, err
	}
	rows, err := b.read(g.sheet, g.below())
	if err != nil {
		return c, err
	}
	seen := map[string]bool{}
	var remove []int
	for i, row := range rows {
		var all, key strings.Builder
		for j, v := range row {
			all.WriteString(show(v))
			if j >= left && j <= right {
				key.WriteString(strconv.Quote(strings.ToLower(show(v))))
			}
		}
		switch {
		case all.Len() == 0:
			c.Empty++
		case seen[key.String()]:
			c.Duplicates++
		default:
			seen[key.String()] = true
			continue
		}
		remove = append(remove, g.top+1+i)
	}
	for i := len(remove) - 1; i >= 0; i-- {
		if err := b.ctx.Err(); err != nil {
			return c, err
		}
		if err := b.removeLine(g.sheet, 0, remove[i]); err != nil {
			return c, err
		}
	}
	return c, nil
}

// tidy rewrites text with blanks too many, and numbers that are text. Formulas
// are left alone. It returns how many cells it changed.
func (b *book) tidy(g grid) (changed int, err error) {
	for row := g.top; row <= g.bottom; row++ {
		for column := g.left; column <= g.right; column++ {
			s, err := b.state(g.sheet, cellName(column, row))
			if err != nil {
				return changed, err
			}
			text, isText := s.value.(string)
			if !isText || s.formula != "" || b.dates[s.style] {
				continue
			}
			var tidied any = strings.Join(strings.Fields(text), " ")
			if n, isNumber := parseField(text).(float64); isNumber && row > g.top {
				tidied = n
			}
			if tidied == any(text) {
				continue
			}
			changed++
			if err := b.SetCellValue(g.sheet, cellName(column, row), tidied); err != nil {
				return changed, err
			}
		}
	}
	return changed, nil
}
