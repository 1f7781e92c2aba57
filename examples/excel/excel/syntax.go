package excel

import (
	"regexp"
	"slices"
	"strings"
)

// newFormula makes what a caller wrote the text of a formula as files have it:
// without = in front, and newer functions under the names that Excel gives them
// there. What Excel would not read is refused, since it calls the whole file
// damaged then.
func (b *book) newFormula(cell, text string) (string, error) {
	formula := strings.TrimPrefix(strings.TrimSpace(text), "=")
	if formula == "" {
		return "", badArgument("%s: the formula is empty", cell)
	}
	if problem := malformed(formula); problem != "" {
		return "", badArgument("%s: formula %s: %s", cell, text, problem)
	}
	for _, name := range sheetsIn(formula) {
		if !slices.ContainsFunc(b.GetSheetList(), func(s string) bool { return strings.EqualFold(s, name) }) {
			return "", notFound("%s: the formula %s names a sheet %q; the sheets: %s", cell, text, name, strings.Join(b.GetSheetList(), ", "))
		}
	}
	if name := spilling(formula); name != "" {
		return "", badArgument("%s: %s fills more than one cell, which formulas here cannot", cell, name)
	}
	return prefixed(formula), nil
}

// malformed says what is wrong with the form of a formula, "" for nothing.
func malformed(formula string) string {
	var open []byte
	var quote byte
	for i := range len(formula) {
		c := formula[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0 // a quote that is doubled begins another text
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '{':
			open = append(open, c)
		case c == ')' || c == '}':
			if len(open) == 0 || (c == ')') != (open[len(open)-1] == '(') {
				return "a " + string(c) + " closes nothing"
			}
			open = open[:len(open)-1]
		case c == ';' && !slices.Contains(open, '{'):
			return "arguments are separated by semicolons: write commas"
		}
	}
	switch {
	case quote != 0:
		return "a " + string(quote) + " is not closed"
	case len(open) > 0:
		return "a " + string(open[len(open)-1]) + " is not closed"
	case strings.ContainsRune("+-*/^&=<>,:!", rune(formula[len(formula)-1])):
		return "something is missing at the end"
	}
	return ""
}

// sheetsIn lists the sheets that a formula names; those of other workbooks are
// none of them.
func sheetsIn(formula string) (names []string) {
	for p := range formulaPieces(formula) {
		if p.sheet != "" && strings.HasSuffix(p.text, "!") && p.before != '#' && p.before != ']' && !strings.Contains(p.sheet, "]") {
			names = append(names, strings.Split(p.sheet, ":")...)
		}
	}
	return names
}

// functionCall finds the name of a function.
var functionCall = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.]*\(`)

// eachFunction calls f with the name of each function in a formula, and puts what
// it returns in its place.
func eachFunction(formula string, f func(name string) string) string {
	return eachCode(formula, func(code string) string {
		return functionCall.ReplaceAllStringFunc(code, func(call string) string { return f(strings.TrimSuffix(call, "(")) + "(" })
	})
}

// spilling returns the name of a function in a formula whose result is more than
// one value, or that files write in another way.
func spilling(formula string) (found string) {
	eachFunction(formula, func(name string) string {
		if slices.Contains(spillingFunctions, strings.ToUpper(plainName(name))) {
			found = strings.ToUpper(plainName(name))
		}
		return name
	})
	return found
}

var spillingFunctions = strings.Fields(`BYCOL BYROW CHOOSECOLS CHOOSEROWS DROP EXPAND FILTER GROUPBY HSTACK LAMBDA LET MAKEARRAY MAP PIVOTBY
	RANDARRAY REDUCE SCAN SEQUENCE SORT SORTBY TAKE TEXTSPLIT TOCOL TOROW UNIQUE VSTACK WRAPCOLS WRAPROWS`)

// futurePrefix stands in files in front of functions that the file format did
// not have at first. Without it Excel knows no such function.
const futurePrefix = "_xlfn."

func plainName(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, futurePrefix), "_xlws.")
}

// prefixed writes the names of functions as files have them.
func prefixed(formula string) string {
	return eachFunction(formula, func(name string) string {
		if slices.Contains(futureFunctions, strings.ToUpper(name)) {
			return futurePrefix + strings.ToUpper(name)
		}
		return name
	})
}

// shown writes a formula as people do, with = in front.
func shown(formula string) string { return "=" + eachFunction(formula, plainName) }

var futureFunctions = strings.Fields(`ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND
	BITLSHIFT BITOR BITRSHIFT BITXOR CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST COMBINA CONCAT
	CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL ERF.PRECISE ERFC.PRECISE EXPON.DIST F.DIST F.DIST.RT
	F.INV F.INV.RT F.TEST FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS
	HYPGEOM.DIST IFNA IFS IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LOGNORM.DIST LOGNORM.INV MAXIFS
	MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC
	PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI POISSON.DIST QUARTILE.EXC QUARTILE.INC RANK.AVG RANK.EQ RRI SEC SECH SHEET SHEETS SKEW.P
	STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TEXTAFTER TEXTBEFORE TEXTJOIN UNICHAR UNICODE VALUETOTEXT VAR.P
	VAR.S WEIBULL.DIST XLOOKUP XMATCH XOR Z.TEST`)
