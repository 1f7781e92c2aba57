package excel

import (
	"context"
	"fmt"
	"strings"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// MaxKeep is how many cells a range has that is kept, and then written by one
// call: no model reads or writes them.
const MaxKeep = 250_000

// KeepRange keeps a range on the server, for from of write_range and append_rows.
//
//mcp:tool group=handles readonly openworld=false output=handle
func (f *Files) KeepRange(ctx context.Context,
	path string, // workbook
	sheet string,
	ref *string, // cells; without it, all that are used
) (Range, error) {
	return f.readRange(ctx, path, sheet, ref, MaxKeep)
}

// maxNamed is how many columns a summary names.
const maxNamed = 8

// Summary says what a range holds, without its values.
//
//mcp:summary
func (r Range) Summary() string {
	var names []string
	for _, row := range r.Rows[:min(len(r.Rows), 1)] {
		for _, v := range row[:min(len(row), maxNamed)] {
			names = append(names, show(v))
		}
		if len(row) > maxNamed {
			names = append(names, "…")
		}
	}
	return fmt.Sprintf("%s!%s of %s, %d rows: %s", r.Sheet, r.Ref, r.Path, len(r.Rows), strings.Join(names, ", "))
}

// given returns the rows that a call writes, and how many cells they may have.
// Those of a range that was kept are values: no text in it is a formula.
func given(rows *[][]any, from *mcpruntime.Handle[Range]) (values [][]any, most int, err error) {
	switch {
	case (rows == nil) == (from == nil):
		return nil, 0, badArgument("give either rows, or from with the handle of a range")
	case rows != nil:
		return *rows, MaxWrite, nil
	}
	kept := from.Value().Rows // belongs to all calls, so it is not changed
	values = make([][]any, len(kept))
	for i, row := range kept {
		values[i] = make([]any, len(row))
		for j, v := range row {
			if text, isText := v.(string); isText && strings.HasPrefix(text, "=") {
				v = literal(text)
			}
			values[i][j] = v
		}
	}
	return values, MaxKeep, nil
}
