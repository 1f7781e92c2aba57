package oracle

import (
	"fmt"
	"strconv"
	"strings"
)

// typ is one use of a Go type, as the generator of this package made it: the
// contract of mcpgen plays no part in it.
type typ struct {
	kind  kind
	basic string // Go name of a scalar
	elem  *typ
	key   *typ
	len   int
	def   *def
	own   *own
}

type kind int

const (
	scalar kind = iota
	text        // []byte, base64; elem is set when it is a named byte type
	moment      // time.Time
	anyKind
	raw // json.RawMessage
	slice
	array
	mapping
	pointer
	named
	ownKind
	union
)

func basic(name string) *typ { return &typ{kind: scalar, basic: name} }

// def is a defined type. A generic one is one def for each instance.
type def struct {
	pkg, name string // the package's name
	args      []*typ
	under     *typ // nil for a struct and for a union
	union     *unionDef
	fields    []*field
	consts    []constant
	rules     rules  // those of //mcp:field on the type
	zeroer    string // the receiver of a method IsZero, "v " or "v *"; "" for none
	source    string
	text      func(name string) (key string, ok bool) // of a key type with text code
}

type constant struct {
	name    string
	literal string // JSON, and Go all the same
}

func (d *def) isStruct() bool { return d.under == nil }

// field is one field of a struct, embedded when it has no name of its own.
type field struct {
	name     string
	embedded bool
	tag      string // name on the wire; "" for the Go name, "-" to leave it out
	opts     string // ",omitempty"
	typ      *typ
	rules    rules
	ruleTag  bool // the rules stand in a jsonschema tag where that can say them
}

// badTag is a name that encoding/json does not take from a tag.
const badTag = "it's"

// goName is the selector of the field.
func (f *field) goName() string {
	if !f.embedded {
		return f.name
	}
	t := f.typ
	if t.kind == pointer {
		t = t.elem
	}
	return t.def.name
}

func (f *field) exported() bool {
	return !strings.HasPrefix(f.goName(), strings.ToLower(f.goName()[:1]))
}

// rules are what a directive says.
type rules struct {
	min, max           string
	exMin, exMax, step string
	pattern, format    string
	unique, required   bool
	minLength, maxLen  *int
	minItems, maxItems *int
	enum               []string // JSON literals
	mode               string   // enum=open or enum=closed
	def                string   // JSON literal
	header             string   // which bounds integers
}

// arguments spells the rules for //mcp:param and //mcp:field.
func (r rules) arguments() string {
	var b strings.Builder
	add := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, " %s=%s", key, value)
		}
	}
	count := func(key string, n *int) {
		if n != nil {
			add(key, strconv.Itoa(*n))
		}
	}
	add("min", r.min)
	add("max", r.max)
	add("exclusiveMin", r.exMin)
	add("exclusiveMax", r.exMax)
	add("multipleOf", r.step)
	if r.pattern != "" {
		add("pattern", strconv.Quote(r.pattern))
	}
	add("format", r.format)
	if r.unique {
		b.WriteString(" unique")
	}
	if r.required {
		b.WriteString(" required")
	}
	count("minLength", r.minLength)
	count("maxLength", r.maxLen)
	count("minItems", r.minItems)
	count("maxItems", r.maxItems)
	add("enum", r.mode)
	if len(r.enum) > 0 {
		values := make([]string, len(r.enum))
		for i, literal := range r.enum {
			values[i] = bare(literal)
		}
		add("enum", strconv.Quote(strings.Join(values, "|")))
	}
	if r.def != "" {
		add("default", strconv.Quote(bare(r.def)))
	}
	add("header", r.header)
	return b.String()
}

// tag spells the rules as invopop/jsonschema reads them; "" where it cannot.
func (r rules) tag() string {
	if r.mode != "" {
		return ""
	}
	var words []string
	add := func(key, value string) {
		words = append(words, key+"="+strings.ReplaceAll(value, ",", `\,`))
	}
	for _, pair := range [][2]string{
		{"minimum", r.min}, {"maximum", r.max}, {"exclusiveMinimum", r.exMin}, {"exclusiveMaximum", r.exMax},
		{"multipleOf", r.step}, {"pattern", r.pattern}, {"format", r.format},
	} {
		if pair[1] != "" {
			add(pair[0], pair[1])
		}
	}
	for _, pair := range []struct {
		key string
		n   *int
	}{{"minLength", r.minLength}, {"maxLength", r.maxLen}, {"minItems", r.minItems}, {"maxItems", r.maxItems}} {
		if pair.n != nil {
			add(pair.key, strconv.Itoa(*pair.n))
		}
	}
	for _, literal := range r.enum {
		add("enum", bare(literal))
	}
	if r.def != "" {
		add("default", bare(r.def))
	}
	if r.unique {
		words = append(words, "uniqueItems=true")
	}
	if r.required {
		words = append(words, "required")
	}
	for _, word := range words {
		if strings.HasSuffix(word, `\`) || word == "enum=open" || word == "enum=closed" {
			return ""
		}
	}
	return strings.Join(words, ",")
}

// bare is a JSON literal without the quotes of a string.
func bare(literal string) string {
	if s, err := strconv.Unquote(literal); err == nil {
		return s
	}
	return literal
}

// spell writes the type as package in does.
func (t *typ) spell(in string) string {
	switch t.kind {
	case text:
		if t.elem != nil {
			return "[]" + t.elem.spell(in)
		}
		return "[]byte"
	case moment:
		return "time.Time"
	case anyKind:
		return "any"
	case raw:
		return "json.RawMessage"
	case slice:
		return "[]" + t.elem.spell(in)
	case array:
		return fmt.Sprintf("[%d]%s", t.len, t.elem.spell(in))
	case mapping:
		return "map[" + t.key.spell(in) + "]" + t.elem.spell(in)
	case pointer:
		return "*" + t.elem.spell(in)
	case named, union:
		return t.def.spell(in)
	case ownKind:
		return t.own.spell(in)
	}
	return t.basic
}

func (d *def) spell(in string) string {
	if d.name == "" {
		return d.inline(in)
	}
	name := d.name
	if d.pkg != in {
		name = d.pkg + "." + name
	}
	if len(d.args) > 0 {
		args := make([]string, len(d.args))
		for i, a := range d.args {
			args[i] = a.spell(in)
		}
		name += "[" + strings.Join(args, ", ") + "]"
	}
	return name
}

// inline writes a struct type without a name.
func (d *def) inline(in string) string {
	fields := make([]string, len(d.fields))
	for i, f := range d.fields {
		fields[i] = strings.TrimSpace(f.name + " " + f.typ.spell(in))
		if f.tag+f.opts != "" {
			fields[i] += " `json:" + strconv.Quote(f.tag+f.opts) + "`"
		}
	}
	return "struct{ " + strings.Join(fields, "; ") + " }"
}

// declare writes the declaration of a type that is no instance.
func (d *def) declare() (source string) {
	if d.source != "" {
		return d.source
	}
	if d.union != nil {
		return d.declareUnion()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// %s is a type.\n", d.name)
	if args := d.rules.arguments(); args != "" {
		fmt.Fprintf(&b, "//\n//mcp:field%s\n", args)
	}
	defer func() { source += d.isZero() }()
	if !d.isStruct() {
		fmt.Fprintf(&b, "type %s %s\n\n", d.name, d.under.spell(d.pkg))
		for _, c := range d.consts {
			fmt.Fprintf(&b, "const %s %s = %s\n", c.name, d.name, c.literal)
		}
		return b.String()
	}
	fmt.Fprintf(&b, "type %s struct {\n", d.name)
	for _, f := range d.fields {
		tag, words := "", f.rules.tag()
		if f.tag+f.opts != "" {
			tag = "json:" + strconv.Quote(f.tag+f.opts)
		}
		switch args := f.rules.arguments(); {
		case f.ruleTag && words != "":
			tag += " jsonschema:" + strconv.Quote(words)
		case args != "":
			fmt.Fprintf(&b, "\t//mcp:field%s\n", args)
		}
		fmt.Fprintf(&b, "\t%s %s", f.name, f.typ.spell(d.pkg))
		if tag != "" {
			b.WriteString(" " + strconv.Quote(tag))
		}
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// isZero declares a method that finds about half of all values zero: those whose
// JSON has an even number of bytes.
func (d *def) isZero() string {
	switch d.zeroer {
	case "v ":
		return fmt.Sprintf("\nfunc (v %s) IsZero() bool { return probe.Even(v) }\n", d.name)
	case "v *":
		return fmt.Sprintf("\nfunc (v *%s) IsZero() bool { return v == nil || probe.Even(v) }\n", d.name)
	}
	return ""
}

// isPointer reports whether a value can be nil and null.
func (t *typ) isPointer() bool {
	return t.kind == pointer || t.kind == named && !t.def.isStruct() && t.def.base().kind == pointer
}

// member is a field as encoding/json sees it from outside.
type member struct {
	*field
	name     string
	optional bool
	tagged   bool
	depth    int
}

// members applies the documented rules of encoding/json: among the fields of
// one name the least nested ones count, among those the tagged ones, and what
// is left must be one.
func (d *def) members() []member {
	var kept []member
	all := d.reachable(0, false)
	for i, m := range all {
		wins := true
		for j, other := range all {
			if i != j && other.name == m.name && !m.beats(other) {
				wins = false
			}
		}
		if wins {
			kept = append(kept, m)
		}
	}
	return kept
}

func (m member) beats(other member) bool {
	if m.depth != other.depth {
		return m.depth < other.depth
	}
	return m.tagged && !other.tagged
}

// reachable lists the fields of d and of the structs embedded in it; behind an
// embedded pointer all are optional.
func (d *def) reachable(depth int, optional bool) []member {
	var list []member
	for _, f := range d.fields {
		target := f.typ
		if f.embedded && target.kind == pointer {
			target = target.elem
		}
		promoted := f.embedded && (f.tag == "" || f.tag == badTag) && target.kind == named && target.def.isStruct()
		if f.tag == "-" && f.opts == "" || !f.exported() && !promoted {
			continue
		}
		if promoted {
			list = append(list, target.def.reachable(depth+1, optional || f.typ.kind == pointer)...)
			continue
		}
		m := member{field: f, name: f.tag, tagged: f.tag != "" && f.tag != badTag, depth: depth}
		if !m.tagged {
			m.name = f.goName()
		}
		m.optional = (optional || f.typ.isPointer() || strings.Contains(f.opts, "omit") || f.rules.def != "") && !f.rules.required
		list = append(list, m)
	}
	return list
}
