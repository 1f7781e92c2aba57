package excel

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// A merged range has one value: it is neither read four times, nor overwritten
// by what belongs to the cells that it hides.
func TestMergedCells(t *testing.T) {
	e := open(t)
	p := e.orders()
	e.ok(e.files.MergeCells(e.ctx, p, "Orders", "C2:D3", nil))
	e.ok(e.files.MergeCells(e.ctx, p, "Orders", "C2:D3", nil))
	e.is(p, "Orders", "B2:D3", "2026-01-05", "North", nil, "2026-01-06", nil, nil)
	rows := e.rows(p, "Orders", "A1:E4")
	_, err := e.write(p, "Orders", "A1", rows)
	e.ok(err)
	e.is(p, "Orders", "C2:D3", "North", nil, nil, nil)
	e.ok(e.files.ClearRange(e.ctx, p, "Orders", "D2:D3"))
	e.is(p, "Orders", "C2:C2", "North")
	found, err := e.files.FindCells(e.ctx, p, "North", nil, nil, 9)
	e.ok(err)
	if len(found) != 2 {
		t.Errorf("%v", found)
	}

	_, err = e.write(p, "Orders", "D3", [][]any{{1.0}})
	e.fails(mcpruntime.CodeBadArgument, err)
	if !strings.Contains(err.Error(), "D3 is part of C2:D3, which is merged: write to C2") {
		t.Error(err)
	}
	e.fails(mcpruntime.CodeBadArgument, e.files.SetFormula(e.ctx, p, "Orders", "C2:C3", "=1"))
	e.fails(mcpruntime.CodeBadArgument, e.files.SortRange(e.ctx, p, "Orders", "A", nil, nil, true))
	_, err = e.files.AddTable(e.ctx, p, "Orders", nil, nil)
	e.fails(mcpruntime.CodeBadArgument, err)
	_, err = e.files.AddTable(e.ctx, p, "Orders", ptr("A1:B4"), nil)
	e.ok(err)
	e.fails(mcpruntime.CodeBadArgument, e.files.MergeCells(e.ctx, p, "Orders", "B4:C4", nil))
}

// The columns of a table are called what stands in its header, as text: Excel
// calls any other file damaged.
func TestTableHeaders(t *testing.T) {
	e := open(t)
	p := e.orders()
	_, err := e.files.AddTable(e.ctx, p, "Orders", nil, ptr("T"))
	e.ok(err)
	e.ok(e.files.AddSheet(e.ctx, p, "Other"))
	_, err = e.write(p, "Other", "A1", [][]any{{"a", "b"}, {1.0, 2.0}})
	e.ok(err)
	_, err = e.files.AddTable(e.ctx, p, "Other", nil, nil)
	e.ok(err)
	_, err = e.write(p, "Orders", "B1", [][]any{{"a <\"b\">\nc", 2026.0, "2026-01-31"}})
	e.ok(err)
	e.is(p, "Orders", "A1:E1", "Order", "a <\"b\">\nc", "2026", "2026-01-31", "Price")
	xml := e.part(p, "xl/tables/table1.xml")
	for _, want := range []string{`name="Order"`, `name="a &lt;&#34;b&#34;&gt;_x000a_c"`, `name="2026"`, `name="2026-01-31"`, `name="Price"`, `name="T"`} {
		if !strings.Contains(xml, want) {
			t.Errorf("there is no %s in %s", want, xml)
		}
	}
	f := e.file(p)
	for _, cell := range []string{"B1", "C1", "D1"} {
		if kind, err := f.GetCellType("Orders", cell); err != nil || kind != excelize.CellTypeSharedString {
			t.Errorf("%s is of type %v; %v", cell, kind, err)
		}
	}
	for _, header := range []any{"Price", nil, "=1+1"} {
		_, err = e.write(p, "Orders", "A1", [][]any{{header, "x"}})
		e.fails(mcpruntime.CodeBadArgument, err)
	}
	e.ok(e.files.RenameSheet(e.ctx, p, "Other", "Others"))
	if again := e.part(p, "xl/tables/table1.xml"); again != xml {
		t.Errorf("the table has become %s", again)
	}
	_, err = e.append(p, "Orders", [][]any{{4.0}})
	e.ok(err)
	if xml := e.part(p, "xl/tables/table1.xml"); strings.Count(xml, `ref="A1:E5"`) != 2 || !strings.Contains(xml, `name="2026"`) {
		t.Errorf("the table has not grown: %s", xml)
	}
	if xml := e.part(p, "xl/tables/table2.xml"); !strings.Contains(xml, `ref="A1:B2"`) {
		t.Errorf("the other table is %s", xml)
	}
}

func TestEmptyChart(t *testing.T) {
	e := open(t)
	p := e.orders()
	for _, ref := range []string{"H1:I5", "B1:C4"} {
		e.fails(mcpruntime.CodeBadArgument, e.files.AddChart(e.ctx, p, "Orders", Bar, ref, "H9", nil, nil))
	}
	e.ok(e.files.AddChart(e.ctx, p, "Orders", Bar, "C1:E4", "H9", nil, nil))
}

// Formulas that Excel would not read make the whole file a damaged one for it.
func TestBadFormulas(t *testing.T) {
	e := open(t)
	p := e.orders()
	for _, formula := range []string{"=", "=SUM(", "=SUM(A1))", "=(A1]+{1)", `="a`, "='Orders!A1", "=1+", "=SUM(A1;A2)", "=SORT(A1:A4)", "=SUM(filter(A1:A4,A1:A4>1))"} {
		e.fails(mcpruntime.CodeBadArgument, e.files.SetFormula(e.ctx, p, "Orders", "G1", formula))
		_, err := e.write(p, "Orders", "G1", [][]any{{formula}})
		if formula != "=" {
			e.fails(mcpruntime.CodeBadArgument, err)
		}
	}
	for _, formula := range []string{"=Order!A1", "=SUM('It''s'!A1)", "=Orders!A1+Missing!B2"} {
		e.fails(mcpruntime.CodeNotFound, e.files.SetFormula(e.ctx, p, "Orders", "G1", formula))
	}
	for _, formula := range []string{
		`="a;(b"&"""("`, "=SUM({1;2})", "=orders!A2+'Orders'!A3", "='[other.xlsx]Sheet 1'!A1+[1]Sheet9!B2", `="Missing!A1"`, "=#REF!+1", "=A1:A2", "=-(1)%",
	} {
		e.ok(e.files.SetFormula(e.ctx, p, "Orders", "G1", formula))
	}
	e.fails(mcpruntime.CodeBadArgument, e.files.AddConditionalFormat(e.ctx, p, "Orders", "A1:A4", If, ptr("=A1>("), nil, "FFC7CE"))
}

// Functions that the file format did not have at first have other names in
// files, which nobody sees.
func TestNewerFunctions(t *testing.T) {
	e := open(t)
	p := e.orders()
	formula := `=XLOOKUP("South",C2:C4,E2:E4)+IFNA(stdev.s(D2:D4)*0,0)+SUM(D2:D4)*0`
	e.ok(e.files.SetFormula(e.ctx, p, "Orders", "G1", formula))
	if got, _ := e.file(p).GetCellFormula("Orders", "G1"); got != `_xlfn.XLOOKUP("South",C2:C4,E2:E4)+_xlfn.IFNA(_xlfn.STDEV.S(D2:D4)*0,0)+SUM(D2:D4)*0` {
		t.Errorf("the file has %s", got)
	}
	formulas, err := e.files.GetFormulas(e.ctx, p, "Orders", nil)
	e.ok(err)
	if want := strings.Replace(formula, "stdev.s", "STDEV.S", 1); len(formulas) != 1 || formulas[0] != (Formula{"G1", want, 10.0}) {
		t.Errorf("%v", formulas)
	}
}

func TestDatesFrom1904(t *testing.T) {
	e := open(t)
	f := excelize.NewFile()
	yes := true
	e.ok(f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &yes}))
	e.ok(f.SetCellValue("Sheet1", "A1", time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)))
	e.ok(f.SaveAs(filepath.Join(e.folder, "mac.xlsx")))
	_, err := e.write("mac.xlsx", "Sheet1", "A2", [][]any{{"2026-01-31"}, {"2026-02-01T06:00:00"}})
	e.ok(err)
	e.is("mac.xlsx", "Sheet1", "A1:A3", "2026-01-31", "2026-01-31", "2026-02-01T06:00:00")
	if raw, _ := e.file("mac.xlsx").GetCellValue("Sheet1", "A2", excelize.Options{RawCellValue: true}); raw != "44591" {
		t.Errorf("the date is stored as %q", raw)
	}
	_, err = e.write("mac.xlsx", "Sheet1", "A2", [][]any{{"1903-12-31"}})
	e.fails(mcpruntime.CodeBadArgument, err)
}

// What was asked for wrongly is answered with what to write instead.
func TestRefErrors(t *testing.T) {
	for ref, want := range map[string]string{
		"Data!A1:B2": "without the sheet", "A:C": "with their ends", "1:3": "with their ends", "A1:ZZZZ9": "XFD1048576", "A1048577": "XFD1048576", "x": "write A1 or A1:D20",
	} {
		if _, err := parseArea(ref); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", ref, err)
		}
	}
}

func TestNothingToWrite(t *testing.T) {
	e := open(t)
	p := e.orders()
	for _, rows := range [][][]any{{{}}, {{}, {}}} {
		_, err := e.write(p, "Orders", "A1", rows)
		e.fails(mcpruntime.CodeBadArgument, err)
		_, err = e.append(p, "Orders", rows)
		e.fails(mcpruntime.CodeBadArgument, err)
	}
}

// What a killed process has left is removed once it is certain that nobody
// writes it any more.
func TestLeftovers(t *testing.T) {
	e := open(t)
	p := e.orders()
	old, fresh, other := filepath.Join(e.folder, ".orders.xlsx.1.tmp"), filepath.Join(e.folder, ".orders.xlsx.2.tmp"), filepath.Join(e.folder, ".other.xlsx.1.tmp")
	for _, name := range []string{old, fresh, other} {
		e.ok(os.WriteFile(name, nil, 0o600))
		if name != fresh {
			e.ok(os.Chtimes(name, time.Time{}, time.Now().Add(-time.Hour)))
		}
	}
	e.ok(e.files.AddSheet(e.ctx, p, "X"))
	for name, wanted := range map[string]bool{old: false, fresh: true, other: true} {
		if _, err := os.Stat(name); (err == nil) != wanted {
			t.Errorf("%s is there: %v", name, err == nil)
		}
	}
}

// Calls wait for each other when what they open would be too much together, and
// stop waiting with their context.
func TestMemory(t *testing.T) {
	ctx, m := t.Context(), newMemory()
	most, err := m.take(ctx, maxTogether-memoryUnit-1)
	if err != nil {
		t.Fatal(err)
	}
	small, err := m.take(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := m.take(short, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("there is room for more: %v", err)
	}
	got := make(chan error, 1)
	go func() {
		release, err := m.take(ctx, 10*maxTogether) // no more than there is
		if err == nil {
			release()
		}
		got <- err
	}()
	select {
	case err := <-got:
		t.Errorf("there was room for all: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	small()
	most()
	if err := <-got; err != nil || len(m.used) != 0 {
		t.Errorf("%d units are taken; %v", len(m.used), err)
	}

	e := open(t)
	p := e.orders()
	e.rows(p, "Orders", "A1")
	e.ok(os.WriteFile(filepath.Join(e.folder, "bad.xlsx"), []byte("x"), 0o600))
	_, err = e.files.WorkbookInfo(e.ctx, "bad.xlsx")
	e.fails(CodeNotWorkbook, err)
	if len(e.files.memory.used) != 0 {
		t.Errorf("%d units are still taken", len(e.files.memory.used))
	}
}

// A table stays what it is when lines around it and in it go: it is not taken
// for the one whose header goes, and data never becomes a header.
func TestTablesAndLines(t *testing.T) {
	e := open(t)
	e.ok(e.files.CreateWorkbook(e.ctx, "t.xlsx"))
	rows := [][]any{{"k", "v"}, {1.0, 10.0}, {2.0, 20.0}, {3.0, 30.0}, {4.0, 40.0}}
	_, err := e.write("t.xlsx", "Sheet1", "C3", rows) // column C is the third, and so is the row
	e.ok(err)
	_, err = e.files.AddTable(e.ctx, "t.xlsx", "Sheet1", ptr("C3:D7"), ptr("Low"))
	e.ok(err)
	_, err = e.write("t.xlsx", "Sheet1", "H2", rows)
	e.ok(err)
	_, err = e.files.AddTable(e.ctx, "t.xlsx", "Sheet1", ptr("H2:I6"), ptr("High"))
	e.ok(err)
	ranges := func(want string) {
		t.Helper()
		tables, err := e.file("t.xlsx").GetTables("Sheet1")
		e.ok(err)
		var got []string
		for _, table := range tables {
			got = append(got, table.Name+" "+table.Range)
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != want {
			t.Errorf("the tables are %v, want %s", got, want)
		}
	}
	e.ok(e.files.InsertLines(e.ctx, "t.xlsx", "Sheet1", "1", 1))
	ranges("High H3:I7, Low C4:D8")
	for range 2 {
		e.ok(e.files.InsertLines(e.ctx, "t.xlsx", "Sheet1", "1", 1))
	}
	ranges("High H5:I9, Low C6:D10")
	e.ok(e.files.DeleteLines(e.ctx, "t.xlsx", "Sheet1", "3", 1))
	e.ok(e.files.DeleteLines(e.ctx, "t.xlsx", "Sheet1", "1", 2))
	ranges("High H2:I6, Low C3:D7")
	e.is("t.xlsx", "Sheet1", "C3:D4", "k", "v", 1.0, 10.0)
	e.fails(mcpruntime.CodeBadArgument, e.files.DeleteLines(e.ctx, "t.xlsx", "Sheet1", "3", 1))
	e.fails(mcpruntime.CodeBadArgument, e.files.DeleteLines(e.ctx, "t.xlsx", "Sheet1", "1", 3))
	e.ok(e.files.DeleteLines(e.ctx, "t.xlsx", "Sheet1", "5", 1))
	ranges("High H2:I5, Low C3:D6")
	e.ok(e.files.DeleteLines(e.ctx, "t.xlsx", "Sheet1", "H", 1))
	ranges("High H2:H5, Low C3:D6")
	e.is("t.xlsx", "Sheet1", "G2:H3", nil, "v", nil, 10.0)
	e.ok(e.files.DeleteLines(e.ctx, "t.xlsx", "Sheet1", "A", 1))
	ranges("High G2:G5, Low B3:C6")
	e.ok(e.files.DeleteLines(e.ctx, "t.xlsx", "Sheet1", "1", 20))
	ranges("")
	_, err = e.write("t.xlsx", "Sheet1", "A1", rows)
	e.ok(err)
	_, err = e.files.AddTable(e.ctx, "t.xlsx", "Sheet1", nil, ptr("Low"))
	e.ok(err)

	e.ok(e.files.CopySheet(e.ctx, "t.xlsx", "Sheet1", "Copy"))
	if relations := e.part("t.xlsx", "xl/worksheets/_rels/sheet2.xml.rels"); strings.Contains(relations, "table") {
		t.Errorf("the copy has the table too: %s", relations)
	}
	e.ok(e.files.DeleteSheet(e.ctx, "t.xlsx", "Sheet1"))
	_, err = e.files.AddTable(e.ctx, "t.xlsx", "Copy", nil, ptr("Low"))
	e.ok(err)
	copied, err := e.file("t.xlsx").GetTables("Copy")
	e.ok(err)
	if len(copied) != 1 {
		t.Errorf("%v", copied)
	}
}

// A formula whose sheet goes becomes an error, rather than one about another
// file that Excel asks for.
func TestDeletedSheetInFormulas(t *testing.T) {
	e := open(t)
	p := e.orders()
	e.ok(e.files.AddSheet(e.ctx, p, "Sum"))
	_, err := e.write(p, "Sum", "A1", [][]any{{"=SUM(Orders!D2:D4)", `="Orders!"`}})
	e.ok(err)
	e.ok(e.files.DeleteSheet(e.ctx, p, "Orders"))
	for cell, want := range map[string]string{"A1": "SUM(#REF!D2:D4)", "B1": `"Orders!"`} {
		if got, _ := e.file(p).GetCellFormula("Sum", cell); got != want {
			t.Errorf("%s has %s, want %s", cell, got, want)
		}
	}
	e.is(p, "Sum", "A1:B1", "#REF!", "Orders!")
}

// What changes nothing, or makes a rule that nothing keeps, is said.
func TestPointlessCalls(t *testing.T) {
	e := open(t)
	p := e.orders()
	e.fails(mcpruntime.CodeBadArgument, e.files.FormatRange(e.ctx, p, "Orders", "A1", nil, nil, nil, nil, nil, nil, nil, nil, nil))
	e.fails(mcpruntime.CodeBadArgument, e.files.SetProperties(e.ctx, p, nil, nil, nil, nil))
	e.fails(mcpruntime.CodeBadArgument, e.files.AddValidation(e.ctx, p, "Orders", "A2", nil, ptr(5.0), ptr(1.0), nil))
	for _, value := range []string{"x", "0", "1.5", "1001"} {
		e.fails(mcpruntime.CodeBadArgument, e.files.AddConditionalFormat(e.ctx, p, "Orders", "A2", Top, &value, nil, "FFC7CE"))
	}
	e.fails(mcpruntime.CodeBadArgument, e.files.AddConditionalFormat(e.ctx, p, "Orders", "A2", Greater, ptr("=A1+("), nil, "FFC7CE"))
	for format, ok := range map[string]bool{
		"0.0%": true, `[Red]0;-0;"a[";@`: true, `\"0\[`: true, `_[0`: true, `#,##0.00 "€"`: true,
		"[": false, "]": false, "[[": false, `"x`: false, "0;0;0;0;0": false,
	} {
		err := e.files.FormatRange(e.ctx, p, "Orders", "A2", nil, nil, nil, nil, nil, nil, nil, &format, nil)
		if (err == nil) != ok {
			t.Errorf("%s: %v", format, err)
		}
	}
}
