package excel

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// ReadRange reads values and results of formulas.
//
//mcp:tool group=cells readonly idempotent openworld=false
func (f *Files) ReadRange(ctx context.Context,
	path string, // workbook
	sheet string,
	ref *string, // cells, such as A1:D20; without it, all that are used
) (Range, error) {
	return f.readRange(ctx, path, sheet, ref, MaxRead)
}

func (f *Files) readRange(ctx context.Context, path, sheet string, ref *string, most int) (Range, error) {
	r := Range{Rows: [][]any{}}
	err := f.view(ctx, path, func(b *book) error {
		name, err := b.sheet(sheet)
		if err != nil {
			return err
		}
		r.Path, r.Sheet = b.path, name
		a, err := b.areaOrUsed(name, ref, most)
		if err != nil {
			return err
		}
		r.Ref = a.String()
		r.Rows, err = b.read(name, a)
		return err
	})
	return r, err
}

// WriteRange writes rows from a cell on, over what is there, and returns their
// range.
//
//mcp:tool group=cells destructive idempotent openworld=false
//mcp:param rows minItems=1 maxItems=10000
func (f *Files) WriteRange(ctx context.Context,
	path string, // workbook
	sheet string,
	at string, // first cell, such as A1
	rows *[][]any, // text, numbers, booleans or null; text that begins with = is a formula
	from *mcpruntime.Handle[Range], // instead of rows
) (string, error) {
	values, most, err := given(rows, from)
	if err != nil {
		return "", err
	}
	return f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) { return b.writeWithin(name, at, values, most) })
}

// AppendRows writes rows below the last used row; a table that ends there grows.
//
//mcp:tool group=cells destructive=false openworld=false
//mcp:param rows minItems=1 maxItems=10000
func (f *Files) AppendRows(ctx context.Context,
	path string, // workbook
	sheet string,
	rows *[][]any, // values as in write_range
	from *mcpruntime.Handle[Range], // instead of rows
) (string, error) {
	values, most, err := given(rows, from)
	if err != nil {
		return "", err
	}
	return f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		a, ok, err := b.used(name)
		if err != nil {
			return a, err
		}
		at := "A1"
		if ok {
			at = cellName(a.left, a.bottom+1)
		}
		written, err := b.writeWithin(name, at, values, most)
		if err != nil || !ok {
			return written, err
		}
		return written, b.growTables(name, a.bottom, written.bottom)
	})
}

// ClearRange empties cells; their formats stay.
//
//mcp:tool group=cells destructive idempotent openworld=false
func (f *Files) ClearRange(ctx context.Context,
	path string, // workbook
	sheet string,
	ref string, // cells, such as A2:D20
) error {
	_, err := f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		a, err := parseAreaWithin(ref, MaxWrite)
		if err != nil {
			return a, err
		}
		return a, b.clear(name, a)
	})
	return err
}

func (b *book) clear(sheet string, a area) error {
	hidden, err := b.covered(sheet, a)
	if err != nil {
		return err
	}
	for row := a.top; row <= a.bottom; row++ {
		for column := a.left; column <= a.right; column++ {
			if _, is := hidden[place{column, row}]; is {
				continue
			}
			if err := b.SetCellValue(sheet, cellName(column, row), nil); err != nil {
				return err
			}
		}
	}
	return b.ctx.Err()
}

// Match is a cell that was found.
type Match struct {
	Sheet string `json:"sheet"`
	Cell  string `json:"cell"`
	Value any    `json:"value"`
}

// FindCells finds cells by what they show; case does not matter.
//
//mcp:tool group=cells readonly idempotent openworld=false
//mcp:param text minLength=1
//mcp:param limit min=1 max=1000 default=50
func (f *Files) FindCells(ctx context.Context,
	path string, // workbook
	text string, // text to look for
	sheet *string, // where to look; without it, on all sheets
	whole *bool, // only cells that show exactly this
	limit int, // how many to return
) ([]Match, error) {
	matches := []Match{}
	err := f.view(ctx, path, func(b *book) error {
		sheets := b.GetSheetList()
		if sheet != nil {
			name, err := b.sheet(*sheet)
			if err != nil {
				return err
			}
			sheets = []string{name}
		}
		for _, name := range sheets {
			found, err := b.find(name, strings.ToLower(text), isTrue(whole), limit-len(matches))
			if err != nil {
				return err
			}
			matches = append(matches, found...)
		}
		return nil
	})
	return matches, err
}

func (b *book) find(sheet, text string, whole bool, limit int) ([]Match, error) {
	a, ok, err := b.used(sheet)
	if err != nil || !ok {
		return nil, nil // a sheet of a chart has no cells
	}
	var matches []Match
	for row := a.top; row <= a.bottom; row++ {
		values, err := b.read(sheet, area{a.left, row, a.right, row})
		if err != nil {
			return nil, err
		}
		for i, v := range values[0] {
			if len(matches) == limit {
				return matches, nil
			}
			shown := strings.ToLower(show(v))
			if shown == text || !whole && strings.Contains(shown, text) {
				matches = append(matches, Match{sheet, cellName(a.left+i, row), v})
			}
		}
	}
	return matches, nil
}

// SortRange sorts rows by a column's letter. Formulas move with their rows.
//
//mcp:tool group=cells destructive idempotent openworld=false
//mcp:param header default=true
func (f *Files) SortRange(ctx context.Context,
	path string, // workbook
	sheet string,
	by string, // column to sort by: its letter
	ref *string, // cells to sort; without it, all that are used
	descending *bool, // largest first
	header bool, // the first row stays on top
) error {
	_, err := f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		a, err := b.areaOrUsed(name, ref, MaxWrite)
		if err != nil {
			return a, err
		}
		column, err := excelize.ColumnNameToNumber(by)
		if err != nil || column < a.left || column > a.right {
			return a, badArgument("by is %q: write the letter of a column in %s", by, a)
		}
		if header {
			a = a.below()
		}
		return a, b.sort(name, a, column-a.left, isTrue(descending))
	})
	return err
}

// cellState is all that moves with a cell.
type cellState struct {
	value   any
	formula string
	style   int
}

// sort sorts the rows of an area by a column, counted from 0.
func (b *book) sort(sheet string, a area, by int, descending bool) error {
	type row struct {
		from  int
		cells []cellState
	}
	merged, err := b.merges(sheet)
	if err != nil {
		return err
	}
	for _, m := range merged {
		if m.overlaps(a) {
			return badArgument("%s is merged, and rows with merged cells cannot be sorted: undo that with merge_cells", m)
		}
	}
	rows := make([]row, 0, max(a.rows(), 0))
	for top := a.top; top <= a.bottom; top++ {
		r := row{from: top}
		for column := a.left; column <= a.right; column++ {
			s, err := b.state(sheet, cellName(column, top))
			if err != nil {
				return err
			}
			r.cells = append(r.cells, s)
		}
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(x, y row) int { return compare(x.cells[by].value, y.cells[by].value, descending) })
	for i, r := range rows {
		for j, s := range r.cells {
			if err := b.put(sheet, a.left+j, a.top+i, s, a.top+i-r.from); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *book) state(sheet, cell string) (s cellState, err error) {
	if s.value, err = b.value(sheet, cell); err != nil {
		return s, err
	}
	if s.formula, err = b.GetCellFormula(sheet, cell); err != nil {
		return s, err
	}
	s.style, err = b.GetCellStyle(sheet, cell)
	return s, err
}

// put writes a cell that comes from so many rows above.
func (b *book) put(sheet string, column, row int, s cellState, moved int) error {
	cell := cellName(column, row)
	if err := b.SetCellStyle(sheet, cell, cell, s.style); err != nil {
		return err
	}
	if s.formula != "" {
		return b.setFormula(sheet, cell, shift(s.formula, 0, moved))
	}
	if err := b.SetCellFormula(sheet, cell, ""); err != nil {
		return err
	}
	if text, ok := s.value.(string); ok {
		if _, _, isDate := parseDate(text); !isDate || !b.dates[s.style] {
			return b.SetCellStr(sheet, cell, text) // whatever it looks like
		}
	}
	return b.set(sheet, column, row, s.value)
}

// compare orders values as Excel does: numbers, text, booleans, and what is
// empty last in either direction.
func compare(x, y any, descending bool) int {
	if x == nil || y == nil {
		return cmp.Compare(rank(x), rank(y))
	}
	c := cmp.Compare(rank(x), rank(y))
	if c == 0 {
		switch x := x.(type) {
		case float64:
			c = cmp.Compare(x, y.(float64))
		case string:
			c = cmp.Compare(strings.ToLower(x), strings.ToLower(y.(string)))
		case bool:
			c = cmp.Compare(show(x), show(y))
		}
	}
	if descending {
		return -c
	}
	return c
}

func rank(v any) int {
	switch v.(type) {
	case float64:
		return 0
	case string:
		return 1
	case bool:
		return 2
	}
	return 3
}

// show writes a value as a cell shows it.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strings.ToUpper(strconv.FormatBool(v))
	}
	return ""
}

func isTrue(b *bool) bool { return b != nil && *b }

// editArea has a function change a sheet, and returns the cells that it names.
func (f *Files) editArea(ctx context.Context, path, sheet string, change func(b *book, name string) (area, error)) (ref string, err error) {
	err = f.edit(ctx, path, func(b *book) error {
		name, err := b.sheet(sheet)
		if err != nil {
			return err
		}
		a, err := change(b, name)
		ref = a.String()
		return err
	})
	return ref, err
}
