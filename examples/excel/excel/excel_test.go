package excel

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

type env struct {
	t      *testing.T
	ctx    context.Context
	folder string
	files  *Files
}

func open(t *testing.T) *env {
	t.Helper()
	folder := t.TempDir()
	files, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return &env{t, ctx, folder, files}
}

func (e *env) ok(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func code(err error) string {
	coded, _ := errors.AsType[*mcpruntime.Error](err)
	if coded == nil {
		return ""
	}
	return coded.Code
}

func (e *env) fails(want string, err error) {
	e.t.Helper()
	if code(err) != want {
		e.t.Fatalf("error %v, want one with the code %s", err, want)
	} else if strings.Contains(err.Error(), e.folder) {
		e.t.Errorf("the error names the folder: %v", err)
	}
}

// orders makes orders.xlsx with a small sheet Orders.
func (e *env) orders() string {
	e.t.Helper()
	e.ok(e.files.CreateWorkbook(e.ctx, "orders.xlsx", "Orders"))
	_, err := e.write("orders.xlsx", "Orders", "A1", [][]any{
		{"Order", "Date", "Region", "Units", "Price"},
		{1.0, "2026-01-05", "North", 3.0, 2.5},
		{2.0, "2026-01-06", "South", 1.0, 10.0},
		{3.0, "2026-02-01", "North", 2.0, 4.25},
	})
	e.ok(err)
	return "orders.xlsx"
}

func (e *env) write(path, sheet, at string, rows [][]any) (string, error) {
	return e.files.WriteRange(e.ctx, path, sheet, at, &rows, nil)
}

func (e *env) append(path, sheet string, rows [][]any) (string, error) {
	return e.files.AppendRows(e.ctx, path, sheet, &rows, nil)
}

func (e *env) rows(path, sheet, ref string) [][]any {
	e.t.Helper()
	r, err := e.files.ReadRange(e.ctx, path, sheet, &ref)
	e.ok(err)
	return r.Rows
}

func (e *env) is(path, sheet, ref string, want ...any) {
	e.t.Helper()
	var got []any
	for _, row := range e.rows(path, sheet, ref) {
		got = append(got, row...)
	}
	if !reflect.DeepEqual(got, want) {
		e.t.Errorf("%s!%s is %v, want %v", sheet, ref, got, want)
	}
}

// file opens a workbook without the code under test.
func (e *env) file(path string) *excelize.File {
	e.t.Helper()
	f, err := excelize.OpenFile(filepath.Join(e.folder, path))
	e.ok(err)
	e.t.Cleanup(func() { f.Close() })
	return f
}

// part returns the XML of a part of a workbook as it stands in the file.
func (e *env) part(path, part string) string {
	e.t.Helper()
	z, err := zip.OpenReader(filepath.Join(e.folder, path))
	e.ok(err)
	defer z.Close()
	f, err := z.Open(part)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	e.ok(err)
	return string(text)
}

func ptr[T any](v T) *T { return &v }

func TestValuesComeBack(t *testing.T) {
	e := open(t)
	e.orders()
	rows := [][]any{{"text", 1.5, true, false, nil, "2026-03-04", "2026-03-04T05:06:07", "007", "=B1*2", "\"quoted\" <&>", "1899-01-01", "TRUE", "12"}}
	ref, err := e.write("orders.xlsx", "Orders", "A10", rows)
	e.ok(err)
	if ref != "A10:M10" {
		t.Errorf("written to %s", ref)
	}
	want := append([]any{}, rows[0]...)
	want[8] = "Date"
	e.ok(e.files.SetFormula(e.ctx, "orders.xlsx", "Orders", "I10", "=B1"))
	e.is("orders.xlsx", "Orders", "A10:M10", want...)
	f := e.file("orders.xlsx")
	if text, _ := f.GetCellValue("Orders", "F10"); text != "2026-03-04" {
		t.Errorf("the date shows as %q", text)
	}
	if raw, _ := f.GetCellValue("Orders", "F10", excelize.Options{RawCellValue: true}); raw != "46085" {
		t.Errorf("the date is stored as %q", raw)
	}
}

func TestFormulas(t *testing.T) {
	e := open(t)
	p := e.orders()
	e.ok(e.files.SetFormula(e.ctx, p, "Orders", "F2:F4", "=D2*E2"))
	e.ok(e.files.SetFormula(e.ctx, p, "Orders", "F5", "SUM(F2:F4)"))
	e.is(p, "Orders", "F2:F5", 7.5, 10.0, 8.5, 26.0)
	formulas, err := e.files.GetFormulas(e.ctx, p, "Orders", nil)
	e.ok(err)
	if len(formulas) != 4 || formulas[2] != (Formula{"F4", "=D4*E4", 8.5}) {
		t.Errorf("%v", formulas)
	}
	e.ok(e.files.SortRange(e.ctx, p, "Orders", "D", ptr("A1:F4"), ptr(true), true))
	e.is(p, "Orders", "A2:B4", 1.0, "2026-01-05", 3.0, "2026-02-01", 2.0, "2026-01-06")
	e.is(p, "Orders", "F2:F5", 7.5, 8.5, 10.0, 26.0)
	if got := e.file(p); got != nil {
		if formula, _ := got.GetCellFormula("Orders", "F3"); formula != "D3*E3" {
			t.Errorf("F3 is %s", formula)
		}
	}
	e.ok(e.files.RenameSheet(e.ctx, p, "orders", "All orders"))
	e.ok(e.files.AddSheet(e.ctx, p, "Sum"))
	e.ok(e.files.SetFormula(e.ctx, p, "Sum", "A1", "='All orders'!F5"))
	e.ok(e.files.RenameSheet(e.ctx, p, "All orders", "Bob's"))
	e.is(p, "Sum", "A1", 26.0)
}

func TestShift(t *testing.T) {
	for formula, want := range map[string]string{
		"A1+$A1+A$1+$A$1":  "B3+$A3+B$1+$A$1",
		`"A1"&A1`:          `"A1"&B3`,
		"LOG10(A1)":        "LOG10(B3)",
		"'A1 b'!A1+A1!A1":  "'A1 b'!B3+A1!B3",
		"SUM(A1:B2)":       "SUM(B3:C4)",
		"Table1[A1]+my_A1": "Table1[A1]+my_A1",
		`"x""A1"""&A1`:     `"x""A1"""&B3`,
		"XFD1":             "#REF!",
		"A1048576":         "#REF!",
		"A1*1.5E3":         "B3*1.5E3",
		"'It''s A1'!A1":    "'It''s A1'!B3",
		`"open`:            `"open`,
	} {
		if got := shift(formula, 1, 2); got != want {
			t.Errorf("%s moves to %s, want %s", formula, got, want)
		}
	}
}

func TestRenameInFormulas(t *testing.T) {
	for formula, want := range map[string]string{
		"Old!A1+'Old'!A1+old!A1":  "'N''w'!A1+'N''w'!A1+'N''w'!A1",
		`"Old!A1"&Older!A1`:       `"Old!A1"&Older!A1`,
		"MyOld!A1+'My Old'!A1":    "MyOld!A1+'My Old'!A1",
		"SUM(Old!A1:A3,Other!B2)": "SUM('N''w'!A1:A3,Other!B2)",
	} {
		if got := renameSheet(formula, "Old", quoteSheet("N'w")+"!"); got != want {
			t.Errorf("%s becomes %s, want %s", formula, got, want)
		}
	}
}

// What is wrong with the path of a file must be found before anything is
// opened.
func TestPaths(t *testing.T) {
	e := open(t)
	e.orders()
	outside := filepath.Join(t.TempDir(), "outside.xlsx")
	e.ok(excelize.NewFile().SaveAs(outside))
	e.ok(os.Symlink(outside, filepath.Join(e.folder, "link.xlsx")))
	e.ok(os.Symlink("orders.xlsx", filepath.Join(e.folder, "inside.xlsx")))
	e.ok(os.Symlink(filepath.Dir(outside), filepath.Join(e.folder, "dir")))
	e.ok(os.Mkdir(filepath.Join(e.folder, "folder.xlsx"), 0o755))
	for _, p := range []string{
		"", ".", "..", "/", outside, "/dev/zero", "../outside.xlsx", "a/../../outside.xlsx", "a/../orders.xlsx", `..\outside.xlsx`, `C:\x.xlsx`, "C:x.xlsx",
		"//host/share/x.xlsx", "CON.xlsx", "nul.xlsx", "com1.xlsx", "LPT¹.xlsx", "a/aux.b.xlsx", "x.xlsx:stream", "x.xlsx\x00", "x\n.xlsx", "orders.xlsx.",
		"orders.xlsx ", "orders.txt", "orders", "link.xlsx", "inside.xlsx", "dir/outside.xlsx", "folder.xlsx", strings.Repeat("a", 600) + ".xlsx",
	} {
		if _, err := e.files.WorkbookInfo(e.ctx, p); err == nil {
			t.Errorf("%q is opened", p)
		} else {
			e.fails(mcpruntime.CodeBadArgument, err)
		}
		if err := e.files.AddSheet(e.ctx, p, "X"); err == nil {
			t.Errorf("%q is changed", p)
		}
		if err := e.files.CreateWorkbook(e.ctx, p); err == nil {
			t.Errorf("%q is made", p)
		}
	}
	_, err := e.files.ListWorkbooks(e.ctx, ptr("../"))
	e.fails(mcpruntime.CodeBadArgument, err)
	_, err = e.files.ListWorkbooks(e.ctx, ptr("dir"))
	e.fails(mcpruntime.CodeBadArgument, err)
	found, err := e.files.ListWorkbooks(e.ctx, nil)
	e.ok(err)
	if len(found) != 1 || found[0].Path != "orders.xlsx" {
		t.Errorf("%v", found)
	}
	f, err := excelize.OpenFile(outside)
	e.ok(err)
	if n := f.SheetCount; n != 1 {
		t.Errorf("the file outside has %d sheets", n)
	}
}

func TestBrokenFiles(t *testing.T) {
	e := open(t)
	e.orders()
	whole, err := os.ReadFile(filepath.Join(e.folder, "orders.xlsx"))
	e.ok(err)
	var empty bytes.Buffer
	e.ok(zip.NewWriter(&empty).Close())
	for name, content := range map[string][]byte{
		"empty": nil, "text": []byte("hello"), "half": whole[:len(whole)/2], "no parts": empty.Bytes(),
		"flipped": flipped(whole), "ole": append([]byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}, make([]byte, 4096)...),
	} {
		p := name + ".xlsx"
		e.ok(os.WriteFile(filepath.Join(e.folder, p), content, 0o600))
		_, err := e.files.WorkbookInfo(e.ctx, p)
		if name == "flipped" && (err == nil || code(err) == mcpruntime.CodeTooLarge) {
			continue // what is flipped may be a text, or how large a part says it is
		}
		e.fails(CodeNotWorkbook, err)
		e.fails(CodeNotWorkbook, e.files.AddSheet(e.ctx, p, "X"))
		if now, _ := os.ReadFile(filepath.Join(e.folder, p)); !bytes.Equal(now, content) {
			t.Errorf("%s was changed", name)
		}
	}
}

// A file that is small, and large when it is unpacked.
func TestBomb(t *testing.T) {
	e := open(t)
	var bomb bytes.Buffer
	z := zip.NewWriter(&bomb)
	w, err := z.Create("xl/worksheets/sheet1.xml")
	e.ok(err)
	for range MaxUnpacked>>20 + 1 {
		_, err := w.Write(make([]byte, 1<<20))
		e.ok(err)
	}
	e.ok(z.Close())
	e.ok(os.WriteFile(filepath.Join(e.folder, "bomb.xlsx"), bomb.Bytes(), 0o600))
	_, err = e.files.WorkbookInfo(e.ctx, "bomb.xlsx")
	e.fails(mcpruntime.CodeTooLarge, err)
}

// A text that a small file has once, and shows in every cell.
func TestRepeatedText(t *testing.T) {
	e := open(t)
	p := e.orders()
	long := strings.Repeat("x", 30_000)
	err := e.files.edit(e.ctx, p, func(b *book) error {
		for row := range 1_000 {
			if err := b.SetCellStr("Orders", cellName(8, row+1), long); err != nil {
				return err
			}
		}
		return nil
	})
	e.ok(err)
	_, err = e.files.ReadRange(e.ctx, p, "Orders", nil)
	e.fails(mcpruntime.CodeTooLarge, err)
	if got := e.rows(p, "Orders", "H1:H10"); len(got) != 10 || got[9][0] != long {
		t.Errorf("%d rows", len(got))
	}
}

func flipped(b []byte) []byte {
	b = bytes.Clone(b)
	for i := 40; i < len(b); i += 97 {
		b[i] ^= 0x55
	}
	return b
}

func TestLimits(t *testing.T) {
	e := open(t)
	p := e.orders()
	_, err := e.files.ReadRange(e.ctx, p, "Orders", ptr("A1:XFD1048576"))
	e.fails(mcpruntime.CodeTooLarge, err)
	e.fails(mcpruntime.CodeTooLarge, e.files.SetFormula(e.ctx, p, "Orders", "A1:A1048576", "=1"))
	e.fails(mcpruntime.CodeTooLarge, e.files.SetFormula(e.ctx, p, "Orders", "H1", "=SUM(A1:XFD1048575)"))
	e.fails(mcpruntime.CodeTooLarge, e.files.SetFormula(e.ctx, p, "Orders", "H1", "=\""+strings.Repeat("x", 9000)+"\""))
	e.fails(mcpruntime.CodeTooLarge, e.files.MergeCells(e.ctx, p, "Orders", "A1:XFD1048576", nil))
	for _, ref := range []string{"", "A", "1", "A0", "A1:", "XFE1", "A1048577", "A1:B2:C3", "A1,B2", "Orders!A1", "A-1", "Ａ1"} {
		_, err := e.files.ReadRange(e.ctx, p, "Orders", &ref)
		e.fails(mcpruntime.CodeBadArgument, err)
	}
	_, err = e.write(p, "Orders", "XFD1048576", [][]any{{1.0, 2.0}})
	e.fails(mcpruntime.CodeBadArgument, err)
	for _, v := range []any{map[string]any{}, []any{}, json.Number("1e999"), json.Number("1234567890123456")} {
		_, err = e.write(p, "Orders", "A1", [][]any{{v}})
		e.fails(mcpruntime.CodeBadArgument, err)
	}
	_, err = e.write(p, "Orders", "H1", [][]any{{json.Number("1e3"), json.Number("-0.5"), json.Number("7")}})
	e.ok(err)
	e.is(p, "Orders", "H1:J1", 1000.0, -0.5, 7.0)
	_, err = e.write(p, "Orders", "A1", [][]any{{map[string]any{}}})
	e.fails(mcpruntime.CodeBadArgument, err)
	_, err = e.write(p, "Orders", "A1", [][]any{{strings.Repeat("x", 40000)}})
	e.fails(mcpruntime.CodeTooLarge, err)
	for _, name := range []string{"", strings.Repeat("x", 32), "a/b", "[a]", "'a'", "a:b"} {
		e.fails(mcpruntime.CodeBadArgument, e.files.AddSheet(e.ctx, p, name))
	}
	e.fails(CodeExists, e.files.AddSheet(e.ctx, p, "ORDERS"))
	e.fails(CodeExists, e.files.CreateWorkbook(e.ctx, p))
	e.fails(mcpruntime.CodeNotFound, e.files.AddSheet(e.ctx, "none.xlsx", "X"))
	e.fails(mcpruntime.CodeNotFound, e.files.CopySheet(e.ctx, p, "None", "X"))
	e.fails(mcpruntime.CodeBadArgument, e.files.DeleteSheet(e.ctx, p, "Orders"))
}

// A formula of a file that nobody here wrote must not hold the server up.
func TestExpensiveFormula(t *testing.T) {
	e := open(t)
	f := excelize.NewFile()
	e.ok(f.SetCellFormula("Sheet1", "A1", "SUM(B1:XFD1048575)"))
	e.ok(f.SetCellFormula("Sheet1", "A2", "A2+1"))
	e.ok(f.SetCellFormula("Sheet1", "A3", "1/0"))
	e.ok(f.SaveAs(filepath.Join(e.folder, "f.xlsx")))
	if b, _, err := e.files.open(e.ctx, "f.xlsx"); err != nil || b.formulas != 3 {
		t.Errorf("%+v", b)
	}
	e.is("f.xlsx", "Sheet1", "A1", "#VALUE!")
	e.is("f.xlsx", "Sheet1", "A3", "#DIV/0!")
	e.rows("f.xlsx", "Sheet1", "A2")
}

// A chain of formulas is followed on the stack, which ends the process when it
// is too long.
func TestLongChain(t *testing.T) {
	e := open(t)
	f := excelize.NewFile()
	w, err := f.NewStreamWriter("Sheet1")
	e.ok(err)
	for i := 1; i <= maxFormulas+1; i++ {
		e.ok(w.SetRow(cellName(1, i), []any{excelize.Cell{Formula: cellName(1, i+1) + "+1"}}))
	}
	e.ok(w.Flush())
	e.ok(f.SaveAs(filepath.Join(e.folder, "chain.xlsx")))
	_, err = e.files.ReadRange(e.ctx, "chain.xlsx", "Sheet1", ptr("A1"))
	e.fails(mcpruntime.CodeTooLarge, err)
}

// Changes of one file at the same time are all there afterwards, and nothing
// else is left in the folder.
func TestAtTheSameTime(t *testing.T) {
	e := open(t)
	p := e.orders()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if _, err := e.append(p, "Orders", [][]any{{100.0 + float64(i)}}); err != nil {
				t.Error(err)
			}
			if _, err := e.files.WorkbookInfo(e.ctx, p); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	r, err := e.files.ReadRange(e.ctx, p, "Orders", nil)
	e.ok(err)
	if len(r.Rows) != 24 {
		t.Errorf("%d rows, want 24", len(r.Rows))
	}
	entries, err := os.ReadDir(e.folder)
	e.ok(err)
	if len(entries) != 1 || len(e.files.locks) != 0 {
		t.Errorf("%d files, %d locks", len(entries), len(e.files.locks))
	}
}

// Two servers on one folder lose nothing of what they have said was written.
func TestTwoServers(t *testing.T) {
	e := open(t)
	p := e.orders()
	other, err := Open(e.folder)
	e.ok(err)
	defer other.Close()
	var written atomic.Int64
	var wg sync.WaitGroup
	for _, files := range []*Files{e.files, other} {
		wg.Go(func() {
			for range 150 {
				switch _, err := files.AppendRows(e.ctx, p, "Orders", &[][]any{{1.0}}, nil); {
				case err == nil:
					written.Add(1)
				case code(err) != CodeConflict:
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	r, err := e.files.ReadRange(e.ctx, p, "Orders", nil)
	e.ok(err)
	if got := int64(len(r.Rows)) - 4; got != written.Load() || got < 150 {
		t.Errorf("%d rows are there, %d were written", got, written.Load())
	}
}

// A lock whose process was killed does not hold for ever, and waiting for one
// ends with the context.
func TestForgottenLock(t *testing.T) {
	e := open(t)
	p := e.orders()
	lock := filepath.Join(e.folder, ".orders.xlsx.lock")
	e.ok(os.WriteFile(lock, nil, 0o600))
	ctx, cancel := context.WithTimeout(e.ctx, 50*time.Millisecond)
	defer cancel()
	if err := e.files.AddSheet(ctx, p, "X"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	e.ok(os.Chtimes(lock, time.Time{}, time.Now().Add(-time.Minute)))
	e.ok(e.files.AddSheet(e.ctx, p, "X"))
	entries, err := os.ReadDir(e.folder)
	e.ok(err)
	if len(entries) != 1 {
		t.Errorf("left: %v", entries)
	}
}

func TestAnotherProgram(t *testing.T) {
	e := open(t)
	p := e.orders()
	err := e.files.edit(e.ctx, p, func(b *book) error {
		return excelize.NewFile().SaveAs(filepath.Join(e.folder, p))
	})
	e.fails(CodeConflict, err)
	e.file(p).GetSheetName(0)
	ctx, cancel := context.WithCancel(e.ctx)
	err = e.files.edit(ctx, p, func(b *book) error { cancel(); return b.addSheet("X") })
	if !errors.Is(err, context.Canceled) || e.file(p).SheetCount != 1 {
		t.Errorf("%v", err)
	}
	entries, err := os.ReadDir(e.folder)
	e.ok(err)
	if len(entries) != 1 {
		t.Errorf("left: %v", entries)
	}
}

func ExampleNewServer() {
	folder, _ := os.MkdirTemp("", "excel")
	defer os.RemoveAll(folder)
	files, _ := Open(folder)
	srv := NewServer(files)
	for _, call := range [][2]string{
		{"create_workbook", `{"path":"a.xlsx","sheets":["Data"]}`},
		{"write_range", `{"path":"a.xlsx","sheet":"Data","at":"B2","rows":[["Day","Sold"],["2026-01-31",3],["2026-02-01",4]]}`},
		{"set_formula", `{"path":"a.xlsx","sheet":"Data","ref":"C5","formula":"=SUM(C3:C4)"}`},
		{"read_range", `{"path":"a.xlsx","sheet":"data"}`},
		{"read_range", `{"path":"a.xlsx","sheet":"Dat"}`},
	} {
		result, err := srv.Call(context.Background(), call[0], []byte(call[1]))
		fmt.Println(cmp.Or(result.Text, fmt.Sprint(err)))
	}
	// Output:
	// <nil>
	// B2:C4
	// <nil>
	// {"path":"a.xlsx","sheet":"Data","ref":"B2:C5","rows":[["Day","Sold"],["2026-01-31",3],["2026-02-01",4],[null,7]]}
	// a.xlsx has no sheet "Dat"; its sheets: Data
}
