package parser

import (
	"go/types"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// key converts the key type of a map; nil when it has been refused. JSON has
// names for keys: strings, the decimal text of integers, and what a type with
// text code of its own makes.
func (w *walker) key(m *types.Map, at place) *model.Type {
	basic, _ := m.Key().Underlying().(*types.Basic)
	if basic == nil || basic.Info()&(types.IsString|types.IsInteger) == 0 {
		return w.refuse(at, m, "has keys that are neither strings nor integers", "use such keys, or a list of structs")
	}
	key := w.typ(m.Key(), at.sub("[key]"))
	if key != nil {
		w.keyRules(key, at)
	}
	return key
}

// keyRules reports rules of an integer type that no pattern says.
func (w *walker) keyRules(key *model.Type, at place) {
	base := w.types.Resolve(key)
	if !isInteger(base) {
		return
	}
	if eff := w.types.Effective(key, nil); hasBounds(eff) {
		w.report(at, diag.RuleMismatch, at.path+": the keys of a map are text, for which the bounds of "+w.types.Named(key.Ref).Name+" say nothing",
			"list the values with enum=, or check the keys in the function")
	}
}

// hasBounds reports whether rules say more of a number than which values it can
// have.
func hasBounds(r *model.Rules) bool {
	return r.Min+r.Max+r.ExclusiveMin+r.ExclusiveMax+r.MultipleOf != ""
}
