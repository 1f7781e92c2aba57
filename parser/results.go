package parser

import (
	"fmt"
	"go/types"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// results reads the results: the error last, and before it the values. With an
// error in its place, another result that implements error is a value like any.
func (s *signature) results(entries []*entry) {
	tuple := s.sig.Results()
	if len(entries) != tuple.Len() {
		s.ok = false // the compiler's error has been reported
		return
	}
	n := tuple.Len()
	if n > 0 && isError(tuple.At(n-1).Type()) {
		n--
		s.fn.Error = true
		s.plainError(n, tuple.At(n), entries[n])
	}
	if s.owner != nil && !s.fn.Error {
		s.fail(s.name.Pos(), diag.NoError, s.name.Name+" returns no error, but a call to another process can fail", "let it return an error last")
	}
	for i := range n {
		v, e := tuple.At(i), entries[i]
		unnamed := v.Name() == "" || v.Name() == "_"
		switch {
		case types.Identical(v.Type(), errorType):
			s.fail(e.pos, diag.BadResults, fmt.Sprintf("result %d is an error, but not the last result", i+1), "return the error last, and one only")
			continue
		case !s.fn.Error && isError(v.Type()):
			s.plainError(i, v, e)
			continue
		case n > 1 && unnamed:
			s.fail(e.pos, diag.BadResults, fmt.Sprintf("result %d of several has no name", i+1), "name the results, or return a struct")
			continue
		}
		path := v.Name()
		if unnamed {
			path = model.WrapName
		}
		p := s.value(v, e, path, s.native(v.Type()))
		p.Name = path
		if n == 1 {
			p.Name = model.WrapName
		}
		if p.Type == nil {
			s.ok = false
			continue
		}
		s.fn.Results = append(s.fn.Results, p)
	}
	s.standsAlone(entries)
	s.noHandles(entries)
}

// plainError reports a result that is an error of another type than error.
func (s *signature) plainError(i int, v *types.Var, e *entry) {
	if !types.Identical(v.Type(), errorType) {
		s.fail(e.pos, diag.BadResults, fmt.Sprintf("result %d of type %s implements error but is not error", i+1, s.types.spell(v.Type())),
			"let the function return error, since a nil pointer becomes an error that is not nil; for data, use a type without the method Error")
	}
}

// onlyResult checks that there is one result and what it is.
func (s *signature) onlyResult(rule string, fits func(*model.Type) bool) bool {
	if len(s.fn.Results) == 1 && fits(s.fn.Results[0].Type) {
		return true
	}
	pos := s.name.Pos()
	if s.typ.Results != nil && len(s.fn.Results) > 0 {
		pos = s.typ.Results.List[0].Pos()
	}
	s.report(pos, diag.BadResults, rule+", and an error last", "")
	return false
}
