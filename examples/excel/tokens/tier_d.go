package tokens

import (
	"fmt"
	"slices"
	"strings"
)

// tierD are open goals: what is to be done is for the model to find.
var tierD = []Case{
	{
		ID: "D01", Goal: "The board meets tomorrow. Make sales.xlsx presentable: a sheet Board, titled Board meeting, that shows what we earned and sold in all, and the revenue by region and by product with charts; and the orders should look decent.",
		Plain:    append(dashboardSteps("Board", "Board meeting"), ordersLook...),
		Programs: joinLast(dashboardPrograms("Board", "Board meeting"), ordersLook),
		Workflow: []Step{{
			call("add_column", `{"path":"sales.xlsx","sheet":"Orders","header":"Revenue","formula":"=E2*F2"}`),
			call("build_dashboard", `{"path":"sales.xlsx","sheet":"Orders","into":"Board","title":"Board meeting","metrics":["Revenue","Units"],"by":["Region","Product"]}`),
			call("style_sheet", `{"path":"sales.xlsx","sheet":"Orders"}`),
		}},
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) {
				b.dashboard("Board", "Board meeting")
				b.header("Orders", "G1")
				b.format("Orders", "F2", "#,##0.00")
				b.wide("Orders", "B", 11)
			})
		},
	},
	{
		ID: "D02", Goal: "The staff list in staff.xlsx is a mess. Sort it out for good: clean it up, order it by salary from the top, make it look like our other lists, and see to it that nobody can enter a department that we do not have (Sales, Support, Engineering, Finance).",
		Plain:    slices.Concat(steps(staffBuild[0], staffBuild[1], staffBuild[2]), []Step{staffBuild[3:]}),
		Programs: []Step{staffBuild[:1], staffBuild[1:]},
		Workflow: []Step{{
			call("clean_sheet", `{"path":"staff.xlsx","sheet":"Staff"}`),
			call("style_sheet", `{"path":"staff.xlsx","sheet":"Staff","sort_by":"Salary","descending":true}`),
			call("check_column", `{"path":"staff.xlsx","sheet":"Staff","column":"Department","list":["Sales","Support","Engineering","Finance"]}`),
		}},
		Check: func(f *Folder) {
			f.book("staff.xlsx", func(b *Book) {
				b.sorted("Staff", "C", 2, 31, true)
				b.is("Staff", "A32", nil)
				for _, row := range cleanStaff()[1:] {
					b.beside("Staff", row[0].(string), float64(row[2].(int)))
				}
				b.header("Staff", "D1")
				b.wide("Staff", "D", 15)
				b.checked("Staff", "B31")
			})
		},
	},
	{
		ID: "D03", Goal: "What has changed in our budget from 2025 to 2026, and on what do we spend most in 2026? Put it into budget.xlsx so that I can show it: the changes by item on a sheet Changes (item, change, column, before, after), the spending by category with a pie on a sheet Spending.",
		Plain: []Step{
			budgetLook,
			{call("add_sheet", `{"path":"budget.xlsx","sheet":"Changes"}`),
				call("add_sheet", `{"path":"budget.xlsx","sheet":"Spending"}`)},
			spendingBuild[2:6],
			spendingBuild[6:],
		},
		Programs: []Step{budgetLook, spendingBuild},
		Workflow: []Step{{
			call("compare_sheets", `{"path":"budget.xlsx","before":"2025","after":"2026","key":"Item","into":"Changes"}`),
			call("summarize", `{"path":"budget.xlsx","sheet":"2026","by":"Category","values":["Amount"],"into":"Spending","chart":"pie"}`),
		}},
		Check: func(f *Folder) {
			f.book("budget.xlsx", func(b *Book) {
				b.changes()
				for _, category := range []string{"Office", "Software", "Travel"} {
					b.beside("Spending", category, sumWhere(budgetRows(2026), 2, 1, category))
				}
				b.charts(1)
			})
		},
	},
	{
		ID: "D04", Goal: "What do we have to order? In stock.xlsx, show for each item how much is missing to the minimum in a column Missing (0 when there is enough), those with the most missing first; make the list easy to read (our header: bold, white FFFFFF on 1F4E78, centered), and mark quantities over 500, which must be wrong and should not be entered.",
		Plain: []Step{
			one("workbook_info", `{"path":"stock.xlsx"}`),
			stockBuild[:2],
			stockBuild[2:3],
			stockBuild[3:],
		},
		Programs: []Step{one("workbook_info", `{"path":"stock.xlsx"}`), stockBuild},
		Workflow: []Step{{
			call("add_column", `{"path":"stock.xlsx","sheet":"Stock","header":"Missing","formula":"=MAX(D2-C2,0)"}`),
			call("style_sheet", `{"path":"stock.xlsx","sheet":"Stock","sort_by":"Missing","descending":true}`),
			call("check_column", `{"path":"stock.xlsx","sheet":"Stock","column":"Quantity","min":0,"max":500}`),
		}},
		Check: func(f *Folder) {
			f.book("stock.xlsx", func(b *Book) {
				b.sorted("Stock", "F", 2, 41, true)
				for i := 2; i <= 41; i++ {
					line := quote(i)
					b.is("Stock", "F"+line, max(b.float("Stock", "D"+line)-b.float("Stock", "C"+line), 0))
				}
				b.header("Stock", "F1")
				b.highlighted("Stock", "C41")
				b.checked("Stock", "C2")
			})
		},
	},
	{
		ID: "D05", Goal: "Set up a workbook expenses.xlsx for the team's travel costs, in our usual style, with what we have so far on a sheet Expenses, how much it is in all below, and what each of us spent on a sheet By person with a bar chart. Only Train, Hotel, Meal and Taxi may be entered as What.\n" + asCSV(expenseRows()),
		Plain: []Step{
			one("create_workbook", `{"path":"expenses.xlsx","sheets":["Expenses","By person"]}`),
			expenseBuild[:1],
			expenseBuild[1:9],
			expenseBuild[9:],
		},
		Programs: []Step{append(one("create_workbook", `{"path":"expenses.xlsx","sheets":["Expenses","By person"]}`), expenseBuild...)},
		Workflow: []Step{{
			call("import_csv", `{"path":"expenses.xlsx","sheet":"Expenses","text":%s}`, quote(asCSV(expenseRows()))),
			call("check_column", `{"path":"expenses.xlsx","sheet":"Expenses","column":"What","list":["Train","Hotel","Meal","Taxi"]}`),
			call("add_totals", `{"path":"expenses.xlsx","sheet":"Expenses"}`),
			call("summarize", `{"path":"expenses.xlsx","sheet":"Expenses","by":"Who","values":["Amount"],"into":"By person","chart":"bar"}`),
		}},
		Check: func(f *Folder) {
			f.book("expenses.xlsx", func(b *Book) {
				b.expenses()
				b.checked("Expenses", "C31")
				for _, who := range people() {
					b.beside("By person", who, sumWhere(expenseRows(), 3, 1, who))
				}
				b.charts(1)
			})
		},
	},
	{
		ID: "D06", Goal: "Prepare the budget for 2027 in budget.xlsx: the same items as 2026 with the amounts still to be filled in, on a sheet 2027, where only 0 to 20000 can be entered; finish 2026 with its total at the bottom (row Total, bold on DDEBF7) and our header (bold, white FFFFFF on 1F4E78, centered), and tell me how it was spread: a sheet Spread with the amount and the total by category.",
		Plain: []Step{
			one("workbook_info", `{"path":"budget.xlsx"}`),
			{call("read_range", `{"path":"budget.xlsx","sheet":"2026","ref":"B2:B26"}`),
				planBuild[0], planBuild[1]},
			planBuild[2:],
		},
		Programs: []Step{{
			call("workbook_info", `{"path":"budget.xlsx"}`),
			call("read_range", `{"path":"budget.xlsx","sheet":"2026","ref":"B2:B26"}`),
		}, planBuild},
		Workflow: []Step{{
			call("new_period", `{"path":"budget.xlsx","sheet":"2026","to":"2027","clear":["Amount"]}`),
			call("check_column", `{"path":"budget.xlsx","sheet":"2027","column":"Amount","min":0,"max":20000}`),
			call("add_totals", `{"path":"budget.xlsx","sheet":"2026"}`),
			call("style_sheet", `{"path":"budget.xlsx","sheet":"2026"}`),
			call("summarize", `{"path":"budget.xlsx","sheet":"2026","by":"Category","values":["Amount"],"into":"Spread"}`),
		}},
		Check: func(f *Folder) {
			f.book("budget.xlsx", func(b *Book) {
				b.is("2027", "A26", "Item 26")
				b.is("2027", "C2", nil)
				b.is("2027", "C26", nil)
				b.checked("2027", "C26")
				b.is("2026", "C27", sumOf(budgetRows(2026), 2))
				b.bold("2026", "A27")
				b.header("2026", "C1")
				for _, category := range []string{"Office", "Software", "Travel"} {
					b.beside("Spread", category, sumWhere(budgetRows(2026), 2, 1, category))
				}
			})
		},
	},
}

// ordersLook makes the orders look decent once they have a column Revenue.
var ordersLook = []Step{{
	call("format_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"A1:G1",`+houseHeader+`}`),
	call("format_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"F2:G121","number":"#,##0.00"}`),
	call("set_column_width", `{"path":"sales.xlsx","sheet":"Orders","columns":"A:G"}`),
}}

// joinLast adds calls to the last program.
func joinLast(programs, more []Step) []Step {
	joined := slices.Clone(programs)
	last := len(joined) - 1
	joined[last] = append(slices.Clone(joined[last]), slices.Concat(more...)...)
	return joined
}

var staffBuild = Step{
	call("read_range", `{"path":"staff.xlsx","sheet":"Staff"}`),
	call("clear_range", `{"path":"staff.xlsx","sheet":"Staff","ref":"%s"}`, messyRef),
	call("write_range", `{"path":"staff.xlsx","sheet":"Staff","at":"A1","rows":%s}`, quote(staffBySalary())),
	call("format_range", `{"path":"staff.xlsx","sheet":"Staff","ref":"A1:D1",`+houseHeader+`}`),
	call("set_column_width", `{"path":"staff.xlsx","sheet":"Staff","columns":"A:D"}`),
	call("add_validation", `{"path":"staff.xlsx","sheet":"Staff","ref":"B2:B31","list":["Sales","Support","Engineering","Finance"]}`),
}

// staffBySalary are the clean rows in the order of the salaries.
func staffBySalary() [][]any {
	rows := cleanStaff()
	slices.SortStableFunc(rows[1:], func(x, y []any) int { return y[2].(int) - x[2].(int) })
	return rows
}

var budgetLook = Step{
	call("read_range", `{"path":"budget.xlsx","sheet":"2025"}`),
	call("read_range", `{"path":"budget.xlsx","sheet":"2026"}`),
}

var spendingBuild = Step{
	call("add_sheet", `{"path":"budget.xlsx","sheet":"Changes"}`),
	call("add_sheet", `{"path":"budget.xlsx","sheet":"Spending"}`),
	call("write_range", `{"path":"budget.xlsx","sheet":"Changes","at":"A1","rows":%s}`, quote(budgetChanges())),
	call("format_range", `{"path":"budget.xlsx","sheet":"Changes","ref":"A1:E1",`+houseHeader+`}`),
	call("write_range", `{"path":"budget.xlsx","sheet":"Spending","at":"A1","rows":%s}`, quote(categoryRows())),
	call("format_range", `{"path":"budget.xlsx","sheet":"Spending","ref":"A1:B1",`+houseHeader+`}`),
	call("set_column_width", `{"path":"budget.xlsx","sheet":"Changes","columns":"A:E"}`),
	call("add_chart", `{"path":"budget.xlsx","sheet":"Spending","type":"pie","ref":"A1:B4","at":"D1"}`),
}

// categoryRows are the amounts of 2026 by category, as formulas.
func categoryRows() [][]any {
	rows := [][]any{{"Category", "Amount"}}
	for i, category := range []string{"Office", "Software", "Travel"} {
		rows = append(rows, []any{category, fmt.Sprintf("=SUMIFS('2026'!$C$2:$C$26,'2026'!$B$2:$B$26,A%d)", i+2)})
	}
	return append(rows, []any{"Total", "=SUM('2026'!C2:C26)"})
}

var stockBuild = Step{
	call("write_range", `{"path":"stock.xlsx","sheet":"Stock","at":"F1","rows":[["Missing"]]}`),
	call("set_formula", `{"path":"stock.xlsx","sheet":"Stock","ref":"F2:F41","formula":"=MAX(D2-C2,0)"}`),
	call("sort_range", `{"path":"stock.xlsx","sheet":"Stock","by":"F","descending":true}`),
	call("format_range", `{"path":"stock.xlsx","sheet":"Stock","ref":"A1:F1",`+houseHeader+`}`),
	call("set_column_width", `{"path":"stock.xlsx","sheet":"Stock","columns":"A:F"}`),
	call("add_validation", `{"path":"stock.xlsx","sheet":"Stock","ref":"C2:C41","min":0,"max":500}`),
	call("add_conditional_format", `{"path":"stock.xlsx","sheet":"Stock","ref":"C2:C41","when":"greater","value":"500"}`),
}

var expenseBuild = Step{
	call("write_range", `{"path":"expenses.xlsx","sheet":"Expenses","at":"A1","rows":%s}`, quote(expenseRows())),
	call("add_table", `{"path":"expenses.xlsx","sheet":"Expenses","ref":"A1:D31"}`),
	call("format_range", `{"path":"expenses.xlsx","sheet":"Expenses","ref":"A1:D1",`+houseHeader+`}`),
	call("format_range", `{"path":"expenses.xlsx","sheet":"Expenses","ref":"D2:D32","number":"#,##0.00"}`),
	call("write_range", `{"path":"expenses.xlsx","sheet":"Expenses","at":"A32","rows":[["Total",null,null,"=SUM(D2:D31)"]]}`),
	call("format_range", `{"path":"expenses.xlsx","sheet":"Expenses","ref":"A32:D32","bold":true,"fill":"DDEBF7"}`),
	call("add_validation", `{"path":"expenses.xlsx","sheet":"Expenses","ref":"C2:C31","list":["Train","Hotel","Meal","Taxi"]}`),
	call("write_range", `{"path":"expenses.xlsx","sheet":"By person","at":"A1","rows":%s}`, quote(personRows())),
	call("format_range", `{"path":"expenses.xlsx","sheet":"By person","ref":"A1:B1",`+houseHeader+`}`),
	call("set_column_width", `{"path":"expenses.xlsx","sheet":"Expenses","columns":"A:D"}`),
	call("add_chart", `{"path":"expenses.xlsx","sheet":"By person","type":"bar","ref":"A1:B%s","at":"D1"}`, quote(len(people())+1)),
}

// people are who has expenses, in the order of their names.
func people() []string {
	var who []string
	for _, row := range expenseRows()[1:] {
		if name := row[1].(string); !slices.Contains(who, name) {
			who = append(who, name)
		}
	}
	slices.SortFunc(who, strings.Compare)
	return who
}

func personRows() [][]any {
	rows := [][]any{{"Who", "Amount"}}
	for i, who := range people() {
		rows = append(rows, []any{who, fmt.Sprintf("=SUMIFS(Expenses!$D$2:$D$31,Expenses!$B$2:$B$31,A%d)", i+2)})
	}
	return append(rows, []any{"Total", "=SUM(Expenses!D2:D31)"})
}

var planBuild = Step{
	call("copy_sheet", `{"path":"budget.xlsx","sheet":"2026","to":"2027"}`),
	call("add_sheet", `{"path":"budget.xlsx","sheet":"Spread"}`),
	call("clear_range", `{"path":"budget.xlsx","sheet":"2027","ref":"C2:C26"}`),
	call("add_validation", `{"path":"budget.xlsx","sheet":"2027","ref":"C2:C26","min":0,"max":20000}`),
	call("write_range", `{"path":"budget.xlsx","sheet":"2026","at":"A27","rows":[["Total",null,"=SUM(C2:C26)"]]}`),
	call("format_range", `{"path":"budget.xlsx","sheet":"2026","ref":"A27:C27","bold":true,"fill":"DDEBF7"}`),
	call("format_range", `{"path":"budget.xlsx","sheet":"2026","ref":"A1:C1",`+houseHeader+`}`),
	call("write_range", `{"path":"budget.xlsx","sheet":"Spread","at":"A1","rows":%s}`, quote(categoryRows())),
}
