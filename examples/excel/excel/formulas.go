package excel

import (
	"context"
)

// SetFormula writes a formula into cells; references without $ move along.
//
//mcp:tool group=formulas destructive idempotent openworld=false
//mcp:param formula minLength=1 example="=E2*F2"
func (f *Files) SetFormula(ctx context.Context,
	path string, // workbook
	sheet string,
	ref string, // cells, such as G2:G20
	formula string, // formula of the first cell
) error {
	_, err := f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		a, err := parseAreaWithin(ref, MaxWrite)
		if err != nil {
			return a, err
		}
		return a, b.fill(name, a, formula)
	})
	return err
}

// Formula is a formula with its result.
type Formula struct {
	Cell    string `json:"cell"`
	Formula string `json:"formula"`
	Value   any    `json:"value"`
}

// GetFormulas returns formulas with their results.
//
//mcp:tool group=formulas readonly idempotent openworld=false
func (f *Files) GetFormulas(ctx context.Context,
	path string, // workbook
	sheet string,
	ref *string, // cells; without it, all that are used
) ([]Formula, error) {
	formulas := []Formula{}
	err := f.view(ctx, path, func(b *book) error {
		name, err := b.sheet(sheet)
		if err != nil {
			return err
		}
		a, err := b.areaOrUsed(name, ref, MaxRead)
		if err != nil {
			return err
		}
		for row := a.top; row <= a.bottom; row++ {
			for column := a.left; column <= a.right; column++ {
				cell := cellName(column, row)
				formula, err := b.GetCellFormula(name, cell)
				if err != nil {
					return err
				}
				if formula == "" {
					continue
				}
				v, err := b.result(name, cell, formula)
				if err != nil {
					return err
				}
				formulas = append(formulas, Formula{cell, shown(formula), v})
			}
		}
		return nil
	})
	return formulas, err
}
