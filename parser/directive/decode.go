package directive

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/runtime/near"
)

// Definition is a directive that exists.
type Definition struct {
	// Name as written after the colon.
	Name string
	// On says which declarations it belongs to, as part of a sentence.
	On string
	// Subject is the placeholder of the first word; empty when there is none.
	Subject string
	// New returns a pointer to the zero struct that [Decode] fills.
	New func() any
}

const onFuncs = "a function, a method or an interface method"

// Definitions lists the directives in the order of the reference page.
func Definitions() []Definition {
	return []Definition{
		{"tool", onFuncs, "", func() any { return new(Tool) }},
		{"param", onFuncs, "NAME", func() any { return new(Param) }},
		{"field", "a struct field or a named type", "", func() any { return new(Field) }},
		{"oneof", "an interface type", "", func() any { return new(OneOf) }},
		{"resource", onFuncs, "", func() any { return new(Resource) }},
		{"prompt", onFuncs, "", func() any { return new(Prompt) }},
		{"complete", onFuncs, "", func() any { return new(Complete) }},
		{"summary", "a function or a method", "", func() any { return new(Summary) }},
		{"server", "the package clause", "", func() any { return new(Server) }},
		{"type", "the package clause", "PATH.TYPE", func() any { return new(Type) }},
	}
}

func definition(name string) (Definition, bool) {
	for _, def := range Definitions() {
		if def.Name == name {
			return def, true
		}
	}
	return Definition{}, false
}

func names() []string {
	var names []string
	for _, def := range Definitions() {
		names = append(names, def.Name)
	}
	return names
}

// Lookup returns the definition of a directive, or one problem that lists the
// directives there are.
func Lookup(name string) (Definition, []Problem) {
	def, ok := definition(name)
	if ok {
		return def, nil
	}
	return def, []Problem{{len(Prefix), diag.UnknownName,
		"there is no directive " + Prefix + name, oneOf(name, "the directives are ", names())}}
}

// Decode fills into, a pointer to the struct of d's [Definition], with the
// arguments of d. An argument with a problem is left out.
func Decode(d Directive, into any) []Problem {
	dec := decoder{directive: d, slots: slotsIn(into)}
	for _, arg := range d.Args {
		dec.set(arg)
	}
	for _, s := range dec.slots {
		if s.required && s.value.IsZero() && !dec.failed[s.name] {
			dec.fail(len(Prefix), diag.BadValue, Prefix+d.Name+" needs "+s.name, "write "+Prefix+d.Name+" "+s.name+"="+s.form)
		}
	}
	dec.problems = append(dec.problems, contradictions(into)...)
	return dec.problems
}

// contradictions are what cannot hold together in a definition.
func contradictions(definition any) []Problem {
	if c, ok := definition.(interface{ contradictions() []Problem }); ok {
		return c.contradictions()
	}
	return nil
}

// Add sets in into, a pointer to the struct of a [Definition], what from says,
// another of the same definition. It returns the arguments that both set, and
// what can hold in each but not in both.
func Add(into, from any) (both []string, problems []Problem) {
	more := slotsIn(from)
	alone := len(contradictions(into)) + len(contradictions(from))
	for i, s := range slotsIn(into) {
		switch {
		case more[i].value.IsZero():
		case s.value.IsZero():
			s.value.Set(more[i].value)
		default:
			both = append(both, s.name)
		}
	}
	if alone == 0 {
		problems = contradictions(into)
	}
	return both, problems
}

// slot is one field of a definition: a place for an argument.
type slot struct {
	name     string // "name", or "meta.KEY" or "KEY" for Pairs
	form     string // of the value; empty for a flag
	required bool
	without  string // what holds when it is left out; "" when that says itself
	value    reflect.Value
}

// toWrite is the hint for an argument that has no value.
func (s slot) toWrite(key string) string {
	values := forms[s.form].values
	if values == nil {
		return "write " + key + "=" + s.form
	}
	return "write " + key + "=" + strings.Join(values, " or "+key+"=")
}

func slotsIn(definition any) []slot { return slots(reflect.ValueOf(definition).Elem()) }

func slots(def reflect.Value) []slot {
	var out []slot
	for i := range def.NumField() {
		field := def.Type().Field(i)
		if field.Anonymous {
			out = append(out, slots(def.Field(i))...)
			continue
		}
		name, rest, _ := strings.Cut(field.Tag.Get("mcp"), ",")
		form, option, _ := strings.Cut(rest, ",")
		out = append(out, slot{name, form, option == "required", field.Tag.Get("default"), def.Field(i)})
	}
	return out
}

type decoder struct {
	directive Directive
	slots     []slot
	problems  []Problem
	failed    map[string]bool // arguments that were given, but wrongly
}

func (dec *decoder) fail(offset int, code diag.Code, msg, hint string) {
	dec.problems = append(dec.problems, Problem{offset, code, msg, hint})
}

func (dec *decoder) set(arg Arg) {
	s, sub, ok := dec.slot(arg.Key)
	if !ok {
		dec.unknown(arg)
		return
	}
	before := len(dec.problems)
	switch to := s.value.Addr().Interface().(type) {
	case *Flag:
		dec.setFlag(arg, to)
	case *Text:
		if to.Set {
			dec.repeated(arg)
		} else {
			*to = dec.text(arg, s)
		}
	case *List:
		if slices.Contains(to.Values(), arg.Value) && arg.HasValue {
			dec.fail(arg.KeyOffset, diag.Repeated, arg.Key+"="+strconv.Quote(arg.Value)+" stands twice", "keep one of them")
		} else if t := dec.text(arg, s); t.Set {
			*to = append(*to, t)
		}
	case *Pairs:
		for _, have := range *to {
			if have.Key == sub {
				dec.repeated(arg)
				return
			}
		}
		if why, hint := keyFault(s.name, sub); why != "" {
			dec.fail(arg.KeyOffset, diag.BadValue, "the key "+strconv.Quote(sub)+" "+why, hint)
		} else if t := dec.text(arg, s); t.Set {
			*to = append(*to, Pair{sub, t})
		}
	}
	if len(dec.problems) > before {
		if dec.failed == nil {
			dec.failed = map[string]bool{}
		}
		dec.failed[s.name] = true
	}
}

// slot finds the place of a key; sub is the part that the user chose.
func (dec *decoder) slot(key string) (s slot, sub string, ok bool) {
	for _, s := range dec.slots {
		if base, open := strings.CutSuffix(s.name, "KEY"); open {
			if sub, ok := strings.CutPrefix(key, base); ok && sub != "" {
				return s, sub, true
			}
		} else if key == s.name {
			return s, "", true
		}
	}
	return slot{}, "", false
}

func (dec *decoder) unknown(arg Arg) {
	var allowed []string
	for _, s := range dec.slots {
		allowed = append(allowed, s.name)
	}
	intro := "the arguments are "
	if len(allowed) == 0 {
		dec.fail(arg.KeyOffset, diag.UnknownArgument, Prefix+dec.directive.Name+" has no argument "+strconv.Quote(arg.Key), "it takes none; leave it out")
		return
	}
	if !arg.HasValue {
		intro = "a bare word is a flag, and " + intro
	}
	dec.fail(arg.KeyOffset, diag.UnknownArgument,
		Prefix+dec.directive.Name+" has no argument "+strconv.Quote(arg.Key), oneOf(arg.Key, intro, allowed))
}

func (dec *decoder) repeated(arg Arg) {
	dec.fail(arg.KeyOffset, diag.Repeated, arg.Key+" stands twice", "it takes one value; keep one of them")
}

func (dec *decoder) setFlag(arg Arg, to *Flag) {
	switch {
	case to.Set:
		dec.repeated(arg)
	case arg.HasValue && arg.Value != "true" && arg.Value != "false":
		dec.fail(arg.ValueOffset, diag.BadValue, arg.Key+" is a flag and takes no value "+strconv.Quote(arg.Value),
			"write "+arg.Key+" or "+arg.Key+"=false")
	default:
		*to = Flag{Value: arg.Value != "false", Set: true, KeyOffset: arg.KeyOffset}
	}
}

// text checks the value of an argument against the slot's form. The result is
// not Set when it fails.
func (dec *decoder) text(arg Arg, s slot) Text {
	if !arg.HasValue {
		dec.fail(arg.KeyOffset, diag.BadValue, arg.Key+" needs a value", s.toWrite(arg.Key))
		return Text{}
	}
	if want := forms[s.form].check(arg.Value); want != "" {
		dec.fail(arg.ValueOffset, diag.BadValue, arg.Key+" cannot be "+strconv.Quote(arg.Value), s.insteadOf(arg.Value, want))
		return Text{}
	}
	return Text{Value: arg.Value, Set: true, KeyOffset: arg.KeyOffset, Offset: arg.ValueOffset}
}

// insteadOf is the hint for a value that is not what is wanted. Where there is
// one value alone, people look for the word for leaving it out.
func (s slot) insteadOf(value, want string) string {
	switch values := forms[s.form].values; {
	case len(values) == 1 && s.without != "":
		return "the only value is " + want + ", and without " + s.name + " " + s.without
	case len(values) > 1:
		return oneOf(value, "the values are ", values)
	}
	return "it takes " + want
}

// oneOf is the hint for a word that should have been one of allowed.
func oneOf(word, intro string, allowed []string) string {
	hint := intro + strings.Join(allowed, ", ")
	if meant := near.Name(word, allowed); meant != "" {
		hint = "did you mean " + meant + "? " + hint
	}
	return hint
}
