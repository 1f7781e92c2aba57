// Package tag reads struct tags in the dialect of invopop/jsonschema as
// arguments of //mcp:field. What a tag says is what that library makes of it:
// its commas, escapes and repetitions are not read a second time here. What the
// library passes over in silence is a problem.
package tag

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/parser/directive"
	"github.com/mcpgen/mcpgen/runtime/near"
)

// The keys of the dialect in a struct tag.
const (
	key         = "jsonschema"
	description = "jsonschema_description"
	extras      = "jsonschema_extras"
)

// In reports whether a struct tag has anything in the dialect.
func In(tag reflect.StructTag) bool {
	return slices.ContainsFunc([]string{key, description, extras}, func(k string) bool {
		_, ok := tag.Lookup(k)
		return ok
	})
}

// keyword is a word of the dialect that //mcp:field has too.
type keyword struct {
	name, arg string // "minimum", "min"
	// values returns what the library has read, nothing for what it passed over.
	values func(r *readings) []string
}

// keywords lists them in the order of the reference page of //mcp:field.
var keywords = []keyword{
	{"description", "desc", text(func(s *jsonschema.Schema) string { return s.Description })},
	{"title", "title", text(func(s *jsonschema.Schema) string { return s.Title })},
	{"default", "default", func(r *readings) []string { return anys([]any{r.text.Default}) }},
	{"example", "example", func(r *readings) []string { return anys(r.text.Examples) }},
	{"minimum", "min", number(func(s *jsonschema.Schema) string { return s.Minimum.String() })},
	{"maximum", "max", number(func(s *jsonschema.Schema) string { return s.Maximum.String() })},
	{"exclusiveMinimum", "exclusiveMin", number(func(s *jsonschema.Schema) string { return s.ExclusiveMinimum.String() })},
	{"exclusiveMaximum", "exclusiveMax", number(func(s *jsonschema.Schema) string { return s.ExclusiveMaximum.String() })},
	{"multipleOf", "multipleOf", number(func(s *jsonschema.Schema) string { return s.MultipleOf.String() })},
	{"minLength", "minLength", count(func(r *readings) *uint64 { return r.text.MinLength })},
	{"maxLength", "maxLength", count(func(r *readings) *uint64 { return r.text.MaxLength })},
	{"pattern", "pattern", text(func(s *jsonschema.Schema) string { return s.Pattern })},
	{"format", "format", text(func(s *jsonschema.Schema) string { return s.Format })},
	{"minItems", "minItems", count(func(r *readings) *uint64 { return r.list.MinItems })},
	{"maxItems", "maxItems", count(func(r *readings) *uint64 { return r.list.MaxItems })},
	{"enum", "enum", func(r *readings) []string { return anys(r.text.Enum) }},
}

// readings are what the library makes of one tag on a field of each kind that
// it reads keywords for; whether the real field is of that kind is decided
// later, as for //mcp:field.
type readings struct{ text, number, list *jsonschema.Schema }

func reflected(tag reflect.StructTag) *readings {
	own := reflect.StructTag(key + ":" + strconv.Quote(tag.Get(key)))
	if text, ok := tag.Lookup(description); ok {
		own += reflect.StructTag(" " + description + ":" + strconv.Quote(text))
	}
	of := reflect.StructOf([]reflect.StructField{
		{Name: "Text", Type: reflect.TypeFor[string](), Tag: own},
		{Name: "Number", Type: reflect.TypeFor[float64](), Tag: own},
		{Name: "List", Type: reflect.TypeFor[[]string](), Tag: own},
	})
	r := jsonschema.Reflector{Anonymous: true, DoNotReference: true, ExpandedStruct: true}
	property := func(name string) *jsonschema.Schema {
		s, _ := r.ReflectFromType(of).Properties.Get(name)
		return s
	}
	return &readings{property("Text"), property("Number"), property("List")}
}

func text(of func(*jsonschema.Schema) string) func(*readings) []string {
	return func(r *readings) []string { return full(of(r.text)) }
}

func number(of func(*jsonschema.Schema) string) func(*readings) []string {
	return func(r *readings) []string { return full(of(r.number)) }
}

func count(of func(*readings) *uint64) func(*readings) []string {
	return func(r *readings) []string {
		if n := of(r); n != nil {
			return []string{strconv.FormatUint(*n, 10)}
		}
		return nil
	}
}

func full(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// anys lists the values that are strings, as all are on a field of text.
func anys(values []any) (texts []string) {
	for _, v := range values {
		if s, ok := v.(string); ok {
			texts = append(texts, s)
		}
	}
	return texts
}

// reader turns one tag into arguments.
type reader struct {
	literal string // the tag in the source, quotes and all
	directive.Directive
	problems []directive.Problem
	said     map[string]bool
	read     *readings
}

// Read returns what a tag says as arguments of //mcp:field, and what is wrong
// with it. Offsets are those in literal, the tag as it stands in the source;
// isText says that the field is a string in JSON, where a quote is a quote.
func Read(tag reflect.StructTag, literal string, isText bool) (directive.Directive, []directive.Problem) {
	r := &reader{literal: literal, said: map[string]bool{}}
	r.Name = "field"
	if _, ok := tag.Lookup(extras); ok {
		r.fail(extras, diag.UnknownArgument, extras+" says what nothing here enforces", "drop it")
	}
	words := split(tag.Get(key))
	if words[0] == "-" {
		r.fail(key, diag.UnknownArgument, "the tag takes the field out of the schema, but encoding/json reads it all the same",
			`write json:"-" to leave the field out of both`)
		return r.Directive, r.problems
	}
	if i := slices.IndexFunc(words, changesType); i >= 0 {
		r.word(words[i], isText)
		return r.Directive, r.problems
	}
	r.read = reflected(tag)
	if _, ok := tag.Lookup(description); ok {
		words = append(words, "description="+tag.Get(description))
	}
	for _, word := range words {
		r.word(word, isText)
	}
	return r.Directive, r.problems
}

// split returns the words of a tag: commas part them, but for those behind a
// backslash. The library does the same and tells nobody what the words are.
func split(tag string) []string {
	var words []string
	for part := range strings.SplitSeq(tag, ",") {
		last := len(words) - 1
		if last < 0 || !strings.HasSuffix(words[last], `\`) {
			words = append(words, part)
			continue
		}
		words[last] = strings.TrimSuffix(words[last], `\`) + "," + part
	}
	return words
}

// changesType reports whether a word makes the library pass over others.
func changesType(word string) bool {
	name, _, pair := strings.Cut(word, "=")
	return pair && (name == "type" || name == "oneof_type" || name == "anyof_type")
}

func (r *reader) word(word string, isText bool) {
	name, value, pair := strings.Cut(word, "=")
	switch i := slices.IndexFunc(keywords, func(k keyword) bool { return k.name == name }); {
	case name == "" && !pair:
	case name == "required" && !pair:
		r.add(name, "required", nil)
	case name == "uniqueItems" && pair:
		if value != "true" {
			r.fail(name, diag.BadValue, "uniqueItems="+value+" means true to invopop/jsonschema", "write uniqueItems=true, or drop it")
			return
		}
		r.add(name, "unique", nil)
	case i >= 0 && pair:
		r.keyword(keywords[i], value, isText)
	default:
		r.unknown(word, name)
	}
}

// keyword adds the values of a keyword when it comes for the first time; the
// library has read all of them by then.
func (r *reader) keyword(k keyword, value string, isText bool) {
	repeats := k.name == "enum" || k.name == "example"
	switch values := k.values(r.read); {
	case r.said[k.name] && repeats:
	case r.said[k.name] && k.name == "description":
		// jsonschema_description, which the library prefers less.
	case r.said[k.name]:
		r.fail(k.name, diag.Repeated, k.name+" stands twice", "keep one of them")
	case len(values) == 0:
		r.fail(k.name, diag.BadValue, k.name+" cannot be "+strconv.Quote(value), "invopop/jsonschema does not read it either")
	case k.name == "enum":
		r.enum(values, isText)
	default:
		for _, v := range values {
			quoted := quoted(v, isText && (k.arg == "default" || k.arg == "example"))
			r.add(k.name, k.arg, &quoted)
		}
	}
	r.said[k.name] = true
}

// enum adds the values as //mcp:field has them, in one argument.
func (r *reader) enum(values []string, isText bool) {
	for i, v := range values {
		if v == "" || strings.Contains(v, "|") || len(values) == 1 && (v == "open" || v == "closed") {
			r.fail("enum", diag.BadValue, "enum cannot be "+strconv.Quote(v), "declare a string type with constants, which are its enum")
			return
		}
		values[i] = quoted(v, isText)
	}
	all := strings.Join(values, "|")
	r.add("enum", "enum", &all)
}

// quoted keeps the quotes of a value that //mcp:field would take for Go's.
func quoted(value string, isText bool) string {
	if isText && strings.HasPrefix(value, `"`) {
		text, _ := json.Marshal(value) // no error: it is text
		return string(text)
	}
	return value
}

func (r *reader) add(name, arg string, value *string) {
	at := r.offset(name)
	a := directive.Arg{Key: arg, KeyOffset: at, ValueOffset: at}
	if value != nil {
		a.Value, a.HasValue = *value, true
	}
	r.Args = append(r.Args, a)
}

// foreign are words of the dialect for which //mcp:field has none.
var foreign = []string{"type", "anchor", "oneof_required", "anyof_required", "oneof_ref", "anyof_ref", "oneof_type", "anyof_type", "readOnly", "writeOnly", "nullable"}

func (r *reader) unknown(word, name string) {
	if slices.Contains(foreign, name) {
		r.fail(name, diag.UnknownArgument, name+" says what nothing here enforces", "drop it from the tag")
		return
	}
	known := []string{"required", "uniqueItems"}
	for _, k := range keywords {
		known = append(known, k.name)
	}
	hint := "the words are " + strings.Join(known, ", ")
	switch meant := near.Name(name, known); {
	case slices.Contains(known, name) && name == "required":
		hint = "write required alone"
	case slices.Contains(known, name):
		hint = "write " + name + "=VALUE"
	case meant != "":
		hint = "did you mean " + meant + "? " + hint
	}
	r.fail(name, diag.UnknownArgument, "a jsonschema tag has no word "+strconv.Quote(word), hint)
}

func (r *reader) fail(name string, code diag.Code, msg, hint string) {
	r.problems = append(r.problems, directive.Problem{Offset: r.offset(name), Code: code, Msg: msg, Hint: hint})
}

// offset is where a word stands in the source; 0 when an escape hides it.
func (r *reader) offset(name string) int {
	from := max(0, strings.Index(r.literal, key))
	return max(0, from+strings.Index(r.literal[from:], name))
}
