package excel

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/xuri/excelize/v2"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// book is an open workbook: what tools are composed from are its methods.
type book struct {
	*excelize.File
	ctx    context.Context
	path   string
	styles map[styleKey]int  // styles that were made, see restyle
	dates  map[int]bool      // whether a style shows a date
	merged map[string][]area // by sheet, see merges

	release  func() // gives back what open has taken of the memory
	from1904 bool   // dates count from 1904, as on old Macs
	formulas int    // how many there were in the file
}

func wrapBook(ctx context.Context, p string, file *excelize.File) *book {
	return &book{File: file, ctx: ctx, path: p, styles: map[styleKey]int{}, dates: map[int]bool{}, merged: map[string][]area{}, release: func() {}}
}

// Close closes the workbook.
func (b *book) Close() error {
	defer b.release()
	return b.File.Close()
}

func newBook(ctx context.Context, p, sheet string) (*book, error) {
	file := excelize.NewFile(options)
	if err := file.SetDocProps(&excelize.DocProperties{Created: time.Now().UTC().Format(time.RFC3339)}); err != nil {
		return nil, err // without it the author is that of the library
	}
	b := wrapBook(ctx, p, file)
	if sheet == "Sheet1" {
		return b, nil
	}
	if err := checkSheetName(sheet); err != nil {
		return nil, err
	}
	return b, file.SetSheetName("Sheet1", sheet)
}

// readBook reads a workbook; on a file that is none, the library may panic.
func readBook(ctx context.Context, p string, r io.Reader) (b *book, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = mcpruntime.Errorf(CodeNotWorkbook, "%s is damaged", p)
		}
	}()
	file, err := excelize.OpenReader(r, options)
	switch {
	case err == nil:
	case errors.Is(err, excelize.ErrWorkbookPassword):
		return nil, mcpruntime.Errorf(CodeNotWorkbook, "%s is protected by a password", p)
	case errors.Is(err, excelize.ErrWorkbookFileFormat), errors.Is(err, zip.ErrFormat):
		return nil, mcpruntime.Errorf(CodeNotWorkbook, "%s is no .xlsx workbook, whatever its name, or it is damaged", p)
	default:
		return nil, mcpruntime.Errorf(CodeNotWorkbook, "%s cannot be read: %w", p, err)
	}
	if len(file.GetSheetList()) == 0 {
		return nil, errors.Join(mcpruntime.Errorf(CodeNotWorkbook, "%s has no sheets", p), file.Close())
	}
	b = wrapBook(ctx, p, file)
	b.formulas = countFormulas(file)
	props, err := file.GetWorkbookProps()
	b.from1904 = err == nil && props.Date1904 != nil && *props.Date1904
	return b, nil
}

// formulaTag begins a formula in the XML of a sheet, with or without a prefix.
var formulaTag = regexp.MustCompile(`<(?:[^\s<>/:]+:)?f[\s/>]`)

// countFormulas counts the formulas of a workbook that was just opened.
func countFormulas(file *excelize.File) (n int) {
	file.Pkg.Range(func(name, content any) bool {
		text, isText := content.([]byte)
		if path, ok := name.(string); ok && isText && strings.HasPrefix(path, "xl/") && strings.HasSuffix(path, ".xml") {
			n += len(formulaTag.FindAllIndex(text, -1))
		}
		return true
	})
	return n
}

// prepare makes a changed workbook one that Excel takes. It has whoever opens it
// compute its formulas again: the results in it are of before the change.
func (b *book) prepare() error {
	if err := b.syncTables(); err != nil {
		return err
	}
	if err := b.UpdateLinkedValue(); err != nil {
		return err
	}
	yes := true
	return b.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &yes})
}

func (b *book) writeTo(w io.Writer) error {
	limited := &limitedWriter{w: w, left: MaxFile}
	_, err := b.WriteTo(limited)
	return err
}

// limitedWriter refuses more than a workbook's file may have, which could not
// be opened again.
type limitedWriter struct {
	w    io.Writer
	left int64
}

func (l *limitedWriter) Write(p []byte) (int, error) {
	if l.left -= int64(len(p)); l.left < 0 {
		return 0, tooLarge("the workbook would have more than %d bytes", MaxFile)
	}
	return l.w.Write(p)
}

// sheet finds a sheet whose name may be written in other case.
func (b *book) sheet(name string) (string, error) {
	list := b.GetSheetList()
	i := slices.IndexFunc(list, func(s string) bool { return strings.EqualFold(s, name) })
	if i < 0 {
		return "", notFound("%s has no sheet %q; its sheets: %s", b.path, name, strings.Join(list, ", "))
	}
	if _, err := b.GetSheetProps(list[i]); err != nil {
		return "", badArgument("%s has no cells: %w", list[i], err)
	}
	return list[i], nil
}

// newSheet checks the name of a sheet that is to be.
func (b *book) newSheet(name string) error {
	if err := checkSheetName(name); err != nil {
		return err
	}
	if i, err := b.GetSheetIndex(name); err == nil && i >= 0 {
		return mcpruntime.Errorf(CodeExists, "%s has a sheet %q already", b.path, name)
	}
	return nil
}

func checkSheetName(name string) error {
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune(`:\/?*[]`, r) }) ||
		strings.HasPrefix(name, "'") || strings.HasSuffix(name, "'") || len(name) == 0 || utf16Len(name) > excelize.MaxSheetNameLength {
		return badArgument("sheet name %q: 1 to 31 characters, none of : \\ / ? * [ ], no ' at either end", name)
	}
	return nil
}

// utf16Len is how Excel counts characters.
func utf16Len(s string) (n int) {
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}

// quoteSheet writes the name of a sheet as formulas have it.
func quoteSheet(name string) string { return "'" + strings.ReplaceAll(name, "'", "''") + "'" }

func exists(p string) error { return mcpruntime.Errorf(CodeExists, "%s exists already", p) }

func conflict(p string) error {
	return mcpruntime.Errorf(CodeConflict, "another program has changed %s meanwhile; nothing was written, try again", p)
}

// fileError says what the system says, without paths of the machine.
func fileError(p string, err error) error {
	if err == nil {
		return nil
	}
	if coded, ok := errors.AsType[*mcpruntime.Error](err); ok {
		return coded
	}
	if errors.Is(err, fs.ErrNotExist) {
		return notFound("there is no file %s; list_workbooks shows what there is", p)
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return badArgument("%s: something on the way to it is a file, no folder", p)
	}
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathErr.Err
	}
	return fmt.Errorf("%s: %w", p, err)
}
