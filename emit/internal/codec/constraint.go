package codec

import (
	"cmp"
	"math/big"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// stringCall reads a string; what is checked after reading goes around the
// call: r.Formatted(r.StringLen(1, 80), "email").
func (b *body) stringCall(eff *model.Rules, hint string) *jen.Statement {
	call := b.r().Dot("String").Call()
	if eff.MinLength != nil || eff.MaxLength != nil {
		call = b.r().Dot("StringLen").Call(jen.Lit(intOr(eff.MinLength, 0)), jen.Lit(intOr(eff.MaxLength, -1)))
	}
	if eff.Pattern != "" {
		call = b.r().Dot("Matching").Call(call, jen.Id(b.patternVar(hint, eff.Pattern)))
	}
	if eff.Format != "" {
		call = b.r().Dot("Formatted").Call(call, jenx.Str(string(eff.Format)))
	}
	return call
}

func (b *body) patternVar(hint, pattern string) string {
	name := b.set.file.Ident(model.Unexported(hint) + "Pattern")
	b.set.pending = append(b.set.pending, func() {
		jenx.Doc(b.set.file, name+" has a match in every string allowed.")
		b.set.file.Var().Id(name).Op("=").Qual("regexp", "MustCompile").Call(jenx.Str(pattern))
		b.set.file.Line()
	})
	return name
}

func (b *body) integerCall(base *model.Type, eff *model.Rules) *jen.Statement {
	method := model.Exported(base.Basic)
	call := b.r().Dot(method).Call()
	if eff.Min != "" || eff.Max != "" || eff.ExclusiveMin != "" || eff.ExclusiveMax != "" {
		low, high := bounds(base, eff)
		call = b.r().Dot(method+"In").Call(low, high)
	}
	if eff.MultipleOf != "" && model.CompareNumbers(eff.MultipleOf, "1") != 0 {
		call = jenx.Runtime("Multiple").Call(b.r(), call, jenx.Text(numberText(eff.MultipleOf, true)))
	}
	return call
}

// floatCall compares floats where that is exact, and decimal text for all that
// a float does not hold.
func (b *body) floatCall(base *model.Type, eff *model.Rules, hint string) *jen.Statement {
	method := model.Exported(base.Basic)
	switch {
	case eff.ExclusiveMin != "" || eff.ExclusiveMax != "" || eff.MultipleOf != "":
		return b.r().Dot(method + "Of").Call(jen.Op("&").Id(b.floatVar(hint, eff)))
	case eff.Min != "" || eff.Max != "":
		low, high := bounds(base, eff)
		return b.r().Dot(method+"In").Call(low, high)
	}
	return b.r().Dot(method).Call()
}

// literalCall reads a number that Go holds exactly, whatever its size; its
// bounds are compared as text.
func (b *body) literalCall(base *model.Type, eff *model.Rules, hint string) *jen.Statement {
	method := model.Exported(string(base.Kind))
	if eff.Min+eff.Max+eff.ExclusiveMin+eff.ExclusiveMax+eff.MultipleOf == "" {
		return b.r().Dot(method).Call()
	}
	return b.r().Dot(method + "Of").Call(jen.Op("&").Id(b.floatVar(hint, eff)))
}

func (b *body) floatVar(hint string, eff *model.Rules) string {
	name := b.set.file.Ident(model.Unexported(hint) + "Rules")
	b.set.pending = append(b.set.pending, func() {
		jenx.Doc(b.set.file, name+" bounds a number.")
		b.set.file.Var().Id(name).Op("=").Add(jenx.Runtime("FloatRules")).ValuesFunc(func(g *jen.Group) {
			for _, f := range []struct{ name, bound string }{
				{"Min", eff.Min}, {"Max", eff.Max}, {"ExclusiveMin", eff.ExclusiveMin}, {"ExclusiveMax", eff.ExclusiveMax}, {"MultipleOf", eff.MultipleOf},
			} {
				if f.bound != "" {
					g.Id(f.name).Op(":").Add(jenx.Str(f.bound))
				}
			}
		})
		b.set.file.Line()
	})
	return name
}

// unique checks a list that has been read.
func (b *body) unique(g *jen.Group, list *jen.Statement, rules *model.Rules) {
	if rules != nil && rules.Unique {
		g.Add(jenx.Runtime("Unique").Call(b.r(), list.Clone()))
	}
}

// bounds spells the range of a number, the type's own limit where the rules
// set none.
func bounds(t *model.Type, r *model.Rules) (low, high *jen.Statement) {
	limit := func(text, constant string) *jen.Statement {
		switch {
		case text != "":
			return jenx.Text(numberText(text, t.Kind != model.Float))
		case constant == "0":
			return jen.Lit(0)
		case constant == "-Inf":
			return jen.Qual("math", "Inf").Call(jen.Lit(-1))
		case constant == "Inf": // not the greatest float, since more than that may round to it
			return jen.Qual("math", "Inf").Call(jen.Lit(1))
		case constant[0] == '-':
			return jen.Op("-").Qual("math", constant[1:])
		}
		return jen.Qual("math", constant)
	}
	suffix := model.Exported(t.Basic)
	if t.Kind == model.Float {
		return limit(r.Min, "-Inf"), limit(r.Max, "Inf")
	}
	least, most := cmp.Or(r.Min, beside(r.ExclusiveMin, 1)), cmp.Or(r.Max, beside(r.ExclusiveMax, -1))
	switch {
	case t.Basic == "uintptr":
		return limit(least, "0"), limit(most, "MaxUint")
	case t.Kind == model.Uint:
		return limit(least, "0"), limit(most, "Max"+suffix)
	}
	return limit(least, "Min"+suffix), limit(most, "Max"+suffix)
}

// beside returns the integer next to a bound that is excluded; "" for none.
func beside(bound string, step int64) string {
	n, ok := new(big.Int).SetString(numberText(bound, true), 10)
	if !ok {
		return ""
	}
	return n.Add(n, big.NewInt(step)).String()
}

func intOr(n *int, otherwise int) int {
	if n == nil {
		return otherwise
	}
	return *n
}
