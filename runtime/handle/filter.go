package handle

import (
	"regexp"
	"strings"

	"github.com/go-faster/jx"
)

// condition is one part of a filter.
type condition struct {
	column, op string
	value      key
	number     key    // of a text that spells a number, for columns of numbers
	digits     key    // of a number, for columns of texts
	lower      string // the text, for ~
}

// operators are tried in this order: the longer ones first.
var operators = []string{"<=", ">=", "!=", "==", "=", "<", ">", "~"}

// meant is what stands for an operator that is none.
var meant = map[string]string{"=>": ">=", "=<": "<=", "<>": "!=", "=~": "~"}

const operatorChars = "=!<>~"

// parseFilter reads conditions with commas between them, all of which must hold:
//
//	amount>=10, city="Oslo", name~berg, closed=null
//
// The operators are = != < <= > >= and ~, which looks for a text in another one
// whatever the case. A value is JSON, a text in single quotes, or one without
// quotes as long as it cannot be taken for more than that.
func parseFilter(text string) (list []condition, err error) {
	for rest := strings.TrimSpace(text); rest != ""; {
		var c condition
		if c, rest, err = parseCondition(rest); err != nil {
			return nil, err
		}
		if rest != "" && rest[0] != ',' {
			if err := joined(c.column, rest); err != nil {
				return nil, err
			}
			return nil, errorf(CodeBadChoice, "there is no comma before %q in the filter", shown(rest))
		}
		rest = strings.TrimSpace(strings.TrimPrefix(rest, ","))
		list = append(list, c)
	}
	return list, nil
}

// parseCondition reads the condition at the beginning of a text.
func parseCondition(text string) (c condition, rest string, err error) {
	column, rest := columnOf(text)
	if i := strings.IndexAny(rest, operatorChars); i >= 0 && column == "" {
		column, rest = strings.TrimSpace(rest[:i]), rest[i:]
	}
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			c.op = op
			break
		}
	}
	if c.column = column; column == "" || c.op == "" {
		return c, "", errorf(CodeBadChoice, "%q is no condition: write column, operator and value, such as amount>=10; operators are = != < <= > >= ~", shown(text))
	}
	if len(rest) > 1 && meant[rest[:2]] != "" {
		return c, "", errorf(CodeBadChoice, "%s is no operator; write %s", rest[:2], meant[rest[:2]])
	}
	raw, rest, err := filterValue(column, strings.TrimSpace(rest[len(c.op):]))
	if err != nil {
		return c, "", err
	}
	if c.op == "==" {
		c.op = "="
	}
	c.take(raw)
	if c.value.rank == ofNull && strings.ContainsAny(c.op, "<>") {
		return c, "", errorf(CodeBadChoice, "nothing is less or more than null; only = and != go with it")
	}
	return c, rest, nil
}

// columnOf reads a column in quotes, which may have any characters.
func columnOf(text string) (column, rest string) {
	d := jx.DecodeStr(text)
	if !strings.HasPrefix(text, `"`) {
		return "", text
	}
	raw, err := d.Raw()
	if err != nil {
		return "", text
	}
	return stringOf(raw), strings.TrimSpace(text[len(raw):])
}

// logic is what joins conditions elsewhere.
var logic = regexp.MustCompile(`(?i)(?:^|\s)(and|or|&&|\|\|)(?:\s|$)`)

// joined refuses what joins conditions elsewhere. As a part of a text, nothing
// would be like it.
func joined(column, text string) error {
	m := logic.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	hint := ""
	if !strings.ContainsAny(text, operatorChars) {
		hint = "; for a text with " + m[1] + " in it, write " + shown(column) + "=" + string(quoted(shown(text)))
	}
	if strings.ToLower(m[1]) == "and" || m[1] == "&&" {
		return errorf(CodeBadChoice, "write a comma for %s between conditions%s", m[1], hint)
	}
	return errorf(CodeBadChoice, "filters have no %s: ask once for each case%s", m[1], hint)
}

// filterValue reads a value up to the next comma.
func filterValue(column, text string) (value []byte, rest string, err error) {
	switch {
	case strings.HasPrefix(text, `"`):
		raw, err := jx.DecodeStr(text).Raw()
		if err != nil {
			return nil, "", errorf(CodeBadChoice, "%q begins with a quote and has none at its end", shown(text))
		}
		return raw, strings.TrimSpace(text[len(raw):]), nil
	case strings.HasPrefix(text, "'"):
		inside, rest, closed := strings.Cut(text[1:], "'")
		if !closed {
			return nil, "", errorf(CodeBadChoice, "%q begins with a quote and has none at its end", shown(text))
		}
		return quoted(inside), strings.TrimSpace(rest), nil
	}
	word, rest, more := strings.Cut(text, ",")
	if word = strings.TrimSpace(word); more {
		rest = "," + rest
	}
	if jx.Valid([]byte(word)) {
		return []byte(word), rest, nil
	}
	return quoted(word), rest, plainWord(column, word)
}

// plainWord refuses what may have been meant as more than a text: as it stands
// it would be compared with, and nothing be like it.
func plainWord(column, word string) error {
	if word == "" {
		return errorf(CodeBadChoice, `there is no value for %s in the filter; write "" for an empty text, null for none`, shown(column))
	}
	if err := joined(column, word); err != nil {
		return err
	}
	if i := strings.IndexAny(word, operatorChars); i == 0 || i > 0 && word[i] != '!' {
		return errorf(CodeBadChoice, "%q is no value: conditions have commas between them, and a text with %c stands in double quotes", shown(word), word[i])
	}
	return nil
}

// take makes a value what it is compared as.
func (c *condition) take(raw []byte) {
	c.value = keyOf(raw)
	c.number, c.digits = c.value, c.value
	switch {
	case c.value.rank == ofNumber:
		c.digits = keyOf(quoted(string(raw)))
	case c.value.rank == ofText && kindOf([]byte(c.value.text)) == jx.Number && jx.Valid([]byte(c.value.text)):
		c.number = keyOf([]byte(c.value.text))
	}
	c.lower = strings.ToLower(stringOf(raw))
}

// against returns the value as what has a rank is compared with it.
func (c *condition) against(r rank) *key {
	switch r {
	case ofNumber:
		return &c.number
	case ofText:
		return &c.digits
	}
	return &c.value
}

// holds reports whether a row meets the condition. What differs in kind is only
// unequal.
func (c *condition) holds(r row) bool {
	have := r.column(c.column)
	if c.op == "~" {
		return strings.Contains(strings.ToLower(stringOf(have)), c.lower)
	}
	k := keyOf(have)
	value := c.against(k.rank)
	order := k.compare(value)
	switch c.op {
	case "=":
		return order == 0
	case "!=":
		return order != 0
	}
	if k.rank != value.rank {
		return false
	}
	switch c.op {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

// fits reports a value of a kind that no row has in the column: nothing would be
// like it, whatever was meant.
func (c *condition) fits(d Document, rows []row) error {
	if c.op == "~" || c.value.rank == ofNull {
		return nil
	}
	var other []byte
	for _, r := range rows {
		have := r.column(c.column)
		switch rank := rankOf(have); {
		case rank == ofNull:
		case c.against(rank).rank == rank:
			return nil
		default:
			other = have
		}
	}
	if other == nil {
		return nil
	}
	return errorf(CodeBadChoice, "column %s of #%s has %s, such as %s, and %s is none of those", shown(c.column), d.ID, rankOf(other), shown(string(other)), shown(string(c.value.raw)))
}
