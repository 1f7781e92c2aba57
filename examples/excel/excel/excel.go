// Package excel works on Excel workbooks in a folder, for models: 25 tools that
// do one thing each, one that keeps what it reads for them, and tools of the
// group workflow that do what people ask for, composed from the same functions.
//
//mcp:server name=excel version=1.0.0 title="Excel workbooks" instructions="Excel workbooks (.xlsx) in one folder. Paths are relative to it, ranges are written A1:D20. Dates are text such as 2026-01-31, formulas are text that begins with =."
package excel

import (
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

//go:generate go tool mcpgen

// The codes of errors, besides those of the runtime: bad_argument, not_found
// and too_large.
const (
	// CodeExists is for a file, sheet or table that is there already.
	CodeExists = "exists"
	// CodeConflict is for a file that another program has changed meanwhile.
	CodeConflict = "conflict"
	// CodeNotWorkbook is for a file that cannot be read as a workbook.
	CodeNotWorkbook = "not_workbook"
)

// NewServer returns a server of the workbooks in f's folder.
func NewServer(f *Files, opts ...mcpruntime.Option) *mcpruntime.Server {
	srv := NewMCPServer(opts...)
	RegisterFilesMCP(srv, f)
	return srv
}

// Range is a rectangle of cells with their values. It is what later calls work
// on: write_range and append_rows take its rows, or the handle of it.
type Range struct {
	Path  string `json:"path"`
	Sheet string `json:"sheet"`
	// cells that were read, such as A1:D20
	Ref string `json:"ref"`
	// one list for each row; an empty cell is null
	Rows [][]any `json:"rows"`
}

// badArgument is the error of an argument that the schema could not judge.
func badArgument(format string, args ...any) error {
	return mcpruntime.Errorf(mcpruntime.CodeBadArgument, format, args...)
}

func notFound(format string, args ...any) error {
	return mcpruntime.Errorf(mcpruntime.CodeNotFound, format, args...)
}

func tooLarge(format string, args ...any) error {
	return mcpruntime.Errorf(mcpruntime.CodeTooLarge, format, args...)
}
