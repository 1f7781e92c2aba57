package parser

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
	"github.com/mcpgen/mcpgen/parser/pattern"
	"github.com/mcpgen/mcpgen/runtime/format"
	"github.com/mcpgen/mcpgen/runtime/near"
)

// optional reports whether a property that is optional for its type, or not, is
// so with its rules.
func optional(byType bool, rules *model.Rules) bool {
	if rules == nil {
		return byType
	}
	return !rules.Required && (byType || rules.Default != "")
}

// required reads the flag required.
func (r *ruleReader) required() {
	flag := r.args.Required
	r.rules.Required = flag.Value
	if t := r.types.Resolve(r.typ); flag.Value && t.Kind == model.Ptr && (r.base.Kind == model.Any || r.base.Kind == model.Raw || r.base.Kind == model.Custom) {
		r.fail(flag.KeyOffset, diag.RuleMismatch, "required is not for a pointer to any value, which null is", "take the value without the pointer")
	}
}

// step reads multipleOf.
func (r *ruleReader) step() {
	arg := r.args.MultipleOf
	if !arg.Set {
		return
	}
	if !isNumber(r.base) {
		r.mismatch("multipleOf", arg, "numbers")
		return
	}
	lit, err := r.types.literal(r.base, arg.Value)
	if err != nil {
		r.fail(arg.Offset, diag.BadLiteral, fmt.Sprintf("multipleOf=%s does not fit: %v", arg.Value, err), "")
		return
	}
	r.rules.MultipleOf = lit
	step := r.types.Effective(r.typ, &r.rules).MultipleOf
	if step == lit {
		return
	}
	// A step of the type and this one make a greater one.
	if _, err := r.types.literal(r.base, step); err != nil || len(strings.Trim(strings.ReplaceAll(step, ".", ""), "0")) > 18 {
		r.fail(arg.KeyOffset, diag.Contradiction, "no value but 0 can be a multiple of "+step+", with the rules of its type", "")
	}
}

// unique reads the flag unique.
func (r *ruleReader) unique() {
	flag := r.args.Unique
	if !flag.Value {
		return
	}
	arg := directive.Text{KeyOffset: flag.KeyOffset}
	if r.base.Kind != model.List {
		r.mismatch("unique", arg, "lists")
		return
	}
	// Elements are compared as Go values, so they must be equal exactly when
	// their JSON is.
	elem := r.types.Resolve(r.base.Elem)
	switch elem.Kind {
	case model.Bool, model.Int, model.Uint, model.String:
		r.rules.Unique = true
	default:
		r.fail(arg.KeyOffset, diag.RuleMismatch, fmt.Sprintf("unique is for lists of strings, integers and booleans, not for those of %s", elementName(elem)),
			"check it in the function")
	}
}

func elementName(elem *model.Type) string {
	switch elem.Kind {
	case model.Ptr:
		return "pointers"
	case model.Any, model.Raw, model.Custom:
		return "any value"
	}
	return elem.Kind.Noun() + "s"
}

// format reads the name of a format.
func (r *ruleReader) format() {
	arg := r.args.Format
	name := format.Format(arg.Value)
	switch {
	case !arg.Set:
	case !isString(r.base) && name == format.GoDuration:
		r.mismatch("format", arg, "strings and time.Duration itself")
	case !isString(r.base):
		r.mismatch("format", arg, "strings")
	case name.Noun() == "":
		r.fail(arg.Offset, diag.BadValue, fmt.Sprintf("there is no format %q", arg.Value), formatHint(arg.Value))
	default:
		r.rules.Format = name
		if n := r.other(func(t *model.Rules) bool { return t.Format != "" && t.Format != name }); n != nil {
			r.fail(arg.KeyOffset, diag.Contradiction, fmt.Sprintf("%s has format=%s already", n.Name, n.Rules.Format), "keep one of them")
		}
		if name == format.GoDuration && !r.args.Pattern.Set && r.types.Effective(r.typ, nil).Pattern != "" {
			r.fail(arg.KeyOffset, diag.Contradiction, "a Go duration has a pattern of its own, and its type another one", "drop one of them")
		}
	}
}

func formatHint(word string) string {
	var names []string
	for _, f := range format.All() {
		names = append(names, string(f))
	}
	hint := "the formats are " + strings.Join(names, ", ")
	if meant := near.Name(word, names); meant != "" {
		hint = "did you mean " + meant + "? " + hint
	}
	return hint
}

// pattern reads a regular expression.
func (r *ruleReader) pattern() {
	arg := r.args.Pattern
	if !arg.Set {
		return
	}
	if !isString(r.base) {
		r.mismatch("pattern", arg, "strings")
		return
	}
	common, err := pattern.Common(arg.Value)
	var refused *pattern.Error
	if errors.As(err, &refused) {
		r.fail(arg.Offset, diag.BadLiteral, fmt.Sprintf("pattern=%s does not fit: %s", arg.Value, refused.Msg), refused.Hint)
		return
	}
	r.rules.Pattern = common
	if n := r.other(func(t *model.Rules) bool { return t.Pattern != "" && t.Pattern != common }); n != nil {
		r.fail(arg.KeyOffset, diag.Contradiction, fmt.Sprintf("%s has pattern=%s already", n.Name, n.Rules.Pattern), "keep one of them")
	}
	if r.args.Format.Value == string(format.GoDuration) || r.types.Effective(r.typ, nil).Format == format.GoDuration {
		r.fail(arg.KeyOffset, diag.Contradiction, "a Go duration has a pattern of its own", "drop pattern=")
	}
}

// other returns the first named type on the way whose rules are such.
func (r *ruleReader) other(such func(*model.Rules) bool) *model.Named {
	for _, n := range r.names {
		if n.Rules != nil && such(n.Rules) {
			return n
		}
	}
	return nil
}

// possible reports bounds and steps that no number of the type keeps. What the
// bounds alone say has been reported already.
func (r *ruleReader) possible() {
	if r.empty || !isNumber(r.base) {
		return
	}
	own := r.rules
	own.MultipleOf = ""
	all := r.types.Effective(r.typ, &r.rules)
	if crossed := own.NoNumber(&model.Type{Kind: model.Float}); crossed || !all.NoNumber(r.base) {
		return
	}
	for _, arg := range []directive.Text{r.args.MultipleOf, r.args.ExclusiveMax, r.args.ExclusiveMin, r.args.Max, r.args.Min} {
		if arg.Set {
			r.empty = true
			r.fail(arg.KeyOffset, diag.Contradiction, fmt.Sprintf("no %s is %s", r.base.Kind.Noun(), model.LimitsText(r.base.Kind, all)), "")
			return
		}
	}
}
