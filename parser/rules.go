package parser

import (
	"cmp"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
)

// at turns an offset in a directive into a position in the file.
type at func(offset int) token.Position

// ruleReader turns the arguments of one //mcp:param or //mcp:field into rules
// for a type, and reports those that do not fit it.
type ruleReader struct {
	types literals
	at    at
	found diag.List

	args  *directive.Rules
	typ   *model.Type
	base  *model.Type
	names []*model.Named
	rules model.Rules
	empty bool // no value is within the bounds, which has been reported
}

// readRules returns nil rules when the directive has none.
func readRules(types *model.Package, typ *model.Type, args *directive.Rules, at at) (*model.Rules, diag.List) {
	r := ruleReader{types: literals{types}, at: at, args: args, typ: typ, names: types.Names(typ)}
	r.base, _ = types.Deref(typ)
	r.rules.Title = args.Title.Value
	r.required()
	r.bounds()
	r.header()
	r.step()
	r.counts()
	r.unique()
	r.format()
	r.pattern()
	r.narrowed()
	r.possible()
	r.enum()
	r.values()
	r.duration()
	if reflect.ValueOf(r.rules).IsZero() {
		return nil, r.found
	}
	return &r.rules, r.found
}

func (r *ruleReader) fail(offset int, code diag.Code, msg, hint string) {
	r.found = append(r.found, diag.New(r.at(offset), code, msg, hint))
}

func (r *ruleReader) mismatch(key string, arg directive.Text, wants string) {
	r.fail(arg.KeyOffset, diag.RuleMismatch, fmt.Sprintf("%s is for %s, not for %s", key, wants, kindName(r.base)), "")
}

// kindName says in a sentence what a type is on the wire.
func kindName(base *model.Type) string {
	switch base.Kind {
	case model.Any, model.Raw, model.Custom:
		return base.Kind.Noun()
	case model.Int, model.Uint, model.BigInt, model.Array, model.Ref:
		return "an " + base.Kind.Noun()
	case model.Text:
		return "a type with text code"
	}
	return "a " + base.Kind.Noun()
}

// bounds reads min, max, exclusiveMin and exclusiveMax.
func (r *ruleReader) bounds() {
	for _, b := range []struct {
		key string
		arg directive.Text
		to  *string
	}{
		{"min", r.args.Min, &r.rules.Min}, {"max", r.args.Max, &r.rules.Max},
		{"exclusiveMin", r.args.ExclusiveMin, &r.rules.ExclusiveMin}, {"exclusiveMax", r.args.ExclusiveMax, &r.rules.ExclusiveMax},
	} {
		switch {
		case !b.arg.Set:
		case !isNumber(r.base):
			r.mismatch(b.key, b.arg, "numbers")
		default:
			lit, err := r.types.literal(r.base, b.arg.Value)
			if err == nil && (b.key == "min" || b.key == "max") { // the others are compared as text
				err = checkHeld(r.base, lit)
			}
			if err != nil {
				r.fail(b.arg.Offset, diag.BadLiteral, fmt.Sprintf("%s=%s does not fit: %v", b.key, b.arg.Value, err), "")
				continue
			}
			*b.to = lit
		}
	}
}

// narrowed reports bounds that contradict the opposite ones of a named type.
func (r *ruleReader) narrowed() {
	for _, n := range r.names {
		if t := n.Rules; t != nil {
			r.above(r.rules.Min, t.Max, r.args.Min, n)
			r.above(t.Min, r.rules.Max, r.args.Max, n)
			r.above(countText(r.rules.MinLength), countText(t.MaxLength), r.args.MinLength, n)
			r.above(countText(t.MinLength), countText(r.rules.MaxLength), r.args.MaxLength, n)
			r.above(countText(r.rules.MinItems), countText(t.MaxItems), r.args.MinItems, n)
			r.above(countText(t.MinItems), countText(r.rules.MaxItems), r.args.MaxItems, n)
		}
	}
}

func countText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func (r *ruleReader) above(low, high string, arg directive.Text, n *model.Named) {
	if low != "" && high != "" && model.CompareNumbers(low, high) > 0 {
		r.empty = true
		r.fail(arg.KeyOffset, diag.Contradiction, fmt.Sprintf("no value can be from %s to %s, with the rules of %s", low, high, n.Name), "")
	}
}

// counts reads the lengths of strings and lists.
func (r *ruleReader) counts() {
	for _, c := range []struct {
		key   string
		arg   directive.Text
		kind  model.Kind
		wants string
		to    **int
	}{
		{"minLength", r.args.MinLength, model.String, "strings", &r.rules.MinLength},
		{"maxLength", r.args.MaxLength, model.String, "strings", &r.rules.MaxLength},
		{"minItems", r.args.MinItems, model.List, "lists", &r.rules.MinItems},
		{"maxItems", r.args.MaxItems, model.List, "lists", &r.rules.MaxItems},
	} {
		switch {
		case !c.arg.Set:
		case r.base.Kind != c.kind && (c.kind != model.String || !isString(r.base)):
			r.mismatch(c.key, c.arg, c.wants)
		default:
			*c.to = c.arg.Count()
		}
	}
}

// enum reads enum=closed, enum=open and enum=a|b.
func (r *ruleReader) enum() {
	arg := r.args.Enum
	switch {
	case !arg.Set:
	case arg.Value == "closed" || arg.Value == "open":
		if !slices.ContainsFunc(r.names, func(n *model.Named) bool { return len(n.Enum) > 0 }) {
			r.fail(arg.KeyOffset, diag.RuleMismatch, "enum="+arg.Value+" is for types with constants, and this one has none",
				"list the values: enum=a|b")
			return
		}
		r.rules.EnumMode = arg.Value
	case !isString(r.base) && !isNumber(r.base):
		r.mismatch("enum", arg, "strings and numbers")
	default:
		r.enumValues(arg)
	}
}

func (r *ruleReader) enumValues(arg directive.Text) {
	for value := range strings.SplitSeq(arg.Value, "|") {
		lit, err := r.types.literal(r.base, value)
		if err == nil {
			err = cmp.Or(checkHeld(r.base, lit), r.check(lit, enumless(r.rules)))
		}
		switch {
		case err != nil:
			r.fail(arg.Offset, diag.BadLiteral, fmt.Sprintf("enum value %s does not fit: %v", value, err), "")
		case slices.ContainsFunc(r.rules.Enum, func(have string) bool { return model.SameLiteral(have, lit) }):
			r.fail(arg.Offset, diag.Repeated, "enum value "+value+" stands twice", "")
		default:
			r.rules.Enum = append(r.rules.Enum, lit)
		}
	}
}

// values reads default and example.
func (r *ruleReader) values() {
	if arg := r.args.Default; arg.Set {
		if !isScalar(r.base) && !r.isDuration() {
			r.mismatch("default", arg, "booleans, numbers and strings without code of their own and durations")
		} else if lit, ok := r.value("default", arg); ok {
			r.rules.Default = lit
		}
	}
	for _, arg := range r.args.Example {
		if lit, ok := r.value("example", arg); ok {
			r.rules.Examples = append(r.rules.Examples, lit)
		}
	}
}

func (r *ruleReader) value(key string, arg directive.Text) (string, bool) {
	lit, err := r.types.literal(r.typ, arg.Value)
	if err == nil {
		err = r.check(lit, r.rules)
	}
	if err != nil {
		r.fail(arg.Offset, diag.BadLiteral, fmt.Sprintf("%s=%s does not fit: %v", key, arg.Value, err), "")
	}
	return lit, err == nil
}

// enumless returns rules without the values that are yet to be read.
func enumless(rules model.Rules) model.Rules {
	rules.Enum = nil
	return rules
}

// check checks a literal against rules and those of the type, constants
// included.
func (r *ruleReader) check(lit string, rules model.Rules) error {
	if all := r.types.Effective(r.typ, &rules); !r.empty && !all.Allows(lit) {
		return fmt.Errorf("want %s", model.LimitsText(r.base.Kind, all))
	}
	enum, closed := r.types.EnumOf(r.typ, &rules)
	if !closed || slices.ContainsFunc(enum, func(v model.EnumValue) bool { return model.SameLiteral(v.Value, lit) }) {
		return nil
	}
	var values []string
	for _, v := range enum {
		values = append(values, v.Value)
	}
	return fmt.Errorf("want one of %s", strings.Join(values, ", "))
}
