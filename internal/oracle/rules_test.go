package oracle

import (
	"maps"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// scalarBase is the scalar that t is behind pointers and names; nil for
// everything else.
func (t *typ) scalarBase() *typ {
	for t.isPointer() || t.kind == named && !t.def.isStruct() {
		if t.kind == named {
			t = t.def.base()
		} else {
			t = t.elem
		}
	}
	if t.kind != scalar {
		return nil
	}
	return t
}

// bounds reports whether rules say more than which values there can be.
func (r rules) bounds() bool {
	r.enum, r.mode, r.def, r.required = nil, "", "", false
	return r.arguments() != ""
}

// rules returns rules that go together, and with those of the type.
func (g *generator) rules(t *typ) rules {
	base := t.scalarBase()
	switch {
	case base == nil && t.ownBase() != nil:
		return g.ownRules(t)
	case base == nil:
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
	r = g.scalarRules(t, valid)
	if valid = t.allowed(r); len(valid) == 0 {
		return rules{}
	}
	if g.chance(30) && base.basic != "big.Int" {
		r.def = pick(g.Rand, valid)
	}
	return r
}

// scalarRules are rules of one kind, which may leave nothing of the values that
// are valid without them.
func (g *generator) scalarRules(t *typ, valid []string) rules {
	base := t.scalarBase()
	switch {
	case base.basic == "bool":
	case g.chance(25):
		return rules{enum: g.some(valid)}
	case t.hasConstants() && g.chance(30):
		return rules{mode: pick(g.Rand, []string{"open", "closed"})}
	case base.basic == "string":
		return g.textRules(t)
	default:
		return g.numberRules(base.basic, valid)
	}
	return rules{}
}

// numberRules are bounds between values that are allowed, and steps.
func (g *generator) numberRules(basic string, valid []string) rules {
	var r rules
	low, high := pick(g.Rand, valid), pick(g.Rand, valid)
	if rat(low).Cmp(rat(high)) > 0 {
		low, high = high, low
	}
	switch n := g.IntN(10); {
	case n < 3:
		r.exMin = low
	case n < 8:
		r.min = low
	}
	switch n := g.IntN(10); {
	case n < 3:
		r.exMax = high
	case n < 8:
		r.max = high
	}
	steps := []string{"1", "2", "7"}
	if strings.HasPrefix(basic, "float") || basic == "json.Number" {
		steps = []string{"0.1", "0.25", "1.50", "1e1"}
	}
	if g.chance(45) {
		r.step = pick(g.Rand, steps)
	}
	return r
}

// patterns are some whose meaning in JavaScript is that of the value in Go.
var patterns = map[string]string{
	`^[a-z]+$`: `^[a-z]+$`, `\d`: `[0-9]`, `^.{1,9}$`: `^[^\n\r\x{2028}\x{2029}]{1,9}$`, `[^a-d]$`: `[^a-d]$`, `(?:el|r|\u65e5)`: `el|r|日`,
	`^\p{L}`: `^\pL`, `x|^$`: `x|^$`, `\@|\W`: `[^0-9A-Za-z_]`,
}

// ofFormat lists the strings of each format, among all that the documents of
// this package have.
var ofFormat = map[string][]string{
	"date-time":   {"2026-07-28T12:00:00Z"},
	"date":        {"2024-02-29", "2026-07-28"},
	"time":        {"23:59:60Z"},
	"email":       {"a@b.c"},
	"uri":         {"http://x/y"},
	"uuid":        {"123e4567-e89b-12d3-a456-426614174000"},
	"ipv4":        {"192.0.2.1"},
	"ipv6":        {"::1"},
	"hostname":    {"red", "null", "12", "x", "celsius", "true", "2024-02-29", "123e4567-e89b-12d3-a456-426614174000", "192.0.2.1", "P1DT2H", "1h30m", "2026-07-28", "AQID", "AQI", "RED", "1", "text", "y", "07", "255", "256", "1e5"},
	"duration":    {"P1DT2H"},
	"go-duration": {"1h30m"},
}

// textRules keep to one format and one pattern with the type's.
func (g *generator) textRules(t *typ) rules {
	var r, has rules
	for t.kind == pointer {
		t = t.elem
	}
	if t.kind == named {
		has = t.def.rules
	}
	if t.isPointer() { // what is behind the name may say something, too
		return g.lengths()
	}
	kinds := g.IntN(8)
	if kinds == 0 || kinds == 1 || kinds == 4 {
		r = g.lengths()
	}
	if (kinds == 2 || kinds == 3 || kinds == 4) && has.pattern == "" {
		r.pattern = pick(g.Rand, slices.Sorted(maps.Keys(patterns)))
	}
	if kinds >= 4 && has.format == "" {
		r.format = pick(g.Rand, slices.Sorted(maps.Keys(ofFormat)))
	}
	return r
}

// requires makes some pointers required, but for those whose value may be null.
func (g *generator) requires(t *typ, r rules) bool {
	if !t.isPointer() || r.def != "" || !g.chance(25) {
		return false
	}
	base := t
	for base.isPointer() || base.kind == named && !base.def.isStruct() {
		if base.kind == named {
			base = base.def.base()
		} else {
			base = base.elem
		}
	}
	return base.kind != anyKind && base.kind != raw && (base.kind != ownKind || base.own.rules)
}

// header has a parameter travel as a header too, where it can.
func (g *generator) header(p *param) {
	base := p.typ.scalarBase()
	if base == nil || strings.HasPrefix(base.basic, "float") || base.basic == "json.Number" || !g.chance(25) {
		return
	}
	if base.basic != "string" && base.basic != "bool" {
		for _, literal := range append([]string{p.rules.min, p.rules.max, p.rules.exMin, p.rules.exMax, p.rules.def}, p.rules.enum...) {
			if literal != "" && !carried(literal) {
				return
			}
		}
	}
	p.rules.header = "H-" + p.name
	if len(p.typ.allowed(p.rules)) == 0 {
		p.rules.header = ""
	}
}

// ownBase is the type with code of its own that t is, or points to.
func (t *typ) ownBase() *own {
	if t.kind == pointer {
		t = t.elem
	}
	if t.kind != ownKind {
		return nil
	}
	return t.own
}

// typeRules are the rules of a type: they have no default.
func (g *generator) typeRules(t *typ) rules {
	r := g.rules(t)
	r.def = ""
	return r
}

func (t *typ) hasConstants() bool {
	for t.kind == pointer {
		t = t.elem
	}
	return t.kind == named && len(t.def.consts) > 0
}

// allowed lists the literals that t takes under rules of a use.
func (t *typ) allowed(r rules) []string {
	var list []string
	for _, literal := range document.Literals(t.scalarBase().basic) {
		if reading := (reading{}); reading.takes(t, r, document.Parse(literal)) {
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
	for t.kind == pointer {
		t = t.elem
	}
	if t.kind != slice {
		return rules{}
	}
	r := g.counts()
	if elem := t.elem.scalarBase(); elem != nil && !t.elem.isPointer() && !strings.HasPrefix(elem.basic, "float") && !strings.Contains(elem.basic, ".") && g.chance(50) {
		r.unique = true
		if r.minItems != nil && *r.minItems > 1 {
			*r.minItems = 1 // there may be but one value
		}
	}
	return r
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
