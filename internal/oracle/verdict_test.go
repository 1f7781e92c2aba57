package oracle

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// reading is what the contract, as written in the source, says of a document:
// the third opinion beside the schema's and the decoder's.
type reading struct {
	open bool
	// complete asks for the document as encoding/json can read it: defaults
	// filled in, unknown members left out, integers spelt as such.
	complete bool
	refused  []string // reasons
	beyond   []string // what only the decoder refuses: ranges that no schema says, names that come twice
}

func (r *reading) refuse(format string, args ...any) {
	r.refused = append(r.refused, fmt.Sprintf(format, args...))
}

func (r *reading) takes(t *typ, use rules, v any) bool {
	r.value(t, []rules{use}, nil, v)
	return len(r.refused)+len(r.beyond) == 0
}

// value judges v as a t and returns it without its optional nulls. Use holds
// the rules of the use, then those of the names on the way.
func (r *reading) value(t *typ, use []rules, consts []constant, v any) any {
	switch t.kind {
	case pointer:
		if v == nil {
			return nil
		}
		return r.value(t.elem, use, consts, v)
	case named:
		if t.def.isStruct() {
			return r.structure(t.def.members(), v)
		}
		if len(consts) == 0 {
			consts = t.def.consts
		}
		return r.value(t.def.under, append(use, t.def.rules), consts, v)
	case ownKind:
		return r.own(t.own, use, v)
	case scalar:
		return r.scalar(t.basic, use, consts, v)
	case text:
		return r.str(v, func(s string) bool { _, err := base64.StdEncoding.DecodeString(s); return err == nil })
	case moment:
		return r.str(v, func(s string) bool { return new(time.Time).UnmarshalText([]byte(s)) == nil })
	case slice, array:
		return r.list(t, use, v)
	case mapping:
		return r.mapping(t, v)
	case union:
		return r.union(t.def.union, v)
	}
	r.names(v)
	return v
}

func (r *reading) str(v any, valid func(string) bool) any {
	if s, ok := v.(string); !ok || !valid(s) {
		r.refuse("%v is not such a string", v)
	}
	return v
}

func (r *reading) list(t *typ, use []rules, v any) any {
	list, ok := v.([]any)
	if !ok {
		r.refuse("%v is no list", v)
		return v
	}
	for _, u := range use {
		if u.minItems != nil && len(list) < *u.minItems || u.maxItems != nil && len(list) > *u.maxItems {
			r.refuse("%d items", len(list))
		}
		if u.unique && repeats(list) {
			r.refuse("equal items")
		}
	}
	if t.kind == array && len(list) != t.len {
		r.refuse("%d items instead of %d", len(list), t.len)
	}
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = r.value(t.elem, nil, nil, e)
	}
	return out
}

// repeats reports whether two scalars of a list are equal, as JSON.
func repeats(list []any) bool {
	for i, a := range list {
		for _, b := range list[:i] {
			if same(a, b) {
				return true
			}
		}
	}
	return false
}

func same(a, b any) bool {
	switch x := a.(type) {
	case json.Number:
		y, ok := b.(json.Number)
		return ok && rat(x.String()).Cmp(rat(y.String())) == 0
	case string, bool:
		return a == b
	}
	return false
}

func (r *reading) mapping(t *typ, v any) any {
	o, ok := v.(document.Object)
	if !ok {
		r.refuse("%v is no object", v)
		return v
	}
	out, keys := document.Object{}, map[string]bool{}
	for _, e := range o {
		r.key(t.key, e.Name)
		if t.key.kind == named && t.key.def.text != nil {
			key, _ := t.key.def.text(e.Name)
			if keys[key] {
				r.beyond = append(r.beyond, strconv.Quote(e.Name)+" is a key that is there")
			}
			keys[key] = true
		}
		out = append(out, document.Entry{Name: e.Name, Value: r.value(t.elem, nil, nil, e.Value)})
	}
	r.unique(o)
	return out
}

// unique notes names that come twice.
func (r *reading) unique(o document.Object) {
	seen := map[string]bool{}
	for _, e := range o {
		if seen[e.Name] {
			r.beyond = append(r.beyond, strconv.Quote(e.Name)+" twice")
		}
		seen[e.Name] = true
	}
}

// names notes names that come twice in a value of any shape.
func (r *reading) names(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			r.names(e)
		}
	case document.Object:
		r.unique(v)
		for _, e := range v {
			r.names(e.Value)
		}
	}
}

func (r *reading) structure(members []member, v any) any {
	o, ok := v.(document.Object)
	if !ok {
		r.refuse("%v is no object", v)
		return v
	}
	r.unique(o)
	out, seen := document.Object{}, map[string]bool{}
	for _, e := range o {
		m := find(members, e.Name)
		switch {
		case m == nil:
			if !r.open {
				r.refuse("%q is unknown", e.Name)
			}
			r.names(e.Value)
			if !r.complete {
				out = append(out, e)
			}
		case e.Value == nil && m.optional:
		case e.Value == nil && m.rules.required:
			r.refuse("%q is null", e.Name)
			seen[e.Name] = true
		default:
			seen[e.Name] = true
			out = append(out, document.Entry{Name: e.Name, Value: r.member(m, e.Value)})
		}
	}
	for _, m := range members {
		switch {
		case seen[m.name]:
		case r.complete && m.rules.def != "":
			out = append(out, document.Entry{Name: m.name, Value: r.member(&m, m.literal(m.rules.def))})
		case !m.optional:
			r.refuse("%q is missing", m.name)
		}
	}
	return out
}

func find(members []member, name string) *member {
	for i := range members {
		if members[i].name == name {
			return &members[i]
		}
	}
	return nil
}

func (r *reading) scalar(basic string, use []rules, consts []constant, v any) any {
	switch x := v.(type) {
	case bool:
		if basic == "bool" {
			return v
		}
	case string:
		if basic == "string" {
			r.length(use, utf8.RuneCountInString(x))
			r.shape(use, x)
			r.enum(use, consts, func(literal string) bool { return document.Parse(literal) == v })
			return v
		}
	case json.Number:
		if basic != "string" && basic != "bool" {
			return r.number(basic, use, consts, x)
		}
	}
	r.refuse("%v is no %s", v, basic)
	return v
}

func (r *reading) length(use []rules, n int) {
	for _, u := range use {
		if u.minLength != nil && n < *u.minLength || u.maxLen != nil && n > *u.maxLen {
			r.refuse("%d characters", n)
		}
	}
}

func (r *reading) shape(use []rules, s string) {
	for _, u := range use {
		if u.pattern != "" && !regexp.MustCompile(patterns[u.pattern]).MatchString(s) {
			r.refuse("no match of %s", u.pattern)
		}
		if u.format != "" && !slices.Contains(ofFormat[u.format], s) && !happens(u.format, s) {
			r.refuse("no %s", u.format)
		}
	}
}

// happens reports whether a text that was made for something else is of a
// format: the literals of numbers and booleans are of these two at times.
func happens(format, s string) bool {
	switch format {
	case "go-duration":
		_, err := time.ParseDuration(s)
		return err == nil
	case "hostname":
		return regexp.MustCompile(`^[0-9A-Za-z]+$`).MatchString(s)
	}
	return false
}

// enum applies the nearest list: of the use, of a name, else the constants
// unless they are advice.
func (r *reading) enum(use []rules, consts []constant, equal func(literal string) bool) {
	var list []string
	mode := ""
	for _, u := range use {
		if len(u.enum) > 0 {
			list = u.enum
			break
		}
		if mode == "" {
			mode = u.mode
		}
	}
	if list == nil && mode != "open" {
		for _, c := range consts {
			list = append(list, c.literal)
		}
	}
	for _, literal := range list {
		if equal(literal) {
			return
		}
	}
	if len(list) > 0 {
		r.refuse("none of %v", list)
	}
}

// widths are the sizes of the integers, negative for signed ones.
var widths = map[string]int{
	"int": -64, "int8": -8, "int16": -16, "int32": -32, "rune": -32, "int64": -64,
	"uint": 64, "uint8": 8, "byte": 8, "uint16": 16, "uint32": 32, "uint64": 64, "uintptr": 64,
}

func (r *reading) number(basic string, use []rules, consts []constant, n json.Number) any {
	x := rat(n.String())
	for _, u := range use {
		if u.header != "" && !carried(n.String()) {
			r.refuse("%v is beyond what a header carries", n)
		}
		if u.min != "" && x.Cmp(rat(u.min)) < 0 || u.max != "" && x.Cmp(rat(u.max)) > 0 {
			r.refuse("%v is out of bounds", n)
		}
		if u.exMin != "" && x.Cmp(rat(u.exMin)) <= 0 || u.exMax != "" && x.Cmp(rat(u.exMax)) >= 0 {
			r.refuse("%v is at a bound or beyond", n)
		}
		if u.step != "" && !new(big.Rat).Quo(x, rat(u.step)).IsInt() {
			r.refuse("%v is no multiple", n)
		}
	}
	r.enum(use, consts, func(literal string) bool { return rat(literal).Cmp(x) == 0 })
	width := widths[basic]
	switch {
	case basic == "json.Number":
		return n
	case basic == "big.Int" && x.IsInt() && r.complete:
		return json.Number(x.Num().String())
	case basic == "big.Int":
		if !x.IsInt() {
			r.refuse("%v is no integer", n)
		}
		return n
	}
	if width == 0 {
		bits, _ := strconv.Atoi(basic[len("float"):])
		if _, err := strconv.ParseFloat(n.String(), bits); err != nil {
			r.beyond = append(r.beyond, "range of "+basic)
		}
		return n
	}
	if !x.IsInt() {
		r.refuse("%v is no integer", n)
		return n
	}
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(max(width, -width)))
	if width < 0 {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	if below, above := x.Num().Cmp(low) < 0, x.Num().Cmp(high) >= 0; below || above {
		if width == 64 && above || width == -64 {
			r.beyond = append(r.beyond, "range of "+basic)
		} else {
			r.refuse("%v is out of range", n)
		}
	}
	if r.complete {
		return json.Number(x.Num().String())
	}
	return n
}

// carried reports whether clients in every language have a number exactly.
func carried(number string) bool {
	return new(big.Rat).Abs(rat(number)).Cmp(rat("9007199254740991")) <= 0
}

func rat(number string) *big.Rat {
	x, ok := new(big.Rat).SetString(number)
	if !ok {
		return new(big.Rat)
	}
	return x
}
