package tokens

// tierC are workflows. The files are named, and what is in them is found out.
var tierC = []Case{
	{
		ID: "C01", Goal: "Import this into a new workbook expenses.xlsx, sheet Expenses, as a table in our house style (header bold and white FFFFFF on 1F4E78 and centered, amounts as #,##0.00, fitting widths), with a Total of the amounts below, bold on DDEBF7:\n" + asCSV(expenseRows()),
		Plain: []Step{
			one("create_workbook", `{"path":"expenses.xlsx","sheets":["Expenses"]}`),
			one("write_range", `{"path":"expenses.xlsx","sheet":"Expenses","at":"A1","rows":%s}`, quote(expenseRows())),
			{call("add_table", `{"path":"expenses.xlsx","sheet":"Expenses","ref":"A1:D31"}`),
				call("format_range", `{"path":"expenses.xlsx","sheet":"Expenses","ref":"A1:D1",`+houseHeader+`}`),
				call("format_range", `{"path":"expenses.xlsx","sheet":"Expenses","ref":"D2:D32","number":"#,##0.00"}`),
				call("write_range", `{"path":"expenses.xlsx","sheet":"Expenses","at":"A32","rows":[["Total",null,null,"=SUM(D2:D31)"]]}`),
				call("format_range", `{"path":"expenses.xlsx","sheet":"Expenses","ref":"A32:D32","bold":true,"fill":"DDEBF7"}`)},
			{call("set_column_width", `{"path":"expenses.xlsx","sheet":"Expenses","columns":"A:D"}`)},
		},
		Workflow: []Step{{
			call("import_csv", `{"path":"expenses.xlsx","sheet":"Expenses","text":%s}`, quote(asCSV(expenseRows()))),
			call("add_totals", `{"path":"expenses.xlsx","sheet":"Expenses"}`),
		}},
		Check: func(f *Folder) { f.book("expenses.xlsx", func(b *Book) { b.expenses() }) },
	},
	{
		ID: "C02", Goal: "Make a sales report in sales.xlsx: a column Revenue (units times price, #,##0.00) beside the orders, a sheet By region and a sheet By product with the revenue of each and the total as formulas, header bold, and a column chart on each.",
		Plain: []Step{
			one("workbook_info", `{"path":"sales.xlsx"}`),
			one("read_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"C2:D121"}`),
			{call("write_range", `{"path":"sales.xlsx","sheet":"Orders","at":"G1","rows":[["Revenue"]]}`),
				call("set_formula", `{"path":"sales.xlsx","sheet":"Orders","ref":"G2:G121","formula":"=E2*F2"}`),
				call("format_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"G2:G121","number":"#,##0.00"}`),
				call("add_sheet", `{"path":"sales.xlsx","sheet":"By region"}`),
				call("add_sheet", `{"path":"sales.xlsx","sheet":"By product"}`)},
			{call("write_range", `{"path":"sales.xlsx","sheet":"By region","at":"A1","rows":%s}`, quote(byRegion)),
				call("write_range", `{"path":"sales.xlsx","sheet":"By product","at":"A1","rows":%s}`, quote(byProduct)),
				call("format_range", `{"path":"sales.xlsx","sheet":"By region","ref":"A1:B1","bold":true}`),
				call("format_range", `{"path":"sales.xlsx","sheet":"By product","ref":"A1:B1","bold":true}`),
				call("add_chart", `{"path":"sales.xlsx","sheet":"By region","type":"column","ref":"A1:B5","at":"D1"}`),
				call("add_chart", `{"path":"sales.xlsx","sheet":"By product","type":"column","ref":"A1:B6","at":"D1"}`)},
		},
		Programs: []Step{{
			call("workbook_info", `{"path":"sales.xlsx"}`),
			call("read_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"C2:C121"}`),
			call("read_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"D2:D121"}`),
		}, {
			call("write_range", `{"path":"sales.xlsx","sheet":"Orders","at":"G1","rows":[["Revenue"]]}`),
			call("set_formula", `{"path":"sales.xlsx","sheet":"Orders","ref":"G2:G121","formula":"=E2*F2"}`),
			call("format_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"G2:G121","number":"#,##0.00"}`),
			call("add_sheet", `{"path":"sales.xlsx","sheet":"By region"}`),
			call("add_sheet", `{"path":"sales.xlsx","sheet":"By product"}`),
			call("write_range", `{"path":"sales.xlsx","sheet":"By region","at":"A1","rows":%s}`, quote(byRegion)),
			call("write_range", `{"path":"sales.xlsx","sheet":"By product","at":"A1","rows":%s}`, quote(byProduct)),
			call("format_range", `{"path":"sales.xlsx","sheet":"By region","ref":"A1:B1","bold":true}`),
			call("format_range", `{"path":"sales.xlsx","sheet":"By product","ref":"A1:B1","bold":true}`),
			call("add_chart", `{"path":"sales.xlsx","sheet":"By region","type":"column","ref":"A1:B5","at":"D1"}`),
			call("add_chart", `{"path":"sales.xlsx","sheet":"By product","type":"column","ref":"A1:B6","at":"D1"}`),
		}},
		Workflow: []Step{{
			call("add_column", `{"path":"sales.xlsx","sheet":"Orders","header":"Revenue","formula":"=E2*F2","number":"#,##0.00"}`),
			call("summarize", `{"path":"sales.xlsx","sheet":"Orders","by":"Region","values":["Revenue"],"into":"By region","chart":"column"}`),
			call("summarize", `{"path":"sales.xlsx","sheet":"Orders","by":"Product","values":["Revenue"],"into":"By product","chart":"column"}`),
		}},
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) { b.report("By region", "By product"); b.charts(2); b.bold("By product", "A1") })
		},
	},
	{
		ID: "C03", Goal: "In sales.xlsx, make a sheet Pivot with the average units of an order for each product and over all (row Total) as formulas, as 0.0 or #,##0.00, header bold and white FFFFFF on 1F4E78, and a line chart.",
		Plain: []Step{
			one("workbook_info", `{"path":"sales.xlsx"}`),
			{call("read_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"D2:D121"}`),
				call("add_sheet", `{"path":"sales.xlsx","sheet":"Pivot"}`)},
			{call("write_range", `{"path":"sales.xlsx","sheet":"Pivot","at":"A1","rows":%s}`, quote(averageRows())),
				call("format_range", `{"path":"sales.xlsx","sheet":"Pivot","ref":"A1:B1",`+houseHeader+`}`),
				call("format_range", `{"path":"sales.xlsx","sheet":"Pivot","ref":"B2:B7","number":"0.0"}`),
				call("add_chart", `{"path":"sales.xlsx","sheet":"Pivot","type":"line","ref":"A1:B6","at":"D1"}`)},
		},
		Programs: []Step{{
			call("workbook_info", `{"path":"sales.xlsx"}`),
			call("read_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"D2:D121"}`),
		}, {
			call("add_sheet", `{"path":"sales.xlsx","sheet":"Pivot"}`),
			call("write_range", `{"path":"sales.xlsx","sheet":"Pivot","at":"A1","rows":%s}`, quote(averageRows())),
			call("format_range", `{"path":"sales.xlsx","sheet":"Pivot","ref":"A1:B1",`+houseHeader+`}`),
			call("format_range", `{"path":"sales.xlsx","sheet":"Pivot","ref":"B2:B7","number":"0.0"}`),
			call("add_chart", `{"path":"sales.xlsx","sheet":"Pivot","type":"line","ref":"A1:B6","at":"D1"}`),
		}},
		Workflow: []Step{one("summarize", `{"path":"sales.xlsx","sheet":"Orders","by":"Product","values":["Units"],"into":"Pivot","function":"average","chart":"line"}`)},
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) {
				for _, product := range products {
					b.beside("Pivot", product, sumWhere(orderRows(), 4, 3, product)/countWhere(orderRows(), 3, product))
				}
				b.beside("Pivot", "Total", sumOf(orderRows(), 4)/120)
				b.header("Pivot", "B1")
				b.charts(1)
			})
		},
	},
	{
		ID: "C04", Goal: "Clean up the sheet Staff of staff.xlsx: no blanks around text, numbers as numbers, no empty rows, and nobody twice.",
		Plain: []Step{
			one("read_range", `{"path":"staff.xlsx","sheet":"Staff"}`),
			one("clear_range", `{"path":"staff.xlsx","sheet":"Staff","ref":"%s"}`, messyRef),
			one("write_range", `{"path":"staff.xlsx","sheet":"Staff","at":"A1","rows":%s}`, quote(cleanStaff())),
		},
		Programs: []Step{
			one("read_range", `{"path":"staff.xlsx","sheet":"Staff"}`),
			{call("clear_range", `{"path":"staff.xlsx","sheet":"Staff","ref":"%s"}`, messyRef),
				call("write_range", `{"path":"staff.xlsx","sheet":"Staff","at":"A1","rows":%s}`, quote(cleanStaff()))},
		},
		Workflow: []Step{one("clean_sheet", `{"path":"staff.xlsx","sheet":"Staff"}`)},
		Check: func(f *Folder) {
			f.book("staff.xlsx", func(b *Book) { b.rows("Staff", "A1", cleanStaff()); b.is("Staff", "A32", nil) })
		},
	},
	{
		ID: "C05", Goal: "Compare the sheets 2025 and 2026 of budget.xlsx by item, and list what was added, removed and changed on a sheet Changes: item, change, column, before and after; header bold and white FFFFFF on 1F4E78, fitting widths.",
		Plain: []Step{
			{call("read_range", `{"path":"budget.xlsx","sheet":"2025"}`),
				call("read_range", `{"path":"budget.xlsx","sheet":"2026"}`),
				call("add_sheet", `{"path":"budget.xlsx","sheet":"Changes"}`)},
			{call("write_range", `{"path":"budget.xlsx","sheet":"Changes","at":"A1","rows":%s}`, quote(budgetChanges())),
				call("format_range", `{"path":"budget.xlsx","sheet":"Changes","ref":"A1:E1",`+houseHeader+`}`)},
			{call("set_column_width", `{"path":"budget.xlsx","sheet":"Changes","columns":"A:E"}`)},
		},
		Programs: []Step{{
			call("read_range", `{"path":"budget.xlsx","sheet":"2025"}`),
			call("read_range", `{"path":"budget.xlsx","sheet":"2026"}`),
		}, {
			call("add_sheet", `{"path":"budget.xlsx","sheet":"Changes"}`),
			call("write_range", `{"path":"budget.xlsx","sheet":"Changes","at":"A1","rows":%s}`, quote(budgetChanges())),
			call("format_range", `{"path":"budget.xlsx","sheet":"Changes","ref":"A1:E1",`+houseHeader+`}`),
			call("set_column_width", `{"path":"budget.xlsx","sheet":"Changes","columns":"A:E"}`),
		}},
		Workflow: []Step{one("compare_sheets", `{"path":"budget.xlsx","before":"2025","after":"2026","key":"Item","into":"Changes"}`)},
		Check:    func(f *Folder) { f.book("budget.xlsx", func(b *Book) { b.changes() }) },
	},
	{
		ID: "C06", Goal: "Close January in budget.xlsx: start February as its copy without actual amounts and comments, let only 0 to 10000 be entered as actual amounts there, show others in red, add totals (row Total, bold on DDEBF7) under January's planned, actual and difference, and give January our header (bold, white FFFFFF on 1F4E78, centered).",
		Plain: []Step{
			one("workbook_info", `{"path":"budget.xlsx"}`),
			one("copy_sheet", `{"path":"budget.xlsx","sheet":"January","to":"February"}`),
			{call("clear_range", `{"path":"budget.xlsx","sheet":"February","ref":"C2:C13"}`),
				call("clear_range", `{"path":"budget.xlsx","sheet":"February","ref":"E2:E13"}`),
				call("add_validation", `{"path":"budget.xlsx","sheet":"February","ref":"C2:C13","min":0,"max":10000}`),
				call("add_conditional_format", `{"path":"budget.xlsx","sheet":"February","ref":"C2:C13","when":"formula","value":"=OR(C2<0,C2>10000)"}`),
				call("write_range", `{"path":"budget.xlsx","sheet":"January","at":"A14","rows":[["Total","=SUM(B2:B13)","=SUM(C2:C13)","=SUM(D2:D13)"]]}`),
				call("format_range", `{"path":"budget.xlsx","sheet":"January","ref":"A14:E14","bold":true,"fill":"DDEBF7"}`),
				call("format_range", `{"path":"budget.xlsx","sheet":"January","ref":"A1:E1",`+houseHeader+`}`)},
		},
		Programs: []Step{one("workbook_info", `{"path":"budget.xlsx"}`), {
			call("copy_sheet", `{"path":"budget.xlsx","sheet":"January","to":"February"}`),
			call("clear_range", `{"path":"budget.xlsx","sheet":"February","ref":"C2:C13"}`),
			call("clear_range", `{"path":"budget.xlsx","sheet":"February","ref":"E2:E13"}`),
			call("add_validation", `{"path":"budget.xlsx","sheet":"February","ref":"C2:C13","min":0,"max":10000}`),
			call("add_conditional_format", `{"path":"budget.xlsx","sheet":"February","ref":"C2:C13","when":"formula","value":"=OR(C2<0,C2>10000)"}`),
			call("write_range", `{"path":"budget.xlsx","sheet":"January","at":"A14","rows":[["Total","=SUM(B2:B13)","=SUM(C2:C13)","=SUM(D2:D13)"]]}`),
			call("format_range", `{"path":"budget.xlsx","sheet":"January","ref":"A14:E14","bold":true,"fill":"DDEBF7"}`),
			call("format_range", `{"path":"budget.xlsx","sheet":"January","ref":"A1:E1",`+houseHeader+`}`),
		}},
		Workflow: []Step{{
			call("new_period", `{"path":"budget.xlsx","sheet":"January","to":"February","clear":["Actual","Comment"]}`),
			call("check_column", `{"path":"budget.xlsx","sheet":"February","column":"Actual","min":0,"max":10000}`),
			call("add_totals", `{"path":"budget.xlsx","sheet":"January"}`),
			call("style_sheet", `{"path":"budget.xlsx","sheet":"January"}`),
		}},
		Check: func(f *Folder) {
			checkFebruary(f)
			f.book("budget.xlsx", func(b *Book) {
				b.checked("February", "C13")
				b.highlighted("February", "C2")
				b.is("January", "A14", "Total")
				b.is("January", "C14", sumOf(monthRows(), 2))
				b.is("January", "D14", sumOf(monthRows(), 2)-sumOf(monthRows(), 1))
				b.bold("January", "D14")
				b.header("January", "E1")
			})
		},
	},
	{
		ID: "C07", Goal: "Build a sheet Dashboard in sales.xlsx: the title Sales 2026 large on top, below it the totals of Revenue (units times price, a new column of the orders) and Units, then the revenue by region and by product with totals, as formulas, each with a column chart.",
		Plain:    dashboardSteps("Dashboard", "Sales 2026"),
		Programs: dashboardPrograms("Dashboard", "Sales 2026"),
		Workflow: []Step{{
			call("add_column", `{"path":"sales.xlsx","sheet":"Orders","header":"Revenue","formula":"=E2*F2"}`),
			call("build_dashboard", `{"path":"sales.xlsx","sheet":"Orders","into":"Dashboard","title":"Sales 2026","metrics":["Revenue","Units"],"by":["Region","Product"]}`),
		}},
		Check: func(f *Folder) { f.book("sales.xlsx", func(b *Book) { b.dashboard("Dashboard", "Sales 2026") }) },
	},
}
