package tokens

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// The columns of the workbooks that every case begins with.
var (
	regions     = []string{"North", "South", "East", "West"}
	products    = []string{"Lamp", "Desk", "Chair", "Shelf", "Sofa"}
	departments = []string{"Sales", "Support", "Engineering", "Finance"}
	names       = []string{"Ada Berg", "Bo Lund", "Cem Kaya", "Dora Weiss", "Emil Novak", "Fay Olsen", "Gus Meyer", "Hana Sato", "Ivo Rossi", "June Clark"}
)

// pick returns the same numbers on every machine, spread over 0 to n-1.
func pick(seed, i, n int) int {
	x := uint64(seed)<<32 + uint64(i) + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return int((x ^ x>>31) % uint64(n))
}

// orderRows are the rows of sales.xlsx, sheet Orders.
func orderRows() [][]any {
	rows := [][]any{{"Order", "Date", "Region", "Product", "Units", "Price"}}
	for i := range 120 {
		rows = append(rows, []any{1001 + i, fmt.Sprintf("2026-%02d-%02d", 1+i/20, 1+pick(1, i, 28)), regions[pick(2, i, 4)], products[pick(3, i, 5)], 1 + pick(4, i, 20), float64(1025+pick(5, i, 40000)) / 100})
	}
	return rows
}

// stockRows are the rows of stock.xlsx, sheet Stock.
func stockRows() [][]any {
	rows := [][]any{{"SKU", "Item", "Quantity", "Minimum", "Cost"}}
	for i := range 40 {
		quantity := pick(6, i, 90)
		if i%13 == 5 {
			quantity = 600 + i
		}
		rows = append(rows, []any{fmt.Sprintf("S-%d", 1001+i), fmt.Sprintf("%s %d", products[i%5], 1+i/5), quantity, 5 + pick(7, i, 30), float64(150+pick(8, i, 9000)) / 100})
	}
	return rows
}

// cleanStaff are the rows of staff.xlsx, sheet Staff, as they should be.
func cleanStaff() [][]any {
	rows := [][]any{{"Name", "Department", "Salary", "Email"}}
	for i := range 30 {
		name := fmt.Sprintf("%s %d", names[pick(9, i, 10)], i+1)
		rows = append(rows, []any{name, departments[pick(10, i, 4)], 40000 + 500*pick(11, i, 80), fmt.Sprintf("staff%d@example.com", i+1)})
	}
	return rows
}

// messyStaff are the rows as they are: some twice, some empty, blanks around
// names, and numbers as text.
func messyStaff() [][]any {
	var rows [][]any
	for i, row := range cleanStaff() {
		messy := append([]any{}, row...)
		if i > 0 && i%4 == 0 {
			messy[0] = "  " + messy[0].(string) + " "
			messy[2] = strconv.Itoa(messy[2].(int))
		}
		rows = append(rows, messy)
		if i > 0 && i%9 == 0 {
			rows = append(rows, []any{nil, nil, nil, nil}, row)
		}
	}
	return rows
}

// budgetRows are the rows of budget.xlsx, sheets 2025 and 2026.
func budgetRows(year int) [][]any {
	rows := [][]any{{"Item", "Category", "Amount"}}
	categories := []string{"Office", "Travel", "Software"}
	for i := range 25 {
		amount := 100 * (1 + pick(12, i, 90))
		if year == 2026 {
			if i == 7 {
				continue
			}
			if i%8 == 3 {
				amount += 250
			}
		}
		rows = append(rows, []any{fmt.Sprintf("Item %d", i+1), categories[pick(13, i, 3)], amount})
	}
	if year == 2026 {
		rows = append(rows, []any{"Item 26", "Software", 900})
	}
	return rows
}

// budgetChanges are the differences between the two years: what a model writes
// that has read both.
func budgetChanges() [][]any {
	rows := [][]any{{"Item", "Change", "Column", "Before", "After"}}
	after := map[string]any{}
	for _, row := range budgetRows(2026)[1:] {
		after[row[0].(string)] = row[2]
	}
	for _, row := range budgetRows(2025)[1:] {
		switch now := after[row[0].(string)]; now {
		case nil:
			rows = append(rows, []any{row[0], "removed", nil, nil, nil})
		case row[2]:
		default:
			rows = append(rows, []any{row[0], "changed", "Amount", row[2], now})
		}
	}
	return append(rows, []any{"Item 26", "added", nil, nil, nil})
}

// monthRows are the rows of budget.xlsx, sheet January.
func monthRows() [][]any {
	rows := [][]any{{"Item", "Planned", "Actual", "Difference", "Comment"}}
	for i := range 12 {
		rows = append(rows, []any{fmt.Sprintf("Cost %d", i+1), 500 + 50*pick(14, i, 20), 480 + 50*pick(15, i, 22), fmt.Sprintf("=C%d-B%d", i+2, i+2), []any{"ok", "late", "check"}[i%3]})
	}
	return rows
}

// expenseRows are what people paste into the goals.
func expenseRows() [][]any {
	rows := [][]any{{"Date", "Who", "What", "Amount"}}
	for i := range 30 {
		rows = append(rows, []any{fmt.Sprintf("2026-05-%02d", i+1), names[pick(16, i, 5)], []string{"Train", "Hotel", "Meal", "Taxi"}[pick(17, i, 4)], float64(550+pick(18, i, 30000)) / 100})
	}
	return rows
}

// asCSV writes rows as people paste them; nothing in them needs quotes.
func asCSV(rows [][]any) string {
	var out strings.Builder
	for _, row := range rows {
		for i, v := range row {
			if i > 0 {
				out.WriteByte(',')
			}
			fmt.Fprint(&out, v)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// WriteFixtures fills a folder with the workbooks that each case begins with.
func WriteFixtures(folder string) error {
	for _, book := range []struct {
		name   string
		sheets []string
		rows   [][][]any
	}{
		{"sales.xlsx", []string{"Orders", "Targets"}, [][][]any{orderRows(), {{"Region", "Target"}, {"North", 60000}, {"South", 55000}, {"East", 50000}, {"West", 65000}}}},
		{"stock.xlsx", []string{"Stock"}, [][][]any{stockRows()}},
		{"staff.xlsx", []string{"Staff", "Notes"}, [][][]any{messyStaff(), {{"Ask Ada before you change the list."}}}},
		{"budget.xlsx", []string{"2025", "2026", "January"}, [][][]any{budgetRows(2025), budgetRows(2026), monthRows()}},
	} {
		if err := writeBook(filepath.Join(folder, book.name), book.sheets, book.rows); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Join(folder, "archive"), 0o755)
}

func writeBook(path string, sheets []string, rows [][][]any) error {
	f := excelize.NewFile()
	defer f.Close()
	if err := f.SetSheetName("Sheet1", sheets[0]); err != nil {
		return err
	}
	for i, sheet := range sheets {
		if _, err := f.NewSheet(sheet); err != nil {
			return err
		}
		for j, row := range rows[i] {
			for k, v := range row {
				cell, err := excelize.CoordinatesToCellName(k+1, j+1)
				if err != nil {
					return err
				}
				if text, ok := v.(string); ok && text != "" && text[0] == '=' {
					err = f.SetCellFormula(sheet, cell, text[1:])
				} else {
					err = f.SetCellValue(sheet, cell, v)
				}
				if err != nil {
					return err
				}
			}
		}
	}
	return f.SaveAs(path)
}
