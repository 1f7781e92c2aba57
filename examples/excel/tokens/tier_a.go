package tokens

import (
	"os"
	"path/filepath"

	"github.com/xuri/excelize/v2"
)

// tierA are single operations.
var tierA = []Case{
	{
		ID: "A01", Goal: "Create a workbook plan.xlsx with the sheets Ideas and Budget.",
		Plain: steps(call("create_workbook", `{"path":"plan.xlsx","sheets":["Ideas","Budget"]}`)),
		Check: func(f *Folder) {
			f.book("plan.xlsx", func(b *Book) {
				if list := b.GetSheetList(); len(list) != 2 || list[0] != "Ideas" || list[1] != "Budget" {
					b.fault("the sheets are %v", list)
				}
			})
		},
	},
	{
		ID: "A02", Goal: "Which workbooks are there?", Answer: "staff.xlsx",
		Plain: steps(call("list_workbooks", `{}`)),
		Check: unchanged,
	},
	{
		ID: "A03", Goal: "Read me the first five orders in sales.xlsx (sheet Orders, A1:F6).", Answer: "1005",
		Plain: steps(call("read_range", `{"path":"sales.xlsx","sheet":"Orders","ref":"A1:F6"}`)),
		Check: unchanged,
	},
	{
		ID: "A04", Goal: "In sales.xlsx, sheet Targets, write the targets of next year into D1:E5: header Next and Stretch, then 62000 and 70000 for North, 56000 and 60000 for South, 51000 and 58000 for East, 66000 and 75000 for West.",
		Plain: steps(call("write_range", `{"path":"sales.xlsx","sheet":"Targets","at":"D1","rows":[["Next","Stretch"],[62000,70000],[56000,60000],[51000,58000],[66000,75000]]}`)),
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) {
				b.rows("Targets", "D1", [][]any{{"Next", "Stretch"}, {62000, 70000}, {56000, 60000}, {51000, 58000}, {66000, 75000}})
			})
		},
	},
	{
		ID: "A05", Goal: "Add an order to sales.xlsx, sheet Orders: number 1121, 2026-06-30, East, Lamp, 4 units at 19.90.",
		Plain: steps(call("append_rows", `{"path":"sales.xlsx","sheet":"Orders","rows":[[1121,"2026-06-30","East","Lamp",4,19.9]]}`)),
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) {
				b.is("Orders", "A122", 1121)
				b.rows("Orders", "C122", [][]any{{"East", "Lamp", 4, 19.9}})
			})
		},
	},
	{
		ID: "A06", Goal: "In which cell of stock.xlsx is the item S-1017?", Answer: "A18",
		Plain: steps(call("find_cells", `{"path":"stock.xlsx","text":"S-1017"}`)),
		Check: unchanged,
	},
	{
		ID: "A07", Goal: "In sales.xlsx, sheet Orders, put units times price (E times F) into G2:G121 as formulas.",
		Plain: steps(call("set_formula", `{"path":"sales.xlsx","sheet":"Orders","ref":"G2:G121","formula":"=E2*F2"}`)),
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) { b.revenue("G2", 1); b.revenue("G121", 120) })
		},
	},
	{
		ID: "A08", Goal: "Draw the targets in sales.xlsx (sheet Targets, A1:B5) as a bar chart at D2, with the title Targets.",
		Plain: steps(call("add_chart", `{"path":"sales.xlsx","sheet":"Targets","type":"bar","ref":"A1:B5","at":"D2","title":"Targets"}`)),
		Check: func(f *Folder) { f.book("sales.xlsx", func(b *Book) { b.charts(1) }) },
	},
	{
		ID: "A09", Goal: "Make a table named Orders of A1:F121 on the sheet Orders of sales.xlsx.",
		Plain: steps(call("add_table", `{"path":"sales.xlsx","sheet":"Orders","ref":"A1:F121","name":"Orders"}`)),
		Check: func(f *Folder) { f.book("sales.xlsx", func(b *Book) { b.table("Orders", "A1:F121") }) },
	},
	{
		ID: "A10", Goal: "Make the header of stock.xlsx (sheet Stock, A1:E1) bold on yellow, FFFF00.",
		Plain: steps(call("format_range", `{"path":"stock.xlsx","sheet":"Stock","ref":"A1:E1","bold":true,"fill":"FFFF00"}`)),
		Check: func(f *Folder) {
			f.book("stock.xlsx", func(b *Book) {
				b.bold("Stock", "E1")
				b.style("Stock", "A1", "yellow", func(s *excelize.Style) bool { return len(s.Fill.Color) == 1 && s.Fill.Color[0] == "FFFF00" })
			})
		},
	},
	{
		ID: "A11", Goal: "Show the costs in stock.xlsx (sheet Stock, E2:E41) with two decimals, as #,##0.00.",
		Plain: steps(call("format_range", `{"path":"stock.xlsx","sheet":"Stock","ref":"E2:E41","number":"#,##0.00"}`)),
		Check: func(f *Folder) { f.book("stock.xlsx", func(b *Book) { b.format("Stock", "E41", "#,##0.00") }) },
	},
	{
		ID: "A12", Goal: "Make the columns A to F on the sheet Orders of sales.xlsx 16 characters wide.",
		Plain: steps(call("set_column_width", `{"path":"sales.xlsx","sheet":"Orders","columns":"A:F","width":16}`)),
		Check: func(f *Folder) { f.book("sales.xlsx", func(b *Book) { b.wide("Orders", "F", 16) }) },
	},
	{
		ID: "A13", Goal: "Show quantities below 10 in stock.xlsx (sheet Stock, C2:C41) in red.",
		Plain: steps(call("add_conditional_format", `{"path":"stock.xlsx","sheet":"Stock","ref":"C2:C41","when":"less","value":"10"}`)),
		Check: func(f *Folder) { f.book("stock.xlsx", func(b *Book) { b.highlighted("Stock", "C20") }) },
	},
	{
		ID: "A14", Goal: "In sales.xlsx, sheet Orders, let people enter only North, South, East or West into C2:C500.",
		Plain: steps(call("add_validation", `{"path":"sales.xlsx","sheet":"Orders","ref":"C2:C500","list":["North","South","East","West"]}`)),
		Check: func(f *Folder) { f.book("sales.xlsx", func(b *Book) { b.checked("Orders", "C500") }) },
	},
	{
		ID: "A15", Goal: "Insert two empty rows at the top of the sheet Targets of sales.xlsx.",
		Plain: steps(call("insert_lines", `{"path":"sales.xlsx","sheet":"Targets","before":"1","count":2}`)),
		Check: func(f *Folder) {
			f.book("sales.xlsx", func(b *Book) { b.rows("Targets", "A1", [][]any{{nil}, {nil}, {"Region"}}) })
		},
	},
	{
		ID: "A16", Goal: "Rename the sheet Notes of staff.xlsx to Archive.",
		Plain: steps(call("rename_sheet", `{"path":"staff.xlsx","sheet":"Notes","to":"Archive"}`)),
		Check: func(f *Folder) {
			f.book("staff.xlsx", func(b *Book) { b.is("Archive", "A1", "Ask Ada before you change the list.") })
		},
	},
}

// unchanged wants the workbooks of a question to be there as they were.
func unchanged(f *Folder) {
	f.book("sales.xlsx", func(b *Book) { b.is("Orders", "A121", 1120); b.is("Orders", "A122", nil) })
	f.book("stock.xlsx", func(b *Book) { b.rows("Stock", "A1", stockRows()) })
	entries, err := os.ReadDir(f.Path)
	if err != nil || len(entries) != 5 {
		f.fault("%d entries in %s, want 5; %v", len(entries), filepath.Base(f.Path), err)
	}
}

// revenue wants the revenue of an order, counted from 1, in a cell of Orders.
func (b *Book) revenue(cell string, order int) { b.is("Orders", cell, revenueOf(orderRows()[order])) }

func revenueOf(row []any) float64 { return float64(row[4].(int)) * row[5].(float64) }

// revenueBy adds up the revenue of the orders that have a value in a column.
func revenueBy(column int, value string) (sum float64) {
	for _, row := range orderRows()[1:] {
		if value == "" || row[column] == value {
			sum += revenueOf(row)
		}
	}
	return sum
}
