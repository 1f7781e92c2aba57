package model

import (
	"go/token"
	"regexp"
	"slices"
	"strconv"
)

// Summary is a function offered with //mcp:summary: it says in a line what a
// value holds that the server keeps as a handle.
type Summary struct {
	// Func is its name, Owner the type that it is a method of; empty for a
	// function.
	Func  string `json:"func"`
	Owner string `json:"owner,omitempty"`
	// Type is what it summarises.
	Type *Type          `json:"type"`
	Pos  token.Position `json:"-"`
}

// Handled returns the type of the value that the tool keeps and answers with a
// handle of; nil for a tool that returns what it has.
func (t *Tool) Handled() *Type {
	if len(t.Func.Results) != 1 {
		return nil
	}
	switch result := t.Func.Results[0].Type; {
	case result.Kind == Handle:
		return result.Elem
	case t.Keep && result.Kind == Ptr:
		return result.Elem
	case t.Keep:
		return result
	}
	return nil
}

// HandleKind is the kind of the handles of values of a type: what a tool says
// with kind=, else the name of the type in snake case.
func (p *Package) HandleKind(value *Type) string {
	for _, t := range p.Tools {
		if made := t.Handled(); made != nil && t.Kind != "" && made.ID() == value.ID() {
			return t.Kind
		}
	}
	return p.kindWord(value)
}

// KindForm is what a kind looks like.
var KindForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (p *Package) kindWord(t *Type) string {
	word := ""
	switch t.Kind {
	case Ref:
		n := p.Named(t.Ref)
		word = Snake(n.Label())
		for _, arg := range n.Args {
			word += "_" + p.kindWord(arg)
		}
	case Ptr:
		return p.kindWord(t.Elem)
	case List, Array:
		return p.kindWord(t.Elem) + "_list"
	case Map:
		return p.kindWord(t.Elem) + "_map"
	case Bytes, Time, Any, Raw, Numeral, BigInt:
		return Snake(string(t.Kind))
	default:
		word = t.Basic
	}
	if !KindForm.MatchString(word) { // a name in another script
		return "value"
	}
	return word
}

// SummaryOf returns the function that summarises values of a type; nil for none.
func (p *Package) SummaryOf(value *Type) *Summary {
	i := slices.IndexFunc(p.Summaries, func(s *Summary) bool { return s.Type.ID() == value.ID() })
	if i < 0 {
		return nil
	}
	return p.Summaries[i]
}

// ID spells a type with import paths, whatever aliases it came through.
func (t *Type) ID() string {
	switch t.Kind {
	case Time:
		return "time.Time"
	case Raw:
		return "encoding/json.RawMessage"
	case Numeral:
		return "encoding/json.Number"
	case BigInt:
		return "math/big.Int"
	case Any:
		return "any"
	case Bytes:
		if t.Elem != nil {
			return "[]" + t.Elem.ID()
		}
		return "[]uint8"
	case List:
		return "[]" + t.Elem.ID()
	case Array:
		return "[" + strconv.FormatInt(t.Len, 10) + "]" + t.Elem.ID()
	case Map:
		return "map[" + t.Key.ID() + "]" + t.Elem.ID()
	case Ptr:
		return "*" + t.Elem.ID()
	case Ref:
		return t.Ref
	case Handle:
		return "handle[" + t.Elem.ID() + "]"
	}
	return t.Basic
}
