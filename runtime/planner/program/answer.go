package program

import "strings"

// Report is what came of a program.
type Report struct {
	// Answers has one for each statement, in the order of the program.
	Answers []Answer

	program *Program
}

// Answer is what came of a statement: it has a failure, was not run, or else
// succeeded.
type Answer struct {
	Statement *Statement
	// Outcome is the result of a call.
	Outcome Outcome
	// Text is what help and find have found.
	Text string
	// Failure is why it failed.
	Failure *Failure
	// NotRun says why it was not run.
	NotRun string

	from     []string // the references that the failure is about
	progress progress
}

// String returns the answers for a model, in the style of the program: one line
// for each call, and the texts of help and find.
func (r *Report) String() string { return string(r.Append(nil)) }

// Append appends what String returns.
func (r *Report) Append(b []byte) []byte {
	for i := range r.Answers {
		b = append(r.program.style.answer(b, r.program, &r.Answers[i]), '\n')
	}
	return b
}

// answer writes
//
//	a: RESULT                          the JSON of the result, ok when there is none
//	a: #R1 SUMMARY                     what is kept behind a handle
//	a: ! CODE MESSAGE (from $b.owner)  a failure, and the references it is about
//	a: - not run: REASON
//
// and the text of help and find as it is.
func (lines) answer(b []byte, p *Program, a *Answer) []byte {
	s := a.Statement
	if s.Verb == Call {
		b = append(append(b, s.Label...), ": "...)
	} else if a.Failure != nil || a.NotRun != "" {
		b = append(append(b, lines{}.statement(p, s)...), ": "...)
	}
	switch o := &a.Outcome; {
	case a.NotRun != "":
		return append(append(b, "- not run: "...), oneLine(a.NotRun)...)
	case a.Failure != nil:
		return append(append(b, "! "...), a.failed()...)
	case s.Verb != Call:
		return append(b, strings.TrimRight(a.Text, "\n")...)
	case o.Handle != "":
		b = append(append(b, '#'), o.Handle...)
		if o.Summary != "" {
			b = append(append(b, ' '), oneLine(o.Summary)...)
		}
		return b
	case o.JSON == nil:
		return append(b, "ok"...)
	default:
		return jsonLine(b, o.JSON)
	}
}

// failed is the code and the message of a failure, and what it is about.
func (a *Answer) failed() string {
	text := oneLine(a.Failure.Code + " " + a.Failure.Message)
	if len(a.from) > 0 {
		text += " (from " + strings.Join(a.from, ", ") + ")"
	}
	return text
}
