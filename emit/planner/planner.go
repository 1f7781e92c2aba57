// Package planner writes a tool as one line that a model can plan with.
//
// A line holds the parameters, and the result behind an arrow:
//
//	(city days?:int(1..14)=3 unit?:(celsius fahrenheit)) -> {summary highs:num[]}
//
// It says the same as the contract about names, types, which parameters are
// optional, enums, ranges, steps, lengths, numbers of items, formats and
// defaults, and can be read back. Descriptions are not part of it, nor are
// patterns and whether elements may be equal. A line has no line break,
// whatever stands in names and values. The grammar (EBNF, blanks only where
// shown):
//
//	line    = "(" members ")" [ " -> " ( type | "content" ) ] .
//	members = [ member { " " member } ] .
//	member  = name [ "?" ] [ ":" type ] [ "=" value ] .   (? optional; no type: str; = default)
//	name    = word | string .
//	type    = suffixed { "|" suffixed } .                  (one of them; the first member of objects tells which)
//	suffixed = atom { "[" [ span | count ] "]" | "?" } .  (list, list of so many, null allowed)
//	atom    = values | scalar | object | map | named | "#" name | "(" type ")" .
//	values  = value | "(" value { " " value } ")" .       (the only values; one and a suffix: in parentheses)
//	scalar  = kind [ "@" name ] [ "(" limits ")" ] [ "~" values ] . (range of a number, length of a str; @ format; ~ usual values)
//	limits  = ( span | number ) [ step ] | step .
//	step    = "%" number .                                (multiples of it)
//	kind    = "str" | "bool" | "num" | "bytes" | "time" | "any" |
//	          [ "u" ] "int" [ "8" | "16" | "32" ] .
//	object  = "{" members "}" .
//	map     = "{*" [ type ] ":" type "}" .                (behind * that of the names; none: str)
//	named   = "@" name [ "(" type ")" ] .                 (with a type: first use, which names it)
//	span    = low ".." [ high ] | ".." high .             (both ends included, but for > and <)
//	low     = [ ">" ] number .
//	high    = [ "<" ] number .
//	value   = word | JSON .                               (a word is the string it spells)
//	word    = ( letter | "_" | "$" ) { letter | digit | "_" | "$" | "." | "/" | "-" } .
//
// Letters are ASCII. A string that is a kind, true, false or null is no word
// where a value stands; it is written as JSON, compact and without blanks
// outside strings. A number alone in a span means exactly so much: [3] is a
// list of three. Types that hold themselves, and structs that occur more than
// once, are named; a name holds within the parameters, or within the result.
//
// The format of a str that holds another scalar, as the tag option string makes
// it, is the kind of that: str@int.
//
// A result is a promise that must survive change, so it has types only: no
// ranges, enums, lengths, numbers of items, nor sizes of integers. A result
// that travels wrapped, as {"result": v}, is written as v; one that is content
// instead of data (text, images, sound, resources) as that word.
package planner

import (
	"cmp"
	"slices"

	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// Lines returns the tools of a package by name.
func Lines(p *model.Package) []planner.Entry {
	var entries []planner.Entry
	for _, t := range p.Tools {
		entries = append(entries, planner.Entry{Name: t.Name, Line: Line(p, t), About: planner.About(t.Name, t.Doc)})
	}
	slices.SortFunc(entries, func(a, b planner.Entry) int { return cmp.Compare(a.Name, b.Name) })
	return entries
}

// Line returns the parameters and the result of a tool.
func Line(p *model.Package, t *model.Tool) string { return Signature(p, t).String() }

// Signature is what the line of a tool says.
func Signature(p *model.Package, t *model.Tool) *planner.Signature {
	sig := &planner.Signature{}
	in := newWriter(p, true)
	in.plan(func() { sig.Params = in.members(p.InputMembers(t)) })
	switch result := p.Output(t); {
	case result.Handle != nil:
		sig.Result = &planner.Type{Kind: planner.Handle, Name: p.HandleKind(result.Handle)}
	case result.Content:
		sig.Result = &planner.Type{Kind: planner.Content}
	case !result.None():
		out := newWriter(p, false)
		out.plan(func() { sig.Result = out.result(result) })
	}
	return sig
}
