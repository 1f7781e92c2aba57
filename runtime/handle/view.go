package handle

import (
	"cmp"
	"slices"
	"strings"
)

// Query says which part of a list to show. The zero Query shows it from its
// beginning.
type Query struct {
	// Item is the path of the list; "" for the whole, or the only list in it.
	Item string
	// Columns to show, in this order; none for all.
	Columns []string
	// Offset is how many rows are passed over; Limit how many are shown at most,
	// 0 for as many as an answer holds.
	Offset, Limit int
	// Sort lists columns to sort by, those with a minus sign in front the other
	// way round.
	Sort []string
	// Filter keeps the rows that meet its conditions, such as
	// amount>=10, city="Oslo".
	Filter string
}

// View returns rows of a list as a table:
//
//	{"columns":["city","amount"],"rows":[["Oslo",12],["Rome",30]],"total":40,"next":2}
//
// Total is how many rows there are after the filter; next, when there are more
// than are shown, the offset of the first that is not.
func (d Document) View(q Query) ([]byte, error) {
	rows, columns, err := d.selected(q.Item, q.Filter)
	if err != nil {
		return nil, err
	}
	if err := checkRange(q.Offset, q.Limit); err != nil {
		return nil, err
	}
	if err := d.sort(rows, columns, q.Sort); err != nil {
		return nil, err
	}
	if err := d.checkColumns(rows, columns, q.Columns); err != nil {
		return nil, err
	}
	if len(q.Columns) > 0 {
		columns = q.Columns
	}
	return d.table(rows, columns, q.Offset, q.Limit)
}

// selected returns the rows that meet a filter, and the columns of all.
func (d Document) selected(item, filter string) ([]row, []string, error) {
	w := watch{ctx: d.ctx}
	rows, err := d.rows(item)
	if err != nil {
		return nil, nil, err
	}
	conditions, err := parseFilter(filter)
	if err != nil {
		return nil, nil, err
	}
	columns := columnsOf(rows)
	for i := range conditions {
		c := &conditions[i]
		if err := d.checkColumns(rows, columns, []string{c.column}); err != nil {
			return nil, nil, err
		}
		if err := c.fits(d, rows); err != nil {
			return nil, nil, err
		}
	}
	rows = slices.DeleteFunc(rows, func(r row) bool {
		return !w.over() && slices.ContainsFunc(conditions, func(c condition) bool { return !c.holds(r) })
	})
	return rows, columns, w.err()
}

// sort sorts by columns; rows that are equal in them stay in their order.
func (d Document) sort(rows []row, columns, by []string) error {
	if len(by) == 0 {
		return nil
	}
	names := make([]string, len(by))
	for i, name := range by {
		names[i] = strings.TrimPrefix(name, "-")
	}
	if err := d.checkColumns(rows, columns, names); err != nil {
		return err
	}
	w := watch{ctx: d.ctx}
	keys := make([]key, 0, len(rows)*len(names))
	order := make([]int, len(rows))
	for i, r := range rows {
		order[i] = i
		for _, name := range names {
			keys = append(keys, keyOf(r.column(name)))
		}
		if w.over() {
			return w.err()
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		if w.over() {
			return 0 // it ends soon
		}
		for i, name := range names {
			c := keys[a*len(names)+i].compare(&keys[b*len(names)+i])
			if c != 0 && by[i] != name {
				return -c
			}
			if c != 0 {
				return c
			}
		}
		return cmp.Compare(a, b)
	})
	sorted := make([]row, len(rows))
	for i, from := range order {
		sorted[i] = rows[from]
	}
	copy(rows, sorted)
	return w.err()
}

// table writes rows, as many as an answer holds.
func (d Document) table(rows []row, columns []string, offset, limit int) ([]byte, error) {
	out := appendNames([]byte(`{"columns":`), columns)
	out = append(out, `,"rows":[`...)
	if len(out)+tailBytes > d.limit() {
		return nil, errorf(CodeTooLarge, "the names of the %d columns alone are more than is given at once; ask for some of them: %s", len(columns), nameList(columns))
	}
	out, alone := d.page(out, len(rows), offset, limit, func(out []byte, i int) []byte { return rows[i].append(out, columns) })
	if alone >= 0 {
		return nil, errorf(CodeTooLarge, "row %d alone has more than the %d bytes that are given at once; ask for some of the columns: %s", alone, d.limit(), nameList(columns))
	}
	return out, nil
}

func appendNames(out []byte, names []string) []byte {
	out = append(out, '[')
	for i, name := range names {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, quoted(name)...)
	}
	return append(out, ']')
}

func (r row) append(out []byte, columns []string) []byte {
	out = append(out, '[')
	for i, name := range columns {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, r.column(name)...)
	}
	return append(out, ']')
}
