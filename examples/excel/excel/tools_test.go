package excel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

func TestTablesAndCharts(t *testing.T) {
	e := open(t)
	p := e.orders()
	name, err := e.files.AddTable(e.ctx, p, "Orders", nil, nil)
	e.ok(err)
	_, err = e.files.AddTable(e.ctx, p, "Orders", ptr("B2:C4"), nil)
	e.fails(CodeExists, err)
	for _, bad := range []string{"A1", "1a", "a b", "", "x-y"} {
		_, err = e.files.AddTable(e.ctx, p, "Orders", ptr("H1:I2"), &bad)
		e.fails(mcpruntime.CodeBadArgument, err)
	}
	_, err = e.append(p, "Orders", [][]any{{4.0, "2026-03-01", "West", 1.0, 2.0}})
	e.ok(err)
	if xml := e.part(p, "xl/tables/table1.xml") + e.part(p, "xl/tables/table2.xml"); name != "Table1" || !strings.Contains(xml, `ref="A1:E5"`) {
		t.Errorf("%s is %s", name, xml)
	}
	e.ok(e.files.AddChart(e.ctx, p, "Orders", Pie, "C1:D5", "H2", ptr("Units <1>"), nil))
	xml := e.part(p, "xl/charts/chart1.xml")
	for _, want := range []string{"pieChart", "'Orders'!$C$2:$C$5", "'Orders'!$D$2:$D$5", "Units &lt;1&gt;"} {
		if !strings.Contains(strings.ReplaceAll(xml, "&#39;", "'"), want) {
			t.Errorf("the chart has no %s: %s", want, xml)
		}
	}
	e.fails(mcpruntime.CodeBadArgument, e.files.AddChart(e.ctx, p, "Orders", Bar, "C1:C5", "H2", nil, nil))
	e.fails(mcpruntime.CodeBadArgument, e.files.AddChart(e.ctx, p, "Orders", Bar, "C1:D5", "XFE2", nil, nil))
}

func TestFormats(t *testing.T) {
	e := open(t)
	p := e.orders()
	yes, no := true, false
	e.ok(e.files.FormatRange(e.ctx, p, "Orders", "A1:E1", &yes, nil, nil, &yes, nil, ptr(Color("ffc000")), nil, nil, nil))
	e.ok(e.files.FormatRange(e.ctx, p, "Orders", "A1:B1", &no, nil, nil, nil, nil, nil, ptr(Center), nil, nil))
	f := e.file(p)
	for cell, bold := range map[string]bool{"A1": false, "C1": true} {
		id, err := f.GetCellStyle("Orders", cell)
		e.ok(err)
		style, err := f.GetStyle(id)
		e.ok(err)
		if style.Font.Bold != bold || style.Fill.Color[0] != "FFC000" || len(style.Border) != 4 {
			t.Errorf("%s has the style %+v", cell, style)
		}
	}
	e.is(p, "Orders", "B2", "2026-01-05")
	e.ok(e.files.AddConditionalFormat(e.ctx, p, "Orders", "D2:D4", Between, ptr("1"), ptr("2"), "FFC7CE"))
	e.ok(e.files.AddConditionalFormat(e.ctx, p, "Orders", "C2:C4", Equal, ptr(`No"rth`), nil, "FFC7CE"))
	for _, when := range []Condition{Greater, Less, Duplicates, Top, Bottom, If, Scale} {
		e.ok(e.files.AddConditionalFormat(e.ctx, p, "Orders", "E2:E4", when, ptr("1"), nil, "FFC7CE"))
	}
	e.fails(mcpruntime.CodeBadArgument, e.files.AddConditionalFormat(e.ctx, p, "Orders", "E2", Less, nil, nil, "FFC7CE"))
	xml := e.part(p, "xl/worksheets/sheet1.xml")
	for _, want := range []string{`operator="between"`, "No&#34;&#34;rth", `type="colorScale"`, `type="duplicateValues"`, `type="top10"`, `bottom="true"`, `type="expression"`} {
		if !strings.Contains(xml, want) {
			t.Errorf("there is no %s in %s", want, xml)
		}
	}
}

func TestValidation(t *testing.T) {
	e := open(t)
	p := e.orders()
	e.ok(e.files.AddValidation(e.ctx, p, "Orders", "C2:C9", &[]string{"North", "A & B"}, nil, nil, nil))
	e.ok(e.files.AddValidation(e.ctx, p, "Orders", "D2:D9", nil, ptr(1.0), nil, ptr("More!")))
	e.ok(e.files.AddValidation(e.ctx, p, "Orders", "E2:E9", nil, nil, ptr(9.5), nil))
	e.fails(mcpruntime.CodeBadArgument, e.files.AddValidation(e.ctx, p, "Orders", "C2", nil, nil, nil, nil))
	e.fails(mcpruntime.CodeBadArgument, e.files.AddValidation(e.ctx, p, "Orders", "C2", &[]string{"a"}, ptr(1.0), nil, nil))
	e.fails(mcpruntime.CodeBadArgument, e.files.AddValidation(e.ctx, p, "Orders", "C2", &[]string{"a,b"}, nil, nil, nil))
	e.fails(mcpruntime.CodeBadArgument, e.files.AddValidation(e.ctx, p, "Orders", "C2", &[]string{strings.Repeat("x", 300)}, nil, nil, nil))
	xml := e.part(p, "xl/worksheets/sheet1.xml")
	for _, want := range []string{`North,A &amp; B`, `type="decimal"`, `error="More!"`, `operator="lessThanOrEqual"`} {
		if !strings.Contains(xml, want) {
			t.Errorf("there is no %s in %s", want, xml)
		}
	}
}

func TestLayout(t *testing.T) {
	e := open(t)
	p := e.orders()
	e.ok(e.files.SetFormula(e.ctx, p, "Orders", "F2", "=D2*E2"))
	if xml := e.part(p, "xl/workbook.xml"); !strings.Contains(xml, `fullCalcOnLoad="true"`) {
		t.Errorf("who opens the file computes nothing: %s", xml)
	}
	e.ok(e.files.InsertLines(e.ctx, p, "Orders", "1", 2))
	e.ok(e.files.InsertLines(e.ctx, p, "Orders", "a", 1))
	e.is(p, "Orders", "G4", 7.5)
	e.ok(e.files.DeleteLines(e.ctx, p, "Orders", "A", 1))
	e.ok(e.files.DeleteLines(e.ctx, p, "Orders", "1", 2))
	e.is(p, "Orders", "F2", 7.5)
	e.fails(mcpruntime.CodeBadArgument, e.files.DeleteLines(e.ctx, p, "Orders", "XFE", 1))
	e.fails(mcpruntime.CodeBadArgument, e.files.DeleteLines(e.ctx, p, "Orders", "1048577", 1))
	e.ok(e.files.MergeCells(e.ctx, p, "Orders", "A1:B2", nil))
	e.fails(mcpruntime.CodeBadArgument, e.files.MergeCells(e.ctx, p, "Orders", "B2:C3", nil))
	e.ok(e.files.MergeCells(e.ctx, p, "Orders", "A1:B2", ptr(true)))
	e.is(p, "Orders", "A1:B2", "Order", nil, nil, nil)
}

func TestInfoAndProperties(t *testing.T) {
	e := open(t)
	p := e.orders()
	e.ok(e.files.SetProperties(e.ctx, p, ptr("T"), ptr("Ada"), nil, nil))
	e.ok(e.files.SetProperties(e.ctx, p, ptr("T2"), nil, nil, ptr("a, b")))
	info, err := e.files.WorkbookInfo(e.ctx, p)
	e.ok(err)
	if want := (Properties{Title: "T2", Author: "Ada", Keywords: "a, b"}); info.Properties != want {
		t.Errorf("%+v", info.Properties)
	}
	if s := info.Sheets; len(s) != 1 || s[0].Used != "A1:E4" || strings.Join(s[0].Header, " ") != "Order Date Region Units Price" {
		t.Errorf("%+v", s)
	}
	found, err := e.files.FindCells(e.ctx, p, "NORTH", nil, nil, 1)
	e.ok(err)
	if len(found) != 1 || found[0] != (Match{"Orders", "C2", "North"}) {
		t.Errorf("%v", found)
	}
	whole, err := e.files.FindCells(e.ctx, p, "nort", nil, ptr(true), 9)
	e.ok(err)
	if len(whole) != 0 {
		t.Errorf("%v", whole)
	}
}

// A workflow that fails on the way leaves the file as it was.
func TestWorkflowsAreOneChange(t *testing.T) {
	e := open(t)
	p := e.orders()
	before, err := os.ReadFile(filepath.Join(e.folder, p))
	e.ok(err)
	_, err = e.files.BuildDashboard(e.ctx, p, "Orders", "Board", "T", []string{"Units"}, []string{"Region", "None"}, Bar)
	e.fails(mcpruntime.CodeNotFound, err)
	_, err = e.files.Summarize(e.ctx, p, "Orders", "Region", []string{"Units"}, "Orders", Sum, nil)
	e.fails(CodeExists, err)
	_, err = e.files.NewPeriod(e.ctx, p, "Orders", "Next", []string{"Order", "None"})
	e.fails(mcpruntime.CodeNotFound, err)
	after, err := os.ReadFile(filepath.Join(e.folder, p))
	e.ok(err)
	if string(before) != string(after) {
		t.Error("the file has changed")
	}
}

func TestImportCSV(t *testing.T) {
	e := open(t)
	_, err := e.files.ImportCSV(e.ctx, "new.xlsx", "Data", "\ufeffCode;Text;N;When\n007; =1+1 ;-1.5;2026-01-02\n1234567890123456;\"a;b\";;x\n", ptr("T"))
	e.ok(err)
	e.is("new.xlsx", "Data", "A1:D3", "Code", "Text", "N", "When", "007", "=1+1", -1.5, "2026-01-02", "1234567890123456", "a;b", nil, "x")
	_, err = e.files.ImportCSV(e.ctx, "new.xlsx", "Data", "A,B\n1,2\n", nil)
	e.fails(CodeExists, err)
	for _, bad := range []string{"", "A,B\n", "A,B\n1\n", "A,A\n1,2\n", "A,B\n\"1,2\n"} {
		_, err = e.files.ImportCSV(e.ctx, "bad.xlsx", "Data", bad, nil)
		e.fails(mcpruntime.CodeBadArgument, err)
	}
	if _, err := os.Stat(filepath.Join(e.folder, "bad.xlsx")); err == nil {
		t.Error("bad.xlsx was made")
	}
}

// Totals below the data are not taken for data.
func TestTotalsStayTotals(t *testing.T) {
	e := open(t)
	p := e.orders()
	for range 2 {
		ref, err := e.files.AddTotals(e.ctx, p, "Orders", Sum)
		e.ok(err)
		if ref != "A5:E5" {
			t.Errorf("the totals are in %s", ref)
		}
	}
	e.is(p, "Orders", "A5:E5", "Total", nil, nil, 6.0, 16.75)
	for _, function := range []Function{Sum, Average, Count, Min, Max} {
		r, err := e.files.Summarize(e.ctx, p, "Orders", "region", []string{"Units"}, string(function), function, nil)
		e.ok(err)
		want := map[Function][3]float64{Sum: {5, 1, 6}, Average: {2.5, 1, 2}, Count: {2, 1, 3}, Min: {2, 1, 1}, Max: {3, 1, 3}}[function]
		for i, w := range want {
			if r.Rows[i+1][1] != w {
				t.Errorf("%s: %v", function, r.Rows)
			}
		}
	}
}

// Sheets without cells are no obstacle to what concerns others.
func TestChartSheet(t *testing.T) {
	e := open(t)
	f := excelize.NewFile()
	e.ok(f.SetCellValue("Sheet1", "A1", "x"))
	e.ok(f.AddChartSheet("Chart", &excelize.Chart{Type: excelize.Col, Series: []excelize.ChartSeries{{Values: "Sheet1!$A$1:$A$2"}}}))
	e.ok(f.SaveAs(filepath.Join(e.folder, "c.xlsx")))
	info, err := e.files.WorkbookInfo(e.ctx, "c.xlsx")
	e.ok(err)
	if len(info.Sheets) != 2 {
		t.Errorf("%+v", info)
	}
	_, err = e.files.FindCells(e.ctx, "c.xlsx", "x", nil, nil, 5)
	e.ok(err)
	_, err = e.files.ReadRange(e.ctx, "c.xlsx", "Chart", nil)
	e.fails(mcpruntime.CodeBadArgument, err)
	e.ok(e.files.RenameSheet(e.ctx, "c.xlsx", "Sheet1", "Data"))
	e.ok(e.files.AddSheet(e.ctx, "c.xlsx", "More"))
}
