package handle

import (
	"strings"

	"github.com/go-faster/jx"
)

// condition is one part of a filter.
type condition struct {
	column, op string
	value      []byte // JSON
}

// operators are tried in this order: the longer ones first.
var operators = []string{"<=", ">=", "!=", "=", "<", ">", "~"}

// parseFilter reads conditions with commas between them, all of which must hold:
//
//	amount>=10, city="Oslo", name~berg, closed=null
//
// The operators are = != < <= > >= and ~, which looks for a text in another one
// whatever the case. A value is JSON, or a text without quotes.
func parseFilter(text string) (list []condition, err error) {
	for rest := strings.TrimSpace(text); rest != ""; {
		at, op := firstOperator(rest)
		if at <= 0 {
			return nil, errorf(CodeBadChoice, "%q is no condition: write column, operator and value, such as amount>=10; operators are = != < <= > >= ~", shown(rest))
		}
		c := condition{column: strings.TrimSpace(rest[:at]), op: op}
		c.value, rest = filterValue(strings.TrimSpace(rest[at+len(op):]))
		if rest != "" && rest[0] != ',' {
			return nil, errorf(CodeBadChoice, "there is no comma before %q in the filter", shown(rest))
		}
		rest = strings.TrimSpace(strings.TrimPrefix(rest, ","))
		list = append(list, c)
	}
	return list, nil
}

func firstOperator(text string) (at int, op string) {
	at = strings.IndexAny(text, "=!<>~")
	if at < 0 {
		return -1, ""
	}
	for _, op := range operators {
		if strings.HasPrefix(text[at:], op) {
			return at, op
		}
	}
	return -1, ""
}

// filterValue reads a value up to the next comma.
func filterValue(text string) (value []byte, rest string) {
	if strings.HasPrefix(text, `"`) {
		d := jx.DecodeStr(text)
		if raw, err := d.Raw(); err == nil {
			return raw, strings.TrimSpace(text[len(raw):])
		}
	}
	word, rest, more := strings.Cut(text, ",")
	if word = strings.TrimSpace(word); more {
		rest = "," + rest
	}
	if jx.Valid([]byte(word)) {
		return []byte(word), rest
	}
	return quoted(word), rest
}

// holds reports whether a row meets the condition. What differs in kind is only
// unequal.
func (c condition) holds(r row) bool {
	have := r.column(c.column)
	if c.op == "~" {
		return strings.Contains(strings.ToLower(stringOf(have)), strings.ToLower(stringOf(c.value)))
	}
	value := c.value
	if rank(have) == 3 && rank(value) == 2 {
		value = quoted(string(value)) // a text of digits, compared as text
	}
	order := compare(have, value)
	switch c.op {
	case "=":
		return order == 0
	case "!=":
		return order != 0
	}
	if rank(have) != rank(value) {
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
