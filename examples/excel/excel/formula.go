package excel

import (
	"regexp"
	"strings"

	"github.com/xuri/excelize/v2"
)

const (
	// maxFormula is the length of a formula, as Excel has it.
	maxFormula = 8192
	// maxOperand is how many cells a range in a formula has, and all of them
	// together, when it is computed here. Whole columns and rows are cut to what
	// the sheet holds.
	maxOperand = 2_000_000
	// maxFormulas is how many formulas a workbook has when one is computed: each
	// may refer to the next, and the library follows them on the stack.
	maxFormulas = 100_000
)

// reference finds what may be a reference in the code of a formula; a name with
// digits, or a function such as LOG10(, is found too and told apart.
var reference = regexp.MustCompile(`\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6}`)

// rectangle finds a range of which both ends are cells.
var rectangle = regexp.MustCompile(reference.String() + `\s*:\s*` + reference.String())

// eachCode calls f with each part of a formula that is neither text nor the
// quoted name of a sheet, and joins what f returns with the rest.
func eachCode(formula string, f func(code string) string) string {
	var out strings.Builder
	for formula != "" {
		i := strings.IndexAny(formula, `"'`)
		if i < 0 {
			i = len(formula)
		}
		out.WriteString(f(formula[:i]))
		if formula = formula[i:]; formula == "" {
			break
		}
		end := strings.IndexByte(formula[1:], formula[0])
		if end < 0 {
			end = len(formula) - 2
		}
		out.WriteString(formula[:end+2])
		formula = formula[end+2:]
	}
	return out.String()
}

// checkFormula refuses formulas that could not be computed in a bounded time.
func checkFormula(formula string) error {
	if utf16Len(formula) > maxFormula {
		return tooLarge("a formula has at most %d characters", maxFormula)
	}
	cells, depth, deepest := 0, 0, 0
	eachCode(formula, func(code string) string {
		for _, ref := range rectangle.FindAllString(code, -1) {
			if a, err := parseArea(strings.ReplaceAll(ref, " ", "")); err == nil {
				cells += a.cells()
			}
		}
		for _, c := range code {
			switch c {
			case '(':
				depth++
				deepest = max(deepest, depth)
			case ')':
				depth--
			}
		}
		return code
	})
	switch {
	case cells > maxOperand:
		return tooLarge("the ranges of a formula have at most %d cells; a whole column such as A:A is cut to what is there", maxOperand)
	case deepest > 64:
		return badArgument("a formula has at most 64 levels of parentheses")
	}
	return nil
}

// setFormula writes a formula, in the form of files, into a cell.
func (b *book) setFormula(sheet, cell, formula string) error {
	if err := checkFormula(formula); err != nil {
		return err
	}
	return b.SetCellFormula(sheet, cell, formula)
}

// fill writes the formula of a caller into each cell of an area, as copying it
// from the first cell does: references without $ move along.
func (b *book) fill(sheet string, a area, formula string) error {
	formula, err := b.newFormula(a.first(), formula)
	if err != nil {
		return err
	}
	hidden, err := b.covered(sheet, a)
	if err != nil {
		return err
	}
	for i := range a.rows() {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		for j := range a.columns() {
			at := place{a.left + j, a.top + i}
			if m, is := hidden[at]; is {
				return hiddenBy(at, m)
			}
			if err := b.setFormula(sheet, cellName(a.left+j, a.top+i), shift(formula, j, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// shift moves the relative references of a formula.
func shift(formula string, columns, rows int) string {
	if columns == 0 && rows == 0 {
		return formula
	}
	return eachCode(formula, func(code string) string {
		var out strings.Builder
		end := 0
		for _, at := range reference.FindAllStringIndex(code, -1) {
			out.WriteString(code[end:at[0]])
			ref := code[at[0]:at[1]]
			if standsAlone(code, at[0], at[1]) {
				ref = shiftReference(ref, columns, rows)
			}
			out.WriteString(ref)
			end = at[1]
		}
		return out.String() + code[end:]
	})
}

// standsAlone reports whether what looks like a reference is no part of a name,
// a function or the column of a table.
func standsAlone(code string, start, end int) bool {
	if start > 0 && isNameByte(code[start-1]) {
		return false
	}
	return end == len(code) || !isNameByte(code[end]) && code[end] != '(' && code[end] != '!' && code[end] != '['
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$' || c == '[' || c == '@' || c >= 0x80
}

func shiftReference(ref string, columns, rows int) string {
	column, row, err := excelize.CellNameToCoordinates(strings.ReplaceAll(ref, "$", ""))
	if err != nil {
		return ref
	}
	fixedColumn, fixedRow := ref[0] == '$', strings.LastIndexByte(ref, '$') > 0
	if !fixedColumn {
		column += columns
	}
	if !fixedRow {
		row += rows
	}
	if column < 1 || row < 1 || column > excelize.MaxColumns || row > excelize.TotalRows {
		return "#REF!"
	}
	letters, digits := columnName(column), strings.TrimLeft(cellName(1, row), "A")
	if fixedColumn {
		letters = "$" + letters
	}
	if fixedRow {
		digits = "$" + digits
	}
	return letters + digits
}
