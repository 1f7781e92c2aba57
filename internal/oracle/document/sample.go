package document

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/runtime/format"
)

// Sampler makes documents that a schema takes.
type Sampler struct {
	Random
	Schema *Schema
	// Canonical spells integers without point and exponent, as code of their own
	// takes them at best.
	Canonical bool
}

// deep is the depth below which documents have no optional members, and lists
// and maps no more elements than they must.
const deep = 5

// Good returns a document that the schema takes, and the decoder too. It is
// small however large the schema is.
func (s Sampler) Good() any { return s.value(s.Schema.root, 0) }

func (s Sampler) value(at node, depth int) any {
	n := s.Schema.follow(at)
	if options := n.alternatives(); len(options) > 0 {
		option, _ := pick(s.Random, options).(map[string]any)
		return s.value(option, depth)
	}
	if constant, ok := n["const"]; ok {
		return constant
	}
	for _, key := range []string{"enum", "examples"} {
		if list := n.list(key); len(list) > 0 {
			return ordered(pick(s.Random, list))
		}
	}
	types := n.types()
	if len(types) == 0 {
		return pick(s.Random, Anything)
	}
	if slices.Contains(types, "null") && depth > deep {
		return nil
	}
	switch kind := pick(s.Random, types); kind {
	case "object":
		return s.object(n, depth)
	case "array":
		return s.list(n, depth)
	case "string":
		return pick(s.Random, n.texts(slices.Concat(Base64, Times, texts)))
	case "boolean":
		return s.IntN(2) == 0
	case "null":
		return nil
	default:
		return json.Number(pick(s.Random, n.numbers(kind == "integer", s.Canonical)))
	}
}

// ordered is a value that was read from a schema, as a part of a document.
func ordered(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = ordered(e)
		}
		return list
	case map[string]any:
		o := Object{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			o = append(o, Entry{name, ordered(v[name])})
		}
		return o
	}
	return v
}

func (s Sampler) object(n node, depth int) any {
	o, left := Object{}, 1+s.IntN(6)
	if depth == 0 {
		left = 30
	}
	names := slices.Sorted(maps.Keys(n.object("properties")))
	s.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		required := n.required(name)
		if !required && (left == 0 || depth > deep || s.Chance(60)) {
			continue
		}
		left--
		if !required && s.Chance(20) {
			o = append(o, Entry{name, nil})
			continue
		}
		o = append(o, Entry{name, s.value(n.object("properties").object(name), depth+1)})
	}
	if values, ok := n["additionalProperties"].(map[string]any); ok && depth <= deep {
		for _, name := range s.keys(n.object("propertyNames")) {
			o = append(o, Entry{name, s.value(values, depth+1)})
		}
	}
	return o
}

// keys are names that a schema of names takes.
func (s Sampler) keys(n node) []string {
	n = s.Schema.follow(n)
	list := slices.Concat(Keys, texts)
	if enum := n.list("enum"); len(enum) > 0 {
		list = nil
		for _, e := range enum {
			if name, ok := e.(string); ok {
				list = append(list, name)
			}
		}
	} else if n != nil {
		list = n.texts(list)
	}
	s.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:s.IntN(min(3, len(list)+1))]
}

func (s Sampler) list(n node, depth int) any {
	low := n.count("minItems", 0)
	high := n.count("maxItems", low+2)
	if depth > deep {
		high = low
	}
	list := []any{}
	for range low + s.IntN(high-low+1) {
		v := s.value(n.object("items"), depth+1)
		if n["uniqueItems"] != true || !slices.ContainsFunc(list, func(e any) bool { return Encode(e, false) == Encode(v, false) }) {
			list = append(list, v)
		}
	}
	return list
}

var texts = func() (list []string) {
	for _, literal := range Literals("string") {
		list = append(list, unquote(literal))
	}
	return append(list, "", "0", "1", "-7", "100", "0.5", "1e3", `"x"`, `""`, "10.0.0.0/8")
}()

// texts keeps the strings that n takes; all of them where that is none, so that
// the validator's verdict says so.
func (n node) texts(all []string) []string {
	kept := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return !n.takes(s) })
	if len(kept) == 0 {
		return all
	}
	return kept
}

func (n node) takes(s string) bool {
	length := utf8.RuneCountInString(s)
	if length < n.count("minLength", 0) || length > n.count("maxLength", length) {
		return false
	}
	if n.text("contentEncoding") == "base64" {
		if _, err := base64.StdEncoding.DecodeString(s); err != nil {
			return false
		}
	}
	if f := n.text("format"); f != "" && !format.Format(f).Match(s) {
		return false
	}
	pattern, err := regexp.Compile(n.text("pattern"))
	return err == nil && pattern.MatchString(s)
}

// numbers are those that n takes, and every Go type for it.
func (n node) numbers(whole, canonical bool) []string {
	all := slices.Concat(Literals("int8"), Literals("byte"), []string{"-128", "65535", "9007199254740993"})
	if !canonical {
		all = append(all, "1.0", "20e-1", "1E2")
	}
	if !whole {
		all = Literals("float64")
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(number string) bool { return !n.allows(number) })
	if len(kept) == 0 {
		return all
	}
	return kept
}

func (n node) allows(number string) bool {
	x, _ := new(big.Rat).SetString(number)
	for key, wrong := range map[string]func(sign int) bool{
		"minimum":          func(sign int) bool { return sign < 0 },
		"maximum":          func(sign int) bool { return sign > 0 },
		"exclusiveMinimum": func(sign int) bool { return sign <= 0 },
		"exclusiveMaximum": func(sign int) bool { return sign >= 0 },
	} {
		if bound, ok := n[key].(json.Number); ok {
			if y, ok := new(big.Rat).SetString(bound.String()); ok && wrong(x.Cmp(y)) {
				return false
			}
		}
	}
	if step, ok := n["multipleOf"].(json.Number); ok {
		y, _ := new(big.Rat).SetString(step.String())
		return new(big.Rat).Quo(x, y).IsInt()
	}
	return true
}
