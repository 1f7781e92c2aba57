package oracle

import (
	"slices"
	"strings"
)

// literalsOf lists values of a scalar type, spelt as JSON and as Go alike.
func literalsOf(basic string) []string {
	small := []string{"0", "1", "2", "3", "7", "14", "100"}
	switch basic {
	case "bool":
		return []string{"true", "false"}
	case "string":
		return []string{`"red"`, `"a b"`, `"null"`, `"<&>"`, `"日本"`, `"12"`, `"x"`, `"celsius"`, `"true"`}
	case "float32", "float64":
		return append(small, "0.5", "-3", "0.1", "2.25", "1e3", "0.30", "-1.5", "1e21", "16777217")
	case "int64", "int":
		return append(small, "-1", "-7", "9223372036854775807", "-9223372036854775808", "9007199254740993")
	case "uint64", "uint", "uintptr":
		return append(small, "18446744073709551615", "9007199254740993")
	case "int8", "int16", "int32", "rune":
		return append(small, "-1", "-7", "127")
	}
	return append(small, "255")
}

// scalarBase is the scalar that t is behind pointers and names; nil for
// everything else.
func (t *typ) scalarBase() *typ {
	if t.kind == pointer {
		t = t.elem
	}
	if t.kind == named && !t.def.isStruct() {
		t = t.def.base()
	}
	if t.kind != scalar {
		return nil
	}
	return t
}

// rules returns rules that go together, and with those of the type.
func (g *generator) rules(t *typ) rules {
	base := t.scalarBase()
	if base == nil {
		return g.listRules(t)
	}
	if g.chance(40) {
		return rules{}
	}
	var r rules
	valid := t.allowed(r)
	if len(valid) == 0 {
		return r
	}
	switch {
	case base.basic == "bool":
	case g.chance(25):
		r.enum = g.some(valid)
	case t.hasConstants() && g.chance(30):
		r.mode = pick(g.Rand, []string{"open", "closed"})
	case base.basic == "string":
		r = g.lengths()
	default:
		low, high := pick(g.Rand, valid), pick(g.Rand, valid)
		if rat(low).Cmp(rat(high)) > 0 {
			low, high = high, low
		}
		r.min, r.max = low, high
		if g.chance(20) {
			r.min = ""
		} else if g.chance(20) {
			r.max = ""
		}
	}
	valid = t.allowed(r)
	if len(valid) == 0 {
		return rules{}
	}
	if g.chance(30) {
		r.def = pick(g.Rand, valid)
	}
	return r
}

// typeRules are the rules of a type: they have no default.
func (g *generator) typeRules(t *typ) rules {
	r := g.rules(t)
	r.def = ""
	return r
}

func (t *typ) hasConstants() bool {
	if t.kind == pointer {
		t = t.elem
	}
	return t.kind == named && len(t.def.consts) > 0
}

// allowed lists the literals that t takes under rules of a use.
func (t *typ) allowed(r rules) []string {
	var list []string
	for _, literal := range literalsOf(t.scalarBase().basic) {
		if reading := (reading{}); reading.takes(t, r, parse(literal)) {
			list = append(list, literal)
		}
	}
	return list
}

func (g *generator) some(list []string) []string {
	list = slices.Clone(list)
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	list = slices.DeleteFunc(list[:1+g.IntN(len(list))], func(s string) bool { return strings.Contains(s, "|") })
	return list
}

func (g *generator) lengths() rules {
	low, high := g.IntN(3), 2+g.IntN(6)
	r := rules{minLength: &low, maxLen: &high}
	if g.chance(25) {
		r.minLength = nil
	} else if g.chance(25) {
		r.maxLen = nil
	}
	return r
}

// listRules are for lists without rules of their own.
func (g *generator) listRules(t *typ) rules {
	if t.kind == pointer {
		t = t.elem
	}
	if t.kind == slice {
		return g.counts()
	}
	return rules{}
}

func (g *generator) counts() rules {
	low, high := g.IntN(3), 2+g.IntN(3)
	switch g.IntN(5) {
	case 0:
		return rules{minItems: &low, maxItems: &high}
	case 1:
		return rules{minItems: &low}
	case 2:
		return rules{maxItems: &high}
	}
	return rules{}
}
