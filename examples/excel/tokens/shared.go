package tokens

import (
	"fmt"
	"slices"
)

// What cases of the tiers C and D have in common.

// Summaries of the revenue, as a model writes them once it has seen the values
// of the columns.
var (
	byRegion  = sumRows("Region", "Revenue", "G", "C", 121, "East", "North", "South", "West")
	byProduct = sumRows("Product", "Revenue", "G", "D", 121, "Chair", "Desk", "Lamp", "Shelf", "Sofa")
)

// messyRef is where the rows of the staff are before they are cleaned.
var messyRef = fmt.Sprintf("A1:D%d", len(messyStaff()))

func averageRows() [][]any {
	rows := [][]any{{"Product", "Average of Units"}}
	for i, product := range []string{"Chair", "Desk", "Lamp", "Shelf", "Sofa"} {
		rows = append(rows, []any{product, fmt.Sprintf("=AVERAGEIFS(Orders!$E$2:$E$121,Orders!$D$2:$D$121,A%d)", i+2)})
	}
	return append(rows, []any{"Total", "=AVERAGE(Orders!E2:E121)"})
}

func countWhere(rows [][]any, by int, value any) (n float64) {
	for _, row := range rows[1:] {
		if row[by] == value {
			n++
		}
	}
	return n
}

// dashboardLook finds out what a dashboard of the sales needs.
func dashboardLook() Step {
	return Step{
		call("workbook_info", `{"path":"sales.xlsx"}`),
		call("read_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"C2:D121"}`),
	}
}

// at moves the formulas of a summary to where it stands on a dashboard.
func at(row int, rows [][]any) [][]any {
	var moved [][]any
	for i, r := range rows {
		r = slices.Clone(r)
		if text, ok := r[1].(string); ok && i > 0 && i < len(rows)-1 {
			old, now := fmt.Sprintf(",A%d)", i+1), fmt.Sprintf(",A%d)", i+row)
			r[1] = text[:len(text)-len(old)] + now
		}
		moved = append(moved, r)
	}
	return moved
}

// dashboardBuild builds it.
func dashboardBuild(sheet, title string) Step {
	on := func(tool, arguments string, values ...string) Call {
		return call(tool, `{"path":"sales.xlsx","sheet":"`+sheet+`",`+arguments, values...)
	}
	return Step{
		call("write_range", `{"path":"sales.xlsx","sheet":"Orders","at":"G1","rows":[["Revenue"]]}`),
		call("set_formula", `{"path":"sales.xlsx","sheet":"Orders","ref":"G2:G121","formula":"=E2*F2"}`),
		call("add_sheet", `{"path":"sales.xlsx","sheet":"`+sheet+`"}`),
		on("write_range", `"at":"A1","rows":[["`+title+`"],[],["Revenue","Units"],["=SUM(Orders!G2:G121)","=SUM(Orders!E2:E121)"]]}`),
		on("write_range", `"at":"A7","rows":%s}`, quote(at(7, byRegion))),
		on("write_range", `"at":"A24","rows":%s}`, quote(at(24, byProduct))),
		on("format_range", `"ref":"A1","bold":true,"size":18}`),
		on("add_chart", `"type":"column","ref":"A7:B11","at":"D7"}`),
		on("add_chart", `"type":"column","ref":"A24:B29","at":"D24"}`),
	}
}

// dashboardSteps are the calls of plain MCP for a dashboard.
func dashboardSteps(sheet, title string) []Step {
	look, build := dashboardLook(), dashboardBuild(sheet, title)
	return []Step{{look[0]}, {look[1]}, build[:3], build[3:]}
}

func dashboardPrograms(sheet, title string) []Step {
	return []Step{{
		call("workbook_info", `{"path":"sales.xlsx"}`),
		call("read_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"C2:C121"}`),
		call("read_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"D2:D121"}`),
	}, dashboardBuild(sheet, title)}
}

// report wants the revenue of each region and product on some sheets.
func (b *Book) report(regionSheet, productSheet string) {
	b.is("Orders", "G1", "Revenue")
	b.revenue("G121", 120)
	for _, region := range regions {
		b.beside(regionSheet, region, revenueBy(2, region))
	}
	for _, product := range products {
		b.beside(productSheet, product, revenueBy(3, product))
	}
	b.beside(regionSheet, "Total", revenueBy(0, ""))
}

// dashboard wants a dashboard of the sales, with two charts.
func (b *Book) dashboard(sheet, title string) {
	b.report(sheet, sheet)
	b.is(sheet, "A1", title)
	b.bold(sheet, "A1")
	b.is(sheet, "A4", revenueBy(0, ""))
	b.is(sheet, "B4", sumOf(orderRows(), 4))
	b.charts(2)
}

// expenses wants the expenses as a table with totals, in the house style.
func (b *Book) expenses() {
	b.rows("Expenses", "A1", expenseRows())
	b.table("Expenses", "A1:D31")
	b.header("Expenses", "D1")
	b.format("Expenses", "D31", "#,##0.00")
	b.is("Expenses", "A32", "Total")
	b.is("Expenses", "D32", sumOf(expenseRows(), 3))
	b.bold("Expenses", "D32")
	b.wide("Expenses", "A", 11)
}

// changes wants the differences between the budgets.
func (b *Book) changes() {
	for i, row := range budgetChanges()[1:] {
		line := quote(i + 2)
		b.is("Changes", "A"+line, row[0])
		b.is("Changes", "B"+line, row[1])
		b.is("Changes", "D"+line, row[3])
		b.is("Changes", "E"+line, row[4])
	}
	b.is("Changes", "A"+quote(len(budgetChanges())+1), nil)
	b.header("Changes", "E1")
	b.wide("Changes", "A", 9.5)
}
