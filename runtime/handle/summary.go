package handle

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-faster/jx"
)

// MaxSummary is how many characters a summary has at most.
const MaxSummary = 120

// The parts of a summary that are not all of it.
const (
	summaryText  = 24   // characters of a string
	summaryNames = 8    // names of columns
	summaryRows  = 1000 // rows that are looked at for columns and ranges
)

// Summary says in a line what a document holds: the plain members of an object
// as they are, lists by their length, their columns, and the range of their
// numbers.
//
//	name "Q3", rows: 120 of city, amount
func (d Document) Summary() string {
	if d.About != "" {
		return d.About
	}
	return Summarize(d.JSON)
}

// Line makes a summary of any text: one line of [MaxSummary] characters at most.
func Line(text string) string { return cut(printable(text), MaxSummary) }

// Summarize is the summary of a document; see [Document.Summary].
func Summarize(doc []byte) string {
	return Line(summary(doc, true))
}

// summary describes a value; that of an object has its members at the top alone.
func summary(raw []byte, top bool) string {
	switch kindOf(raw) {
	case jx.Array:
		return listSummary(raw)
	case jx.Object:
		members := membersOf(raw)
		if !top {
			return count(len(members), "member")
		}
		return objectSummary(members)
	case jx.String:
		text := stringOf(raw)
		n, first := utf8.RuneCountInString(text), `"`+cut(text, summaryText)+`"`
		if top && n > summaryText {
			return count(n, "character") + ", " + first
		}
		return first
	}
	return string(raw)
}

func objectSummary(members []member) string {
	var b strings.Builder
	for i, m := range members {
		if b.Len() > 4*MaxSummary { // what follows is cut off
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(m.name)
		if kind := kindOf(m.value); kind == jx.Array || kind == jx.Object {
			b.WriteByte(':')
		}
		b.WriteString(" " + summary(m.value, false))
	}
	if len(members) == 0 {
		return "nothing"
	}
	return b.String()
}

// listSummary looks at the first rows and the last one: what is kept is large.
func listSummary(raw []byte) string {
	var some [][]byte
	var last []byte
	n := 0
	eachElement(raw, func(value []byte) {
		if n++; n <= summaryRows {
			some = append(some, value)
		}
		last = value
	})
	text := count(n, "row")
	if n == 0 {
		return text
	}
	switch kindOf(some[0]) {
	case jx.Object:
		names := columnsOf([]row{rowOf(some[0], 0), rowOf(last, 0)})
		text += " of " + strings.Join(names[:min(len(names), summaryNames)], ", ")
		if len(names) > summaryNames {
			text += " …"
		}
	case jx.Array:
		inner, _ := elementsOf(some[0])
		text += " of " + count(len(inner), "value")
	case jx.Number:
		return numberSummary(some, n)
	default:
		text = count(n, "value") + ", first " + summary(some[0], false)
	}
	return text
}

// numberSummary describes a list of n numbers by some of its elements.
func numberSummary(some [][]byte, n int) string {
	low, high := some[0], some[0]
	for _, e := range some {
		if kindOf(e) != jx.Number {
			return count(n, "row")
		}
		if compare(e, low) < 0 {
			low = e
		}
		if compare(e, high) > 0 {
			high = e
		}
	}
	if len(some) < n {
		return count(n, "number")
	}
	return count(n, "number") + ", " + string(low) + " to " + string(high)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
