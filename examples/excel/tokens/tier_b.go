package tokens

import "strings"

// houseHeader is the format of headers that goals ask for in these words.
const houseHeader = `"bold":true,"color":"FFFFFF","fill":"1F4E78","align":"center"`

// tierB are chains of three or four calls. What they work on is said.
var tierB = []Case{
	{
		ID: "B01", Goal: "Start a workbook travel.xlsx with a sheet Trips that has these rows as a table named Trips:\n" + asCSV(tripRows()),
		Plain: steps(
			call("create_workbook", `{"path":"travel.xlsx","sheets":["Trips"]}`),
			call("write_range", `{"path":"travel.xlsx","sheet":"Trips","at":"A1","rows":%s}`, quote(tripRows())),
			call("add_table", `{"path":"travel.xlsx","sheet":"Trips","ref":"A1:D7","name":"Trips"}`)),
		Workflow: []Step{one("import_csv", `{"path":"travel.xlsx","sheet":"Trips","text":%s,"table":"Trips"}`, quote(asCSV(tripRows())))},
		Check: func(f *Folder) {
			f.book("travel.xlsx", func(b *Book) { b.rows("Trips", "A1", tripRows()); b.table("Trips", "A1:D7") })
		},
	},
	{
		ID: "B02", Goal: "In sales.xlsx, sheet Orders (A1:F121), add a column Revenue, units (E) times price (F) as formulas, with two decimals (#,##0.00), wide enough.",
		Plain: []Step{
			{call("write_range", `{"path":"sales.xlsx","sheet":"Orders","at":"G1","rows":[["Revenue"]]}`),
				call("set_formula", `{"path":"sales.xlsx","sheet":"Orders","ref":"G2:G121","formula":"=E2*F2"}`),
				call("format_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"G2:G121","number":"#,##0.00"}`)},
			{call("set_column_width", `{"path":"sales.xlsx","sheet":"Orders","columns":"G"}`)},
		},
		Workflow: []Step{one("add_column", `{"path":"sales.xlsx","sheet":"Orders","header":"Revenue","formula":"=E2*F2","number":"#,##0.00"}`)},
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) {
				b.is("Orders", "G1", "Revenue")
				b.revenue("G77", 76)
				b.format("Orders", "G121", "#,##0.00")
				b.wide("Orders", "G", 10)
			})
		},
	},
	{
		ID: "B03", Goal: "In stock.xlsx, sheet Stock (A1:E41), add a row Total at the bottom with the sums of Quantity (C) and Cost (E), bold on DDEBF7.",
		Plain: []Step{{
			call("write_range", `{"path":"stock.xlsx","sheet":"Stock","at":"A42","rows":[["Total"]]}`),
			call("write_range", `{"path":"stock.xlsx","sheet":"Stock","at":"C42","rows":[["=SUM(C2:C41)",null,"=SUM(E2:E41)"]]}`),
			call("format_range", `{"path":"stock.xlsx","sheet":"Stock","ref":"A42:E42","bold":true,"fill":"DDEBF7"}`),
		}},
		Workflow: []Step{one("add_totals", `{"path":"stock.xlsx","sheet":"Stock","columns":["Quantity","Cost"]}`)},
		Check: func(f *Folder) {
			f.book("stock.xlsx", func(b *Book) {
				b.is("Stock", "A42", "Total")
				b.is("Stock", "C42", sumOf(stockRows(), 2))
				b.is("Stock", "E42", sumOf(stockRows(), 4))
				b.bold("Stock", "E42")
			})
		},
	},
	{
		ID: "B04", Goal: "Bring the sheet Orders of sales.xlsx (A1:F121) into our house style: header bold and white (FFFFFF) on 1F4E78 and centered, prices (F) as #,##0.00, columns as wide as needed.",
		Plain: []Step{{
			call("format_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"A1:F1",`+houseHeader+`}`),
			call("format_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"F2:F121","number":"#,##0.00"}`),
			call("set_column_width", `{"path":"sales.xlsx","sheet":"Orders","columns":"A:F"}`),
		}},
		Workflow: []Step{one("style_sheet", `{"path":"sales.xlsx","sheet":"Orders"}`)},
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) {
				b.header("Orders", "F1")
				b.format("Orders", "F121", "#,##0.00")
				b.wide("Orders", "B", 11)
			})
		},
	},
	{
		ID: "B05", Goal: "Sort stock.xlsx, sheet Stock (A1:E41), by quantity (C), smallest first, make it a table StockList, and give it our header (bold, white FFFFFF on 1F4E78, centered) and fitting column widths.",
		Plain: []Step{{
			call("sort_range", `{"path":"stock.xlsx","sheet":"Stock","by":"C"}`),
			call("add_table", `{"path":"stock.xlsx","sheet":"Stock","name":"StockList"}`),
			call("format_range", `{"path":"stock.xlsx","sheet":"Stock","ref":"A1:E1",`+houseHeader+`}`),
			call("set_column_width", `{"path":"stock.xlsx","sheet":"Stock","columns":"A:E"}`),
		}},
		Workflow: []Step{one("style_sheet", `{"path":"stock.xlsx","sheet":"Stock","sort_by":"Quantity","table":"StockList"}`)},
		Check: func(f *Folder) {
			f.book("stock.xlsx", func(b *Book) {
				b.table("Stock", "A1:E41")
				b.header("Stock", "E1")
				b.sorted("Stock", "C", 2, 41, false)
				b.wide("Stock", "B", 10)
			})
		},
	},
	{
		ID: "B06", Goal: "Start February in budget.xlsx: a copy of the sheet January (A1:E13) without the actual amounts (C) and the comments (E).",
		Plain: []Step{
			one("copy_sheet", `{"path":"budget.xlsx","sheet":"January","to":"February"}`),
			{call("clear_range", `{"path":"budget.xlsx","sheet":"February","ref":"C2:C13"}`),
				call("clear_range", `{"path":"budget.xlsx","sheet":"February","ref":"E2:E13"}`)},
		},
		Workflow: []Step{one("new_period", `{"path":"budget.xlsx","sheet":"January","to":"February","clear":["Actual","Comment"]}`)},
		Check:    checkFebruary,
	},
	{
		ID: "B07", Goal: "In stock.xlsx, sheet Stock, quantities (C2:C41) must be from 0 to 500. Let nothing else be entered, show those in red that are outside, and say how many there are.",
		Answer: "3",
		Plain: []Step{{
			call("add_validation", `{"path":"stock.xlsx","sheet":"Stock","ref":"C2:C41","min":0,"max":500}`),
			call("add_conditional_format", `{"path":"stock.xlsx","sheet":"Stock","ref":"C2:C41","when":"formula","value":"=OR(C2<0,C2>500)"}`),
			call("read_range", `{"path":"stock.xlsx","sheet":"Stock","ref":"C2:C41"}`),
		}},
		Workflow: []Step{one("check_column", `{"path":"stock.xlsx","sheet":"Stock","column":"Quantity","min":0,"max":500}`)},
		Check: func(f *Folder) {
			f.book("stock.xlsx", func(b *Book) { b.checked("Stock", "C2"); b.highlighted("Stock", "C41") })
		},
	},
	{
		ID: "B08", Goal: "In sales.xlsx, add a sheet By region with the units (E2:E121 of sheet Orders) of each region (C2:C121: East, North, South, West) and their total as formulas, a bold header, and a column chart.",
		Plain: []Step{
			one("add_sheet", `{"path":"sales.xlsx","sheet":"By region"}`),
			{call("write_range", `{"path":"sales.xlsx","sheet":"By region","at":"A1","rows":%s}`, quote(sumRows("Region", "Units", "E", "C", 121, "East", "North", "South", "West"))),
				call("format_range", `{"path":"sales.xlsx","sheet":"By region","ref":"A1:B1","bold":true}`),
				call("add_chart", `{"path":"sales.xlsx","sheet":"By region","type":"column","ref":"A1:B5","at":"D1"}`)},
		},
		Workflow: []Step{one("summarize", `{"path":"sales.xlsx","sheet":"Orders","by":"Region","values":["Units"],"into":"By region","chart":"column"}`)},
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) {
				for _, region := range regions {
					b.beside("By region", region, sumWhere(orderRows(), 4, 2, region))
				}
				b.beside("By region", "Total", sumOf(orderRows(), 4))
				b.bold("By region", "A1")
				b.charts(1)
			})
		},
	},
}

func tripRows() [][]any {
	return [][]any{
		{"Who", "Where", "Nights", "Cost"},
		{"Ada Berg", "Oslo", 2, 420.5}, {"Bo Lund", "Bergen", 1, 190}, {"Cem Kaya", "Paris", 3, 870.25},
		{"Dora Weiss", "Rome", 4, 990}, {"Emil Novak", "Oslo", 2, 405.75}, {"Fay Olsen", "Berlin", 5, 1210},
	}
}

// sumRows are a summary as a model writes it: SUMIFS over a column of Orders
// for each value, and the total.
func sumRows(by, name, values, groups string, last int, labels ...string) [][]any {
	bottom := quote(last)
	data, keys := "Orders!$"+values+"$2:$"+values+"$"+bottom, "Orders!$"+groups+"$2:$"+groups+"$"+bottom
	rows := [][]any{{by, name}}
	for i, label := range labels {
		rows = append(rows, []any{label, "=SUMIFS(" + data + "," + keys + ",A" + quote(i+2) + ")"})
	}
	return append(rows, []any{"Total", "=SUM(" + strings.ReplaceAll(data, "$", "") + ")"})
}

// sumOf adds up a column of rows with a header.
func sumOf(rows [][]any, column int) (sum float64) {
	for _, row := range rows[1:] {
		n, _ := number(row[column])
		sum += n
	}
	return sum
}

// sumWhere adds up a column of the rows that have a value in another one.
func sumWhere(rows [][]any, column, by int, value any) (sum float64) {
	for _, row := range rows[1:] {
		if row[by] == value {
			n, _ := number(row[column])
			sum += n
		}
	}
	return sum
}

// sorted wants the numbers of a column to be in order.
func (b *Book) sorted(sheet, column string, from, to int, descending bool) {
	for row := from; row < to; row++ {
		x, y := b.float(sheet, column+quote(row)), b.float(sheet, column+quote(row+1))
		if x > y && !descending || x < y && descending {
			b.fault("%s!%s%d is %v, and %v follows", sheet, column, row, x, y)
		}
	}
}

func checkFebruary(f *Folder) {
	f.book("budget.xlsx", func(b *Book) {
		for i, row := range monthRows()[1:] {
			line := quote(i + 2)
			b.is("February", "A"+line, row[0])
			b.is("February", "B"+line, row[1])
			b.is("February", "C"+line, nil)
			b.is("February", "E"+line, nil)
			b.is("January", "C"+line, row[2])
			b.is("January", "E"+line, row[4])
		}
		b.is("February", "D3", -float64(monthRows()[2][1].(int)))
	})
}
