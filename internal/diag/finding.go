// Package diag holds what mcpgen has to say about a user's source: findings
// with a position, a stable code, one sentence and a hint.
package diag

import (
	"cmp"
	"go/token"
	"slices"
)

// Severity says whether a finding stops the run.
type Severity string

const (
	// Error findings stop the run: nothing is written.
	Error Severity = "error"
	// Warning findings are printed; they stop nothing unless asked to.
	Warning Severity = "warning"
)

// Finding is one thing to say about a place in the user's source.
type Finding struct {
	Pos      token.Position
	Code     Code
	Severity Severity
	Msg      string // lower case, no full stop: what is wrong
	Hint     string // what to write instead; may be empty
	Related  []Related
}

// Related is a second place that a finding is about.
type Related struct {
	Pos token.Position
	Msg string // "first declared here"
}

// New returns a finding with the severity that the catalogue gives its code.
// It panics when the catalogue lacks the code, which a test rules out.
func New(pos token.Position, code Code, msg, hint string, related ...Related) Finding {
	entry, ok := Lookup(code)
	if !ok {
		panic("diag: code " + string(code) + " is not in the catalogue")
	}
	return Finding{Pos: pos, Code: code, Severity: entry.Severity, Msg: msg, Hint: hint, Related: related}
}

// List is a set of findings; the zero value is empty.
type List []Finding

// HasErrors reports whether any finding is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(f Finding) bool { return f.Severity == Error })
}

// Strict returns the list with every warning raised to an error.
func (l List) Strict() List {
	out := slices.Clone(l)
	for i := range out {
		out[i].Severity = Error
	}
	return out
}

// Sorted returns the list by file, line, column, code and message, each
// finding once.
func (l List) Sorted() List {
	out := slices.Clone(l)
	slices.SortStableFunc(out, compare)
	return slices.CompactFunc(out, func(a, b Finding) bool { return compare(a, b) == 0 })
}

func compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Pos.Filename, b.Pos.Filename),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Msg, b.Msg),
	)
}
