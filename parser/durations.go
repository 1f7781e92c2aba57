package parser

import (
	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
	"github.com/mcpgen/mcpgen/runtime/format"
)

// textDuration is the ID of time.Duration where format=go-duration makes text
// of it. By itself it is an integer, and a type of its own in the contract.
const textDuration = "time.Duration text"

// asText returns the type of a parameter or field under its format: a duration
// becomes text; all other types are what they are.
func (w *walker) asText(t *model.Type, args *directive.Rules) *model.Type {
	if args.Format.Value != string(format.GoDuration) {
		return t
	}
	return w.durationText(t)
}

// durationText is asText for a duration that is text in any case.
func (w *walker) durationText(t *model.Type) *model.Type {
	switch {
	case t.Kind == model.Ptr:
		if elem := w.durationText(t.Elem); elem != t.Elem {
			return &model.Type{Kind: model.Ptr, Elem: elem}
		}
	case t.Kind == model.Ref && t.Ref == "time.Duration":
		if w.types.Named(textDuration) == nil {
			w.types.Define(&model.Named{
				ID: textDuration, Pkg: "time", Name: "Duration", Doc: "A Go duration, such as 1h30m.", Type: &model.Type{Kind: model.Text},
				Code: &model.Code{Read: model.ReadDuration, Write: model.WriteDuration, Under: model.Int, Foreign: true},
			})
			w.places[textDuration] = w.places[t.Ref]
		}
		return &model.Type{Kind: model.Ref, Ref: textDuration}
	}
	return t
}

// isDuration reports whether the type is a duration that is text.
func (r *ruleReader) isDuration() bool { return len(r.names) > 0 && r.names[0].ID == textDuration }

// duration reports what says more of a duration that is text.
func (r *ruleReader) duration() {
	if !r.isDuration() {
		return
	}
	if r.rules.MinLength != nil || r.rules.MaxLength != nil || len(r.rules.Enum) > 0 || r.rules.EnumMode != "" {
		r.fail(r.args.Format.KeyOffset, diag.RuleMismatch, "lengths and values are for strings, not for durations", "check it in the function")
	}
}
