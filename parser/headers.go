package parser

import (
	"fmt"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// maxHeader bounds the integers that travel as headers: those that a float64
// holds exactly, since clients in other languages have no others.
const maxHeader = "9007199254740991"

// header reads header=. An integer of more bits than a header carries gets the
// bounds of one.
func (r *ruleReader) header() {
	arg := r.args.Header
	if !arg.Set {
		return
	}
	switch kind := r.headerKind(); kind {
	case "string", "boolean":
	case "integer":
		r.headerBound(&r.rules.Min, "-"+maxHeader, 1)
		r.headerBound(&r.rules.Max, maxHeader, -1)
	default:
		r.fail(arg.KeyOffset, diag.BadHeader, fmt.Sprintf("a header is for strings, integers and booleans, not for %s", kindName(r.base)), "")
		return
	}
	r.rules.Header = arg.Value
}

// headerKind is the type in the schema; "" for none that a header has.
func (r *ruleReader) headerKind() string {
	if code := r.types.CodeOf(r.typ); code != nil && code.Schema != "" {
		members, _ := model.RawMembers(code.Schema)
		for _, m := range members {
			if m.Name == "type" && len(code.Wire) == 1 && string(m.Value) == model.Quote(code.Wire[0]) {
				return code.Wire[0]
			}
		}
		return ""
	}
	switch r.base.Kind {
	case model.String, model.Text, model.Bytes, model.Time:
		return "string"
	case model.Bool:
		return "boolean"
	case model.Int, model.Uint, model.BigInt:
		return "integer"
	}
	return ""
}

// headerBound narrows a bound to what a header carries, unless the Go type is
// narrower; one that is written may not be wider.
func (r *ruleReader) headerBound(bound *string, limit string, sign int) {
	low, high := model.IntBounds(r.base)
	if sign > 0 && low != "" || sign < 0 && high != "" {
		return
	}
	given := *bound
	*bound = model.Tighter(given, limit, sign)
	if given != "" && *bound != given {
		r.fail(r.args.Header.KeyOffset, diag.BadHeader, fmt.Sprintf("a header carries integers within ±%s, and %s is beyond", maxHeader, given), "narrow the bound")
	}
}
