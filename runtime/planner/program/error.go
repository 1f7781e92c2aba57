package program

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is what is wrong with a program before it runs.
type Error struct {
	// Line and Column count from 1, columns in characters. They are 0 where many
	// errors end with how many more there are.
	Line, Column int
	// Problem says what is wrong, Hint what to write instead; "" when the
	// problem says it.
	Problem, Hint string
}

// Error returns the position, the problem and the hint on one line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Problem
	}
	text := "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": " + e.Problem
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return oneLine(text)
}

// Errors is what is wrong with a program, in the order of the text: everything,
// or as much as a model can mend at once and how many more there are.
type Errors []*Error

// Error returns one line for each.
func (list Errors) Error() string {
	lines := make([]string, len(list))
	for i, e := range list {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// maxErrors bounds how many errors of a program are reported.
const maxErrors = 8

// faults collects what is wrong with a text.
type faults struct {
	text  string
	limit int // of the list
	list  []fault
	more  int // that are not in the list
}

type fault struct {
	at            int
	problem, hint string
}

// full reports whether faults are only counted, so that no hint is needed.
func (f *faults) full() bool { return len(f.list) >= f.limit }

func (f *faults) add(at int, problem, hint string) {
	if f.full() {
		f.more++
		return
	}
	f.list = append(f.list, fault{at, problem, hint})
}

// err returns the faults as [Errors], or nil.
func (f *faults) err() error {
	if len(f.list) == 0 {
		return nil
	}
	slices.SortStableFunc(f.list, func(a, b fault) int { return a.at - b.at })
	errs := make(Errors, len(f.list))
	for i, x := range f.list {
		line, column := position(f.text, x.at)
		errs[i] = &Error{line, column, x.problem, x.hint}
	}
	if f.more > 0 {
		errs = append(errs, &Error{Problem: "and " + strconv.Itoa(f.more) + " more"})
	}
	return errs
}

// position returns the line and the column of an offset.
func position(text string, at int) (line, column int) {
	before := text[:at]
	start := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[start:])
}

// maxShown bounds how much of a program an error repeats.
const maxShown = 40

// shown returns a piece of a program as part of a sentence.
func shown(text string) string {
	if len(text) > maxShown {
		cut := maxShown
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	return text
}
