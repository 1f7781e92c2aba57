package excel

import (
	"context"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Align says where text stands in its cell.
type Align string

// The alignments.
const (
	Left   Align = "left"
	Center Align = "center"
	Right  Align = "right"
)

// Color is red, green and blue.
//
//mcp:field pattern="^[0-9A-Fa-f]{6}$" example=FFC000
type Color string

// FormatRange changes how cells look; what is left out stays.
//
//mcp:tool group=format destructive idempotent openworld=false
//mcp:param number maxLength=255 example="#,##0.00"
//mcp:param size min=6 max=72
func (f *Files) FormatRange(ctx context.Context,
	path string, // workbook
	sheet string,
	ref string, // cells
	bold, italic, wrap *bool,
	border *bool, // thin lines around each cell
	color *Color, // of the text, RRGGBB
	fill *Color, // of the background, RRGGBB
	align *Align,
	number *string, // number format such as 0.0%
	size *float64, // of the text, in points
) error {
	c := styleChange{bold: bold, italic: italic, wrap: wrap, border: border}
	c.color, c.fill, c.align, c.numberFormat = strings.ToUpper(text(color)), strings.ToUpper(text(fill)), text(align), text(number)
	if size != nil {
		c.size = *size
	}
	if c == (styleChange{}) {
		return badArgument("nothing is to change: give bold, fill, number or the like")
	}
	if err := checkNumberFormat(c.numberFormat); err != nil {
		return err
	}
	_, err := f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		a, err := parseAreaWithin(ref, MaxWrite)
		if err != nil {
			return a, err
		}
		return a, b.restyleArea(name, a, c)
	})
	return err
}

// checkNumberFormat refuses formats that Excel would not read.
func checkNumberFormat(format string) error {
	quoted, bracket, literal := false, false, false
	for _, c := range format {
		switch {
		case literal:
			literal = false
		case !quoted && strings.ContainsRune(`\_*`, c):
			literal = true // the next stands for itself
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '[' || c == ']'):
			if bracket = !bracket; bracket != (c == '[') {
				return badArgument("number: %q has a %c that closes or opens nothing", format, c)
			}
		}
	}
	if quoted || bracket || strings.Count(format, ";") > 3 {
		return badArgument("number: %q is no number format: quotes and brackets are closed, and there are at most four parts with ; between them", format)
	}
	return nil
}

// text returns what a pointer to some text points to, or "".
func text[T ~string](p *T) string {
	if p == nil {
		return ""
	}
	return string(*p)
}

// SetColumnWidth sets the width of columns.
//
//mcp:tool group=format destructive=false idempotent openworld=false
//mcp:param columns pattern="^[A-Za-z]{1,3}(:[A-Za-z]{1,3})?$"
//mcp:param width min=0 max=255
func (f *Files) SetColumnWidth(ctx context.Context,
	path string, // workbook
	sheet string,
	columns string, // letters, such as B or A:F
	width *float64, // in characters; without it, as wide as what they show
) error {
	_, err := f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		from, to, found := strings.Cut(columns, ":")
		if !found {
			to = from
		}
		left, err := excelize.ColumnNameToNumber(from)
		if err != nil {
			return area{}, badArgument("there is no column %s", from)
		}
		right, err := excelize.ColumnNameToNumber(to)
		if err != nil {
			return area{}, badArgument("there is no column %s", to)
		}
		a := area{min(left, right), 1, max(left, right), 1}
		if width != nil {
			return a, b.SetColWidth(name, columnName(a.left), columnName(a.right), *width)
		}
		if used, ok, err := b.used(name); err != nil || !ok {
			return a, err
		} else {
			a.bottom = used.bottom
			a.left, a.right = max(a.left, used.left), min(a.right, used.right)
		}
		return a, b.widen(name, a)
	})
	return err
}

// Condition says which cells are shown in another color.
type Condition string

// The conditions.
const (
	Greater    Condition = "greater"
	Less       Condition = "less"
	Equal      Condition = "equal"
	Between    Condition = "between"
	Duplicates Condition = "duplicates"
	Top        Condition = "top"     // the largest values, as many as value says
	Bottom     Condition = "bottom"  // the smallest values, as many as value says
	If         Condition = "formula" // where the formula in value, for the first cell, is true
	Scale      Condition = "scale"   // colors from red over yellow to green, by value
)

// AddConditionalFormat colors cells while a condition holds.
//
//mcp:tool group=format destructive=false openworld=false
//mcp:param fill default=FFC7CE
func (f *Files) AddConditionalFormat(ctx context.Context,
	path string, // workbook
	sheet string,
	ref string, // cells
	when Condition, // condition
	value *string, // number, text or formula to compare with
	to *string, // upper end of between
	fill Color, // background, RRGGBB
) error {
	_, err := f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		a, err := parseArea(ref)
		if err != nil {
			return a, err
		}
		return a, b.highlight(name, a, when, text(value), text(to), string(fill))
	})
	return err
}

// highlight adds a conditional format.
func (b *book) highlight(sheet string, a area, when Condition, value, to, fill string) error {
	for _, v := range []string{value, to} {
		if formula, is := strings.CutPrefix(v, "="); (is || when == If) && formula != "" && malformed(formula) != "" {
			return badArgument("value: formula %s: %s", v, malformed(formula))
		}
	}
	o := excelize.ConditionalFormatOptions{Value: strings.TrimPrefix(value, "=")}
	switch when {
	case Duplicates:
		o.Type, o.Criteria = "duplicate", "="
	case Scale:
		o = excelize.ConditionalFormatOptions{
			Type: "3_color_scale", Criteria: "=", MinType: "min", MidType: "percentile", MidValue: "50", MaxType: "max",
			MinColor: "#F8696B", MidColor: "#FFEB84", MaxColor: "#63BE7B",
		}
	default:
		if value == "" {
			return badArgument("value: %s needs something to compare with", when)
		}
		switch when {
		case If:
			o.Type, o.Criteria = "formula", o.Value
		case Top, Bottom:
			if n, err := strconv.Atoi(value); err != nil || n < 1 || n > 1000 {
				return badArgument("value: %s needs a number from 1 to 1000, which says how many", when)
			}
			o.Type, o.Criteria = string(when), "="
		case Between:
			if to == "" {
				return badArgument("to: between needs an upper end")
			}
			o.Type, o.Criteria, o.MinValue, o.MaxValue = "cell", "between", value, to
		default:
			o.Type, o.Criteria = "cell", map[Condition]string{Greater: ">", Less: "<", Equal: "=="}[when]
			o.Value = operand(value)
		}
	}
	if when != Scale {
		id, err := b.NewConditionalStyle(&excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"#" + fill}}})
		if err != nil {
			return err
		}
		o.Format = &id
	}
	return b.SetConditionalFormat(sheet, a.String(), []excelize.ConditionalFormatOptions{o})
}

// AddValidation lets people enter only values of a list, or numbers within
// bounds.
//
//mcp:tool group=format destructive=false openworld=false
//mcp:param list minItems=1 maxItems=100
func (f *Files) AddValidation(ctx context.Context,
	path string, // workbook
	sheet string,
	ref string, // cells
	list *[]string, // values to choose from
	min, max *float64, // bounds of numbers
	message *string, // what is said about another value
) error {
	_, err := f.editArea(ctx, path, sheet, func(b *book, name string) (area, error) {
		a, err := parseArea(ref)
		if err != nil {
			return a, err
		}
		rule := rule{min: min, max: max, message: text(message)}
		if list != nil {
			rule.list = *list
		}
		return a, b.validate(name, a, rule)
	})
	return err
}

// rule says what may be entered into cells.
type rule struct {
	list     []string
	min, max *float64
	message  string
}

func (b *book) validate(sheet string, a area, r rule) error {
	v := excelize.NewDataValidation(true)
	v.SetSqref(a.String())
	var err error
	switch bounds := r.min != nil || r.max != nil; {
	case bounds == (len(r.list) > 0):
		return badArgument("give either a list, or min, max or both")
	case r.min != nil && r.max != nil && *r.min > *r.max:
		return badArgument("min is %v and max is %v: nothing lies between them", *r.min, *r.max)
	case !bounds:
		for _, item := range r.list {
			if strings.Contains(item, ",") {
				return badArgument("list: %q has a comma, which Excel's lists cannot hold", item)
			}
		}
		err = v.SetDropList(r.list)
	case r.max == nil:
		err = v.SetRange(*r.min, 0, excelize.DataValidationTypeDecimal, excelize.DataValidationOperatorGreaterThanOrEqual)
	case r.min == nil:
		err = v.SetRange(*r.max, 0, excelize.DataValidationTypeDecimal, excelize.DataValidationOperatorLessThanOrEqual)
	default:
		err = v.SetRange(*r.min, *r.max, excelize.DataValidationTypeDecimal, excelize.DataValidationOperatorBetween)
	}
	if err != nil {
		return badArgument("%w", err)
	}
	if r.message == "" {
		r.message = "This value is not allowed here."
	}
	v.SetError(excelize.DataValidationErrorStyleStop, "Not allowed", r.message)
	return b.AddDataValidation(sheet, v)
}
