package planner

import "strings"

// Header explains the whole notation in a line. [Render] leaves out of it what
// its lines do not use.
const Header = title + " -> result. " + legend

const (
	title  = "# tool(parameters)"
	legend = "x? optional, x=V default, no type: str, (1..9) range or length, (>0..<9) without ends, (%5) multiples, " +
		"str@email format, (a b) one of, int~(1 2) usual values, T[] list, [1..9] items, {a b:int} object, " +
		"{*:T} map, T|U either, T? or null, @N(T) calls T @N, #K handle of K, &a listed once"
)

// The parts of the legend, in its order.
const (
	optionals = 1 << iota
	defaults
	untyped
	bounds
	exclusives
	multiples
	formats
	enums
	usuals
	lists
	counts
	objects
	mappings
	unions
	nulls
	nameds
	handles
	sharing
	results // which stands in front of it
)

// header is the first line of a registry whose lines use some of the notation.
func header(uses int) string {
	line := title
	if uses&results != 0 {
		line += " -> result"
	}
	if parts := explained(uses); len(parts) > 0 {
		line += ". " + strings.Join(parts, ", ")
	}
	return line
}

// explained returns the parts of the legend for some of the notation.
func explained(uses int) (parts []string) {
	for i, part := range strings.Split(legend, ", ") {
		if uses&(1<<i) != 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// notation returns the parts of the legend that members need.
func notation(list []Member) int {
	uses := 0
	for _, m := range list {
		if m.Optional {
			uses |= optionals
		}
		if m.Default != "" {
			uses |= defaults
		}
		if m.Type.plain() {
			uses |= untyped
		}
		uses |= m.Type.notation()
	}
	return uses
}

// notation returns the parts of the legend that a type needs.
func (t *Type) notation() int {
	if t == nil {
		return 0
	}
	uses := t.limits() | notation(t.Members) | t.Elem.notation() | t.Key.notation()
	for _, c := range t.Cases {
		uses |= c.notation()
	}
	if t.Null {
		uses |= nulls
	}
	switch t.Kind {
	case Enum:
		uses |= enums
	case List:
		uses |= lists
	case Object:
		uses |= objects
	case Map:
		uses |= mappings
	case Union:
		uses |= unions
	case Named:
		uses |= nameds
	case Handle:
		uses |= handles
	}
	return uses
}

// limits returns the parts of the legend for the bounds of a type, its format
// and its usual values.
func (t *Type) limits() int {
	uses := 0
	if t.Low != "" || t.High != "" {
		if uses = bounds; t.Kind == List {
			uses = counts
		}
	}
	if strings.HasPrefix(t.Low, ">") || strings.HasPrefix(t.High, "<") {
		uses |= exclusives
	}
	if t.Step != "" {
		uses |= multiples
	}
	if t.Format != "" {
		uses |= formats
	}
	if t.Kind.IsScalar() && len(t.Values) > 0 {
		uses |= usuals
	}
	return uses
}
