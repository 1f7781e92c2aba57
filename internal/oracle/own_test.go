package oracle

import (
	"encoding/json"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/mcpgen/mcpgen/internal/oracle/document"
)

// own is a type with JSON or text code of its own.
type own struct {
	name   string // as its package spells it
	std    bool   // of the standard library, else of package shared
	values []any  // what its code reads
	// wire reports whether the schema takes a value, reads whether the code of
	// the type does, which may be stricter.
	wire, reads func(v any) bool
	// rules: constraints of strings may be asked of it.
	rules bool
	// pointer: the code that writes has a pointer receiver.
	pointer bool
	// zero: omitzero is served.
	zero bool
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}

func anyValue(any) bool { return true }

// textOf makes the verdict of a type of strings from that of its code.
func textOf(reads func(s string) bool) func(v any) bool {
	return func(v any) bool {
		s, ok := v.(string)
		return ok && reads(s)
	}
}

func unmarshals[T any, P interface {
	*T
	UnmarshalText([]byte) error
}]() func(v any) bool {
	return textOf(func(s string) bool { return P(new(T)).UnmarshalText([]byte(s)) == nil })
}

func oneOf(list ...string) func(v any) bool {
	return textOf(func(s string) bool { return slices.Contains(list, s) })
}

func isUUID(s string) bool { return slices.Contains(ofFormat["uuid"], s) }

func isNumberOrNull(v any) bool {
	n, ok := v.(json.Number)
	return v == nil || ok && !strings.ContainsAny(n.String(), ".eE-") && len(n) < 10
}

// owns are what random sources may use.
var owns = []*own{
	{name: "netip.Addr", std: true, values: []any{"192.0.2.1", "::1", ""}, wire: isText, reads: unmarshals[netip.Addr](), rules: true},
	{name: "net.IP", std: true, values: []any{"192.0.2.1", "::1", ""}, wire: isText, reads: unmarshals[net.IP](), rules: true, zero: true},
	{name: "slog.Level", std: true, values: []any{"INFO", "warn+3"}, wire: isText, reads: unmarshals[slog.Level](), rules: true, zero: true},
	{name: "big.Rat", std: true, values: []any{"1/3", "12"}, wire: isText, reads: unmarshals[big.Rat](), pointer: true},
	{name: "big.Float", std: true, values: []any{"1.5", "12"}, wire: isText, reads: unmarshals[big.Float](), pointer: true},
	{name: "Hue", values: []any{"red", "blue"}, wire: isText, reads: oneOf("red", "blue", "RED"), rules: true, pointer: true, zero: true},
	{name: "Key4", values: []any{"abcd", "日x"}, wire: isText, reads: textOf(func(s string) bool { return len(s) == 4 }), rules: true},
	{name: "UUID", values: []any{"123e4567-e89b-12d3-a456-426614174000"}, wire: textOf(isUUID), reads: isText},
	{name: "Word", values: []any{"red", "a b", ""}, wire: isText, reads: isText, rules: true, zero: true},
	{name: "Bit", values: []any{"0", "1"}, wire: isText, reads: oneOf("0", "1"), rules: true, zero: true},
	{name: "Tags", values: []any{"", "a", "a,b"}, wire: isText, reads: isText, rules: true, zero: true},
	{name: "Money", values: []any{"5 EUR", nil}, wire: anyValue, reads: func(v any) bool { return v == nil || isText(v) }},
	{name: "Reads", values: []any{json.Number("5"), nil}, wire: anyValue, reads: isNumberOrNull, zero: true},
	{name: "Writes", values: []any{json.Number("5"), nil}, wire: anyValue, reads: isNumberOrNull, zero: true},
	{name: "Mixed", values: []any{"x", "red"}, wire: anyValue, reads: isText, pointer: true},
	{name: "When", values: []any{"2026-07-28T12:00:00Z"}, wire: unmarshals[time.Time](), reads: isText},
	{name: "Host", values: []any{"192.0.2.1", "::1"}, wire: isText, reads: unmarshals[netip.Addr](), rules: true},
	{name: "Deep", values: []any{"2026-07-28T12:00:00Z"}, wire: unmarshals[time.Time](), reads: isText},
	{name: "Purse", values: []any{"5 EUR", nil}, wire: anyValue, reads: func(v any) bool { return v == nil || isText(v) }},
	{name: "Shade", values: []any{"red", "blue"}, wire: isText, reads: oneOf("red", "blue", "RED"), rules: true, pointer: true},
}

// ownSource declares those of package shared.
const ownSource = `// Hue has text code, that for writing with a pointer receiver.
type Hue int

// Constants do not make an enum of a type with text code.
const (
	Red Hue = iota
	Blue
)

func (h *Hue) MarshalText() ([]byte, error) {
	if *h == Red {
		return []byte("red"), nil
	}
	return []byte("blue"), nil
}

func (h *Hue) UnmarshalText(text []byte) error {
	switch string(text) {
	case "red", "RED":
		*h = Red
	case "blue":
		*h = Blue
	default:
		return errors.New("no hue")
	}
	return nil
}

// Key4 is an array.
type Key4 [4]byte

func (k Key4) MarshalText() ([]byte, error) { return []byte(strings.ToValidUTF8(string(k[:]), "?")), nil }

func (k *Key4) UnmarshalText(text []byte) error {
	if len(text) != len(k) {
		return errors.New("four bytes")
	}
	copy(k[:], text)
	return nil
}

// UUID is what its name says.
type UUID [16]byte

func (u UUID) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:]), nil
}

func (u *UUID) UnmarshalText(text []byte) error {
	_, err := hex.Decode(u[:], []byte(strings.ReplaceAll(string(text), "-", "")))
	return err
}

// Word is a string.
type Word string

func (w Word) MarshalText() ([]byte, error) { return []byte("_" + w), nil }

func (w *Word) UnmarshalText(text []byte) error { *w = Word(text) + "!"; return nil }

// Bit is a byte, of which lists are no base64.
type Bit byte

func (b Bit) MarshalText() ([]byte, error) { return []byte{'0' + byte(b%10)}, nil }

func (b *Bit) UnmarshalText(text []byte) error {
	if string(text) != "0" && string(text) != "1" {
		return errors.New("no bit")
	}
	*b = Bit(text[0] - '0')
	return nil
}

// Tags are a list.
type Tags []string

func (t Tags) MarshalText() ([]byte, error) { return []byte(strings.Join(t, ",")), nil }

func (t *Tags) UnmarshalText(text []byte) error { *t = strings.Split(string(text), ","); return nil }

// Money has JSON code.
type Money struct{ Text string }

func (m Money) MarshalJSON() ([]byte, error) { return json.Marshal([]string{m.Text}) }

func (m *Money) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &m.Text) }

// Reads has code for reading alone.
type Reads int32

func (r *Reads) UnmarshalJSON(data []byte) error {
	var n *uint32
	if err := json.Unmarshal(data, &n); err != nil || n == nil {
		return err
	}
	*r = Reads(*n % 1000)
	return nil
}

// Writes has code for writing alone.
type Writes uint32

func (w Writes) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, " [ %d ] ", w), nil }

// Mixed is read as text and written as JSON.
type Mixed struct{ Text string }

func (m *Mixed) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]string{"<": m.Text}) }

func (m *Mixed) UnmarshalText(text []byte) error { m.Text = string(text); return nil }

// When is a time.
type When struct{ time.Time }

// Host is an address.
type Host struct{ netip.Addr }

// Deep is a time by way of another type.
type Deep struct {
	When ` + "`json:\"at\"`" + `
	Note string
}

// Purse is money.
type Purse struct{ Money }

// Shade has the code of a hue.
type Shade struct {
	Hue
	n int
}
`

func (o *own) spell(in string) string {
	if o.std || in == shared {
		return o.name
	}
	return shared + "." + o.name
}

// own judges a value of a type with code of its own.
func (r *reading) own(o *own, use []rules, v any) any {
	r.names(v)
	switch {
	case !o.wire(v):
		r.refuse("%v is no %s", v, o.name)
		return v
	case !o.reads(v):
		r.beyond = append(r.beyond, "the code of "+o.name)
	}
	if s, ok := v.(string); ok && o.rules {
		r.length(use, len([]rune(s)))
		r.shape(use, s)
		r.enum(use, nil, func(literal string) bool { return document.Parse(literal) == v })
	}
	return v
}

// ownRules are constraints that some of the values keep.
func (g *generator) ownRules(t *typ) rules {
	if t.kind == pointer {
		t = t.elem
	}
	if t.kind != ownKind || !t.own.rules || g.chance(40) {
		return rules{}
	}
	r := g.textRules(t)
	if value := pick(g.Rand, t.own.values); value != "" && g.chance(25) {
		r = rules{enum: []string{document.Encode(value, false)}}
	}
	if !slices.ContainsFunc(t.own.values, func(v any) bool { return (&reading{}).takes(t, r, v) }) {
		return rules{}
	}
	return r
}

// ownValue is one that keeps the rules.
func (s sampler) ownValue(t *typ, use rules) any {
	values := t.own.values
	for _, i := range s.Perm(len(values)) {
		if r := (reading{}); r.takes(t, use, values[i]) {
			return values[i]
		}
	}
	return values[0]
}

// unreached reports whether a value of t that has no address is written
// otherwise: types with such values are not in maps.
func (t *typ) unreached() bool {
	switch t.kind {
	case scalar:
		return t.basic == "big.Int"
	case ownKind:
		return t.own.pointer
	case array:
		return t.elem.unreached()
	case named:
		return !t.def.isStruct() && t.def.under.unreached() ||
			slices.ContainsFunc(t.def.fields, func(f *field) bool { return f.typ.unreached() })
	}
	return false
}

// reached is a type for the values of a map.
func (g *generator) reached(make func() *typ) *typ {
	for {
		if t := make(); !t.unreached() {
			return t
		}
	}
}
