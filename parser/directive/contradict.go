package directive

import (
	"math/big"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// contradictions returns what cannot hold together, and flags that say no more
// than leaving them out would.
func (r *Rules) contradictions() []Problem {
	problems := r.crossed()
	both := func(a, b int, msg, hint string) {
		problems = append(problems, Problem{max(a, b), diag.Contradiction, msg, hint})
	}
	if r.Min.Set && r.ExclusiveMin.Set {
		both(r.Min.KeyOffset, r.ExclusiveMin.KeyOffset, "min and exclusiveMin are both lower bounds", "keep the one that is meant")
	}
	if r.Max.Set && r.ExclusiveMax.Set {
		both(r.Max.KeyOffset, r.ExclusiveMax.KeyOffset, "max and exclusiveMax are both upper bounds", "keep the one that is meant")
	}
	if r.Required.Value && r.Default.Set {
		both(r.Required.KeyOffset, r.Default.KeyOffset, "a property with a default is optional, not required", "keep one of the two")
	}
	for _, f := range []struct {
		name string
		flag Flag
	}{{"required", r.Required}, {"unique", r.Unique}} {
		if f.flag.Set && !f.flag.Value {
			problems = append(problems, Problem{f.flag.KeyOffset, diag.BadValue, f.name + "=false says nothing", "leave it out"})
		}
	}
	return problems
}

// crossed returns the pairs of bounds that leave nothing between them.
func (r *Rules) crossed() []Problem {
	var problems []Problem
	for _, pair := range []struct {
		low, high         Text
		lowName, highName string
		closed            bool // a value may be equal to both
	}{
		{r.Min, r.Max, "min", "max", true},
		{r.Min, r.ExclusiveMax, "min", "exclusiveMax", false},
		{r.ExclusiveMin, r.Max, "exclusiveMin", "max", false},
		{r.ExclusiveMin, r.ExclusiveMax, "exclusiveMin", "exclusiveMax", false},
		{r.MinLength, r.MaxLength, "minLength", "maxLength", true},
		{r.MinItems, r.MaxItems, "minItems", "maxItems", true},
	} {
		if !pair.low.Set || !pair.high.Set {
			continue
		}
		order, relation := number(pair.low.Value).Cmp(number(pair.high.Value)), " is above "
		if order == 0 {
			relation = " is no less than "
		}
		if order > 0 || order == 0 && !pair.closed {
			problems = append(problems, Problem{max(pair.low.KeyOffset, pair.high.KeyOffset), diag.Contradiction,
				pair.lowName + "=" + pair.low.Value + relation + pair.highName + "=" + pair.high.Value, "no value can be within both"})
		}
	}
	return problems
}

// number returns a checked NUMBER or COUNT. The precision is beyond any pair
// of 64-bit integers or floats that differ.
func number(text string) *big.Float {
	f, _, err := big.ParseFloat(text, 10, 2048, big.ToNearestEven)
	if err != nil {
		return new(big.Float)
	}
	return f
}
